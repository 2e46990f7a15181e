"""Where the window stood and how its panels lay, kept from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

VERSION = 4
"""Counted up when panels come or go, so that an older arrangement is not forced on them."""


class WindowState:
    """Saves and restores the geometry, the panels and the splitter of a window.

    The arrangement at the time it is made is the one that `reset` goes back to.
    """

    def __init__(
        self, window: QMainWindow, splitter: QSplitter, settings: QSettings | None
    ) -> None:
        self._window, self._splitter, self._settings = window, splitter, settings
        self._first = window.saveState(VERSION)

    def save(self) -> None:
        """Remember how everything lies now."""
        if self._settings is not None:
            self._settings.setValue("window/geometry", self._window.saveGeometry())
            self._settings.setValue("window/panels", self._window.saveState(VERSION))
            self._settings.setValue("window/views", self._splitter.saveState())

    def restore(self) -> None:
        """Let everything lie as it was remembered; what makes no sense any more is left alone."""
        if self._settings is None:
            return
        for name, restore in (
            ("geometry", self._window.restoreGeometry),
            ("panels", lambda state: self._window.restoreState(state, VERSION)),
            ("views", self._splitter.restoreState),
        ):
            stored = self._settings.value(f"window/{name}")
            if isinstance(stored, QByteArray):
                restore(stored)

    def reset(self) -> None:
        """Lay the panels and the views as at the first start."""
        self._window.restoreState(self._first, VERSION)
        half = self._splitter.width() // max(self._splitter.count(), 1)
        self._splitter.setSizes([half] * self._splitter.count())

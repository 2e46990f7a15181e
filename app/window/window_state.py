"""Where the window stood and how its panels lay, kept from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

VERSION = 4
"""Counted up when panels come or go, so that an older arrangement is not forced on them."""


class WindowState:
    """Saves and restores the geometry, the panels and the splitter of a window."""

    def __init__(
        self, window: QMainWindow, splitter: QSplitter, settings: QSettings | None
    ) -> None:
        self._window, self._splitter, self._settings = window, splitter, settings

    def save(self) -> None:
        """Remember how everything lies now."""
        if self._settings is not None:
            self._settings.setValue("window/geometry", self._window.saveGeometry())
            self._settings.setValue("window/panels", self._window.saveState(VERSION))
            self._settings.setValue("window/views", self._splitter.saveState())

    def restore(self) -> None:
        """Restore the stored layout; parts that are not valid any more are ignored."""
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

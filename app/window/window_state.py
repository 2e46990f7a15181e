"""Where the window stood and which drawer was open, kept from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from .drawer_stack import DrawerStack

GEOMETRY, DRAWER = "window/geometry", "window/drawer"


class WindowState:
    """Saves and restores the geometry and the open drawer of a window."""

    def __init__(
        self, window: QMainWindow, drawers: DrawerStack, settings: QSettings | None
    ) -> None:
        self._window, self._drawers, self._settings = window, drawers, settings

    def save(self) -> None:
        """Remember how everything lies now."""
        if self._settings is not None:
            self._settings.setValue(GEOMETRY, self._window.saveGeometry())
            self._settings.setValue(DRAWER, self._drawers.current)

    def restore(self) -> None:
        """Restore what was stored; what is not valid any more is ignored."""
        if self._settings is None:
            return
        geometry = self._settings.value(GEOMETRY)
        if isinstance(geometry, QByteArray):
            self._window.restoreGeometry(geometry)
        drawer = str(self._settings.value(DRAWER, ""))
        if drawer in self._drawers.names:
            self._drawers.open(drawer)

"""The end of a turn of the event loop, for what is done once however often it is asked for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal


class DeferredCall(QObject):
    """Calls once when the events at hand are handled, before anything is painted.

    A timer of no time comes after the painting, so that the window would be painted twice.
    """

    came = Signal()
    _asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_active = False
        self._asked.connect(self._come, Qt.ConnectionType.QueuedConnection)

    def isActive(self) -> bool:
        """Return whether it is still to come."""
        return self._is_active

    def start(self) -> None:
        """Ask for it, once however often this is called."""
        if not self._is_active:
            self._is_active = True
            self._asked.emit()

    def stop(self) -> None:
        """Ask for it no more."""
        self._is_active = False

    def _come(self) -> None:
        if self._is_active:
            self._is_active = False
            self.came.emit()

"""When something is done: after a time, again and again, or at the end of a turn of the loop."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance

Call = Callable[[], object] | SignalInstance


def single_shot(owner: QObject, call: Call, ms: int = 0) -> QTimer:
    """Return a timer that calls once, some milliseconds after its latest start."""
    timer = ticking(owner, call, ms)
    timer.setSingleShot(True)
    return timer


def ticking(owner: QObject, call: Call, ms: int = 0) -> QTimer:
    """Return a timer that calls every so many milliseconds while it runs."""
    timer = QTimer(owner)
    timer.setInterval(ms)
    timer.timeout.connect(call)
    return timer


class DeferredCall(QObject):
    """Calls once when the events at hand are handled, before anything is painted.

    A timer of no time comes after the painting, so that the window would be painted twice.
    """

    _asked = Signal()

    def __init__(self, parent: QObject, call: Callable[[], object]) -> None:
        super().__init__(parent)
        self._call = call
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
            self._call()

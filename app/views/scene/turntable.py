"""The turntable: the board turns by itself until it is stopped."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from ...widgets.motion import at_animation_speed

SPEED = 24.0
"""Degrees a second."""
PAUSE = 33
"""Milliseconds between two pictures, at least."""


class Turntable(QObject):
    """Emits by how much to turn the board."""

    turned = Signal(float)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._on_tick)
        self._since = QElapsedTimer()

    @property
    def is_turning(self) -> bool:
        """Whether the board turns."""
        return self._timer.isActive()

    def run(self, turns: bool) -> None:
        """Begin to turn the board, or stop."""
        if turns:
            self._since.start()
            self._timer.start()
        else:
            self._timer.stop()

    def _on_tick(self) -> None:
        self.turned.emit(at_animation_speed(SPEED) * self._since.restart() / 1000)

"""The motion of each drawer: how many pictures it has, and the longest wait for one of them.

A drawer is opened once before it is measured: what is made at its first opening is not its motion.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject

from .report import show
from .window import full, turn_for, wait_until, window_on

MOTION = 0.16
"""Seconds that a drawer moves."""
DROPPED = 1.5 / 60
"""A longer wait, in seconds, has left out a picture of a screen that shows 60 a second."""


class Moves(QObject):
    """Notes when a widget moves and when it is hidden."""

    def __init__(self, widget: QObject) -> None:
        super().__init__(widget)
        self.times = [time.perf_counter()]
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Move:
            self.times.append(time.perf_counter())
        return False

    @property
    def waits(self) -> list[float]:
        return [after - before for before, after in zip(self.times, self.times[1:], strict=False)]


def measure(window: Any, change: Callable[[], None]) -> list[float]:
    """Return the seconds between two pictures of a motion, from its cause on."""
    moves = Moves(window.drawers)
    change()
    wait_until(lambda: moves.times[-1] - moves.times[0] > 0.95 * MOTION, 5)
    waits = moves.waits
    turn_for(0.8)  # the scene is drawn, with smooth edges
    window.drawers.removeEventFilter(moves)
    return waits


def main() -> None:
    rows = []
    for n in (11, 101):
        with window_on(full(n)) as window:
            drawers = window.drawers
            for name in drawers.names:
                drawers.open(name)
                turn_for(0.8)
                drawers.close_drawer()
                turn_for(0.8)
                for way, change in (
                    ("open", partial(drawers.open, name)),
                    ("close", drawers.close_drawer),
                ):
                    waits = measure(window, change)
                    dropped = sum(int(wait / DROPPED) for wait in waits)
                    longest = f"{1000 * max(waits):.0f} ms"
                    rows.append((f"({n},3), {way} {name}", len(waits), longest, dropped))
    show("drawer", ("what", "pictures", "longest wait", "left out"), rows)


if __name__ == "__main__":
    main()

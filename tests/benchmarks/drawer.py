"""The motion of each drawer: how many pictures it has, and the longest wait for one of them.

A drawer is opened for the first time, closed, and opened and closed once more. Lessons and kernels
are loaded and drawers prepared before, as the program does while nothing else is to be done. Then
each is opened in a window of its own where nothing is prepared. The processor's time of the
window's thread tells what is left of a wait on a busy machine.

`python -m tests.benchmarks.drawer 11,3 symmetry` measures some boards and drawers alone.
"""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject

from nqviz_app.application import prepare_next, warm_up_all

from ..looks.boards import best
from .report import show
from .window import rest_for, turn_for, window_on

BOARDS = ((8, 2), (11, 3), (4, 5), (101, 3))

REST = 0.6
"""Seconds after which a drawer is at its place; it moves for 0.16."""
DROPPED = 1.5 / 60
"""A longer wait, in seconds, has left out a picture of a screen that shows 60 a second."""


class Moves(QObject):
    """Notes when a widget moves and when it is hidden."""

    def __init__(self, widget: QObject) -> None:
        super().__init__(widget)
        self.times = [time.perf_counter()]
        self.own = [time.thread_time()]
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Move:
            self.times.append(time.perf_counter())
            self.own.append(time.thread_time())
        return False

    @property
    def waits(self) -> tuple[list[float], list[float]]:
        """The seconds from picture to picture, and those of the window's thread among them."""
        times, own = np.diff(self.times), np.diff(self.own)
        return times.tolist(), own.tolist()


def measure(window: Any, change: Callable[[], None]) -> tuple[list[float], list[float]]:
    """Return the seconds between two pictures of a motion, from its cause on, and the own ones."""
    moves = Moves(window.drawers)
    change()
    rest_for(REST)
    waits = moves.waits
    turn_for(0.8)  # the scene is drawn, with smooth edges
    window.drawers.removeEventFilter(moves)
    return waits


def row(title: str, waits: list[float], own: list[float]) -> tuple[object, ...]:
    """Return what is shown of one motion."""
    dropped = sum(int(wait / DROPPED) for wait in waits)
    longest = (f"{1000 * max(each):.1f} ms" for each in (waits, own))
    return title, len(waits), *longest, dropped


def main(chosen: Sequence[str] = ()) -> None:
    warm_up_all(threading.Event())
    rows, names = list[tuple[object, ...]](), list[str]()
    wanted = [name for name in chosen if "," not in name]
    boards = [(n, d) for n, d in BOARDS if f"{n},{d}" in chosen or len(wanted) == len(chosen)]
    for n, d in boards:
        with window_on(best(n, d)) as window:
            drawers = window.drawers
            turn_for(1.0)  # all parts are dressed
            while prepare_next(window):
                turn_for(0.1)
            names = [name for name in drawers.names if name in wanted or not wanted]
            for name in names:
                for way, change in (
                    ("first open", partial(drawers.open, name)),
                    ("close", drawers.close_drawer),
                    ("open", partial(drawers.open, name)),
                    ("close", drawers.close_drawer),
                ):
                    rows.append(row(f"({n},{d}), {way} {name}", *measure(window, change)))
    for name in names:
        with window_on(best(11, 3)) as window:
            turn_for(1.0)
            waits = measure(window, partial(window.drawers.open, name))
            rows.append(row(f"(11,3), {name} at once", *waits))
    show("drawer", ("what", "pictures", "longest wait", "own work", "left out"), rows)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The longest gap between two turns of the event loop while a maximum is searched for.

First at once, with the drawer that opens and nothing prepared; then as after the first seconds of
the program, when kernels are loaded and scene and drawers prepared.
"""

import threading
import time
from typing import Any

import numpy as np
from PySide6.QtCore import QTimer

from nqviz import Board, Placement
from nqviz_app.application import prepare_next, warm_up_all

from .report import show
from .window import turn_for, wait_until, window_on

PARTS, SECONDS = 4, 3
GOAL = "100 ms"


def measure() -> tuple[str, str, str]:
    """Return the longest and the median gap, and the most processor time of the window's thread
    in one; more than that a gap is long because others have the processor."""
    turns: list[tuple[float, float]] = []
    ticker = QTimer()
    ticker.timeout.connect(lambda: turns.append((time.perf_counter(), time.thread_time())))
    ticker.start(0)
    turn_for(SECONDS)
    ticker.stop()
    gaps, own = (np.diff(np.array(turns), axis=0) * 1000).T
    return f"{gaps.max():.0f} ms", f"{np.median(gaps):.2f} ms", f"{own.max():.0f} ms"


def during(window: Any, parts: int, what: str) -> list[tuple[str, ...]]:
    """Search, and return a row for each part of the time."""
    rows: list[tuple[str, ...]] = []
    window.solve_panel.run()
    for part in range(parts):
        gaps = measure()
        state = "searching" if window.runner.jobs else "over"
        rows.append((f"{what}{part * SECONDS} .. {part * SECONDS + SECONDS} s, {state}", *gaps))
    window.solve_panel.stop()
    wait_until(lambda: not window.runner.jobs)
    return rows


def main() -> None:
    empty = Placement(Board.cube(9, 3))
    with window_on(empty) as window:
        rows = during(window, 1, "at once, ")
    warm_up_all(threading.Event())
    with window_on(empty) as window:
        while prepare_next(window):
            turn_for(0.1)
        rows += [("idle", *measure()), *during(window, PARTS, "")]
    goals = ["" if row[0] == "idle" else GOAL for row in rows]
    shown = [(*row, goal) for row, goal in zip(rows, goals, strict=True)]
    show("gap", ("(9,3) maximum", "longest gap", "median", "own work", "goal"), shown)

"""The longest gap between two turns of the event loop while a maximum is searched for."""

import time

import numpy as np
from PySide6.QtCore import QTimer

from nqviz import Board, Placement

from .report import show
from .window import turn_for, window_on

PARTS, SECONDS = 4, 3


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


def main() -> None:
    rows = []
    with window_on(Placement(Board.cube(9, 3))) as window:
        rows.append(("idle", *measure(), ""))
        window.solve_panel.run()
        for part in range(PARTS):
            gaps = measure()
            state = "searching" if window.runner.jobs else "over"
            when = f"{part * SECONDS} .. {part * SECONDS + SECONDS} s, {state}"
            rows.append((when, *gaps, "100 ms"))
        window.solve_panel.stop()
    show("gap", ("(9,3) maximum", "longest gap", "median", "own work", "goal"), rows)


if __name__ == "__main__":
    main()

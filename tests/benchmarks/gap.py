"""The longest gap between two turns of the event loop while a maximum is searched for."""

import time
from statistics import median

import numpy as np
from PySide6.QtCore import QTimer

from nqviz import Board, Placement

from .report import show
from .window import turn_for, window_on

PARTS, SECONDS = 4, 3


def measure() -> list[float]:
    """Give the times of the turns of the event loop, in milliseconds."""
    turns: list[float] = []
    ticker = QTimer()
    ticker.timeout.connect(lambda: turns.append(time.perf_counter()))
    ticker.start(0)
    turn_for(SECONDS)
    ticker.stop()
    return (np.diff(turns) * 1000).tolist()


def main() -> None:
    rows = []
    with window_on(Placement(Board.cube(9, 3))) as window:
        idle = measure()
        rows.append(("idle", f"{max(idle):.0f} ms", f"{median(idle):.2f} ms", ""))
        window.solve_panel.run()
        for part in range(PARTS):
            gaps = measure()
            state = "searching" if window.runner.jobs else "over"
            when = f"{part * SECONDS} .. {part * SECONDS + SECONDS} s, {state}"
            rows.append((when, f"{max(gaps):.0f} ms", f"{median(gaps):.2f} ms", "100 ms"))
        window.solve_panel.stop()
    show("gap", ("(9,3) maximum", "longest gap", "median", "goal"), rows)


if __name__ == "__main__":
    main()

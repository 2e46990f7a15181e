"""Counts: planar, layered, regular, and of maximum placements."""

import time
from collections.abc import Callable

from nqviz import Board
from nqviz.counting import count_layered, count_maximum, count_planar, count_regular

from .report import show

TASKS: dict[str, Callable[[], object]] = {
    "planar, n = 12": lambda: count_planar(12),
    "planar, n = 14": lambda: count_planar(14),
    "layered, (6,4)": lambda: count_layered(6, 4),
    "regular, (31,3)": lambda: count_regular(31, 3),
    "maximum, (8,2)": lambda: count_maximum(Board.cube(8, 2)),
    "maximum, (4,3)": lambda: count_maximum(Board.cube(4, 3)),
    "maximum, (5,3)": lambda: count_maximum(Board.cube(5, 3)),
}


def main() -> None:
    count_planar(6), count_maximum(Board.cube(4, 2))  # the kernels are compiled
    rows = []
    for name, task in TASKS.items():
        began = time.perf_counter()
        result = task()
        taken = time.perf_counter() - began
        rows.append((name, f"{result.count:,}", f"{taken:.2f} s"))
    show("counts", ("what", "count", "time"), rows)


if __name__ == "__main__":
    main()

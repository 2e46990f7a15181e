"""Counts in processor time, beside what each may take: planar, layered, full, regular, maximum.

Figures are those of one core; the memory of layered (8,4) is the highest of the process so far.
Words as arguments choose: ``python -m tests.benchmarks.counts planar full``.
"""

import resource
import sys
import time
from collections.abc import Callable

from nqviz import Board
from nqviz.counting import (
    completion_threshold,
    count_full,
    count_layered,
    count_maximum,
    count_planar,
    count_regular,
)

from .report import show


def maximum(n: int, d: int) -> Callable[[], object]:
    return lambda: count_maximum(Board.cube(n, d))


TASKS: dict[str, tuple[Callable[[], object], float | None]] = {
    "planar, n = 14": (lambda: count_planar(Board.cube(14, 2)), None),
    "planar, n = 16": (lambda: count_planar(Board.cube(16, 2)), 6.0),
    "layered, (7,4)": (lambda: count_layered(Board.cube(7, 4)), 0.5),
    "layered, (8,4)": (lambda: count_layered(Board.cube(8, 4)), 10.0),
    "full, (11,3)": (lambda: count_full(Board.cube(11, 3)), 0.1),
    "full, (12,3)": (lambda: count_full(Board.cube(12, 3)), 1.0),
    "full, (13,3)": (lambda: count_full(Board.cube(13, 3)), 20.0),
    "regular, (31,3)": (lambda: count_regular(Board.cube(31, 3)), None),
    **{
        f"maximum, ({n},{d})": (maximum(n, d), 5.0)
        for n, d in ((3, 3), (4, 3), (5, 3), (6, 3), (3, 4), (4, 4), (3, 5))
    },
    "threshold, (4,3)": (lambda: completion_threshold(Board.cube(4, 3)), None),
    "maximum, (7,3)": (maximum(7, 3), 240.0),
}
"""What is counted, and the seconds of processor time that it may take."""


def main() -> None:
    for count in (count_planar, count_maximum, count_layered):  # compile the kernels
        count(Board.cube(4, 2))
    count_full(Board.cube(5, 3))
    count_maximum(Board.cube(3, 3), method="theta")
    rows = []
    words = [word for word in sys.argv[1:] if word != "counts"]
    for name, (task, most) in TASKS.items():
        if words and not any(word in name for word in words):
            continue
        wall, processor = time.perf_counter(), time.process_time()
        result = task()
        value = getattr(result, "count", None)
        counted = f"{value:,}" if value is not None else f"{getattr(result, 'value', None)}"
        taken = f"{time.process_time() - processor:.2f} s"
        limit = "" if most is None else f"{most:g} s"
        waited = f"{time.perf_counter() - wall:.2f} s"
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        rows.append((name, counted, taken, limit, waited, f"{memory} MB"))
    show("counts", ("what", "count", "processor", "at most", "wall", "memory"), rows)


if __name__ == "__main__":
    main()

"""First queens: how far the search reaches on one core, against what it should take.

Processor time counts, as wall time means little on a machine that others use; nobody has published
n = 62, 64, 66, 68, 70, 72 and 74. ``python -m tests.benchmarks.first 56 70`` searches some sides
only; without numbers those that may take more than a quarter of a minute are left out.
"""

import sys
import time
from collections.abc import Sequence

from nqviz.core.board import Board
from nqviz.problems.first import first_placement
from nqviz.problems.first.compare import published_first, published_seconds
from nqviz.run.context import Limit, RunContext

from .report import show

SECONDS = (
    dict.fromkeys(range(21, 48), 10)
    | dict.fromkeys(range(48, 69), 15)
    | dict.fromkeys((69, 70, 71, 72, 73, 74, 77, 79), 90)
)
"""How many seconds each n should take at most."""
QUICK = 15


def main(sides: Sequence[str] = ()) -> None:
    first_placement(Board.cube(12, 2))  # the kernels are compiled
    rows = []
    quick = sorted(n for n, most in SECONDS.items() if most <= QUICK)
    for n in map(int, sides) if sides else quick:
        most = SECONDS[n]
        begun = time.process_time()
        found = first_placement(Board.cube(n, 2), run=RunContext(Limit(seconds=2 * most)))
        taken = time.process_time() - begun
        published = published_first(n)
        same = "" if published is None or found.permutation is None else "equal"
        if same and published != found.permutation:
            same = "DIFFERENT"
        times = [value for value in published_seconds(n).values() if value is not None]
        best = f"{min(times):,.2f} s" if times else "-"
        rows.append(
            (n, found.status, f"{taken:.2f} s", f"{most} s", f"{found.nodes:,}", best, same)
        )
    columns = ("n", "status", "CPU", "goal", "nodes", "best of the paper", "published")
    show("first", columns, rows)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Building the program of the (12,3)-board and of others: rows of each family, and the time."""

import time
from statistics import median

from nqviz import Board, InputError
from nqviz.ilp import FAMILIES, build_program, check_cuts, cut_names, separated
from tests.nqviz.ilp.row_counts import row_counts

from .report import show

BOARDS = (Board.cube(12, 3), Board.cube(5, 4))
TIMES = 3


def applies(board: Board, cuts: tuple[str, ...]) -> bool:
    """Return whether a board has parts for each of the cuts."""
    try:
        check_cuts(board, cuts)
    except InputError:
        return False
    return True


def measure(board: Board, cuts: tuple[str, ...]) -> tuple[str, str, str]:
    """Return the rows of each family, all rows and columns, and the median time."""
    times = []
    for _ in range(TIMES):
        fresh = Board(board.shape)  # a board keeps its lines once they are made
        began = time.perf_counter()
        program = build_program(fresh, cuts)
        times.append(time.perf_counter() - began)
    counts = ", ".join(f"{name} {count:,}" for name, count in row_counts(program).items())
    rows, columns = program.matrix.shape
    return counts, f"{rows:,} x {columns:,}", f"{median(times):.2f} s"


def main() -> None:
    build_program(Board.cube(3, 3))
    rows = []
    for board in BOARDS:
        static = [name for name in cut_names() if not separated([FAMILIES[name]])]
        choices = [(), *((name,) for name in static), ("cube", "face", "star", "cross")]
        for cuts in choices:
            if applies(board, cuts):
                goal = "1 s" if cuts == ("cube",) and board.n == 12 else ""
                rows.append((str(board), "+".join(("base", *cuts)), *measure(board, cuts), goal))
    columns = ("board", "program", "rows of each family", "matrix", "time", "goal")
    show("programs", columns, rows)

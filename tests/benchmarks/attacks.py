"""Placing and removing one queen in the attack counts."""

import time
from statistics import median

import numpy as np

from nqviz import AttackCounts, Board

from .report import show

QUEENS = 2000


def measure(board: Board) -> tuple[float, float]:
    """Return the median microseconds of placing and of removing a queen."""
    counts = AttackCounts(board)
    cells = np.random.default_rng(1).permutation(board.size)[: min(QUEENS, board.size // 2)]
    counts.place(int(cells[0]))
    counts.remove(int(cells[0]))  # the kernel is compiled
    times: list[list[float]] = []
    for change in (counts.place, counts.remove):
        times.append([])
        for cell in cells.tolist():
            began = time.perf_counter()
            change(cell)
            times[-1].append((time.perf_counter() - began) * 1e6)
    return median(times[0]), median(times[1])


def main() -> None:
    boards = [Board.cube(*each) for each in ((11, 3), (31, 3), (101, 3), (5, 5), (7, 6))]
    rows = [(str(board), *(f"{each:.1f} µs" for each in measure(board))) for board in boards]
    show("attacks", ("board", "place", "remove"), rows)

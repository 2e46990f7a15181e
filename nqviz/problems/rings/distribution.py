"""How the solutions of a board fall on ring vectors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.core.rings import check_ringed, ring_count
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status
from nqviz.run.progress import Progress

MAX_SIDE = 14
"""The largest n whose distribution is counted: 365,596 solutions."""


@dataclass(frozen=True, eq=False)
class RingDistribution:
    """The number of solutions with each ring vector."""

    n: int
    counts: dict[tuple[int, ...], int]
    """By ring vector, centre first; the most frequent first."""

    @property
    def total(self) -> int:
        """How many solutions were counted."""
        return sum(self.counts.values())


def distribution(board: Board, run: RunContext | None = None) -> Outcome[RingDistribution]:
    """Count the solutions of a flat square by their ring vectors.

    Returns
    -------
    Outcome of RingDistribution
        OPTIMAL when all solutions are counted; else LIMIT or STOPPED, with those counted so far.

    Raises
    ------
    InputError
        If the board has no rings or n is above `MAX_SIDE`.
    """
    check_ringed(board)
    n = board.n
    if n > MAX_SIDE:
        raise InputError(f"distributions are counted for n up to {MAX_SIDE}, not {n}")
    run = run or RunContext()
    # A ring holds four queens at most, so a vector is a number in base five.
    table = np.zeros(5 ** ring_count(n), dtype=np.int64)
    weights = 5 ** np.arange(ring_count(n), dtype=np.int64)
    ended: Status | None = None
    firsts = [(a, b) for a in range(n) for b in range(n) if abs(a - b) > 1] if n > 1 else [(0, -1)]
    for done, (first, second) in enumerate(firsts):
        ended = run.ended()
        if ended is not None:
            break
        run.progress(Progress("counting ring vectors", run.seconds, done / len(firsts)))
        _count(n, first, second, weights, table)
    found = np.flatnonzero(table)
    order = found[np.argsort(-table[found], kind="stable")]
    digits = order[:, None] // weights % 5
    counts = {
        tuple(vector): int(table[code])
        for vector, code in zip(digits.tolist(), order.tolist(), strict=True)
    }
    return Outcome(
        ended or Status.OPTIMAL,
        RingDistribution(n, counts),
        engine="search by ring vectors",
        seconds=run.seconds,
        known=None if ended else Known.EXACT,
    )


@compiled
def _count(
    n: int, first: int, second: int, weights: IntArray, table: npt.NDArray[np.int64]
) -> None:
    """Add to the table the solutions with queens on (0, first) and, where there is, (1, second)."""
    rings = len(weights)
    column = np.full(n + 1, -1, dtype=np.int64)
    files = np.zeros(n, dtype=np.bool_)
    up = np.zeros(2 * n, dtype=np.bool_)
    down = np.zeros(2 * n, dtype=np.bool_)
    code = np.zeros(n + 1, dtype=np.int64)
    fixed = 0
    for value in (first, second):
        if value >= 0:
            edge = min(fixed, n - 1 - fixed, value, n - 1 - value)
            code[fixed + 1] = code[fixed] + weights[rings - 1 - edge]
            files[value] = up[fixed + value] = down[fixed - value + n] = True
            fixed += 1
    row = fixed
    if row == n:
        table[code[n]] += 1
        return
    while row >= fixed:
        old = column[row]
        if old >= 0:
            files[old] = up[row + old] = down[row - old + n] = False
        value = old + 1
        while value < n and (files[value] or up[row + value] or down[row - value + n]):
            value += 1
        if value == n:
            column[row] = -1
            row -= 1
            continue
        edge = min(row, n - 1 - row, value, n - 1 - value)
        code[row + 1] = code[row] + weights[rings - 1 - edge]
        if row == n - 1:
            table[code[n]] += 1
            column[row] = value
            files[value] = up[row + value] = down[row - value + n] = True
            continue
        column[row] = value
        files[value] = up[row + value] = down[row - value + n] = True
        row += 1

"""How the solutions of a board fall on ring vectors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nqviz.constructions.stacking import planar_parts
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.rings import check_filled, ring_count
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Known, Outcome, Status

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
        If the board has no rings, its lines stop, or n is above `MAX_SIDE`.
    """
    check_filled(board)
    n = board.n
    if n > MAX_SIDE:
        raise InputError(f"distributions are counted for n up to {MAX_SIDE}, not {n}")
    run = run or RunContext()
    # A ring holds four queens at most, so a vector is a number in base five.
    table = np.zeros(5 ** ring_count(n), dtype=np.int64)
    weights = 5 ** np.arange(ring_count(n), dtype=np.int64)
    ended: Status | None = None
    rows, closed = np.arange(n), board.is_blocked.reshape(n, n)
    for done, columns in enumerate(planar_parts(n)):
        ended = run.ended()
        if ended is not None:
            break
        run.progress(Progress("counting ring vectors", run.seconds, done / n))
        columns = columns[~closed[rows, columns].any(axis=1)]
        edge = np.minimum(np.minimum(rows, n - 1 - rows), np.minimum(columns, n - 1 - columns))
        codes = weights[ring_count(n) - 1 - edge].sum(axis=1)
        table += np.bincount(codes, minlength=len(table))
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
        engine="planar solutions by ring vectors",
        seconds=run.seconds,
        known=None if ended else Known.EXACT,
    )

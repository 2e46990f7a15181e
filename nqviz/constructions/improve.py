"""Fill up and repair a placement: add queens by a short search, without a loss in count.

For the free cells that a construction leaves. The engines of `nqviz.engines` search longer.
"""

from __future__ import annotations

import numpy as np

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.placement import Placement
from nqviz.run.context import Progress, RunContext

WAYS = ("none", "fill", "repair")
"""What to do with free cells: nothing; place queens on them; and a short search after that."""

REPAIR_STEPS = 4000
"""The maximum number of queens that a repair moves."""

_TENURE = 10  # steps for which a removed queen is not placed again
_DEPTH = 6  # the maximum number of queens below the best count
_NEVER = np.iinfo(np.int32).max


def improve(
    placement: Placement,
    run: RunContext | None = None,
    *,
    way: str,
    seed: int = 0,
    steps: int = REPAIR_STEPS,
) -> Placement:
    """Add queens to a placement whose queens do not attack each other.

    `run`: a stopped repair returns the best so far.
    `way`: one of `WAYS`. ``fill`` places queens on free cells until none is left; ``repair`` then
    places queens where they displace the fewest others, and fills the cells that become free. The
    best placement is returned, so the result is never smaller.
    `seed`: at least 0; the same seed gives the same placement.
    `steps`: the maximum number of queens that a repair moves.
    """
    if way == "none":
        return placement
    rng = np.random.default_rng(seed)
    counts = AttackCounts.of(placement)
    _fill(counts, rng)
    best = _queens(counts)
    if way == "repair":
        run = run or RunContext()
        best = _repair(counts, best, rng, steps, run)
    return Placement.from_indices(placement.board, best)


def _queens(counts: AttackCounts) -> IntArray:
    return np.flatnonzero(counts.occupied)


def _fill(counts: AttackCounts, rng: np.random.Generator) -> None:
    while counts.free:
        # One random free cell at a time: a new queen attacks others, so compute them again.
        counts.place(int(rng.choice(counts.free_cells())))


def _repair(
    counts: AttackCounts, best: IntArray, rng: np.random.Generator, steps: int, run: RunContext
) -> IntArray:
    """Place queens where they displace the fewest others, and fill the cells that become free."""
    board = counts.board
    barred = np.zeros(board.size, dtype=np.int64)  # the step until which a cell is tabu
    for step in range(1, steps + 1):
        if run.ended():
            break
        costs = np.where(counts.occupied | (barred >= step), _NEVER, counts.counts)
        cell = int(rng.choice(np.flatnonzero(costs == costs.min())))
        if costs[cell] == _NEVER:
            break
        gone = counts.attackers(cell)
        for queen in gone:
            counts.remove(queen)
        barred[gone] = step + _TENURE + rng.integers(_TENURE)
        counts.place(cell)
        _fill(counts, rng)
        if counts.queens > len(best):
            best = _queens(counts)
        elif counts.queens < len(best) - _DEPTH:
            _restore(counts, best)
        if step % 50 == 0:
            text = f"repairing, {len(best):,} queens"
            run.progress(Progress(text, run.seconds, step / steps))
    return best


def _restore(counts: AttackCounts, queens: IntArray) -> None:
    wanted = np.zeros(counts.board.size, dtype=np.bool_)
    wanted[queens] = True
    for queen in np.flatnonzero(counts.occupied & ~wanted).tolist():
        counts.remove(queen)
    for queen in np.flatnonzero(wanted & ~counts.occupied).tolist():
        counts.place(queen)

"""Full placements of three dimensions, counted by exhaustive stacking of planar solutions."""

from __future__ import annotations

from nqviz.constructions.stacking import MAX_SIDE, stacks
from nqviz.core.symmetry import canonical
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status

from .count import Count

METHOD = "planar solutions stacked layer by layer, the first up to the symmetries of the square"

__all__ = ["MAX_SIDE", "count_full"]


def count_full(n: int, run: RunContext | None = None) -> Count:
    """Count the full placements, n^2 queens, of the flat (n,3)-board.

    Raises
    ------
    InputError
        If n is out of reach.
    """
    run = run or RunContext()
    total, classes = 0, set()
    for size, found in stacks(n, run):
        total += size * len(found)
        classes |= {canonical(placement) for placement in found}
    ended = run.ended()
    if ended is not None:
        return Count(ended, seconds=run.seconds, method=METHOD)
    return Count(Status.OPTIMAL, total, len(classes), run.seconds, METHOD)

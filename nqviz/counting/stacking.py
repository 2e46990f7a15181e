"""Full placements of three dimensions, counted by exhaustive stacking of planar solutions."""

from __future__ import annotations

import threading

from nqviz.constructions.stacking import MAX_SIDE, stacks
from nqviz.core.symmetry import canonical
from nqviz.run.work import Limit, ProgressCallback, Status, Stopwatch, ignore_progress

from .count import Count

METHOD = "planar solutions stacked layer by layer, the first up to the symmetries of the square"

__all__ = ["MAX_SIDE", "count_full"]


def count_full(
    n: int,
    limit: Limit | None = None,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
) -> Count:
    """Count the full placements, n^2 queens, of the flat (n,3)-board.

    Raises
    ------
    InputError
        If n is out of reach.
    """
    watch = Stopwatch(limit, stop)
    total, classes = 0, set()
    for size, found in stacks(n, progress, watch):
        total += size * len(found)
        classes |= {canonical(placement) for placement in found}
    ended = watch.ended()
    if ended is not None:
        return Count(ended, seconds=watch.seconds, method=METHOD)
    return Count(Status.OPTIMAL, total, len(classes), watch.seconds, METHOD)

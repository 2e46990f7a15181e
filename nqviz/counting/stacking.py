"""Full placements of three dimensions, counted by exhaustive stacking of planar solutions."""

from __future__ import annotations

from nqviz.constructions.stacking import MAX_SIDE, stacks
from nqviz.core.board import Board
from nqviz.core.symmetry import canonical
from nqviz.run.context import RunContext

from .count import Count, check_cube, finished, unfinished

METHOD = "planar solutions stacked layer by layer, the first up to the symmetries of the square"

__all__ = ["MAX_SIDE", "count_full"]


def count_full(board: Board, run: RunContext | None = None) -> Count:
    """Count the full placements, n^2 queens, of the flat (n,3)-board.

    Parameters
    ----------
    board : Board
        A flat cube of dimension 3 for queens.
    run : RunContext, optional
        Limit and stop flag.

    Raises
    ------
    InputError
        If the board does not suit, or its side is above `MAX_SIDE`.
    """
    check_cube("full placements", board, d=3)
    run = run or RunContext()
    total, classes = 0, set()
    for size, found in stacks(board.n, run):
        total += size * len(found)
        classes |= {canonical(placement) for placement in found}
    if run.ended() is not None:
        return unfinished(run, METHOD)
    return finished(total, run, METHOD, len(classes))

"""A second method for every kind of count, to confirm the first."""

from __future__ import annotations

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.symmetry import cell_orbits
from nqviz.run.context import RunContext
from nqviz.run.limit import Limit
from nqviz.run.outcome import Status
from nqviz.run.progress import Progress, ignore_progress
from nqviz.run.tasks import Execution

from .count import Count
from .enumerate_full import is_listed
from .layered.inclusion_exclusion import count_layered
from .layered.search import count_layered_directly, is_searched
from .maximum.count import count_maximum, other_method
from .planar import count_planar
from .regular import count_regular_directly

FEW_STEPS = 10**12
"""The maximum number of steps of a search for layered placements; above, the sum is faster."""

BY_CELLS = "the placements with a queen on one cell of each orbit, added up over all cells"


def has_second(what: str) -> bool:
    """Return whether there is a second method for a kind of count."""
    return what in ("planar", "layered", "maximum", "regular")


def second_count(
    what: str,
    board: Board,
    run: RunContext | None = None,
    queens: int | None = None,
    split: Execution | None = None,
) -> Count:
    """Count by another method than the first count.

    Parameters
    ----------
    what : str
        planar, layered, maximum or regular.
    board : Board
    run : RunContext, optional
        Limit, progress and stop flag.
    queens : int, optional
        For maximum: the number of queens found by the first method.
    split : Execution, optional
        Where tasks run; it keeps no checkpoint.

    Raises
    ------
    InputError
        If there is no second method, or the board is too large for it.
    """
    run = run or RunContext()
    if not has_second(what):
        raise InputError(f"there is no second method for count {what}")
    if what == "layered":
        n, d = board.n, board.d
        return (
            count_layered_directly(n, d, run, split)
            if is_searched(n, d, FEW_STEPS)
            else count_layered(n, d, run, split, other=True)
        )
    if what == "regular":
        return count_regular_directly(board.n, board.d, run)
    if what == "maximum" and board.is_classical and queens == board.n:
        return count_planar(board.n, run, split)
    if what == "planar":
        method = None if is_listed(board) else "covers"
        found = count_maximum(board, run, board.n, split=split, method=method)
        return Count(
            found.status, found.count, found.orbits, found.seconds, found.method, found.message
        )
    if queens is None:
        raise InputError("a second count needs the number of queens of the first")
    if board.d == 3 and is_listed(board) and queens == board.full_count:
        raise InputError(
            f"no second method reaches the full placements of the {board}: leave out the second"
            " count"
        )
    other = other_method(board, queens)
    if other is not None:
        found = count_maximum(board, run, queens, split=split, method=other)
        return Count(
            found.status, found.count, found.orbits, found.seconds, found.method, found.message
        )
    return _count_by_cells(board, queens, run, split)


def _count_by_cells(board: Board, queens: int, run: RunContext, split: Execution | None) -> Count:
    """Return the sum over cells of the placements that use them, divided by the queens."""
    if board.torus:
        least, sizes = [0], [board.size]
    else:
        _, first, size = np.unique(cell_orbits(board), return_index=True, return_counts=True)
        least, sizes = first.tolist(), size.tolist()
    uses = 0
    for number, (cell, cells) in enumerate(zip(least, sizes, strict=True)):
        run.progress(Progress("counting again, cell by cell", run.seconds, number / len(least)))
        left = run.remaining
        ended = run.ended()
        if ended is not None:
            return Count(ended, seconds=run.seconds, method=BY_CELLS)
        part = count_maximum(
            board,
            run.part(Limit(left, threads=run.limit.threads), progress=ignore_progress),
            k=queens,
            givens=Placement.from_indices(board, [cell]),
            split=split,
        )
        if part.count is None:
            status = part.status if part.status is not Status.OPTIMAL else Status.STOPPED
            return Count(status, seconds=run.seconds, method=BY_CELLS, message=part.message)
        uses += cells * part.count
    if uses % queens:
        raise ArithmeticError(f"{uses} uses of cells are not a multiple of {queens} queens")
    return Count(Status.OPTIMAL, uses // queens, seconds=run.seconds, method=BY_CELLS)

"""A second method for every kind of count, to confirm the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.symmetry import cell_orbits
from nqviz.run.context import Limit, RunContext, ignore_progress
from nqviz.run.tasks import Execution

from .count import Count, finished, unfinished
from .enumerate_full import is_listed
from .layered.blocked_cells import list_layered
from .layered.search import count_layered_directly, is_searched
from .layered.totals import count_layered
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
    board: Board,
    run: RunContext | None = None,
    *,
    what: str,
    queens: int | None = None,
    split: Execution | None = None,
) -> Count:
    """Count by another method than the first count.

    Parameters
    ----------
    what : str
        planar, layered, maximum or regular.
    queens : int, optional
        For maximum: the number of queens found by the first method.
    split : Execution, optional
        Where tasks run; it keeps no checkpoint.

    Raises
    ------
    InputError
        If there is no second method, the board does not suit it, or is out of its reach.
    """
    run = run or RunContext()
    if not has_second(what):
        raise InputError(f"there is no second method for count {what}")
    if what == "layered":
        return _second_layered(board, split, run)
    if what == "regular":
        return count_regular_directly(board, run)
    if what == "maximum" and board.is_classical and queens == board.n:
        return count_planar(board, run, split=split)
    if what == "planar":
        method = None if is_listed(board) else "covers"
        return count_maximum(board, run, k=board.n, split=split, method=method)
    if queens is None:
        raise InputError("a second count needs the number of queens of the first")
    if board.d == 3 and is_listed(board) and queens == board.full_count:
        raise InputError(
            f"no second method reaches the full placements of the {board}: leave out the second"
            " count"
        )
    other = other_method(board, queens)
    if other is not None:
        return count_maximum(board, run, k=queens, split=split, method=other)
    return _count_by_cells(board, queens, split, run)


def _second_layered(board: Board, split: Execution | None, run: RunContext) -> Count:
    if board.blocked:
        return list_layered(board, None, run)
    if is_searched(board.n, board.d, FEW_STEPS):
        return count_layered_directly(board, run, split=split)
    return count_layered(board, run, split=split, other=True)


def _count_by_cells(board: Board, queens: int, split: Execution | None, run: RunContext) -> Count:
    """Return the sum over cells of the placements that use them, divided by the queens."""
    cells = np.flatnonzero(~board.is_blocked)
    # Translations map each cell of a torus to each other.
    labels = (
        np.zeros_like(cells) if board.torus and not board.blocked else cell_orbits(board)[cells]
    )
    _, first, sizes = np.unique(labels, return_index=True, return_counts=True)
    least = cells[first].tolist()
    uses = 0
    for number, (cell, times) in enumerate(zip(least, sizes.tolist(), strict=True)):
        run.report("counting again, cell by cell", number / len(least))
        if run.ended() is not None:
            return unfinished(BY_CELLS, run)
        part = count_maximum(
            board,
            run.part(Limit(threads=run.limit.threads), progress=ignore_progress),
            k=queens,
            givens=Placement.from_indices(board, [cell]),
            split=split,
        )
        if part.count is None:
            return replace(unfinished(BY_CELLS, run, failure=part.message), status=part.status)
        uses += times * part.count
    if uses % queens:
        raise ArithmeticError(f"{uses} uses of cells are not a multiple of {queens} queens")
    return finished(uses // queens, BY_CELLS, run)

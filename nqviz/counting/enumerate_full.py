"""All full placements of a board: listed where that is quick, or counted by stacking."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.constructions import has_regular
from nqviz.constructions.stacking import planar_parts, stacks
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.core.symmetry import canonical, orbit
from nqviz.run.context import RunContext

from .count import Count, check_cube, finished, unfinished
from .rotational import count_orbits

PLANAR_FROM, PLANAR_TO = 11, 14
"""Smaller boards are counted queen by queen as fast; larger lists take much memory."""
LISTED_FULL = 13
"""The largest n whose full (n,3)-placements are listed, in about half a minute."""


BY_LIST = "the list of all full placements, layer by layer"
BY_STACKS = "planar solutions stacked layer by layer, the first up to the symmetries of the square"


def is_plain(board: Board) -> bool:
    """Return whether a board is a flat cube for queens."""
    return board.is_cube and not board.torus and board.piece == "queen"


def is_listed(board: Board) -> bool:
    """Return whether all full placements of a board can be listed."""
    if not is_plain(board):
        return False
    if board.d == 2:
        return PLANAR_FROM <= board.n <= PLANAR_TO
    return board.d == 3 and 7 < board.n <= LISTED_FULL and has_regular(board.n, 3)


def all_full(board: Board, run: RunContext) -> tuple[IntArray, int] | None:
    """Return the cells of all full placements.

    Returns `cells`, shape (k, full): one placement in each row; `orbits`: the number of placements
    up to the symmetries of the board; None if the run has ended before.
    """
    n = board.n
    if board.d == 2:
        parts = []
        for part in planar_parts(n):
            if run.ended() is not None:
                return None
            parts.append(part)
        cells = np.concatenate(parts).astype(np.int64) + n * np.arange(n)
        orbits = count_orbits(n, len(cells), lambda: run.ended() is None)
        return None if orbits is None else (cells, orbits)
    classes: dict[Placement, None] = {}
    for _, found in stacks(n, run):
        classes |= dict.fromkeys(canonical(placement) for placement in found)
    if run.ended() is not None:
        return None
    rows = [image.indices for placement in classes for image in orbit(placement)]
    return np.array(rows, dtype=np.int64).reshape(-1, board.full_count), len(classes)


def containing(members: IntArray, queens: IntArray) -> npt.NDArray[np.bool_]:
    """Return which placements contain all of some cells, shape (k,).

    `members`, shape (k, full): one placement in each row.
    `queens` has shape (m,).
    """
    chosen = np.ones(len(members), dtype=np.bool_)
    for cell in queens.tolist():
        chosen &= (members == cell).any(axis=1)
    return chosen


def count_full(board: Board, run: RunContext | None = None) -> Count:
    """Count the full placements, n^2 queens, of the flat (n,3)-board.

    Raises
    ------
    InputError
        If the board is no flat cube of dimension 3 for queens, or too large for `stacks`.
    """
    check_cube("full placements", board, d=3)
    run = run or RunContext()
    total, classes = 0, set()
    for size, found in stacks(board.n, run):
        total += size * len(found)
        classes |= {canonical(placement) for placement in found}
    if run.ended() is not None:
        return unfinished(BY_STACKS, run)
    return finished(total, BY_STACKS, run, orbits=len(classes))

"""The placements of lower bounds by argument: windows of linear sets, rows of planar solutions."""

from __future__ import annotations

import numpy as np

from nqviz.bounds import Witness, lower_bounds
from nqviz.bounds.filling import window_cells
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .classical import classical

MAX_BUILT_CELLS = 2**24
"""The largest number of cells of a box for windows of linear sets."""


def constructed(board: Board, wanted: int) -> Placement | None:
    """Return a window or rows of a planar solution with at least `wanted` queens.

    None if no such placement is known, or its box is too large.
    """
    for bound in lower_bounds(board):
        witness = bound.witness
        if witness is not None and witness.kind in ("window", "planar") and bound.value >= wanted:
            try:
                return Placement(board, argued_cells(witness))
            except InputError:
                continue
    return None


def argued_cells(witness: Witness) -> IntArray:
    """Return the cells of a window or of planar rows, shape (k, d), int64, in the first corner.

    Raises InputError if the box is too large.
    """
    if witness.kind == "window":
        board = Board(witness.shape)
        if board.size > MAX_BUILT_CELLS:
            raise InputError(f"the {board} is too large to look for the best shift of a linear set")
        return window_cells(witness.shape, witness.modulus)
    return _planar_cells(witness.shape)


def _planar_cells(shape: tuple[int, ...]) -> IntArray:
    """Return the first rows of a full planar solution."""
    first, second = sorted(range(len(shape)), key=lambda axis: -shape[axis])[:2]
    solution = classical(shape[first]).cells
    kept = solution[solution[:, 0] < shape[second]]
    cells = np.zeros((len(kept), len(shape)), dtype=np.int64)
    cells[:, second], cells[:, first] = kept.T
    return cells

"""The placements of lower bounds by argument: windows of linear sets, rows of planar solutions."""

from __future__ import annotations

import numpy as np

from nqviz.bounds import Witness, lower_bounds
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

    Raises
    ------
    InputError
        If the box is too large.
    """
    if witness.kind == "window":
        return _window_cells(witness.shape, witness.modulus)
    return _planar_cells(witness.shape)


def _window_cells(shape: tuple[int, ...], modulus: int) -> IntArray:
    """Return the cells in a box of the best shift of the linear set x_1 + 2 x_2 + 4 x_3 + ...."""
    board = Board(shape)
    if board.size > MAX_BUILT_CELLS:
        raise InputError(f"the {board} is too large to look for the best shift of a linear set")
    residues: IntArray = np.zeros((), dtype=np.int64)
    factor = 1
    for side in shape:
        step = factor if side > 1 else 0
        residues = (residues[..., None] + step * np.arange(side)) % modulus
        factor *= 2 if side > 1 else 1
    best = np.bincount(residues.ravel()).argmax()
    return board.cells(np.flatnonzero(residues.ravel() == best))


def _planar_cells(shape: tuple[int, ...]) -> IntArray:
    """Return the first rows of a full planar solution."""
    first, second = sorted(range(len(shape)), key=lambda axis: -shape[axis])[:2]
    solution = classical(shape[first]).cells
    kept = solution[solution[:, 0] < shape[second]]
    cells = np.zeros((len(kept), len(shape)), dtype=np.int64)
    cells[:, second], cells[:, first] = kept.T
    return cells

"""Cliques of the queen graph beyond the lines: cubes and stars.

Source: Kunt, *The n-Queens Problem in Higher Dimensions* (2023), section 4.3; for d = 2 the cliques
of Fischetti and Salvagnin (2019).
"""

from __future__ import annotations

from math import prod

import numpy as np
import scipy.sparse as sp

from ..board import Board, IntArray
from .families import Family, Rows, clique_rows


def _queens_only(board: Board) -> str | None:
    if board.piece == "queen":
        return None
    return f"their cells attack one another for queens, not for {board.piece}s"


def _cube_rows(board: Board) -> Rows:
    """Build the cubes of every side h at every place; on a torus they wrap.

    Axes of one cell are left out: the cubes are those of the remaining axes. Any two corners
    differ by 0 or h on each axis, and the centre from each corner by h/2 on all of them.
    """
    axes = np.flatnonzero(np.array(board.shape) > 1)
    sides = np.array(board.shape)[axes]
    strides = board.strides[axes]
    corners = np.indices((2,) * len(axes)).reshape(len(axes), 2 ** len(axes)).T
    blocks = [clique_rows(board, np.zeros((0, 1), dtype=np.int64))]
    for h in range(1, _shortest(board)):
        room = sides if board.torus else sides - h
        starts = np.indices(tuple(room.tolist())).reshape(len(axes), -1).T
        offsets = corners * h
        if h % 2 == 0:
            offsets = np.vstack((offsets, np.full(len(axes), h // 2)))
        blocks.append(clique_rows(board, _shifted(starts, offsets, sides, strides)))
    return Rows.at_most_one(sp.csr_array(sp.vstack(blocks, format="csr")))


def _shifted(starts: IntArray, offsets: IntArray, sides: IntArray, strides: IntArray) -> IntArray:
    """Give the indices of start + offset for all pairs, wrapped, shape (starts, offsets)."""
    indices = np.zeros((len(starts), len(offsets)), dtype=np.int64)
    for axis, (side, stride) in enumerate(zip(sides, strides, strict=True)):
        indices += (starts[:, None, axis] + offsets[None, :, axis]) % side * stride
    return indices


def _shortest(board: Board) -> int:
    """Give the shortest side of more than one cell, or 1."""
    return min((side for side in board.shape if side > 1), default=1)


def _cube_entries(board: Board) -> int:
    room = [side for side in board.shape if side > 1]
    return sum(
        prod(side if board.torus else side - h for side in room) * (2 ** len(room) + 1)
        for h in range(1, _shortest(board))
    )


def _star_rows(board: Board) -> Rows:
    """Build a star for every cell and every distance; what leaves the board is dropped."""
    sides = np.array(board.shape)
    cells = board.cells(np.arange(board.size))
    arms = np.vstack((np.eye(board.d, dtype=np.int64), -np.eye(board.d, dtype=np.int64)))
    blocks = [clique_rows(board, np.zeros((0, 1), dtype=np.int64))]
    for h in range(1, board.n):
        offsets = np.vstack((np.zeros(board.d, dtype=np.int64), arms * h))
        if board.torus:
            members, present = _shifted(cells, offsets, sides, board.strides), None
        else:
            reached = cells[:, None, :] + offsets
            members, present = board.indices(reached), board.contains(reached)
        blocks.append(clique_rows(board, members, present))
    return Rows.at_most_one(sp.csr_array(sp.vstack(blocks, format="csr")))


def _star_entries(board: Board) -> int:
    return board.size * (board.n - 1) * (2 * board.d + 1)


CUBES = Family(
    name="cube",
    description="the 2^d corners of a cube, with its centre when the side is even",
    objection=_queens_only,
    entries=_cube_entries,
    rows=_cube_rows,
)

STARS = Family(
    name="star",
    description="a cell and the cells at one distance from it along every axis, both ways",
    objection=_queens_only,
    entries=_star_entries,
    rows=_star_rows,
)

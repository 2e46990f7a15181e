"""Cliques of the queen graph beyond the lines: cubes and stars.

Source: Kunt, *The n-Queens Problem in Higher Dimensions* (2023), section 4.3; for d = 2 the cliques
of Fischetti and Salvagnin (2019).
"""

from __future__ import annotations

from math import prod

import numpy as np
import scipy.sparse as sp

from ..board import Board, IntArray, coordinate_text
from ..errors import InputError
from .families import Family, Rows, clique_rows

CLIQUE_KINDS = ("cube", "star")


def clique_cells(board: Board, index: int, kind: str, h: int) -> IntArray:
    """Give the cells of one clique at a cell, in order: any two of them attack each other.

    A "cube" has the cell as a corner and stretches to higher coordinates, or to lower ones where
    the board ends; where it fits neither way there is none. A "star" has the cell in its middle;
    arms that leave the board are dropped. On a torus both wrap.

    Parameters
    ----------
    board : Board
        For queens.
    index : int
        The cell.
    kind : str
        "cube" or "star".
    h : int
        The side of the cube, or the distance of the arms, 1 or more.

    Returns
    -------
    array of shape (k,)
        Empty where there is no such clique.

    Raises
    ------
    InputError
        If the kind is unknown, h is less than 1, or the pieces are not queens.
    """
    objection = _queens_only(board)
    if kind not in CLIQUE_KINDS or h < 1 or objection:
        problem = objection or f"there is no {kind} of size {h}; choose a cube or a star from 1"
        raise InputError(f"no clique at {coordinate_text(board.cell(index))}: {problem}")
    sides = np.array(board.shape)
    cell = np.array(board.cell(index))
    if kind == "star":
        reached = cell + _star_offsets(board.d, h)
        if not board.torus:
            return np.sort(board.indices(reached[board.contains(reached)]))
    else:
        axes = np.flatnonzero(sides > 1)
        upward = (cell + h < sides) | board.torus
        if h >= _shortest(board) or not (upward | (cell >= h))[axes].all():
            return np.zeros(0, dtype=np.int64)
        offsets = np.zeros((len(_cube_offsets(len(axes), h)), board.d), dtype=np.int64)
        offsets[:, axes] = _cube_offsets(len(axes), h)
        reached = cell + np.where(upward, 1, -1) * offsets
    return np.unique(board.indices(reached % sides))


def _cube_offsets(axes: int, h: int) -> IntArray:
    """Give the corners of a cube of side h, and its centre when h is even, shape (k, axes)."""
    corners: IntArray = np.indices((2,) * axes).reshape(axes, 2**axes).T * h
    return corners if h % 2 else np.vstack((corners, np.full(axes, h // 2)))


def _star_offsets(d: int, h: int) -> IntArray:
    """Give the middle of a star and the ends of its arms, shape (2 d + 1, d)."""
    arms = np.eye(d, dtype=np.int64) * h
    return np.vstack((np.zeros((1, d), dtype=np.int64), arms, -arms))


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
    blocks = [clique_rows(board, np.zeros((0, 1), dtype=np.int64))]
    for h in range(1, _shortest(board)):
        room = sides if board.torus else sides - h
        starts = np.indices(tuple(room.tolist())).reshape(len(axes), -1).T
        blocks.append(
            clique_rows(board, _shifted(starts, _cube_offsets(len(axes), h), sides, strides))
        )
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
    blocks = [clique_rows(board, np.zeros((0, 1), dtype=np.int64))]
    for h in range(1, board.n):
        offsets = _star_offsets(board.d, h)
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

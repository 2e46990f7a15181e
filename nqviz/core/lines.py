"""The lines of a board: their keys, the incidence matrix and the graph of attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import sparse as sp
from .interruption import check_interruption

if TYPE_CHECKING:
    from .board import Board, IntArray

_AT_ONCE = 32
"""Cells whose attacks are found between two checks whether they are still needed."""


def line_keys(board: Board, cells: IntArray, direction: int) -> IntArray:
    """Return for each cell the key of its line of one direction; see `Board.line_keys`."""
    vector = board.directions[direction]
    if board.has_hyperplanes:  # the first cell lies on the last axis of the direction
        last = np.flatnonzero(vector)[-1]
        keys: IntArray = (cells @ vector * vector[last]) % board.n * board.strides[last]
        return keys
    if board.torus:
        return _torus_line_keys(board, cells, vector, board.cycle_lengths[direction])
    axes = np.flatnonzero(vector)
    back = np.full(len(cells), board.n, dtype=np.int64)
    for axis in axes:
        column = cells[:, axis]
        room = column if vector[axis] > 0 else board.shape[axis] - 1 - column
        np.minimum(back, room, out=back)
    return board.indices(cells) - back * int(board.direction_steps[direction])


def _torus_line_keys(board: Board, cells: IntArray, vector: IntArray, length: int) -> IntArray:
    # A wrapped line meets layer 0 of each axis it moves along; go there first. If the sides
    # differ it may meet that layer more than once: the least index is the key of the line.
    axes = np.flatnonzero(vector)
    pivot = int(axes[np.argmax(np.array(board.shape)[axes])])
    side = board.shape[pivot]
    first = cells - (cells[:, pivot] * vector[pivot])[:, None] * vector
    keys = board.indices(first % board.shape)
    for turn in range(1, length // side):
        again = board.indices((first + turn * side * vector) % board.shape)
        np.minimum(keys, again, out=keys)
    return keys


def hyperplanes_through(board: Board, index: int) -> list[IntArray]:
    """Return the cells with the same sum(e_i x_i) mod n as a cell, for each direction e."""
    cells = np.indices(board.shape).reshape(board.d, -1)
    sums = (vector @ cells % board.n for vector in board.directions)
    return [np.flatnonzero(row == row[index]) for row in sums]


def incidence(board: Board) -> tuple[sp.csr_array, IntArray]:
    """Return the incidence matrix, and the direction of each row; see `Board.incidence`."""
    everything = board.cells(np.arange(board.size))
    columns, lengths, of = [], [], []
    for direction in range(len(board.directions)):
        check_interruption()
        keys = board.line_keys(everything, direction)
        order = np.argsort(keys, kind="stable")
        _, length = np.unique(keys[order], return_counts=True)
        keep = length >= 2
        columns.append(order[np.repeat(keep, length)])
        lengths.append(length[keep])
        of.append(np.full(int(keep.sum()), direction, dtype=np.int64))
    row_lengths = np.concatenate([np.zeros(1, np.int64), *lengths])
    indices = np.concatenate([np.zeros(0, np.int64), *columns])
    matrix: sp.csr_array = sp.csr_array(
        (np.ones(len(indices), np.int8), indices, row_lengths.cumsum()),
        shape=(len(row_lengths) - 1, board.size),
    )
    directions = np.concatenate([np.zeros(0, np.int64), *of])
    directions.setflags(write=False)
    return matrix, directions


def attack_graph(board: Board) -> sp.csr_array:
    """Return the queen graph; see `Board.attack_graph`."""
    lines = board.incidence.astype(np.int32)
    through = sp.csr_array(lines.T)
    parts = []
    for first in range(0, board.size, _AT_ONCE):  # the product of all at once may take minutes
        check_interruption()
        parts.append(sp.csr_array(through[first : first + _AT_ONCE] @ lines).astype(np.bool_))
    both: sp.csr_array = sp.csr_array(sp.vstack(parts, format="csr"))
    both.setdiag(False)
    both.eliminate_zeros()
    return both

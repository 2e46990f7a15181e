"""The symmetries that a theta search uses: all of a board, or a part of a large group."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.symmetry import Permutations, index_permutations, symmetry_count
from nqviz.proofs import Symmetries

MAX_ENTRIES = 2**23
"""The largest table of symmetries, in entries."""


def symmetries(board: Board, givens: IntArray, index: IntArray) -> tuple[Permutations, Symmetries]:
    """Return the symmetries that keep the givens, as permutations of the free cells, and in words.

    They keep the blocked cells. Where the table of all would be large, only the reversals of axes
    are used; on a torus without givens the translations as well where it stays small.
    `givens`, shape (k,), `index`, shape (cells,); returns shape (order, cells).
    """
    is_open, board = ~board.is_blocked, board.without_blocked()
    long = tuple(axis for axis, side in enumerate(board.shape) if side > 1)
    whole = symmetry_count(board) * board.size <= MAX_ENTRIES
    if not whole:
        long = long[: (MAX_ENTRIES // board.size).bit_length() - 1]
    table = index_permutations(board) if whole else _reversals(board, long)
    translate = board.torus and table.size * board.size <= MAX_ENTRIES
    if translate:
        cells = board.cells(np.arange(board.size))
        moved = [board.indices((cells + shift) % board.shape) for shift in cells]
        table = np.concatenate([table[:, shift] for shift in moved])
    keeps = (np.sort(table[:, givens], axis=1) == np.sort(givens)).all(axis=1)
    keeps &= is_open[table[:, is_open]].all(axis=1)
    place = np.zeros(board.size, dtype=np.int32)
    place[index] = np.arange(len(index))
    group = np.ascontiguousarray(place[table[keeps][:, index]])
    return group, Symmetries(whole, long, translate)


def _reversals(board: Board, axes: Sequence[int]) -> Permutations:
    """Return the images of all cells when any of some axes are reversed."""
    cells = board.cells(np.arange(board.size))
    far = np.array(board.shape) - 1
    table = []
    for choice in product((False, True), repeat=len(axes)):
        turned = np.zeros(board.d, dtype=np.bool_)
        turned[list(axes)] = choice
        table.append(board.indices(np.where(turned, far - cells, cells)))
    return np.array(table, dtype=np.int32)

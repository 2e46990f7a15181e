"""The lines of a board as matrices, and the keys of wrapped lines; `Board` keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from . import sparse as sp
from .interruption import check_interruption

_Integers: TypeAlias = npt.NDArray[np.int64]
_AT_ONCE = 32
"""Cells whose attacks are found between two checks whether they are still needed."""


def line_matrix(keys_of: Iterable[_Integers], size: int) -> tuple[sp.csr_array, _Integers]:
    """Return the incidence matrix of a board and the direction of each of its rows.

    `keys_of`: for each direction the key of the line of each cell, shape (size,).
    """
    columns, lengths, of = [], [], []
    for direction, keys in enumerate(keys_of):
        check_interruption()
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
        shape=(len(row_lengths) - 1, size),
    )
    return matrix, np.concatenate([np.zeros(0, np.int64), *of])


def attack_matrix(incidence: sp.csr_array) -> sp.csr_array:
    """Return which cells share a line, shape (size, size), bool; no cell attacks itself."""
    size = incidence.shape[1]
    lines = incidence.astype(np.int32)
    through = sp.csr_array(lines.T)
    parts = []
    for first in range(0, size, _AT_ONCE):  # the product of all at once may take minutes
        check_interruption()
        parts.append(sp.csr_array(through[first : first + _AT_ONCE] @ lines).astype(np.bool_))
    both: sp.csr_array = sp.csr_array(sp.vstack(parts, format="csr"))
    both.setdiag(False)
    both.eliminate_zeros()
    return both


def steps_back(cells: _Integers, vector: _Integers, shape: Sequence[int]) -> _Integers:
    """Return how many steps against a direction each cell, shape (k, d), is from its edge."""
    back = np.full(len(cells), max(shape), dtype=np.int64)
    for axis in np.flatnonzero(vector).tolist():
        column = cells[:, axis]
        np.minimum(back, column if vector[axis] > 0 else shape[axis] - 1 - column, out=back)
    return back


def torus_line_keys(
    cells: _Integers, vector: _Integers, length: int, shape: Sequence[int], strides: _Integers
) -> _Integers:
    """Return for each cell of a torus, shape (k, d), the least index of the cells of its line.

    `vector`, `length`: the direction of the lines and how many cells they have.
    """
    # A wrapped line meets layer 0 of each axis it moves along; go there first. If the sides
    # differ it may meet that layer more than once: the least index is the key of the line.
    axes = np.flatnonzero(vector)
    pivot = int(axes[np.argmax(np.array(shape)[axes])])
    side = shape[pivot]
    first = cells - (cells[:, pivot] * vector[pivot])[:, None] * vector
    keys: _Integers = (first % shape) @ strides
    for turn in range(1, length // side):
        again = ((first + turn * side * vector) % shape) @ strides
        np.minimum(keys, again, out=keys)
    return keys

"""Rows that follow from one other row, found by comparing lists of cells."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.interruption import check_interruption
from nqviz.core.jit import compiled

Mask = npt.NDArray[np.bool_]

_AT_ONCE = 256
"""Rows that are compared between two checks whether the result is still needed."""


def dominated(matrix: sp.csr_array, upper: IntArray) -> Mask:
    """Return which rows sum(x over S) <= b follow from one other, S in S' and b' <= b.

    Of equal rows the first is kept.
    `matrix`, shape (rows, columns); `upper`, shape (rows,).
    """
    matrix = sp.csr_array(matrix)
    matrix.sort_indices()
    check_interruption()
    holders = sp.csc_array(matrix)
    result = np.zeros(matrix.shape[0], dtype=np.bool_)
    lists = (*_lists(matrix), *_lists(holders), upper.astype(np.int64))
    for first in range(0, len(upper), _AT_ONCE):
        check_interruption()
        _mark(*lists, first, min(first + _AT_ONCE, len(upper)), result)
    return result


def _lists(matrix: sp.csr_array | sp.csc_array) -> tuple[IntArray, IntArray]:
    """Return the lists of a matrix: where each begins, and what is in it."""
    return matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64)


@compiled
def _mark(
    starts: IntArray,
    cells: IntArray,
    holder_starts: IntArray,
    holders: IntArray,
    upper: IntArray,
    first: int,
    end: int,
    result: Mask,
) -> None:
    """Compare each of some rows with those that hold the cell of it that fewest rows hold."""
    for row in range(first, end):
        rarest, fewest = -1, len(upper) + 1
        for place in range(starts[row], starts[row + 1]):
            cell = cells[place]
            count = holder_starts[cell + 1] - holder_starts[cell]
            if count < fewest:
                rarest, fewest = cell, count
        if rarest < 0:
            continue
        for place in range(holder_starts[rarest], holder_starts[rarest + 1]):
            other = holders[place]
            longer = (starts[other + 1] - starts[other]) - (starts[row + 1] - starts[row])
            tighter = upper[row] - upper[other]
            if longer < 0 or tighter < 0:
                continue
            if longer == 0 and tighter == 0 and other >= row:
                continue
            if _contains(starts, cells, other, row):
                result[row] = True
                break


@compiled
def _contains(starts: IntArray, cells: IntArray, outer: int, inner: int) -> bool:
    """Return whether every cell of a row belongs to another; both lists are in order."""
    at, end = starts[outer], starts[outer + 1]
    for place in range(starts[inner], starts[inner + 1]):
        cell = cells[place]
        while at < end and cells[at] < cell:
            at += 1
        if at == end or cells[at] != cell:
            return False
        at += 1
    return True

"""The lines of a board: those of flat boards, parts of lines, and lines as matrices.

Lines of each kind are made from the sides `shape` of the board, d of them, and the vectors
`directions` of its m directions of attack, shape (m, d), int64. Where lines stop at blocked cells
they have parts, each with the key of its first cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from . import sparse as sp
from .interruption import check_interruption

_Integers: TypeAlias = npt.NDArray[np.int64]
_AT_ONCE = 32
"""Cells whose attacks are found between two checks whether they are still needed."""


class Lines(Protocol):
    """The lines of some directions: each direction parts all cells of the board into lines."""

    def through(self, cell: _Integers, index: int) -> Sequence[slice | _Integers]:
        """Return the line of each direction through a cell, shape (d,), with its index.

        Where a line closes, the cell comes first.
        """

    def keys(self, cells: _Integers, number: int) -> _Integers:
        """Return the index of the first cell of each cell's line in a direction, shape (k,).

        `cells`, shape (k, d). `number`: the place of the direction.
        """

    def lengths(self, cells: _Integers, number: int) -> _Integers:
        """Return how many cells the line of each cell, shape (k, d), has, shape (k,)."""


class FlatLines:
    """The lines of a flat board, as slices of its flat array.

    `strides`, shape (d,), int64: the index steps along the axes.
    """

    def __init__(self, shape: Sequence[int], directions: _Integers, strides: _Integers) -> None:
        self._shape, self._directions, self._strides = shape, directions, strides
        self._last = np.array(shape, dtype=np.int64) - 1
        self._far = np.array([max(shape)], dtype=np.int64)
        self._steps = directions @ strides
        # Columns of the table [cell, last - cell, far] that bound the steps both ways.
        axes = np.arange(len(shape))
        down, up, free = axes, axes + len(shape), 2 * len(shape)
        self._back = np.where(directions > 0, down, np.where(directions < 0, up, free))
        self._onward = np.where(directions > 0, up, np.where(directions < 0, down, free))

    def through(self, cell: _Integers, index: int) -> list[slice]:
        """Return the line of each direction through a cell, as `Lines` does."""
        table = np.concatenate((cell, self._last - cell, self._far))
        starts = index - table[self._back].min(axis=1) * self._steps
        stops = index + table[self._onward].min(axis=1) * self._steps + 1
        return list(map(slice, starts.tolist(), stops.tolist(), self._steps.tolist()))

    def keys(self, cells: _Integers, number: int) -> _Integers:
        """Return the first cell of each cell's line, as `Lines` does."""
        back = steps_back(cells, self._directions[number], self._shape)
        return cells @ self._strides - back * int(self._steps[number])

    def lengths(self, cells: _Integers, number: int) -> _Integers:
        """Return how many cells the line of each cell has, as `Lines` does."""
        vector = self._directions[number]
        back = steps_back(cells, vector, self._shape)
        return back + 1 + steps_back(cells, -vector, self._shape)


def segment_keys(
    keys: _Integers, through: Iterable[slice | _Integers], is_blocked: npt.NDArray[np.bool_]
) -> _Integers:
    """Return for each cell the first cell of its part of a line, where lines stop.

    `keys`, shape (size,): the key of the whole line of each cell.
    `through`: the whole line through each blocked cell; a wrapped one begins at that cell.
    `is_blocked`, shape (size,).
    Returns shape (size,), int64: a blocked cell is a part of its own.
    """
    parts = keys.copy()
    everything = np.arange(len(keys))
    seen: set[int] = set()
    for line in through:
        cells = everything[line]
        if int(keys[cells[0]]) in seen:
            continue
        seen.add(int(keys[cells[0]]))
        closed = is_blocked[cells]
        starts = closed.copy()
        starts[0] = True
        starts[1:] |= closed[:-1]
        parts[cells] = cells[np.flatnonzero(starts)[np.cumsum(starts) - 1]]
    return parts


def segment_of(line: slice | _Integers, keys: _Integers, index: int) -> slice | _Integers:
    """Return the part of a line with a cell on it, in the order of the line.

    `keys`, shape (size,): as `segment_keys` returns them.
    """
    if isinstance(line, slice):
        same = np.flatnonzero(keys[line] == keys[index])
        first = line.start + int(same[0]) * line.step
        return slice(first, first + (len(same) - 1) * line.step + 1, line.step)
    part = line[keys[line] == keys[index]]
    rolled: _Integers = np.roll(part, -int(np.flatnonzero(part == keys[index])[0]))
    return rolled


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


def steps_back(cells: _Integers, vector: _Integers, shape: Sequence[int] | _Integers) -> _Integers:
    """Return how many steps against a vector each cell, shape (k, d), is from its edge."""
    back = np.full(len(cells), max(shape), dtype=np.int64)
    for axis in np.flatnonzero(vector).tolist():
        column = cells[:, axis]
        room = column if vector[axis] > 0 else shape[axis] - 1 - column
        size = abs(int(vector[axis]))
        np.minimum(back, room if size == 1 else room // size, out=back)
    return back

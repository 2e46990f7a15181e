"""The lines of a board, on flat boards and on tori: through a cell, as matrices, and by keys.

Whole lines through a cell are made from the sides `shape` of the board, d of them, and the vectors
`directions` of its m directions of attack, shape (m, d), int64. Where lines stop at blocked cells
they have parts, each with the key of its first cell.
"""

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


class FlatLines:
    """The lines of a flat board, as slices of its flat array.

    `steps`, shape (m,), int64: the index step of each direction, positive.
    """

    def __init__(self, shape: Sequence[int], directions: _Integers, steps: _Integers) -> None:
        self._last = np.array(shape, dtype=np.int64) - 1
        self._far = np.array([max(shape)], dtype=np.int64)
        self._steps = steps
        # Columns of the table [cell, last - cell, far] that bound the steps both ways.
        axes = np.arange(len(shape))
        down, up, free = axes, axes + len(shape), 2 * len(shape)
        self._back = np.where(directions > 0, down, np.where(directions < 0, up, free))
        self._onward = np.where(directions > 0, up, np.where(directions < 0, down, free))

    def through(self, cell: _Integers, index: int) -> list[slice]:
        """Return the line of each direction through a cell, shape (d,), with its index."""
        table = np.concatenate((cell, self._last - cell, self._far))
        starts = index - table[self._back].min(axis=1) * self._steps
        stops = index + table[self._onward].min(axis=1) * self._steps + 1
        return list(map(slice, starts.tolist(), stops.tolist(), self._steps.tolist()))


class LeapLines:
    """The leaps of a piece on a flat board as lines of two cells.

    A leap s cuts the board into chains x, x + s, x + 2s and so on. The links of the chains are two
    directions, each of which parts all cells into pairs and single cells: the links that leave
    from even places of their chains, and those from odd places.
    `leaps`, shape (m, d), and `steps`, shape (m,), int64: each leap twice, and its index step.
    """

    def __init__(self, shape: Sequence[int], leaps: _Integers, steps: _Integers) -> None:
        self._shape, self._leaps, self._steps = shape, leaps, steps

    def keys(self, cells: _Integers, indices: _Integers, number: int) -> _Integers:
        """Return the first cell of each cell's pair in a direction, shape (k,).

        `cells`, shape (k, d), and `indices`, shape (k,), of the same cells.
        """
        back = steps_back(cells, self._leaps[number], self._shape)
        keys: _Integers = indices - np.minimum(back, (back + number) & 1) * self._steps[number]
        return keys

    def lengths(self, cells: _Integers, number: int) -> _Integers:
        """Return how many cells the pair of each cell, shape (k, d), has: 1 or 2, shape (k,)."""
        leap = self._leaps[number]
        back = steps_back(cells, leap, self._shape)
        onward = steps_back(cells, -leap, self._shape)
        lengths: _Integers = 1 + (np.where((back + number) & 1, back, onward) > 0)
        return lengths

    def through(self, cell: _Integers, index: int) -> list[slice]:
        """Return the pair of each direction with a cell, shape (d,), and its index."""
        cells, indices = cell[None], np.array([index])
        found = []
        for number, step in enumerate(self._steps.tolist()):
            first = int(self.keys(cells, indices, number)[0])
            length = int(self.lengths(cells, number)[0])
            found.append(slice(first, first + (length - 1) * step + 1, step))
        return found


class TorusLines:
    """The lines of a torus, as arrays of indices.

    `strides`, shape (d,), int64: the index steps along the axes.
    `lengths`: the number of cells of a line of each direction.
    """

    def __init__(
        self,
        shape: Sequence[int],
        directions: _Integers,
        strides: _Integers,
        lengths: Sequence[int],
    ) -> None:
        self._shape, self._strides = shape, strides
        self._offsets = [
            np.arange(length, dtype=np.int64)[:, None] * vector
            for vector, length in zip(directions, lengths, strict=True)
        ]

    def through(self, cell: _Integers, index: int) -> list[_Integers]:
        """Return the line of each direction through a cell, shape (d,); the cell comes first."""
        return [((cell + offsets) % self._shape) @ self._strides for offsets in self._offsets]


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


def steps_back(cells: _Integers, vector: _Integers, shape: Sequence[int]) -> _Integers:
    """Return how many steps against a vector each cell, shape (k, d), is from its edge."""
    back = np.full(len(cells), max(shape), dtype=np.int64)
    for axis in np.flatnonzero(vector).tolist():
        column = cells[:, axis]
        room = column if vector[axis] > 0 else shape[axis] - 1 - column
        size = abs(int(vector[axis]))
        np.minimum(back, room if size == 1 else room // size, out=back)
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

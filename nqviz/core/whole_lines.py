"""The whole lines of a board through a cell, on flat boards and on tori.

Both are made from the sides `shape` of the board, d of them, and the vectors `directions` of its
m directions of attack, shape (m, d), int64.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

_Integers: TypeAlias = npt.NDArray[np.int64]


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

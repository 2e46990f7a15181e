"""Boxes of cells: their sides, and the positions of cells in the flat array.

A cell is a row of d integers from 0, or its *index*, the position in the flat (C-order) array.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .cached import cached_property
from .coordinates import coordinate_text
from .errors import InputError

IntArray: TypeAlias = npt.NDArray[np.int64]


class Box:
    """A box of cells."""

    shape: tuple[int, ...]

    @property
    def d(self) -> int:
        """The dimension."""
        return len(self.shape)

    @property
    def n(self) -> int:
        """The longest side; of a cube, its side."""
        return max(self.shape)

    @property
    def is_cube(self) -> bool:
        """Whether all sides are equal."""
        return len(set(self.shape)) == 1

    @cached_property
    def size(self) -> int:
        """The number of cells."""
        return prod(self.shape)

    @cached_property
    def strides(self) -> IntArray:
        """Index steps of the flat array along each axis, shape (d,), int64."""
        sides = np.array((*self.shape[1:], 1), dtype=np.int64)
        return sides[::-1].cumprod()[::-1].copy()

    # Cells -------------------------------------------------------------------------------

    def contains(self, cells: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return for each cell, shape (..., d), whether it is on the board; shape (...), bool."""
        array = np.asarray(cells, dtype=np.int64)
        return np.asarray(((array >= 0) & (array < self.shape)).all(axis=-1))

    def index(self, cell: Sequence[int]) -> int:
        """Return the index of one 0-based cell.

        Raises InputError if the cell has another dimension or is off the board.
        """
        if len(cell) != self.d:
            raise InputError(
                f"cell {coordinate_text(cell)} has {len(cell)} coordinates; the board has {self.d}"
            )
        total = 0
        for value, side, stride in zip(cell, self.shape, self._stride_list, strict=True):
            if not 0 <= value < side:
                raise InputError(f"cell {coordinate_text(cell)} is off the {self}")
            total += int(value) * stride
        return total

    def cell(self, index: int) -> tuple[int, ...]:
        """Return the 0-based cell of one index."""
        values = []
        for stride in self._stride_list:
            value, index = divmod(index, stride)
            values.append(value)
        return tuple(values)

    def indices(self, cells: npt.ArrayLike) -> IntArray:
        """Return the indices, shape (...), int64, of cells on the board, shape (..., d)."""
        return np.asarray(cells, dtype=np.int64) @ self.strides

    def cells(self, indices: npt.ArrayLike) -> IntArray:
        """Return the 0-based cells, shape (..., d), int64, of indices, shape (...)."""
        array = np.asarray(indices, dtype=np.int64)
        cells = np.empty((*array.shape, self.d), np.int64)
        for axis, values in enumerate(np.unravel_index(array, self.shape)):
            cells[..., axis] = values
        return cells

    @cached_property
    def _stride_list(self) -> list[int]:
        return [int(stride) for stride in self.strides]

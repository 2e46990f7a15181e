"""A compiled kernel: whether two of many queens share a line."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .board import IntArray
from .jit import compiled


@compiled
def shares_line(
    cells: IntArray,
    indices: IntArray,
    shape: IntArray,
    direction: IntArray,
    step: int,
    used: npt.NDArray[np.uint64],
) -> bool:
    """Return whether two of the cells are on one line of a direction of a flat board.

    The first cell of each line is marked in the bits of `used`, initially 0.

    Parameters
    ----------
    cells : array of shape (k, d), int64
    indices : array of shape (k,), int64
        The indices of the cells.
    shape : array of shape (d,), int64
    direction : array of shape (d,), int64
    step : int
        The index step of the direction.
    used : array of shape (size // 64 + 1,), uint64
        Work space; changed.
    """
    one = np.uint64(1)
    far = shape.max()
    for queen in range(len(cells)):
        back = far
        for axis in range(len(shape)):
            if direction[axis] > 0:
                back = min(back, cells[queen, axis])
            elif direction[axis] < 0:
                back = min(back, shape[axis] - 1 - cells[queen, axis])
        first = indices[queen] - back * step
        bit = one << np.uint64(first & 63)
        if used[first >> 6] & bit:
            return True
        used[first >> 6] |= bit
    return False

"""The lines of a Moebius strip: a rectangle whose two ends are joined after half a turn.

A step over the seam of the axis that wraps reverses the other axis: with sides n along the strip
and m across it, the cell after (n - 1, y) is (0, m - 1 - y), and a diagonal that went up goes down.
Laid out, the strip is endless, and (x, y) is the same cell as (x + n, m - 1 - y). Its lines are

- along the strip: y and m - 1 - y, 2 n cells, or n in the middle;
- across it: the columns, m cells;
- the 2 n diagonals from (a, 0) to (a + m - 1, m - 1), for a = 0 to 2 n - 1, m cells each. Those
  that fall on the layout are the same lines, mirrored.

The diagonals through a cell are a = x - y and a = x + y + n - m + 1, modulo 2 n. They differ by an
odd number where n - m is even: then the diagonals of even a are one direction and those of odd a
another, and no diagonal meets itself. Boards with n - m odd have no such two directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

_Integers: TypeAlias = npt.NDArray[np.int64]


class MoebiusLines:
    """The lines of a Moebius strip, as arrays of indices.

    `along`: the axis that wraps.
    `directions`, shape (m, 2): some of (1, 0), (0, 1), (1, 1) and (1, -1). The last two have the
    diagonals of even and of odd a.
    """

    def __init__(self, shape: Sequence[int], directions: _Integers, along: int) -> None:
        self._directions, self._along = directions, along
        self._long, self._wide = shape[along], shape[1 - along]
        self._stride = (shape[1], 1)[along], (shape[1], 1)[1 - along]

    def through(self, cell: _Integers, index: int) -> list[_Integers]:
        """Return the line of each direction through a cell, as `Lines` does."""
        x, y = int(cell[self._along]), int(cell[1 - self._along])
        across = np.arange(self._wide, dtype=np.int64)
        found = []
        for number, vector in enumerate(self._directions):
            if not vector[1 - self._along]:
                length = int(self.lengths(cell[None], number)[0])
                found.append(self._indices(x + np.arange(length), np.full(length, y)))
            elif not vector[self._along]:
                found.append(self._indices(np.full(self._wide, x), across))
            else:
                start = int(self._diagonals(cell[None], number)[0])
                found.append(self._indices(start + across, across))
        return found

    def keys(self, cells: _Integers, number: int) -> _Integers:
        """Return the first cell of each cell's line, as `Lines` does."""
        vector, nothing = self._directions[number], np.zeros(len(cells), dtype=np.int64)
        y = cells[:, 1 - self._along]
        if not vector[1 - self._along]:
            return self._indices(nothing, np.minimum(y, self._wide - 1 - y))
        if not vector[self._along]:
            return self._indices(cells[:, self._along], nothing)
        return self._indices(self._diagonals(cells, number), nothing)

    def lengths(self, cells: _Integers, number: int) -> _Integers:
        """Return how many cells the line of each cell has, as `Lines` does."""
        if self._directions[number][1 - self._along]:
            return np.full(len(cells), self._wide, dtype=np.int64)
        is_middle = 2 * cells[:, 1 - self._along] == self._wide - 1
        return np.where(is_middle, self._long, 2 * self._long)

    def _diagonals(self, cells: _Integers, number: int) -> _Integers:
        """Return the a of the diagonal of a direction through each cell, shape (k,)."""
        x, y = cells[:, self._along], cells[:, 1 - self._along]
        parity = int(self._directions[number].prod() < 0)
        rising, falling = x - y, x + y + self._long - self._wide + 1
        return np.where(rising & 1 == parity, rising, falling) % (2 * self._long)

    def _indices(self, x: _Integers, y: _Integers) -> _Integers:
        """Return the indices of cells of the strip that is laid out, shape (k,)."""
        turns, x = np.divmod(x, self._long)
        y = np.where(turns & 1, self._wide - 1 - y, y)
        return x * self._stride[0] + y * self._stride[1]


def moebius_moves(shape: Sequence[int], along: int) -> list[_Integers]:
    """Return the image of each cell of a Moebius strip when it is moved along itself.

    By 0 to n - 1 cells, each of shape (size,), indices. The move by n cells is the reversal of the
    other axis, which is a symmetry of the rectangle, too.

    `along`: the axis that wraps.
    """
    long, wide = shape[along], shape[1 - along]
    x, y = (np.indices(shape).reshape(2, -1)[axis] for axis in (along, 1 - along))
    moves = []
    for step in range(long):
        turns, moved = np.divmod(x + step, long)
        across = np.where(turns & 1, wide - 1 - y, y)
        moves.append(
            np.ravel_multi_index((moved, across) if along == 0 else (across, moved), shape)
        )
    return moves

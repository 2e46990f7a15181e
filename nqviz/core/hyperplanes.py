"""Hyperplanes of attack: which of them two cells of a torus share, without a list of all."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import numpy.typing as npt

_Integers = npt.NDArray[np.int64]


class HyperplaneLines:
    """The hyperplanes of a cube as its lines: the cells x with one sum(e_i x_i) mod n.

    `directions`, shape (m, d), int64: each e. `strides`, shape (d,): index steps along the axes.
    """

    def __init__(self, shape: Sequence[int], directions: _Integers, strides: _Integers) -> None:
        self._shape, self._directions, self._strides = shape, directions, strides

    def through(self, cell: _Integers, index: int) -> list[_Integers]:
        """Return the hyperplane of each direction with a cell, increasing, as `Lines` does."""
        everything = np.indices(self._shape).reshape(len(self._shape), -1)
        away = everything - cell[:, None]
        sums = (vector @ away % min(self._shape) for vector in self._directions)
        return [np.flatnonzero(each == 0) for each in sums]

    def keys(self, cells: _Integers, number: int) -> _Integers:
        """Return the first cell of each cell's hyperplane, as `Lines` does."""
        vector = self._directions[number]
        last = np.flatnonzero(vector)[-1]  # the first cell lies on the last axis of the direction
        keys: _Integers = (cells @ vector * vector[last]) % min(self._shape) * self._strides[last]
        return keys

    def lengths(self, cells: _Integers, number: int) -> _Integers:
        """Return how many cells each hyperplane has, as `Lines` does."""
        return np.full(len(cells), prod(self._shape[1:]), dtype=np.int64)


def shared_hyperplanes(side: int, d: int) -> npt.NDArray[np.int32]:
    """Return how many hyperplanes of attack contain both the first cell and each cell.

    A hyperplane of direction e contains a cell x and the first cell if sum(e_i x_i) = 0 mod n.
    The number of such e is a sum over axes, one at a time, of the numbers for each residue; on a
    board of n^d cells this takes d n^d steps, and a list of the directions 3^d n^d.
    `side`, `d`: the side n of the board, and its dimension.
    Returns shape (n,) * d, int32: the first entry is the number of all directions.
    """
    if side == 1 or d == 1:  # each hyperplane is one cell
        return np.zeros((side,) * d, np.int32)
    entries = (-1, 0, 1) if side > 2 else (0, 1)  # modulo 2 forward and back are the same
    ways = np.zeros((1, side), np.int64)
    ways[0, 0] = 1
    residue = np.arange(side)
    for axis in range(d):
        last = axis == d - 1  # of the last axis the residue 0 alone is needed
        wanted = residue[:1] if last else residue
        steps = np.array(entries)[:, None, None] * residue[:, None]
        ways = ways[:, (wanted - steps) % side].sum(axis=1).reshape(-1, len(wanted))
    pairs = 2 if side > 2 else 1  # e and -e are one direction; e = 0 is none
    return ((ways - 1) // pairs).astype(np.int32).reshape((side,) * d)

"""Chains of equal steps: the lines of tori and cylinders, and the leaps of pieces.

A line that moves along axes that wrap, and no others, closes: it is a cycle. One that moves along
another axis as well runs from edge to edge: it is a path.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .lines import steps_back

_Integers: TypeAlias = npt.NDArray[np.int64]


class WrappedLines:
    """The lines of a torus or cylinder, as arrays of indices.

    `strides`, shape (d,), int64: the index steps along the axes.
    `wraps`: the axes that wrap.
    """

    def __init__(
        self, shape: Sequence[int], directions: _Integers, strides: _Integers, wraps: Sequence[int]
    ) -> None:
        self._chains = [Chains(shape, vector, strides, wraps) for vector in directions]
        self._offsets = [
            np.arange(each.cycle, dtype=np.int64)[:, None] * each.vector if each.cycle else None
            for each in self._chains
        ]

    def through(self, cell: _Integers, index: int) -> list[_Integers]:
        """Return the line of each direction through a cell, as `Lines` does."""
        return [
            chains.path(cell) if offsets is None else chains.indices(cell + offsets)
            for chains, offsets in zip(self._chains, self._offsets, strict=True)
        ]

    def keys(self, cells: _Integers, number: int) -> _Integers:
        """Return the first cell of each cell's line, as `Lines` does; of a cycle the least."""
        return self._chains[number].starts(cells)[0]

    def lengths(self, cells: _Integers, number: int) -> _Integers:
        """Return how many cells the line of each cell has, as `Lines` does."""
        return self._chains[number].lengths(cells)


class Chains:
    """The cells x, x + s, x + 2s and so on of a board, for one step s: paths or cycles.

    `vector`, shape (d,), int64: the step. `strides`, `wraps`: as for `WrappedLines`.
    """

    def __init__(
        self, shape: Sequence[int], vector: _Integers, strides: _Integers, wraps: Sequence[int]
    ) -> None:
        self.vector, self._strides = vector, strides
        self._shape: _Integers = np.array(shape, dtype=np.int64)
        self._edged = vector.copy()
        self._edged[list(wraps)] = 0
        pairs = list(zip(vector.tolist(), shape, strict=True))
        turns = [side // gcd(entry, side) for entry, side in pairs]
        self.cycle = 0 if self._edged.any() else cycle_lengths(vector[None], shape)[0]
        """The number of cells of a chain where they close, else 0."""
        self.parts = 2 if self.cycle != 2 else 1
        self.parts += self.cycle % 2  # the links from even places, from odd places, and the last
        # A cycle meets the first layers of each axis; along the pivot the most steps lie between.
        self._pivot = turns.index(max(turns))
        entry, side = pairs[self._pivot]
        self._layers, self._turn = gcd(entry, side), max(turns)
        self._inverse = pow(entry // self._layers, -1, self._turn)

    def starts(self, cells: _Integers) -> tuple[_Integers, _Integers]:
        """Return the index of the first cell of each cell's chain, and the steps from there.

        `cells`, shape (k, d). Returns shapes (k,), int64. A cycle begins at its least index.
        """
        if not self.cycle:
            back = steps_back(cells, self._edged, self._shape)
            return self.moved(cells, -back), back
        back = cells[:, self._pivot] // self._layers * self._inverse % self._turn
        keys, places = self.moved(cells, -back), back
        for turn in range(self._turn, self.cycle, self._turn):
            again = self.moved(cells, turn - back)
            places = np.where(again < keys, back - turn, places)
            np.minimum(keys, again, out=keys)
        return keys, places % self.cycle if self.cycle > self._turn else places

    def room(self, cells: _Integers) -> tuple[_Integers, _Integers]:
        """Return how many steps a path goes back and onward from each cell; shapes (k,)."""
        back = steps_back(cells, self._edged, self._shape)
        return back, steps_back(cells, -self._edged, self._shape)

    def lengths(self, cells: _Integers) -> _Integers:
        """Return how many cells the chain of each cell, shape (k, d), has, shape (k,)."""
        if self.cycle:
            return np.full(len(cells), self.cycle, dtype=np.int64)
        back, onward = self.room(cells)
        return back + 1 + onward

    def are_in(self, part: int, places: _Integers) -> _Integers:
        """Return 1 for the places of cycles, shape (k,), whose link onward is in a part, else 0."""
        places = places % self.cycle
        parts = places if self.parts == 1 else places & 1
        if self.cycle % 2:
            parts = np.where(places == self.cycle - 1, 2, parts)
        inside: _Integers = (parts == part).astype(np.int64)
        return inside

    def indices(self, cells: _Integers) -> _Integers:
        """Return the indices, shape (k,), of cells, shape (k, d), that may be over edges."""
        return (cells % self._shape) @ self._strides

    def moved(self, cells: _Integers, steps: _Integers) -> _Integers:
        """Return the indices of the cells so many steps along, shape (k,), int64.

        `cells`, shape (k, d) or (d,), and `steps`, shape (k,); they stay on the chain.
        """
        return self.indices(cells + steps[:, None] * self.vector)

    def path(self, cell: _Integers) -> _Integers:
        """Return the indices of the path through a cell, from edge to edge, shape (length,)."""
        back, onward = (int(steps[0]) for steps in self.room(cell[None]))
        return self.moved(cell, np.arange(-back, onward + 1, dtype=np.int64))


def cycle_lengths(vectors: _Integers, shape: Sequence[int]) -> list[int]:
    """Return after how many steps by each vector, shape (m, d), modulo the sides a cell is back."""
    return [
        lcm(*(side // gcd(entry, side) for entry, side in zip(vector, shape, strict=True)))
        for vector in vectors.tolist()
    ]


class LeapLines:
    """The leaps of a piece as lines of two cells, on flat boards, tori and cylinders.

    The links of the chains of a leap are two directions, each of which parts all cells into pairs
    and single cells: the links that leave from even places of their chains, and those from odd
    places. The last link of cycles of odd length is a third; cycles of two cells have one link.
    `leaps`, shape (m, d), int64. `strides`, `wraps`: as for `WrappedLines`.
    """

    def __init__(
        self, shape: Sequence[int], leaps: _Integers, strides: _Integers, wraps: Sequence[int]
    ) -> None:
        chains = [Chains(shape, leap, strides, wraps) for leap in leaps]
        self._parts = [(each, part) for each in chains for part in range(each.parts)]
        self._is_flat, self._strides = not wraps, strides
        self.directions: _Integers = np.array(
            [each.vector for each, _ in self._parts], dtype=np.int64
        ).reshape(-1, len(shape))
        """Each leap as often as it has directions, shape (directions, d)."""

    def through(self, cell: _Integers, index: int) -> list[slice | _Integers]:
        """Return the pair of each direction with a cell, as `Lines` does."""
        found: list[slice | _Integers] = []
        for chains, part in self._parts:
            step = int(_partners(chains, part, cell[None])[0])
            if self._is_flat:
                way = int(chains.vector @ self._strides)
                found.append(slice(index + min(step, 0) * way, index + max(step, 0) * way + 1, way))
            else:
                found.append(chains.moved(cell, np.array([0, step] if step else [0])))
        return found

    def keys(self, cells: _Integers, number: int) -> _Integers:
        """Return the first cell of each cell's pair, as `Lines` does."""
        chains, part = self._parts[number]
        return chains.moved(cells, np.minimum(_partners(chains, part, cells), 0))

    def lengths(self, cells: _Integers, number: int) -> _Integers:
        """Return how many cells the pair of each cell has, 1 or 2, as `Lines` does."""
        return 1 + np.abs(_partners(*self._parts[number], cells))


def _partners(chains: Chains, part: int, cells: _Integers) -> _Integers:
    """Return the step from each cell, shape (k, d), to the other of its pair: 1, -1, or 0 of none.

    `part`: which links of the chains the pairs are.
    """
    if not chains.cycle:
        back, onward = chains.room(cells)
        return np.where((back + part) & 1, -np.minimum(back, 1), np.minimum(onward, 1))
    places = chains.starts(cells)[1]
    return chains.are_in(part, places) - chains.are_in(part, places - 1)

"""Matrices on the cells of a board that its symmetries leave unchanged, one value an orbit.

The group reverses axes and permutes those of equal length. A symmetric matrix that it leaves
unchanged has one value for each orbit of unordered pairs of cells. The even and odd vectors of
each axis, and the bases of `young` on axes of equal length, split it into blocks; together they
are an isometry from the values of the orbits, weighted by their sizes, to the blocks, weighted by
their multiplicities.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement

from .young import modules

Values = npt.NDArray[np.float64]
Block = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Sector:
    """The blocks of one choice of even and odd axes."""

    side: int
    places: npt.NDArray[np.int32]
    """Where in the transformed rows each entry is, shape (side^2,)."""
    bases: list[tuple[int, sp.csr_array]]
    """Shape (side, size)."""


class PairOrbits:
    """The orbits of pairs of cells, and the blocks of the matrices that are constant on them.

    `labels`, shape (rows, size): the orbit of the pair of the first cell of each orbit of cells,
    and every cell. The cells of a row are in the order of `axes`, each axis from its first cell to
    its last; `cells`, shape (size,), are their indices on the board.
    `own`: where in `labels` the pairs of equal cells are.
    `sizes`, shape (orbits,): the number of ordered pairs of each orbit.
    `attacks`, `diagonal`, shape (orbits,): whether the cells of the pairs attack each other, or are
    equal.
    `multiplicities`: how often each block occurs.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        sides = [side for side in board.shape if side > 1]
        self._classes = [(side, sides.count(side)) for side in sorted(set(sides))]
        self.axes = sorted(
            (axis for axis, side in enumerate(board.shape) if side > 1),
            key=lambda axis: (board.shape[axis], axis),
        )
        self._shape = tuple(board.shape[axis] for axis in self.axes)
        self._halves = [-(-side // 2) for side in self._shape]
        self._first = self._first_cells()
        order = [*self.axes, *(axis for axis, side in enumerate(board.shape) if side == 1)]
        self.cells = np.arange(board.size).reshape(board.shape).transpose(order).ravel()
        codes = self._codes()
        _, first, numbers = np.unique(codes, return_index=True, return_inverse=True)
        places = np.empty(len(first), dtype=np.int32)
        places[np.argsort(first)] = np.arange(len(first))
        self.labels = places[numbers.reshape(codes.shape)]
        first.sort()
        self.own = np.arange(len(self._first)), self._first @ self._strides
        self.attacks = self._attacks().ravel()[first]
        self.diagonal = np.zeros(len(first), dtype=np.bool_)
        self.diagonal[self.labels[self.own]] = True
        weights = np.repeat(self._orbit_sizes(), self.labels.shape[1])
        self.sizes = np.bincount(self.labels.ravel(), weights=weights)
        middle = np.array(self._halves) - 1
        odd = np.array(self._shape) % 2 == 1
        off = np.count_nonzero(~(odd & (self._first == middle)), axis=1)
        self._row_scale = np.sqrt(2.0**off)
        self._sectors = [
            self._sector(odds) for odds in product(*(range(m + 1) for _, m in self._classes))
        ]
        self.multiplicities = [count for sector in self._sectors for count, _ in sector.bases]

    @staticmethod
    def pairs(board: Board) -> int:
        """Return the number of pairs of a first cell and a cell, without listing them."""
        sides = [side for side in board.shape if side > 1]
        counts = ((-(-side // 2), sides.count(side)) for side in set(sides))
        return prod(comb(half + count - 1, count) for half, count in counts) * board.size

    @staticmethod
    def side(board: Board) -> int:
        """Return the number of cells in the near halves of all axes."""
        return prod(-(-side // 2) for side in board.shape)

    # The maps ----------------------------------------------------------------------------

    def split(self, values: Values) -> list[Block]:
        """Return the blocks of the matrix with given values on the orbits."""
        rows = (values[self.labels] * self._row_scale[:, None]).reshape(-1, *self._shape)
        for axis in range(len(self._shape)):
            rows = self._fold(rows, axis + 1)
        flat = rows.ravel()
        found = []
        for sector in self._sectors:
            matrix = flat[sector.places].reshape(sector.side, sector.side)
            for _, basis in sector.bases:
                found.append(basis.T @ (matrix @ basis))
        return found

    def join(self, blocks: list[Block]) -> Values:
        """Return the values on the orbits of the matrix with given blocks."""
        rows = np.zeros(self.labels.size)
        left = iter(blocks)
        for sector in self._sectors:
            whole = np.zeros((sector.side, sector.side))
            for count, basis in sector.bases:
                whole += count * (basis @ (next(left) @ basis.T))
            rows += np.bincount(sector.places, weights=whole.ravel(), minlength=len(rows))
        rows = rows.reshape(-1, *self._shape)
        for axis in range(len(self._shape)):
            rows = self._unfold(rows, axis + 1)
        rows = rows.reshape(len(self._first), -1) * self._row_scale[:, None]
        summed = np.bincount(self.labels.ravel(), weights=rows.ravel())
        return np.asarray(summed / self.sizes)

    def _fold(self, rows: Block, axis: int) -> Block:
        """Replace the cells of an axis by its even vectors, then its odd ones, an isometry."""
        side = rows.shape[axis]
        odd, pairs = side % 2, side // 2
        rows = np.moveaxis(rows, axis, 0)
        near, far = rows[:pairs], rows[: side - pairs - 1 : -1]
        scale = np.sqrt(0.5)
        parts = [(near + far) * scale, (near - far) * scale]
        if odd:
            parts.insert(1, rows[pairs : pairs + 1])
        return np.moveaxis(np.concatenate(parts), 0, axis)

    def _unfold(self, rows: Block, axis: int) -> Block:
        """Undo `_fold`."""
        side = rows.shape[axis]
        pairs = side // 2
        rows = np.moveaxis(rows, axis, 0)
        even, odd = rows[:pairs], rows[side - pairs :]
        scale = np.sqrt(0.5)
        middle = rows[pairs : side - pairs]
        parts = [(even + odd) * scale, middle, ((even - odd) * scale)[::-1]]
        return np.moveaxis(np.concatenate(parts), 0, axis)

    # Their construction --------------------------------------------------------------------

    @property
    def _strides(self) -> IntArray:
        sides = np.array((*self._shape[1:], 1), dtype=np.int64)
        return sides[::-1].cumprod()[::-1].copy()

    def _first_cells(self) -> IntArray:
        """Return one cell of each orbit: in the near halves, ascending on axes of equal length."""
        choices = [
            combinations_with_replacement(range(-(-side // 2)), count)
            for side, count in self._classes
        ]
        return np.array([sum(parts, ()) for parts in product(*choices)], dtype=np.int64).reshape(
            -1, len(self._shape)
        )

    def _orbit_sizes(self) -> IntArray:
        """Return the number of cells of the orbit of each first cell."""
        cells = np.indices(self._shape).reshape(len(self._shape), -1).T
        near = np.minimum(cells, np.array(self._shape) - 1 - cells)
        start = 0
        for _, count in self._classes:
            near[:, start : start + count].sort(axis=1)
            start += count
        places = near @ self._strides
        first = self._first @ self._strides
        counts = np.bincount(places, minlength=prod(self._shape))
        return np.asarray(counts[first])

    def _codes(self) -> IntArray:
        """Return a number for the orbit of each pair of a first cell and a cell."""
        codes = [np.zeros((len(self._first), prod(self._shape)), dtype=np.int64) for _ in "xy"]
        axis = 0
        for side, count in self._classes:
            table, kinds = _pair_table(side)
            for into, oriented in zip(codes, (table, table.T), strict=True):
                parts: list[npt.NDArray[Any]] = []
                for _ in range(count):
                    shape = [1] * len(self._shape)
                    place = axis + len(parts)
                    shape[place] = side
                    near = oriented[self._first[:, place]].reshape(-1, *shape)
                    parts.append(np.broadcast_to(near, (len(near), *self._shape)))
                ordered = np.sort(np.stack(parts, axis=-1).astype(np.int16), axis=-1)
                for place in range(count):
                    into *= kinds
                    into += ordered[..., place].reshape(into.shape)
            axis += count
        return np.minimum(*codes)

    def _attacks(self) -> npt.NDArray[np.bool_]:
        rows = []
        for index in self.cells[self.own[1]].tolist():
            counts = AttackCounts.of(Placement.from_indices(self.board, [index])).counts > 0
            counts[index] = False
            rows.append(counts[self.cells])
        return np.array(rows)

    def _sector(self, odds: tuple[int, ...]) -> _Sector:
        """Return the blocks with so many odd axes of each class, the last ones of it."""
        halves, shifts, multiplicity = [], [], 1
        bases: list[tuple[int, sp.csr_array]] = [(1, sp.csr_array(np.ones((1, 1))))]
        for (side, count), odd in zip(self._classes, odds, strict=True):
            even = -(-side // 2)
            halves += [even] * (count - odd) + [side // 2] * odd
            shifts += [0] * (count - odd) + [even] * odd
            multiplicity *= comb(count, odd)
            for part in (modules(even, count - odd), modules(side // 2, odd)):
                bases = [
                    (times * module.multiplicity, sp.csr_array(sp.kron(basis, module.basis)))
                    for times, basis in bases
                    for module in part
                    if module.basis.shape[1]
                ]
        cells = np.indices(halves).reshape(len(halves), -1).T
        order, start = np.empty_like(cells), 0
        for _, count in self._classes:
            own = slice(start, start + count)
            order[:, own] = np.argsort(cells[:, own], axis=1, kind="stable") + start
            start += count
        rows = self._row_of(np.take_along_axis(cells, order, axis=1))
        moved = cells + np.array(shifts)
        # The entry at x, y is where the permutation that sorts x takes y, in the row of x sorted.
        strides = np.zeros_like(order)
        np.put_along_axis(strides, order, np.broadcast_to(self._strides, order.shape), axis=1)
        places = rows[:, None] * prod(self._shape) + strides @ moved.T
        scaled = [(multiplicity * times, basis) for times, basis in bases]
        return _Sector(len(cells), places.ravel().astype(np.int32), scaled)

    def _row_of(self, cells: IntArray) -> IntArray:
        """Return the places of some first cells among all."""
        first = self._first @ self._strides
        order = np.argsort(first)
        return np.asarray(order[np.searchsorted(first[order], cells @ self._strides)])


def _pair_table(side: int) -> tuple[IntArray, int]:
    """Return the orbit of each pair of coordinates under the reversal, and how many there are."""
    x, y = np.indices((side, side))
    codes = np.minimum(x * side + y, (side - 1 - x) * side + side - 1 - y)
    _, table = np.unique(codes, return_inverse=True)
    table = table.reshape(side, side)
    return table, int(table.max()) + 1

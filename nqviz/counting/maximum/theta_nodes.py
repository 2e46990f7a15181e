"""Nodes of a count by theta bounds: queens, remaining cells, and the symmetries that keep both.

A queen is placed on one cell of an orbit O under the symmetries of its node; afterwards the whole
orbit is excluded. Of the sets in the node that meet O, one image each is found with the queen, and
a set S found there represents |O| / |S n O| sets: pairs of a set and a member of it on O are
counted, by the orbit of the member. The symmetries that keep the queen keep O as well, so these
factors can be multiplied down the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.jit import compiled
from nqviz.core.placement import Placement
from nqviz.core.symmetry.group import affine_maps
from nqviz.engines.theta.blocks import Blocks
from nqviz.engines.theta.free_cells import FreeCells
from nqviz.engines.theta.nodes import TreeNode
from nqviz.engines.theta.warm_start import started
from nqviz.run.tasks import Arrays

MAX_IMAGES = 2**22
"""The maximum number of images of cells in memory when blocks are chosen."""


class CountCells(FreeCells):
    """The free cells of a flat board, and the symmetries of the givens.

    `cells`, shape (size, d): the coordinates of each cell.
    `maps`, shape (order, d + 1): the symmetries that keep the givens: the index on the board of the
    image of a cell x is ``maps[:, -1] + maps[:, :-1] @ x``.
    """

    def __init__(self, givens: Placement) -> None:
        super().__init__(givens)
        board = self.board
        self.cells: IntArray = board.cells(self.index)
        self._place = np.full(board.size, -1, dtype=np.int64)
        self._place[self.index] = np.arange(self.size)
        factors, constants = affine_maps(board)
        maps = np.column_stack((factors, constants))
        standing = np.sort(givens.indices)
        moved = maps[:, :-1] @ board.cells(standing).T + maps[:, -1:]
        keeps = (np.sort(moved, axis=1) == standing).all(axis=1)
        self.maps: IntArray = np.ascontiguousarray(maps[keeps])

    def images(self, maps: IntArray, cells: IntArray) -> IntArray:
        """Return the images of some cells under some symmetries, shape (order, n)."""
        moved = maps[:, :-1] @ self.cells[cells].T + maps[:, -1:]
        images: IntArray = self._place[moved]
        return images

    @cached_property
    def orbits(self) -> IntArray:
        """The orbit of each cell under all the symmetries, numbered from 0, shape (size,)."""
        labels = np.full(self.size, -1, dtype=np.int64)
        number = 0
        for cell in range(self.size):
            if labels[cell] < 0:
                labels[self.images(self.maps, np.array([cell]))] = number
                number += 1
        return labels

    def kept_by(self, sets: IntArray) -> IntArray:
        """Return the number of symmetries that keep each set of cells, shape (m, k) to (m,)."""
        return _kept_by(sets, self.cells, self.index, self.maps, self.board.size)


@lru_cache(maxsize=2)
def count_cells(board: Board, givens: tuple[int, ...]) -> CountCells:
    """Return the free cells of a board, cached in each process."""
    return CountCells(Placement.from_indices(board, givens))


@compiled
def _kept_by(
    sets: IntArray, cells: IntArray, index: IntArray, maps: IntArray, size: int
) -> IntArray:
    kept = np.zeros(len(sets), dtype=np.int64)
    d = cells.shape[1]
    member = np.zeros(size, dtype=np.bool_)
    for row in range(len(sets)):
        for cell in sets[row]:
            member[index[cell]] = True
        for symmetry in range(len(maps)):
            inside = True
            for cell in sets[row]:
                image = maps[symmetry, d]
                for axis in range(d):
                    image += maps[symmetry, axis] * cells[cell, axis]
                if not member[image]:
                    inside = False
                    break
            kept[row] += inside
        for cell in sets[row]:
            member[index[cell]] = False
    return kept


@dataclass
class Node(TreeNode):
    """A part of the tree."""

    free: CountCells
    orbits: tuple[IntArray, ...]
    """The orbit of each queen when it was placed."""
    maps: IntArray
    """The symmetries that keep the queens and the remaining cells, shape (order, d + 1)."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without what another process can compute."""
        return {**vars(self), "free": self.free.key, "_blocks": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state, with the `CountCells` of this process."""
        vars(self).update(state, free=count_cells(*state["free"]))

    @classmethod
    def of(
        cls,
        free: CountCells,
        queens: tuple[int, ...],
        orbits: tuple[IntArray, ...],
        cells: IntArray,
        start: Arrays,
    ) -> Node:
        """Return a node from its queens, their orbits, its cells, shape (k,), and its start."""
        maps = free.maps
        for queen in queens:
            maps = maps[free.images(maps, np.array([queen]))[:, 0] == queen]
        relaxation = started(free.attacks[np.ix_(cells, cells)], start)
        return cls(queens, cells, relaxation, free, orbits, maps)

    def _find_blocks(self) -> Blocks | None:
        maps = self.maps
        if len(maps) == 1:
            return None
        if len(maps) * len(self.cells) > MAX_IMAGES:  # the reversals of axes commute
            strides = self.free.board.strides
            maps = maps[(np.abs(maps[:, :-1]) == strides).all(axis=1)]
        return Blocks.of(np.searchsorted(self.cells, self.free.images(maps, self.cells)))

    def orbit(self, cell: int) -> IntArray:
        """Return the images of a cell, in order, shape (k,), int64."""
        return np.unique(self.free.images(self.maps, np.array([cell])))

    def placed(self, cell: int, orbit: IntArray, left: IntArray) -> Node:
        """Return the node with a queen on a cell, and the remaining cells; `left`, shape (k,)."""
        free = self.free
        kept = np.searchsorted(self.cells, left)
        return Node(
            (*self.queens, cell),
            left,
            self.relaxation.placed(int(np.searchsorted(self.cells, cell)), kept),
            free,
            (*self.orbits, orbit),
            self.maps[free.images(self.maps, np.array([cell]))[:, 0] == cell],
        )

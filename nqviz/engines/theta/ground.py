"""The free cells of a board as a theta search sees them, and nodes of its tree as tasks."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Permutations
from nqviz.engines.bits import Words, pack
from nqviz.engines.exhaustive.clique_cover import cube_order

from .group import symmetries


class ThetaTask(NamedTuple):
    """A node as a task: its queens, and the remaining cells as a bit set, numbered by `Ground`."""

    queens: tuple[int, ...]
    cells: Words


class Ground:
    """The free cells of a board, numbered in the order of its cubes, and the symmetries in use.

    `givens`: the given queens.
    `index`, shape (size,): the index on the board of each cell.
    `attacks` has shape (size, size).
    `group`, shape (order, size): the image of each cell under each symmetry that keeps the givens.
    `symmetries`: the same in words.
    """

    def __init__(self, givens: Placement) -> None:
        self.board = board = givens.board
        self.givens = givens.indices
        self.key = board, tuple(givens.indices.tolist())
        order = cube_order(board)
        free = np.zeros(board.size, dtype=np.bool_)
        free[AttackCounts.of(givens).free_cells()] = True
        self.index: IntArray = order[free[order]]
        self.size = len(self.index)
        dense = board.attack_graph[self.index][:, self.index].toarray()
        self.attacks: npt.NDArray[np.bool_] = np.asarray(dense, dtype=np.bool_)
        self.group, self.symmetries = symmetries(board, self.givens, self.index)

    @property
    def root(self) -> ThetaTask:
        """The task of the whole board."""
        return ThetaTask((), pack(np.arange(self.size), self.size))

    def keeping(self, queens: tuple[int, ...]) -> Permutations:
        """Return the symmetries that keep each of some queens, shape (order, cells)."""
        kept: Permutations = self.group[(self.group[:, list(queens)] == queens).all(axis=1)]
        return kept

    def apart(self, cells: IntArray, cell: int) -> IntArray:
        """Return those of some cells that a queen on a cell leaves; `cells`, shape (k,)."""
        left: IntArray = cells[~self.attacks[cell, cells] & (cells != cell)]
        return left

    def attacks_by_index(self, cells: IntArray) -> tuple[IntArray, npt.NDArray[np.bool_]]:
        """Return the order of some cells by their index, and which of them attack each other.

        Shapes (k,) and (k, k).
        """
        order = np.argsort(self.index[cells])
        sorted_cells = cells[order]
        return order, self.attacks[np.ix_(sorted_cells, sorted_cells)]


@lru_cache(maxsize=2)
def ground(board: Board, givens: tuple[int, ...]) -> Ground:
    """Return the free cells of a board, cached in each process."""
    return Ground(Placement.from_indices(board, givens))

"""The free cells of a board as a theta search sees them, and nodes of its tree as tasks."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Permutations
from nqviz.engines.bits import Words, pack

from .free_cells import FreeCells
from .group import symmetries


class ThetaTask(NamedTuple):
    """A node as a task: its queens, and the remaining cells as a bit set, numbered by `Ground`."""

    queens: tuple[int, ...]
    cells: Words


class Ground(FreeCells):
    """The free cells of a board, and the symmetries in use.

    `givens`: the given queens.
    `group`, shape (order, size): the image of each cell under each symmetry that keeps the givens.
    `symmetries`: the same in words.
    """

    def __init__(self, givens: Placement) -> None:
        super().__init__(givens)
        self.givens = givens.indices
        self.group, self.symmetries = symmetries(self.board, self.givens, self.index)

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

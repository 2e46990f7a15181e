"""The free cells of a board, as theta searches and theta counts number them, with symmetries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Permutations, index_permutations, symmetry_count
from nqviz.engines.bits import Words, pack
from nqviz.engines.exhaustive.clique_cover import cube_order
from nqviz.proofs import Symmetries

MAX_ENTRIES = 2**23
"""The largest table of symmetries, in entries."""


class FreeCells:
    """The cells that given queens leave free, numbered in the order of the cubes of the board.

    `key`: the board and the indices of the given queens, from which another process makes the same.
    `index`, shape (size,): the index on the board of each cell.
    `attacks`, shape (size, size): which cells attack each other.
    """

    def __init__(self, givens: Placement) -> None:
        self.board = board = givens.board
        self.key = board, tuple(givens.indices.tolist())
        order = cube_order(board)
        free = np.zeros(board.size, dtype=np.bool_)
        free[AttackCounts.of(givens).free_cells()] = True
        self.index: IntArray = order[free[order]]
        self.size = len(self.index)
        dense = board.attack_graph[self.index][:, self.index].toarray()
        self.attacks: npt.NDArray[np.bool_] = np.asarray(dense, dtype=np.bool_)

    def apart(self, cells: IntArray, cell: int) -> IntArray:
        """Return those of some cells that a queen on a cell leaves; `cells`, shape (k,)."""
        left: IntArray = cells[~self.attacks[cell, cells] & (cells != cell)]
        return left


class ThetaTask(NamedTuple):
    """A node as a task, its cells numbered by `SearchCells`.

    `cells`: the remaining cells, as bits.
    `refuted`: cells that no placement sought has together with the first queen, see `Node`.
    """

    queens: tuple[int, ...]
    cells: Words
    refuted: tuple[int, ...] = ()


class SearchCells(FreeCells):
    """The free cells of a board, and the symmetries that a theta search uses.

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

    def pairs(self, queens: tuple[int, ...], refuted: Sequence[int]) -> tuple[IntArray, IntArray]:
        """Return the images of the pairs of the first queen and refuted cells, either way round.

        Shapes (k,).
        """
        if not refuted:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        first = np.repeat(self.group[:, queens[0]], len(refuted))
        second = self.group[:, list(refuted)].ravel()
        return np.concatenate((first, second)), np.concatenate((second, first))

    def attacks_of(self, task: ThetaTask, cells: IntArray) -> npt.NDArray[np.bool_]:
        """Return which cells of a task attack each other or are refuted together, shape (k, k)."""
        attacks = np.ascontiguousarray(self.attacks[cells][:, cells])  # as kernels are compiled for
        mark_pairs(attacks, cells, *self.pairs(task.queens, task.refuted))
        return attacks


def mark_pairs(
    attacks: npt.NDArray[np.bool_], cells: IntArray, first: IntArray, second: IntArray
) -> None:
    """Let the cells of some pairs attack each other; `attacks` is that of some cells, increasing.

    `attacks`, shape (n, n), `cells`, shape (n,), `first`, `second`, shape (k,).
    """
    kept = np.isin(first, cells) & np.isin(second, cells)
    attacks[np.searchsorted(cells, first[kept]), np.searchsorted(cells, second[kept])] = True


@lru_cache(maxsize=2)
def search_cells(board: Board, givens: tuple[int, ...]) -> SearchCells:
    """Return the free cells of a board, cached in each process."""
    return SearchCells(Placement.from_indices(board, givens))


def symmetries(board: Board, givens: IntArray, index: IntArray) -> tuple[Permutations, Symmetries]:
    """Return the symmetries that keep the givens, as permutations of the free cells, and in words.

    They keep the blocked cells. Where the table of all would be large, only the reversals of axes
    are used; translations without givens as well where it stays small.
    `givens`, shape (k,), `index`, shape (cells,); returns shape (order, cells).
    """
    is_open, board = ~board.is_blocked, board.without_blocked()
    long = tuple(axis for axis, side in enumerate(board.shape) if side > 1)
    whole = symmetry_count(board) * board.size <= MAX_ENTRIES
    if not whole:
        long = long[: (MAX_ENTRIES // board.size).bit_length() - 1]
    table = index_permutations(board) if whole else _reversals(board, long)
    translate = len(board.shift_axes) > 0 and table.size * len(board.shifts) <= MAX_ENTRIES
    if translate:
        cells = board.cells(np.arange(board.size))
        moved = [board.indices((cells + shift) % board.shape) for shift in board.shifts]
        table = np.concatenate([table[:, shift] for shift in moved])
    keeps = (np.sort(table[:, givens], axis=1) == np.sort(givens)).all(axis=1)
    keeps &= is_open[table[:, is_open]].all(axis=1)
    place = np.zeros(board.size, dtype=np.int32)
    place[index] = np.arange(len(index))
    group = np.ascontiguousarray(place[table[keeps][:, index]])
    return group, Symmetries(whole, long, translate)


def _reversals(board: Board, axes: Sequence[int]) -> Permutations:
    """Return the images of all cells when any of some axes are reversed."""
    cells = board.cells(np.arange(board.size))
    far = np.array(board.shape) - 1
    table = []
    for choice in product((False, True), repeat=len(axes)):
        turned = np.zeros(board.d, dtype=np.bool_)
        turned[list(axes)] = choice
        table.append(board.indices(np.where(turned, far - cells, cells)))
    return np.array(table, dtype=np.int32)

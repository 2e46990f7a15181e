"""Split a search for sets of queens by its first two queens, up to the symmetries of the board.

The first queen runs over one cell of each orbit, orbits of the most attacking cells first; the
whole orbit is taken away when it is done. The second does the same under the symmetries that keep
the first. So every set is met up to symmetry. A set with m queens on the orbit O of its first and
m' on the orbit U of its second is met m m' times out of |O| |U|: it weighs |O| |U| / (m m').
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.interruption import check_interruption
from nqviz.core.moebius import moebius_moves
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Permutations, index_permutations, symmetry_count
from nqviz.engines.bits import Words, pack, pack_rows

from .clique_cover import cube_order

MAX_TABLE = 2**22
"""The largest table of symmetries, in entries; that of (4,5) fits."""


Choice: TypeAlias = tuple[int, IntArray, npt.NDArray[np.bool_]]
"""A cell, its orbit, and the cells that stay free."""


@dataclass(frozen=True, eq=False)
class Task:
    """Queens placed already, the cells left for the others, and the orbits of the placed ones."""

    queens: tuple[int, ...]
    cells: Words
    first_orbit: IntArray
    second_orbit: IntArray


class SearchBoard:
    """The free cells of a board as the search sees them, in an order that serves the covers.

    The cells of each cube of side 2 follow one another, so that the greedy covers find cubes,
    whose corners all attack each other, before lines. All arrays here are in this order.

    `givens`: queens that stand already.
    `order`, shape (size,): the index on the board of each free cell.
    `group`, shape (order of the group, size): the image of each cell under each symmetry that keeps
    the givens, translations included.
    `complete`: whether `group` is the whole group: of a large one it holds a part only.
    """

    def __init__(self, givens: Placement) -> None:
        self.board = board = givens.board
        order = cube_order(board)
        free = np.zeros(board.size, dtype=np.bool_)
        free[AttackCounts.of(givens).free_cells()] = True
        self.order: IntArray = order[free[order]]
        self.size = len(self.order)
        position = np.zeros(board.size, dtype=np.int32)
        position[self.order] = np.arange(self.size)
        table, self.complete = _symmetry_table(board)
        standing = np.sort(givens.indices)
        keeps = (np.sort(table[:, standing], axis=1) == standing).all(axis=1)
        self.group: Permutations = np.ascontiguousarray(position[table[keeps][:, self.order]])

    @cached_property
    def neighbours(self) -> npt.NDArray[np.bool_]:
        """Return for each pair of cells whether they attack each other, shape (size, size)."""
        return np.asarray(self._graph.toarray(), dtype=np.bool_)

    @cached_property
    def _graph(self) -> sp.csr_array:
        return sp.csr_array(self.board.attack_graph[self.order][:, self.order])

    def degrees(self, cells: npt.NDArray[np.bool_]) -> IntArray:
        """Count for each cell those among some cells that it attacks, shape (size,)."""
        check_interruption()
        return np.asarray(self._graph @ cells.astype(np.int64), dtype=np.int64)

    @cached_property
    def adjacent(self) -> Words:
        """The rows of `neighbours` as bit sets, shape (size, words)."""
        return pack_rows(self.neighbours)

    @cached_property
    def orbits(self) -> IntArray:
        """The least cell of each cell's orbit, shape (size,)."""
        return np.asarray(self.group.min(axis=0), dtype=np.int64)

    def tasks(self) -> Iterator[Task]:
        """Split the search by its first two queens beside the givens, up to symmetry."""
        everything = np.ones(self.size, dtype=np.bool_)
        for first in self.choices(everything, self.orbits):
            for second, below, rest in self.after(first):
                cells = pack(np.flatnonzero(rest), self.size)
                yield Task((first[0], second), cells, first[1], below)

    def after(self, first: Choice) -> Iterator[Choice]:
        """Yield the choices of a second queen."""
        stabiliser = self.group[self.group[:, first[0]] == first[0]]
        return self.choices(first[2], stabiliser.min(axis=0).astype(np.int64))

    def choices(self, allowed: npt.NDArray[np.bool_], labels: IntArray) -> Iterator[Choice]:
        """Yield a cell of each orbit among the allowed ones, its orbit, and what stays free.

        `allowed`, `labels`: whether each cell is allowed, and its orbit; shape (size,).
        """
        allowed = allowed.copy()
        degree = self.degrees(allowed)
        firsts = np.unique(labels[allowed])
        for cell in firsts[np.argsort(-degree[firsts], kind="stable")].tolist():
            orbit = np.flatnonzero(labels == cell)
            free = allowed & ~self.neighbours[cell]
            free[cell] = False
            yield cell, orbit, free
            allowed[orbit] = False


def _translations(board: Board) -> list[IntArray]:
    """Return the image of each cell under each translation along the axes that wrap."""
    cells = board.cells(np.arange(board.size))
    return [board.indices((cells + shift) % board.shape) for shift in board.shifts]


def _symmetry_table(board: Board) -> tuple[Permutations, bool]:
    """Return symmetries as permutations of indices, and whether they are the whole group.

    They keep the blocked cells.
    """
    size, plain = board.size, board.without_blocked()
    order = symmetry_count(plain)
    if order * size > MAX_TABLE:
        return np.arange(size, dtype=np.int32)[None, :], False
    table = index_permutations(plain)
    is_whole = order * size * prod(board.shape[axis] for axis in board.wraps) <= MAX_TABLE
    if board.wraps and is_whole:
        moved = moebius_moves(board.shape, board.wraps[0]) if board.twist else _translations(board)
        table = np.concatenate([table[:, move] for move in moved])
    if board.blocked:
        table = table[~board.is_blocked[table[:, ~board.is_blocked]].any(axis=1)]
    return table, is_whole

"""The questions of most beautiful queens: a placement on certain levels, or the proof of none.

A *level* is a cost; its cells are those of that cost. A question has the highest level that may
be used freely and, for some levels, how many queens may stand there. A linear program can refute it
or bar cells (see `relaxation`); three can answer it: the search on bit masks here, HiGHS, and
CP-SAT where it is installed (see `integer`). A placement is checked before it counts; that there
is none rests on the search's or the solver's word.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.symmetry import cell_orbits
from nqviz.engines.planar.search import FOUND, PAUSED, PlanarSearch
from nqviz.problems.planar import cell_costs

SLICE_NODES = 2_000

Columns = IntArray | None
"""The column of each row, from 0; None: it is proven that no placement exists."""


class Unanswered(Exception):  # noqa: N818 - it is an end, not an error
    """A solver ended without an answer."""


@dataclass(frozen=True, eq=False)
class Question:
    """Which cells may hold queens."""

    n: int
    highest: int
    """Cells of higher cost are for the decided levels only."""
    decided: Mapping[int, int] = field(default_factory=dict)
    """How many queens stand on each level that is decided; no placement has fewer there."""
    asked: tuple[int, int] | None = None
    """A level and the most queens that may stand on it."""
    turn: int = 1
    """1, or the order of a rotation that keeps the placement: 2 or 4."""
    barred: npt.NDArray[np.bool_] | None = None
    """Cells that no answer uses, as has been proven; eight to an orbit of the square. Shape (n,
    n)."""

    def levels(self) -> list[tuple[IntArray, int, bool]]:
        """Return the cells of each level with a number, the number, and whether it is exact.

        Cells of shape (k,).
        """
        costs = cell_costs(self.n).ravel()
        found = [(level, most, True) for level, most in self.decided.items()]
        if self.asked is not None:
            found.append((*self.asked, False))
        return [(np.flatnonzero(costs == level), most, exact) for level, most, exact in found]

    def free(self) -> npt.NDArray[np.bool_]:
        """Return which cells may hold a queen, shape (n, n)."""
        free = (cell_costs(self.n) <= self.highest).ravel()
        for cells, most, _ in self.levels():
            free[cells] = most > 0
        if self.barred is not None:
            free &= ~self.barred.ravel()
        return free.reshape(self.n, self.n)

    def key(self) -> Hashable:
        """Return what questions with the same answers share."""
        decided = tuple(each for each in self.decided.items() if each[1] > 0)
        asked = None if self.most == 0 else self.asked
        return self.free().tobytes(), decided, asked

    def without(self, barred: npt.NDArray[np.bool_]) -> Question:
        """Return the same question with more cells barred; `barred`, shape (n, n)."""
        return replace(self, barred=barred if self.barred is None else self.barred | barred)

    def wide(self) -> Question:
        """Return the question with any number of queens where few are wanted."""
        if self.asked is None:
            return replace(self, highest=int(cell_costs(self.n).max()))
        return replace(self, asked=(self.asked[0], self.n))

    def wanted(self) -> npt.NDArray[np.bool_]:
        """Return on which cells few queens are wanted: on the given level, or above the highest.

        Shape (n, n).
        """
        costs = cell_costs(self.n)
        if self.asked is not None:
            return np.asarray(costs == self.asked[0])
        return np.asarray((costs > self.highest) & ~np.isin(costs, list(self.decided)))

    @property
    def most(self) -> int:
        """The most queens that may stand there."""
        return 0 if self.asked is None else self.asked[1]

    def holds(self, columns: IntArray) -> bool:
        """Return whether a placement answers the question; `columns`, shape (n,)."""
        rows = np.arange(self.n)
        kinds = (columns, rows + columns, rows - columns)
        if any(len(np.unique(kind)) < self.n for kind in kinds):
            return False
        cells = rows * self.n + columns
        if not self.free()[rows, columns].all():
            return False
        counts = ((np.isin(cells, group).sum(), most, ex) for group, most, ex in self.levels())
        return all(count == most if exact else count <= most for count, most, exact in counts)


def columns_of(queens: IntArray, n: int) -> IntArray:
    """Return the column of each row for rows and columns of queens, shape (n, 2)."""
    columns: IntArray = np.full(n, -1, dtype=np.int64)
    columns[queens[:, 0]] = queens[:, 1]
    return columns


def checked(columns: IntArray, question: Question, who: str) -> IntArray:
    """Return a placement back after a look whether it answers the question.

    `columns`, shape (n,).
    """
    if not question.holds(columns):
        raise ArithmeticError(f"a solution of {who} is no answer")
    return columns


# The search ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Part:
    """A question with a queen on the first row; `free` does not consider it yet."""

    column: int
    free: npt.NDArray[np.bool_]
    groups: list[tuple[IntArray, int, bool]]

    def search(self, weights: IntArray, seed: int) -> PlanarSearch:
        n = len(self.free)
        rows, columns = np.indices((n, n))
        step = np.abs(columns - self.column)
        free = self.free & (step > 0) & (step != rows)
        groups = []
        for cells, room, is_exact in self.groups:
            room -= int(self.column in cells)
            if room > 0:
                groups.append((cells, room, is_exact))
            else:
                free.ravel()[cells] = False
        others = np.delete(np.arange(n), self.column)
        return PlanarSearch(free, np.arange(1, n), others, groups, weights, seed)


def _parts(question: Question) -> list[_Part]:
    """Divide a question by the queen on the first row, from the ends of the row inwards.

    An answer has eight images under the symmetries of the square. One of those whose queen on the
    first row is in the first part that any of them is in will do, so that the cells of the orbits
    before are taken away from the parts behind.
    """
    n, free = question.n, question.free()
    orbits = cell_orbits(Board.cube(n, 2)).reshape(n, n)
    groups = [level for level in question.levels() if level[1] > 0]
    parts = []
    for column in range((n + 1) // 2):
        if free[0, column]:
            parts.append(_Part(column, free.copy(), groups))
            free &= orbits != orbits[0, column]
    return parts


def find_columns(
    question: Question,
    nodes: int,
    weights: IntArray,
    count_nodes: Callable[[int], bool],
    seed: int = 0,
) -> Columns:
    """Answer by the search on bit masks, part by part, started anew with more nodes each time.

    `nodes`: the most that are spent in all.
    `count_nodes`: takes the nodes of a slice; returns whether to end.
    Raises Unanswered if the nodes were spent, or it has to end.
    `weights`, shape (2 n,).
    """
    parts, budget = _parts(question), SLICE_NODES
    while nodes > 0:
        open_parts = []
        for part in parts:
            run = part.search(weights, seed)
            end = PAUSED
            while end == PAUSED and run.nodes < budget and nodes > 0:
                before = run.nodes
                end = run.run(min(SLICE_NODES, budget - before))
                nodes -= run.nodes - before
                if end == PAUSED and count_nodes(run.nodes - before):
                    raise Unanswered
            if end == FOUND:
                found = columns_of(np.vstack(([0, part.column], run.queens)), question.n)
                return checked(found, question, "the search")
            if end == PAUSED:
                open_parts.append(part)
        if not open_parts:
            return None
        parts, seed = open_parts, seed + 1
        budget += budget // 2
    raise Unanswered

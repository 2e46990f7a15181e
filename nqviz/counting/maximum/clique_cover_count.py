"""Counts by clique covers: the search as tasks, and the exact sums of its results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.counting.count import Found, whole
from nqviz.engines.bits import unpack
from nqviz.engines.exhaustive.engine import search_board
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState

from .clique_cover_tables import count_task

METHOD = "clique-cover search, first two queens up to symmetry"
OTHER_METHOD = f"{METHOD}, the cells in reverse order"


@dataclass
class _Sums:
    """The sums for one weight: sets, symmetries that keep them, and uses of cells."""

    found: int
    fixed: int
    used: IntArray


@dataclass
class _Result:
    """The sums of all tasks by weight."""

    sums: dict[Fraction, _Sums] = field(default_factory=dict)

    def add(self, weight: Fraction, found: int, fixed: int, used: IntArray) -> None:
        entry = self.sums.setdefault(weight, _Sums(0, 0, np.zeros_like(used)))
        entry.found += found
        entry.fixed += fixed
        entry.used += used

    def total(self, of: Callable[[_Sums], int]) -> Fraction:
        return sum((weight * of(sums) for weight, sums in self.sums.items()), Fraction(0))


class Covers:
    """A count by clique covers, split by its first two queens.

    `givens`: the given queens.
    """

    words = METHOD
    backwards = False

    def __init__(self, board: Board, givens: tuple[int, ...]) -> None:
        self.board, self.givens = board, givens
        self.search_board = search_board(board, givens)
        self.free: IntArray = self.search_board.order
        self.orbits: IntArray = np.unique(self.search_board.orbits, return_inverse=True)[1]
        self.complete = self.search_board.complete

    def runner(
        self,
        split: Execution | None,
        threads: int,
        identity: dict[str, object],
        goes_on: Callable[[], bool],
    ) -> TaskRunner | None:
        """Return the runner of the tasks; None if the search is stopped."""
        self.tasks = []
        for task in self.search_board.tasks():
            self.tasks.append(task)
            if not goes_on():
                return None
        work = partial(count_task, self.board, self.givens)
        return TaskRunner(
            partial(work, self.backwards),
            [(task.queens, task.cells, task.first_orbit, task.second_orbit) for task in self.tasks],
            split,
            threads,
            identity,
            [float(len(unpack(task.cells))) ** 8 for task in self.tasks],
            recheck=Recheck(partial(work, not self.backwards), ()),
        )

    def found(self, slices: Sequence[TaskState]) -> Found:
        """Return the sums of all tasks."""
        result = _Result()
        for task, part in zip(self.tasks, slices, strict=True):
            size = len(task.first_orbit) * len(task.second_orbit)
            arrays = part.arrays
            for entry, (on_first, on_second) in enumerate(arrays["where"].tolist()):
                result.add(
                    Fraction(size, on_first * on_second),
                    int(arrays["found"][entry]),
                    int(arrays["fixed"][entry]),
                    arrays["used"][entry],
                )
        count = whole(result.total(lambda sums: sums.found))
        orbits = result.total(lambda sums: sums.fixed) / len(self.search_board.group)
        uses = [
            result.total(partial(_uses, np.flatnonzero(self.orbits == label)))
            for label in range(int(self.orbits.max(initial=-1)) + 1)
        ]
        return Found(count, whole(orbits) if self.complete else None, uses)


class OtherCovers(Covers):
    """The same with the cells in reverse order: it confirms what the first has found."""

    words = OTHER_METHOD
    backwards = True


def _uses(orbit: IntArray, sums: _Sums) -> int:
    return int(sums.used[orbit].sum())

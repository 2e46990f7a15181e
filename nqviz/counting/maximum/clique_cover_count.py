"""Counts by clique covers: the search as tasks, and the exact sums of its results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.counting.count import Found, whole
from nqviz.engines.bits import unpack
from nqviz.engines.exhaustive.engine import search_board
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState

from .clique_cover_tables import count_task

METHOD = "clique-cover search, first two queens up to symmetry"
OTHER_METHOD = f"{METHOD}, the cells in reverse order"


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
        self, split: Execution | None, identity: dict[str, object], run: RunContext
    ) -> TaskRunner | None:
        """Return the runner of the tasks; None if the search is stopped."""
        self.tasks = []
        for task in self.search_board.tasks():
            self.tasks.append(task)
            if run.ended() is not None:
                return None
        work = partial(count_task, self.board, self.givens)
        return TaskRunner(
            partial(work, self.backwards),
            [(task.queens, task.cells, task.first_orbit, task.second_orbit) for task in self.tasks],
            split,
            run.limit.threads,
            identity,
            [float(len(unpack(task.cells))) ** 8 for task in self.tasks],
            recheck=Recheck(partial(work, not self.backwards), ()),
        )

    def found(self, slices: Sequence[TaskState]) -> Found:
        """Return the sums of all tasks."""
        size = self.search_board.size
        sums: dict[Fraction, IntArray] = defaultdict(lambda: np.zeros(2 + size, np.int64))
        for task, part in zip(self.tasks, slices, strict=True):
            beginnings = len(task.first_orbit) * len(task.second_orbit)
            arrays = part.arrays
            for entry, (on_first, on_second) in enumerate(arrays["where"].tolist()):
                of_weight = sums[Fraction(beginnings, on_first * on_second)]
                of_weight[:2] += arrays["found"][entry], arrays["fixed"][entry]
                of_weight[2:] += arrays["used"][entry]
        totals = [Fraction(0)] * (2 + int(self.orbits.max(initial=-1)) + 1)
        for weight, (found, fixed, *used) in sums.items():
            on_orbits = np.zeros(len(totals) - 2, np.int64)
            np.add.at(on_orbits, self.orbits, used)
            numbers = (int(found), int(fixed), *on_orbits.tolist())
            totals = [old + weight * new for old, new in zip(totals, numbers, strict=True)]
        count, fixed, *uses = totals
        orbits = whole(fixed / len(self.search_board.group)) if self.complete else None
        return Found(whole(count), orbits, uses)


class OtherCovers(Covers):
    """The same with the cells in reverse order: it confirms what the first has found."""

    words = OTHER_METHOD
    backwards = True

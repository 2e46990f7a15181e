"""The search for a completion threshold in tasks, which run anywhere and are kept in a file.

A task asks which cells beside some queens are in no maximum placement that contains the queens.
These sets are listed level by level, by tasks that every shard runs; the list of a level depends
on the board alone. The first set with such a cell, in this order, ends the search: tasks after it
have nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

import numpy as np

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.core.symmetry import canonical
from nqviz.formats.entries import board_entries
from nqviz.run.context import RunContext
from nqviz.run.tasks import AbandonedFlag, Execution, Growth, Recheck, TaskRunner, TaskState

from .densities.exact import density
from .enumerate_full import all_full, containing
from .maximum.count import count_maximum

CountUses: TypeAlias = Callable[[Board, int, Placement, RunContext], tuple[IntArray, int] | None]
"""Counts the maximum placements with some queens that use each cell."""


class Level(NamedTuple):
    """The task to list the sets of so many queens; level 0 asks about the empty set, too.

    `queens`: of a maximum placement; 0 where it is not known yet.
    """

    number: int
    queens: int


class HeldSet(NamedTuple):
    """The task to find a cell that cannot be added to a set of queens."""

    queens: int
    cells: tuple[int, ...]


class End(NamedTuple):
    """The end of a search.

    `value`: the completion threshold.
    `witness`: the cells of one queen more in no maximum placement, or none.
    """

    value: int
    queens: int
    witness: tuple[int, ...]


class ThresholdTasks:
    """The tasks of one search.

    `listed`: whether all full placements of the board are listed, in each process.
    """

    def __init__(
        self, board: Board, listed: bool, split: Execution | None, run: RunContext
    ) -> None:
        what = f"the completion threshold of the {board}"
        work = partial(threshold_task, board.fresh())
        self.runner = TaskRunner(
            partial(work, _by_list if listed else _by_count),
            [Level(0, 0)],
            split,
            run.limit.threads,
            {"what": what, **board_entries(board)},
            grow=Growth(_children, lambda task: isinstance(task, Level)),
            recheck=Recheck(partial(work, _by_other_count), ("never",)),
        )
        self.end: End | None = None
        self.level = 0
        self._at = 0

    @property
    def queens(self) -> int | None:
        """The number of queens of a maximum placement; None where it is not known yet."""
        first = self.runner.slices[0]
        return int(first.arrays["queens"]) if first.done else None

    def run(self, report: Callable[[int, float], bool]) -> None:
        """Run until the end is known; `end` stays None if `report` ended it.

        `report`: gets the level and the fraction of its sets that are done; False ends the run.
        Raises WorkersLost, InputError and ShardDone; see `TaskRunner.run`.
        """
        is_searching = True

        def look() -> bool:
            nonlocal is_searching
            self._go_on()
            if self.end is not None and is_searching:
                is_searching = False  # what follows is the check of tasks
                return False
            return report(self.level, self._fraction())

        with self.runner.reading():
            self._go_on()
        self.runner.run(look)
        with self.runner.reading():
            self._go_on()

    def _go_on(self) -> None:
        """Pass over tasks that are done; at the end remove those that follow."""
        runner = self.runner
        while self.end is None and self._at < len(runner.tasks):
            part = runner.slices[self._at]
            if runner.is_own(self._at):
                if not part.done:
                    return
                self.end = _end_of(runner.tasks[self._at], part, self.queens or 0)
                task = runner.tasks[self._at]
                self.level = task.number if isinstance(task, Level) else self.level
            self._at += 1
        if self.end is not None:
            runner.forget(self._at)

    def _fraction(self) -> float:
        """Return the fraction of the tasks of this level that are done."""
        runner = self.runner
        done = [
            runner.slices[i].done
            for i, task in enumerate(runner.tasks)
            if isinstance(task, HeldSet) and len(task.cells) == self.level and runner.is_own(i)
        ]
        return sum(done) / max(1, len(done))


def _end_of(task: object, part: TaskState, queens: int) -> End | None:
    """Return the end of the search if a task that is done is it."""
    if isinstance(task, Level):
        if task.number and not len(part.arrays["sets"]):  # the sets are whole placements
            return End(task.number - 1, queens, ())
        if task.number:
            return None
    cells = task.cells if isinstance(task, HeldSet) else ()
    never = int(part.arrays["never"])
    return End(len(cells), queens, (*cells, never)) if never >= 0 else None


def _children(part: TaskState) -> Sequence[tuple[object, float]]:
    """Return the sets of a level and the next level; of level 0 the next level alone."""
    if "sets" not in part.arrays:
        return []
    number, queens = int(part.arrays["level"]), int(part.arrays["queens"])
    sets = part.arrays["sets"].tolist()
    following: list[tuple[object, float]] = [(HeldSet(queens, tuple(each)), 1.0) for each in sets]
    return [*following, (Level(number + 1, queens), 1.0)] if sets or not number else []


# Tasks, wherever they run --------------------------------------------------------------------


def threshold_task(
    board: Board, count: CountUses, task: Level | HeldSet, part: TaskState, seconds: float
) -> TaskState:
    """Do a task to its end, or until nobody waits for it.

    Returns "never", a cell that cannot be added, or -1; of a level "sets", shape (sets, level),
    and "queens", those of a maximum placement.
    `count`: how the placements with some queens are counted.
    """
    run = RunContext(stop=AbandonedFlag())
    arrays: dict[str, IntArray] = {}
    queens = task.queens
    if task != Level(0, 0) and isinstance(task, Level):
        sets = [each.indices for each in _sets(board, task.number)]
        arrays["sets"] = np.array(sets, dtype=np.int64).reshape(len(sets), task.number)
    else:
        held = Placement.from_indices(board, task.cells if isinstance(task, HeldSet) else [])
        found = count(board, queens, held, run)
        if found is None:
            return replace(part, done=False)
        counts, queens = found
        free = AttackCounts.of(held).free_cells()
        never = free[counts[free] == 0]
        arrays["never"] = np.array(never[0] if len(never) else -1)
        if isinstance(task, Level):
            arrays["sets"] = np.zeros((0, 0), dtype=np.int64)
    if isinstance(task, Level):
        arrays |= {"level": np.array(task.number), "queens": np.array(queens)}
    return TaskState(True, 1, arrays)


@lru_cache(maxsize=8)
def _sets(board: Board, level: int) -> tuple[Placement, ...]:
    """Return all sets of so many queens that do not attack each other, up to symmetry."""
    if level == 0:
        return (Placement(board),)
    grown: dict[Placement, None] = {}
    for held in _sets(board, level - 1):
        for cell in AttackCounts.of(held).free_cells().tolist():
            grown[canonical(Placement.from_indices(board, np.append(held.indices, cell)))] = None
    return tuple(grown)


_lists: dict[Board, IntArray] = {}
"""The last board whose full placements this process has listed."""


def _by_list(
    board: Board, _queens: int, held: Placement, run: RunContext
) -> tuple[IntArray, int] | None:
    """Return how many full placements with some queens use each cell, and their size."""
    if board not in _lists:
        found = all_full(board, run)
        if found is None:
            return None
        _lists.clear()
        _lists[board] = found[0]
    members = _lists[board]
    chosen = members[containing(members, held.indices)]
    return np.bincount(chosen.ravel(), minlength=board.size), board.full_count


def _by_count(
    board: Board, queens: int, held: Placement, run: RunContext, *, method: str | None = None
) -> tuple[IntArray, int] | None:
    """Return how many maximum placements with some queens use each cell, and their size."""
    if not len(held):
        whole = density(board, run).value
        return None if whole is None else (whole.counts, whole.queens or 0)
    cells = count_maximum(board, run, k=queens, givens=held, method=method).cells
    return None if cells is None else (cells, queens)


_by_other_count = partial(_by_count, method="other covers")

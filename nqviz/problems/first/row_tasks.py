"""The search for the first placement in tasks, which run anywhere.

A task searches below some first rows. After some steps it leaves what is open to others, in the
order of the placements: the rows that it was trying, and for each of these rows, the last one
first, the columns after the one that was tried; those that are still to be probed for the last row
are tasks of their own. So the tasks, in this order, are one search in depth; those that come after
a placement that is found have nothing to do. What a task does depends on the task and on the
placement that it begins with alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import cast

import numpy as np

from nqviz.core.interruption import Interrupted, interrupted_by
from nqviz.run.outcome import Status
from nqviz.run.tasks import (
    Execution,
    Growth,
    Recheck,
    TaskRunner,
    TaskState,
    WorkersLost,
    is_abandoned,
)

from .first_search import Ended, FirstSearch
from .row_check import check_row_task
from .row_search import RowSearch, RowTask, checked_state, is_behind, known_column, placement_of

TASK_STEPS = 16
"""How many steps a task makes before it leaves what is open to others."""
SHARED = 3
"""So many tasks, each of them the first that the one before has left, are run by every shard."""
RESULTS = ("tried", "best", "refuted")
STATE = ("begin", "open", "begun", "solved", "left", "weights", "steps", *RESULTS)


def search_rows(search: FirstSearch, split: Execution | None = None) -> list[int] | None:
    """Find the first placement row by row; None if there is no placement at all.

    `split`: where the tasks run, and where they are kept.
    Raises Ended when it has to end, ShardDone, Planned, and InputError; see `TaskRunner.run`.
    """
    return _Rows(search, split).run()


class _Rows:
    """Follows the tasks of one search, and reports what they find."""

    def __init__(self, search: FirstSearch, split: Execution | None) -> None:
        n = search.n
        self.search = search
        root = RowTask((), True, (), np.zeros(6 * n, dtype=np.int64), (), SHARED)
        work = partial(row_task, n)
        what = f"the first placement of the ({n},2) board"
        self.runner = TaskRunner(
            work,
            [root],
            split,
            search.context.limit.threads,
            {"what": what, "n": n, "method": 5},
            grow=Growth(partial(children_of, n), lambda task: task.shared > 0),
            recheck=Recheck(partial(check_row_task, n), RESULTS, STATE),
        )
        self._seen = [TaskState()]
        self._resume()

    def _resume(self) -> None:
        """Check the tasks of a checkpoint."""
        self.search.premises = self.runner.premises
        with self.runner.reading():
            for index, part in enumerate(self.runner.slices):
                if part.arrays:
                    _resumed(self.search.n, self._task(index), part)
                    self._take(part)

    def run(self) -> list[int] | None:
        """Run until the first placement is proven, or there is none."""
        search, runner = self.search, self.runner
        try:
            runner.run(self._look, self._begin)
        except WorkersLost as lost:
            search.failure = str(lost)
        self._look()
        search.premises = runner.premises
        if not runner.done:
            raise Ended(search.ended() or Status.STOPPED)
        return search.best

    def _task(self, index: int) -> RowTask:
        return cast(RowTask, self.runner.tasks[index])

    def _begin(self, index: int) -> TaskState:
        task = self._task(index)
        best = task.best if task.shared else self.search.best or ()
        return TaskState(arrays={"begin": np.array(best, np.int64)})

    def _take(self, part: TaskState) -> None:
        """Keep what a task has found, if it comes before the best placement."""
        found, best = part.arrays.get("best"), self.search.best
        if found is not None and len(found) and (best is None or found.tolist() < best):
            self.search.best = found.tolist()

    def _look(self) -> bool:
        """Report the rows that are certain and those tried; return whether to go on."""
        search, slices = self.search, self.runner.slices
        self._seen += [TaskState()] * (len(slices) - len(self._seen))
        for index, part in enumerate(slices):
            if part is not self._seen[index]:
                self._seen[index] = part
                self._take(part)
        search.nodes = self.runner.nodes
        tried = min((self._tried(i) for i, part in enumerate(slices) if not part.done), default=[])
        best = search.best or []
        count = 0
        while count < min(len(tried), len(best)) and tried[count] == best[count]:
            count += 1
        search.settle(best[:count])
        search.report(tried)
        return search.ended() is None

    def _tried(self, index: int) -> list[int]:
        """Return the rows that a task is trying: no placement of it comes before them."""
        task, tried = self._task(index), self.runner.slices[index].arrays.get("tried")
        if tried is not None:
            return cast(list[int], tried.tolist())
        return [*task.first, max(task.refuted) + 1] if task.refuted else list(task.first)


def children_of(n: int, part: TaskState) -> Sequence[tuple[object, float]]:
    """Return what a task leaves open, in the order of the placements."""
    if "open" not in part.arrays:
        return []
    tried, best, _, weights = checked_state(n, part.arrays)
    shared, above = part.arrays["open"].tolist()
    levels = len(tried) - above + 1
    refuted: list[list[int]] = [[] for _ in range(levels)]
    for level, column in part.arrays["refuted"].tolist():
        refuted[level].append(column)
    left = [column for level, column in part.arrays["left"].tolist() if level == levels - 1]
    opened: list[tuple[Sequence[int], bool, Sequence[int]]] = []
    if not part.arrays["solved"][-1]:
        opened.append((tried, True, refuted[-1]))
    else:
        opened += [((*tried, column), False, ()) for column in left]
        if (known := known_column(best, tried)) is not None:  # those before that are refuted
            opened.append(((*tried, known), True, ()))
    for level in reversed(range(levels - 1)):
        row = above + level
        opened.append((tried[:row], True, [*refuted[level], tried[row]]))
    kept = [each for each in opened if not is_behind(best, each[0], each[2])]
    return [
        (
            RowTask(tuple(first), is_probed, tuple(done), weights, tuple(best), shared * (i == 0)),
            1.0,
        )
        for i, (first, is_probed, done) in enumerate(kept)
    ]


def _resumed(n: int, task: RowTask, part: TaskState) -> RowSearch:
    """Return the search of a task as it was left; raise KeyError, ValueError if it is another."""
    begin = placement_of(n, part.arrays["begin"])
    search = RowSearch(
        n, task.first, task.is_probed, task.refuted, task.weights.copy(), begin, is_abandoned
    )
    if part.done or "tried" in part.arrays:
        search.restore(part.arrays)
        search.nodes = part.nodes
    return search


def row_task(n: int, task: RowTask, part: TaskState, seconds: float) -> TaskState:
    """Go on with a task for some seconds.

    Returns done when it has been searched to its end, or, with "open", when it leaves the rest.
    """
    until = time.monotonic() + seconds
    search = _resumed(n, task, part)
    with suppress(Interrupted), interrupted_by(is_abandoned):  # what a step began is done again
        while not search.is_done and search.steps < TASK_STEPS:
            search.step()
            if time.monotonic() > until or is_abandoned():
                break
    arrays = {"begin": part.arrays["begin"], **search.state()}
    is_split = not search.is_done and search.steps >= TASK_STEPS
    if is_split:
        arrays["open"] = np.array([max(0, task.shared - 1), len(task.first)])
    return TaskState(search.is_done or is_split, search.nodes, arrays)

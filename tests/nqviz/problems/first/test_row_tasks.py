"""The search for the first placement in tasks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.problems.first import first_placement, row_tasks
from nqviz.problems.first.rest import free_after
from nqviz.problems.first.row_check import check_row_task, refuted_rows
from nqviz.problems.first.row_search import RowTask
from nqviz.problems.first.row_tasks import children_of, row_task
from nqviz.problems.planar import as_placement
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution, TaskState, executors

EIGHTEEN = (0, 2, 4, 1, 7, 14, 11, 15, 12, 16, 5, 17, 6, 3, 10, 8, 13, 9)


@pytest.mark.parametrize("executor", ["threads:2", "processes:2", ThreadPoolExecutor])
def test_tasks_find_the_same_placement_anywhere(
    executor: str | type[ThreadPoolExecutor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_tasks, "TASK_STEPS", 2)
    monkeypatch.setattr(executors, "HEAD_START", 0.2)
    if isinstance(executor, str):
        found = first_placement(Board.cube(18, 2), split=Execution(executor))
    else:
        with executor(3) as pool:
            found = first_placement(Board.cube(18, 2), split=Execution(pool))
    assert found.status is Status.OPTIMAL
    assert found.certain == EIGHTEEN


def test_tasks_show_that_there_is_no_placement() -> None:
    found = first_placement(Board.cube(3, 2), split=Execution("threads:2"))
    assert found.status is Status.INFEASIBLE
    assert found.value is None


def test_a_search_does_the_same_wherever_its_slices_end() -> None:
    n = 18
    task = RowTask((), True, (), np.zeros(6 * n, np.int64), (), 0)
    ends = []
    for seconds in (0.0, 1000.0):
        waiting, done = [task], []
        best = np.zeros(0, np.int64)
        while waiting:
            each = waiting.pop(0)
            part = TaskState(arrays={"begin": best})
            while not part.done:
                part = row_task(n, each, part, seconds)
            if len(part.arrays["best"]):
                best = part.arrays["best"]
            waiting = [child for child, _ in children_of(n, part)] + waiting
            done.append((each.first, each.refuted, part.nodes))
        ends.append((done, best.tolist()))
    assert ends[0] == ends[1]
    assert len(ends[0][0]) > 2
    assert tuple(ends[0][1]) == EIGHTEEN


def searched(n: int) -> list[tuple[RowTask, TaskState]]:
    """Return the tasks of a search by one process, with their results."""
    waiting = [RowTask((), True, (), np.zeros(6 * n, np.int64), (), 0)]
    best, done = np.zeros(0, np.int64), []
    while waiting:
        each = waiting.pop(0)
        part = row_task(n, each, TaskState(arrays={"begin": best}), 1000.0)
        best = part.arrays["best"] if len(part.arrays["best"]) else best
        waiting = [child for child, _ in children_of(n, part)] + waiting
        done.append((each, part))
    return done


@pytest.mark.parametrize("n", [3, 4, 6, 7])
def test_tasks_refute_together_all_that_comes_before(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_tasks, "TASK_STEPS", 1)
    tasks = searched(n)
    refuted = {rows for task, part in tasks for rows in refuted_rows(n, task, part)}
    every = [tuple(each) for each in permutations(range(n)) if as_placement(each).is_valid()]
    assert not any(each[: len(rows)] == rows for rows in refuted for each in every)
    first = min(every, default=())
    for row in range(len(first) or 1):
        free = free_after(n, first[:row])[row]
        for column in range(first[row] if first else n):
            rows = (*first[:row], column)
            assert not free[column] or any(rows[: len(each)] == each for each in refuted)


def test_a_check_passes_right_tasks_and_finds_a_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_tasks, "TASK_STEPS", 3)
    n, checked = 12, 0
    for task, part in searched(n):
        assert check_row_task(n, task, part, 0.0).done
        is_full = len(part.arrays["tried"]) == n
        if "open" not in part.arrays or part.arrays["solved"][-1] or is_full:
            continue
        level = len(part.arrays["solved"]) - 1
        wrong = {**part.arrays, "refuted": np.array([(level, n - 1)])}
        with pytest.raises(InputError, match="refutes the first rows"):
            check_row_task(n, task, replace(part, arrays=wrong), 0.0)
        checked += 1
    assert checked

"""Do a random share of the tasks of a run again, in another way, and compare the results."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from math import ceil

import numpy as np

from nqviz.core.errors import InputError

from .executors import WorkerPool, WorkersLost, wait_some
from .split import Recheck
from .task_list import Tasks
from .task_state import TaskState


def check_again(
    runner: Tasks, pool: WorkerPool, look: Callable[[], bool], begin: Callable[[int], TaskState]
) -> None:
    """Check tasks of a run, and note in its premises how many.

    `look`, `begin`: see `TaskRunner.run`.
    Raises InputError if a task has another result, and WorkersLost.
    """
    recheck = runner.recheck or Recheck(runner.work, ())
    leaves = [index for index in range(len(runner.tasks)) if not runner.is_seed(index)]
    count = ceil(runner.split.recheck * len(leaves))
    waiting: deque[tuple[int, TaskState]] = deque()
    for index in random.Random(runner.split.seed).sample(leaves, count):
        saved = runner.slices[index].arrays
        kept = {name: saved[name] for name in recheck.need if name in saved}
        waiting.append((index, TaskState(arrays=kept) if kept else begin(index)))
    running: dict[Future[TaskState], int] = {}
    while look() and (waiting or running):
        while waiting and len(running) < pool.width:
            index, part = waiting.popleft()
            running[runner.submit(pool, recheck.work, index, part)] = index
        for future in wait_some(running):
            index = running.pop(future)
            try:
                part = future.result()
            except Exception as error:
                if isinstance(error, BrokenExecutor | CancelledError) or pool.has_lost(error):
                    raise WorkersLost("the workers were lost while tasks were checked") from error
                raise
            if part.done:
                _compare(runner, index, part, recheck.results)
            else:
                waiting.appendleft((index, part))
    if not waiting and not running:
        runner.premises = tuple(f"{each}, {count:,} of them done again" for each in runner.premises)


def _compare(runner: Tasks, index: int, part: TaskState, names: tuple[str, ...]) -> None:
    before, after = runner.slices[index].arrays, part.arrays
    for name in names or {*before, *after}:
        if name not in before and name not in after:
            continue
        if name in before and name in after and np.array_equal(before[name], after[name]):
            continue
        raise InputError(
            f"task {runner.names[index]} of the checkpoint {runner.split.checkpoint} has another"
            f" result when it is done again: {_short(after.get(name))}, not"
            f" {_short(before.get(name))}"
        )


def _short(array: object) -> str:
    return " ".join(str(array).split())[:60]

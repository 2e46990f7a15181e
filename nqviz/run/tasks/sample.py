"""A sample of the tasks of a run, to estimate what all of them take."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from .binding import nqviz_version
from .estimate import Estimate, estimate
from .split import Planned, Tasks, run_slice
from .task_state import TaskState

SLICE_SECONDS = 0.5


def sample(
    runner: Tasks,
    look: Callable[[], bool],
    begin: Callable[[int], TaskState],
    seconds: float,
) -> None:
    """Run the tasks that add others, then others at random, for some seconds.

    `look`, `begin`: see `TaskRunner.run`.
    Raises Planned, always.
    """
    if runner.tasks:  # what is compiled at first use takes long, and is no part of the tasks
        run_slice(nqviz_version(), runner.work, runner.tasks[0], begin(0), 0.0)
    until = time.monotonic() + seconds

    def run(index: int) -> TaskState:
        part = begin(index)
        while not part.done and (left := until - time.monotonic()) > 0 and look():
            work, task = runner.work, runner.tasks[index]
            part = run_slice(nqviz_version(), work, task, part, min(SLICE_SECONDS, left))
        return part

    spent = _list_tasks(runner, run)
    leaves = [index for index in range(len(runner.tasks)) if not runner.is_seed(index)]
    is_listed = sum(part.done for part in runner.slices) + len(leaves) == len(runner.tasks)
    random.Random(runner.split.seed).shuffle(leaves)
    left = sum(runner.weights[index] for index in leaves)
    weights: list[float] = []
    times: list[float] = []
    for index in leaves:
        if time.monotonic() > until or not look():
            break
        weight = runner.weights[index]
        took, is_done = _with_what_it_adds(runner, index, run)
        spent += took
        if is_done:
            weights.append(weight)
            times.append(took)
    sampled = sum(part.done for part in runner.slices)
    rest = estimate(weights, times, left - sum(weights))
    if sampled == len(runner.tasks):  # also where no task was chosen at random
        rest = Estimate(0.0, 0.0, max((part.seconds for part in runner.slices), default=0.0))
    raise Planned(len(runner.tasks), sampled, rest, spent, is_listed)


def _list_tasks(runner: Tasks, run: Callable[[int], TaskState]) -> float:
    """Run the tasks that add others; return their seconds."""
    spent, index = 0.0, 0
    while index < len(runner.tasks):
        if runner.is_seed(index):
            runner.slices[index] = run(index)
            spent += runner.slices[index].seconds
            if runner.slices[index].done:
                runner.add_grown(index)
        index += 1
    return spent


def _with_what_it_adds(
    runner: Tasks, index: int, run: Callable[[int], TaskState]
) -> tuple[float, bool]:
    """Run a task and those that it adds; return their seconds, and whether all are done."""
    waiting, took = [index], 0.0
    while waiting:
        index = waiting.pop()
        runner.slices[index] = run(index)
        took += runner.slices[index].seconds
        if not runner.slices[index].done:
            return took, False
        waiting += runner.add_grown(index)
    return took, True

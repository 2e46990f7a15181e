"""A sample of the tasks of a run, to estimate what all of them take."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from .binding import nqviz_version
from .estimate import estimate
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
    until = time.monotonic() + seconds

    def run(index: int) -> TaskState:
        part = begin(index)
        while not part.done and (left := until - time.monotonic()) > 0 and look():
            work, task = runner.work, runner.tasks[index]
            part = run_slice(nqviz_version(), work, task, part, min(SLICE_SECONDS, left))
        return part

    spent, index = 0.0, 0
    while index < len(runner.tasks):
        if runner.is_seed(index):
            runner.slices[index] = run(index)
            spent += runner.slices[index].seconds
            runner.add_grown(index)
        index += 1
    leaves = [index for index in range(len(runner.tasks)) if not runner.is_seed(index)]
    is_listed = sum(part.done for part in runner.slices) + len(leaves) == len(runner.tasks)
    random.Random(runner.split.seed).shuffle(leaves)
    left = sum(runner.weights[index] for index in leaves)
    weights: list[float] = []
    times: list[float] = []
    for index in leaves:
        if time.monotonic() > until or not look():
            break
        part = run(index)
        spent += part.seconds
        if part.done:
            weights.append(runner.weights[index])
            times.append(part.seconds)
    rest = estimate(weights, times, left - sum(weights))
    raise Planned(len(runner.tasks), len(times), rest, spent, not is_listed or not times)

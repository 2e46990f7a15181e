"""Samples of tasks: what is estimated of tasks that are too long to be run."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nqviz.run.tasks import Execution, Growth, Planned, TaskRunner, TaskState, sample
from nqviz.run.tasks.estimate import likely

STEP = 0.0005
"""Processor seconds of a node."""


@pytest.fixture(autouse=True)
def processor_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let samples end by processor time, whatever else the machine does."""
    monkeypatch.setattr(sample, "time", SimpleNamespace(monotonic=time.thread_time))


def spend(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def fell(task: int, part: TaskState, seconds: float) -> TaskState:
    """Visit the nodes of the tree in which each number has its halves below it, down to one."""
    arrays, until = part.arrays, time.thread_time() + seconds
    open_nodes = arrays["open"].tolist() if "open" in arrays else [task]
    nodes = part.nodes
    while open_nodes and time.thread_time() < until and not ("level" in arrays and nodes):
        size = open_nodes.pop()
        spend(STEP)
        nodes += 1
        open_nodes += [size // 2, size - size // 2] if size > 1 else []
    left = np.array(open_nodes, dtype=np.int64)
    if "level" in arrays and nodes:
        return TaskState(True, nodes, {"left": left})
    return TaskState(not open_nodes, nodes, {**arrays, "open": left})


def left(part: TaskState) -> list[tuple[object, float]]:
    return [(size, float(size)) for size in part.arrays.get("left", np.zeros(0)).tolist()]


def misjudged(part: TaskState) -> list[tuple[object, float]]:
    """Return what is left with weights that say little of its size."""
    return [(size, float(size) ** 0.5) for size in part.arrays.get("left", np.zeros(0)).tolist()]


def level(_task: Any, part: TaskState) -> TaskState:
    return TaskState(False, part.nodes, {**part.arrays, "level": np.array(1)}, part.seconds)


def planned(
    sizes: list[int], seconds: float, *, levels: bool = True, seed: int = 0, right: bool = True
) -> Planned:
    children = left if right else misjudged
    grow = Growth(children, lambda _task: False, level=level if levels else None)
    weights = [float(size) if right else 1.0 for size in sizes]
    split = Execution(sample=seconds, seed=seed)
    runner = TaskRunner(fell, sizes, split, weights=weights, grow=grow)
    with pytest.raises(Planned) as plan:
        runner.run(lambda: True)
    return plan.value


def test_tasks_that_are_too_long_are_estimated_from_their_branches() -> None:
    """Without them the estimate would be of the short tasks alone."""
    sizes = [4, 3000, 5, 3000, 6]
    plan = planned(sizes, 0.5)
    work = sum(2 * size - 1 for size in sizes) * STEP
    assert plan.seconds == pytest.approx(work, rel=0.5)
    assert plan.sampled == 3
    assert plan.spent < 0.25 * work


def test_tasks_that_cannot_be_left_count_with_what_they_took() -> None:
    plan = planned([4, 3000, 5], 0.2, levels=False)
    assert plan.is_cut
    assert plan.seconds is not None
    assert plan.seconds > 0.02  # the short ones alone take 0.008
    assert planned([3000], 0.1, levels=False).seconds is None


def test_a_sample_that_has_the_time_runs_every_task() -> None:
    plan = planned([40, 60, 80], 5.0)
    assert (plan.sampled, plan.is_cut, plan.error) == (3, False, 0.0)
    assert plan.seconds == pytest.approx(357 * STEP, rel=0.3)


def test_most_likely_ranges_hold_the_truth() -> None:
    """Though the weights of tasks and of what they leave are far from their times."""
    sizes = [3, 10, 30, 100, 300, 1000, 3000]
    work = sum(2 * size - 1 for size in sizes) * STEP
    inside = 0
    for seed in range(6):
        plan = planned(sizes, 0.1, seed=seed, right=False)
        assert plan.seconds is not None
        low, high = likely(plan.seconds, plan.error, plan.spent)
        inside += low <= work <= high
    assert inside >= 5

"""Small tasks for the tests: numbers that are added up in steps, and tasks that fail."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import numpy as np

from nqviz.run.tasks import Checkpoint, Growth, TaskRunner, TaskState

STEPS = 4
WORK = {"what": "adding up", "n": 9}


def count_up(task: int, part: TaskState, seconds: float) -> TaskState:
    """Add a task's number to itself, a step in each slice."""
    done = int(part.arrays.get("steps", 0)) + 1
    total = int(part.arrays.get("total", 0)) + task
    time.sleep(min(seconds, 0.005))
    return TaskState(done == STEPS, done, {"steps": np.array(done), "total": np.array(total)})


def fall_once(marker: str, task: int, part: TaskState, seconds: float) -> TaskState:
    """Kill the first process that reaches the third task."""
    if task == 3 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return count_up(task, part, seconds)


def slow(task: int, part: TaskState, seconds: float) -> TaskState:
    time.sleep(seconds)
    return TaskState(False, part.nodes + 1, {"steps": np.array(part.nodes)})


def broken(task: int, part: TaskState, seconds: float) -> TaskState:
    raise ZeroDivisionError("of this task")


def totals(runner: TaskRunner) -> list[int]:
    return [int(part.arrays["total"]) for part in runner.slices]


def halve(task: int, part: TaskState, seconds: float) -> TaskState:
    """Leave the halves of a number to others, down to one."""
    time.sleep(0.001)
    halves = [task // 2, task - task // 2] if task > 1 else []
    return TaskState(True, 1, {"task": np.array(task), "halves": np.array(halves)})


def grown(part: TaskState) -> list[tuple[object, float]]:
    return [(half, float(half)) for half in part.arrays["halves"].tolist()]


GROWTH = Growth(grown, lambda task: task > 3)


def kept(file: Path, tasks: int = 9) -> dict[str, tuple[bool, int]]:
    """Return what a checkpoint says of each task."""
    checkpoint = Checkpoint(file, WORK, tasks)
    checkpoint.close()
    return {name: (part.done, part.nodes) for name, part in checkpoint.slices.items()}

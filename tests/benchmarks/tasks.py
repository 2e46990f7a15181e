"""Work in tasks: two processes against one, and what a task costs beside its work.

``python -m tests.benchmarks tasks`` takes some minutes on a quiet machine;
``python -m tests.benchmarks.tasks proof counting`` does two parts of it. Wall times need a quiet
machine. What does not: the processor time of all processes against that of the tasks, and the ratio
that the list of tasks allows two workers, each task going to the next free one when the task that
added it is done. What a task of a second costs is the difference of a long and a short run, so that
the start of the workers, which is paid once, does not count.
"""

import heapq
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import forkserver
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from nqviz import Board, Placement
from nqviz.counting import count_maximum
from nqviz.engines import Problem
from nqviz.engines.base import run_beside
from nqviz.engines.theta.engine import prove_by_theta
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution, TaskRunner, TaskState
from nqviz.run.tasks.storage import read_only

from .report import say, show

Line = tuple[str, str, str, bool]

GOAL = 1.8
MOST_OVERHEAD = 0.03
FEW, MANY = 6, 24
"""Tasks of a second in the short and the long run: multiples of both numbers of workers."""
SECONDS = "tasks of a second"
ROUNDS = 5
"""Runs with one process and with two, by turns, whose median ratio counts."""


def spin(task: int, part: TaskState, seconds: float) -> TaskState:
    """Use the processor for a second, in the slices that are asked for."""
    until = time.thread_time() + min(seconds, 1.0 - part.seconds)
    while time.thread_time() < until:
        pass
    return TaskState(part.seconds + seconds >= 1.0, part.nodes + 1)


def spinning(tasks: int, split: Execution) -> None:
    TaskRunner(spin, range(tasks), split).run(lambda: True)


def counting(split: Execution, n: int = 7, k: int = 32) -> None:
    board = Board.cube(n, 3)
    assert count_maximum(board, k=k, split=split, method="theta").status is Status.OPTIMAL


def proof(split: Execution, n: int = 8, most: int = 48) -> None:
    problem = Problem(Placement(Board.cube(n, 3)), most + 1)
    work = run_beside("theta", lambda state: prove_by_theta(state, split), problem, RunContext())
    assert work.status is Status.INFEASIBLE, work.message


WORKS: dict[str, tuple[Callable[[Execution], None], Callable[[Execution], None]]] = {
    "(8,3) proof": (proof, partial(proof, n=6, most=21)),
    "(7,3) counting": (counting, partial(counting, n=6, k=21)),
}
"""Each work, and a small one that compiles what it needs."""


def processor_seconds() -> float:
    """Return the processor time of this process and of those it has started, which have ended."""
    for child in multiprocessing.active_children():
        child.join()
    # The process that forked them ends with this one, or here: its time is added then.
    forkserver._forkserver._stop()  # type: ignore[attr-defined]
    return sum(os.times()[:4])


class Measured(NamedTuple):
    """A run: its wall time, the processor time of all processes, and that of each task."""

    wall: float
    used: float
    times: dict[str, float]


def measured(work: Callable[[Execution], None], executor: str) -> Measured:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "file"
        began, before = time.perf_counter(), processor_seconds()
        work(Execution(executor, file))
        wall, used = time.perf_counter() - began, processor_seconds() - before
        with read_only(file) as storage:
            times = {name: each.state.seconds for name, each in storage.records.items()}
    return Measured(wall, used, times)


def makespan(times: dict[str, float], workers: int) -> float:
    """Return how long tasks take some workers: ``0.3`` begins after ``0``."""
    children: dict[str, list[str]] = {}
    for name in times:
        children.setdefault(name.rpartition(".")[0], []).append(name)
    waiting = sorted(children[""], key=place, reverse=True)
    running: list[tuple[float, str]] = []
    now = 0.0
    while waiting or running:
        while waiting and len(running) < workers:
            name = waiting.pop()
            heapq.heappush(running, (now + times[name], name))
        now, name = heapq.heappop(running)
        waiting += sorted(children.get(name, []), key=place, reverse=True)
    return now


def place(name: str) -> list[int]:
    return [int(number) for number in name.split(".")]


def seconds_rows() -> list[Line]:
    """Return what a task of a second costs beside its second, in a process and in two."""
    rows: list[Line] = []
    for workers in (1, 2):
        name = f"processes:{workers}"
        few, many = (measured(partial(spinning, tasks), name) for tasks in (FEW, MANY))
        tasks = MANY - FEW
        of = f"{SECONDS}, {workers} process{'es' if workers > 1 else ''}"
        costs = {
            "processor time": (many.used - few.used) / tasks - 1.0,
            "wall time, quiet machine": workers * (many.wall - few.wall) / tasks - 1.0,
        }
        for what, share in costs.items():
            goal = f"{MOST_OVERHEAD:.0%}"
            rows.append((f"{of}: overhead in {what}", f"{share:.1%}", goal, share <= MOST_OVERHEAD))
    return rows


def work_rows(name: str) -> list[Line]:
    """Return how much sooner two processes end some work than one does, by turns."""
    work, small = WORKS[name]
    small(Execution("threads:1"))
    runs: list[tuple[Measured, Measured]] = []
    for _ in range(ROUNDS):
        one, two = (measured(work, f"processes:{workers}") for workers in (1, 2))
        runs.append((one, two))
        say(
            f"{name}: wall {one.wall:.1f} s with one process, {two.wall:.1f} s with two;"
            f" processor time of all {one.used:.1f} and {two.used:.1f} s,"
            f" of {len(one.times)} tasks {sum(one.times.values()):.1f} s"
        )
    ratio = median(one.wall / two.wall for one, two in runs)
    allowed = median(makespan(one.times, 1) / makespan(one.times, 2) for one, _ in runs)
    rounds = f"median of {ROUNDS}"
    return [
        (
            f"{name}: two processes against one, {rounds}, quiet machine",
            f"{ratio:.2f}",
            f"{GOAL}",
            ratio >= GOAL,
        ),
        (
            f"{name}: what its tasks allow, {rounds}",
            f"{allowed:.2f}",
            f"{GOAL}",
            allowed >= GOAL,
        ),
    ]


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "tasks"]
    parts: dict[str, Callable[[], list[Line]]] = {
        SECONDS: seconds_rows,
        **{name: partial(work_rows, name) for name in WORKS},
    }
    for name, part in parts.items():  # each is shown when it is known: all take minutes
        if not words or any(word in name for word in words):
            show(f"tasks: {name}", ("what", "measured", "goal", "reached"), part())


if __name__ == "__main__":
    main()

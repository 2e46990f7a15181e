"""Work in tasks: two processes against one, and what a task costs beside its work.

``python -m tests.benchmarks tasks``, or ``python -m tests.benchmarks.tasks proof`` for one of them.
Wall times need a quiet machine. What does not: the processor time of all processes against that
of the tasks (overhead), and the ratio that the list of tasks allows two workers, each task going
to the next free one when the task that added it is done.
"""

import heapq
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from nqviz import Board, Placement
from nqviz.counting import count_maximum
from nqviz.engines import Problem, run_beside
from nqviz.engines.theta.engine import prove_by_theta
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution, TaskRunner, TaskState
from nqviz.run.tasks.storage import read_only

from .report import show

GOAL = 1.8
MOST_OVERHEAD = 0.03
TASKS = 20


def spin(task: int, part: TaskState, seconds: float) -> TaskState:
    """Use the processor for a second, in the slices that are asked for."""
    until = time.thread_time() + min(seconds, 1.0 - part.seconds)
    while time.thread_time() < until:
        pass
    return TaskState(part.seconds + seconds >= 1.0, part.nodes + 1)


def spinning(split: Execution) -> None:
    TaskRunner(spin, range(TASKS), split).run(lambda: True)


def counting(split: Execution) -> None:
    assert count_maximum(Board.cube(7, 3), k=32, split=split).status is Status.OPTIMAL


def proof(split: Execution) -> None:
    problem = Problem(Placement(Board.cube(8, 3)), 49)
    work = run_beside("theta", lambda state: prove_by_theta(state, split), problem, RunContext())
    assert work.status is Status.INFEASIBLE, work.message


WORKS: dict[str, Callable[[Execution], None]] = {
    "tasks of a second": spinning,
    "(7,3) counting": counting,
    "(8,3) proof": proof,
}


def processor_seconds() -> float:
    """Return the processor time of this process and of those it has started, which have ended."""
    for child in multiprocessing.active_children():
        child.join()
    return sum(os.times()[:4])


def measured(work: Callable[[Execution], None], executor: str) -> tuple[float, float, list[float]]:
    """Return the wall time, the overhead, and how long the tasks take one and two workers."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "file"
        began, before = time.perf_counter(), processor_seconds()
        work(Execution(executor, file))
        wall, used = time.perf_counter() - began, processor_seconds() - before
        with read_only(file) as storage:
            times = {name: each.state.seconds for name, each in storage.records.items()}
    return wall, used / sum(times.values()) - 1.0, [makespan(times, width) for width in (1, 2)]


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


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "tasks"]
    rows = []
    for name, work in WORKS.items():
        if words and not any(word in name for word in words):
            continue
        work(Execution("threads:1"))  # compiles what it needs
        one, over, (whole, half) = measured(work, "processes:1")
        two, over_two, _ = measured(work, "processes:2")
        ratio, allowed = one / two, whole / half
        rows += [
            (f"{name}: two processes against one", f"{ratio:.2f}", f"{GOAL}", ratio >= GOAL),
            (f"{name}: what its tasks allow", f"{allowed:.2f}", f"{GOAL}", allowed >= GOAL),
        ]
        for width, share in ((1, over), (2, over_two)):
            text = f"{name}: overhead of {width} process{'es' if width > 1 else ''}"
            rows.append((text, f"{share:.1%}", f"{MOST_OVERHEAD:.0%}", share <= MOST_OVERHEAD))
    show("tasks", ("what", "measured", "goal", "reached"), rows)


if __name__ == "__main__":
    main()

"""Work in tasks: two processes against one, and the overhead of a task of a second.

Words as arguments choose: ``python -m tests.benchmarks tasks``, or
``python -m tests.benchmarks.tasks overhead``. The proof of (8,3) has threads, not processes: it
is timed with two threads against one.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from nqviz import Board, Limit
from nqviz.counting import count_maximum
from nqviz.problems import maximum
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, TaskRunner, TaskState

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


def overhead() -> float:
    """Return the share of the time beside tasks of one second, with a checkpoint."""
    with TemporaryDirectory() as folder:
        runner = TaskRunner(spin, range(TASKS), Execution("threads:1", Path(folder) / "file"))
        start = time.perf_counter()
        runner.run(lambda: True)
        wall = time.perf_counter() - start
    return wall / sum(part.seconds for part in runner.slices) - 1.0


def counting(processes: int) -> None:
    count_maximum(Board.cube(7, 3), split=Execution(f"processes:{processes}"))


def proof(threads: int) -> None:
    run = RunContext(Limit(threads=threads))
    maximum(Board.cube(8, 3), prove=52, engine="theta", run=run)


SPEEDUPS: dict[str, Callable[[int], None]] = {"(7,3) counting": counting, "(8,3) proof": proof}


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "tasks"]
    rows = []
    if not words or "overhead" in words:
        share = overhead()
        rows.append(("overhead", f"{share:.2%}", f"{MOST_OVERHEAD:.0%}", share <= MOST_OVERHEAD))
    for name, work in SPEEDUPS.items():
        if words and not any(word in name for word in words):
            continue
        seconds = []
        for width in (1, 2):
            start = time.perf_counter()
            work(width)
            seconds.append(time.perf_counter() - start)
        ratio = seconds[0] / seconds[1]
        rows.append((name, f"{ratio:.2f}", f"{GOAL}", ratio >= GOAL))
    show("tasks", ("what", "measured", "goal", "reached"), rows)


if __name__ == "__main__":
    main()

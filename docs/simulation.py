"""Simulate many workers on the task times of a checkpoint: ``python docs/simulation.py FILE``.

Prints the table of the page "Beyond one machine". Without a file the times are recorded from the
count of (7,3), which takes half a minute. `--times N` repeats them N times, as a larger board
would. The tasks are taken in order by the next worker that is free (list scheduling: R. L. Graham,
Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17 (1969)), whose makespan is at
most twice the least possible.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from itertools import chain, repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from nqviz import Board
from nqviz.counting import count_maximum
from nqviz.run.tasks import Execution
from nqviz.run.tasks.storage import read_only

WORKERS = (1, 10, 100, 1000, 10_000)
OVERHEAD = 0.005
"""Seconds that a task takes beside its work; see the benchmark ``tasks``."""


@dataclass(frozen=True)
class Simulation:
    """A run that was simulated; all times in seconds.

    `makespan`: the time until the last task ends.
    `work`: the sum of all tasks with their overheads.
    `efficiency`: the share of the time of all workers in which they work, 0 to 1.
    `alone`: the time at the end in which fewer than half of the workers work.
    """

    tasks: int
    workers: int
    makespan: float
    work: float
    efficiency: float
    alone: float


def simulate(
    times: Sequence[float],
    workers: int,
    *,
    overhead: float = 0.0,
    longest: float | None = None,
) -> Simulation:
    """Return how tasks would run on some workers.

    `times`: seconds of each task, in the order in which they begin.
    `workers`: at least 1.
    `overhead`: seconds added to each task.
    `longest`: longer tasks are split into equal parts of at most this time.
    """
    if workers < 1:
        raise ValueError(f"{workers} workers")
    parts = [list(_parts(seconds, longest)) for seconds in times]
    each = [seconds + overhead for seconds in chain.from_iterable(parts)]
    free = [0.0] * workers
    heapify(free)
    for seconds in each:
        heapreplace(free, free[0] + seconds)
    makespan, work = max(free), sum(each)
    half = sorted(free)[(workers - 1) // 2]
    efficiency = work / (makespan * workers) if makespan else 1.0
    return Simulation(len(each), workers, makespan, work, efficiency, makespan - half)


def _parts(seconds: float, longest: float | None) -> Sequence[float] | repeat[float]:
    if longest is None or seconds <= longest:
        return [seconds]
    count = -(-seconds // longest)
    return repeat(seconds / count, int(count))


def recorded(file: Path) -> list[float]:
    """Return the processor seconds of the finished tasks of a checkpoint, in their order."""
    with read_only(file) as storage:
        done = [record for record in storage.records.values() if record.state.done]
    return [record.state.seconds for record in sorted(done, key=lambda each: each.at)]


def table(times: list[float]) -> str:
    """Return the simulated runs as a table of the guide."""
    lines = [
        "| workers | tasks | longest task | makespan | efficiency | less than half at work |",
        "|---:|---:|---:|---:|---:|---:|",
    ]
    for workers in WORKERS:
        for longest in (None, max(times) / 10, max(times) / 100):
            run = simulate(times, workers, overhead=OVERHEAD, longest=longest)
            most = max(times) if longest is None else longest
            lines.append(
                f"| {workers:,} | {run.tasks:,} | {most:.3g} s | {run.makespan:,.3g} s |"
                f" {run.efficiency:.1%} | {run.alone:,.3g} s |"
            )
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Simulate many workers on recorded task times.")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
    parser.add_argument("--times", type=int, default=1, metavar="N")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = options.file
        if file is None:
            file = Path(folder) / "seven.checkpoint"
            count_maximum(Board.cube(6, 3), k=21, method="theta")  # loads what is compiled
            count_maximum(Board.cube(7, 3), k=32, split=Execution("threads:1", file))
        times = recorded(file) * options.times
    sys.stdout.write(table(times) + "\n")


if __name__ == "__main__":
    main()

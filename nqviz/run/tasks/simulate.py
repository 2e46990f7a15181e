"""Simulate a run on many workers from recorded times of tasks, without running any.

The tasks are taken in order by the next worker that is free (list scheduling: R. L. Graham, Bounds
on multiprocessing timing anomalies, SIAM J. Appl. Math. 17 (1969)), whose makespan is at most twice
the least possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from itertools import chain, repeat


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

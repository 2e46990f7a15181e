"""Planar full solutions: n queens on the (n,2)-board, by bit masks of columns and diagonals."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState

from .count import Count, check_cube, finished, run_tasks
from .rotational import count_orbits
from .toroidal import count_toroidal

METHOD = (
    "row by row on bit masks, the first row up to its mirror image; orbits by the solutions that"
    " rotations keep"
)

MAX_SIDE = 24
"""The largest n of a count; 18 takes minutes."""


def count_planar(
    board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> Count:
    """Return the number of full solutions of the (n,2)-board (OEIS A000170) and orbits (A002562).

    For a torus see `count_toroidal`.

    Each task places the queens of the first rows; the first queen is in the left half, because
    a solution and its mirror image are different for n above 1.

    Parameters
    ----------
    board : Board
        A square for queens.
    split : Execution, optional
        Where the tasks run, and the file in which they are saved.

    Raises
    ------
    InputError
        If the board does not suit, or its side is above `MAX_SIDE`.
    """
    if board.torus:
        return count_toroidal(board, run, split=split)
    check_cube("planar solutions", board, d=2)
    n = board.n
    if not 1 <= n <= MAX_SIDE:
        raise InputError(
            f"planar solutions are counted for n = 1 to {MAX_SIDE}, not {n}; 16 takes seconds, 18"
            " minutes, and each one more about seven times as long"
        )
    run = run or RunContext()
    if n == 1:
        return finished(1, METHOD, run, orbits=1)
    identity = {"what": f"the count of full solutions of the ({n},2) board", "n": n}
    runner = TaskRunner(
        partial(_count_tasks, n),
        _bundles(_tasks(n)),
        split,
        run.limit.threads,
        identity,
        recheck=Recheck(partial(_count_mirrored, n), ("total",)),
    )
    ended = run_tasks(runner, METHOD, "counting", run)
    if ended is not None:
        return ended
    with runner.reading():
        total = sum(int(part.arrays["total"]) for part in runner.slices)
    orbits = count_orbits(n, total, lambda: run.ended() is None)
    return finished(total, METHOD, run, orbits=orbits, premises=runner.premises)


PlanarTask = tuple[int, int, int, int]
"""Columns and diagonals used by the first rows, and the multiplicity of the solutions."""

BUNDLES = 500
"""The approximate number of bundles of tasks."""


def _bundles(tasks: list[PlanarTask]) -> list[list[PlanarTask]]:
    size = max(1, len(tasks) // BUNDLES)
    return [tasks[start : start + size] for start in range(0, len(tasks), size)]


def _count_tasks(n: int, bundle: list[PlanarTask], part: TaskState, seconds: float) -> TaskState:
    """Continue for some seconds to count the solutions of a bundle of tasks."""
    total, at = (int(part.arrays.get(name, 0)) for name in ("total", "at"))
    began = time.perf_counter()
    while at < len(bundle) and time.perf_counter() - began < seconds:
        columns, left, right, weight = bundle[at]
        total += weight * _count_rows((1 << n) - 1, columns, left, right)
        at += 1
    arrays = {"total": np.array(total), "at": np.array(at)}
    return TaskState(at == len(bundle), arrays=arrays)


def _count_mirrored(n: int, bundle: list[PlanarTask], part: TaskState, seconds: float) -> TaskState:
    """Do the same as `_count_tasks` with the columns reversed, so in another order."""

    def mirrored(bits: int) -> int:
        return sum(1 << (n - 1 - column) for column in range(n) if bits >> column & 1)

    tasks = [(mirrored(a), mirrored(right), mirrored(left), w) for a, left, right, w in bundle]
    return _count_tasks(n, tasks, part, seconds)


def _tasks(n: int) -> list[PlanarTask]:
    """Return the tasks by the queens of the first rows.

    More rows for larger n: a task takes less than half a second, so that a stop is fast.
    """
    tasks = []
    for first in range((n + 1) // 2):
        in_middle = 2 * first == n - 1
        for second in range(n):
            # With the first queen in the middle column, reflection reverses the second row.
            if abs(first - second) <= 1 or (in_middle and second > first):
                continue
            a, b = 1 << first, 1 << second
            tasks.append((a | b, (a << 2) | (b << 1), (a >> 2) | (b >> 1), 2))
    for _ in range(max(0, n - 15) // 2):
        tasks = [grown for task in tasks for grown in _next_row(task, n)]
    return tasks


def _next_row(task: PlanarTask, n: int) -> Iterator[PlanarTask]:
    columns, left, right, weight = task
    free = ((1 << n) - 1) & ~(columns | left | right)
    for column in range(n):
        bit = 1 << column
        if free & bit:
            yield columns | bit, (left | bit) << 1, (right | bit) >> 1, weight


@compiled
def _count_rows(full: int, columns: int, left: int, right: int) -> int:
    """Return the number of ways to fill the other rows; diagonals are given for the next row."""
    if columns == full:
        return 1
    total = 0
    free = full & ~(columns | left | right)
    while free:
        bit = free & -free
        free ^= bit
        total += _count_rows(full, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return total

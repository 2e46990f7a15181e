"""Planar full solutions: n queens on the (n,2)-board, by bit masks of columns and diagonals."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from ..errors import InputError
from ..jit import compiled
from ..work import Limit, Progress, ProgressCallback, Status, Stopwatch, ignore_progress
from .count import Count

METHOD = "row by row on bit masks, the first row up to its mirror image"

MAX_SIDE = 24
"""The largest n that is begun; 18 takes minutes."""


def count_planar(
    n: int,
    limit: Limit | None = None,
    progress: ProgressCallback = ignore_progress,
    stop: threading.Event | None = None,
) -> Count:
    """Count the full solutions of the (n,2)-board (OEIS A000170).

    Each task places the queens of the first rows; the first stands in the left half, because
    a solution and its mirror image are different whenever n is above 1.

    Raises
    ------
    InputError
        If n is out of reach.
    """
    if not 1 <= n <= MAX_SIDE:
        raise InputError(f"planar solutions are counted for n = 1 to {MAX_SIDE}, not {n}")
    watch = Stopwatch(limit, stop)
    if n == 1:
        return Count(Status.OPTIMAL, 1, seconds=watch.seconds, method=METHOD)
    tasks = _tasks(n)
    total = 0
    for done, (columns, left, right, weight) in enumerate(tasks):
        ended = watch.ended()
        if ended is not None:
            return Count(ended, seconds=watch.seconds, method=METHOD)
        total += weight * _count_rows((1 << n) - 1, columns, left, right)
        progress(Progress("counting", watch.seconds, (done + 1) / len(tasks)))
    return Count(Status.OPTIMAL, total, seconds=watch.seconds, method=METHOD)


def _tasks(n: int) -> list[tuple[int, int, int, int]]:
    """Give columns and diagonals taken by the first rows, and how often each task counts.

    More rows for larger n: a task takes well under half a second, so that a stop is heeded.
    """
    tasks = []
    for first in range((n + 1) // 2):
        in_middle = 2 * first == n - 1
        for second in range(n):
            # With the first queen in the middle column the mirror turns the second row around.
            if abs(first - second) <= 1 or (in_middle and second > first):
                continue
            a, b = 1 << first, 1 << second
            tasks.append((a | b, (a << 2) | (b << 1), (a >> 2) | (b >> 1), 2))
    for _ in range(max(0, n - 15) // 2):
        tasks = [grown for task in tasks for grown in _next_row(task, n)]
    return tasks


def _next_row(task: tuple[int, int, int, int], n: int) -> Iterator[tuple[int, int, int, int]]:
    columns, left, right, weight = task
    free = ((1 << n) - 1) & ~(columns | left | right)
    for column in range(n):
        bit = 1 << column
        if free & bit:
            yield columns | bit, (left | bit) << 1, (right | bit) >> 1, weight


@compiled
def _count_rows(full: int, columns: int, left: int, right: int) -> int:
    """Count the ways to fill the rows that are left; diagonals are those that meet the next row."""
    if columns == full:
        return 1
    total = 0
    free = full & ~(columns | left | right)
    while free:
        bit = free & -free
        free ^= bit
        total += _count_rows(full, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return total

"""Full solutions of the (n,2) torus: n queens that do not attack each other, lines wrap around.

The board is put in order by translations: every solution is a translate, along the columns, of one
with a queen in cell (0, 0), and every such solution counts n times. The reflection of the columns
keeps this cell, so the second queen is in the left half.

Orbits by counting stabilisers: the orbit of a solution s under the group G of the 8 n^2 symmetries
of the torus has |G| / |Stab(s)| members, so the number of orbits is the sum of |Stab(s)| / |G|
over all solutions.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from math import exp, gcd, lgamma

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.engines.bits import ones
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState
from nqviz.run.tasks.estimate import whole_time

from .count import Count, check_cube, finished, run_tasks

METHOD = (
    "the row with the fewest free cells first, one queen in a corner; orbits by the symmetries that"
    " keep each solution"
)

SECONDS_OF_23, FEWER = 414.0, 1.5
"""About how long side 23 takes on one core, and what the growth with n falls short of that of n!,
as a power of e for each side; both by samples of the sides 17 to 31."""
UNDIVIDED = 23
"""The largest side whose tasks are not parted further."""

THEOREM = "there are none, because the side is divisible by 2 or 3 (G. Polya, 1918)"

MAX_SIDE = 61
"""The largest side of a count that is prime to 6: rows are words of 64 bits, one of them a sign."""


def count_toroidal(
    board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> Count:
    """Return the number of full solutions of the (n,2) torus (OEIS A007705) and of orbits.

    `board`: a square torus for queens.
    `split`: where the tasks run, and the file in which they are saved.
    Raises InputError if the board does not suit, or its side is above `MAX_SIDE` and prime to 6.
    """
    check_cube("planar solutions", board, d=2, wraps=True)
    run = run or RunContext()
    n = board.n
    if gcd(n, 6) != 1:
        return finished(0, THEOREM, run, orbits=0)
    board.require_open("searches of tori row by row")
    if n == 1:
        return finished(1, METHOD, run, orbits=1)
    if n > MAX_SIDE:
        raise InputError(
            f"toroidal solutions are counted for sides to {MAX_SIDE}, not {n}: a row does not fit"
            f" into a word of 64 bits, and {whole_time(likely_seconds(n))}"
        )
    identity = {"what": f"the count of full solutions of the ({n},2) torus", "n": n}
    tasks = [[task] for task in _tasks(n)]
    recheck = Recheck(partial(_count_mirrored, n), ("total", "kept"))
    runner = TaskRunner(
        partial(_count_tasks, n), tasks, split, run.limit.threads, identity, recheck=recheck
    )
    ended = run_tasks(runner, METHOD, "counting", run)
    if ended is not None:
        return replace(ended, message=ended.message or whole_time(likely_seconds(n)))
    with runner.reading():
        total, kept = (
            2 * n * sum(int(part.arrays[name]) for part in runner.slices)
            for name in ("total", "kept")
        )
    return finished(total, METHOD, run, orbits=kept // (8 * n**2), premises=runner.premises)


def likely_seconds(n: int) -> float:
    """Return about how long a count takes on one core, for a side n that is prime to 6."""
    return SECONDS_OF_23 * exp(lgamma(n + 1) - lgamma(24) - FEWER * (n - 23))


ToroidalTask = tuple[int, ...]
"""The columns of the queens in the first rows."""


def _tasks(n: int) -> list[ToroidalTask]:
    """Return the ways to place the first queens: two, or four on large boards."""
    tasks: list[ToroidalTask] = [(0, column) for column in range(2, (n + 1) // 2)]
    for _ in range(0 if n < 19 else 2):
        tasks = [longer for task in tasks for longer in _longer(n, task)]
    return tasks


def _longer(n: int, task: ToroidalTask) -> Iterator[ToroidalTask]:
    """Yield the ways to place one more queen, in the next row."""
    for column in range(n):
        if all(
            (column - other) % n not in (0, len(task) - row, (row - len(task)) % n)
            for row, other in enumerate(task)
        ):
            yield (*task, column)


def _rows(n: int) -> int:
    """Return the number of rows whose queens make a part of a task."""
    return max((n - 15) // 2, n - 23)


def _deepened(n: int, task: ToroidalTask) -> Iterator[ToroidalTask]:
    """Yield the parts of a task, none longer than some tenths of a second, so that it stops."""
    if n <= UNDIVIDED or len(task) >= _rows(n):
        yield task
    else:
        for longer in _longer(n, task):
            yield from _deepened(n, longer)


def _count_tasks(n: int, tasks: list[ToroidalTask], part: TaskState, seconds: float) -> TaskState:
    """Continue for some seconds to count the solutions of tasks."""
    total, kept, at = (int(part.arrays.get(name, 0)) for name in ("total", "kept", "at"))
    began, is_done = time.perf_counter(), True
    for part_of_it in islice((each for task in tasks for each in _deepened(n, task)), at, None):
        if time.perf_counter() - began >= seconds:
            is_done = False
            break
        queens = np.zeros(n, np.int64)
        queens[: len(part_of_it)] = part_of_it
        found = np.zeros(2, np.int64)
        _count_rows(n, *_lines(n, part_of_it), queens, found)
        total, kept, at = total + int(found[0]), kept + int(found[1]), at + 1
    arrays = {"total": np.array(total), "kept": np.array(kept), "at": np.array(at)}
    return TaskState(is_done, arrays=arrays)


def _count_mirrored(
    n: int, tasks: list[ToroidalTask], part: TaskState, seconds: float
) -> TaskState:
    """Do the same as `_count_tasks` with the columns reversed, so in another order."""
    return _count_tasks(n, [tuple(-c % n for c in task) for task in tasks], part, seconds)


def _lines(n: int, task: ToroidalTask) -> tuple[int, int, int, int]:
    """Return the rows, columns, sums and differences of the first queens, as bit masks."""
    rows = columns = sums = differences = 0
    for row, column in enumerate(task):
        rows |= 1 << row
        columns |= 1 << column
        sums |= 1 << (column + row) % n
        differences |= 1 << (column - row) % n
    return rows, columns, sums, differences


@compiled
def _count_rows(
    n: int, rows: int, columns: int, sums: int, differences: int, queens: IntArray, found: IntArray
) -> None:
    """Fill the free rows, each time the one with the fewest free cells.

    Add to `found` the solutions and the sizes of their stabilisers. The masks hold the rows,
    columns and diagonals that are used; bit x of a rotated mask is about the cell in column x.
    """
    full = (1 << n) - 1
    if rows == full:
        found[0] += 1
        found[1] += _stabiliser(n, queens)
        return
    fewest, chosen, cells = n + 1, 0, 0
    for row in range(n):
        if not (rows >> row) & 1:
            attacked = columns | (sums >> row) | (sums << (n - row))
            attacked |= (differences << row) | (differences >> (n - row))
            free = full & ~attacked
            number = ones(np.uint64(free))
            if number < fewest:
                fewest, chosen, cells = number, row, free
                if number < 2:
                    break
    while cells:
        cell = cells & -cells
        cells ^= cell
        column = ones(np.uint64(cell - 1))
        queens[chosen] = column
        _count_rows(
            n,
            rows | (1 << chosen),
            columns | cell,
            sums | (1 << ((column + chosen) % n)),
            differences | (1 << ((column - chosen) % n)),
            queens,
            found,
        )


@compiled
def _stabiliser(n: int, queens: IntArray) -> int:
    """Return how many of the 8 n^2 symmetries of the torus keep a solution with a queen at (0, 0).

    A symmetry of the square is followed by a translation along the rows; the one along the columns
    is then determined by the queen of row 0.
    """
    image = np.empty(n, np.int64)
    kept = 0
    for symmetry in range(8):
        for row in range(n):
            x, y = row, queens[row]
            if symmetry & 1:
                x = -x
            if symmetry & 2:
                y = -y
            if symmetry & 4:
                x, y = y, x
            image[x % n] = y % n
        for shift in range(n):
            row = 0
            while row < n and (image[(row + shift) % n] - image[shift] - queens[row]) % n == 0:
                row += 1
            kept += row == n
    return kept

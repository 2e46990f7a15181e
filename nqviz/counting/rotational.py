"""Planar full solutions that are invariant under a rotation, and orbits by Burnside's lemma."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import exp, inf, lgamma
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.interruption import Interrupted, check_interruption, interrupted_by
from nqviz.core.jit import compiled
from nqviz.core.pieces import either
from nqviz.core.symmetry import CLASSES, symmetry_count
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState, is_abandoned
from nqviz.run.tasks.estimate import whole_time

from .count import Count, check_cube, check_full, finished, run_tasks
from .toroidal import count_toroidal

QUARTER, HALF = 4, 2
"""The number of rotations in a full turn: by 90 and by 180 degrees."""

TURNS = {"half-turn": HALF, "quarter-turn": QUARTER}
CLASS_TURNS = {"symmetric": "half-turn", "doubly-symmetric": "quarter-turn"}
"""The rotation that keeps a class of solutions, see `nqviz.core.symmetry.CLASSES`."""
PERIODIC = "doubly-periodic"
SYMMETRIES = (*TURNS, *CLASSES)
"""What `count_symmetric` takes."""
MAX_SIDE = 200
"""The largest side of a count, whose time is far beyond any use."""
SECONDS_OF = {HALF: (22, 5.6), QUARTER: (32, 0.8)}
"""A side, and about how long its count takes on one core; `FEWER` as in `.planar`."""
FEWER = 0.92
MOST_LEFT = {HALF: 8, QUARTER: 6}
"""The most sets of images that a part of a task leaves to the kernel."""

METHOD = "row by row, each queen with its images under the rotation"
NO_SYMMETRY = "the rotation does not keep the blocked cells, so that it is no symmetry of the board"

Closed: TypeAlias = npt.NDArray[np.bool_]
"""Whether each cell of a square is blocked, shape (n, n)."""


def count_symmetric(
    board: Board, run: RunContext | None = None, *, turn: str, split: Execution | None = None
) -> Count:
    """Count the full solutions of the (n,2)-board that a rotation keeps, or of a class.

    Orbits are counted as well: a solution that a quarter turn keeps has a quarter as many images as
    the board has symmetries, one that only a half turn keeps half as many. No reflection keeps a
    solution if n > 1. A rotation that does not keep the blocked cells, over which lines pass, is no
    symmetry of the board and keeps no solution.
    `turn`: ``half-turn`` or ``symmetric`` (OEIS A032522), ``quarter-turn`` or ``doubly-symmetric``
    (OEIS A033148); ``doubly-periodic`` (OEIS A007705), those without an attack on the torus, whose
    orbits are not counted.
    `split`: where the tasks run, and the file in which they are saved.
    Raises InputError if the turn is unknown, the board does not suit, or its side is above
    `MAX_SIDE`.
    """
    if turn not in SYMMETRIES:
        raise InputError(f"no symmetry {turn!r}; choose one of {either(SYMMETRIES)}")
    turn = CLASS_TURNS.get(turn, turn)
    check_cube(f"solutions with {turn} symmetry", board, d=2)
    check_full(board)
    if turn == PERIODIC:
        board.require_open("doubly periodic solutions by the search of tori")
        torus = Board.cube(board.n, 2, torus=True)
        return replace(count_toroidal(torus, run, split=split), orbits=None)
    n, turns, run = board.n, TURNS[turn], run or RunContext()
    if n > MAX_SIDE:
        raise InputError(
            f"solutions with {turn} symmetry are counted for n = 1 to {MAX_SIDE}, not {n}:"
            f" {whole_time(likely_seconds(n, turn))}"
        )
    closed = _closed(board)
    if not _keeps(turns, closed):
        return finished(0, NO_SYMMETRY, run, orbits=0)
    kinds = [each for each in sorted({turns, QUARTER}) if _keeps(each, closed)]
    tasks = [(each, first) for each in kinds for first in range(n)]
    identity = {"what": f"the count of ({n},2) solutions with {turn} symmetry", "n": n}
    if board.blocked:
        identity["blocked"] = list(board.blocked)
    recheck = Recheck(partial(_count_mirrored, closed), ("kept",))
    runner = TaskRunner(
        partial(_count_task, closed), tasks, split, run.limit.threads, identity, recheck=recheck
    )
    ended = run_tasks(runner, METHOD, "counting", run)
    if ended is not None:
        if ended.status is Status.FAILED:
            return ended
        # The first tasks, with queens near the corner, say nothing of the time of the others.
        return replace(ended, message=whole_time(likely_seconds(n, turn)))
    kept = dict.fromkeys((HALF, QUARTER), 0)
    with runner.reading():
        for (each, _), part in zip(tasks, runner.slices, strict=True):
            kept[each] += int(part.arrays["kept"])
    total, quarter = kept[turns], kept[QUARTER]
    orbits = (QUARTER * quarter + HALF * (total - quarter)) // symmetry_count(board)
    return finished(total, METHOD, run, orbits=1 if n == 1 else orbits, premises=runner.premises)


def _closed(board: Board) -> Closed:
    return board.is_blocked.reshape(board.shape).copy()  # kernels take what is writeable


def _keeps(turns: int, closed: Closed) -> bool:
    """Return whether a rotation keeps the blocked cells."""
    return bool((np.rot90(closed, QUARTER // turns) == closed).all())


def likely_seconds(n: int, turn: str) -> float:
    """Return about how long a count takes on one core: the solutions grow like roots of all."""
    turns = TURNS[CLASS_TURNS.get(turn, turn)]
    side, seconds = SECONDS_OF[turns]
    growth = (lgamma(n + 1) - lgamma(side + 1) - FEWER * (n - side)) / turns
    return seconds * exp(growth) if growth < 700.0 else inf


def _count_task(
    closed: Closed, task: tuple[int, int], part: TaskState, seconds: float
) -> TaskState:
    """Continue for some seconds to count the solutions with the first queen in one column.

    The state holds the solutions found so far, and the beginning that is next.
    """
    turns, first = task
    kept, began, is_new = int(part.arrays.get("kept", 0)), time.perf_counter(), True
    with suppress(Interrupted), interrupted_by(is_abandoned):
        for queens, lines in _beginnings(closed, turns, first, part.arrays.get("next")):
            if time.perf_counter() - began >= seconds and not is_new:
                return TaskState(False, 1, {"kept": np.array(kept), "next": np.array(queens)})
            kept += _count_rest(closed, turns, lines)
            is_new = False
        return TaskState(True, 1, {"kept": np.array(kept)})
    return part


def _count_mirrored(
    closed: Closed, task: tuple[int, int], part: TaskState, seconds: float
) -> TaskState:
    """Do the same as `_count_task` with the columns reversed, so in another order."""
    (turns, first), mirrored = task, np.ascontiguousarray(closed[:, ::-1])
    return _count_task(mirrored, (turns, len(closed) - 1 - first), part, seconds)


def open_orbits(board: Board, total: int, look: Callable[[], bool]) -> int | None:
    """Return the number of full solutions of a square up to symmetries that keep blocked cells.

    By the lemma of Cauchy, Frobenius and Burnside the number of orbits is the mean, over the eight
    symmetries, of the numbers of solutions that they keep. No reflection keeps a solution if n > 1,
    because two queens would be on one line.

    `total`: the number of full solutions.
    `look`: called many times a second; False ends the count.
    Returns OEIS A002562 where no cell is blocked; None if the count was ended.
    """
    n, closed = board.n, _closed(board)
    if n == 1:
        return total
    kept = total
    for turns, rotations in ((HALF, 1), (QUARTER, 2)):
        if _keeps(turns, closed):
            found = count_kept(closed, turns, look)
            if found is None:
                return None
            kept += rotations * found
    return kept // symmetry_count(board)


def count_kept(closed: Closed, turns: int, look: Callable[[], bool]) -> int | None:
    """Return the number of full solutions of the (n,2)-board that a rotation keeps.

    `turns`: `HALF` for those kept by 180 degrees (OEIS A032522), `QUARTER` for 90 (OEIS A033148).
    Returns None if `look` ended the count.
    """
    total = 0
    for first in range(len(closed)):
        for _, lines in _beginnings(closed, turns, first):
            if not look():
                return None
            total += _count_rest(closed, turns, lines)
    return total


Lines: TypeAlias = tuple[IntArray, IntArray, IntArray, IntArray]
"""Which rows, columns and diagonals of both kinds are used."""


def _beginnings(
    closed: Closed, turns: int, first: int, start: IntArray | None = None
) -> Iterator[tuple[list[int], Lines]]:
    """Yield the ways to place the first queens with their images, so many that few sets are left.

    Yields the columns of the queens, and the lines that they use.
    `first`: the column of the queen in row 0.
    `start`: the columns to begin with.
    """
    n = len(closed)
    if n % 2 and closed[n // 2, n // 2]:  # a rotation keeps the queen of the middle row
        return
    if n == 1:
        yield [first], _place_centre(n)
        return
    depth = max(1, n // turns - MOST_LEFT[turns])
    yield from _longer(closed, turns, [first], _place_centre(n), depth, start)


def _longer(
    closed: Closed, turns: int, queens: list[int], lines: Lines, depth: int, start: IntArray | None
) -> Iterator[tuple[list[int], Lines]]:
    """Place the last of some queens, whose images do not fit yet, and continue with each next."""
    n, at = len(closed), len(queens) - 1
    check_interruption()
    placed = _with_images(closed, turns, int(np.argmin(lines[0])), queens[-1], lines)
    if placed is None:
        return
    if len(queens) == depth or placed[0].all():
        yield queens, placed
        return
    follows = start is not None and queens == start[: at + 1].tolist() and len(start) > at + 1
    for column in range(int(start[at + 1]) if start is not None and follows else 0, n):
        rest = start if follows else None
        yield from _longer(closed, turns, [*queens, column], placed, depth, rest)


def _with_images(closed: Closed, turns: int, row: int, column: int, lines: Lines) -> Lines | None:
    """Return the lines with those of a queen and its images; None where these attack another."""
    n, x, y = len(closed), row, column
    rows, columns, down, up = found = tuple(line.copy() for line in lines)
    for _ in range(turns):
        if rows[x] or columns[y] or down[x + y] or up[x - y + n] or closed[x, y]:
            return None
        rows[x] = columns[y] = down[x + y] = up[x - y + n] = 1
        x, y = (y, n - 1 - x) if turns == QUARTER else (n - 1 - x, n - 1 - y)
    return found  # type: ignore[return-value]


def _count_rest(closed: Closed, turns: int, lines: Lines) -> int:
    """Return the number of ways to fill the rows that are left."""
    n = len(closed)
    return int(_count_from(n, turns, 0, *lines, closed))


def _place_centre(n: int) -> Lines:
    """Return which lines are used: of an odd board the middle ones."""
    taken = tuple(np.zeros(size, np.int64) for size in (n, n, 2 * n, 2 * n))
    if n % 2:
        middle = n // 2
        for lines, line in zip(taken, (middle, middle, 2 * middle, n), strict=True):
            lines[line] = 1
    return taken  # type: ignore[return-value]


@compiled
def _count_from(
    n: int,
    turns: int,
    row: int,
    rows: IntArray,
    columns: IntArray,
    down: IntArray,
    up: IntArray,
    closed: Closed,
) -> int:
    """Return the number of ways to fill the rows from `row` on with whole orbits of queens."""
    while row < n and rows[row]:
        row += 1
    if row == n:
        return 1
    total = 0
    for column in range(n):
        x, y, placed = row, column, 0
        while placed < turns:
            if rows[x] or columns[y] or down[x + y] or up[x - y + n] or closed[x, y]:
                break
            rows[x] = columns[y] = down[x + y] = up[x - y + n] = 1
            placed += 1
            if turns == 4:
                x, y = y, n - 1 - x
            else:
                x, y = n - 1 - x, n - 1 - y
        if placed == turns:
            total += _count_from(n, turns, row + 1, rows, columns, down, up, closed)
        while placed > 0:
            if turns == 4:
                x, y = n - 1 - y, x
            else:
                x, y = n - 1 - x, n - 1 - y
            rows[x] = columns[y] = down[x + y] = up[x - y + n] = 0
            placed -= 1
    return total

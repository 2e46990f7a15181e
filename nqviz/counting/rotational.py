"""Planar full solutions that are invariant under a rotation, and orbits by Burnside's lemma."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.core.pieces import either
from nqviz.core.symmetry import CLASSES
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState

from .count import Count, check_cube, finished, run_tasks
from .toroidal import count_toroidal

QUARTER, HALF = 4, 2
"""The number of rotations in a full turn: by 90 and by 180 degrees."""

TURNS = {"half-turn": HALF, "quarter-turn": QUARTER}
CLASS_TURNS = {"symmetric": "half-turn", "doubly-symmetric": "quarter-turn"}
"""The rotation that keeps a class of solutions, see `nqviz.core.symmetry.CLASSES`."""
PERIODIC = "doubly-periodic"
SYMMETRIES = (*TURNS, *CLASSES)
"""What `count_symmetric` takes."""
LARGEST = {HALF: 26, QUARTER: 41}
"""The largest side that is counted: minutes."""

METHOD = "row by row, each queen with its images under the rotation"


def count_symmetric(
    turn: str, board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> Count:
    """Count the full solutions of the (n,2)-board that a rotation keeps, or of a class.

    Orbits are counted as well: a solution that a quarter turn keeps has 2 images, one that only a
    half turn keeps has 4. No reflection keeps a solution if n > 1.
    `turn`: ``half-turn`` or ``symmetric`` (OEIS A032522), ``quarter-turn`` or ``doubly-symmetric``
    (OEIS A033148); ``doubly-periodic`` (OEIS A007705), those without an attack on the torus, whose
    orbits are not counted.
    `split`: where the tasks run, and the file in which they are saved.
    Raises InputError if the turn is unknown, the board does not suit, or its side is above
    `LARGEST`.
    """
    if turn not in SYMMETRIES:
        raise InputError(f"no symmetry {turn!r}; choose one of {either(SYMMETRIES)}")
    turn = CLASS_TURNS.get(turn, turn)
    check_cube(f"solutions with {turn} symmetry", board, d=2)
    if turn == PERIODIC:
        torus = Board.cube(board.n, 2, torus=True)
        return replace(count_toroidal(torus, run, split=split), orbits=None)
    n, turns, run = board.n, TURNS[turn], run or RunContext()
    if n > LARGEST[turns]:
        raise InputError(
            f"solutions with {turn} symmetry are counted for n = 1 to {LARGEST[turns]}, not {n}"
        )

    tasks = [(each, first) for each in sorted({turns, QUARTER}) for first in range(n)]
    identity = {"what": f"the count of ({n},2) solutions with {turn} symmetry", "n": n}
    recheck = Recheck(partial(_count_mirrored, n), ("kept",))
    runner = TaskRunner(
        partial(_count_task, n), tasks, split, run.limit.threads, identity, recheck=recheck
    )
    ended = run_tasks(runner, METHOD, "counting", run)
    if ended is not None:
        return ended
    kept = dict.fromkeys((turns, QUARTER), 0)
    with runner.reading():
        for (each, _), part in zip(tasks, runner.slices, strict=True):
            kept[each] += int(part.arrays["kept"])
    total, quarter = kept[turns], kept[QUARTER]
    orbits = 1 if n == 1 else quarter // 2 + (total - quarter) // 4
    return finished(total, METHOD, run, orbits=orbits, premises=runner.premises)


def _count_task(n: int, task: tuple[int, int], part: TaskState, seconds: float) -> TaskState:
    """Count the solutions that a rotation keeps with the first queen in one column, to the end."""
    turns, first = task
    return TaskState(True, 1, {"kept": np.array(_count_first(n, turns, first))})


def _count_mirrored(n: int, task: tuple[int, int], part: TaskState, seconds: float) -> TaskState:
    """Do the same as `_count_task` with the columns reversed, so in another order."""
    turns, first = task
    return _count_task(n, (turns, n - 1 - first), part, seconds)


def count_orbits(n: int, total: int, look: Callable[[], bool]) -> int | None:
    """Return the number of full solutions of the (n,2)-board up to symmetries of the square.

    By the lemma of Cauchy, Frobenius and Burnside the number of orbits is the mean, over the eight
    symmetries, of the numbers of solutions that they keep. No reflection keeps a solution if n > 1,
    because two queens would be on one line.

    `total`: the number of full solutions.
    `look`: called many times a second; False ends the count.
    Returns OEIS A002562; None if the count was ended.
    """
    if n == 1:
        return 1
    half, quarter = count_kept(n, HALF, look), count_kept(n, QUARTER, look)
    if half is None or quarter is None:
        return None
    return (total + half + 2 * quarter) // 8


def count_kept(n: int, turns: int, look: Callable[[], bool]) -> int | None:
    """Return the number of full solutions of the (n,2)-board that a rotation keeps.

    `turns`: `HALF` for those kept by 180 degrees (OEIS A032522), `QUARTER` for 90 (OEIS A033148).
    Returns None if `look` ended the count.
    """
    total = 0
    for first in range(n):
        if not look():
            return None
        total += _count_first(n, turns, first)
    return total


def _count_first(n: int, turns: int, first: int) -> int:
    """Return the number of those solutions with the queen of row 0 in one column."""
    return int(_count_from(n, turns, 0, first, *_place_centre(n)))


def _place_centre(n: int) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return which rows, columns and diagonals are used: of an odd board the middle ones."""
    taken = tuple(np.zeros(size, np.int64) for size in (n, n, 2 * n, 2 * n))
    if n % 2:
        middle = n // 2
        for lines, line in zip(taken, (middle, middle, 2 * middle, n), strict=True):
            lines[line] = 1
    return taken  # type: ignore[return-value]


@compiled
def _count_from(  # noqa: C901 - a kernel
    n: int,
    turns: int,
    row: int,
    only: int,
    rows: IntArray,
    columns: IntArray,
    down: IntArray,
    up: IntArray,
) -> int:
    """Return the number of ways to fill the rows from `row` on with whole orbits of queens.

    In row 0 the queen is in column `only`.
    """
    while row < n and rows[row]:
        row += 1
    if row == n:
        return 1
    total = 0
    for column in range(n):
        if row == 0 and column != only:
            continue
        x, y, placed = row, column, 0
        while placed < turns:
            if rows[x] or columns[y] or down[x + y] or up[x - y + n]:
                break
            rows[x] = columns[y] = down[x + y] = up[x - y + n] = 1
            placed += 1
            if turns == 4:
                x, y = y, n - 1 - x
            else:
                x, y = n - 1 - x, n - 1 - y
        if placed == turns:
            total += _count_from(n, turns, row + 1, only, rows, columns, down, up)
        while placed > 0:
            if turns == 4:
                x, y = n - 1 - y, x
            else:
                x, y = n - 1 - x, n - 1 - y
            rows[x] = columns[y] = down[x + y] = up[x - y + n] = 0
            placed -= 1
    return total

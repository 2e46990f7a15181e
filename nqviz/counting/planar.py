"""Planar full solutions: n queens on the (n,2)-board, by bit masks of columns and diagonals."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import exp, lgamma
from typing import TypeAlias

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.interruption import check_interruption
from nqviz.core.jit import compiled
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState
from nqviz.run.tasks.estimate import whole_time

from .count import Count, check_cube, check_full, finished, prepared, run_tasks, unfinished
from .rotational import open_orbits
from .toroidal import count_toroidal

METHOD = (
    "row by row on bit masks, the first row up to its mirror image; orbits by the solutions that"
    " rotations keep"
)
OPEN_METHOD = "row by row on bit masks of open cells; orbits by the solutions that rotations keep"
"""The method on boards with blocked cells, whose mirror images are not used."""

MAX_SIDE = 62
"""The largest n of a count: rows are words of 64 bits, one of them a sign. 18 takes minutes."""
SECONDS_OF_18, FEWER = 207.0, 0.92
"""About how long 18 takes on one core, and what the growth with n falls short of that of n!, as a
power of e for each row; both by samples of the sides 18 to 24."""
LISTED_SIDE, MOST_LISTED = 24, 2**19
"""The largest n whose tasks are listed for a checkpoint; those of larger boards are made from at
most so many beginnings."""
LISTED_AT_ONCE = 21
"""The same without a checkpoint: 22 takes seconds, 24 has 13 million tasks."""
MOST_LEFT = 19
"""The most rows that a task leaves to the kernel."""


def count_planar(
    board: Board,
    run: RunContext | None = None,
    *,
    split: Execution | None = None,
    tally: bool = False,
) -> Count:
    """Return the number of full solutions of the (n,2)-board (OEIS A000170) and orbits (A002562).

    For a torus see `count_toroidal`.

    Each task places the queens of the first rows; the first queen is in the left half, because
    a solution and its mirror image are different for n above 1.

    Parameters
    ----------
    board : Board
        A square for queens; lines pass over its blocked cells.
    split : Execution, optional
        Where the tasks run, and the file in which they are saved.
    tally : bool
        Return a `PlanarCount` with the solutions that use each cell; not on a torus.

    Raises
    ------
    InputError
        If the board does not suit, or its side is above `MAX_SIDE`.
    """
    if board.torus:
        return count_toroidal(board, run, split=split)
    check_cube("planar solutions", board, d=2)
    check_full(board)
    n = board.n
    if not 1 <= n <= MAX_SIDE:
        raise InputError(
            f"planar solutions are counted for n = 1 to {MAX_SIDE}, not {n}: a row does not fit"
            f" into a word of 64 bits, and {whole_time(likely_seconds(n))}"
        )
    run = run or RunContext()
    if n == 1:
        found = finished(board.open_count, METHOD, run, orbits=board.open_count)
        return PlanarCount(**vars(found), cells=np.full(1, board.open_count))
    what = "the cells of" if tally else "the count of"
    identity = {"what": f"{what} full solutions of the ({n},2) board", "n": n}
    method, images, rows = METHOD, 2, _open_rows(board)
    if rows is not None:
        identity["blocked"] = list(board.blocked)
        method, images = OPEN_METHOD, 1
    names = ("total", "cells") if tally else ("total",)
    listed = LISTED_AT_ONCE if split is None or split.checkpoint is None else LISTED_SIDE
    kinds = 1 if rows is None and not tally else 2 if images == 2 else 4
    time_of_all = whole_time(kinds * likely_seconds(n))
    runner = prepared(
        lambda: TaskRunner(
            partial(_count_tasks, n, tally, rows=rows),
            _bundles(_tasks(n, rows, listed)),
            split,
            run.limit.threads,
            identity,
            recheck=Recheck(partial(_count_mirrored, n, tally, rows=rows), names),
        ),
        run,
    )
    if runner is None:
        return replace(unfinished(method, run), message=time_of_all)
    ended = run_tasks(runner, method, "counting", run)
    if ended is not None:
        return replace(ended, message=ended.message or time_of_all)
    with runner.reading():
        parts = [part.arrays for part in runner.slices]
        total = images * sum(int(part["total"]) for part in parts)
        number = np.int64 if total < 2**63 else object  # a cell is used by no more than all
        cells = sum((part["cells"] for part in parts if tally), np.zeros((n, n), number))
        if tally and (images * cells.sum(axis=1) != total).any():
            raise ValueError("the cells do not add up to the solutions")
    orbits = open_orbits(board, total, lambda: run.ended() is None)
    found = finished(total, method, run, orbits=orbits, premises=runner.premises)
    if images == 2:
        cells = cells + cells[:, ::-1]
    return PlanarCount(**vars(found), cells=cells.ravel() if tally else None)


def likely_seconds(n: int) -> float:
    """Return about how long a count takes on one core, without the cells, which take as long."""
    return SECONDS_OF_18 * exp(lgamma(n + 1) - lgamma(19) - FEWER * (n - 18))


@dataclass(frozen=True)
class PlanarCount(Count):
    """The outcome of a count of full solutions."""

    cells: IntArray | None = None
    """The number of solutions with a queen on each cell, shape (size,), where it was asked for."""


Queens = tuple[int, ...]
"""The columns of the queens of the first rows."""
OpenRows: TypeAlias = IntArray | None
"""The open cells of each row as bits, shape (n,), where some are blocked."""


def _open_rows(board: Board) -> OpenRows:
    if not board.blocked:
        return None
    rows: IntArray = ~board.is_blocked.reshape(board.shape) @ (1 << np.arange(board.n))
    return rows


BUNDLES = 2000
"""The approximate number of bundles of tasks."""
LISTED_ROWS = 4
"""The most rows in the listed beginnings of tasks."""


def _bundles(tasks: list[Queens]) -> list[list[Queens]]:
    size = max(1, len(tasks) // BUNDLES)
    return [tasks[start : start + size] for start in range(0, len(tasks), size)]


def _count_tasks(
    n: int,
    tally: bool,
    bundle: list[Queens],
    part: TaskState,
    seconds: float,
    *,
    rows: OpenRows = None,
) -> TaskState:
    """Continue for some seconds to count the solutions of a bundle of tasks.

    The state holds the solutions found so far and, for a tally, how many use each cell.
    """
    total, at = (int(part.arrays.get(name, 0)) for name in ("total", "at"))
    arrays = {"cells": part.arrays.get("cells", np.zeros((n, n), np.int64)).copy()} if tally else {}
    is_plain = rows is None and not tally
    cells = arrays.get("cells", np.zeros((n, n), np.int64))
    full = (1 << n) - 1
    open_rows = np.full(n, full) if rows is None else rows
    began = time.perf_counter()
    is_done = True
    for queens in islice(_deepened(bundle, n, rows), at, None):
        row, masks = len(queens), _masks(queens)
        if is_plain:
            found = _count_rows(full, *masks)
        else:
            found = _tally_rows(full, row, *masks, cells, open_rows)
            cells[np.arange(row), queens] += found
        total += found
        at += 1
        if time.perf_counter() - began >= seconds:
            is_done = False  # unless this was the last one, which the next call finds
            break
    arrays |= {"total": np.array(total), "at": np.array(at)}
    return TaskState(is_done, arrays=arrays)


def _count_mirrored(
    n: int,
    tally: bool,
    bundle: list[Queens],
    part: TaskState,
    seconds: float,
    *,
    rows: OpenRows = None,
) -> TaskState:
    """Do the same as `_count_tasks` with the columns reversed, so in another order."""
    mirrored = [tuple(n - 1 - column for column in queens) for queens in bundle]
    if rows is not None:
        rows = (rows[:, None] >> np.arange(n) & 1) @ (1 << np.arange(n)[::-1])
    found = _count_tasks(n, tally, mirrored, _turned(part), seconds, rows=rows)
    return _turned(found)


def _turned(state: TaskState) -> TaskState:
    """Return a state with the columns of its tally reversed."""
    arrays = dict(state.arrays)
    if "cells" in arrays:
        arrays["cells"] = arrays["cells"][:, ::-1].copy()
    return replace(state, arrays=arrays)


_WORD = 2**63 - 1


def _masks(queens: Queens) -> tuple[int, int, int]:
    """Return the columns, and the diagonals of both kinds in the next row, that queens attack."""
    columns = left = right = 0
    for column in queens:
        bit = 1 << column
        columns, left, right = columns | bit, (left | bit) << 1 & _WORD, (right | bit) >> 1
    return columns, left, right


def _tasks(n: int, rows: OpenRows = None, listed: int = LISTED_SIDE) -> list[Queens]:
    """Return the tasks by the queens of the first rows, of each two mirror images one.

    Where cells are blocked all of them.

    More rows for larger n: a task takes less than half a second, so that a stop is fast. Above
    the side `listed` these are beginnings of tasks, see `_deepened`.
    """
    tasks: list[Queens] = [] if rows is None else [()]
    for first in range((n + 1) // 2) if rows is None else ():
        in_middle = 2 * first == n - 1
        # With the first queen in the middle column, reflection reverses the second row.
        seconds = range(first if in_middle else n)
        tasks += ((first, second) for second in seconds if abs(first - second) > 1)
    depth = min(n, _rows(n) if n <= listed else LISTED_ROWS)
    while len(tasks) > 0 and len(tasks[0]) < depth:
        if n > listed and len(tasks) * n > MOST_LISTED:
            break
        tasks = [longer for task in tasks for longer in _longer(task, n, rows)]
    return tasks


def _rows(n: int) -> int:
    """Return the number of first rows whose queens make a task."""
    return max(2 + max(0, n - 15) // 2, n - MOST_LEFT)


def _deepened(bundle: Sequence[Queens], n: int, rows: OpenRows) -> Iterator[Queens]:
    """Yield the tasks of a bundle: its members, with the queens of further rows where some lack."""
    for queens in bundle:
        if len(queens) >= _rows(n):
            yield queens
        else:
            yield from _deepened(_longer(queens, n, rows), n, rows)


def _longer(queens: Queens, n: int, rows: OpenRows) -> list[Queens]:
    check_interruption()
    attacked = 0 if rows is None else ~int(rows[len(queens)])
    for mask in _masks(queens):
        attacked |= mask
    return [(*queens, column) for column in range(n) if not attacked >> column & 1]


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


@compiled
def _tally_rows(
    full: int, row: int, columns: int, left: int, right: int, cells: IntArray, open_rows: IntArray
) -> int:
    """Do the same from a row on its open cells, and add to each the number of ways that use it."""
    if columns == full:
        return 1
    total = 0
    free = open_rows[row] & ~(columns | left | right)
    while free:
        bit = free & -free
        free ^= bit
        found = _tally_rows(
            full, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1, cells, open_rows
        )
        if found:
            column = 0
            while bit >> column != 1:
                column += 1
            cells[row, column] += found
            total += found
    return total

"""All full placements of a board: listed where that is quick, or counted by stacking."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from math import inf, log10
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.constructions import has_regular
from nqviz.constructions.stacking import (
    Rows,
    Stacking,
    first_layers,
    least_of_orbits,
    planar_parts,
    planar_rest,
    stacked,
    stacks,
)
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.interruption import Interrupted, check_interruption, interrupted_by
from nqviz.core.outline import Outline
from nqviz.core.placement import Placement
from nqviz.core.symmetry import canonical, orbit
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState, is_abandoned
from nqviz.run.tasks.estimate import whole_time

from .count import Count, check_cube, check_full, finished, run_tasks, unfinished
from .rotational import open_orbits

PLANAR_FROM, PLANAR_TO = 11, 14
"""Smaller boards are counted queen by queen as fast; larger lists take much memory."""
LISTED_FULL = 13
"""The largest n whose full (n,3)-placements are listed, in about half a minute."""


BY_LIST = "the list of all full placements, layer by layer"
BY_STACKS = "planar solutions stacked layer by layer, the first up to the symmetries of the square"


def is_plain(board: Outline) -> bool:
    """Return whether a board is a flat cube for queens."""
    return board.is_cube and board.is_flat and board.piece == "queen" and not board.blocked


def is_listed(board: Board) -> bool:
    """Return whether all full placements of a board can be listed."""
    if not is_plain(board):
        return False
    if board.d == 2:
        return PLANAR_FROM <= board.n <= PLANAR_TO
    return board.d == 3 and 7 < board.n <= LISTED_FULL and has_regular(board.n, 3)


def all_full(board: Board, run: RunContext) -> tuple[IntArray, int] | None:
    """Return the cells of all full placements.

    Returns `cells`, shape (k, full): one placement in each row; `orbits`: the number of placements
    up to the symmetries of the board; None if the run has ended before.
    """
    n = board.n
    if board.d == 2:
        parts = []
        for part in planar_parts(n):
            if run.ended() is not None:
                return None
            parts.append(part)
        cells = np.concatenate(parts).astype(np.int64) + n * np.arange(n)
        orbits = open_orbits(board, len(cells), lambda: run.ended() is None)
        return None if orbits is None else (cells, orbits)
    classes: dict[Placement, None] = {}
    for _, found in stacks(n, run):
        classes |= dict.fromkeys(canonical(placement) for placement in found)
    if run.ended() is not None:
        return None
    rows = [image.indices for placement in classes for image in orbit(placement)]
    return np.array(rows, dtype=np.int64).reshape(-1, board.full_count), len(classes)


def containing(members: IntArray, queens: IntArray) -> npt.NDArray[np.bool_]:
    """Return which placements contain all of some cells, shape (k,).

    `members`, shape (k, full): one placement in each row.
    `queens` has shape (m,).
    """
    chosen = np.ones(len(members), dtype=np.bool_)
    for cell in queens.tolist():
        chosen &= (members == cell).any(axis=1)
    return chosen


# The count in tasks -------------------------------------------------------------------------------

BUNDLES = 500
"""The most tasks with listed first layers."""
StackTask: TypeAlias = tuple[Rows, IntArray]
"""First layers up to symmetry, shape (k, n), and the sizes of their orbits, shape (k,)."""
FullTask: TypeAlias = StackTask | list[int]
"""First layers, or the first queens of them."""
MAX_SIDE, LISTED_ROWS = 62, 2
"""The largest n: rows are words of 64 bits. Past `LARGEST_LISTED` tasks are so many first queens of
the first layer."""
LARGEST_LISTED, ROWS_LEFT = 15, 13
"""The largest n whose first layers are listed before the tasks, and the most rows of a first layer
that a beginning leaves open."""
SECONDS_OF = {13: 0.4, 14: 10.0, 15: 360.0, 16: 26e3, 17: 3.7e6}
"""About how long counts take on one core, from 16 on by samples of first layers; each next factor
is about twice the one before."""
LAST_FACTOR = 142.0


def likely_seconds(n: int) -> float:
    """Return about how long a count of the (n,3)-board takes on one core."""
    last = max(SECONDS_OF)
    if n <= last:
        return SECONDS_OF.get(n, 0.0)
    steps = n - last
    decades = steps * log10(LAST_FACTOR) + steps * (steps + 1) / 2 * log10(2.0)
    return float(SECONDS_OF[last] * 10.0**decades) if decades < 300 else inf


def count_full(
    board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> Count:
    """Count the full placements, n^2 queens, of the flat (n,3)-board.

    With blocked cells, over which lines pass, they are those of the board without them that have no
    queen there, up to the symmetries that keep the blocked cells.

    Parameters
    ----------
    split : Execution, optional
        Where the tasks run, and the file in which they are saved.

    Raises
    ------
    InputError
        If the board is no flat cube of dimension 3 for queens, or its side is above `MAX_SIDE`.
    """
    check_cube("full placements", board, d=3)
    check_full(board)
    run, n, plain = run or RunContext(), board.n, board.without_blocked()
    if not 1 <= n <= MAX_SIDE:
        raise InputError(
            f"full placements are counted for n = 1 to {MAX_SIDE}, not {n}: a row does not fit into"
            f" a word of 64 bits, and {whole_time(likely_seconds(n))}"
        )
    tasks, weights = _full_tasks(n, run)
    if not tasks:
        return unfinished(BY_STACKS, run)
    runner = TaskRunner(
        partial(_stack_task, n),
        tasks,
        split,
        run.limit.threads,
        {"what": f"the count of full placements of the {plain}", "n": n},
        weights,
        recheck=Recheck(partial(_stack_task, n, mirrored=True), ("total",)),
    )
    ended = run_tasks(runner, BY_STACKS, "stacking", run)
    if ended is not None:
        time_of_all = whole_time(likely_seconds(n)) if n in SECONDS_OF or n > 17 else ""
        return replace(ended, message=ended.message or time_of_all)
    with runner.reading():
        total = sum(int(part.arrays["total"]) for part in runner.slices)
        stacks_found = [stack for part in runner.slices for stack in part.arrays["stacks"]]
        classes = {canonical(stacked(stack)) for stack in stacks_found}
    if board.blocked:
        found = list(_avoiding(classes, board))
        total, classes = len(found), {canonical(placement) for placement in found}
    return finished(total, BY_STACKS, run, orbits=len(classes), premises=runner.premises)


def _full_tasks(n: int, run: RunContext) -> tuple[Sequence[FullTask], list[float] | None]:
    """Return the tasks and their weights; no tasks if the run ended before."""
    if n > LARGEST_LISTED:
        return list(_beginnings(n, [], LISTED_ROWS)), None
    listed = first_layers(n, run)
    if listed is None:
        return [], None
    bounds = np.linspace(0, len(listed[0]), min(BUNDLES, len(listed[0])) + 1).astype(int)[1:-1]
    tasks = list(zip(*(np.split(each, bounds) for each in listed), strict=True))
    return tasks, [float(len(rows)) for rows, _ in tasks]


def _beginnings(n: int, queens: list[int], rows: int) -> Iterator[list[int]]:
    """Yield the ways to go on with the first queens of a first layer to so many rows.

    The first queen of the least solution of an orbit is in the left half.
    """
    check_interruption()
    at = len(queens)
    if at >= rows:
        yield queens
        return
    for column in range(n if at else (n + 1) // 2):
        if all(column != y and abs(column - y) != at - x for x, y in enumerate(queens)):
            yield from _beginnings(n, [*queens, column], rows)


def _avoiding(classes: Iterable[Placement], board: Board) -> Iterator[Placement]:
    """Yield the images, of placements of the plain board, without a queen on a blocked cell."""
    for placement in classes:
        for image in orbit(placement):
            if not board.is_blocked[image.indices].any():
                yield Placement(board, image.cells)


def _first_layers(n: int, task: FullTask, start: int) -> Iterator[StackTask]:
    """Yield the first layers of a task, part by part, from one part on."""
    if not isinstance(task, list):
        yield task
        return
    for queens in islice(_beginnings(n, task, n - ROWS_LEFT), start, None):
        yield least_of_orbits(planar_rest(n, queens))


def _stack_task(
    n: int, task: FullTask, part: TaskState, seconds: float, *, mirrored: bool = False
) -> TaskState:
    """Continue for some seconds to stack on first layers.

    The state has "part" and "at", the part of the first layers and the number of those in it that
    are done; "total", the full placements that they stand for; "stacks", those on them, shape
    (k, n, n); and what the search on the next one needs.
    """
    until = time.perf_counter() + seconds
    first, at, total = (int(part.arrays.get(name, 0)) for name in ("part", "at", "total"))
    found = [part.arrays.get("stacks", np.zeros((0, n, n), dtype=np.int8))]
    stacking = Stacking(n, part.arrays)
    nodes, is_done = part.nodes, False
    with suppress(Interrupted), interrupted_by(is_abandoned):
        for number, (rows, sizes) in enumerate(_first_layers(n, task, first), start=first):
            if number > first:
                first, at = number, 0
            while at < len(rows):
                if stacking.is_over:
                    stacking.begin(n - 1 - rows[at] if mirrored else rows[at])
                some = stacking.go_on()
                nodes, total = nodes + 1, total + int(sizes[at]) * len(some)
                found.append(some)
                at += stacking.is_over
                if time.perf_counter() >= until:
                    break
            if at < len(rows):
                break
        else:
            is_done = True
    arrays = {"part": np.array(first), "at": np.array(at), "total": np.array(total)}
    arrays |= {} if stacking.is_over else stacking.state
    return TaskState(is_done, nodes, {**arrays, "stacks": np.concatenate(found)})

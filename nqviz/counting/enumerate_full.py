"""All full placements of a board: listed where that is quick, or counted by stacking."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from nqviz.constructions import has_regular
from nqviz.constructions.stacking import (
    Rows,
    Stacking,
    first_layers,
    planar_parts,
    stacked,
    stacks,
)
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.core.symmetry import canonical, orbit
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState

from .count import Count, check_cube, check_full, finished, run_tasks, unfinished
from .rotational import count_orbits

PLANAR_FROM, PLANAR_TO = 11, 14
"""Smaller boards are counted queen by queen as fast; larger lists take much memory."""
LISTED_FULL = 13
"""The largest n whose full (n,3)-placements are listed, in about half a minute."""


BY_LIST = "the list of all full placements, layer by layer"
BY_STACKS = "planar solutions stacked layer by layer, the first up to the symmetries of the square"


def is_plain(board: Board) -> bool:
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
        orbits = count_orbits(n, len(cells), lambda: run.ended() is None)
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
"""The most tasks."""
StackTask = tuple[Rows, IntArray]
"""First layers up to symmetry, shape (k, n), and the sizes of their orbits, shape (k,)."""


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
        If the board is no flat cube of dimension 3 for queens, or too large for `stacks`.
    """
    check_cube("full placements", board, d=3)
    check_full(board)
    run, n, plain = run or RunContext(), board.n, board.without_blocked()
    listed = first_layers(n, run)
    if listed is None:
        return unfinished(BY_STACKS, run)
    bounds = np.linspace(0, len(listed[0]), min(BUNDLES, len(listed[0])) + 1).astype(int)[1:-1]
    tasks = list(zip(*(np.split(each, bounds) for each in listed), strict=True))
    runner = TaskRunner(
        partial(_stack_task, n),
        tasks,
        split,
        run.limit.threads,
        {"what": f"the count of full placements of the {plain}", "n": n},
        [float(len(rows)) for rows, _ in tasks],
        recheck=Recheck(partial(_stack_mirrored, n), ("total",)),
    )
    ended = run_tasks(runner, BY_STACKS, "stacking", run)
    if ended is not None:
        return ended
    with runner.reading():
        total = sum(int(part.arrays["total"]) for part in runner.slices)
        stacks_found = [stack for part in runner.slices for stack in part.arrays["stacks"]]
        classes = {canonical(stacked(stack)) for stack in stacks_found}
    if board.blocked:
        found = list(_avoiding(classes, board))
        total, classes = len(found), {canonical(placement) for placement in found}
    return finished(total, BY_STACKS, run, orbits=len(classes), premises=runner.premises)


def _avoiding(classes: Iterable[Placement], board: Board) -> Iterator[Placement]:
    """Yield the images, of placements of the plain board, without a queen on a blocked cell."""
    for placement in classes:
        for image in orbit(placement):
            if not board.is_blocked[image.indices].any():
                yield Placement(board, image.cells)


def _stack_task(n: int, task: StackTask, part: TaskState, seconds: float) -> TaskState:
    """Continue for some seconds to stack on first layers.

    The state has "at", the number of first layers that are done; "total", the full placements that
    they stand for; and "stacks", those on them, shape (k, n, n).
    """
    until = time.perf_counter() + seconds
    rows, sizes = task
    at, total = (int(part.arrays.get(name, 0)) for name in ("at", "total"))
    found = [part.arrays.get("stacks", np.zeros((0, n, n), dtype=np.int8))]
    stacking = Stacking(n)
    while at < len(rows) and time.perf_counter() < until:
        stacks_here = stacking.on(rows[at])
        total += int(sizes[at]) * len(stacks_here)
        found.append(stacks_here)
        at += 1
    arrays = {"at": np.array(at), "total": np.array(total), "stacks": np.concatenate(found)}
    return TaskState(at == len(rows), at, arrays)


def _stack_mirrored(n: int, task: StackTask, part: TaskState, seconds: float) -> TaskState:
    """Do the same as `_stack_task` on mirrored first layers, so in another order."""
    return _stack_task(n, ((n - 1 - task[0]).astype(np.int8), task[1]), part, seconds)

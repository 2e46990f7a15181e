"""Maximal placements: no piece can be added, because every free cell is attacked.

They are the maximal independent sets of the queen graph (OEIS A146303 on the plane). The largest
ones are the maximum placements, and the smallest ones are the smallest independent dominating sets.

A placement is maximal if each cell is occupied or attacked. The search takes a cell that is not,
with the fewest cells whose pieces would attack it, and places a piece on each of them in turn; a
cell that was tried stays empty from then on, so every placement is found once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.engines.bits import (
    Words,
    count_members,
    list_members,
    ones,
    pack,
    pack_rows,
    trailing_zeros,
    unpack,
)
from nqviz.engines.exhaustive.clique_cover import EXHAUSTED, PAUSED
from nqviz.engines.exhaustive.tasks import paced
from nqviz.formats.entries import board_entries
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState, is_abandoned

from .count import Count, finished, run_tasks

METHOD = "a cell that nothing attacks, and each piece that would, in turn"

MAX_CELLS = 2**12
"""The largest number of cells of a board; time ends counts long before on most boards."""

_BRANCHES = 2_000
"""The approximate number of branches between which a count can be stopped."""
_TASKS = 256
"""The most tasks: each of them counts some branches."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@dataclass(frozen=True)
class MaximalCount(Count):
    """The outcome of a count of maximal placements."""

    sizes: Mapping[int, int] = field(default_factory=dict)
    """The number of maximal placements by their number of pieces; empty where it did not end."""


def count_maximal(
    board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> MaximalCount:
    """Count the placements to which no piece can be added, by their number of pieces.

    `board`: any board and piece, with up to `MAX_CELLS` cells; (10,2) and (4,3) take seconds.
    `run`: the limit, the progress callback and the stop flag.
    `split`: where the tasks run, and the file in which they are saved.
    Raises InputError if the board has more cells.
    """
    if board.size > MAX_CELLS:
        raise InputError(
            f"maximal placements are counted on boards of up to {MAX_CELLS:,} cells, not on the"
            f" {board}"
        )
    run = run or RunContext()
    near = _near(board.fresh())
    branches = list(_branches(near, near.shape[0]))
    length = -(-len(branches) // _TASKS)
    tasks = [branches[first : first + length] for first in range(0, len(branches), length)]
    what = f"the count of maximal placements of {board.piece}s on the {board}"
    work = partial(_count_branches, board.fresh())
    runner = TaskRunner(
        partial(work, False),
        tasks,
        split,
        run.limit.threads,
        {"what": what, **board_entries(board)},
        recheck=Recheck(partial(work, True), ("sizes",)),
    )
    ended = run_tasks(runner, METHOD, "counting", run)
    if ended is not None:
        return MaximalCount(**vars(ended))
    with runner.reading():
        sizes = np.array([part.arrays["sizes"] for part in runner.slices]).astype(object)
        totals = sizes.sum(axis=0).tolist()
        kept = {size: count for size, count in enumerate(totals) if count}
    found = finished(sum(kept.values()), METHOD, run, premises=runner.premises)
    return MaximalCount(**vars(found), sizes=kept)


@lru_cache(maxsize=2)
def _near(board: Board, backwards: bool = False) -> Words:
    """Return for each open cell those that it occupies or attacks, shape (cells, words)."""
    cells = np.flatnonzero(~board.is_blocked)[:: -1 if backwards else 1]
    graph = board.attack_graph[cells][:, cells].toarray()
    np.fill_diagonal(graph, True)
    return pack_rows(graph)


Branch = tuple[Words, Words, int]
"""The cells that nothing occupies or attacks, those of them that may be taken, pieces placed."""


def _count_branches(
    board: Board, backwards: bool, task: Sequence[Branch], part: TaskState, seconds: float
) -> TaskState:
    """Continue for some seconds to count the placements of branches.

    `backwards`: whether the order of the cells is reversed, which gives another search.
    """
    near = _near(board, backwards)
    if backwards:
        task = [(_reversed(bare, len(near)), _reversed(may, len(near)), k) for bare, may, k in task]
    sizes = part.arrays.get("sizes", np.zeros(len(near) + 1, dtype=np.int64)).copy()
    until, at = time.perf_counter() + seconds, int(part.arrays.get("at", 0))
    nodes = np.array([part.nodes], dtype=np.int64)
    stack = None
    if "level" in part.arrays:
        stack = _Stack(*(part.arrays[name].copy() for name in _Stack._fields))
    while at < len(task):
        stack = stack or _Stack.of(*task[at])
        step = partial(_count, stack, near, sizes, nodes)
        if paced(step, nodes, until - time.perf_counter()) == PAUSED:
            break
        at, stack = at + 1, None
        if time.perf_counter() > until or is_abandoned():
            break
    arrays = {"sizes": sizes, "at": np.array(at)}
    if stack is not None:
        arrays |= stack._asdict()
    return TaskState(at == len(task), int(nodes[0]), arrays)


class _Stack(NamedTuple):
    """What is left of a branch: a row for each level, and the level, whether it is new, and pieces.

    `bares`, `choices`, `tried`, shape (levels, words), and `level`, shape (3,).
    """

    bares: Words
    choices: Words
    tried: Words
    level: IntArray

    @classmethod
    def of(cls, bare: Words, choice: Words, placed: int) -> _Stack:
        """Return the state of a branch of which nothing is counted."""
        bares = np.zeros((count_members(bare) + 2, len(bare)), dtype=np.uint64)
        choices, tried = np.zeros_like(bares), np.zeros_like(bares)
        bares[0], choices[0] = bare, choice
        return cls(bares, choices, tried, np.array([0, 1, placed], dtype=np.int64))


def _reversed(words: Words, size: int) -> Words:
    """Return a set of cells where their order is reversed."""
    return pack(size - 1 - unpack(words), size)


def _branches(near: Words, size: int) -> Iterator[Branch]:
    """Yield the first branches of the search, some thousand on boards where it takes long."""
    whole = pack_rows(np.ones((1, size), dtype=np.bool_))[0]
    branches: list[Branch] = [(whole, whole, 0)]
    for _ in range(3):
        if len(branches) >= _BRANCHES:
            break
        branches = [grown for branch in branches for grown in _grown(near, branch)]
    yield from branches


def _grown(near: Words, branch: Branch) -> Iterator[Branch]:
    bare, choice, placed = branch
    if not bare.any():
        yield branch
        return
    choice, cells = choice.copy(), np.zeros(64 * len(bare), dtype=np.int64)
    tried = near[_narrowest(near, bare, choice)] & choice
    for cell in cells[: list_members(tried, cells)].tolist():
        yield bare & ~near[cell], choice & ~near[cell], placed + 1
        choice[cell // 64] &= ~(_ONE << np.uint64(cell % 64))


@compiled
def _narrowest(near: Words, bare: Words, choice: Words) -> int:
    """Return the bare cell with the fewest cells that may be taken against it."""
    fewest, best = 64 * len(bare) + 1, -1
    for w in range(len(bare)):
        rest = bare[w]
        while rest != _ZERO:
            cell = 64 * w + trailing_zeros(rest)
            rest &= rest - _ONE
            count = 0
            for v in range(len(bare)):
                count += ones(near[cell, v] & choice[v])
            if count < fewest:
                fewest, best = count, cell
    return best


@compiled
def _count(s: _Stack, near: Words, sizes: IntArray, nodes: IntArray, budget: int) -> int:
    """Continue to count the placements of a branch by their number of pieces.

    `nodes`, shape (1,): the number of pieces placed; changed.
    `budget`: the number of pieces to place before a pause.
    Returns PAUSED or EXHAUSTED.
    """
    bares, choices, tried, state = s
    words, last = bares.shape[1], nodes[0] + budget
    level, is_new, placed = state[0], state[1] == 1, state[2]
    while level >= 0:
        if is_new:
            is_new = False
            if count_members(bares[level]) == 0:
                sizes[placed + level] += 1
                level -= 1
                continue
            cell = _narrowest(near, bares[level], choices[level])
            for w in range(words):
                tried[level, w] = near[cell, w] & choices[level, w]
        at = 0
        while at < words and tried[level, at] == _ZERO:
            at += 1
        if at == words:
            level -= 1
            continue
        if nodes[0] >= last:
            state[0], state[1] = level, 0
            return PAUSED
        nodes[0] += 1
        chosen = 64 * at + trailing_zeros(tried[level, at])
        bit = tried[level, at] & (~tried[level, at] + _ONE)
        tried[level, at] ^= bit
        for w in range(words):
            bares[level + 1, w] = bares[level, w] & ~near[chosen, w]
            choices[level + 1, w] = choices[level, w] & ~near[chosen, w]
        choices[level, at] &= ~bit
        level, is_new = level + 1, True
    return EXHAUSTED

"""Layered placements by backtracking: one queen a layer, with lists of the cells it attacks.

This is the search of the papers (Barr & Rao, Section 6), which enumerates every placement and so
confirms the sum over pairs of layers. The first queen is placed up to the symmetries of a layer,
and the queens of the last layer are not placed: for a queen of the last but one, the free cells of
the last that it does not attack are counted.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial, reduce
from itertools import product
from math import factorial

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.core.symmetry import cell_orbits
from nqviz.counting.count import Count, check_cube, finished, run_tasks
from nqviz.engines.bits import Words, ones, pack_rows, trailing_zeros, unpack
from nqviz.engines.exhaustive.clique_cover import EXHAUSTED, PAUSED
from nqviz.engines.exhaustive.tasks import paced
from nqviz.run.context import RunContext
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState
from nqviz.run.tasks.estimate import whole_time

METHOD = "backtracking with attack lists, one queen a layer, the first up to symmetry"

STEPS_OF_SECOND = 2.5e10
"""About how many of the steps that are estimated one core takes in a second."""
TOLD_FROM = 10**12
"""Estimated steps from which on a stop says how long all of them take."""
MOST_ENTRIES = 2**27
"""The most pairs of cells of layers in the lists of attacks."""
MOST_TASKS = 2**18
"""The most tasks of two queens; beyond, one queen makes a task."""

_ONE = np.uint64(1)


def count_layered_directly(
    board: Board, run: RunContext | None = None, *, split: Execution | None = None
) -> Count:
    """Return the number of layered placements of the (n,d)-board, by enumeration.

    Parameters
    ----------
    board : Board
        A flat cube for queens, d at least 2. No queen stands on its blocked cells; lines pass over
        them or stop.
    split : Execution, optional
        Where the tasks run, and the file in which they are saved.

    Raises
    ------
    InputError
        If the board does not suit, or is out of reach of a search.
    """
    check_cube("layered placements", board)
    n, d = board.n, board.d
    _check_lists(n, d)
    run, board = run or RunContext(), board.fresh()
    identity = {"what": f"the search for layered placements of the {board}", "n": n, "d": d}
    if board.blocked:
        identity["blocked"] = list(board.blocked)
    if board.blocked and board.stops:
        identity["stops"] = True
    runner = TaskRunner(
        partial(_count_tasks, board),
        _tasks(board),
        split,
        run.limit.threads,
        identity,
        recheck=Recheck(partial(_count_mirrored, board), ("total",)),
    )
    ended = run_tasks(runner, METHOD, f"searching layered placements of the {board}", run)
    if ended is not None:
        steps = _steps(n, d)
        long = whole_time(min(steps, 10**300) / STEPS_OF_SECOND) if steps > TOLD_FROM else ""
        return replace(ended, message=ended.message or long)
    with runner.reading():
        total = sum(
            sum(int(word) << 60 * place for place, word in enumerate(part.arrays["total"].tolist()))
            for part in runner.slices
        )
    return finished(total, METHOD, run, premises=runner.premises)


def _open_cells(board: Board) -> npt.NDArray[np.bool_]:
    """Return which cells of each layer are open, shape (n, cells of a layer)."""
    return np.ascontiguousarray(~board.is_blocked.reshape(-1, board.n).T)


def _check_lists(n: int, d: int) -> None:
    """Raise InputError if the lists of attacks are too large."""
    if d < 2:
        raise InputError(f"layered placements are searched for d >= 2, not ({n},{d})")
    if n * n ** (2 * min(d - 1, 64)) > MOST_ENTRIES:
        raise InputError(
            f"a search for the layered placements of the ({n},{d}) board lists the attacks of"
            f" {n ** (d - 1):,} cells on as many in {n} layers, which no memory holds; the sum over"
            " pairs of layers needs no lists"
        )


def is_searched(n: int, d: int, most: int) -> bool:
    """Return whether the search for layered placements of the (n,d)-board ends in `most` steps."""
    return n * n ** (2 * min(d - 1, 64)) <= MOST_ENTRIES and _steps(n, d) <= most


def _steps(n: int, d: int) -> int:
    """Return about how many queens the search places."""
    steps: int = n ** ((d - 1) * (n - 1)) // (2 ** (d - 1) * factorial(d - 1))
    return steps


# Tasks ----------------------------------------------------------------------------------------

LayeredTask = tuple[tuple[int, ...], int]
"""The queens of the first layers, and the multiplicity of this beginning."""


def _tasks(board: Board) -> list[LayeredTask]:
    """Return the tasks: the first queen up to the symmetries of a layer, the second anywhere.

    With blocked cells the first queen anywhere.
    """
    n, layer = board.n, Board.cube(board.n, board.d - 1)
    if n <= 2:
        return [((), 1)]
    if board.blocked:
        return [((first,), 1) for first in np.flatnonzero(_open_cells(board)[0]).tolist()]
    _, least, sizes = np.unique(cell_orbits(layer), return_index=True, return_counts=True)
    firsts = list(zip(least.tolist(), sizes.tolist(), strict=True))
    if n == 3 or len(firsts) * layer.size > MOST_TASKS:
        return [((first,), size) for first, size in firsts]
    blocked = _attacks(board)[0][1]
    tasks: list[LayeredTask] = []
    for first, size in firsts:
        attacked = set(unpack(blocked[first]).tolist())
        tasks += [((first, second), size) for second in range(layer.size) if second not in attacked]
    return tasks


def _count_tasks(board: Board, task: LayeredTask, part: TaskState, seconds: float) -> TaskState:
    """Continue for some seconds to count the placements that begin with the queens of a task."""
    n, (placed, weight) = board.n, task
    attacks, of = _attacks(board)
    if part.arrays:
        free, rest, state = (part.arrays[name].copy() for name in ("free", "rest", "state"))
    else:
        free = np.zeros((n, n, attacks.shape[2]), dtype=np.uint64)
        free[0] = pack_rows(_open_cells(board))
        for layer, cell in enumerate(placed):
            _place(free, attacks, of, layer, cell)
        rest = np.zeros((n, attacks.shape[2]), dtype=np.uint64)
        rest[len(placed)] = free[len(placed), len(placed)]
        state = np.array([len(placed), 0, 0], dtype=np.int64)
    nodes = np.array([part.nodes], dtype=np.int64)
    end = paced(
        lambda budget: _fill(free, attacks, of, rest, state, len(placed), nodes, budget),
        nodes,
        seconds,
    )
    arrays = {"free": free, "rest": rest, "state": state}
    if end == PAUSED:
        return TaskState(False, int(nodes[0]), arrays)
    total = weight * ((int(state[2]) << 60) + int(state[1]))
    words = [total & (1 << 60) - 1, total >> 60]
    return TaskState(True, int(nodes[0]), {"total": np.array(words, dtype=np.int64)})


def _count_mirrored(board: Board, task: LayeredTask, part: TaskState, seconds: float) -> TaskState:
    """Do the same as `_count_tasks` with each layer reflected in its centre, in another order."""
    n, last = board.n, board.size // board.n - 1
    mirrored = tuple(last - cell for cell in task[0]), task[1]
    turned = board.with_blocked([(last - i // n) * n + i % n for i in board.blocked])
    return _count_tasks(turned, mirrored, part, seconds)


@lru_cache(maxsize=2)
def _attacks(board: Board) -> tuple[Words, IntArray]:
    """Return for each cell of a layer the cells that it attacks in each layer above.

    Returns `attacks`, shape (k, cells, words): bit sets of cells, and `of`, shape (n, n): which of
    the k belongs to a layer and one above it. Where lines pass it is the distance of the two.
    """
    n = board.n
    low, high = np.indices((n, n))
    apart = np.abs(high - low)
    along = [((apart == 0) | (apart == m)) & (m > 0) for m in range(n)]
    # Queens m layers apart attack where they do along each coordinate.
    meets = (reduce(np.kron, [each] * (board.d - 1)) for each in along)
    if not board.stops:
        return np.stack([pack_rows(rows) for rows in meets]), apart
    listed = list(meets)
    rows = [
        pack_rows(_unstopped(board, listed[max(to - at, 0)], at, to))
        for at, to in product(range(n), repeat=2)
    ]
    return np.stack(rows), n * low + high


def _unstopped(
    board: Board, meets: npt.NDArray[np.bool_], low: int, high: int
) -> npt.NDArray[np.bool_]:
    """Return which cells of two layers are in line with no blocked cell between them.

    `meets`, shape (cells, cells): which are in line.
    """
    layer, is_blocked = Board.cube(board.n, board.d - 1), board.is_blocked.reshape(-1, board.n)
    first, second = np.nonzero(meets)
    start, end = layer.cells(first), layer.cells(second)
    free = np.ones(len(first), dtype=np.bool_)
    for step in range(1, high - low):
        between = start + step * (end - start) // (high - low)
        free &= ~is_blocked[layer.indices(between), low + step]
    seen = np.zeros_like(meets)
    seen[first[free], second[free]] = True
    return seen


@compiled
def _place(free: Words, attacks: Words, of: IntArray, layer: int, cell: int) -> bool:
    """Remove the cells that a queen attacks; return whether each layer above has a free cell."""
    for above in range(layer + 1, free.shape[1]):
        left = np.uint64(0)
        for w in range(free.shape[2]):
            attacked = attacks[of[layer, above], cell, w]
            free[layer + 1, above, w] = free[layer, above, w] & ~attacked
            left |= free[layer + 1, above, w]
        if left == 0:
            return False
    return True


@compiled
def _fill(
    free: Words,
    attacks: Words,
    of: IntArray,
    rest: Words,
    state: IntArray,
    first: int,
    nodes: IntArray,
    budget: int,
) -> int:
    """Continue to count the ways to place a queen in each layer from `first` on.

    `free`, shape (n, n, words): for each layer to fill, and each one above it, the cells not
    attacked so far.
    `attacks`, shape (k, cells, words), and `of`, shape (n, n): see `_attacks`.
    `rest`, shape (n, words): for each layer the cells to try.
    `state`, shape (3,): the current layer, and the number of ways: modulo 2^60, and divided by
    2^60.
    `first`: the first layer to fill.
    `nodes`, shape (1,): the number of queens placed; changed.
    `budget`: the number of queens to place before a pause.
    Returns PAUSED or EXHAUSTED.
    """
    count, words = free.shape[1], free.shape[2]
    layer, last = state[0], nodes[0] + budget
    while layer >= first:
        if nodes[0] >= last:
            state[0] = layer
            return PAUSED
        w = 0
        while w < words and rest[layer, w] == 0:
            w += 1
        if w == words:
            layer -= 1
            continue
        cell = 64 * w + trailing_zeros(rest[layer, w])
        rest[layer, w] &= rest[layer, w] - _ONE
        nodes[0] += 1
        if layer == count - 1:
            state[1] += 1
        elif layer == count - 2:
            state[1] += _last(free, attacks, of, layer, cell)
        elif _place(free, attacks, of, layer, cell):
            if layer == count - 3:
                state[1] += _last_two(free, attacks, of, layer + 1)
            else:
                layer += 1
                rest[layer] = free[layer, layer]
        if state[1] >> 60:
            state[2] += state[1] >> 60
            state[1] &= (1 << 60) - 1
    state[0] = first - 1
    return EXHAUSTED


@compiled
def _last_two(free: Words, attacks: Words, of: IntArray, layer: int) -> int:
    """Return the number of ways to fill the last two layers, which take most of the time."""
    total = 0
    for w in range(free.shape[2]):
        left = free[layer, layer, w]
        while left != 0:
            total += _last(free, attacks, of, layer, 64 * w + trailing_zeros(left))
            left &= left - _ONE
    return total


@compiled
def _last(free: Words, attacks: Words, of: IntArray, layer: int, cell: int) -> int:
    """Return the number of cells of the last layer that a queen of the one below leaves free."""
    total = 0
    for w in range(free.shape[2]):
        total += ones(free[layer, layer + 1, w] & ~attacks[of[layer, layer + 1], cell, w])
    return total

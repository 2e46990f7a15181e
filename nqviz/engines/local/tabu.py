"""Tabu search for large sets of cells that do not attack each other: the compiled kernel.

A walk always holds such a set. A move inserts a cell that nothing attacks if there is one, else
swaps one cell in for the one that attacks it, else one for two; what a move takes out may not come
back for a while. A walk that has not improved for long is kicked: a random cell comes in and
whatever attacks it goes. Source of the moves: Jin and Hao, General swap-based multiple neighborhood
tabu search for the maximum independent set problem, Engineering Applications of Artificial
Intelligence 37 (2015).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.engines.rng import below, new_rng

Cells = npt.NDArray[np.int32]

SIZE, BEST, MOVES, IMPROVED, TENURE, PATIENCE = range(6)

SINGLE, DOUBLE, NONE = 1, 2, 3  # buckets beside that of free cells, 0


class Walk(NamedTuple):
    """A walk as arrays, so that it can be left and taken up between moves.

    `starts`, `neighbours`: the cells that each cell attacks; unsigned, which spares the kernel a
    check of the sign.
    `attackers`, shape (cells,): how many cells of the set attack a cell.
    `chosen`, shape (cells,): the set, its first `SIZE` entries.
    `bucket`, shape (3, cells): the cells outside the set by the number of their attackers, 0, 1 or
    2.
    `filled`, shape (3,): how many cells are in each bucket.
    `place`, shape (cells,): the position of a cell in its bucket or in the set.
    `inside`, shape (cells,): whether a cell is in the set.
    `barred`, shape (cells,): the move from which on a cell may come in again.
    `best`, shape (cells,): the largest set since the walk began, its first `BEST` entries.
    `state`: sizes of the set and the best, moves, the last move that improved or kicked, tenure,
    and the moves without improvement after which the walk is kicked.
    `rng`, shape (1,): the state of the random numbers.
    """

    starts: Cells
    neighbours: npt.NDArray[np.uint32]
    attackers: Cells
    chosen: Cells
    bucket: Cells
    filled: IntArray
    place: Cells
    inside: npt.NDArray[np.bool_]
    barred: IntArray
    best: Cells
    state: IntArray
    rng: npt.NDArray[np.uint64]


CHANGED = Walk._fields[2:]
"""What a walk changes: the fields that say where it is."""


def new_walk(graph: sp.csr_array, seed: int) -> Walk:
    """Make a walk on the cells of an attack graph that begins with the empty set.

    `graph`, shape (size, size).
    """
    count = graph.shape[0]
    buckets = np.zeros((3, count), np.int32)
    buckets[0] = np.arange(count)
    return Walk(
        starts=graph.indptr.astype(np.int32),
        neighbours=graph.indices.astype(np.uint32),
        attackers=np.zeros(count, np.int32),
        chosen=np.zeros(count, np.int32),
        bucket=buckets,
        filled=np.array([count, 0, 0], np.int64),
        place=np.arange(count, dtype=np.int32),
        inside=np.zeros(count, np.bool_),
        barred=np.zeros(count, np.int64),
        best=np.zeros(count, np.int32),
        state=np.array([0, 0, 0, 0, 10, 1000], np.int64),
        rng=new_rng(seed),
    )


@compiled
def restart(w: Walk, cells: IntArray) -> None:
    """Begin again with some cells, but those that one before attacks, and forget the best.

    `cells`, shape (k,), different.
    """
    while w.state[SIZE] > 0:
        _remove(w, w.chosen[w.state[SIZE] - 1])
    for cell in cells:
        if w.attackers[cell] == 0:
            _insert(w, cell)
    w.barred[:] = 0
    w.state[BEST] = 0
    w.state[MOVES] = 0
    w.state[IMPROVED] = 0
    _note_best(w)


@compiled
def walk_on(w: Walk, moves: int, goal: int) -> None:
    """Make some moves; end early when the best has `goal` cells."""
    last = w.state[MOVES] + moves
    while w.state[MOVES] < last and w.state[BEST] < goal:
        w.state[MOVES] += 1
        if w.filled[0] > 0:
            _insert(w, w.bucket[0, below(w.rng, w.filled[0])])
            if w.state[SIZE] > w.state[BEST]:
                w.state[IMPROVED] = w.state[MOVES]
                _note_best(w)
            continue
        cell = -1
        if w.state[MOVES] - w.state[IMPROVED] > w.state[PATIENCE]:
            w.state[IMPROVED] = w.state[MOVES]
        else:
            cell = _allowed(w, SINGLE)
            if cell < 0:
                cell = _allowed(w, DOUBLE)
        if cell < 0:
            cell = below(w.rng, len(w.inside))
            if w.inside[cell]:
                continue
        _swap_in(w, cell)


@compiled
def _swap_in(w: Walk, cell: int) -> None:
    """Remove the queens that attack a cell, make them tabu, and place a queen on the cell."""
    left = w.attackers[cell]
    extra = w.filled[1] if left == 1 else 0
    for k in range(w.starts[cell], w.starts[cell + 1]):
        if left == 0:
            break
        other = w.neighbours[k]
        if w.inside[other]:
            _remove(w, other)
            w.barred[other] = w.state[MOVES] + w.state[TENURE] + below(w.rng, 1 + extra)
            left -= 1
    _insert(w, cell)


@compiled
def _allowed(w: Walk, which: int) -> int:
    """Return a cell of a bucket that is not barred, from a random place on, or -1."""
    count = w.filled[which]
    if count == 0:
        return -1
    first = below(w.rng, count)
    for k in range(count):
        at = first + k
        cell = w.bucket[which, at if at < count else at - count]
        if w.barred[cell] <= w.state[MOVES]:
            return int(cell)
    return -1


@compiled
def _insert(w: Walk, cell: int) -> None:
    """Put a free cell into the set."""
    _leave_bucket(w, cell, 0)
    size = w.state[SIZE]
    w.inside[cell] = True
    w.chosen[size] = cell
    w.place[cell] = size
    w.state[SIZE] = size + 1
    for k in range(w.starts[cell], w.starts[cell + 1]):
        other = w.neighbours[k]
        before = w.attackers[other]
        w.attackers[other] = before + 1
        if before < NONE:
            _leave_bucket(w, other, before)
            if before + 1 < NONE:
                _enter_bucket(w, other, before + 1)


@compiled
def _remove(w: Walk, cell: int) -> None:
    size = w.state[SIZE] - 1
    last = w.chosen[size]
    w.chosen[w.place[cell]] = last
    w.place[last] = w.place[cell]
    w.state[SIZE] = size
    w.inside[cell] = False
    _enter_bucket(w, cell, 0)
    for k in range(w.starts[cell], w.starts[cell + 1]):
        other = w.neighbours[k]
        before = w.attackers[other]
        w.attackers[other] = before - 1
        if before <= NONE:
            if before < NONE:
                _leave_bucket(w, other, before)
            _enter_bucket(w, other, before - 1)


@compiled
def _enter_bucket(w: Walk, cell: int, which: int) -> None:
    count = w.filled[which]
    w.bucket[which, count] = cell
    w.place[cell] = count
    w.filled[which] = count + 1


@compiled
def _leave_bucket(w: Walk, cell: int, which: int) -> None:
    count = w.filled[which] - 1
    last = w.bucket[which, count]
    w.bucket[which, w.place[cell]] = last
    w.place[last] = w.place[cell]
    w.filled[which] = count


@compiled
def _note_best(w: Walk) -> None:
    size = w.state[SIZE]
    for i in range(size):
        w.best[i] = w.chosen[i]
    w.state[BEST] = size

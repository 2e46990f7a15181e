"""Local search for few cells that dominate a board: tear down a little, build up greedily."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.engines.bits import Words
from nqviz.engines.rng import below, new_rng

_MOST_REMOVED = 5


class DominatingSet(NamedTuple):
    """A set of chosen cells, and what it dominates, as arrays.

    `starts`, `near`, shape (size + 1,) and (entries,): the cells that each cell dominates, itself
    among them, one list after another.
    `chosen`, shape (size,): 1 for the chosen cells.
    `times`, shape (size,): by how many chosen cells each cell is dominated.
    `gain`, shape (size,): how many cells that nothing dominates each cell would dominate.
    `totals`, shape (2,): how many cells are chosen, and how many are not dominated.
    `rng`, shape (1,): the state of the random numbers.
    """

    starts: IntArray
    near: IntArray
    chosen: npt.NDArray[np.int8]
    times: IntArray
    gain: IntArray
    totals: IntArray
    rng: Words


def empty_set(dominates: sp.csr_array) -> DominatingSet:
    """Choose nothing yet.

    `dominates`, shape (size, size): symmetric, with ones on the diagonal.
    """
    size = dominates.shape[0]
    starts = dominates.indptr.astype(np.int64)
    return DominatingSet(
        starts,
        dominates.indices.astype(np.int64),
        np.zeros(size, dtype=np.int8),
        np.zeros(size, dtype=np.int64),
        np.diff(starts).astype(np.int64),
        np.array([0, size], dtype=np.int64),
        new_rng(0),
    )


@compiled
def _change(c: DominatingSet, cell: int, by: int) -> None:
    """Choose a cell (by = 1) or give it up (by = -1)."""
    c.chosen[cell] += by
    c.totals[0] += by
    for place in range(c.starts[cell], c.starts[cell + 1]):
        other = c.near[place]
        c.times[other] += by
        if c.times[other] == (1 if by > 0 else 0):
            c.totals[1] -= by
            for further in range(c.starts[other], c.starts[other + 1]):
                c.gain[c.near[further]] -= by


@compiled
def _build(c: DominatingSet, independent: bool) -> None:
    """Choose cells until all are dominated, each the one that gains most for some cell.

    Ties are broken at random. Where the chosen cells may not attack each other, only
    cells that nothing dominates are taken.
    """
    size = len(c.chosen)
    while c.totals[1] > 0:
        cell = below(c.rng, size)
        while c.times[cell] > 0:
            cell = cell + 1 if cell + 1 < size else 0
        best, most, equals = cell, -1, 0
        for place in range(c.starts[cell], c.starts[cell + 1]):
            other = c.near[place]
            if independent and c.times[other] > 0:
                continue
            if c.gain[other] > most:
                best, most, equals = other, c.gain[other], 1
            elif c.gain[other] == most:
                equals += 1
                if below(c.rng, equals) == 0:
                    best = other
        _change(c, best, 1)


@compiled
def _drop(c: DominatingSet) -> None:
    """Remove chosen cells that are redundant, beginning at a random one."""
    size = len(c.chosen)
    first = below(c.rng, size)
    for step in range(size):
        cell = (first + step) % size
        if c.chosen[cell] == 0:
            continue
        needed = False
        for place in range(c.starts[cell], c.starts[cell + 1]):
            if c.times[c.near[place]] == 1:
                needed = True
                break
        if not needed:
            _change(c, cell, -1)


@compiled
def _tear_down(c: DominatingSet) -> None:
    """Remove a few chosen cells near a random cell, or anywhere if there are too few."""
    size = len(c.chosen)
    remove = 1 + below(c.rng, min(_MOST_REMOVED, c.totals[0]))
    cell = below(c.rng, size)
    for place in range(c.starts[cell], c.starts[cell + 1]):
        other = c.near[place]
        if remove > 0 and c.chosen[other] == 1:
            _change(c, other, -1)
            remove -= 1
    while remove > 0 and c.totals[0] > 0:
        other = below(c.rng, size)
        while c.chosen[other] == 0:
            other = other + 1 if other + 1 < size else 0
        _change(c, other, -1)
        remove -= 1


@compiled
def improve(c: DominatingSet, independent: bool, rounds: int) -> None:
    """Tear down a few cells near some place and build up again, so many times.

    What is not larger than before is kept, and now and then what is larger by one.
    """
    size = len(c.chosen)
    if c.totals[1] > 0:
        _build(c, independent)
        _drop(c)
    before = np.empty_like(c.chosen)
    for _ in range(rounds):
        for cell in range(size):  # assigning to a slice would take seconds to compile
            before[cell] = c.chosen[cell]
        count = c.totals[0]
        _tear_down(c)
        _build(c, independent)
        _drop(c)
        worse = c.totals[0] - count
        if worse <= 0 or (worse == 1 and below(c.rng, 50) == 0):
            continue
        for by in (-1, 1):
            for other in range(size):
                if before[other] - c.chosen[other] == by:
                    _change(c, other, by)

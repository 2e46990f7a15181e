"""Local search for few cells that dominate a board: tear down a little, build up greedily.

It chooses single cells, or cells in smaller families: the best dominating sets of many squares have
all queens on cells with even coordinates, as in the constructions of W. D. Weakley, or are kept by
a half turn. There are so few of these that it finds on them in a moment what it misses among all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.jit import compiled
from nqviz.engines.bits import Words
from nqviz.engines.rng import below, new_rng

from .boxes import Mask

_MOST_REMOVED = 5


class DominatingSet(NamedTuple):
    """A set of chosen cells, and what it dominates, as arrays.

    Cells are chosen in *units*: one by one, or all images of a cell under a symmetry at once.

    `starts`, `near`, shape (units + 1,) and (entries,): the cells that each unit dominates, its own
    among them, one list after another.
    `ends`, `takers`, shape (size + 1,) and (entries,): the units that dominate each cell.
    `first`, `cost`, shape (units,): a cell of each unit, and how many it has.
    `chosen`, shape (units,): 1 for the chosen units.
    `times`, shape (size,): by how many chosen units each cell is dominated.
    `gain`, shape (units,): how many cells that nothing dominates each unit would dominate.
    `totals`, shape (2,): how many cells are chosen, and how many are not dominated.
    `rng`, shape (1,): the state of the random numbers.
    """

    starts: IntArray
    near: IntArray
    ends: IntArray
    takers: IntArray
    first: IntArray
    cost: IntArray
    chosen: npt.NDArray[np.int8]
    times: IntArray
    gain: IntArray
    totals: IntArray
    rng: Words


def empty_set(dominates: sp.csr_array, units: sp.csr_array | None = None) -> DominatingSet:
    """Choose nothing yet.

    `dominates`, shape (size, size): symmetric, with ones on the diagonal.
    `units`, shape (units, size): the cells of each unit, ones; by default each cell is one.
    """
    size = dominates.shape[0]
    cells = sp.csr_array(sp.eye_array(size, dtype=np.int64)) if units is None else units
    near = sp.csr_array(cells @ dominates)
    back = sp.csr_array(near.T)
    starts, ends = near.indptr.astype(np.int64), back.indptr.astype(np.int64)
    return DominatingSet(
        starts,
        near.indices.astype(np.int64),
        ends,
        back.indices.astype(np.int64),
        cells.indices[cells.indptr[:-1]].astype(np.int64),
        np.diff(cells.indptr).astype(np.int64),
        np.zeros(cells.shape[0], dtype=np.int8),
        np.zeros(size, dtype=np.int64),
        np.diff(starts).astype(np.int64),
        np.array([0, size], dtype=np.int64),
        new_rng(0),
    )


@compiled
def _change(c: DominatingSet, unit: int, by: int) -> None:
    """Choose a unit (by = 1) or give it up (by = -1)."""
    c.chosen[unit] += by
    c.totals[0] += by * c.cost[unit]
    for place in range(c.starts[unit], c.starts[unit + 1]):
        cell = c.near[place]
        c.times[cell] += by
        if c.times[cell] == (1 if by > 0 else 0):
            c.totals[1] -= by
            for further in range(c.ends[cell], c.ends[cell + 1]):
                c.gain[c.takers[further]] -= by


@compiled
def _build(c: DominatingSet, independent: bool) -> bool:
    """Choose units until all cells are dominated, each the one that gains most for some cell.

    Ties are broken at random. Where the chosen cells may not attack each other, only units that
    nothing dominates are taken. Returns False where a cell is left that no unit may dominate.
    """
    size = len(c.times)
    while c.totals[1] > 0:
        cell = below(c.rng, size)
        while c.times[cell] > 0:
            cell = cell + 1 if cell + 1 < size else 0
        best, most, equals = -1, -1, 0
        for place in range(c.ends[cell], c.ends[cell + 1]):
            other = c.takers[place]
            if independent and c.times[c.first[other]] > 0:
                continue
            if c.gain[other] > most:
                best, most, equals = other, c.gain[other], 1
            elif c.gain[other] == most:
                equals += 1
                if below(c.rng, equals) == 0:
                    best = other
        if best < 0:
            return False
        _change(c, best, 1)
    return True


@compiled
def _drop(c: DominatingSet) -> None:
    """Remove chosen units that are redundant, beginning at a random one."""
    units = len(c.chosen)
    first = below(c.rng, units)
    for step in range(units):
        unit = (first + step) % units
        if c.chosen[unit] == 0:
            continue
        needed = False
        for place in range(c.starts[unit], c.starts[unit + 1]):
            if c.times[c.near[place]] == 1:
                needed = True
                break
        if not needed:
            _change(c, unit, -1)


@compiled
def _tear_down(c: DominatingSet) -> None:
    """Remove a few chosen units near a random cell, or anywhere if there are too few."""
    units = len(c.chosen)
    remove = 1 + below(c.rng, _MOST_REMOVED)
    cell = below(c.rng, len(c.times))
    for place in range(c.ends[cell], c.ends[cell + 1]):
        unit = c.takers[place]
        if remove > 0 and c.chosen[unit] == 1:
            _change(c, unit, -1)
            remove -= 1
    while remove > 0 and c.totals[0] > 0:
        unit = below(c.rng, units)
        while c.chosen[unit] == 0:
            unit = unit + 1 if unit + 1 < units else 0
        _change(c, unit, -1)
        remove -= 1


@compiled
def improve(c: DominatingSet, independent: bool, rounds: int) -> bool:
    """Tear down a few units near some place and build up again, so many times.

    What is not larger than before is kept, and now and then what is larger by one unit.
    Returns whether all cells are dominated.
    """
    units = len(c.chosen)
    if c.totals[1] > 0:
        if not _build(c, independent):
            _tear_down(c)
            return False
        _drop(c)
    before = np.empty_like(c.chosen)
    for _ in range(rounds):
        for unit in range(units):  # assigning to a slice would take seconds to compile
            before[unit] = c.chosen[unit]
        count = c.totals[0]
        _tear_down(c)
        if _build(c, independent):
            _drop(c)
            worse = c.totals[0] - count
            if worse <= 0 or (worse <= c.cost[0] and below(c.rng, 50) == 0):
                continue
        for by in (-1, 1):
            for unit in range(units):
                if before[unit] - c.chosen[unit] == by:
                    _change(c, unit, by)
    return True


def unit_families(board: Board, dominates: sp.csr_array, independent: bool) -> list[sp.csr_array]:
    """Return the families of units for local search, that of single cells first.

    `dominates`, shape (k, k): which open cells each open cell dominates.
    `independent`: whether the cells of a unit may not attack each other.
    Each family has the shape (units, k): ones for the cells of a unit.
    """
    families = [sp.csr_array(sp.eye_array(board.open_count, dtype=np.int64))]
    cells = board.cells(np.flatnonzero(~board.is_blocked))
    everything = np.ones(len(cells), np.bool_)
    even = (cells % 2 == 0).all(axis=1)
    if board.d == 2 and not even.all():
        families.append(families[0][even])
    turned = _half_turn(board, dominates)
    if turned is not None:
        families += [
            _pairs(turned, kept, dominates, independent)
            for kept in ((everything, even) if board.d == 2 else (everything,))
            if (kept[turned] == kept).all()
        ]
    return [family for family in families if family.shape[0] > 0]


def _half_turn(board: Board, dominates: sp.csr_array) -> IntArray | None:
    """Return the image of each open cell when all axes are reversed, if lines remain lines."""
    cells = board.cells(np.flatnonzero(~board.is_blocked))
    place = np.full(board.size, -1, np.int64)
    place[board.indices(cells)] = np.arange(len(cells))
    image = place[board.indices(np.array(board.shape) - 1 - cells)]
    if (image < 0).any():
        return None
    difference = sp.csr_array(dominates[image][:, image] - dominates)
    return None if difference.count_nonzero() else image


def _pairs(image: IntArray, kept: Mask, dominates: sp.csr_array, independent: bool) -> sp.csr_array:
    """Return a unit for each cell that is kept and its image."""
    first = np.flatnonzero(kept & (np.arange(len(image)) <= image))
    if independent:
        attacks = np.asarray(dominates[first, image[first]]).ravel() > 0
        first = first[(first == image[first]) | ~attacks]
    rows = np.arange(len(first))
    single = first == image[first]
    return sp.csr_array(
        (
            np.ones(2 * len(first) - int(single.sum()), np.int64),
            (np.append(rows, rows[~single]), np.append(first, image[first][~single])),
        ),
        shape=(len(first), len(image)),
    )

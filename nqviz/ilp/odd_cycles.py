"""Odd cycles of the queen graph: of L cells around an odd cycle at most (L - 1)/2 hold a queen.

There are far too many to write down all. `violated_odd_cycles` finds those that a fractional
solution violates, exactly, by shortest paths (Groetschel, Lovasz and Schrijver, *Geometric
Algorithms and Combinatorial Optimization*, 1988, section 8.3). Source of their use for queens:
Fischetti and Salvagnin (2019), eq. 6; Kunt (2023), section 5.2.4.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError

from .families import Family, Rows, member_matrix, named

WINDOW = 5
"""The side of the window around a cell in which a cycle through it is looked for."""
STEPS = 20_000
"""How many paths are tried for it."""
TOLERANCE = 1e-4
"""By how much a cycle must be violated to be worth a row."""
CHUNK = 64
MOST = 200
"""How many cycles are given at once, the most violated ones."""


def odd_cycle_cells(board: Board, index: int, length: int = 5) -> IntArray:
    """Return the cells of an odd cycle through a cell, in their order around it.

    Each cell attacks its two neighbours in the cycle and no other cell of it: such a cycle excludes
    more than its cliques do. It is looked for close to the cell, in at most three dimensions; the
    same cell always gets the same cycle.
    `index`: the cell; it comes first.
    `length`: odd, 5 or more.
    Returns shape (length,): empty where none was found.
    Raises InputError if the length is even or less than 5.
    """
    if length < 5 or length % 2 == 0:
        where = coordinate_text(board.cell(index))
        raise InputError(f"no odd cycle at {where}: give an odd length from 5, not {length}")
    cells = _around(board, index)
    path = _InducedCycleSearch(_attacks(board, cells), length).through(0)
    return cells[np.array(path, dtype=np.int64)]


def _around(board: Board, index: int) -> IntArray:
    """Return the cells of a window around a cell, the nearest first, the cell itself foremost."""
    cell = np.array(board.cell(index))
    low, high = cell.copy(), cell + 1
    axes = [axis for axis, side in enumerate(board.shape) if side > 1][:3]
    for axis in axes:
        side = min(WINDOW, board.shape[axis])
        low[axis] = np.clip(cell[axis] - side // 2, 0, board.shape[axis] - side)
        high[axis] = low[axis] + side
    box = low + np.indices(tuple((high - low).tolist())).reshape(board.d, -1).T
    distance = np.abs(box - cell)
    order = np.lexsort((distance.sum(axis=1), distance.max(axis=1)))
    return board.indices(box[order])


def _attacks(board: Board, indices: IntArray) -> npt.NDArray[np.bool_]:
    """Return which of some cells attack which, shape (k, k)."""
    cells = board.cells(indices)
    attacks = np.zeros((len(cells), len(cells)), dtype=np.bool_)
    for direction in range(len(board.directions)):
        keys = board.line_keys(cells, direction)
        attacks |= keys[:, None] == keys
    np.fill_diagonal(attacks, False)
    return attacks


class _InducedCycleSearch:
    """A depth-first search for an induced cycle; sets of vertices are bits of an integer."""

    def __init__(self, attacks: npt.NDArray[np.bool_], length: int) -> None:
        self.neighbours = [sum(1 << int(other) for other in np.flatnonzero(row)) for row in attacks]
        self.length = length
        self.steps = 0

    def through(self, first: int) -> list[int]:
        """Return the vertices of a cycle through a vertex, none when there is none."""
        return self._extended([first], 0) or []

    def _extended(self, path: list[int], barred: int) -> list[int] | None:
        """Go on with a path; barred are the neighbours of all its vertices but both ends."""
        self.steps += 1
        if self.steps > STEPS:
            return None
        near, first = self.neighbours, path[0]
        choice = near[path[-1]] & ~barred & ~(1 << first)
        if len(path) == self.length - 1:
            choice &= near[first]
            return [*path, _lowest(choice)] if choice else None
        if len(path) > 1:
            choice &= ~near[first]
            barred |= near[path[-1]]
        while choice:
            vertex = _lowest(choice)
            choice &= choice - 1
            found = self._extended([*path, vertex], barred)
            if found is not None:
                return found
        return None


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


# Separation -----------------------------------------------------------------------------------


def violated_odd_cycles(board: Board, cells: IntArray, values: npt.NDArray[np.float64]) -> Rows:
    """Find odd cycles that a fractional solution violates.

    A cycle C is violated when the sum over its edges of 1 - x_u - x_v is less than 1. In a graph
    with two copies of each vertex and every edge between different copies, it is a path from one
    copy of a vertex to the other that is shorter than 1. Cells that are 0 or 1 are left out.
    `cells`, shape (k,): indices of the columns' cells.
    `values`, shape (k,): their values; two cells that attack each other have 1 in sum at most.
    Returns rows over the k columns, one for each cycle found.
    """
    from scipy.sparse.csgraph import dijkstra  # with it comes much that no start needs

    columns = np.flatnonzero((values > TOLERANCE) & (values < 1 - TOLERANCE))
    lines = board.incidence[:, cells[columns]].astype(np.int32)
    both = sp.coo_array(sp.triu(lines.T @ lines, k=1))
    u, v = (ends.astype(np.int64) for ends in both.coords)
    k = len(columns)
    # A path of no length at all would be no edge to the library.
    weights = np.maximum(1.0 - values[columns[u]] - values[columns[v]], 0.0) + 1e-9
    graph = sp.csr_array(
        (np.tile(weights, 4), (np.concatenate((u, v, u + k, v + k)),
                               np.concatenate((v + k, u + k, v, u)))),
        shape=(2 * k, 2 * k),
    )  # fmt: skip
    found: dict[frozenset[int], float] = {}
    for start in range(0, k, CHUNK):
        sources = np.arange(start, min(start + CHUNK, k))
        lengths, before = dijkstra(
            graph, indices=sources, limit=1.0 - TOLERANCE, return_predecessors=True
        )
        for row, source in enumerate(sources.tolist()):
            if np.isfinite(lengths[row, source + k]):
                cycle = _simple(_walk(before[row], source, k))
                chosen = frozenset(columns[cycle].tolist())
                found[chosen] = float(values[list(chosen)].sum()) - (len(chosen) - 1) / 2
    best = sorted((cycle for cycle in found if found[cycle] > TOLERANCE / 2), key=sorted)
    best.sort(key=lambda cycle: -found[cycle])
    cycles = [sorted(cycle) for cycle in best[:MOST]]
    sizes = np.array([len(cycle) for cycle in cycles], dtype=np.int64)
    return Rows.at_most(member_matrix(cycles, len(cells)), (sizes - 1) // 2)


def _walk(before: npt.NDArray[np.int32], source: int, k: int) -> list[int]:
    """Read off the closed walk from the predecessors of a source's shortest paths."""
    vertex, walk = source + k, []
    while vertex != source:
        vertex = int(before[vertex])
        walk.append(vertex % k)
    return walk


def _simple(walk: list[int]) -> list[int]:
    """Return a cycle within a closed walk of odd length: of two parts at a vertex one is odd."""
    seen: dict[int, int] = {}
    for place, vertex in enumerate(walk):
        if vertex in seen:
            part = walk[seen[vertex] : place]
            rest = walk[: seen[vertex]] + walk[place:]
            return _simple(part if len(part) % 2 else rest)
        seen[vertex] = place
    return walk


ODD_CYCLES = Family(*named("odd-cycle"), separate=violated_odd_cycles)

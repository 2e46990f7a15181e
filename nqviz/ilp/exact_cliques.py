"""Cliques of every form that a fractional solution violates, found exactly.

Fischetti and Salvagnin (2019, section 2) separate them by an integer program of their own, and find
none beyond lines, stars, crosses and squares on the square. Here a search branches over the cells
with a value above 0, the largest first, and leaves out what cannot come to more than 1: of cells
that do not attack one another, a clique has one at most, so they add no more than their largest
value.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.interruption import check_interruption

from .families import Family, Rows, member_matrix, named

TOLERANCE = 1e-4
"""By how much a clique must be violated, and above which a value counts."""
MOST = 200
"""How many cliques are given at once, the most violated ones."""
STEPS = 100_000
"""After so many branches the search ends; it is exact where it takes fewer."""


def violated_cliques(board: Board, cells: IntArray, values: npt.NDArray[np.float64]) -> Rows:
    """Find cliques that a fractional solution violates: for each cell the one violated most.

    `cells`, shape (k,): indices of the columns' cells.
    `values`, shape (k,): their values.
    Returns rows over the k columns, one for each clique, to which no further column can be added.
    """
    support = np.flatnonzero(values > TOLERANCE)
    support = support[np.argsort(-values[support], kind="stable")]
    lines = board.incidence[:, cells].astype(np.int32)
    found = {
        _completed(support[clique], lines)
        for clique in _CliqueSearch(_meeting(lines, support), values[support]).run()
    }
    ordered = sorted(found, key=lambda clique: (-values[list(clique)].sum(), clique))[:MOST]
    return Rows.at_most_one(member_matrix(ordered, len(cells)))


def _meeting(lines: sp.csr_array, columns: IntArray) -> npt.NDArray[np.bool_]:
    """Return which of some columns share a line with which, shape (k, k)."""
    chosen = sp.csr_array(lines[:, columns])
    meets: npt.NDArray[np.bool_] = (chosen.T @ chosen).toarray() > 0
    np.fill_diagonal(meets, False)
    return meets


def _completed(clique: IntArray, lines: sp.csr_array) -> tuple[int, ...]:
    """Add the columns that attack a whole clique one by one, the lowest first; return all."""
    met = (sp.csr_array(lines[:, clique]).T @ lines).toarray() > 0
    met[:, clique] = False
    further = np.flatnonzero(met.all(axis=0))
    meets, added = _meeting(lines, further), np.zeros(len(further), dtype=np.bool_)
    for place in range(len(further)):
        added[place] = meets[place][added].all()
    return tuple(sorted([*clique.tolist(), *further[added].tolist()]))


class _CliqueSearch:
    """A search for the heaviest clique at each vertex; sets of vertices are bits of an integer.

    `meets`, shape (k, k): which vertices are joined.
    `weights`, shape (k,): in decreasing order.
    """

    def __init__(self, meets: npt.NDArray[np.bool_], weights: npt.NDArray[np.float64]) -> None:
        self._near = [sum(1 << other for other in np.flatnonzero(row).tolist()) for row in meets]
        self._weights: list[float] = weights.tolist()
        self._steps = 0
        self._best: tuple[float, list[int]] = (0.0, [])

    def run(self) -> list[list[int]]:
        """Return for each vertex the heaviest clique of it and lighter ones, if violated."""
        found = []
        for vertex, near in enumerate(self._near):
            self._best = (1.0 + TOLERANCE, [])
            self._extend([vertex], self._weights[vertex], near >> (vertex + 1) << (vertex + 1))
            if self._best[1]:
                found.append(self._best[1])
        return found

    def _extend(self, clique: list[int], weight: float, free: int) -> None:
        if weight > self._best[0]:
            self._best = (weight, clique)
        self._steps += 1
        if self._steps % 256 == 0:
            check_interruption()
        while free and self._steps < STEPS and weight + self._most(free) > self._best[0]:
            vertex = (free & -free).bit_length() - 1
            free ^= 1 << vertex
            self._extend(
                [*clique, vertex], weight + self._weights[vertex], free & self._near[vertex]
            )

    def _most(self, free: int) -> float:
        """Bound the weight of a clique within some vertices, by sets without a joined pair."""
        total = 0.0
        while free:
            left, first = free, True
            while left:
                vertex = (left & -left).bit_length() - 1
                if first:  # the vertices are in decreasing order of their weights
                    total, first = total + self._weights[vertex], False
                free ^= 1 << vertex
                left &= ~(self._near[vertex] | 1 << vertex)
        return total


EXACT_CLIQUES = Family(*named("clique"), separate=violated_cliques)

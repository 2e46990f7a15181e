"""Inequalities of a cell and a clique, which make the theta bound of a whole board smaller.

A placement with a queen on a cell j has at most one on a clique C, so that its matrix X, X_ij = 1
where i and j both have a queen, has sum of X_ij over i in C at most X_jj (L. Lovász, A. Schrijver,
Cones of matrices and set-functions and 0-1 optimization, 1991, section 1). On matrices that the
symmetries keep there is one inequality for each orbit of pairs (j, C). The cliques are lines and
the corners of cubes along all or some axes. There are far too many inequalities: those that a
matrix violates most are added, and those without a multiplier are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.ilp import FAMILIES, build_program

from .pair_orbits import PairOrbits, Values

FAMILIES_OF_CUBES = ("cube", "face")
MOST_ENTRIES = 8_000_000
"""The most cells of all cliques of a board together."""
VIOLATION = 1e-3
"""The least violation that counts, as a part of the mean of the diagonal."""
LEAST_MULTIPLIER, LEAST_SLACK = 1e-7, 1e-6
"""An inequality with a smaller multiplier and a larger slack is dropped."""


@dataclass(frozen=True)
class CellClique:
    """One inequality: with a queen on a cell there is at most one on a clique.

    `row`: the place of the cell among the first cells.
    `cells`, shape (m,): the indices of the cells of the clique that the cell does not attack.
    `orbits`, shape (k,): the orbits of the pairs of the cell and these cells.
    `counts`, shape (k,): how many of the cells there are for each orbit.
    """

    row: int
    cells: IntArray
    orbits: IntArray
    counts: IntArray

    @property
    def key(self) -> object:
        """The same for equal inequalities."""
        return self.row, self.orbits.tobytes(), self.counts.tobytes()


class Cliques:
    """The cliques of a board, and which of their inequalities a matrix violates."""

    def __init__(self, orbits: PairOrbits) -> None:
        self._orbits = orbits
        matrix = _cliques(orbits.board)
        self._matrix = sp.csr_array(matrix[:, orbits.cells].astype(np.float64))

    def violated(self, x: Values, most: int, known: set[object]) -> list[CellClique]:
        """Return the inequalities that a matrix violates most, without those that are known.

        `x`, shape (orbits,): the values of the matrix, of trace 1.
        `known`: the keys of inequalities; the keys of those that are returned are added.
        """
        orbits = self._orbits
        x = x * orbits.board.size
        own = x[orbits.labels[orbits.own]]
        rows = np.where(orbits.attacks | orbits.diagonal, 0.0, x)[orbits.labels]
        excess = self._matrix @ rows.T - own
        cliques, places = np.nonzero(excess > VIOLATION)
        found: list[CellClique] = []
        for k in np.argsort(-excess[cliques, places], kind="stable").tolist():
            each = self._inequality(int(places[k]), int(cliques[k]))
            if each.key not in known:
                known.add(each.key)
                found.append(each)
                if len(found) == most:
                    break
        return found

    def _inequality(self, row: int, clique: int) -> CellClique:
        orbits = self._orbits
        first, end = self._matrix.indptr[clique : clique + 2].tolist()
        columns = self._matrix.indices[first:end]
        labels = orbits.labels[row, columns]
        apart = ~(orbits.attacks | orbits.diagonal)[labels]
        kinds, counts = np.unique(labels[apart], return_counts=True)
        return CellClique(row, orbits.cells[columns[apart]], kinds, counts)


def _cliques(board: Board) -> sp.csr_array:
    """Return which cells the lines and cubes of a board have, shape (cliques, cells)."""
    names: list[str] = []
    entries = 0
    for name in FAMILIES_OF_CUBES:
        family = FAMILIES[name]
        if family.objection(board) is None:
            entries += family.entries(board)
            if entries <= MOST_ENTRIES:
                names.append(name)
    return build_program(board, names).matrix


class Constraints:
    """The trace and the inequalities in force, with what a step of the iteration solves.

    Values of orbits have the inner product with the sizes of the orbits as weights. Each inequality
    has norm 1 and a slack.

    `multipliers`, shape (1 + m,): of the trace, and of the inequalities, at most 0.
    `slack`, `dual_slack`, shape (m,): the slacks, and what is left of the multipliers, at least 0.
    """

    def __init__(self, orbits: PairOrbits, inequalities: Sequence[CellClique] = ()) -> None:
        self.orbits, self.inequalities = orbits, tuple(inequalities)
        count = len(self.inequalities)
        self.multipliers: Values = np.zeros(count + 1)
        self.slack: Values = np.zeros(count)
        self.dual_slack: Values = np.zeros(count)
        self._forms, self.norms = self._matrix()
        weighted = sp.csr_array(self._forms.multiply(1.0 / orbits.sizes))
        self._spread = sp.csr_array(weighted.T)
        gram = (weighted @ self._forms.T).toarray()
        gram.flat[count + 2 :: count + 2] += 1.0
        from scipy.linalg import cho_factor  # long to load

        self._factor = cho_factor(gram, overwrite_a=True)

    def _matrix(self) -> tuple[sp.csr_array, Values]:
        """Return the trace and the inequalities by rows, and the norms before scaling."""
        orbits, sizes = self.orbits, self.orbits.sizes
        trace = np.flatnonzero(orbits.diagonal)
        own = orbits.labels[orbits.own]
        columns, values, norms = [trace], [sizes[trace]], np.empty(len(self.inequalities))
        for k, each in enumerate(self.inequalities):
            places = np.append(each.orbits, own[each.row])
            form = np.append(each.counts, -1.0)
            norms[k] = np.sqrt(form**2 @ (1.0 / sizes[places]))
            columns.append(places)
            values.append(form / norms[k])
        starts = np.cumsum([0, *map(len, columns)])
        parts = np.concatenate(values), np.concatenate(columns), starts
        return sp.csr_array(parts, shape=(len(columns), len(sizes))), norms

    def solve(self, free: Values, penalty: float) -> None:
        """Set the multipliers that make the residual least; `free` has shape (orbits,)."""
        from scipy.linalg import cho_solve

        right = self._forms @ free
        right[0] += 1.0 / penalty
        right[1:] -= self.dual_slack + self.slack / penalty
        self.multipliers = cho_solve(self._factor, right, check_finite=False)

    def spread(self, multipliers: Values) -> Values:
        """Return the values on the orbits that multipliers add up to; shape (orbits,)."""
        return np.asarray(self._spread @ multipliers)

    def set_dual_slack(self, penalty: float) -> None:
        """Set what is left of the multipliers of the inequalities."""
        self.dual_slack = np.maximum(0.0, -self.multipliers[1:] - self.slack / penalty)

    def move(self, penalty: float, step: float) -> float:
        """Move the slacks; return the square of the dual residual times the penalty."""
        moved = penalty * (self.multipliers[1:] + self.dual_slack)
        self.slack += step * moved
        return float(moved @ moved)

    def residual(self, x: Values) -> float:
        """Return how far a matrix and the slacks are from meeting the constraints."""
        wrong = self._forms @ x
        wrong[0] -= 1.0
        wrong[1:] += self.slack
        return float(np.sqrt(wrong @ wrong) + np.linalg.norm(np.minimum(self.slack, 0.0)))

    def weights(self) -> Values:
        """Return the weight of each inequality for one cell of its orbit, shape (m,)."""
        own = self.orbits.labels[self.orbits.own]
        rows = [each.row for each in self.inequalities]
        scale = self.norms * self.orbits.sizes[own][rows]
        return np.asarray(np.maximum(-self.multipliers[1:], 0.0) / scale)

    def exchanged(self, more: Sequence[CellClique]) -> Constraints:
        """Return the constraints with more inequalities, without those that have no multiplier."""
        kept = np.flatnonzero(
            (self.multipliers[1:] < -LEAST_MULTIPLIER) | (self.slack < LEAST_SLACK)
        )
        found = Constraints(self.orbits, [*(self.inequalities[k] for k in kept), *more])
        found.multipliers[: len(kept) + 1] = self.multipliers[[0, *(kept + 1)]]
        found.slack[: len(kept)] = self.slack[kept]
        found.dual_slack[: len(kept)] = self.dual_slack[kept]
        return found

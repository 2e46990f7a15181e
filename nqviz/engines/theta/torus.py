"""The theta bound of a torus, by its translations: a linear program.

Averaged over the translations, and over the reversals and permutations of equal axes, a matrix is
a function of the difference of two cells, with one value for each orbit of differences. Its
eigenvectors are the characters of the group of translations, so the semidefinite program is the
linear one of P. Delsarte (An algebraic approach to the association schemes of coding theory,
1973): maximise the sum of a function a with a(0) = 1, a >= 0, a = 0 on attacks and no negative
Fourier coefficient. Its dual is a function f with f(0) = 1 and f >= 1 off the attacks, whose
greatest Fourier coefficient is the bound.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb, prod

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.ilp.highs import Model
from nqviz.proofs import Claim, DisplacementProof

from .computed import MAX_SHIFT, NAME, BoundWork

Values = npt.NDArray[np.float64]


def displacement_orbits(board: Board) -> int:
    """Return the number of orbits of differences of cells."""
    return prod(
        comb(side // 2 + board.shape.count(side), board.shape.count(side))
        for side in set(board.shape)
    )


class TorusWork(BoundWork):
    """The work on a torus: one linear program."""

    def improve(self) -> None:
        """Solve the linear program."""
        self.report(f"{NAME}: linear program of the torus")
        first, labels = _orbits(self.board)
        attacks = AttackCounts.of(Placement.from_indices(self.board, [0])).counts > 0
        attacks[0] = False
        apart = np.flatnonzero(~attacks[first] & (first > 0))
        sums = _characters(self.board, first, labels)
        sizes = np.bincount(labels)
        model = Model(
            sp.csr_array(sums[:, apart]),
            np.full(len(first), -1.0),
            np.full(len(first), np.inf),
            sizes[apart],
            column_upper=np.full(len(apart), np.inf),
            maximise=True,
            offset=1.0,
            is_over=self.over,
        )
        model.solve()
        if self.over():
            return
        values = -(np.abs(model.row_duals) @ sums) / sizes
        values[apart] = np.maximum(values[apart], 1.0)
        values[0] = 1.0
        self._values: Values = values
        self.best = replace(self.best, value=float((sums @ values).max()), steps=1)

    def proof(self, claim: Claim) -> DisplacementProof:
        """Return a proof by the dual of the linear program."""
        first, _ = _orbits(self.board)
        attacks = AttackCounts.of(Placement.from_indices(self.board, [0])).counts[first] > 0
        free = np.where(attacks, self._values, np.maximum(self._values - 1.0, 0.0))
        free[0] = 0.0
        integers = np.rint(free * 2.0**MAX_SHIFT).astype(np.int64)
        return DisplacementProof(claim, integers, MAX_SHIFT)


def _orbits(board: Board) -> tuple[IntArray, IntArray]:
    """Return the first difference of each orbit, as an index, and the orbit of each difference."""
    sides = np.array(board.shape)
    cells = board.cells(np.arange(board.size))
    near = np.minimum(cells, sides - cells)
    for side in set(board.shape):
        axes = np.flatnonzero(sides == side)
        near[:, axes] = np.sort(near[:, axes], axis=1)
    _, first, labels = np.unique(board.indices(near), return_index=True, return_inverse=True)
    order = np.argsort(first)
    places = np.empty(len(first), dtype=np.int64)
    places[order] = np.arange(len(first))
    return first[order], places[labels]


def _characters(board: Board, first: IntArray, labels: IntArray) -> Values:
    """Return the sum of each character, by its first index, over each orbit of differences."""
    cells = board.cells(np.arange(board.size))
    sums = np.empty((len(first), len(first)))
    for row, character in zip(sums, board.cells(first), strict=True):
        values = np.ones(board.size)
        for axis, side in enumerate(board.shape):
            turns = cells[:, axis] * character[axis] % side
            values *= np.cos(2.0 * np.pi / side * np.arange(side))[turns]
        row[:] = np.bincount(labels, weights=values)
    return sums

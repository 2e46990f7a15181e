"""Proofs for a torus by one matrix that depends on the difference of two cells alone.

M_xy = f(y - x), where f has one value for each orbit of differences under the reversals of axes and
the permutations of those of equal length. With f(0) = 1 and f >= 1 off the attacks, there are fewer
than k queens if all eigenvalues of M are below k; see `orbits`. They are the Fourier coefficients
of f, and because f is even on each axis, for every u

    sum over v of f(v) cos(2 pi u_1 v_1 / n_1) ... cos(2 pi u_d v_d / n_d).

A file has one integer e for each orbit: f = e / 2^q on attacks and 1 + e / 2^q elsewhere, e = 0 for
the difference 0. The orbits are in the order of their first differences, as indices.

The sums are computed axis by axis in floating point. The cosines have errors below 2^-48, and the
sums of n products relative errors below (n + 1) 2^-52 of the sums of absolute values, whatever
their order; so the errors on all axes are together below 2 sum|f| sum over axes of
(n + 1) 2^-52 + 2^-48, which is far below 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from nqviz.core.board import IntArray
from nqviz.run.budgets import DIFFERENCE_CELLS

from .orbit_values import OrbitValues
from .proof import Flawed, Steps


@dataclass(frozen=True)
class DisplacementProof(OrbitValues):
    """A function of the difference of two cells of a torus."""

    kind: ClassVar[str] = "displacements"

    most_values: ClassVar[int] = DIFFERENCE_CELLS
    max_shift: ClassVar[int] = 30
    max_value: ClassVar[int] = 2**45

    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check the values, then the Fourier coefficients."""
        board = self.claim.board
        if not board.torus:
            raise Flawed("a function of differences is for a torus")
        if len(self.claim.givens):
            raise Flawed("a function of differences is for a board without given queens")
        if board.size > DIFFERENCE_CELLS:
            raise Flawed(f"the {board} is too large to check")
        function = self._function().astype(np.float64) * 2.0**-self.shift
        if over():
            return False
        yield 0.5
        total, error = float(np.abs(function).sum()), 0.0
        coefficients = function.reshape(board.shape)
        for axis, side in enumerate(board.shape):
            turns = np.outer(np.arange(side // 2 + 1), np.arange(side)) % side
            cosines = np.cos(2.0 * np.pi / side * turns)
            coefficients = np.moveaxis(np.tensordot(cosines, coefficients, axes=(1, axis)), 0, axis)
            error += 2.0 * total * ((side + 1) * 2.0**-52 + 2.0**-48)
        greatest = float(coefficients.max())
        if not greatest + error < self.claim.most + 1:
            raise Flawed(
                f"the greatest eigenvalue is {greatest:.6f}, not below {self.claim.most + 1}"
            )
        yield 1.0
        return True

    def _function(self) -> IntArray:
        """Return 2^q f, shape (size,)."""
        attacks = self.claim.attacks.between(np.array(0), np.arange(self.claim.board.size))
        return self.entries(self._labels(), attacks, 0)

    def _labels(self) -> IntArray:
        """Return the number of the orbit of each difference, shape (size,)."""
        board = self.claim.board
        shape = np.array(board.shape)
        moves = np.indices(board.shape).reshape(board.d, -1).T
        near = np.where(2 * moves > shape, shape - moves, moves)
        # Sorted by side and distance, axes of equal length are in the order of their distances.
        codes = np.sort(shape * (int(shape.max()) + 1) + near, axis=1)
        base = int(codes.max()) + 1
        key = np.zeros(board.size, dtype=np.uint64)
        for column in codes.T:
            key = key * np.uint64(base) + column.astype(np.uint64)
        _, first, numbers = np.unique(key, return_index=True, return_inverse=True)
        order = np.empty(len(first), dtype=np.int64)
        order[np.argsort(first)] = np.arange(len(first))
        return np.asarray(order[numbers], dtype=np.int64)

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

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.run.budgets import DIFFERENCE_CELLS

from .claim import Claim
from .proof import Array, Flawed, Proof, Steps, integers

MAX_SHIFT = 30
MAX_VALUE = 2**45


@dataclass(frozen=True)
class DisplacementProof(Proof):
    """A function of the difference of two cells of a torus."""

    kind: ClassVar[str] = "displacements"

    values: npt.NDArray[np.signedinteger[Any]]
    """In the order of the module, shape (orbits,)."""
    shift: int
    """q."""

    def settings(self) -> dict[str, object]:
        """Return ``shift``."""
        return {"shift": self.shift}

    def arrays(self) -> dict[str, Array]:
        """Return the array ``values``."""
        return {"values": self.values}

    @classmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Read the values."""
        shift = settings["shift"]
        if type(shift) is not int:
            raise Flawed("the shift is not an integer")
        integers(arrays["values"], "values", DIFFERENCE_CELLS)
        return cls(claim, arrays["values"], shift)

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
        board = self.claim.board
        labels = self._labels()
        values = integers(self.values, "values", DIFFERENCE_CELLS)
        count = int(labels.max()) + 1
        if len(values) != count:
            raise Flawed(f"the function has {len(values)} values; the board has {count} orbits")
        if not 0 <= self.shift <= MAX_SHIFT or (np.abs(values) > MAX_VALUE).any():
            raise Flawed("a value of the function is out of range")
        function = values[labels]
        attacks = self.claim.attacks.between(np.array(0), np.arange(board.size))
        if function[0] != 0:
            raise Flawed("an entry other than 1 on the diagonal")
        if (function[~attacks] < 0).any():
            raise Flawed("an entry below 1 for cells that do not attack each other")
        return function + np.where(attacks, 0, 2**self.shift)

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

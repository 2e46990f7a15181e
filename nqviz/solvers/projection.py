"""Project symmetric matrices that change little from call to call onto the semidefinite ones.

A full eigendecomposition costs as much as some thirty products of matrices. In the basis V of the
last one a matrix that has changed a little is nearly diagonal, B = V' W V = D + E, and its positive
part is to first order V (F o B) V' with the divided differences F_ij = (d_i+ - d_j+) / (d_i - d_j)
of the positive part (Ju. L. Daleckii, S. G. Krein, Integration and differentiation of functions of
Hermitian operators, 1965): 1 between positive entries, 0 between negative ones, between 0 and 1
for the others, so that no small gap blows anything up. What that leaves out is of second order in
the entries between d_i > 0 > d_j alone; where it is too much the matrix is decomposed anew.
"""

from __future__ import annotations

import numpy as np

from ..jit import compiled
from .blocks import Matrix


class Projection:
    """Positive parts of one matrix that changes step by step."""

    def __init__(self) -> None:
        self._vectors: Matrix | None = None

    def __call__(self, w: Matrix, tolerance: float) -> Matrix:
        """Give the positive part of a symmetric matrix.

        Parameters
        ----------
        w : array of shape (n, n), float32
        tolerance : float
            About how large the error may be, in the Frobenius norm.
        """
        if self._vectors is not None and tolerance > 0:
            basis = self._vectors
            inner = np.asarray(basis.T @ w @ basis, dtype=np.float32)
            if _soften(inner) <= tolerance:
                return np.asarray(basis @ inner @ basis.T, dtype=np.float32)
        values, vectors = _eigh(np.ascontiguousarray(w))
        self._vectors = vectors
        negative = int(np.searchsorted(values, 0))
        if negative >= len(values) // 2:
            return _product(vectors[:, negative:], values[negative:])
        return w - _product(vectors[:, :negative], values[:negative])


def _product(vectors: Matrix, values: Matrix) -> Matrix:
    """Give the matrix with some eigenvectors and eigenvalues."""
    return np.asarray((vectors * values) @ vectors.T, dtype=np.float32)


@compiled
def _eigh(w: Matrix) -> tuple[Matrix, Matrix]:
    """Decompose a matrix; by SciPy's LAPACK, which takes half the time of NumPy's here."""
    values, vectors = np.linalg.eigh(w)
    return values, vectors


@compiled
def _soften(b: Matrix) -> float:
    """Turn B into its positive part to first order; estimate the error, a Frobenius norm."""
    n = len(b)
    d = np.empty(n, np.float32)
    for i in range(n):
        d[i] = b[i, i]
    zero = np.float32(0)
    total = np.float64(0.0)
    for i in range(n):
        row = np.float32(0)
        above = d[i] > zero
        for j in range(n):
            if (d[j] > zero) == above:
                if not above:
                    b[i, j] = zero
                continue
            gap = abs(d[i] - d[j])
            value = abs(b[i, j])
            # The angle of the rotation that is left out, at most a quarter turn.
            missed = value * value / (gap + value) if value > zero else zero
            row += missed * missed
            b[i, j] *= (d[i] if above else d[j]) / gap
        total += row
    return float(np.sqrt(total))

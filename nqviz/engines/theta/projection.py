"""Project symmetric matrices that change little from call to call onto the semidefinite ones.

A full eigendecomposition costs as much as some twenty products of matrices. In the basis V of the
last one a matrix that has changed a little is nearly diagonal, B = V' W V = D + E, and its positive
part is to first order V (F o B) V' with the divided differences F_ij = (d_i+ - d_j+) / (d_i - d_j)
of the positive part (Ju. L. Daleckii, S. G. Krein, Integration and differentiation of functions of
Hermitian operators, 1965): 1 between positive entries, 0 between negative ones, between 0 and 1
for the others, so that no small gap blows anything up. What that leaves out is of second order in
the entries between d_i > 0 > d_j alone. Where it is too much, the first vectors of the basis are
turned to the eigenvectors of now by these entries over d_i - d_j, and the matrix is projected in
their span (E. R. Davidson, The iterative calculation of a few of the lowest eigenvalues, 1975), at
half the cost of a decomposition. Where that is too far as well the matrix is decomposed anew.

The negative part is that of -W, and W the one less the other: the part with fewer eigenvalues is
formed, for which the rows of B of these eigenvalues suffice.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core.jit import compiled

from .blocks import Matrix

Vector = npt.NDArray[np.float32]

NEAR, LEAST_NEAR = 0.25, 8
"""How many entries of D after the positive ones are formed anew, against those, and at least. The
others are far from zero: that they move matters little."""
EASE = 3.0
"""How many times the error of a turned basis may be larger, whose estimate is never too small."""
LEAST_TURNED, MOST_TURNED = 60, 0.45
"""From how many rows on bases are turned, and up to which share of their vectors."""
TILE = 16
"""The side of the parts of a matrix that are added to their transposed ones."""


class Projection:
    """Positive parts of one matrix that changes step by step."""

    def __init__(self) -> None:
        self._basis: Matrix | None = None
        self._values: Vector = np.zeros(0, np.float32)
        self._rank = 0
        self._sign = np.float32(1)

    def __call__(self, w: Matrix, tolerance: float) -> Matrix:
        """Return the positive part of a symmetric matrix.

        `w` has shape (n, n).
        `tolerance`: about how large the error may be, in the Frobenius norm.
        """
        part = None if self._basis is None or tolerance <= 0 else self._followed(w, tolerance)
        if part is None:
            part = self._decomposed(w)
        return part if self._sign > 0 else w + part

    def _followed(self, w: Matrix, tolerance: float) -> Matrix | None:
        """Return the smaller part in the basis of the last decomposition; None if it is too far."""
        assert self._basis is not None
        basis, rank = self._basis, self._rank
        near = min(len(w), rank + max(LEAST_NEAR, int(NEAR * rank)))
        images: Matrix = self._sign * (w @ basis[:, :near])
        inner: Matrix = images[:, :rank].T @ basis
        values = self._values.copy()
        if _missed(inner, images, basis, values) > tolerance:
            if len(w) < LEAST_TURNED or near > MOST_TURNED * len(w):
                return None
            return self._turned(w, images, values, EASE * tolerance)
        _soften(inner, values)
        half: Matrix = basis[:, :rank] @ (inner @ basis.T)
        _add_transposed(half)
        return half

    def _turned(self, w: Matrix, images: Matrix, values: Vector, tolerance: float) -> Matrix | None:
        """Turn the basis and return the smaller part in it; None if that is too far.

        `images`, shape (n, m): the first columns of W V.
        `values`, shape (n,): the diagonal of V' W V.
        """
        from scipy.linalg.lapack import ssygvd  # long to load

        assert self._basis is not None
        near = images.shape[1]
        first, rest = self._basis[:, :near], self._basis[:, near:]
        angles = (rest.T @ images) / (np.maximum(values[:near], 0) - values[near:, None])
        first = np.asarray(first + rest @ angles, dtype=np.float32)
        images = self._sign * (w @ first)
        found, inner, failed = ssygvd((first.T @ images).T, (first.T @ first).T)
        rank = int(np.count_nonzero(found > 0))
        if failed or not 0 < rank < near:
            return None
        found, inner = found[::-1], inner[:, ::-1]
        first = first @ inner
        few = first[:, :rank]
        scaled = few * found[:rank]
        left = images @ inner[:, :rank] - scaled
        if not 2.0 * float(np.vdot(left, left)) <= tolerance**2:  # nor where it overflows
            return None
        # The others are made orthogonal to them and to each other, to second order.
        angles = rest.T @ first
        others = rest + (0.5 * (rest @ angles) - first) @ angles.T
        self._basis = np.concatenate((first, others), axis=1)
        self._values[:near], self._rank = found, rank
        return np.asarray(scaled @ few.T, dtype=np.float32)

    def _decomposed(self, w: Matrix) -> Matrix:
        """Return the smaller part exactly, and keep its basis; its eigenvectors come first."""
        values, vectors = _eigh(np.ascontiguousarray(w))
        negative = int(np.searchsorted(values, 0))
        if negative >= len(values) // 2:  # fewer are positive
            values, vectors, self._sign = values[::-1], vectors[:, ::-1], np.float32(1)
            self._rank = len(values) - negative
        else:
            values, self._sign, self._rank = -values, np.float32(-1), negative
        self._basis, self._values = np.ascontiguousarray(vectors), np.ascontiguousarray(values)
        few = self._basis[:, : self._rank]
        return np.asarray((few * values[: self._rank]) @ few.T, dtype=np.float32)


@compiled
def _eigh(w: Matrix) -> tuple[Matrix, Matrix]:
    """Decompose a matrix; by SciPy's LAPACK, which takes half the time of NumPy's here."""
    values, vectors = np.linalg.eigh(w)
    return values, vectors


@compiled
def _missed(inner: Matrix, images: Matrix, basis: Matrix, d: Vector) -> float:
    """Return an estimate of the error of the positive part to first order, a Frobenius norm.

    `inner`, shape (r, n): the first rows of B = V' W V.
    `images`, shape (n, m): the first columns of W V.
    `basis`, shape (n, n): V.
    `d`, shape (n,): the diagonal of B when V was found; the first m are replaced by those of now.
    """
    rank, n = inner.shape
    near = images.shape[1]
    zero = np.float32(0)
    lengths = np.zeros(near, np.float32)
    _measure(images, basis, d, lengths)
    total = np.float64(0.0)
    for i in range(rank):
        row = np.float32(0)
        above = d[i] > zero
        for j in range(n):
            if j < near:
                lengths[j] -= inner[i, j] * inner[i, j]
            if (d[j] > zero) != above:
                value = abs(inner[i, j])
                # The angle of the rotation that is left out, at most a quarter turn.
                missed = value * value / (abs(d[i] - d[j]) + value) if value > zero else zero
                row += missed * missed
        total += 2 * row
    for j in range(rank, near):
        if d[j] > zero:  # of its row the part that was not formed is left out
            total += max(lengths[j], zero)
    return float(np.sqrt(total))


@compiled
def _soften(inner: Matrix, d: Vector) -> None:
    """Turn the first rows of B into half of those of its positive part, to first order."""
    rank, n = inner.shape
    zero, half = np.float32(0), np.float32(0.5)
    for i in range(rank):
        above = d[i] > zero
        for j in range(n):
            if (d[j] > zero) != above:
                inner[i, j] *= (d[i] if above else d[j]) / abs(d[i] - d[j])
            elif not above:
                inner[i, j] = zero
            if j < rank:
                inner[i, j] *= half


@compiled
def _measure(images: Matrix, basis: Matrix, d: Vector, lengths: Vector) -> None:
    """Fill in the first entries of the diagonal of V' W V, and the squares of those of W V."""
    n, near = images.shape
    d[:near] = np.float32(0)
    for k in range(n):
        for j in range(near):
            d[j] += images[k, j] * basis[k, j]
            lengths[j] += images[k, j] * images[k, j]


@compiled
def _add_transposed(half: Matrix) -> None:
    """Add its transposed to a matrix, by tiles."""
    n = len(half)
    for above in range(0, n, TILE):
        for left in range(0, n, TILE):
            for i in range(above, min(above + TILE, n)):
                for j in range(left, min(i, left + TILE)):
                    value = half[i, j] + half[j, i]
                    half[i, j] = value
                    half[j, i] = value
    for i in range(n):
        half[i, i] += half[i, i]

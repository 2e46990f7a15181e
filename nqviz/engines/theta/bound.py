"""The theta bound of Lovasz, strengthened by Schrijver, and its proof in floating point.

Let M be a symmetric matrix on some cells with 1 on the diagonal and M_ij >= 1 for cells that do
not attack each other; entries of cells that do are free. For a set S of cells without attacks
|S|^2 <= 1_S' M 1_S <= |S| lambda_max(M), so |S| <= lambda_max(M): the matrix alone is the proof,
however it was found (L. Lovasz, On the Shannon capacity of a graph, 1979; A. Schrijver, A
comparison of the Delsarte and Lovasz bounds, 1979).

A good M is found by alternating directions on the dual of the semidefinite program
max <J, X>, tr X = 1, X_ij = 0 for attacking cells, X >= 0 (Z. Wen, D. Goldfarb, W. Yin,
Alternating direction augmented Lagrangian methods for semidefinite programming, 2010), in single
precision. What prunes is proven in double precision, see `is_below`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled

from .blocks import Blocks, Matrix
from .projection import Projection

STEP = 1.618
"""How far the primal matrix moves: just below the golden ratio, up to which steps converge."""
SCALE = 0.17
"""The first penalty is this over the number of cells."""
MOST_CHANGE = 6.0
"""How much the weight of a cell may change at most where a queen is placed."""
SMALL = 1e-6
BALANCE, TUNE = 0.3, 1.3
"""When one residual is below this part of the other, the penalty changes by this factor."""

TOLERANCE = 0.75
"""The errors of the projections of a step against the step before it."""
DISTANCE = 0.02
"""How far below the value the eigenvalues are sought that single precision finds; less when the
residuals are small."""
FIRST_SCALE, MOST_SCALE, SCALES, FURTHER = 0.994, 1.1, 4, 1e-4
"""The first scale of M - J, the largest one, how many are tried, and what is added to a change."""

Mask = npt.NDArray[np.bool_]
Candidate = npt.NDArray[np.float64]


@dataclass
class Relaxation:
    """Where the iteration stands for some cells.

    `attacks`, shape (n, n): which cells attack each other.
    `x`, `s`, shape (n, n): the primal matrix and the dual slack.
    `sigma`: the penalty.
    `estimate`: about the bound, as the dual variable of tr X = 1 says; no proof.
    `primal`, `dual`: the relative residuals.
    `projections`: one for each block.
    """

    attacks: Mask
    x: Matrix
    s: Matrix
    sigma: float
    estimate: float = np.inf
    primal: float = np.inf
    dual: float = np.inf
    projections: list[Projection] = field(default_factory=list)

    @classmethod
    def cold(cls, attacks: Mask) -> Relaxation:
        """Begin from nothing."""
        n = len(attacks)
        x = np.eye(n, dtype=np.float32) / np.float32(max(n, 1))
        return cls(attacks, x, np.zeros((n, n), np.float32), SCALE / max(n, 1))

    @property
    def is_usable(self) -> bool:
        """Whether another iteration can begin from it: it has a bound, and no step went too far."""
        known = self.sigma, self.estimate
        if not all(0.0 < value < np.inf for value in known):
            return False
        return bool(np.isfinite(self.x).all() and np.isfinite(self.s).all())

    def restricted(self, kept: IntArray) -> Relaxation:
        """Return the same for some of its cells, scaled to trace 1 again; `kept`, shape (k,).

        Cells without weight, which cannot be scaled, begin from nothing.
        """
        x, s = self.x[kept][:, kept], self.s[kept][:, kept]  # faster than by np.ix_
        attacks = np.ascontiguousarray(self.attacks[kept][:, kept])
        trace = float(np.trace(x))
        if not trace > SMALL:
            return Relaxation.cold(attacks)
        scale = 1.0 / trace
        return Relaxation(
            attacks,
            np.ascontiguousarray(x * np.float32(scale)),
            np.ascontiguousarray(s),
            self.sigma * scale,
            self.estimate,
        )

    def placed(self, cell: int, kept: IntArray) -> Relaxation:
        """Return the same for the cells that are left when a queen is placed.

        If A = b I - M is positive semidefinite, so is its Schur complement for the placed cell;
        times (b - 1) / b it is the slack of a matrix that proves b - 1 for the cells left. The
        primal matrix is scaled to what it says of sets that contain the placed cell.
        `kept`, shape (k,).
        """
        left = self.restricted(kept)
        pivot, weight = float(self.s[cell, cell]), float(self.x[cell, cell])
        if not np.isfinite(left.estimate):
            return left
        if pivot > SMALL:
            row = self.s[cell, kept]
            left.s -= row[:, None] * row / np.float32(pivot)
            left.s *= np.float32((self.estimate - 1.0) / self.estimate)
        if weight > SMALL:
            before = np.maximum(np.diag(self.x)[kept] * np.float32(self.estimate), SMALL)
            after = np.maximum(self.x[cell, kept], 0) / np.float32(weight)
            ratio = np.sqrt(np.clip(after / before, 1 / MOST_CHANGE, MOST_CHANGE))
            left.x *= (ratio[:, None] * ratio).astype(np.float32)
            left.x /= np.trace(left.x)
        if not (np.isfinite(left.x).all() and np.isfinite(left.s).all()):
            return Relaxation.cold(left.attacks)  # what was known of the cells left was too little
        return left

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """The share of each cell in the bound, shape (n,), sum 1."""
        diagonal = np.maximum(np.diag(self.x).astype(np.float64), 0.0)
        total = float(diagonal.sum())
        return diagonal / total if total > 0 else np.full(len(diagonal), 1.0 / len(diagonal))

    def step(self, blocks: Blocks | None = None) -> None:
        """Make one step; `blocks` are those of symmetries that keep the cells."""
        w = np.empty_like(self.x)
        multiplier = _form(self.x, self.s, self.attacks, self.sigma, w)
        self.s = self._positive_part(w, blocks)
        moved, broken = _move(self.x, self.s, self.attacks, self.sigma, STEP, w)
        dual = moved**0.5 / self.sigma
        primal = (broken**0.5 + abs(float(np.trace(self.x)) - 1.0)) / 2.0
        if not np.isfinite(dual + primal):  # it went too far, as single precision may
            fresh = Relaxation.cold(self.attacks)
            self.x, self.s, self.sigma = fresh.x, fresh.s, fresh.sigma
            self.estimate = self.primal = self.dual = np.inf
            self.projections = []
            return
        self.estimate = -multiplier
        self.dual, self.primal = dual / (1 + len(w)), primal
        if self.primal < BALANCE * self.dual:
            self.sigma *= TUNE
        elif self.dual < BALANCE * self.primal:
            self.sigma /= TUNE

    def _positive_part(self, w: Matrix, blocks: Blocks | None) -> Matrix:
        """Project onto the positive semidefinite matrices."""
        count = 1 if blocks is None else len(blocks.places)
        if len(self.projections) != count:
            self.projections = [Projection() for _ in range(count)]
        moved = self.dual * (1 + len(w)) / float(np.sqrt(count))
        tolerance = TOLERANCE * moved if np.isfinite(moved) else 0.0
        projections = iter(self.projections)
        if blocks is None:
            return next(projections)(w, tolerance)
        return blocks.map(lambda block: next(projections)(block, tolerance), w)

    def candidate(self, scale: float = 1.0) -> Candidate:
        """Return the matrix M of the present dual variables, exactly of the form that proves.

        `scale`: of M - J, at least 0: a multiple of it is of that form as well.
        """
        m = np.empty(self.x.shape)
        _fill_candidate(self.x, self.s, self.attacks, self.sigma, scale, m)
        return m

    def proof(self, value: float) -> Candidate | None:
        """Return a matrix of the present dual variables that proves less than a value, if any.

        While the steps swing, one eigenvalue of M is far above the others, that of a vector with a
        large part along 1. The larger the scale of N = M - J, the smaller it is, and the larger are
        the others. All of J + g N are below the value v if v I - g N is positive definite and
        f = 1' (v I - g N)^-1 1 < 1: Newton's method finds g, on 1 / f, which is nearly linear.
        """
        from scipy.linalg.lapack import spotrf, spotrs  # long to load

        least = np.float32(value - min(DISTANCE, self.dual * value))
        negative = np.empty_like(self.x)
        _fill_negative(self.x, self.s, self.attacks, self.sigma, negative)
        ones, scale = np.ones(len(negative), np.float32), FIRST_SCALE
        for _ in range(SCALES):
            a = negative * np.float32(scale)
            a.flat[:: len(a) + 1] = least
            factor, failed = spotrf(a.T, lower=1, clean=0, overwrite_a=1)
            if failed:
                return None
            y, _ = spotrs(factor, ones, lower=1)
            f = float(y.sum())
            if 0.0 < f < 1.0:
                m = self.candidate(scale)
                return m if is_below(m, value) else None
            slope = (float(least * (y @ y)) - f) / scale  # of f
            if not slope < 0.0 < f < np.inf:
                return None
            scale += f * (f - 1.0) / -slope + FURTHER
            if scale > MOST_SCALE:
                return None
        return None


def is_below(m: Candidate, value: float) -> bool:
    """Prove that lambda_max(M) < value.

    If Cholesky's method in floating point runs through for a symmetric matrix A of order n, then
    the computed factor is the exact one of A + E with |E_ij| <= g / (1 - g) sqrt(A_ii A_jj),
    g = (n + 1) u, u = 2^-53, in whatever order the sums are formed (J. W. Demmel, On floating
    point errors in Cholesky, 1989; S. M. Rump, Verification of positive definiteness, 2006). So
    lambda_min(A) >= -g / (1 - g) tr(A). Here A = (value - margin) I - M with a margin of four times
    (n + 1) u n value: twice what that error and the rounding of the diagonal can be, tr(A) being
    below n value.

    `m`, shape (n, n): symmetric, with 1 on the diagonal.
    `value`: above 1.
    """
    from scipy.linalg.lapack import dpotrf  # long to load

    n = len(m)
    margin = 4.0 * (n + 1) * 2.0**-53 * n * value
    a = -m
    a.flat[:: n + 1] = value - margin - 1.0
    factor, failed = dpotrf(a.T, lower=1, clean=0, overwrite_a=1)
    return failed == 0 and bool(np.isfinite(factor).all())


def proven_bound(m: Candidate) -> int | None:
    """Return the least integer that M proves to bound the cells without attacks, None if none."""
    value = int(np.linalg.eigvalsh(m)[-1] + 1e-7)
    return value if is_below(m, value + 1.0) else None


@compiled
def _form(x: Matrix, s: Matrix, attacks: Mask, sigma: float, w: Matrix) -> float:
    """Minimise over the multipliers; fill W = C - A'y - V - X / sigma, give that of the trace."""
    n = len(x)
    inverse = 1.0 / sigma
    total = inverse
    for i in range(n):
        total += -1.0 - s[i, i] - x[i, i] * inverse
    y = total / n
    scale = np.float32(inverse)
    one = np.float32(1.0)
    for i in range(n):
        for j in range(n):
            # The multiplier of an attacking pair is free, that of another pair is at least 0.
            base = -one - x[i, j] * scale
            slack = s[i, j]
            w[i, j] = slack if attacks[i, j] | (slack < base) else base  # without branches: faster
        w[i, i] = -1.0 - y - x[i, i] * inverse
    return y


@compiled
def _move(
    x: Matrix, s: Matrix, attacks: Mask, sigma: float, step: float, w: Matrix
) -> tuple[float, float]:
    """Move X.

    Returns the sums of the squares of what a step of length 1 would add to X, and of the entries
    of X that are to be 0: of attacking cells, and negative ones.
    """
    n = len(x)
    scale, length, zero = np.float32(sigma), np.float32(step), np.float32(0)
    moved, broken = np.zeros(n, np.float32), np.zeros(n, np.float32)  # by columns: faster
    for i in range(n):
        for j in range(n):
            change = scale * (s[i, j] - w[i, j]) - x[i, j]
            value = x[i, j] + length * change
            x[i, j] = value
            moved[j] += change * change
            broken[j] += value * value if attacks[i, j] | (value < zero) else zero
    return float(moved.sum()), float(broken.sum())


@compiled
def _fill_negative(x: Matrix, s: Matrix, attacks: Mask, sigma: float, negative: Matrix) -> None:
    """Fill in J - M."""
    n = len(x)
    scale, one, zero = np.float32(1.0 / sigma), np.float32(1), np.float32(0)
    for i in range(n):
        for j in range(n):
            value = one + s[i, j] + x[i, j] * scale
            negative[i, j] = value if attacks[i, j] | (value < zero) else zero
        negative[i, i] = zero


@compiled
def _fill_candidate(
    x: Matrix, s: Matrix, attacks: Mask, sigma: float, scale: float, m: Candidate
) -> None:
    inverse = 1.0 / sigma
    for i in range(len(x)):
        for j in range(i):
            free = scale * (-1.0 - s[i, j] - x[i, j] * inverse)
            m[i, j] = 1.0 + (free if attacks[i, j] | (free > 0.0) else 0.0)
        for j in range(i):
            m[j, i] = m[i, j]
        m[i, i] = 1.0

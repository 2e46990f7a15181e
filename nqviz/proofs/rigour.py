"""Rigorous positive definiteness from one Cholesky factorisation in floating point."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

UNIT = 2.0**-53


def is_positive_definite(a: npt.NDArray[np.float64]) -> bool:
    """Return whether it is certain that a symmetric matrix is positive definite.

    If Cholesky's method succeeds on B in floating point, B + E = R'R with
    |E_ij| <= g / (1 - g) sqrt(B_ii B_jj), g = (n + 1) u, in any order of its sums (S. M. Rump,
    Verification of positive definiteness, BIT 46, 2006, section 2), so the least eigenvalue of B is
    at least -g / (1 - g) tr(B). B is A with twice this subtracted on its diagonal, with n + 2 for
    n + 1: the second half covers the rounding of the diagonal and of divisions done as products.

    `a`, shape (n, n): finite; changed.
    """
    from scipy.linalg import LinAlgError, cholesky  # long to load

    n = len(a)
    diagonal = a.diagonal().copy()
    if n == 0 or not np.isfinite(a).all() or (diagonal <= 0).any():
        return n == 0
    g = (n + 2) * UNIT
    margin = 2.0 * g / (1.0 - g) * n * float(diagonal.max())
    a.flat[:: n + 1] = diagonal - margin
    try:
        factor = cholesky(a, lower=True, overwrite_a=True, check_finite=False)
    except LinAlgError:
        return False
    return bool(np.isfinite(factor).all())

"""Positive parts of matrices that change little: near the exact ones, and exact when asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nqviz.engines.theta.projection import EASE, Projection
from nqviz.run.blas_threads import blas_threads


def positive_part(w: np.ndarray) -> np.ndarray:
    values, vectors = np.linalg.eigh(w.astype(np.float64))
    return (vectors * np.maximum(values, 0)) @ vectors.T


def symmetric(n: int, rng: np.random.Generator) -> np.ndarray:
    w = rng.normal(size=(n, n))
    return (w + w.T).astype(np.float32)


@pytest.mark.parametrize("shift", [-30.0, 0.0, 30.0])
@pytest.mark.parametrize("n", [1, 2, 60])
def test_the_first_projection_is_exact(n: int, shift: float) -> None:
    w = symmetric(n, np.random.default_rng(n)) + np.float32(shift) * np.eye(n, dtype=np.float32)
    with blas_threads(1):
        assert np.allclose(Projection()(w, 1.0), positive_part(w), atol=1e-3)


@pytest.mark.parametrize("tolerance", [0.0, 0.05, 1.0])
def test_those_that_follow_are_about_as_near_as_asked(tolerance: float) -> None:
    rng = np.random.default_rng(5)
    w, direction = symmetric(80, rng), symmetric(80, rng)
    projection = Projection()
    with blas_threads(1):
        for step in range(20):
            w = w + np.float32(0.01 / (1 + step)) * direction
            error = np.linalg.norm(projection(w, tolerance) - positive_part(w))
            assert error <= 1e-3 + 2 * tolerance


def test_a_matrix_that_changes_its_signs_is_decomposed_anew() -> None:
    rng = np.random.default_rng(6)
    w = symmetric(40, rng)
    projection = Projection()
    with blas_threads(1):
        projection(w, 0.1)
        for other in (-w, symmetric(40, rng), w):
            error = np.linalg.norm(projection(other, 0.1) - positive_part(other))
            assert error < 0.3


def test_a_basis_is_turned_to_a_matrix_that_moved_too_far_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(7)
    w = symmetric(120, rng) - np.float32(20) * np.eye(120, dtype=np.float32)
    direction = symmetric(120, rng)
    parts: list[np.ndarray | None] = []
    turned = Projection._turned

    def noted(*arguments: Any) -> np.ndarray | None:
        parts.append(turned(*arguments))
        return parts[-1]

    monkeypatch.setattr(Projection, "_turned", noted)
    projection, tolerance = Projection(), 0.3
    with blas_threads(1):
        for _ in range(9):
            part = projection(w, tolerance)
            if parts and part is parts[-1]:
                assert np.linalg.norm(part - positive_part(w)) <= EASE * tolerance
                basis = projection._basis
                assert basis is not None
                assert np.allclose(basis.T @ basis, np.eye(120), atol=2e-3)
            w = w + np.float32(0.1) * direction
    assert len([part for part in parts if part is not None]) >= 3

"""The distance from the limit density, against all rectangles of small boards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from nqviz import Board, InputError, Placement, density
from nqviz.constructions import classical
from nqviz.counting import Density, density_of, has_limit, limit_density
from nqviz.counting.densities import limit_distance as module
from nqviz.counting.densities.limit_distance import diagonal_distance, limit_distance

Values = NDArray[np.float64]


def by_all_rectangles(first: Values, second: Values) -> float:
    """Return the distance by quarters of cells: each is in a rectangle if its centre is."""
    n = len(first)
    i, j = np.indices((n, n))
    quarters = [(i + 0.5 + a / 3, j + 0.5 + b / 3) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    x = np.concatenate([a.ravel() for a, _ in quarters])
    y = np.concatenate([b.ravel() for _, b in quarters])
    value = np.tile((first - second).ravel() / 4, 4)
    most = 0.0
    for low, high in combinations(range(2 * n + 1), 2):
        strip = (low < x + y) & (x + y < high)
        for left, right in combinations(range(-n, n + 1), 2):
            inside = strip & (left < y - x) & (y - x < right)
            most = max(most, abs(float(value[inside].sum())))
    return most


@pytest.mark.parametrize(("n", "seed"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_the_distance_is_that_of_all_rectangles(
    n: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FINE", 1)
    chance = np.random.default_rng(seed)
    first, second = chance.random((2, n, n))
    first, second = first / first.sum(), second / second.sum()
    assert diagonal_distance(first, second) == pytest.approx(by_all_rectangles(first, second))


def test_cutting_cells_finds_no_smaller_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = np.random.default_rng(5).dirichlet(np.ones(16), 2).reshape(2, 4, 4)
    distances = []
    for fine in (4, 8, 16):
        monkeypatch.setattr(module, "FINE", fine)
        distances.append(diagonal_distance(first, second))
    assert distances == sorted(distances)
    assert distances[2] - distances[1] < distances[1] - distances[0]


def found(board: Board, **options: Any) -> Density:
    value = density(board, **options).value
    assert value is not None
    return value


def test_many_solutions_are_nearer_to_the_limit_than_one() -> None:
    limit = limit_density().value
    assert limit is not None
    near = limit_distance(found(Board.cube(8, 2)), limit)
    far = limit_distance(density_of([classical(8)]), limit)
    assert 0 < near < 0.5 * far < 0.5


def test_other_densities_have_no_limit_density() -> None:
    limit = limit_density(4).value
    assert limit is not None
    partial = density_of([Placement(Board.cube(8, 2), [(0, 0)])])
    for other in (found(Board.cube(3, 3)), found(Board.cube(3, 2)), partial):
        assert not has_limit(other)
        with pytest.raises(InputError, match="is for full placements on flat squares"):
            limit_distance(other, limit)

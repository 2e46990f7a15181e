"""The search on bit masks, against enumeration."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.engines.planar.search import FOUND, PAUSED, REFUTED, PlanarSearch

KNOWN = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724]


def is_solution(permutation: tuple[int, ...]) -> bool:
    n = len(permutation)
    return (
        len({i + c for i, c in enumerate(permutation)})
        == n
        == len({i - c for i, c in enumerate(permutation)})
    )


@pytest.mark.parametrize("n", range(len(KNOWN)))
def test_counts(n: int) -> None:
    search = PlanarSearch(np.ones((n, n), dtype=np.bool_))
    assert search.count(10**7) == (KNOWN[n], REFUTED)


@given(st.integers(0, 2**32 - 1), st.floats(0.4, 1.0))
@settings(max_examples=60, deadline=None)
def test_finds_each_placement_on_free_cells_once(seed: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 8))
    free = rng.random((n, n)) < share
    expected = {
        p for p in permutations(range(n)) if is_solution(p) and free[np.arange(n), list(p)].all()
    }
    search = PlanarSearch(free, seed=seed)
    found = []
    end = PAUSED
    while end != REFUTED:
        end = search.run(3)
        if end == FOUND:
            found.append(tuple(column for _, column in sorted(search.queens.tolist())))
    assert len(found) == len(set(found))
    assert set(found) == expected


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_groups_hold_what_they_may(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 8))
    labels = rng.integers(0, 4, n * n)
    groups = [(np.flatnonzero(labels == k), int(rng.integers(1, 4)), False) for k in range(2)]
    expected = sum(
        is_solution(p)
        and all((labels[np.arange(n) * n + p] == k).sum() <= groups[k][1] for k in range(2))
        for p in map(np.array, permutations(range(n)))
    )
    search = PlanarSearch(np.ones((n, n), dtype=np.bool_), groups=groups)
    assert search.count(10**6) == (expected, REFUTED)


def test_a_pause_changes_nothing() -> None:
    free = np.ones((9, 9), dtype=np.bool_)
    search = PlanarSearch(free)
    total, end = 0, PAUSED
    while end == PAUSED:
        part, end = search.count(50)
        total += part
    assert total == KNOWN[9]

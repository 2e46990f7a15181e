"""The bound on sums of squares, against exact dynamic programming."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nqviz.engines.planar.bound import (
    NEVER,
    detour,
    least_squares,
    leaving_cost,
    outside_cost,
    window,
)

Case = tuple[list[int], int, int]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw values, how many are wanted, and their total: mostly one that can be had."""
    values = sorted(draw(st.sets(st.integers(-14, 20), min_size=1, max_size=13)))
    k = draw(st.integers(1, len(values)))
    chosen = draw(st.permutations(values))[:k]
    return values, k, sum(chosen) + draw(st.sampled_from([0, 0, 0, 1, -1, 3]))


def fewest_squares(values: list[int], k: int, total: int) -> int | None:
    """Return the exact minimum, by dynamic programming over values, number and sum."""
    best = {(0, 0): 0}
    for value in values:
        for (count, here), squares in list(best.items()):
            key = count + 1, here + value
            if count < k and best.get(key, 10**9) > squares + value**2:
                best[key] = squares + value**2
    return best.get((k, total))


def slow_fewest(values: list[int], k: int, total: int) -> int | None:
    from itertools import combinations

    sums = [sum(v * v for v in c) for c in combinations(values, k) if sum(c) == total]
    return min(sums, default=None)


@given(cases())
@settings(max_examples=60, deadline=None)
def test_the_oracle_is_right(case: Case) -> None:
    values, k, total = case
    assert fewest_squares(values, k, total) == slow_fewest(values, k, total)


@given(cases())
@example(([-3, -1, 1, 3], 2, 1))
@example(([0, 1, 2, 6, 7, 8], 3, 12))
@example(([-9, 0, 1, 2, 3, 4, 12], 4, 7))
@settings(max_examples=120, deadline=None)
def test_nothing_is_below_the_bound(case: Case) -> None:
    values, k, total = case
    found = np.zeros(5, dtype=np.int64)
    array = np.array(values, dtype=np.int64)
    exact = fewest_squares(values, k, total)
    if not least_squares(array, len(array), k, total, found):
        assert exact is None
        return
    bound, left, right, excess, added = found.tolist()
    assert added >= 0
    if exact is not None:
        assert bound <= exact
        if added == 0 and excess in values:
            assert bound == exact
    for value in values:
        cost = outside_cost(value, left, right, excess)
        assert (cost == 0) or not left <= value <= right
        rest = fewest_squares([v for v in values if v != value], k - 1, total - value)
        if rest is not None:
            assert bound - added + cost <= rest + value**2


@given(cases())
@settings(max_examples=120, deadline=None)
def test_leaving_a_value_out_costs_no_less_than_it_is_told(case: Case) -> None:
    values, k, total = case
    values = [value + 14 for value in values]  # from 0 on
    total += 14 * k
    array, found = np.array(values, dtype=np.int64), np.zeros(5, dtype=np.int64)
    place = window(array, len(array), k, total, found)
    if place < 0 or len(values) == k:
        return
    plain, excess = int(found[0]), int(found[3])
    below = values[place - 1] if place else -1
    above = values[place + k + 1] if place + k + 1 < len(values) else -1
    for value in values[place : place + k + 1]:
        cost = leaving_cost(value, below, above, excess)
        exact = fewest_squares([other for other in values if other != value], k, total)
        if cost >= NEVER:
            assert exact is None
        else:
            assert exact is None or exact >= plain + cost


def test_values_that_cannot_have_the_total_are_told() -> None:
    found = np.zeros(5, dtype=np.int64)
    odd = np.array([-3, -1, 1, 3], dtype=np.int64)
    assert not least_squares(odd, 4, 3, 100, found)
    assert not least_squares(odd, 4, 3, -100, found)
    assert not least_squares(odd, 4, 4, 2, found)
    assert not least_squares(odd, 4, 5, 0, found)
    assert least_squares(odd, 4, 4, 0, found)
    assert found[0] == 20


def test_a_missing_excess_makes_the_bound_larger() -> None:
    # of 0 1 2 | 6 7 8 three that add up to 14: the window 1 2 6 7 has the excess 2; to 15: 1
    values = np.array([0, 2, 3, 7, 9], dtype=np.int64)
    found = np.zeros(5, dtype=np.int64)
    place = window(values, 5, 3, 16, found)
    assert found[4] == -1
    plain = int(found[0])
    added = detour(values, 5, 3, place, int(found[3]))
    exact = fewest_squares(values.tolist(), 3, 16)
    assert exact is None or plain + added <= exact
    assert added > 0

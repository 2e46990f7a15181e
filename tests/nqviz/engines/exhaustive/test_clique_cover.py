"""The search by clique covers on any graph, against all sets of cells."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.engines.bits import pack, pack_rows, unpack
from nqviz.engines.exhaustive import clique_cover
from nqviz.engines.exhaustive.clique_cover import (
    EXHAUSTED,
    FOUND,
    PAUSED,
    crowded_last,
    crowded_searches,
    next_crowded,
    next_set,
    uncovered,
)
from nqviz.proofs.plain_search import PlainSearch
from nqviz.proofs.proof import FOUND as FOUND_AGAIN
from nqviz.proofs.proof import ON

STOP = np.zeros(1, np.uint8)


def graph(seed: int, cells: int, share: float) -> np.ndarray:
    """Return which of some cells attack each other: some at random, and some cliques."""
    rng = np.random.default_rng(seed)
    attacks = rng.random((cells, cells)) < share
    for _ in range(cells // 3):
        clique = rng.choice(cells, min(cells, 4), replace=False)
        attacks[np.ix_(clique, clique)] = True
    attacks |= attacks.T
    np.fill_diagonal(attacks, False)
    return attacks


GRAPHS = st.builds(
    graph, st.integers(0, 2**32), st.integers(1, 13), st.sampled_from([0.05, 0.2, 0.4, 0.7])
)


@settings(max_examples=150, deadline=None)
@given(GRAPHS, st.integers(1, 9), st.sampled_from([0, 128]))
def test_every_set_is_met_once_and_no_other(attacks: np.ndarray, need: int, many: int) -> None:
    met = []
    for search, order in crowded_searches(attacks, need, np.zeros(1, np.int64), many):
        while next_set(search, 2**62, STOP) == FOUND:
            met.append(tuple(sorted(order[search.queens].tolist())))
    sets = combinations(range(len(attacks)), need)
    assert sorted(met) == [each for each in sets if not attacks[np.ix_(each, each)].any()]
    again = PlainSearch(attacks, need)
    while (end := again.go_on(100)) == ON:
        pass
    assert (end == FOUND_AGAIN) == bool(met)


@settings(max_examples=150, deadline=None)
@given(GRAPHS, st.integers(0, 9))
def test_what_is_covered_holds_no_more_queens_than_cliques(
    attacks: np.ndarray, cliques: int
) -> None:
    size = len(attacks)
    left = np.zeros(-(-size // 64), np.uint64)
    open_ = uncovered(pack(np.arange(size), size), pack_rows(attacks), cliques, left)
    over = unpack(left)
    assert open_ == (len(over) > 0)
    covered = np.setdiff1d(np.arange(size), over)
    for each in combinations(covered.tolist(), cliques + 1):
        assert attacks[np.ix_(each, each)].any()


def test_a_search_in_portions_is_the_same_and_ends_within_its_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clique_cover, "PORTION", 10)
    attacks, ends = graph(1, 128, 0.07), []
    for step in (next_crowded, lambda search, budget: next_set(search, budget, STOP)):
        nodes = np.zeros(1, np.int64)
        search, _ = next(crowded_searches(attacks, 27, nodes))
        for budget in (1, 20, 25, 2**62):
            end = step(search, budget)
            ends.append((end, int(nodes[0]), search.queens.tolist()))
    assert ends[:4] == ends[4:]
    assert [each[:2] for each in ends[:3]] == [(PAUSED, 1), (PAUSED, 21), (PAUSED, 46)]
    assert ends[3][0] == EXHAUSTED


def test_a_chain_of_cliques_closes_a_cycle_of_five() -> None:
    attacks = np.zeros((5, 5), dtype=np.bool_)
    for cell in range(5):
        attacks[cell, [(cell + 1) % 5, (cell - 1) % 5]] = True
    nodes = np.zeros(1, np.int64)
    search, _ = next(crowded_searches(attacks, 3, nodes))
    assert search.level[0] < 0  # two greedy cliques leave one of the five cells over
    assert next_set(search, 2**62, STOP) != FOUND
    assert nodes[0] == 0


@pytest.mark.parametrize("seed", range(4))
def test_each_cell_of_the_order_attacks_most_of_those_up_to_it(seed: int) -> None:
    attacks = graph(seed, 40, 0.2)
    order = crowded_last(attacks)
    assert sorted(order.tolist()) == list(range(40))
    for place in range(40):
        up_to = order[: place + 1]
        counts = attacks[np.ix_(up_to, up_to)].sum(axis=0)
        assert counts[place] == counts.max()

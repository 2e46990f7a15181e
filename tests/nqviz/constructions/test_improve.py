"""Filling up and repairing never lose queens."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.constructions import best_cut, construct
from nqviz.constructions.greedy import random_maximal, random_subset
from nqviz.constructions.improve import improve
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext

BOARDS = [Board.cube(6, 2), Board((3, 4, 5)), Board.cube(4, 3, torus=True), Board.cube(3, 4)]


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 50), st.sampled_from(["fill", "repair"]))
def test_improving_gives_a_larger_maximal_placement(board: Board, seed: int, way: str) -> None:
    full = random_maximal(board, seed)
    start = random_subset(full, len(full) // 2, seed)
    better = improve(start, way=way, seed=seed, steps=30)
    assert better.is_valid()
    assert len(better) >= len(start)
    assert AttackCounts.of(better).free == 0
    assert improve(start, way=way, seed=seed, steps=30) == better
    if way == "fill":
        assert set(start) <= set(better)


def test_nothing_is_done_when_nothing_is_asked_for() -> None:
    empty = Placement(Board.cube(5, 2))
    assert improve(empty, way="none") is empty


def test_a_repair_finds_room() -> None:
    empty = Placement(Board.cube(4, 3))
    assert len(improve(empty, way="repair", steps=500)) == 7


def test_a_stop_keeps_what_there_is() -> None:
    stop = threading.Event()
    stop.set()
    cut = best_cut(14, 3).placement
    assert len(improve(cut, RunContext(stop=stop), way="repair")) >= len(cut)


def test_cuts_are_filled_up() -> None:
    plain = construct(Board.cube(26, 3), "subcube")
    filled = construct(Board.cube(26, 3), "subcube", free="fill")
    assert set(plain.placement) < set(filled.placement)
    assert filled.placement.is_valid()
    more = len(filled.placement) - len(plain.placement)
    assert f"Queens added afterwards: {more}." in filled.note
    assert filled.parameters["free"] == "fill"


def test_subsets_have_as_many_queens_as_asked_for() -> None:
    full = random_maximal(Board.cube(8, 2), 3)
    for count in range(len(full) + 1):
        some = random_subset(full, count, 1)
        assert len(some) == count
        assert set(some) <= set(full)
    assert len({random_subset(full, 3, seed) for seed in range(20)}) > 5
    with pytest.raises(InputError, match="cannot be chosen"):
        random_subset(full, len(full) + 1)
    assert len(construct(Board.cube(8, 2), "random", queens=3).placement) == 3
    with pytest.raises(InputError, match="not 99"):
        construct(Board.cube(8, 2), "random", queens=99)

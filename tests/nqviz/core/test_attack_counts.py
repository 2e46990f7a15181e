"""Incremental attack counts against counting anew."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import AttackCounts, Board, Placement
from tests.boards import FEW_PIECES, random_boards

boards = random_boards(5, 3, pieces=FEW_PIECES)


def check(counts):
    board = counts.board
    queens = np.flatnonzero(counts.occupied)
    graph = board.attack_graph.toarray()
    attacked = graph[:, queens].any(axis=1) | counts.occupied
    assert ((counts.counts > 0) == attacked).all()
    assert counts.queens == len(queens)
    assert counts.free == np.count_nonzero(~attacked)
    assert counts.free_cells().tolist() == np.flatnonzero(~attacked).tolist()
    pairs = [(a, b) for a in queens for b in queens if a < b and graph[a, b]]
    assert counts.conflicts == len(pairs)
    assert sorted(counts.conflict_pairs(10**6)) == sorted(pairs)
    for queen in queens:
        assert (counts.counts[queen] > 1) == bool(graph[queen, queens].any())


@given(boards, st.data())
def test_counts_follow_every_change(board, data):
    counts = AttackCounts(board)
    for index in data.draw(st.lists(st.integers(0, board.size - 1), max_size=15)):
        (counts.remove if counts.occupied[index] else counts.place)(index)
        check(counts)


@given(boards, st.data())
def test_counting_at_once_is_counting_one_by_one(board, data):
    queens = data.draw(st.sets(st.integers(0, board.size - 1)))
    whole, single = AttackCounts(board), AttackCounts(board)
    whole._count_all(np.array(sorted(queens), dtype=np.int64))
    for queen in queens:
        single.place(queen)
    assert (whole.counts == single.counts).all()
    assert (whole.queens, whole.free, whole.conflicts) == (
        single.queens,
        single.free,
        single.conflicts,
    )
    of = AttackCounts.of(Placement.from_indices(board, sorted(queens)))
    assert (of.counts == single.counts).all()


def test_wrong_changes_are_refused_and_change_nothing():
    counts = AttackCounts(Board.cube(4, 2))
    counts.place(3)
    with pytest.raises(ValueError, match="holds a queen"):
        counts.place(3)
    with pytest.raises(ValueError, match="holds no queen"):
        counts.remove(4)
    check(counts)


def test_conflict_pairs_are_limited():
    board = Board.cube(4, 2)
    counts = AttackCounts.of(Placement.from_indices(board, range(16)))
    assert len(counts.conflict_pairs(5)) == 5
    assert counts.conflicts > 5


@given(boards, st.data())
def test_comparing_queens_finds_those_on_the_lines(board, data):
    placed = data.draw(st.lists(st.integers(0, board.size - 1), max_size=12, unique=True))
    counts = AttackCounts.of(Placement.from_indices(board, placed))
    at_once = counts.conflict_pairs(10**6)
    with pytest.MonkeyPatch.context() as few:
        few.setattr("nqviz.core.attack_counts.FEW_ATTACKED", -1)
        assert counts.conflict_pairs(10**6) == at_once
        few.setattr("nqviz.core.attack_counts.MANY_DIRECTIONS", -1)
        assert counts.conflict_pairs(10**6) == at_once


def test_pairs_are_found_on_boards_of_many_directions():
    board = Board.cube(3, 8)
    cells = [(0,) * 8, (2,) * 8, (0, 1, 0, 1, 0, 1, 0, 1), (2, 1, 0, 0, 0, 0, 0, 0)]
    counts = AttackCounts.of(Placement(board, cells))
    first, last, ones, _ = board.indices(np.array(cells)).tolist()
    assert len(board.directions) > 500
    assert counts.conflict_pairs(9) == [(first, ones), (first, last)]


@pytest.mark.parametrize("shape", [(5, 5, 5), (2, 3, 4, 2, 1, 3, 2), (4, 1, 2, 3, 2, 3, 3)])
def test_cells_found_step_by_step_are_those_of_the_lines(shape, monkeypatch):
    monkeypatch.setattr("nqviz.core.attack_counts.MANY_DIRECTIONS", -1)
    board = Board(shape)
    single, whole = AttackCounts(board), AttackCounts(board)
    queens = [0, board.size // 3, board.size - 1]
    for index in [*queens, 5]:
        single.place(index)
    single.remove(5)
    whole._count_all(np.array(queens))
    assert (single.counts == whole.counts).all()
    assert (single.free, single.conflicts) == (whole.free, whole.conflicts)

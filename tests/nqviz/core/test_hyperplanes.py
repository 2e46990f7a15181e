"""Hyperplanes that two cells share, against the list of all hyperplanes."""

from __future__ import annotations

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.hyperplanes import shared_hyperplanes

BOARDS = [(1, 2), (1, 3), (5, 1), (2, 2), (2, 5), (3, 2), (3, 4), (4, 3), (5, 3), (6, 2), (6, 3)]


def hyperplane_board(n: int, d: int) -> Board:
    return Board((n,) * d, torus=True, piece="hyperplane-queen")


@pytest.mark.parametrize(("n", "d"), BOARDS)
def test_shared_hyperplanes_are_those_of_the_list(n: int, d: int) -> None:
    board = hyperplane_board(n, d)
    listed = np.zeros(board.size, np.int32)
    for hyperplane in board.lines_through(0):
        listed[hyperplane] += 1
    assert shared_hyperplanes(n, d).ravel().tolist() == listed.tolist()


@pytest.mark.parametrize(("n", "d"), BOARDS)
def test_counts_and_attackers_are_those_of_the_list(n: int, d: int) -> None:
    board, rng = hyperplane_board(n, d), np.random.default_rng(n * d)
    counts = AttackCounts(board)
    queens = rng.choice(board.size, min(4, board.size), replace=False).tolist()
    for queen in queens:
        counts.place(queen)
    listed = np.zeros(board.size, np.int64)
    for queen in queens:
        for hyperplane in board.lines_through(queen):
            listed[hyperplane] += 1
        listed[queen] -= len(board.directions) - 1
    assert counts.counts.tolist() == listed.tolist()
    assert (
        counts.counts.tolist()
        == AttackCounts.of(Placement.from_indices(board, queens)).counts.tolist()
    )
    for queen in queens:
        met = np.unique(np.concatenate([[], *board.lines_through(queen)])).astype(int).tolist()
        assert counts.attackers(queen) == sorted(set(met) & set(queens) - {queen})
    for queen in queens:
        counts.remove(queen)
    assert not counts.counts.any()
    assert counts.free == board.size


def test_a_queen_among_many_hyperplanes_needs_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The (3,12) board has 265,720 hyperplanes of 177,147 cells through each cell."""
    board = hyperplane_board(3, 8)
    monkeypatch.setattr(Board, "lines_through", None)
    counts = AttackCounts.of(Placement.from_indices(board, [0, 7]))
    assert counts.free == 0
    assert counts.attackers(7) == [0]

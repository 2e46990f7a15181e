"""Free cells counted by sweeps, against the counts of attacks."""

import numpy as np
import pytest

from nqviz import AttackCounts, Board, Placement, verification
from nqviz.core.sweep import free_count, is_quicker

SHAPES = [(9,), (8, 8), (5, 12), (6, 6, 6), (4, 7, 5), (1, 6, 4), (4, 4, 4, 4)]
PIECES = {"queen": 1, "rook": 1, "bishop": 2, "1+3": 3}
"""Pieces, with the least dimension of a board for them."""
CASES = [(shape, piece) for shape in SHAPES for piece in PIECES if len(shape) >= PIECES[piece]]


@pytest.mark.parametrize(("shape", "piece"), CASES)
def test_free_cells_are_those_of_the_counts(shape: tuple[int, ...], piece: str) -> None:
    board = Board(shape, piece=piece)
    rng = np.random.default_rng(len(shape))
    for count in (0, 1, 2, 4):
        cells = rng.choice(board.size, count, replace=False)
        placement = Placement.from_indices(board, cells)
        assert free_count(placement) == AttackCounts.of(placement).free


def test_blocked_cells_are_not_free() -> None:
    board = Board((4, 4), blocked=[0, 5])
    placement = Placement.from_indices(board, [3])
    assert free_count(placement) == AttackCounts.of(placement).free


def test_many_queens_are_verified_without_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.cube(60, 3)
    cells = np.random.default_rng(1).choice(board.size, 400, replace=False)
    placement = Placement.from_indices(board, cells)
    assert is_quicker(placement)
    expected = AttackCounts.of(placement).free
    monkeypatch.setattr(AttackCounts, "of", None)
    assert verification.verify_placement(placement).free == expected

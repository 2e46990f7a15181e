"""Strokes over the edges of a torus, against walking along the lines cell by cell."""

import numpy as np
import pytest

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.marks import RING, conflict_marks
from nqviz.view.arrangement import Arrangement
from nqviz.view.wrapping import steps_around, wrapped


@pytest.mark.parametrize("board", [Board.cube(6, 2, True), Board.cube(5, 3, True)], ids=str)
def test_steps_lead_along_a_line_to_the_other_cell(board: Board) -> None:
    rng = np.random.default_rng(1)
    queens = np.sort(rng.choice(board.size, 12, replace=False))
    pairs = np.array(AttackCounts.of(Placement.from_indices(board, queens)).conflict_pairs(500))
    steps = steps_around(board, pairs)
    ends = board.cells(pairs)
    assert np.array_equal((ends[:, 0] + steps) % board.n, ends[:, 1])
    reach = np.abs(steps).max(axis=1, keepdims=True)
    assert ((np.abs(steps) == reach) | (steps == 0)).all(), "all steps are on one line"
    assert (reach <= board.n // 2).all() or board.n % 2 == 0


def test_a_diagonal_leaves_at_one_side_and_comes_in_at_the_other() -> None:
    board = Board.cube(6, 2, torus=True)
    pair = board.index((5, 0)), board.index((0, 1))
    marks = conflict_marks(Arrangement(board, (0, 1)), [pair])
    lengths = np.linalg.norm(marks.together[:, 1] - marks.together[:, 0], axis=1)
    assert len(marks.together) == 2
    assert np.isclose(lengths.sum(), np.sqrt(2) - 2 * RING)
    assert np.abs(marks.together - 2.5).max() <= 3
    assert len(marks.middles) == 1


def test_a_stroke_inside_stays_whole() -> None:
    board = Board.cube(6, 3, torus=True)
    arrangement = Arrangement(board, (0, 1), columns=3, gap=1.0)
    start = arrangement.positions([board.index((1, 1, 4))])[:, :2]
    (pieces,) = wrapped(arrangement, start, start + 3)
    assert np.allclose(pieces, [[start[0], start[0] + 3]])


@pytest.mark.parametrize("gap", [0.0, 1.5])
def test_strokes_in_space_stay_in_the_box_and_meet_both_queens(gap: float) -> None:
    board = Board.cube(5, 3, torus=True)
    arrangement = Arrangement(board, (0, 1, 2), gap=gap)
    ends = arrangement.positions([board.index((0, 1, 4)), board.index((4, 0, 0))])
    way = np.array([-1.0, -1.0, 1.0 + gap])
    (pieces,) = wrapped(arrangement, ends[:1], ends[:1] + way)
    assert len(pieces) > 1
    low, high = arrangement.bounds
    assert (pieces >= low - 1e-9).all()
    assert (pieces <= high + 1e-9).all()
    corners = pieces.reshape(-1, 3)
    assert all(np.isclose(corners, end).all(axis=1).any() for end in ends)
    along = np.diff(pieces, axis=1)[:, 0]
    assert np.allclose(along / np.linalg.norm(along, axis=1)[:, None], way / np.linalg.norm(way))

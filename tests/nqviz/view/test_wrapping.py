"""Strokes over the edges of a torus, against walking along the lines cell by cell."""

import numpy as np
import pytest

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.marks import RING, conflict_marks
from nqviz.view.arrangement import Arrangement
from nqviz.view.wrapping import BEYOND, steps_around, wrapped
from tests.campaign.brute_force import wrapped as image

BOARDS = [
    Board((3, 9), wraps=(0,)),
    Board((5, 4), wraps=(1,), piece="bishop"),
    Board((4, 3, 5), wraps=(0, 2)),
    Board((3, 4, 6), torus=True, piece="2-rider"),
    Board((5, 5), torus=True, piece="knight"),
    Board((6, 4), wraps=(0,), piece="superqueen"),
    Board((6, 4), wraps=(0,), twist=True),
    Board((5, 9), wraps=(1,), twist=True, piece="bishop"),
    Board((2, 8), wraps=(0,), twist=True),
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_attack_has_a_way_along_a_line_or_a_leap(board: Board) -> None:
    pairs = np.argwhere(board.attack_graph.toarray())
    vectors = {tuple(vector) for vector in np.abs(board.directions).tolist()}
    for (first, second), steps in zip(pairs, steps_around(board, pairs).tolist(), strict=True):
        reach = max(map(abs, steps))
        assert tuple(map(abs, steps)) in vectors or tuple(abs(x) // reach for x in steps) in vectors
        if tuple(map(abs, steps)) not in vectors:
            assert {abs(x) for x in steps} <= {0, reach}
        there = [a + b for a, b in zip(board.cell(first), steps, strict=True)]
        assert image(tuple(there), board) == board.cell(second)


@pytest.mark.parametrize("board", [b for b in BOARDS if b.d == 2], ids=str)
def test_strokes_of_attacks_go_on_at_the_other_edge(board: Board) -> None:
    pairs = np.argwhere(board.attack_graph.toarray())
    arrangement = Arrangement(board, (1, 0))
    ends = arrangement.positions(pairs.ravel())[:, :2].reshape(-1, 2, 2)
    ways = steps_around(board, pairs)[:, [1, 0]]
    high = np.array(board.shape)[[1, 0]] - 0.5
    for pieces, (start, end), way in zip(
        wrapped(arrangement, ends[:, 0], ends[:, 0] + ways), ends, ways, strict=True
    ):
        assert np.isclose(np.linalg.norm(np.diff(pieces, axis=1), axis=2).sum(), np.hypot(*way))
        assert (pieces >= -0.5 - 1e-9).all()
        assert (pieces <= high + 1e-9).all()
        corners = pieces.reshape(-1, 2)
        assert all(np.isclose(corners, place).all(axis=1).any() for place in (start, end))


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
    assert np.isclose(lengths.sum(), (1 + 2 * BEYOND) * np.sqrt(2) - 2 * RING)
    out = np.abs(marks.together - 2.5).max(axis=(1, 2)) - 3
    assert np.allclose(out, BEYOND), "both pieces are seen beside their queens"
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

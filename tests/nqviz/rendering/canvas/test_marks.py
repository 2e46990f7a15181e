"""Attack lines and conflicts run where the rules say, in every arrangement."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.flat_colours import cell_colours, queen_colours
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.rendering.canvas.marks import conflict_marks, line_marks, through_marks, trimmed
from nqviz.view.arrangement import Arrangement
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import DARK, LIGHT, layer_colours, rgb
from tests.boards import random_boards

boards = random_boards(4, 4)


def keys(places):
    return sorted(map(tuple, np.asarray(places).round(4).tolist()))


@given(boards, st.data())
def test_lines_run_through_exactly_the_attacked_cells(board, data):
    index = data.draw(st.integers(0, board.size - 1))
    arrangement = default_layers(board)
    counts = AttackCounts(board)
    counts.place(index)
    attacked = np.flatnonzero(counts.counts > 0)
    attacked = attacked[attacked != index]
    marks = line_marks(arrangement, index)
    found = {place for mark in marks for place in keys(mark.cells)}
    assert found == set(keys(arrangement.positions(attacked)[:, :2]))


def test_strokes_of_leaps_end_on_their_cells():
    board = Board.cube(5, 2, piece="superqueen")
    leaps, *lines = line_marks(default_layers(board), board.index((2, 2)))
    assert [mark.order for mark in (leaps, *lines)] == [0, 1, 2]
    centre = default_layers(board).positions([board.index((2, 2))])[0, :2]
    ends = {place for stroke in leaps.segments for place in keys(stroke - centre)}
    assert ends == {
        (0, 0),
        *((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if x * x != y * y),
    }


@given(boards, st.data())
def test_every_cell_of_a_line_lies_on_a_stroke_or_has_a_point(board, data):
    index = data.draw(st.integers(0, board.size - 1))
    for mark in line_marks(default_layers(board), index):
        covered = set(keys(mark.points))
        for (x0, y0), (x1, y1) in mark.segments.tolist():
            assert x0 == x1 or y0 == y1 or np.isclose(abs(x1 - x0), abs(y1 - y0))
            steps = max(abs(x1 - x0), abs(y1 - y0))
            for share in np.linspace(0, 1, round(4 * steps) + 1):
                place = np.array([x0 + share * (x1 - x0), y0 + share * (y1 - y0)])
                covered.update(keys([place]))
            middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
            covered.update(keys([middle]))
        assert set(keys(mark.cells)) <= covered


def test_a_line_on_a_flat_board_is_one_stroke_from_edge_to_edge():
    board = Board.cube(8, 2)
    axis, diagonal = line_marks(default_layers(board), board.index((2, 2)))
    assert (axis.order, diagonal.order) == (1, 2)
    assert keys(axis.segments.reshape(-1, 4)) == [(-0.5, 2, 7.5, 2), (2, -0.5, 2, 7.5)]
    assert keys(diagonal.segments.reshape(-1, 4)) == [
        (-0.5, -0.5, 7.5, 7.5),
        (-0.5, 4.5, 4.5, -0.5),
    ]
    assert len(axis.points) == 0


def test_a_line_across_the_layers_has_a_point_in_each_other_layer():
    board = Board.cube(4, 3)
    arrangement = default_layers(board)
    axis = line_marks(arrangement, board.index((1, 2, 3)))[0]
    others = [board.index((1, 2, z)) for z in range(3)]
    assert keys(axis.points) == keys(arrangement.positions(others)[:, :2])


def test_a_corner_of_a_board_of_one_cell_has_no_lines():
    board = Board((1, 1, 1))
    assert line_marks(default_layers(board), 0) == []


def test_conflicts_are_joined_within_a_layer_and_marked_everywhere():
    board = Board.cube(5, 3)
    same = board.index((0, 0, 1)), board.index((4, 0, 1))
    across = board.index((2, 2, 0)), board.index((2, 2, 4))
    marks = conflict_marks(default_layers(board), [same, across])
    assert (len(marks.together), len(marks.apart), len(marks.cells)) == (1, 1, 4)
    alone = conflict_marks(Arrangement(board, (0, 1), {2: 0}), [same, across])
    assert (len(alone.together), len(alone.apart), len(alone.cells)) == (0, 0, 1)
    none = conflict_marks(default_layers(board), [])
    assert (len(none.together), len(none.cells)) == (0, 0)


def test_trimmed_strokes_never_turn_round():
    long, short = trimmed(np.array([[(0.0, 0), (4, 0)], [(0, 0), (0.5, 0)]]), 0.5).tolist()
    assert long == [[0.5, 0], [3.5, 0]]
    assert short == [[0.25, 0], [0.25, 0]]


def test_queens_have_the_hue_of_their_layer():
    board = Board.cube(5, 3)
    cells = np.array([board.index((1, 2, z)) for z in range(5)])
    assert np.array_equal(queen_colours(default_layers(board), cells, LIGHT), layer_colours(5))
    flat = Board.cube(5, 2)
    colours = queen_colours(default_layers(flat), np.array([3]), DARK)
    assert tuple(colours[0].tolist()) == rgb(DARK.queen)


def test_the_ground_tells_free_attacked_used_and_cut_cells_apart():
    board = Board.cube(3, 2)
    counts = AttackCounts.of(Placement(board, [(0, 0)]))
    attacked, cells = counts.counts > 0, np.arange(9)
    plain = cell_colours(BoardView(board), attacked, LIGHT, cells)
    assert [tuple(c) == rgb(LIGHT.attacked) for c in plain.tolist()] == attacked.tolist()
    density = np.array([0.0, 2, 4, 0, 0, 0, 0, 0, 0])
    heat = cell_colours(BoardView(board, overlay=Overlay(density)), attacked, LIGHT, cells)
    assert tuple(heat[2].tolist()) == (253, 231, 37)
    assert tuple(heat[0].tolist()) == rgb(LIGHT.background)
    assert tuple(heat[1].tolist()) not in {tuple(heat[0].tolist()), tuple(heat[2].tolist())}
    field = BoardView(board, overlay=Overlay(density, kind="field"))
    assert field.overlay.has_value.all()
    assert tuple(cell_colours(field, attacked, LIGHT, cells)[0].tolist()) == (68, 1, 84)
    outside = cells == 8
    cut = cell_colours(BoardView(board, outside=outside), attacked, LIGHT, cells)
    assert len({tuple(c) for c in cut[[0, 5, 8]].tolist()}) == 3


def test_classes_have_marks_of_different_shapes_around_their_cells():
    centres = np.array([(2.0, 3.0), (5.0, 1.0)])
    for order, edges in ((1, 16), (2, 4), (3, 3), (4, 4), (7, 4)):
        strokes = through_marks(centres, order)
        assert strokes.shape == (2 * edges, 2, 2)
        assert np.allclose(strokes[:edges].mean(axis=(0, 1)), centres[0])
        assert np.allclose(strokes[:edges, 1], np.roll(strokes[:edges, 0], -1, axis=0))
    diamond, square = (through_marks(centres[:1], order) for order in (2, 4))
    assert not np.allclose(diamond, square)

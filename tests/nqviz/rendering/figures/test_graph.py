"""The queen graph joins exactly the cells that attack each other."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.canvas import Discs, Stamps, Strokes
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.rendering.figures import save_drawing
from nqviz.rendering.figures.graph import draw_graph, edge_curves, graph_edges, points_of
from nqviz.view.board_view import BoardView
from nqviz.view.palette import LIGHT, MARKED, THEMES
from tests.boards import random_boards
from tests.nqviz.oracle import attacking_direction


@given(random_boards(4, 3))
def test_edges_are_the_attacking_pairs_with_their_class(board):
    edges = graph_edges(board)
    found = {(int(a), int(b)): int(k) for (a, b), k in zip(edges.ends, edges.orders, strict=True)}
    assert len(found) == len(edges.ends)
    for first in range(board.size):
        for second in range(first + 1, board.size):
            direction = attacking_direction(board, board.cell(first), board.cell(second))
            order = None if direction is None else int(board.direction_classes[direction])
            assert found.get((first, second)) == order


@pytest.mark.parametrize(("n", "d", "count"), [(8, 2, 728), (3, 2, 28), (2, 3, 28)])
def test_the_number_of_edges(n, d, count):
    assert len(graph_edges(Board.cube(n, d)).ends) == count


def test_curves_run_from_cell_to_cell_and_neighbours_are_joined_straight():
    board = Board.cube(4, 3)
    arrangement = default_layers(board)
    edges = graph_edges(board)
    curves = edge_curves(arrangement, edges.ends)
    assert curves.shape == (len(edges.ends), 3, 2)
    ends = arrangement.positions(edges.ends.ravel())[:, :2].reshape(-1, 2, 2)
    assert np.allclose(curves[:, [0, -1]], ends)
    middle = points_of(curves)[:, 4] - ends.mean(axis=1)
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    bent = np.linalg.norm(middle, axis=1) > 1e-9
    assert np.array_equal(bent, length > 1.5)


def test_no_edge_of_a_flat_board_crosses_the_numbers_beside_it():
    board = Board.cube(8, 2)
    arrangement = default_layers(board)
    curves = edge_curves(arrangement, graph_edges(board).ends)
    assert points_of(curves).min() >= arrangement.positions(np.arange(board.size)).min() - 1e-9


def sheet_of(board, cells=(), cursor=None):
    picture = replace(BoardView.of(Placement(board, cells)), cursor=cursor)
    return draw_graph(picture, default_layers(board), THEMES["light"], (800, 600))


@pytest.mark.parametrize(
    "board", [Board.cube(8, 2), Board.cube(3, 3), Board((2, 3, 4), torus=True)]
)
def test_a_drawing_has_every_edge_in_its_class_and_every_vertex(board):
    sheet = sheet_of(board, [(0,) * board.d])
    edges = graph_edges(board)
    drawn = {mark.colour: len(mark.segments) for mark in sheet.marks if isinstance(mark, Strokes)}
    orders, counts = np.unique(edges.orders, return_counts=True)
    assert drawn == {
        LIGHT.line_colour(order): count
        for order, count in zip(orders.tolist(), counts.tolist(), strict=True)
    }
    discs = [mark for mark in sheet.marks if isinstance(mark, Discs)]
    assert sum(len(mark.centres) for mark in discs) == board.size
    for mark in sheet.marks:
        if isinstance(mark, Strokes):
            seen = points_of(mark.segments) if mark.is_curved else mark.segments
            assert (seen >= (sheet.left, sheet.bottom)).all()
            assert (seen <= (sheet.right, sheet.top)).all()


def test_edges_at_the_cursor_stand_out():
    board = Board.cube(3, 2)
    strong = [
        mark
        for mark in sheet_of(board, cursor=4).marks
        if isinstance(mark, Strokes) and mark.opacity == 1
    ]
    assert sum(len(mark.segments) for mark in strong) == 8


def test_attacking_queens_are_ringed():
    rings = [
        mark
        for mark in sheet_of(Board.cube(4, 2), [(0, 0), (1, 1), (3, 0), (1, 3)]).marks
        if isinstance(mark, Discs) and mark.fill is None
    ]
    assert [len(mark.centres) for mark in rings] == [4]


def test_marked_vertices_have_diamonds_and_those_left_out_crosses():
    board = Board.cube(4, 2)
    outside = np.arange(board.size) < 3
    picture = BoardView(board, marked=np.array([5, 9]), outside=outside)
    sheet = draw_graph(picture, default_layers(board), LIGHT, (300, 300))
    (diamonds,) = (m for m in sheet.marks if isinstance(m, Stamps) and m.fill == MARKED)
    assert len(diamonds.centres) == 2
    crosses = [m for m in sheet.marks if isinstance(m, Strokes) and m.colour == LIGHT.text]
    assert [len(mark.segments) for mark in crosses] == [2 * 3]


def test_too_many_vertices_are_refused_before_anything_is_written(tmp_path):
    with pytest.raises(InputError, match="125 vertices"):
        save_drawing(BoardView(Board.cube(5, 3)), tmp_path / "a.svg", "graph")
    assert not list(tmp_path.iterdir())

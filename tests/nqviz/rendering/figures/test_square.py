"""The square: symbols, suggestions, free columns and conflicts are where the board has them."""

from dataclasses import replace

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.rendering.canvas.canvas import Discs, Rectangles, Strokes, Text
from nqviz.rendering.figures.square import draw_square
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import CONFLICT, LIGHT, hex_colour, layer_colours, rgb

BOARD = Board.cube(4, 3)
SIZE = (500, 500)


def marks(canvas, kind):
    return [mark for mark in canvas.marks if isinstance(mark, kind)]


def texts(canvas):
    """Return the symbols and captions by the column they are in, without the edges."""
    found = {}
    for mark in marks(canvas, Text):
        if mark.x > -0.6 and mark.y > -0.6:
            found.setdefault((round(mark.x), round(mark.y)), []).append(mark.text)
    return found


def test_symbols_are_layers_and_columns_without_a_free_cell_are_shaded():
    view = BoardView.of(Placement(BOARD, [(0, 1, 2), (3, 3, 0)]))
    canvas = draw_square(view, LIGHT, SIZE)
    assert texts(canvas) == {(0, 1): ["3"], (3, 3): ["1"]}
    (ground,) = marks(canvas, Rectangles)
    hues = layer_colours(4)
    by_corner = dict(zip(map(tuple, ground.boxes[:, :2]), ground.colours.tolist(), strict=True))
    assert by_corner[-0.5, 0.5] == hues[2].tolist()
    assert by_corner[2.5, 2.5] == hues[0].tolist()
    closed = [corner for corner, colour in by_corner.items() if colour == [*rgb(LIGHT.attacked)]]
    assert sorted(closed) == [(-0.5, -0.5), (0.5, 0.5)]
    (dots,) = marks(canvas, Discs)
    assert len(dots.centres) == 16 - 2 - 2


def test_suggested_symbols_are_framed_in_their_hue():
    view = replace(BoardView(BOARD), suggested=np.array([BOARD.index((1, 2, 3))]))
    canvas = draw_square(view, LIGHT, SIZE)
    hue = hex_colour(layer_colours(4)[3])
    (frame,) = (mark for mark in marks(canvas, Strokes) if mark.colour == hue)
    assert frame.segments.reshape(-1, 2).mean(axis=0) == pytest.approx([1.0, 2.0])
    assert texts(canvas) == {(1, 2): ["4"]}


def test_attacking_pairs_are_joined_except_on_flat_boards():
    def conflicts(view):
        canvas = draw_square(view, LIGHT, SIZE)
        return [mark for mark in marks(canvas, Strokes) if mark.colour == CONFLICT]

    apart = BoardView.of(Placement(BOARD, [(0, 0, 0), (2, 2, 0)]))
    assert [len(mark.segments) for mark in conflicts(apart)] == [1, 2, 8]
    above = BoardView.of(Placement(BOARD, [(0, 0, 0), (0, 0, 2)]))
    assert [len(mark.segments) for mark in conflicts(above)] == [4, 2]
    flat = BoardView.of(Placement(Board.cube(4, 2), [(0, 0), (2, 2)]))
    assert [len(mark.segments) for mark in conflicts(flat)] == [8]


def test_values_of_a_field_are_under_the_symbols_of_flat_boards():
    board = Board.cube(5, 2)
    view = replace(
        BoardView.of(Placement(board, [(0, 1), (2, 2)])), overlay=Overlay.of_costs(board)
    )
    found = texts(draw_square(view, LIGHT, SIZE))
    assert found == {(0, 0): ["2", "20"], (2, 0): ["3", "0"]}

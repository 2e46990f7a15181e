"""Numbers in cells are never written where they cannot be read."""

from dataclasses import replace

import numpy as np

from nqviz.core.board import Board
from nqviz.rendering.canvas.canvas import Text
from nqviz.rendering.canvas.cropping import ink_bounds
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.rendering.canvas.legend import number_size
from nqviz.rendering.figures.layers import draw_layers
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.palette import LIGHT


def test_text_shrinks_with_its_length_and_vanishes_when_too_small():
    assert number_size(["1"], 40) > number_size(["12345"], 40) > 0
    assert number_size(["12345"], 12) == 0
    assert number_size([], 40) > 0


def test_numbers_are_written_into_few_cells_and_not_into_1600():
    for n, count in ((12, 144), (40, 0)):
        board = Board.cube(n, 2)
        view = BoardView(board, overlay=Overlay(np.full(board.size, 7.0), 9))
        canvas = draw_layers(view, default_layers(board), LIGHT, (4000, 3000))
        texts = [mark.text for mark in canvas.marks if isinstance(mark, Text)]
        assert sum(text == "7" for text in texts) >= count
        assert sum(text == "7" for text in texts) <= count + 3  # along the edges
        assert "never" not in texts


def test_titles_of_a_legend_are_not_cut_off():
    board = Board.cube(4, 3)
    values = np.linspace(0.0, 10.0, board.size)
    overlay = replace(Overlay(values, 9), scale=("% of placements", "404,564 of them in all"))
    canvas = draw_layers(
        BoardView(board, overlay=overlay), default_layers(board), LIGHT, (600, 400)
    )
    assert ink_bounds(canvas)[2] <= canvas.right

"""Rings, costs and greedy queens over flat boards, chosen in the menu of looks."""

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.core.rings import rings_of_cells
from nqviz.problems.first import greedy_rows
from nqviz.problems.planar import cell_costs
from nqviz.rendering.canvas.flat_colours import cell_colours
from nqviz.view.palette import LIGHT
from nqviz_app.document.board_tab import window_state
from tests.app.window_driver import LookBox, large_layers

BOARD = Board.cube(8, 2)


@pytest.fixture
def window(make_window):
    window = make_window(Placement(BOARD))
    large_layers(window)
    return window


def test_greedy_queens_are_marked_on_every_board_until_they_are_not(window):
    document, box = window.document, LookBox(window, "greedy")
    box.click()
    expected = [row * 8 + c for row, c in enumerate(greedy_rows(8)) if c < 8]
    assert document.marks.cells.tolist() == expected
    document.load(window_state(Placement(Board.cube(11, 2))), "another board")
    assert document.marks.cells.max() > 64
    document.load(window_state(Placement(Board.cube(4, 3))), "a cube")
    assert document.marks is None
    assert not box.is_offered
    document.undo_stack.undo()
    assert box.is_checked()
    assert document.marks is not None
    box.click()
    assert document.marks is None


def test_the_costs_lie_over_each_flat_board(window):
    document, box = window.document, LookBox(window, "costs")
    plain = window.layers.grab().toImage()
    box.click()
    picture = document.picture()
    assert picture.overlay.kind == "field"
    assert picture.overlay.values.tolist() == cell_costs(8).ravel().tolist()
    assert window.layers.grab().toImage() != plain
    document.load(window_state(Placement(Board.cube(5, 2))), "another board")
    assert document.overlay.values[12] == 0
    document.set_cursor(12)
    assert "cost 0" in window.layers.grid.cell_words
    for board in (Board.cube(8, 2), Board.cube(4, 3), Board.cube(6, 2)):
        document.set_suggestion(np.arange(3))  # others change the overlay while the board goes
        document.load(window_state(Placement(board)), "another board")
        document.set_suggestion(np.arange(2))
        assert box.is_offered == box.is_checked() == (board.d == 2)
    assert len(document.overlay.values) == 36
    document.set_overlay(None)  # as the Density drawer does
    assert not box.is_checked()


def test_every_other_ring_is_tinted(window):
    assert not window.document.picture().rings
    plain = window.layers.grab().toImage()
    LookBox(window, "rings").click()
    assert window.layers.grab().toImage() != plain
    picture = window.document.picture()
    nothing = np.zeros(BOARD.size, dtype=np.bool_)
    colours = cell_colours(picture, nothing, LIGHT, np.arange(BOARD.size))
    rings = rings_of_cells(BOARD, np.arange(BOARD.size))
    tints = [set(map(tuple, colours[rings == ring].tolist())) for ring in range(4)]
    assert tints[0] == tints[2] != tints[1] == tints[3]

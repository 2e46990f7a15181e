"""The flat views: the square, the graph and the charts, clicked and driven by keys."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMenu

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.problems.planar import cell_costs
from nqviz.rendering.figures.square import Columns, captions_of
from nqviz.view.board_overlays import Marks
from nqviz.view.overlay import Overlay
from nqviz.view.palette import CONFLICT, CURSOR, DARK, LIGHT, MARKED, layer_colours, rgb
from nqviz.view.ticks import ticks
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.views.flat import FlatViews

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SQUARE, GRAPH, COUNTS = "square", "graph", "counts"


@pytest.fixture
def make_flat(qtbot):
    made = []

    def make(placement, name, givens=()):
        document = Document(window_state(placement, givens))
        views = FlatViews(document)
        views.document = document
        page = getattr(views, name)
        page.resize(620, 660)
        with qtbot.waitExposed(page):
            page.show()
        QApplication.processEvents()
        made.append(views)
        return views

    yield make
    for views in made:
        views.document.deleteLater()
        for page in (views.layers, views.square, views.graph, views.counts):
            page.close()
            page.deleteLater()
    made.clear()


def shows(widget, colour, near=None, reach=12):
    image = widget.grab().toImage().convertToFormat(widget.grab().toImage().Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    data = data[..., 2::-1].astype(int)
    if near is not None:
        x, y = near.x(), near.y()
        data = data[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach]
    return bool((np.abs(data - np.array(colour)).max(axis=-1) <= 2).any())


def words(view, name):
    return getattr(view, name.partition(".")[0]).findChild(QLabel, name).text()


def test_the_view_in_front_is_that_of_the_view_state(make_flat):
    view = make_flat(Placement(Board.cube(4, 3)), SQUARE)
    document = view.document
    painters = {
        "layers": view.layers.strip,
        "square": view.square.grid,
        "graph": view.graph.grid,
        "per layer": view.counts.chart,
    }
    for flat, painter in painters.items():
        document.set_view(replace(document.view, flat=flat))
        assert view.in_front is painter
    document.set_view(replace(document.view, flat="layers", share="half"))
    assert view.in_front is view.layers.grid


# The square ----------------------------------------------------------------------------------


def choose(qtbot, view, text):
    menu = view.square.findChild(QMenu, "square.menu")
    action = next(action for action in menu.actions() if action.text() == text)
    action.trigger()
    menu.close()
    qtbot.waitUntil(lambda: view.square.findChild(QMenu, "square.menu") is None)


def test_a_click_in_the_square_offers_the_free_cells_and_takes_a_queen_away(make_flat, qtbot):
    board = Board.cube(4, 3)
    view = make_flat(Placement(board, [(0, 0, 2)]), SQUARE)
    grid, document = view.square.grid, view.document
    place = grid.column_center(1 * 4 + 0).toPoint()
    qtbot.mouseClick(grid, LEFT, pos=place)
    menu = view.square.findChild(QMenu, "square.menu")
    offered = [action.text() for action in menu.actions() if action.text()]
    assert offered == ["Place (2, 1, 1)"]  # the others are attacked
    choose(qtbot, view, "Place (2, 1, 1)")
    assert document.is_queen(board.index((1, 0, 0)))
    assert shows(grid, layer_colours(4)[0], place, 20)
    qtbot.mouseClick(grid, LEFT, pos=place)
    assert not document.is_queen(board.index((1, 0, 0)))
    assert document.undo_stack.undoText() == "Remove (2, 1, 1)"
    qtbot.mouseClick(grid, LEFT, pos=QPoint(2, 2))
    assert document.undo_stack.count() == 2


def test_several_queens_in_a_column_are_marked_and_can_be_told_apart(make_flat, qtbot):
    board = Board.cube(4, 3)
    view = make_flat(Placement(board, [(1, 1, 0), (1, 1, 3), (3, 3, 3)]), SQUARE)
    grid = view.square.grid
    place = grid.column_center(5).toPoint()
    assert shows(grid, rgb(CONFLICT), place, 70)
    qtbot.mouseClick(grid, LEFT, pos=place)
    menu = view.square.findChild(QMenu, "square.menu")
    offered = [action.text() for action in menu.actions() if action.text()]
    assert offered[:4] == [
        "Remove (2, 2, 1)",
        "Lock (2, 2, 1)",
        "Remove (2, 2, 4)",
        "Lock (2, 2, 4)",
    ]
    assert offered[4:] == ["No cell of this column is free"]
    choose(qtbot, view, "Remove (2, 2, 4)")
    assert view.document.counts.queens == 2
    assert words(view, "square.words").endswith("2 of 16 cells are filled.")


def test_the_square_frames_the_columns_of_selected_cells(make_flat):
    board = Board.cube(4, 3)
    view = make_flat(Placement(board, [(1, 1, 0), (2, 3, 3)]), SQUARE)
    grid, document = view.square.grid, view.document
    plain = grid.grab().toImage()
    document.set_selection([board.index((2, 3, 3))])
    here, elsewhere = (grid.column_center(column).toPoint() for column in (11, 5))
    assert shows(grid, rgb(LIGHT.accent), here, 70)
    assert not shows(grid, rgb(LIGHT.accent), elsewhere, 70)
    document.set_selection([])
    assert grid.grab().toImage() == plain


def test_keys_do_in_the_square_what_the_mouse_does(make_flat, qtbot):
    board = Board.cube(3, 3)
    view = make_flat(Placement(board, [(1, 1, 1)]), SQUARE)
    grid, document = view.square.grid, view.document
    for key in ("Right", "Right", "Up"):
        qtbot.keyClick(grid, getattr(Qt.Key, f"Key_{key}"))
    assert grid.column == 4
    assert document.cursor == board.index((1, 1, 1))
    assert shows(grid, rgb(CURSOR))
    table = QAccessible.queryAccessibleInterface(grid)
    assert table.role() == QAccessible.Role.Table
    assert table.text(QAccessible.Text.Value) == "(2, 2), (2, 2, 2), queen"
    qtbot.keyClick(grid, Qt.Key.Key_L)
    assert document.is_given(document.cursor)
    qtbot.keyClick(grid, Qt.Key.Key_L)
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    assert document.counts.queens == 0
    qtbot.keyClick(grid, Qt.Key.Key_Space)
    choose(qtbot, view, "Place (2, 2, 3)")
    assert document.is_queen(board.index((1, 1, 2)))
    cell = document.cursor
    qtbot.keyClick(grid, Qt.Key.Key_B)
    assert document.board.blocked == (cell,)
    document.undo_stack.undo()
    assert document.board == board
    qtbot.keyClick(grid, Qt.Key.Key_Escape)
    assert document.cursor is None


def test_the_square_of_a_flat_board_is_a_permutation_and_of_others_a_sentence(make_flat):
    view = make_flat(Placement(Board.cube(4, 2), [(0, 1), (1, 3), (2, 0), (3, 2)]), SQUARE)
    assert words(view, "square.words").endswith("As a permutation: 2 4 1 3.")
    view.document.toggle(0)
    assert "permutation" not in words(view, "square.words")
    view.document.load(window_state(Placement(Board((2, 3, 2, 2)))), "four")
    assert "has 4" in words(view, "square.words")
    assert not view.square.grid.isVisible()
    view.document.undo_stack.undo()
    assert view.square.grid.isVisible()


# The graph -----------------------------------------------------------------------------------


def test_the_graph_of_a_small_board_is_drawn_and_clicked(make_flat, qtbot):
    board = Board.cube(5, 2)
    view = make_flat(Placement(board), GRAPH)
    grid = view.graph.grid
    assert "25 vertices and 160 edges (100 axis, 60 diagonal)" in words(view, "graph.words")
    assert not shows(grid, rgb(LIGHT.line_colour(2)))
    place = grid.cell_center(12).toPoint()
    qtbot.mouseClick(grid, LEFT, pos=place)
    assert view.document.is_queen(12)
    assert shows(grid, rgb(LIGHT.line_colour(2)))  # edges at the cursor stand out
    assert shows(grid, rgb(LIGHT.queen), place)
    view.set_theme(DARK)
    assert shows(grid, rgb(DARK.background))


def test_marked_vertices_and_those_left_out_can_be_told(make_flat):
    board = Board.cube(5, 2)
    view = make_flat(Placement(board), GRAPH)
    grid = view.graph.grid
    beside = grid.cell_center(12).toPoint() + QPoint(-1, -1) * int(0.26 * grid.cell_size)
    assert not shows(grid, rgb(MARKED), beside)
    view.document.set_marks(Marks(np.array([12]), "greedy"))
    assert shows(grid, rgb(MARKED), beside)
    before = grid.grab().toImage()
    view.document.set_excluded(np.arange(board.size) == 7)
    assert grid.grab().toImage() != before
    view.document.set_excluded(None)
    assert grid.grab().toImage() == before


def test_the_graph_of_a_large_board_is_a_sentence(make_flat):
    view = make_flat(Placement(Board.cube(5, 3)), GRAPH)
    assert "125 vertices, too many" in words(view, "graph.words")
    assert not view.graph.grid.isVisible()
    view.document.load(window_state(Placement(Board.cube(4, 3))), "smaller")
    assert view.graph.grid.isVisible()


# The charts ----------------------------------------------------------------------------------


def test_ticks_are_round_and_few():
    assert ticks(0, 10, 5) == [0, 2, 4, 6, 8, 10]
    assert ticks(0, 0.7, 4) == pytest.approx([0, 0.2, 0.4, 0.6])
    assert ticks(44.5, 48.5, 9, whole=True) == [45, 46, 47, 48]
    assert ticks(3, 3, 5) == [3]


def test_queens_are_counted_in_each_layer(make_flat, qtbot):
    view = make_flat(Placement(Board((3, 4, 5)), [(0, 0, 1), (2, 0, 1), (2, 3, 4)]), COUNTS)
    chart = view.counts.chart
    assert chart.accessibleDescription() == "1: 0, 2: 2, 3: 0, 4: 0, 5: 1"
    assert shows(chart, layer_colours(5)[1], chart.place(2, 1).toPoint())
    qtbot.mouseMove(chart, chart.place(2, 1).toPoint())
    assert chart.read_out(2.2) == (2, "2: 2 queens")
    view.counts.findChild(QComboBox, "counts.axis").setCurrentIndex(0)
    assert chart.accessibleDescription() == "1: 1, 2: 0, 3: 2"
    view.document.toggle(0)
    assert chart.accessibleDescription() == "1: 2, 2: 0, 3: 2"


def test_rings_and_costs_stand_under_the_symbols_of_a_flat_board(make_flat):
    board = Board.cube(8, 2)
    placement = Placement(board, list(enumerate([1, 3, 5, 7, 2, 0, 6, 4])))
    view = make_flat(placement, SQUARE)
    document, words = view.document, view.square.findChild(QLabel, "square.words")
    plain = view.square.grid.grab().toImage()
    columns = Columns.of(document.picture(), document.counts.counts > 0)
    assert captions_of(document.picture(), columns) == {}
    document.set_view(replace(document.view, rings=True))
    captions = captions_of(document.picture(), columns)
    assert [captions[column] for column in range(3)] == ["S28", "S20", "S12"]
    assert words.text().endswith("Under each symbol stands its ring.")
    tinted = view.square.grid.grab().toImage()
    assert tinted != plain
    costs = cell_costs(8).ravel().astype(float)
    document.set_overlay(Overlay(costs, 0, "costs", "field", ("cost of", "a cell")))
    captions = captions_of(document.picture(), columns)
    assert [captions[column] for column in range(8)] == [
        str(cost) for cost in cell_costs(8)[range(8), [1, 3, 5, 7, 2, 0, 6, 4]].tolist()
    ]
    assert words.text().endswith("Under each symbol stands its value.")
    assert view.square.grid.grab().toImage() not in (plain, tinted)
    document.set_overlay(None)
    document.set_view(replace(document.view, rings=False))
    assert view.square.grid.grab().toImage() == plain


def test_a_square_of_three_dimensions_has_no_captions(make_flat):
    view = make_flat(Placement(Board.cube(4, 3), [(0, 1, 2)]), SQUARE)
    view.document.set_view(replace(view.document.view, rings=True))
    columns = Columns.of(view.document.picture(), view.document.counts.counts > 0)
    assert captions_of(view.document.picture(), columns) == {}

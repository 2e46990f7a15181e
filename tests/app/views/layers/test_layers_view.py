"""The view of layers, clicked, hovered and driven by keys over a real document."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtWidgets import QApplication

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.view.overlay import Overlay
from nqviz_app.document.board_tab import window_state
from nqviz_app.views.cell_access import cell_text

from ...window_driver import drag

LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)


def middle(view, index):
    return view.grid.cell_center(index).toPoint()


@pytest.mark.parametrize("shape", [(7,), (6, 4), (4, 3, 5), (3, 2, 2, 3), (2, 2, 2, 2, 2)])
def test_a_click_on_any_cell_of_any_board_places_a_queen_there(make_layers, qtbot, shape):
    board = Board(shape)
    view = make_layers(Placement(board))
    fix(view)
    for index in {0, board.size // 2, board.size // 3, board.size - 1}:
        assert view.grid.cell_at(view.grid.cell_center(index)) == index
        qtbot.mouseClick(view.grid, LEFT, pos=middle(view, index))
        assert view.document.is_queen(index)
        qtbot.mouseClick(view.grid, LEFT, pos=middle(view, index))
        assert not view.document.is_queen(index)


def test_two_quick_clicks_are_two_clicks(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(4, 2)))
    qtbot.mouseClick(view.grid, LEFT, pos=middle(view, 5))
    qtbot.mouseDClick(view.grid, LEFT, pos=middle(view, 5))  # sends no release
    qtbot.mouseRelease(view.grid, LEFT, pos=middle(view, 5))
    assert view.document.undo_stack.count() == 2
    assert view.document.counts.queens == 0


def test_a_drag_or_a_release_elsewhere_places_nothing(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(4, 2)))
    qtbot.mousePress(view.grid, LEFT, pos=middle(view, 0))
    qtbot.mouseRelease(view.grid, LEFT, pos=middle(view, 5))
    qtbot.mousePress(view.grid, LEFT, pos=middle(view, 0))
    drag(view.grid, LEFT, middle(view, 5))
    drag(view.grid, LEFT, middle(view, 0))
    qtbot.mouseRelease(view.grid, LEFT, pos=middle(view, 0))
    qtbot.mouseClick(view.grid, LEFT, pos=QPoint(2, 2))
    assert view.document.undo_stack.count() == 0


def test_right_click_and_l_make_queens_given(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(4, 2)))
    qtbot.mouseClick(view.grid, RIGHT, pos=middle(view, 6))
    assert view.document.is_given(6)
    view.grid.setFocus()
    qtbot.keyClick(view.grid, Qt.Key.Key_L)
    assert view.document.is_queen(6)
    assert not view.document.is_given(6)


def test_b_blocks_a_cell_and_opens_it(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(4, 2)))
    view.document.set_cursor(6)
    view.grid.setFocus()
    before = view.grid.grab().toImage()
    qtbot.keyClick(view.grid, Qt.Key.Key_B)
    assert view.document.board.blocked == (6,)
    assert view.document.cursor == 6
    assert view.grid.grab().toImage() != before
    qtbot.mouseClick(view.grid, LEFT, pos=middle(view, 6))
    assert not view.document.is_queen(6)
    qtbot.keyClick(view.grid, Qt.Key.Key_B)
    assert view.document.board == Board.cube(4, 2)
    assert view.document.undo_stack.count() == 2


def test_hovering_moves_the_cursor_and_leaving_takes_it_away(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(4, 3)))
    qtbot.mouseMove(view.grid, middle(view, 21))
    qtbot.waitUntil(lambda: view.document.cursor == 21)  # the pointer goes by way of the display
    qtbot.mouseMove(view.grid, QPoint(1, 1))
    qtbot.waitUntil(lambda: view.document.cursor is None)


def press(qtbot, view, *keys, modifier=Qt.KeyboardModifier.NoModifier):
    for key in keys:
        qtbot.keyClick(view.grid, getattr(Qt.Key, f"Key_{key}"), modifier)
    return view.document.board.cell(view.document.cursor)


def test_keys_reach_every_cell_and_do_what_clicks_do(make_layers, qtbot):
    view = make_layers(Placement(Board((3, 4, 2, 2))))
    fix(view)
    assert press(qtbot, view, "Right") == (0, 0, 0, 0)
    assert press(qtbot, view, "Right", "Up", "Up") == (1, 2, 0, 0)
    assert press(qtbot, view, "Left", "Left", "Left", "Down") == (0, 1, 0, 0)
    assert press(qtbot, view, "End") == (2, 1, 0, 0)
    control = Qt.KeyboardModifier.ControlModifier
    assert press(qtbot, view, "End", modifier=control) == (2, 3, 0, 0)
    assert press(qtbot, view, "Home", modifier=control) == (0, 0, 0, 0)
    pages = [press(qtbot, view, "PageUp")[2:] for _ in range(4)]
    assert pages == [(1, 0), (0, 1), (1, 1), (1, 1)]
    assert press(qtbot, view, "PageDown")[2:] == (0, 1)
    cursor = view.document.cursor
    for key in ("Space", "Return", "Enter"):
        before = view.document.is_queen(cursor)
        press(qtbot, view, key)
        assert view.document.is_queen(cursor) is not before
    qtbot.keyClick(view.grid, Qt.Key.Key_Escape)
    assert view.document.cursor is None


def fix(view, **values):
    """Fix coordinates, such as x4, at values from 1."""
    document = view.document
    dims = replace(document.view.dims, fixed={int(k[1:]) - 1: v - 1 for k, v in values.items()})
    document.set_view(replace(document.view, dims=dims))


def test_a_cube_in_sight_follows_the_cursor(make_layers):
    view = make_layers(Placement(Board.cube(4, 4)))
    fix(view, x4=1)
    view.document.set_cursor(view.document.board.index((1, 1, 3, 2)))
    assert view.arrangement.fixed == {3: 2}
    assert view.arrangement.spread == (2,)
    fix(view)
    view.document.set_cursor(view.document.board.index((1, 1, 1, 3)))
    assert view.arrangement.fixed == {}
    assert view.arrangement.spread == (2, 3)


def test_another_board_is_laid_out_anew_and_flat_ones_have_one_layer(make_layers):
    view = make_layers(Placement(Board.cube(5, 3)))
    view.document.load(window_state(Placement(Board.cube(3, 4))), "another")
    assert view.arrangement.board == view.document.board
    assert view.arrangement.fixed == {3: 0}
    view.document.load(window_state(Placement(Board.cube(6, 2))), "flat")
    assert view.arrangement.shown == (0, 1)
    view.document.undo_stack.setIndex(0)
    assert view.arrangement.board == Board.cube(5, 3)


def test_nested_boards_fill_a_tall_panel_and_a_wide_one(make_layers):
    view = make_layers(Placement(Board.cube(3, 5)), size=(500, 900))
    fix(view)
    tall, arrangement = view.grid.cell_size, view.arrangement
    view.resize(900, 500)
    assert view.arrangement != arrangement
    assert min(tall, view.grid.cell_size) >= 14


def test_wheel_zooms_about_the_pointer_middle_button_pans_and_fit_undoes_both(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(6, 3)))
    grid, place = view.grid, view.grid.cell_center(100)
    before = grid.cell_size
    wheel = QWheelEvent(
        place,
        QPointF(grid.mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(grid, wheel)
    assert grid.cell_size == pytest.approx(before * 1.44)
    assert (view.grid.cell_center(100) - place).manhattanLength() < 1
    qtbot.mousePress(grid, MIDDLE, pos=place.toPoint())
    drag(grid, MIDDLE, place.toPoint() + QPoint(40, 30))
    qtbot.mouseRelease(grid, MIDDLE, pos=place.toPoint() + QPoint(40, 30))
    assert (view.grid.cell_center(100) - place - QPointF(40, 30)).manhattanLength() < 3
    assert view.document.undo_stack.count() == 0
    view.fit()
    assert grid.cell_size == before
    assert (view.grid.cell_center(100) - place).manhattanLength() < 1


def test_a_cube_in_sight_never_leaves_an_empty_view(make_layers):
    board = Board.cube(5, 5)
    view = make_layers(Placement(board))
    fix(view)
    grid = view.grid
    last = grid.cell_center(board.size - 1)
    grid._look(grid._transform.zoomed(12.0, last))
    grid.grab()
    zoomed = grid._transform
    fix(view, x5=5)
    assert grid._transform.sees_blocks(view.arrangement).any()
    fix(view, x4=1, x5=5)
    assert grid._transform != zoomed
    assert grid._transform.sees_blocks(view.arrangement).all()
    grid._look(grid._transform.zoomed(1.5, grid.cell_center(board.index((0, 0, 4, 0, 4)))))
    kept = grid._transform
    fix(view, x4=2, x5=5)
    assert grid._transform == kept


def test_keys_bring_the_cursor_into_sight(make_layers, qtbot):
    view = make_layers(Placement(Board.cube(8, 3)))
    for _ in range(6):
        qtbot.keyClick(view.grid, Qt.Key.Key_Plus)
    press(qtbot, view, "Right", *["PageUp"] * 7)
    assert view.grid.rect().contains(middle(view, view.document.cursor))


def test_the_cell_is_told_to_assistive_technology(make_layers, qtbot):
    board = Board.cube(4, 2)
    view = make_layers(Placement(board, [(0, 0), (0, 2), (3, 1)]), givens=[0])
    document = view.document
    assert view.grid.accessibleName()
    assert cell_text(document, None) == "(4,2) board, no cell chosen"
    assert cell_text(document, 0) == "(1, 1), a1, given queen, attacked by 1 line"
    assert cell_text(document, 13) == "(4, 2), d2, queen"
    assert cell_text(document, 1) == "(1, 2), a2, attacked by 3 lines"
    document.edit("x", remove=[2, 13])
    document.set_suggestion(np.array([0, 6]))
    document.set_overlay(Overlay(np.arange(16.0), 20, "x"))
    assert cell_text(document, 6) == "(2, 3), b3, free, suggested, 6 of 20 placements"


def test_a_screen_reader_gets_the_board_as_a_table_and_the_cell(make_layers, qtbot, monkeypatch):
    board = Board.cube(4, 2)
    view = make_layers(Placement(board, [(0, 0)]))
    document, grid = view.document, view.grid
    told = []

    def hear(event):
        told.append((event.type(), event.object(), getattr(event, "message", lambda: None)()))

    table = QAccessible.queryAccessibleInterface(grid)
    kinds = QAccessible.Text
    assert table.role() == QAccessible.Role.Table
    assert table.text(kinds.Name) == "Layers of the board"
    assert "Space places" in table.text(kinds.Description)
    assert "no cell" in table.text(kinds.Value)
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    view.activateWindow()
    grid.setFocus()
    qtbot.waitUntil(grid.hasFocus)
    press(qtbot, view, "Right", "Right")
    cell = table.child(0)
    assert table.childCount() == 1
    assert (cell.role(), cell.parent()) == (QAccessible.Role.Cell, table)
    assert cell.text(kinds.Name) == "(2, 1)"
    assert cell.text(kinds.Value) == "b1, attacked by 1 line"
    assert cell.rect().contains(grid.mapToGlobal(middle(view, document.cursor)))
    events = QAccessible.Event
    assert (events.ValueChanged, grid, None) in told
    assert (events.Announcement, grid, "(2, 1), b1, attacked by 1 line") in told
    told.clear()
    press(qtbot, view, "Space")
    assert (events.Announcement, grid, "(2, 1), b1, queen, attacked by 1 line") in told
    document.set_selection([document.cursor])
    assert table.text(kinds.Value).endswith("selected")


def test_the_keys_select_boxes_of_any_dimension_and_single_cells(make_layers, qtbot):
    shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
    board = Board.cube(4, 3)
    view = make_layers(Placement(board))
    press(qtbot, view, "Right", "Right")
    press(qtbot, view, "Right", "Up", "PageUp", modifier=shift)
    assert view.document.selection == {
        board.index((x, y, z)) for x in (1, 2) for y in (0, 1) for z in (0, 1)
    }
    press(qtbot, view, "Left")  # without shift the selection stays, and a new box begins
    press(qtbot, view, "Right", modifier=shift)
    assert view.document.selection == {board.index((1, 1, 1)), board.index((2, 1, 1))}
    press(qtbot, view, "Space", modifier=control)
    assert view.document.selection == {board.index((1, 1, 1))}

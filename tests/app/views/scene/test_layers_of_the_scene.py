"""The active layer: the ruler, the wheel, the keys, and what a click takes."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from nqviz import Board
from nqviz_app.views.scene.cell_menu import cell_menu
from nqviz_app.views.scene.cell_words import announced, cell_words
from nqviz_app.views.scene.layer_ruler import tick_places
from nqviz_app.views.scene.layer_steps import set_active_layer
from tests.app.window_driver import drag

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def pixel(view, cell):
    """The pixel of the middle of a cell's floor, which the sheet of its layer covers."""
    index = view.document.board.index(cell)
    place = view.arrangement().positions(np.array([index]))[0]
    return tuple(view.scene.camera.project(place - np.array((0.0, 0.0, 0.48))))


def at(view, cell):
    x, y = pixel(view, cell)
    return QPoint(round(x), round(view.canvas.height() - 1 - y))


def tick(view, layer):
    ruler = view.overlays.ruler
    return QPoint(ruler.width() // 2, round(ruler.ticks[layer]))


def turn_wheel(widget, angle, modifiers):
    place = QPointF(300, 300)
    event = QWheelEvent(
        place,
        widget.mapToGlobal(place),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_ticks_stand_at_the_heights_or_evenly():
    heights = [400.0, 300.0, 210.0]
    assert tick_places(heights, 3, 50.0, 450.0) == heights
    for bad in ([300.0, 300.0, 300.0], [700.0, 300.0, 210.0], [100.0, 200.0, 300.0], []):
        places = tick_places(bad, 3, 50.0, 450.0)
        assert places[0] - places[1] == places[1] - places[2] == 24.0
    many = tick_places([], 100, 50.0, 450.0)
    assert (many[0], many[-1]) == (450.0, 50.0)


def test_a_click_and_a_drag_on_the_ruler_choose_the_active_layer(make_view):
    view = make_view()
    view._end_turn()
    ruler = view.overlays.ruler
    QTest.mouseClick(ruler, LEFT, pos=tick(view, 2))
    assert view.document.view.active_layer == 2
    assert not ruler.all_button.isChecked()
    QTest.mousePress(ruler, LEFT, pos=tick(view, 2))
    drag(ruler, LEFT, tick(view, 4))
    assert view.document.view.active_layer == 4
    QTest.mouseRelease(ruler, LEFT, pos=tick(view, 4))
    QTest.mouseClick(ruler.all_button, LEFT)
    assert view.document.view.active_layer is None
    assert ruler.all_button.isChecked()


def test_keys_and_the_wheel_step_through_the_layers(make_view):
    view = make_view()
    document = view.document
    QTest.keyClick(view.canvas, Qt.Key.Key_PageUp)
    assert document.view.active_layer == 0
    turn_wheel(view.canvas, 120, Qt.KeyboardModifier.ControlModifier)
    assert document.view.active_layer == 1
    turn_wheel(view.canvas, -60, Qt.KeyboardModifier.ControlModifier)
    assert document.view.active_layer == 1, "half a step"
    turn_wheel(view.canvas, -60, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view.canvas, Qt.Key.Key_PageDown)
    assert document.view.active_layer == 0
    QTest.keyClick(view.overlays.ruler, Qt.Key.Key_Escape)
    assert document.view.active_layer is None


def test_the_handles_of_clip_choose_what_is_drawn(make_view):
    view = make_view()
    view._end_turn()
    ruler, clip = view.overlays.ruler, view.overlays.dock.buttons["clip"]
    QTest.mouseClick(clip, LEFT)
    assert ruler.is_clipping
    top = QPoint(20, round(ruler._edge(ruler.ticks, 5)))
    QTest.mousePress(ruler, LEFT, pos=top)
    drag(ruler, LEFT, QPoint(20, round(ruler._edge(ruler.ticks, 3))))
    QTest.mouseRelease(ruler, LEFT, pos=QPoint(20, round(ruler._edge(ruler.ticks, 3))))
    assert view.document.view.clip == {2: (0, 2)}
    QTest.mouseClick(clip, LEFT)
    assert view.document.view.clip == {}
    assert not ruler.is_clipping


def test_arrows_move_the_cursor_and_space_and_l_place(make_view):
    view = make_view()
    document, board = view.document, view.document.board
    set_active_layer(document, 2)
    QTest.keyClick(view.canvas, Qt.Key.Key_Right)
    assert board.cell(document.cursor) == (0, 0, 2)
    QTest.keyClick(view.canvas, Qt.Key.Key_Right)
    QTest.keyClick(view.canvas, Qt.Key.Key_Up)
    assert board.cell(document.cursor) == (1, 1, 2)
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    assert document.is_queen(document.cursor)
    QTest.keyClick(view.canvas, Qt.Key.Key_L)
    assert document.is_given(document.cursor)
    assert view.canvas.cell_words.startswith("row 2, column 2, layer 3, given queen")
    QTest.keyClick(view.canvas, Qt.Key.Key_B)
    assert not board.blocked, "a given queen keeps its cell"
    QTest.keyClick(view.canvas, Qt.Key.Key_L)
    QTest.keyClick(view.canvas, Qt.Key.Key_B)
    assert document.board.blocked == (document.cursor,)
    assert view.canvas.cell_words == "row 2, column 2, layer 3, blocked"
    before = document.board
    menu = cell_menu(document, document.cursor, lambda _name: None, view)
    actions = {each.objectName(): each for each in menu.actions()}
    assert not actions["cell.toggle"].isEnabled()
    actions["cell.blocked"].trigger()
    menu.deleteLater()
    assert document.board == board != before


def test_a_queen_is_dragged_to_another_cell_in_one_step(make_view):
    view = make_view(cells=[(1, 1, 2)])
    document, board = view.document, view.document.board
    set_active_layer(document, 2)
    view._end_turn()
    start, end = at(view, (1, 1, 2)), at(view, (3, 1, 2))
    azimuth = view.scene.camera.azimuth
    QTest.mousePress(view.canvas, LEFT, pos=start)
    for share in (0.3, 0.6, 1.0):
        drag(view.canvas, LEFT, start + (end - start) * share)
    QTest.mouseRelease(view.canvas, LEFT, pos=end)
    assert document.is_queen(board.index((3, 1, 2)))
    assert not document.is_queen(board.index((1, 1, 2)))
    assert document.undo_stack.count() == 1
    assert view.scene.camera.azimuth == azimuth


def test_a_long_press_opens_the_menu_of_the_cell(make_view, qtbot):
    view = make_view(cells=[(1, 1, 2)])
    set_active_layer(view.document, 2)
    view._end_turn()
    QTest.mousePress(view.canvas, RIGHT, pos=at(view, (1, 1, 2)))
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.mouseRelease(view.canvas, RIGHT, pos=at(view, (1, 1, 2)))
    given = next(each for each in menu.actions() if each.objectName() == "cell.given")
    given.trigger()
    menu.close()
    assert view.document.is_given(view.document.board.index((1, 1, 2)))
    assert view.document.undo_stack.count() == 1, "letting go is no click"


def test_the_card_beside_the_pointer_says_what_a_click_takes(make_view, qtbot):
    view = make_view(cells=[(0, 0, 0)])
    set_active_layer(view.document, 2)
    view._end_turn()
    card = view.overlays.hover
    QTest.mouseMove(view.canvas, at(view, (3, 0, 2)))
    view.canvas.hovered.emit(*pixel(view, (3, 0, 2)))
    view.canvas.pointer = at(view, (3, 0, 2))
    qtbot.waitUntil(card.isVisible)
    assert card.words.name == "(4, 1, 3)"
    assert (card.words.state, card.words.details[:13]) == ("free", "attacked by 0")
    view.canvas.left.emit()
    assert not card.isVisible()


@pytest.mark.parametrize(
    ("board", "cells", "cell", "expected"),
    [
        (Board.cube(3, 2), [], (0, 0), ("a1", "(1, 1) free", "attacked by 0 · would leave 2 free")),
        (Board.cube(3, 3), [(0, 0, 0)], (0, 0, 0), ("(1, 1, 1)", "queen", "attacked by 0")),
        (Board.cube(3, 3), [(0, 0, 0)], (2, 2, 2), ("(3, 3, 3)", "attacked", "attacked by 1")),
        (Board.cube(3, 3), [], (1, 1, 1), ("(2, 2, 2)", "free", "attacked by 0 · would attack 26")),
    ],
)
def test_cells_in_words(make_view, board, cells, cell, expected):
    view = make_view(board, cells)
    words = cell_words(view.document, board.index(cell))
    assert (words.name, words.state) == expected[:2]
    assert words.details.startswith(expected[2])


def test_cells_are_announced_by_row_column_and_layer(make_view):
    view = make_view(Board.cube(4, 4))
    board = view.document.board
    words = announced(view.document, board.index((0, 3, 2, 1)))
    assert words == "row 4, column 1, layer 3, x4 = 2, free"
    assert announced(view.document, None) == "(4,4) board, no cell chosen"


def test_what_lies_over_the_scene_keeps_clicks_from_the_board(make_view):
    view = make_view(Board.cube(11, 3), size=(900, 600))
    view._end_turn()
    for part in (view.overlays.dock, view.overlays.ruler, view.overlays.cube):
        QTest.mouseClick(part, LEFT, pos=part.rect().center())
    assert view.document.undo_stack.count() == 0


def test_explode_pulls_the_layers_apart(make_view):
    view = make_view()
    dock = view.overlays.dock
    QTest.mouseClick(dock.buttons["explode"], LEFT)
    assert view.document.view.gap == 1.0
    assert dock.slider.isVisible()
    dock.slider._slider.setValue(20)
    assert view.document.view.gap == 2.0
    QTest.mouseClick(dock.buttons["explode"], LEFT)
    assert view.document.view.gap == 0.0
    assert not dock.slider.isVisible()
    QTest.mouseClick(dock.buttons["explode"], LEFT)
    assert view.document.view.gap == 2.0, "as it was last"


def test_flat_boards_have_three_buttons_and_no_ruler(make_view):
    view = make_view(Board.cube(8, 2))
    shown = [name for name, each in view.overlays.dock.buttons.items() if each.isVisible()]
    assert shown == ["fit", "turntable", "free"]
    assert not view.overlays.ruler.isVisible()
    assert not view.overlays.ruler.all_button.isVisible()


def test_the_badge_walks_through_the_attacks(make_view, qtbot):
    view = make_view(cells=[(0, 0, 0), (1, 1, 1), (2, 2, 2)])
    view.overlays.verdict.refresh()
    badge = view.overlays.verdict.badge
    assert badge.text() == "3 attacks"
    seen = []
    for _ in range(3):
        QTest.mouseClick(badge, LEFT)
        seen.append(view.document.selection)
    assert len(set(seen)) == 3
    view.document.clear()
    qtbot.waitUntil(lambda: view.overlays.verdict.words.head == "No queens yet")


def test_a_miss_does_nothing_without_an_active_layer(make_view):
    view = make_view(cells=[(2, 2, 2)])
    view.document.set_view(replace(view.document.view, active_layer=None))
    view._end_turn()
    QTest.mouseClick(view.canvas, LEFT, pos=at(view, (0, 0, 0)))
    assert view.document.undo_stack.count() == 0
    QTest.mouseClick(view.canvas, LEFT, pos=at(view, (2, 2, 2)))
    assert view.document.counts.queens == 0


def gesture(view, kind, value):
    place = QPointF(200, 200)
    return QNativeGestureEvent(
        kind,
        QPointingDevice.primaryPointingDevice(),
        2,
        place,
        place,
        view.canvas.mapToGlobal(place),
        value,
        QPointF(),
    )


def test_two_fingers_zoom_turn_and_fit(make_view):
    view = make_view()
    camera, kinds = view.scene.camera, Qt.NativeGestureType
    distance, azimuth = camera.distance, camera.azimuth
    QApplication.sendEvent(view.canvas, gesture(view, kinds.ZoomNativeGesture, 0.2))
    assert camera.distance < distance
    QApplication.sendEvent(view.canvas, gesture(view, kinds.RotateNativeGesture, 10.0))
    assert camera.azimuth != azimuth
    QApplication.sendEvent(view.canvas, gesture(view, kinds.SmartZoomNativeGesture, 0.0))
    assert view.camera.is_fitted


@pytest.mark.parametrize(
    ("modifiers", "phase", "turns"),
    [
        (Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.ScrollUpdate, True),
        (Qt.KeyboardModifier.ShiftModifier, Qt.ScrollPhase.ScrollUpdate, False),
        (Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, None),
    ],
)
def test_scrolling_on_a_touchpad_turns_or_moves_and_a_wheel_zooms(
    make_view, modifiers, phase, turns
):
    view = make_view()
    camera, place = view.scene.camera, QPointF(200, 200)
    before = camera.azimuth, camera.distance, camera.focus.tolist()
    pixels = QPoint(30, 5) if turns is not None else QPoint()
    event = QWheelEvent(
        place,
        view.canvas.mapToGlobal(place),
        pixels,
        QPoint(30, 40),
        Qt.MouseButton.NoButton,
        modifiers,
        phase,
        False,
    )
    QApplication.sendEvent(view.canvas, event)
    after = camera.azimuth, camera.distance, camera.focus.tolist()
    changed = [old != new for old, new in zip(before, after, strict=True)]
    if turns is None:  # at the pointer, which also moves the focus
        assert changed[:2] == [False, True]
    else:
        assert changed == [turns, False, not turns]


def test_the_menu_key_opens_the_menu_of_the_cursor(make_view):
    view = make_view(cells=[(1, 1, 2)])
    view.document.set_cursor(view.document.board.index((1, 1, 2)))
    place = QPoint(5, 5)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, place, view.canvas.mapToGlobal(place)
    )
    QApplication.sendEvent(view.canvas, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    names = [each.objectName() for each in menu.actions()]
    assert {"cell.toggle", "cell.given", "cell.select", "cell.layer", "cell.look.top"} <= set(names)
    next(each for each in menu.actions() if each.objectName() == "cell.layer").trigger()
    menu.close()
    assert view.document.view.active_layer == 2

"""The scene view under real mouse events."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QSlider, QToolButton

from nqviz import Board, Placement
from nqviz.view.palette import DARK
from nqviz_app.dialogs.shortcut_list import IN_THE_VIEWS
from nqviz_app.document.board_tab import window_state
from nqviz_app.views.scene.layer_ruler import LayerRuler
from nqviz_app.views.scene.layer_steps import set_active_layer
from nqviz_app.views.scene.view_cube import ViewCube
from tests.app.window_driver import drag

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def place_of(view, index):
    """The point of the canvas at which a click takes a cell."""
    x, y = view._current().project(index)
    ratio = view.canvas.devicePixelRatioF()
    return QPoint(round(x / ratio), round(view.canvas.height() - 1 - y / ratio))


def drag_along(canvas, start, end, button=LEFT, steps=6, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.mousePress(canvas, button, modifiers, start)
    for step in range(1, steps + 1):
        drag(canvas, button, start + (end - start) * step / steps, modifiers)
    QTest.mouseRelease(canvas, button, modifiers, end)


def pixels_of(image):
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.array(image.constBits(), np.uint8)  # a copy: the image goes
    return pixels.reshape(image.height(), -1, 4)[..., :3]


def count_renders(view):
    """Count from now on how often the renderer draws; a list of one number."""
    drawn = [0]

    def count(_caller, _event):
        drawn[0] += 1

    renderer = view.canvas.plotter.renderer
    tag = renderer.AddObserver("EndEvent", count)
    return drawn, lambda: renderer.RemoveObserver(tag)


def test_a_click_at_the_centre_of_a_cell_places_and_removes_a_queen(make_view):
    view = make_view()
    board = view.document.board
    set_active_layer(view.document, 2)
    for cell in [(0, 0, 2), (4, 1, 2), (2, 4, 2)]:
        index = board.index(cell)
        QTest.mouseClick(view.canvas, LEFT, pos=place_of(view, index))
        assert view.document.is_queen(index)
        QTest.mouseClick(view.canvas, LEFT, pos=place_of(view, index))
        assert not view.document.is_queen(index)


def test_a_click_on_a_flat_board_meets_the_square(make_view):
    view = make_view(Board.cube(8, 2))
    board = view.document.board
    for cell in [(0, 0), (7, 7), (3, 5)]:
        place = view.scene.camera.project(np.array([*cell, -0.42]))
        at = QPoint(round(place[0]), round(view.canvas.height() - 1 - place[1]))
        QTest.mouseClick(view.canvas, LEFT, pos=at)
        assert view.document.is_queen(board.index(cell))


def test_a_drag_turns_the_board_and_never_places_a_queen(make_view):
    view = make_view(cells=[(2, 2, 2)])
    start = place_of(view, view.document.board.index((2, 2, 2)))
    for button in (LEFT, RIGHT, Qt.MouseButton.MiddleButton):
        before = view.scene.camera.azimuth, tuple(view.scene.camera.focus)
        drag_along(view.canvas, start, start + QPoint(60, 25), button)
        assert (view.scene.camera.azimuth, tuple(view.scene.camera.focus)) != before
        # Back to where it began: still a drag.
        drag_along(view.canvas, start, start + QPoint(40, 0), button)
    assert view.document.undo_stack.count() == 0
    assert view.document.counts.queens == 1


def test_a_drag_that_comes_back_is_no_click(make_view):
    view = make_view()
    canvas = view.canvas
    start = place_of(view, 62)
    QTest.mousePress(canvas, LEFT, pos=start)
    for at in (start + QPoint(30, 0), start):
        drag(canvas, LEFT, at)
    QTest.mouseRelease(canvas, LEFT, pos=start)
    assert view.document.undo_stack.count() == 0


def test_a_small_tremble_is_still_a_click(make_view):
    view = make_view()
    set_active_layer(view.document, 2)
    index = view.document.board.index((2, 2, 2))
    start = place_of(view, index)
    drag_along(view.canvas, start, start + QPoint(2, 1), steps=2)
    assert view.document.is_queen(index)


def test_a_right_click_makes_a_queen_given(make_view):
    view = make_view(cells=[(1, 2, 3)])
    index = view.document.board.index((1, 2, 3))
    QTest.mouseClick(view.canvas, RIGHT, pos=place_of(view, index))
    assert view.document.is_given(index)
    QTest.mouseClick(view.canvas, LEFT, pos=place_of(view, index))
    assert view.document.is_queen(index), "a given queen stays"


def test_hovering_sets_the_cursor_and_leaving_clears_it(make_view, qtbot):
    view = make_view(cells=[(1, 2, 3)])
    index = view.document.board.index((1, 2, 3))
    view.canvas.hovered.emit(*view.scene.project(index))
    qtbot.waitUntil(lambda: view.document.cursor == index)
    QApplication.sendEvent(view.canvas, QEvent(QEvent.Type.Leave))
    assert view.document.cursor is None


def test_many_moves_in_one_turn_pick_once(make_view, qtbot):
    view = make_view()
    picked = []
    pick = view.scene.pick
    view.scene.pick = lambda x, y: picked.append((x, y)) or pick(x, y)
    for x in range(200, 260):
        view.canvas.hovered.emit(float(x), 250.0)
    qtbot.waitUntil(lambda: not view._turn.isActive())
    assert picked == [(259.0, 250.0)]


def test_many_changes_in_one_turn_are_drawn_once(make_view, qtbot):
    view = make_view(Board.cube(8, 3))
    drawn, stop = count_renders(view)
    for index in range(0, 400, 20):
        view.document.toggle(index)
    view.document.set_view(replace(view.document.view, free=True))
    view._rest.stop()  # smooth edges, later, are a picture of their own
    qtbot.waitUntil(lambda: drawn[0] > 0)
    QApplication.processEvents()  # what else was asked for comes now
    assert not view._turn.isActive()
    stop()
    assert drawn[0] == 1


def test_a_movement_of_the_cursor_draws_only_what_follows_it(make_view):
    view = make_view()
    set_active_layer(view.document, 2)
    view._end_turn()
    without = view.canvas.picture()
    drawn, stop = count_renders(view)
    board = view.document.board
    for cell in [(0, 0, 2), (4, 1, 2)]:
        view.document.set_cursor(board.index(cell))
        view._end_turn()
        assert view.canvas.picture() != without
    view.document.set_cursor(None)
    view._end_turn()
    assert view.canvas.picture() == without
    assert drawn[0] == 0
    view.document.toggle(board.index((0, 0, 2)))
    view._end_turn()
    assert view.canvas.picture() != without
    assert drawn[0] == 1
    stop()


def test_smooth_edges_change_only_what_is_near_the_marks_of_the_cursor(make_view):
    view = make_view()
    set_active_layer(view.document, 2)
    view._end_turn()
    view.canvas.smooth(False)
    without = pixels_of(view.canvas.picture())
    view.canvas.hurry_front()
    view.document.set_cursor(view.document.board.index((4, 1, 2)))
    view._end_turn()
    jagged = pixels_of(view.canvas.picture())
    view.canvas.smooth(False)
    smooth = pixels_of(view.canvas.picture())
    changed = (jagged != without).any(axis=2)
    steps = range(-3, 4)
    near = sum(np.roll(changed, (dy, dx), (0, 1)) for dy in steps for dx in steps) > 0
    assert (smooth != jagged).any()
    assert (smooth[~near] == without[~near]).all()


def test_smooth_edges_come_back_when_the_mouse_rests(make_view, qtbot):
    view = make_view()
    assert view.canvas.plotter.renderer.GetUseFXAA()
    view.canvas.turned.emit(12.0, 3.0)
    assert not view.canvas.plotter.renderer.GetUseFXAA()
    qtbot.waitUntil(lambda: view.canvas.plotter.renderer.GetUseFXAA())


def finish_of(view):
    return view.scene._groups._queens.finish


def test_a_suggestion_is_drawn_smooth_once_no_search_runs(make_view, qtbot):
    view = make_view()
    qtbot.waitUntil(lambda: view.canvas.plotter.renderer.GetUseFXAA())
    asked = []
    view.is_busy = lambda: asked.append(finish_of(view)) or len(asked) < 3
    view.document.set_suggestion(np.array([0, 30]))
    qtbot.waitUntil(lambda: len(asked) == 2)
    assert asked == ["changing", "waiting"]
    assert not view.canvas.plotter.renderer.GetUseFXAA()
    qtbot.waitUntil(lambda: view.canvas.plotter.renderer.GetUseFXAA())
    assert finish_of(view) == "resting"


def test_queens_have_all_details_while_nothing_changes(make_view, qtbot):
    view = make_view()
    first = view.document.board.index((0, 0, 2))
    assert finish_of(view) == "resting"
    view.document.toggle(first)
    assert finish_of(view) == "changing"
    view.canvas.turned.emit(12.0, 3.0)
    view.document.toggle(first)
    assert finish_of(view) == "moving"
    qtbot.waitUntil(lambda: finish_of(view) == "resting")


def test_smooth_edges_that_take_long_wait_for_what_runs(make_view, qtbot):
    view = make_view()
    qtbot.waitUntil(lambda: view.canvas.pixels.smooth_seconds > 0)
    edges = []

    def is_busy():
        edges.append(view.canvas.plotter.renderer.GetUseFXAA())
        return len(edges) < 3

    view.is_busy = is_busy
    view.canvas.pixels.smooth_seconds = 1.0
    view.canvas.turned.emit(12.0, 3.0)
    qtbot.waitUntil(lambda: len(edges) == 3)
    assert edges == [False] * 3
    qtbot.waitUntil(lambda: view.canvas.plotter.renderer.GetUseFXAA())


def test_the_cursor_leaves_the_active_layer(make_view):
    view = make_view()
    set_active_layer(view.document, 2)
    view.document.set_cursor(view.document.board.index((0, 1, 3)))
    assert view.document.view.active_layer == 2
    set_active_layer(view.document, 1)
    assert view.document.board.cell(view.document.cursor) == (0, 1, 1), "it goes along"


def test_the_eye_follows_another_board_but_no_queen(make_view, qtbot):
    view = make_view()
    view.canvas.turned.emit(40.0, 10.0)
    view.canvas.zoomed.emit(1.3, 100.0, 100.0)
    camera = view.scene.camera
    before = camera.azimuth, camera.distance
    view.document.toggle(3)
    qtbot.waitUntil(lambda: not view._turn.isActive())
    assert (camera.azimuth, camera.distance) == before
    view.document.load(window_state(Placement(Board.cube(9, 3))), "Another board")
    camera = view.scene.camera  # where the next picture is drawn from
    assert (camera.azimuth, camera.distance) != before
    places = camera.project(view.arrangement().positions(np.arange(729)))
    assert (places >= 0).all()
    assert (places < camera.size).all()


def test_standard_views(make_view):
    view = make_view()
    for side, direction in (("front", (0, -1, 0)), ("right", (1, 0, 0)), ("top", (0, 0, 1))):
        view.camera.look_from(side)
        assert np.allclose(view.scene.camera.direction, direction, atol=1e-9)
    view.camera.look_from("isometric")
    distance = view.scene.camera.distance
    view.canvas.zoomed.emit(2.0, 10.0, 10.0)
    view.camera.reset()
    assert view.scene.camera.distance == pytest.approx(distance)


@pytest.mark.parametrize("side", ["top", "front", "right"])
def test_a_face_seen_square_on_takes_clicks_where_its_cells_are_drawn(make_view, side):
    """Without perspective, in which a queen behind is drawn beside its cell."""
    board = Board.cube(5, 3)
    queens = [board.index((k, (2 * k) % 5, (3 * k + 1) % 5)) for k in range(5)]
    view = make_view(board, [board.cell(queen) for queen in queens])
    view.camera.look_from(side)
    assert view.scene.camera.is_parallel
    for queen in queens:
        QTest.mouseClick(view.canvas, LEFT, pos=place_of(view, queen))
        assert not view.document.is_queen(queen)
    assert view.document.counts.queens == 0
    if side != "top":
        return  # the sheet of a layer is seen from its edge
    seen = {}
    for layer in (0, 4):
        set_active_layer(view.document, layer)
        for cell in ((0, 0, layer), (4, 0, layer), (2, 3, layer), (4, 4, layer)):
            place = place_of(view, board.index(cell))
            away = seen.setdefault(cell[:2], place) - place
            assert away.manhattanLength() <= 1, "layers lie one upon another, but for rounding"
            QTest.mouseClick(view.canvas, LEFT, pos=place)
            assert view.document.is_queen(board.index(cell))


def test_shift_and_a_drag_move_the_scene_as_the_help_says(make_view):
    assert ("Shift and drag", "Move the scene; in the layers select cells") in IN_THE_VIEWS
    view = make_view()
    camera = view.scene.camera
    before = camera.azimuth, camera.elevation, camera.focus.copy(), camera.distance
    drag_along(view.canvas, QPoint(200, 200), QPoint(260, 230), modifiers=SHIFT)
    assert (camera.azimuth, camera.elevation, camera.distance) == (*before[:2], before[3])
    assert not np.allclose(camera.focus, before[2])
    assert view.document.counts.queens == 0


def test_the_wheel_zooms_and_arrow_keys_turn(make_view):
    view = make_view()
    distance, azimuth = view.scene.camera.distance, view.scene.camera.azimuth
    place = QPointF(200, 200)
    wheel = QWheelEvent(
        place,
        view.canvas.mapToGlobal(place),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.canvas, wheel)
    assert view.scene.camera.distance < distance
    QTest.keyClick(view.canvas, Qt.Key.Key_Left)
    assert view.scene.camera.azimuth != azimuth


@pytest.mark.parametrize("key", [Qt.Key.Key_Q, Qt.Key.Key_W, Qt.Key.Key_3, Qt.Key.Key_R])
def test_no_key_of_vtk_is_left(make_view, key):
    view = make_view()
    event = QKeyEvent(
        QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, chr(key.value).lower()
    )
    before = view.scene.camera.azimuth, view.scene.camera.distance
    event.accept()
    view.canvas.keyPressEvent(event)
    assert not event.isAccepted(), "the key goes on to the window"
    assert (view.scene.camera.azimuth, view.scene.camera.distance) == before


def test_every_control_has_a_name_and_a_tip(make_view):
    view = make_view(Board.cube(3, 5))
    for kind in (QToolButton, QComboBox, QSlider, ViewCube, LayerRuler):
        controls = view.findChildren(kind)
        assert controls
        for control in controls:
            assert "." in control.objectName(), control
            assert control.accessibleName()
            assert control.toolTip()
    assert view.canvas.objectName() == "scene.view"
    assert view.canvas.accessibleName()


def test_what_is_drawn_differs_with_the_theme_and_the_queens(make_view):
    view = make_view()

    def pixels():
        view._end_turn()
        image = view.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        return np.array(image.constBits(), dtype=np.uint8).astype(int)

    light = pixels()
    view.document.toggle(62)
    assert (pixels() != light).any()
    view.set_theme(DARK)
    assert pixels().mean() < light.mean() / 2


def test_closing_twice_and_events_afterwards_do_no_harm(make_view):
    view = make_view()
    view.schedule_render()
    view.close_scene()
    view.close_scene()
    view.document.toggle(3)
    view.document.set_cursor(5)
    view.document.load(window_state(Placement(Board.cube(4, 2))), "Another board")
    view.camera.look_from("top")
    view.set_theme(DARK)
    QApplication.sendEvent(view.canvas, QEvent(QEvent.Type.Leave))
    QApplication.processEvents()

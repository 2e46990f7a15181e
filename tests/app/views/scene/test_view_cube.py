"""The view cube under real mouse and key events."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from nqviz import Board
from nqviz.view.camera import angles_towards
from nqviz_app.views.scene.view_cube import FACES
from tests.app.window_driver import drag

LEFT = Qt.MouseButton.LeftButton


def place_on(cube, name, across=0.0, along=0.0):
    """The point of a face, in halves of an edge from its middle."""
    normal, first, second = (np.array(each, dtype=float) for each in FACES[name])
    return cube.point((normal + across * first + along * second) / 2).toPoint()


@pytest.mark.parametrize(
    ("name", "direction"), [("Front", (0, -1, 0)), ("Right", (1, 0, 0)), ("Top", (0, 0, 1))]
)
def test_a_click_on_a_face_looks_from_there(make_view, name, direction):
    view = make_view()
    QTest.mouseClick(view.overlays.cube, LEFT, pos=place_on(view.overlays.cube, name))
    assert np.allclose(view.scene.camera.direction, direction, atol=1e-9)
    assert view.camera.is_fitted


def test_edges_and_corners_take_clicks(make_view):
    view = make_view()
    cube = view.overlays.cube
    QTest.mouseClick(cube, LEFT, pos=place_on(cube, "Front", 0.8, 0.0))
    assert np.allclose(view.scene.camera.direction, np.array((1, -1, 0)) / np.sqrt(2))
    view.camera.look_from("isometric")
    view._end_turn()
    QTest.mouseClick(cube, LEFT, pos=place_on(cube, "Top", 0.8, -0.8))
    assert np.allclose(view.scene.camera.direction, np.array((1, -1, 1)) / np.sqrt(3))


def test_a_drag_turns_and_a_double_click_fits(make_view):
    view = make_view()
    cube, camera = view.overlays.cube, view.scene.camera
    azimuth = camera.azimuth
    middle = cube.rect().center()
    QTest.mousePress(cube, LEFT, pos=middle)
    for step in range(1, 5):
        drag(cube, LEFT, middle + QPoint(5 * step, 0))
    QTest.mouseRelease(cube, LEFT, pos=middle + QPoint(20, 0))
    assert camera.azimuth < azimuth - 5
    view.canvas.zoomed.emit(3.0, 100.0, 100.0)
    assert not view.camera.is_fitted
    QTest.mouseDClick(cube, LEFT, pos=middle)
    assert view.camera.is_fitted


def test_arrow_keys_turn_and_return_fits(make_view):
    view = make_view()
    cube, azimuth = view.overlays.cube, view.scene.camera.azimuth
    QTest.keyClick(cube, Qt.Key.Key_Left)
    assert view.scene.camera.azimuth != azimuth
    QTest.keyClick(cube, Qt.Key.Key_Return)
    assert view.camera.is_fitted


def test_a_flat_board_shows_two_faces(make_view):
    view = make_view(Board.cube(8, 2))
    cube = view.overlays.cube
    view._end_turn()
    assert set(cube._visible()) == {"Front", "Top"}


def test_angles_of_directions():
    assert angles_towards(np.array((0.0, 0.0, 1.0))) == (-90.0, 90.0)
    assert angles_towards(np.array((1.0, 0.0, 0.0))) == (0.0, 0.0)
    assert angles_towards(np.array((0.0, -1.0, 0.0))) == (-90.0, 0.0)


def test_the_camera_takes_its_time(make_view, qtbot, monkeypatch):
    monkeypatch.delenv("NQVIZ_REDUCED_MOTION")
    view = make_view()
    view.camera.fits_next = False
    seen, follow = [], view.overlays.follow
    monkeypatch.setattr(
        view.overlays, "follow", lambda scene: (seen.append(scene.camera.azimuth), follow(scene))
    )
    start = view.scene.camera.azimuth
    view.camera.look_from("right")
    qtbot.waitUntil(lambda: not view.camera.is_moving)
    between = [each for each in seen if min(start, 0.0) + 1 < each < max(start, 0.0) - 1]
    assert between, "there are pictures on the way"
    assert view.scene.camera.azimuth == pytest.approx(0.0)
    view.camera.look_from("front")
    view.canvas.turned.emit(10.0, 0.0)
    assert not view.camera.is_moving, "a drag ends it"


def test_one_cube_of_many_is_seen_from_its_own_corner(make_view):
    view = make_view(Board.cube(4, 4))
    document = view.document
    document.set_view(
        replace(document.view, dims=replace(document.view.dims, fixed={}), camera=None)
    )
    row = view.scene.camera.elevation
    document.set_view(replace(document.view, dims=replace(document.view.dims, fixed={3: 1})))
    assert view.scene.camera.elevation < row
    assert view.camera.is_fitted
    view.camera.look_from("front")
    document.set_view(replace(document.view, dims=replace(document.view.dims, fixed={})))
    assert view.scene.camera.elevation == 0.0, "a side that was chosen stays"


def test_the_picture_of_the_scene_has_no_overlays(make_view):
    view = make_view(Board.cube(4, 3), size=(900, 600))
    view._end_turn()
    dock = view.overlays.dock.plate_in_parent.center()
    shown = view.canvas.grab().toImage()
    drawn = view.canvas.picture()
    assert drawn.size() == shown.size()
    assert drawn.pixel(dock) != shown.pixel(dock)

"""How often parts of the window are painted or updated, for a picture of the scene and a click."""

from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from nqviz import Board, Placement
from nqviz.rendering.scene.cursor import Cursor
from nqviz.view.palette import DARK
from nqviz.view.view_state import CameraState
from nqviz_app.views.layers import pieces
from tests.benchmarks.window import Paints
from tests.looks.boards import best


def turns(window, frames):
    """Drag over the scene, with a picture after each movement."""
    canvas = window.scene.canvas
    middle = canvas.rect().center()
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=middle)
    for frame in range(1, frames + 1):
        QTest.mouseMove(canvas, middle + QPoint(9 * frame, 2 * frame))
        QCoreApplication.processEvents()
        canvas.repaint()
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=middle)


def kept(window):
    """Return the parts over the scene that keep their painting."""
    overlays = window.scene.overlays
    dock, verdict, ruler = overlays.dock, overlays.verdict, overlays.ruler
    parts = (dock, *dock.buttons.values(), verdict, verdict.badge, ruler, ruler.all_button)
    return [part._kept for part in parts]


def test_turning_the_board_paints_nothing_but_the_scene_anew(make_window):
    # Layers so dense that their ticks stand evenly apart; others move with the sheets.
    window = make_window(Placement(Board((3, 3, 251)), [(0, 0, 0), (1, 2, 7)]))
    turns(window, 2)  # pointer and focus come to the scene
    before = [each.count for each in kept(window)]
    told = Counter()
    window.document.view_changed.connect(lambda: told.update(["view"]))
    window.document.camera_changed.connect(lambda: told.update(["camera"]))
    turns(window, 5)
    after = [each.count for each in kept(window)]
    assert after == before
    assert sum(map(bool, before)) >= 8
    assert told == {"camera": 5}


@pytest.mark.parametrize(("n", "d"), [(5, 3), (31, 3), (4, 4), (8, 2)])
def test_only_what_a_movement_changes_is_drawn_anew(make_window, n, d):
    window = make_window(best(n, d))
    window.scene._rest.setInterval(60_000)  # edges stay as they are
    canvas, camera, document = window.scene.canvas, window.scene.camera, window.document
    turns(window, 1)
    pictures, areas = canvas.pixels, []
    for change in (
        partial(turns, window, 3),
        partial(camera.zoom, 1.6, 60.0, 70.0),
        partial(camera.zoom, 0.2, 90.0, 80.0),
        partial(camera.pan, -120.0, 40.0),
        partial(document.toggle, document.board.size - 1),
        partial(camera.look_from, "top"),
    ):
        change()
        QCoreApplication.processEvents()
        changed, _ = pictures._changed()
        areas.append(changed.width() * changed.height())
        part = pictures.image()
        window.scene.set_theme(DARK)  # all of it
        QCoreApplication.processEvents()
        assert pictures.image() == part
    whole = canvas.width() * canvas.height()
    assert d != 3 or min(areas) < whole / 2
    assert max(areas) <= whole


@pytest.mark.parametrize(
    ("n", "d", "view"),
    [
        (11, 3, {}),
        (11, 3, {"active_layer": 4, "free": True}),
        (5, 3, {"gap": 2.0, "parallel": True}),
        (4, 4, {}),
        (8, 2, {}),
        (31, 3, {"active_layer": 3}),
    ],
)
def test_a_click_draws_a_part_of_the_board_as_all_of_it_is_drawn(make_window, n, d, view):
    window = make_window(best(n, d))
    window.scene._rest.setInterval(60_000)  # edges stay as they are
    document, pictures = window.document, window.scene.canvas.pixels
    document.set_view(replace(document.view, **view))
    turns(window, 1)
    first, other = document.picture().queens[[0, -1]].tolist()
    size = document.board.size
    empty = next(c for c in range(size // 2, size) if not document.is_queen(c))
    parts, draw = [], pictures.drawing
    pictures.drawing = lambda part: (parts.append(part), draw(part))[1]
    for change in (
        partial(document.toggle, first),
        partial(document.toggle, empty),  # attacks some of those that stand
        partial(document.toggle_given, other),
        partial(document.set_selection, [empty, empty - 1]),
        partial(document.set_cursor, empty),
        partial(document.toggle, empty),
        partial(document.edit, "two", remove=[other], unlock=[other], place=[first]),
        partial(document.set_selection, ()),
    ):
        change()
        QCoreApplication.processEvents()
        part = pictures.image()
        pictures.change()  # all of it
        assert pictures.image() == part
    drawn = [part for part in parts if part is not None]
    assert len(drawn) >= 4  # of (4,4) one cube is seen
    areas = [(right - left) * (high - low) for left, low, right, high in drawn]
    assert min(areas) < pictures._board.width() * pictures._board.height() / 6


@pytest.mark.parametrize("move", ["zoom", "pan"])
def test_texts_follow_each_movement_of_the_camera(make_window, move):
    window = make_window(Placement(Board.cube(5, 3)))
    scene, camera = window.scene.scene, window.scene.camera
    texts = scene._groups._texts
    before = texts.corners()
    camera.zoom(0.8, 300.0, 200.0) if move == "zoom" else camera.pan(40.0, -30.0)
    QCoreApplication.processEvents()
    after = texts.corners()
    assert not np.allclose(after, before)
    scene.orbit(0.0, 0.0)  # places them in any case
    np.testing.assert_array_equal(after, texts.corners())


def test_what_stands_beside_the_board_is_not_painted_while_it_turns(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    window.scene.camera.zoom(0.3, 600.0, 400.0)
    turns(window, 2)
    paints = Paints(window.scene.overlays.dock, window.scene.canvas)
    for number in range(1, 4):
        window.scene.camera.turn(9.0, 2.0)
        qtbot.waitUntil(lambda least=number: paints.counts[window.scene.canvas] >= least)
    assert paints.counts[window.scene.overlays.dock] == 0


def test_pictures_are_drawn_into_the_memory_of_those_before(make_window):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    turns(window, 2)
    pictures = window.scene.canvas.pixels
    board, pixels = pictures._board.constBits(), pictures._pixels
    first = bytes(board)
    turns(window, 3)
    assert pictures._pixels is pixels
    assert bytes(board) != first
    assert bytes(pictures._board.constBits()) == bytes(board)


def test_a_camera_alone_is_no_other_view(make_window):
    window = make_window(Placement(Board.cube(5, 3)))
    document, told = window.document, []
    document.view_changed.connect(lambda: told.append("view"))
    document.camera_changed.connect(lambda: told.append("camera"))
    document.set_view(replace(document.view, camera=CameraState(10.0, 20.0)))
    document.set_view(replace(document.view, gap=1.0))
    document.set_view(replace(document.view, gap=0.0, camera=CameraState(30.0, 20.0)))
    assert told == ["camera", "view", "view"]
    assert window.scene.scene.camera.azimuth == 30.0


def test_a_click_updates_the_solve_drawer_once(make_window):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    QCoreApplication.processEvents()
    told = []
    window.solve_panel.updated.connect(lambda: told.append("solve"))
    window.document.toggle(7)
    QCoreApplication.processEvents()
    assert told == ["solve"]


def test_a_click_lays_over_the_scene_only_what_has_another_size(make_window, monkeypatch):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    overlays, told = window.scene.overlays, []
    QCoreApplication.processEvents()
    monkeypatch.setattr(overlays.cube, "show_angles", lambda *_: told.append("camera"))
    overlays.verdict.resized.connect(lambda: told.append("verdict"))
    window.document.edit("move", remove=[0], place=[7])  # one queen as before
    QCoreApplication.processEvents()
    assert told == []
    window.document.toggle(8)
    QCoreApplication.processEvents()
    assert told[:1] == ["verdict"]


def test_a_click_draws_the_board_once_and_what_follows_the_pointer_once(make_window):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    document, plotter = window.document, window.scene.canvas.plotter
    window.scene._rest.setInterval(60_000)  # on a busy machine smooth edges would come in between
    document.set_cursor(7)
    QCoreApplication.processEvents()
    told = Counter()
    for name, renderer in (("board", plotter.renderer), ("front", plotter.front)):
        renderer.AddObserver("StartEvent", lambda *_, name=name: told.update([name]))
    document.toggle(7)
    QCoreApplication.processEvents()
    window.scene.canvas.repaint()
    assert told == {"board": 1, "front": 1}


def test_a_new_size_is_drawn_once_and_quickly(make_window, drawn_scenes):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    pixels, told = window.scene.canvas.pixels, []
    pixels.image()  # the first picture is smooth
    assert pixels.is_smooth[0]
    window.scene._rest.setInterval(60_000)
    QCoreApplication.processEvents()
    pixels.offscreen.renderer.AddObserver(
        "StartEvent", lambda *_: told.append((pixels._size(), pixels.is_smooth[0]))
    )
    window.drawers.open("solve")  # where nothing moves by itself
    for _ in range(5):
        QCoreApplication.processEvents()
    assert told == [(pixels._size(), False)]


def test_queens_are_drawn_in_full_once_the_camera_rests(make_window, drawn_scenes):
    window = make_window(best(11, 3))
    scene = window.scene
    scene._rest.setInterval(60_000)
    solid = partial(scene.scene._groups._queens._solids.prop.GetMapper().GetSource, 0)
    full = solid().GetNumberOfCells()
    at_rest = pixels_of(scene)
    turns(window, 1)
    assert solid().GetNumberOfCells() < full
    moving = pixels_of(scene)
    # The background, which is laid under by other steps, is the same to a rounding.
    corner = np.s_[-40:, -40:]
    assert np.abs(at_rest[corner].astype(int) - moving[corner]).max() <= 1
    window.document.toggle(0)  # a change alone leaves the queens as they are
    QCoreApplication.processEvents()
    scene._smooth()
    assert solid().GetNumberOfCells() == full
    assert scene.canvas.pixels.is_smooth[0]
    window.document.toggle(0)
    QCoreApplication.processEvents()
    assert solid().GetNumberOfCells() < full / 2


def pixels_of(scene):
    """Return what the scene draws, shape (height, width, 3)."""
    image = scene.canvas.picture().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)
    return pixels[:, : image.width(), :3].copy()


def test_a_suggestion_is_prepared_once_and_unseen(make_window, drawn_scenes):
    window = make_window(Placement(Board.cube(5, 3)))
    scene = window.scene
    before = scene.canvas.picture()
    drawn, groups = [], scene.scene._groups
    pale = groups._queens._pale.prop
    scene.canvas.plotter.renderer.AddObserver(
        "EndEvent", lambda *_: drawn.append(pale.GetVisibility())
    )
    assert scene.prepare()
    assert not scene.prepare()
    assert drawn == [1]
    assert not pale.GetVisibility()
    scene.schedule_render()
    QCoreApplication.processEvents()
    assert scene.canvas.picture() == before


def test_a_click_makes_nothing_anew_that_the_cursor_alone_changes(make_window, monkeypatch):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    document, told = window.document, []
    document.set_view(replace(document.view, share="half"))
    document.set_cursor(7)
    QCoreApplication.processEvents()
    outlines, lines = Cursor._put_outlines, pieces.line_marks
    monkeypatch.setattr(
        Cursor, "_put_outlines", lambda *a, **k: (told.append("cell"), outlines(*a, **k))
    )
    monkeypatch.setattr(pieces, "line_marks", lambda *a: (told.append("lines"), lines(*a))[1])
    for _ in range(2):
        document.toggle(7)
        QCoreApplication.processEvents()
        window.layers.grid.repaint()
    assert told == []
    document.set_cursor(8)
    QCoreApplication.processEvents()
    window.layers.grid.repaint()
    assert sorted(told) == ["cell", "lines"]


def test_a_click_paints_over_the_scene_only_words_that_differ(make_window):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    window.scene.canvas.repaint()
    overlays = window.scene.overlays
    parts = (overlays.cube, overlays.dock, overlays.ruler, overlays.verdict)
    before = [part._kept.count for part in parts]
    window.document.edit("move", remove=[0], place=[7])
    QCoreApplication.processEvents()
    window.scene.canvas.repaint()
    assert [part._kept.count for part in parts[:3]] == before[:3]
    assert all(before)


def test_layers_are_painted_into_the_pixmaps_of_before(make_window):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    document = window.document
    document.set_view(replace(document.view, share="half"))
    QCoreApplication.processEvents()
    window.layers.grid.repaint()
    canvas = window.layers.grid._canvas
    before = canvas._pieces
    document.toggle(7)
    window.layers.grid.repaint()
    assert canvas._pieces is before


def test_while_work_runs_the_board_is_drawn_between_turns_of_the_event_loop(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    window.scene._rest.setInterval(60_000)
    canvas, document, drawn = window.scene.canvas, window.document, []
    turns(window, 1)
    before = canvas.pixels._board.copy()
    canvas.pixels.offscreen.renderer.AddObserver("EndEvent", lambda *_: drawn.append("board"))
    canvas.is_patient = lambda: True
    document.set_suggestion(np.arange(7, 40, 8))
    window.scene.draw_now()
    canvas.repaint()
    assert drawn == []
    assert canvas.pixels._board == before
    qtbot.waitUntil(lambda: not canvas._later.isActive())
    assert drawn == ["board"]
    assert canvas.pixels._board != before


@pytest.mark.parametrize("seed", range(4))
def test_pictures_that_come_later_are_those_that_come_at_once(make_window, qtbot, seed):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    window.scene._rest.setInterval(60_000)
    canvas, camera, document = window.scene.canvas, window.scene.camera, window.document
    turns(window, 1)
    canvas.is_patient = lambda: True
    rng = np.random.default_rng(seed)
    changes = (
        lambda: document.toggle(int(rng.integers(125))),
        lambda: document.set_cursor(int(rng.integers(125))),
        lambda: camera.turn(float(rng.integers(20)), 2.0),
        lambda: window.resize(1200 + int(rng.integers(100)), 800),
        lambda: QTest.qWait(int(rng.integers(30))),
        QCoreApplication.processEvents,
        canvas.repaint,
    )
    for kind in rng.integers(0, len(changes), 40).tolist():
        changes[kind]()
    QCoreApplication.processEvents()
    qtbot.waitUntil(lambda: not canvas._later.isActive())
    picture = canvas.picture()
    canvas.pixels.change()
    assert canvas.picture() == picture


def test_a_drawer_at_its_place_leaves_the_picture_until_the_new_one_is_drawn(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    canvas = window.scene.canvas
    turns(window, 1)
    before = canvas.pixels._board.copy()
    window.drawers.open("solve")
    window.drawers.finish()
    assert canvas.width() < before.width()
    canvas.repaint()
    assert canvas.pixels._board == before
    qtbot.waitUntil(lambda: not canvas._later.isActive())
    assert canvas.pixels._board.width() == canvas.width()

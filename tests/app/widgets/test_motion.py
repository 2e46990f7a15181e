"""Movements: none where motion is reduced."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from nqviz import Board, Placement
from nqviz_app.widgets import motion


@pytest.fixture
def window(make_window, monkeypatch):
    monkeypatch.delenv("NQVIZ_REDUCED_MOTION")
    window = make_window(Placement(Board.cube(4, 3)))
    yield window
    window.services.preferences.change(reduced_motion=False)


def test_the_choice_is_kept_and_heeded(window):
    window.services.preferences.change(reduced_motion=True)
    assert motion.duration(motion.CAMERA) == 0
    window.services.preferences.change(reduced_motion=False)
    assert motion.duration(motion.CAMERA) == 200


def test_a_drawer_and_the_camera_heed_it_at_once(window, qtbot):
    window.show()
    drawers, camera, preferences = window.drawers, window.scene.camera, window.services.preferences
    for name, reduced in (("board", False), ("solve", True)):
        preferences.change(reduced_motion=reduced)
        QTest.mouseClick(window.rail.buttons[name], Qt.MouseButton.LeftButton)
        assert (drawers.x() == window.rail.width()) == reduced, name
        window.actions_["view.front" if reduced else "view.right"].trigger()
        assert camera.is_moving != reduced, name
        qtbot.waitUntil(lambda: not camera.is_moving)
        drawers.close_drawer()
        qtbot.waitUntil(drawers.isHidden)


def test_a_search_starts_once_its_drawer_is_at_its_place(window, qtbot):
    window.show()
    panel, started = window.solve_panel, []
    panel.search_started.connect(lambda: started.append(window.drawers.x()))
    panel.run()
    assert not panel.is_running
    panel.run()  # asked for twice
    qtbot.waitUntil(lambda: bool(started))
    assert started == [window.rail.width()]
    panel.stop()
    qtbot.waitUntil(lambda: not panel.is_running)
    panel.run()  # in the open drawer
    assert panel.is_running
    panel.stop()
    qtbot.waitUntil(lambda: not panel.is_running)
    assert len(started) == 2


def test_a_search_waits_for_the_picture_beside_its_drawer(window, qtbot, monkeypatch):
    window.show()
    monkeypatch.setattr(motion, "RESIZED", 1)
    panel, started = window.solve_panel, []
    panel.search_started.connect(lambda: started.append(True))
    panel.run()
    motion.note_drawing(window.scene.canvas, True)
    qtbot.waitUntil(lambda: window.drawers.x() == window.rail.width())
    qtbot.wait(4 * motion.NEXT_LOOK)  # nothing is to be waited for
    assert not started
    motion.note_drawing(window.scene.canvas, False)
    qtbot.waitUntil(lambda: bool(started))
    panel.stop()
    qtbot.waitUntil(lambda: not panel.is_running)


def test_a_search_waits_for_a_drawer_that_comes_late(window, qtbot, monkeypatch):
    window.show()
    monkeypatch.setattr(motion, "RESIZED", 1)
    monkeypatch.setattr("nqviz_app.window.drawer_stack.DRAWER", 4 * motion.DRAWER)
    panel, started = window.solve_panel, []
    panel.search_started.connect(lambda: started.append(window.drawers.x()))
    panel.run()
    qtbot.waitUntil(lambda: bool(started))
    assert started == [window.rail.width()]
    panel.stop()
    qtbot.waitUntil(lambda: not panel.is_running)


def test_a_call_beside_drawing_waits_for_a_picture_but_not_for_one_after_another(window, qtbot):
    calls = []
    timer = motion.beside_drawing(window, lambda: calls.append(motion.is_drawing(window)))
    motion.note_drawing(window, True)
    timer.start(0)
    QTest.qWait(2 * motion.NEXT_LOOK)
    assert not calls
    motion.note_drawing(window, False)
    qtbot.waitUntil(lambda: calls == [False])
    motion.note_drawing(window, True)
    timer.start(0)
    qtbot.waitUntil(lambda: calls == [False, True])
    motion.note_drawing(window, False)

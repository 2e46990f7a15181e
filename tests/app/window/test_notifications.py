"""Notifications: calm, and never in the way."""

import math
import threading
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton, QToolButton, QWidget

from nqviz.constructions.from_catalogue import load_record
from nqviz.core.errors import InputError
from nqviz_app.window import notifications


@pytest.fixture
def gate():
    """An event that jobs wait for; it is set at the end of the test in any case."""
    gate = threading.Event()
    yield gate
    gate.set()


def start(window, work, title="Counting"):
    return window.runner.start(title, work, succeeded=lambda _: None, failed=lambda _: None)


def wait_for_jobs(qtbot, window):
    qtbot.waitUntil(lambda: not window.runner.jobs)


def shown(window):
    return [toast.text for toast in window.services.notifications.shown]


def fail(_run):
    raise RuntimeError("nobody foresaw this")


def test_an_unforeseen_failure_is_told_with_its_details(make_window, qtbot):
    window = make_window()
    window.layers.grid.setFocus()
    before = window.focusWidget()
    start(window, fail)
    wait_for_jobs(qtbot, window)
    assert "nobody foresaw this" in shown(window)[0]
    toast = window.services.notifications.shown[0]
    assert window.rect().contains(toast.geometry().translated(toast.parent().pos()))
    more = toast.findChild(QPushButton)
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    box = window.findChild(QMessageBox, "message")
    assert "RuntimeError" in box.detailedText()
    assert "Traceback" in box.detailedText()
    box.close()
    assert shown(window) == []
    assert window.focusWidget() is before


def test_what_was_refused_stands_in_the_panel_and_is_not_told_twice(make_window, qtbot):
    def refuse(_run):
        raise InputError("the side is too large")

    window = make_window()
    start(window, refuse)
    wait_for_jobs(qtbot, window)
    assert shown(window) == []


def test_a_long_job_that_ends_while_another_tab_is_looked_at(make_window, qtbot, gate, monkeypatch):
    monkeypatch.setattr(notifications, "LONG", 0.0)
    window = make_window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.document.toggle(0)
    start(window, lambda _run: gate.wait(), "Watched")
    gate.set()
    wait_for_jobs(qtbot, window)
    assert shown(window) == []
    gate.clear()
    start(window, lambda _run: gate.wait(), "Left alone")
    window.new_tab()
    gate.set()
    wait_for_jobs(qtbot, window)
    assert len(shown(window)) == 1
    assert shown(window)[0].startswith("Left alone: done")
    monkeypatch.setattr(notifications, "LONG", math.inf)
    start(window, lambda _run: gate.wait(), "Short")
    window.tabs.show_tab(window.tabs.board_tabs[0])
    wait_for_jobs(qtbot, window)
    assert len(shown(window)) == 1


def test_it_goes_by_a_click_or_by_itself(make_window, qtbot, monkeypatch):
    monkeypatch.setattr(notifications, "STAYS_MS", 200)
    window = make_window()
    tell = window.services.notifications
    tell.report("goes by itself")
    qtbot.waitUntil(lambda: not shown(window))
    tell.warn("stays for a click")
    qtbot.mouseClick(tell.shown[0], Qt.MouseButton.LeftButton)
    assert shown(window) == []
    tell.warn("its words are a way to click, too")
    qtbot.mouseClick(tell.shown[0].findChild(QLabel), Qt.MouseButton.LeftButton)
    assert shown(window) == []
    tell.warn("stays for its button")
    qtbot.mouseClick(tell.shown[0].findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert shown(window) == []
    for number in range(5):
        tell.warn(f"number {number}")
    assert shown(window) == ["number 2", "number 3", "number 4"]
    assert not window.findChild(QWidget, "notifications").isHidden()


def lies_on(window, view):
    stack = window.findChild(QWidget, "notifications")
    here = QRect(view.mapTo(window, QPoint()), view.size())
    return here.contains(stack.geometry())


def test_it_lies_on_a_view_and_covers_no_panel(make_window, qtbot):
    window = make_window()
    scene = window.findChild(QWidget, "scene.view")
    window.services.notifications.warn("The autosave failed: " + "there is no room " * 6)
    assert lies_on(window, scene)
    window.resize(1250, 800)
    qtbot.waitUntil(lambda: lies_on(window, scene))
    window.actions_["view.layers_all"].trigger()
    qtbot.waitUntil(lambda: lies_on(window, window.layers.grid))
    window.actions_["view.layers_strip"].trigger()
    qtbot.waitUntil(lambda: lies_on(window, scene))
    window.services.notifications.report("Another")
    assert lies_on(window, scene)


def test_an_autosave_that_fails_is_told_once(make_window, tmp_path, monkeypatch):
    from nqviz_app.application import keep_safe

    monkeypatch.setenv("NQVIZ_STATE", str(tmp_path))
    window = make_window()
    recovery = keep_safe(window)
    window.services.preferences.change(autosave=600)
    assert recovery._timer.interval() == 600_000
    good, recovery.path = recovery.path, tmp_path / "gone" / "away.session"
    window.document.toggle(0)
    recovery.write()
    recovery.write()
    assert len(shown(window)) == 1
    assert "autosave" in shown(window)[0]
    recovery.path = good
    recovery.write()
    assert good.exists()


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_it_covers_nothing_of_the_board(make_window, qtbot, size):
    window = make_window(load_record("11x11x11-121").placement)
    window.resize(*size)
    QApplication.processEvents()
    window.services.notifications.warn("The autosave failed: there is no room.")
    stack = window.findChild(QWidget, "notifications").geometry()
    corner = window.scene.canvas.mapTo(window, QPoint())
    window.show()
    qtbot.waitUntil(lambda: len(window.scene.scene.hull()) == 8)
    corners = window.scene.scene.hull()
    for first, second in combinations(corners, 2):  # all edges and diagonals of the box
        for x, y in np.linspace(first, second, 50).tolist():
            assert not stack.contains(QPoint(round(x), round(y)) + corner)

"""Drawers that are asked for before what they need is loaded."""

import pytest

from nqviz import Board, Placement


@pytest.fixture
def window(make_window):
    window = make_window(Placement(Board.cube(5, 3)), with_panels=False)
    window.readiness.begin()
    yield window
    window.solve_panel.stop()


@pytest.fixture
def steps(window, monkeypatch):
    """The turns of the event loop in which a drawer is made or styled."""
    steps, ready_next = [], window.drawers.ready_next

    def noted(name):
        is_step = ready_next(name)
        if is_step:
            steps.append(name)
        return is_step

    monkeypatch.setattr(window.drawers, "ready_next", noted)
    return steps


def test_a_drawer_opens_when_it_is_loaded_and_made_in_turns(window, steps, qtbot):
    window.actions_["drawers.lessons"].trigger()
    qtbot.wait(50)
    assert window.drawers.current == ""
    assert not steps
    window.readiness.load()
    qtbot.waitUntil(lambda: window.drawers.current == "lessons")
    assert steps == ["solve", "solve", "lessons", "lessons"]


def test_what_is_asked_for_early_is_done_in_its_order(window, qtbot):
    done = []
    window.readiness.when_ready("solve", lambda: done.append("solve"))
    window.readiness.when_ready("board", lambda: done.append("board"))
    window.actions_["solve.run"].trigger()
    assert not done
    window.readiness.load()
    qtbot.waitUntil(lambda: window.solve_panel.is_running)
    assert done == ["solve", "board"]


def test_a_module_that_cannot_be_loaded_keeps_nobody_waiting(window, monkeypatch, qtbot):
    done = []
    window.readiness.when_ready("board", lambda: done.append("board"))
    monkeypatch.setattr("nqviz_app.window.readiness.MODULES", {"board": "no.such.module"})
    with pytest.raises(ImportError):
        window.readiness.load()
    qtbot.waitUntil(lambda: bool(done))

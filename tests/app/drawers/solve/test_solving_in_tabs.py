"""A search goes on while another tab is in front, and what it finds belongs to its own tab."""

import pytest
from PySide6.QtWidgets import QPushButton

from nqviz import Board, Placement
from nqviz.formats.session import read_session, write_session
from nqviz.run.context import Progress
from nqviz.run.outcome import Outcome, Status
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.session_tabs import session_of, tabs_of
from nqviz_app.drawers.solve import request as asking
from nqviz_app.drawers.solve.chart import BoundChart
from nqviz_app.drawers.solve.search import EARLIER
from tests.app.window_driver import choose, find, text_of

FIRST, LAST = Placement(Board.cube(4, 2), [(0, 1)]), Placement(Board.cube(4, 2), [(0, 1), (1, 3)])


@pytest.fixture
def slow(monkeypatch):
    """A search reports one placement and ends with a larger one when it is stopped."""

    def complete(givens, _target, run, **_more):
        run.progress(Progress("searching", 0.0, incumbent=FIRST, bound=4))
        run.stop.wait()
        return Outcome(Status.STOPPED, LAST, 4, message="Stopped: 2 queens found.")

    monkeypatch.setattr(asking, "complete", complete)
    monkeypatch.setattr(asking, "certificate", lambda *_args, **_more: None)


@pytest.fixture
def away(slow, make_window, qtbot):
    """Ask in a tab, and look at another one."""
    window = make_window(Placement(Board.cube(4, 2)))
    asked = window.document.tab
    window.solve_panel.run()
    qtbot.waitUntil(lambda: window.document.suggestion is not None)
    window.new_tab()
    yield window, asked
    window.solve_panel.stop()
    qtbot.waitUntil(lambda: not window.runner.jobs)


def stop(window, qtbot):
    find(window, QPushButton, "solve.stop").click()
    qtbot.waitUntil(lambda: not window.runner.jobs and not window.solve_panel.is_running)


def test_what_is_found_meets_its_own_tab(away, qtbot):
    window, asked = away
    document, panel = window.document, window.solve_panel
    assert panel.is_running
    assert f"In the tab {asked.title}: " in text_of(window, "solve.state")
    assert not find(window, QPushButton, "solve.run").isVisible()
    document.toggle(5)
    assert panel.is_running
    stop(window, qtbot)
    assert document.suggestion is None
    assert document.placement().indices.tolist() == [5]
    assert panel.outcome is None
    assert "has ended: look there" in text_of(window, "solve.state")
    window.tabs.show_tab(asked)
    assert document.suggestion.tolist() == LAST.indices.tolist()
    assert text_of(window, "solve.state").startswith("Stopped: 2 found.")
    assert panel.outcome is not None
    panel.accept()
    assert document.placement() == LAST


def stairs(tab):
    """Return the steps of the chart of a tab, however long each of them is."""
    return list(dict.fromkeys(moment[1:] for moment in tab.search.moments))


def test_each_tab_has_the_chart_of_its_own_search(away, qtbot, tmp_path):
    window, asked = away
    other, panel = window.document.tab, window.solve_panel
    stop(window, qtbot)
    assert other.search is None
    assert stairs(asked) == [(1, 4), (2, 4)]
    chart = find(window, BoundChart, "solve.chart")
    assert chart.trace is None
    window.tabs.show_tab(asked)
    assert chart.trace == asked.search
    write_session(session_of([asked], 0), tmp_path / "a.session")
    window.tabs.show_tab(other)
    panel.run()
    qtbot.waitUntil(lambda: window.document.suggestion is not None and other.search is not None)
    assert stairs(other) == [(1, 4)]
    stop(window, qtbot)
    window.tabs.show_tab(asked)
    assert text_of(window, "solve.state") == EARLIER
    assert chart.trace == asked.search
    window.document.load(window_state(Placement(Board.cube(4, 2))), "Load")
    assert (asked.search, chart.trace) == (None, None)
    assert text_of(window, "solve.state") == "4 queens are the maximum."
    (opened,) = tabs_of(read_session(tmp_path / "a.session"), window.document.step)
    window.tabs.open_tab(opened)
    window.tabs.show_tab(opened)
    assert chart.trace == opened.search
    assert "found 2, at most 4" in chart.accessibleDescription()


def test_a_search_is_still_there_when_its_tab_is_in_front_again(away, qtbot):
    window, asked = away
    window.tabs.show_tab(asked)
    assert window.solve_panel.is_running
    assert "In the tab" not in text_of(window, "solve.state")
    stop(window, qtbot)
    assert window.document.suggestion.tolist() == LAST.indices.tolist()


def test_a_search_ends_with_its_tab(away, qtbot):
    window, asked = away
    window.tabs.close_tab(asked)
    assert not window.solve_panel.is_running
    assert "closed" in text_of(window, "solve.state")
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert window.document.suggestion is None


def test_queens_of_another_tab_are_accepted_without_ending_a_search(away):
    window, asked = away
    window.document.set_suggestion(LAST.indices)
    window.solve_panel.accept()
    assert window.document.placement() == LAST
    assert window.solve_panel.is_running
    assert asked.suggestion.tolist() == FIRST.indices.tolist()


def test_cells_are_shown_in_the_tab_that_asked(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 2)))
    asked = window.document.tab
    choose(window, "solve.target", asking.CELLS)
    window.solve_panel.run()
    window.new_tab()
    qtbot.waitUntil(lambda: not window.solve_panel.is_running)
    assert window.document.overlay is None
    assert "16 cells" not in text_of(window, "solve.state")
    window.tabs.show_tab(asked)
    assert window.document.overlay is not None
    assert "cells can be in a placement of 4" in text_of(window, "solve.state")

"""What is computed for show belongs to the tab that asked for it, and is nobody's marks."""

import json
import threading

import numpy as np
import pytest
from PySide6.QtWidgets import QCheckBox

from nqviz import Board, InputError, Placement
from nqviz.formats.session import parse_session
from nqviz.formats.session_parts import session_parts
from nqviz.problems.first import greedy_rows
from nqviz.problems.planar import cell_costs
from nqviz.view.board_overlays import Marks
from nqviz.view.overlay import Overlay
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.document.session_tabs import session_of, tabs_of
from nqviz_app.drawers.solve.panel import SolvePanel
from tests.patience import STALL

from ..window_driver import LookBox, find

GREEDY, COSTS = "greedy", "costs"


def greedy_cells(n):
    return [row * n + column for row, column in enumerate(greedy_rows(n)) if column < n]


@pytest.mark.parametrize("name", [GREEDY, COSTS])
def test_a_tick_is_that_of_its_tab(make_window, name):
    window = make_window(Placement(Board.cube(6, 2)))
    document, box = window.document, LookBox(window, name)

    def is_shown():
        return (document.marks if name == GREEDY else document.overlay) is not None

    box.click()
    assert is_shown()
    window.new_tab()
    assert not box.is_checked()
    assert not is_shown()
    window.tabs.show_tab(window.tabs.board_tabs[0])
    assert box.is_checked()
    assert is_shown()
    box.click()
    window.tabs.show_tab(window.tabs.board_tabs[1])
    assert not box.is_checked()
    assert not is_shown()


def test_another_density_takes_the_place_of_costs(make_window):
    window = make_window(Placement(Board.cube(4, 2)))
    document, box = window.document, LookBox(window, COSTS)
    own = Overlay(np.arange(16.0), 1, "of one's own")
    document.set_overlay(own)
    box.click()
    assert document.overlay.values.tolist() == cell_costs(4).ravel().tolist()
    document.set_overlay(own)
    assert not box.is_checked()
    assert document.overlay is own


def test_what_is_marked_otherwise_comes_first(qapp):
    document = Document(window_state(Placement(Board.cube(6, 2))))
    document.set_greedy(True)
    own = Marks(np.array([2, 5]), "of one's own")
    document.set_marks(own)
    assert document.marks is own
    document.set_marks(None)
    assert document.marks.cells.tolist() == greedy_cells(6)
    assert document.picture().marked.tolist() == greedy_cells(6)
    document.load(window_state(Placement(Board.cube(4, 3))), "a cube")
    assert document.marks is None
    document.deleteLater()


def test_sessions_keep_the_wish_and_not_what_came_of_it(qapp):
    document = Document(window_state(Placement(Board.cube(6, 2))))
    document.set_greedy(True)
    document.set_costs(True)
    text = "".join(session_parts(session_of([document.tab], 0)))
    assert "marks" not in json.loads(text)["sheets"][0]
    (tab,) = tabs_of(parse_session(text, "x"), document.step)
    assert tab.greedy
    assert tab.costs
    assert tab.marks is None
    document.set_marks(Marks(np.array([3]), "being decided", is_kept=False))
    assert "".join(session_parts(session_of([document.tab], 0))) == text
    document.deleteLater()


def test_greedy_marks_of_older_sessions_become_the_wish(qapp):
    document = Document(window_state(Placement(Board.cube(6, 2))))
    data = json.loads("".join(session_parts(session_of([document.tab], 0))))
    cells = [[cell // 6 + 1, cell % 6 + 1] for cell in greedy_cells(6)]
    data["sheets"][0]["marks"] = {
        "cells": cells,
        "caption": "greedy queen of the infinite board",
    }
    (tab,) = tabs_of(parse_session(json.dumps(data), "x"), document.step)
    assert tab.greedy
    assert tab.marks is None
    document.show_tab(tab)
    assert document.marks.cells.tolist() == greedy_cells(6)
    document.set_greedy(False)
    assert document.marks is None
    document.deleteLater()


def test_the_cost_being_decided_is_marked_on_its_board_alone(make_window, qtbot):
    window = make_window(Placement(Board.cube(6, 2)))
    document, page = window.document, window.findChild(SolvePanel).page_of("beautiful")
    ended = threading.Event()

    def fail(_run):
        ended.wait(STALL)
        raise InputError("the engine failed")

    def search():
        ended.clear()
        page._n_asked = 6
        page.job.start("Most beautiful queens", fail, lambda _result: None)
        page._strip.show_levels((34, 34, 26, 26, 10, 10), [(34, 2), (26, 2)], 10)

    search()
    box = find(window, QCheckBox, "planar.beautiful_level")
    box.click()
    assert set(cell_costs(6).ravel()[document.marks.cells].tolist()) == {10}
    box.click()
    assert document.marks is None
    box.click()
    ended.set()
    qtbot.waitUntil(lambda: not page.is_running)
    assert document.marks is None
    search()
    box.click()
    document.load(window_state(Placement(Board.cube(6, 3))), "A cube of the same side")
    box.click()
    assert document.marks is None
    ended.set()
    qtbot.waitUntil(lambda: not page.is_running)

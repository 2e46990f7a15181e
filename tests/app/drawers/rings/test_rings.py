"""Completion ring by ring in the Solve drawer."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QSpinBox, QTreeView

from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.notation import parse_squares
from nqviz.core.placement import Placement
from nqviz.core.rings import ring_vector
from nqviz_app.drawers.rings.page import RingsPage
from nqviz_app.drawers.solve.panel import RINGS, SolvePanel
from nqviz_app.views.charts import ChartView
from tests.app.window_driver import open_panel

BOARD = Board.cube(8, 2)


@pytest.fixture
def open_rings(make_panel, make_window):
    """Open the panel, alone or in the whole window."""

    def make(squares="b4,d5", board=BOARD, givens=(), whole=False):
        placement = Placement.from_indices(board, parse_squares(squares, board) if squares else ())
        window = (
            make_window(placement, givens) if whole else make_panel(SolvePanel, placement, givens)
        )
        open_panel(window, "solve")
        panel = window.findChild(SolvePanel)
        panel.look_for(RINGS)
        assert "Ring" in words(panel, "rings.vector")
        return window, panel

    return make


def words(panel, name):
    return panel.findChild(QLabel, name).text()


def push(panel, name):
    return panel.findChild(QPushButton, name)


def explained(panel, qtbot):
    push(panel, "solve.run").click()
    qtbot.waitUntil(lambda: push(panel, "rings.save").isVisible())


def test_the_completion_of_the_paper_step_by_step(open_rings, qtbot, tmp_path):
    window, panel = open_rings()
    document = window.document
    assert "S28" in words(panel, "rings.vector")
    table = panel.findChild(QLabel, "rings.vector")
    assert table.textFormat() is Qt.TextFormat.RichText
    assert not push(panel, "rings.step").isEnabled()
    explained(panel, qtbot)
    assert "2 solutions in 7 sub-cases" in words(panel, "solve.state")
    tree = panel.findChild(QTreeView, "rings.tree")
    model = tree.model()
    before = document.placement()
    for _ in range(5):  # case 1, sub-case 1.1, its first alternative, the solution, the next one
        push(panel, "rings.step").click()
    assert "c2, g7" in tree.currentIndex().data()
    assert "No solution" in words(panel, "rings.words")
    assert document.suggestion.tolist() == parse_squares("b4,c2,d5,g7", BOARD)
    push(panel, "rings.back").click()
    assert tree.currentIndex().data() == "✓ S28: a7, e8, f1, h6"
    assert document.placement() == before
    assert document.undo_stack.count() == 0
    assert model.rowCount(model.index(0, 0)) == 2
    for name in ("why.txt", "why.html", "why.svg"):
        panel.page_of("rings").save_to(tmp_path / name)
        qtbot.waitUntil(lambda: not window.runner.jobs)
        assert "Sub-case 2.4" in (tmp_path / name).read_text("utf-8")
    push(panel, "solve.accept").click()
    assert document.counts.queens == 8
    assert document.placement().is_valid()
    assert document.suggestion is None
    assert model.rowCount() == 0
    document.undo_stack.undo()
    assert document.placement() == before


def test_given_queens_are_what_is_completed(open_rings, qtbot):
    _window, panel = open_rings("b4,c2,d5", givens=parse_squares("b4,d5", BOARD))
    explained(panel, qtbot)
    assert "2 solutions" in words(panel, "solve.state")


def test_attacking_queens_are_refused_in_one_line(open_rings, qtbot):
    window, panel = open_rings("a1,b2")
    push(panel, "solve.run").click()
    qtbot.waitUntil(lambda: "cannot be completed" in words(panel, "solve.state"))
    assert window.document.suggestion is None


def test_a_long_search_stops(open_rings, qtbot):
    window, panel = open_rings("", Board.cube(14, 2))
    push(panel, "solve.run").click()
    (job,) = window.runner.jobs
    qtbot.waitUntil(lambda: job.last_progress is not None)
    push(panel, "solve.stop").click()
    qtbot.waitUntil(lambda: "searched to their end" in words(panel, "solve.state"))
    assert push(panel, "solve.run").isVisible()


def test_the_distribution(open_rings, qtbot):
    _window, panel = open_rings("")
    push(panel, "rings.count").click()
    qtbot.waitUntil(lambda: "92 solutions" in words(panel, "rings.total"))
    chart = panel.findChild(ChartView, "rings.chart")
    assert chart.read_out(1.2) == (1, "1 0 3 4: 32 solutions")
    assert chart.read_out(99) == (6, "0 0 4 4: 4 solutions")


def test_the_patterns_of_the_paper_on_large_boards(open_rings, qtbot):
    window, panel = open_rings("")
    side, build = panel.findChild(QSpinBox, "rings.pattern_n"), push(panel, "rings.pattern_build")
    side.stepUp()
    assert side.value() == 20
    build.click()
    qtbot.waitUntil(lambda: "n = 20. Rings" in words(panel, "rings.pattern_state"))
    document = window.document
    assert ring_vector(document.placement()) == (0, 0, 0, 2, 2, 4, 2, 4, 2, 4)
    assert document.undo_stack.undoText() == "Pattern by rings: n = 20"
    side.setValue(21)
    assert not build.isEnabled()
    assert "8, 20, 32" in build.toolTip()
    panel.findChild(QComboBox, "rings.pattern").setCurrentIndex(1)
    assert side.value() == 20
    side.setValue(2000)
    build.click()
    qtbot.waitUntil(lambda: "n = 2,000. R" in words(panel, "rings.pattern_state"))
    assert document.counts.queens == 2000
    assert document.counts.conflict_pairs(1) == []


def test_further_patterns_are_searched_and_built(open_rings, qtbot):
    window, panel = open_rings("a2,b4,c6,d1,e3,f5", Board.cube(6, 2))
    for name, value in (("period", 6), ("most", 2)):
        panel.findChild(QSpinBox, f"rings.pattern_{name}").setValue(value)
    search = push(panel, "rings.pattern_search")
    search.click()
    assert search.text() == "Stop"
    qtbot.waitUntil(lambda: "2 patterns found" in words(panel, "rings.pattern_state"))
    choice = panel.findChild(QComboBox, "rings.pattern")
    assert choice.count() == 4
    assert choice.currentIndex() == 2
    panel.findChild(QSpinBox, "rings.pattern_n").setValue(36)
    push(panel, "rings.pattern_build").click()
    qtbot.waitUntil(lambda: window.document.board.n == 36)
    assert window.document.placement().is_valid()
    assert not search.isEnabled()
    assert "12 by 12" in search.toolTip()


def test_boards_without_rings(make_panel):
    panel = make_panel(SolvePanel, Placement(Board.cube(4, 2, piece="bishop"))).panel
    panel.look_for(RINGS)
    assert "flat squares" in words(panel, "rings.vector")
    assert not push(panel, "solve.run").isEnabled()
    assert not push(panel, "rings.count").isEnabled()
    panel = make_panel(SolvePanel, Placement(Board.cube(4, 3))).panel
    panel.look_for(RINGS)  # it is not offered there
    assert not isinstance(panel.page, RingsPage)


def test_another_tab_keeps_its_suggestion(open_rings, qtbot):
    window, panel = open_rings(whole=True)
    document, first = window.document, window.document.tab
    window.new_tab()
    suggested = np.array([3])
    document.set_suggestion(suggested)
    window.tabs.show_tab(first)
    explained(panel, qtbot)
    assert document.suggestion is not None
    window.tabs.show_tab(window.tabs.board_tabs[1])
    assert document.suggestion is suggested
    assert first.suggestion is None


def test_a_pattern_waits_for_its_tab(open_rings, qtbot):
    window, panel = open_rings("", whole=True)
    asked = window.document.tab
    push(panel, "rings.pattern_build").click()
    window.new_tab()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert window.document.counts.queens == 0
    window.tabs.show_tab(asked)
    assert window.document.counts.queens == window.document.board.n


def test_blocked_cells_are_left_free_where_lines_pass(open_rings, qtbot):
    board = Board((6, 6), blocked=[(0, 1)])
    window, panel = open_rings("", board)
    explained(panel, qtbot)
    assert "3 solutions in 4 sub-cases" in words(panel, "solve.state")
    push(panel, "rings.count").click()
    qtbot.waitUntil(lambda: "3" in words(panel, "rings.total"))
    stopping = Placement(board.with_blocked(board.blocked, True))
    window.document.load(BoardState(stopping), "lines stop")
    assert "S20" in words(panel, "rings.vector")
    assert not push(panel, "solve.run").isEnabled()
    assert "no placement is full" in panel.page_of("rings").objection()

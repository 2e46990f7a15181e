"""The Solve drawer: the answer first and in words, and buttons that stay where they are."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QPushButton, QSpinBox, QWidget

from nqviz import Board, Placement
from nqviz.bounds import best_upper
from nqviz.constructions import regular
from nqviz.run.context import Limit, Progress, RunContext
from nqviz.run.outcome import Outcome, Status
from nqviz_app.document.board_tab import Finding, window_state
from nqviz_app.drawers.solve import request as asking
from nqviz_app.drawers.solve.answer import Answer, AnswerArea
from nqviz_app.drawers.solve.chart import BoundChart
from nqviz_app.drawers.solve.panel import CHOICES, FLAT_CHOICES, PROVE, SolvePanel
from nqviz_app.drawers.solve.reasons import ReasonList, reasons
from nqviz_app.drawers.solve.words import ended_answer
from tests.app.window_driver import choose, dress, find, press, text_of

from .solving import settled, solve

FIVE = Board.cube(5, 3)
GIVENS = Placement(FIVE, [(0, 0, 0), (1, 2, 4)])
FOUND = Placement(FIVE, [(0, 0, 0), (1, 2, 4), (2, 4, 3)])


@pytest.fixture
def make_solve(make_panel):
    def make(*state):
        window = make_panel(SolvePanel, *state)
        dress(window)
        return window

    return make


@pytest.fixture
def slow(monkeypatch):
    """A search reports one placement, and waits until it is stopped."""

    def complete(_givens, _target, run, **_more):
        run.progress(Progress("branch and cut", 0.0, incumbent=FOUND, bound=13))
        run.stop.wait()
        return Outcome(Status.STOPPED, FOUND, 13)

    monkeypatch.setattr(asking, "complete", complete)
    monkeypatch.setattr(asking, "certificate", lambda *_args, **_more: None)


def push(window, name):
    return find(window, QPushButton, f"solve.{name}")


def primary(window):
    """Return the names of the filled buttons."""
    buttons = window.findChildren(QPushButton)
    return [b.objectName() for b in buttons if b.property("kind") == "primary" and b.isVisible()]


def place(window, name):
    widget = find(window, QWidget, name)
    return widget.mapTo(window, widget.rect().topLeft())


# The answer ---------------------------------------------------------------------------------


def test_before_a_search_stands_what_is_known(make_solve):
    window = make_solve(Placement(Board.cube(12, 3)))
    assert text_of(window, "solve.numbers") == "[133, 143]"
    assert find(window, QAbstractButton, "solve.badge").text() == "Open"
    assert text_of(window, "solve.state") == "133 queens are known. More than 143 cannot fit."
    assert find(window, BoundChart, "solve.chart").chart is not None
    assert primary(window) == ["solve.run"]
    window.document.load(window_state(Placement(Board.cube(11, 3))), "another board")
    assert text_of(window, "solve.numbers") == "[121]"
    assert find(window, QAbstractButton, "solve.badge").text() == "Proven"


def test_one_button_is_filled_and_none_moves(make_solve, slow, qtbot):
    window = make_solve(GIVENS)
    run, accept, stop = push(window, "run"), push(window, "accept"), push(window, "stop")
    top, below = place(window, "solve.run").y(), place(window, "solve.reasons").y()
    assert primary(window) == ["solve.run"]
    press(qtbot, window, "solve.run")
    assert not run.isVisible()
    qtbot.waitUntil(accept.isVisible)
    assert accept.text() == "Accept 3 queens"
    assert primary(window) == ["solve.accept"]
    said = "3 queens found. More than 13 cannot fit."
    qtbot.waitUntil(lambda: text_of(window, "solve.state") == said)
    assert [place(window, name).y() for name in ("solve.accept", "solve.stop")] == [top, top]
    assert place(window, "solve.reasons").y() == below
    press(qtbot, window, "solve.stop")
    qtbot.waitUntil(lambda: settled(window))
    assert not stop.isVisible()
    assert text_of(window, "solve.state") == "Stopped: 3 found. More than 13 cannot fit."
    badge = find(window, QAbstractButton, "solve.badge")
    assert (badge.text(), badge.kind) == ("Stopped", "stopped")
    assert primary(window) == ["solve.accept"]
    assert place(window, "solve.accept").y() == place(window, "solve.run").y() == top
    assert place(window, "solve.reasons").y() == below
    press(qtbot, window, "solve.discard")
    assert primary(window) == ["solve.run"]
    assert place(window, "solve.run").y() == top


def test_a_search_that_has_found_nothing_can_only_be_stopped(make_solve, qtbot, monkeypatch):
    def complete(givens, _target, run, **_more):
        run.progress(Progress("preparing", 0.0, incumbent=givens, bound=13))
        run.stop.wait()
        return Outcome(Status.STOPPED, givens, 13)

    monkeypatch.setattr(asking, "complete", complete)
    monkeypatch.setattr(asking, "certificate", lambda *_args, **_more: None)
    window = make_solve(GIVENS)
    running = []
    window.panel.running_changed.connect(running.append)
    press(qtbot, window, "solve.run")
    assert primary(window) == ["solve.stop"]
    press(qtbot, window, "solve.stop")
    qtbot.waitUntil(lambda: settled(window))
    assert primary(window) == ["solve.run"]
    assert running == [True, False]


def test_what_is_found_is_known_to_the_document(make_solve, slow, qtbot):
    window = make_solve(GIVENS)
    press(qtbot, window, "solve.run")
    qtbot.waitUntil(lambda: window.document.finding is not None)
    assert window.document.finding == Finding("possible", 3)
    press(qtbot, window, "solve.stop")
    qtbot.waitUntil(lambda: settled(window))
    assert window.document.finding == Finding("possible", 3)


def test_queens_that_spoil_the_maximum_are_told(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(4, 2), [(0, 0)]))
    solve(qtbot, window)
    assert window.document.finding == Finding("at most", 3)
    assert text_of(window, "solve.state").endswith("More than 3 cannot fit with this queen.")


def test_a_failure_says_why_and_what_to_do(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(8, 2), [(0, 0), (1, 1)]))
    top = place(window, "solve.run").y()
    solve(qtbot, window)
    words = text_of(window, "solve.state")
    assert words.startswith("The queens to keep cannot stand: (1, 1) and (2, 2) attack each other")
    assert words.endswith(". Remove one of these queens, or keep nothing.")
    badge = find(window, QAbstractButton, "solve.badge")
    assert (badge.text(), badge.kind) == ("Not solved", "warning")
    assert [row.numbers for row in find(window, ReasonList, "solve.reasons").reasons] == [
        "9 or more"
    ]
    assert place(window, "solve.run").y() == top


def test_no_words_of_developers_are_used(make_solve, qtbot):
    window = make_solve(GIVENS)
    find(window, QSpinBox, "solve.nodes").setValue(2000)
    choose(window, "solve.engine", "local-search")
    solve(qtbot, window)
    labels = window.panel.findChildren(QLabel)
    words = " ".join(label.text() for label in labels if label.isVisible())
    for bad in ("p = 0", "bound by", "gave up", "solution"):
        assert bad not in words


def test_long_numbers_are_written_smaller(qtbot):
    area = AnswerArea()
    dress(area)
    qtbot.addWidget(area)
    area.resize(288, 260)
    area.show()
    area.show_answer(Answer("", "[133, 143]", "open", "Open"))
    numbers, usual = find(area, QLabel, "solve.numbers"), area.height()
    tall = numbers.fontMetrics().height()
    area.show_answer(Answer("", "[123,456, 160,000]", "proven", "Proven"))
    assert numbers.fontMetrics().height() < tall
    qtbot.waitUntil(lambda: numbers.width() >= numbers.sizeHint().width())
    assert area.height() == usual
    area.show_answer(Answer("", "[133, 143]", "open", "Open"))
    assert numbers.fontMetrics().height() == tall


# Why not more -------------------------------------------------------------------------------


def test_reasons_go_from_what_is_out_to_what_is_open(make_solve):
    window = make_solve(Placement(Board.cube(12, 3)))
    rows = find(window, ReasonList, "solve.reasons").reasons
    assert [(row.numbers, row.is_open) for row in rows] == [("144", False), ("134 to 143", True)]
    assert rows[0].words.startswith("is out: it would be a full placement, and ")
    assert rows[1].words == "are open: nobody has placed or excluded them."


def test_reasons_know_what_the_search_found_and_proved():
    board = Board.cube(12, 3)
    numbers = [row.numbers for row in reasons(board, 130, best_upper(board).value, 5)]
    assert numbers == ["144", "131 to 133", "134 to 143"]
    assert [row.numbers for row in reasons(board, 130, 132, 5)] == ["133 or more", "131 to 132"]
    assert [row.numbers for row in reasons(FIVE, 13)] == ["14 or more"]


# What can be looked for ---------------------------------------------------------------------


def test_questions_about_flat_boards_are_offered_there_alone(make_solve):
    window = make_solve(Placement(Board.cube(8, 2)))
    box = find(window, QComboBox, "solve.target")
    assert box.count() == len(CHOICES) + len(FLAT_CHOICES)
    window.panel.look_for("first")
    assert find(window, QSpinBox, "planar.first_n").isVisible()
    assert not find(window, QComboBox, "solve.keep").isVisible()
    window.document.load(window_state(Placement(FIVE)), "A cube")
    assert box.count() == len(CHOICES)
    assert find(window, QComboBox, "solve.keep").isVisible()


def test_choices_and_buttons_name_the_piece(make_solve):
    window = make_solve(Placement(Board.cube(4, 3, piece="rook"), [(0, 0, 0)]))
    box = find(window, QComboBox, "solve.target")
    assert box.itemText(0) == "The most rooks"
    keep = find(window, QComboBox, "solve.keep")
    assert [keep.itemText(k) for k in range(3)] == ["The rook", "0 given", "Nothing"]
    assert "rooks" in text_of(window, "solve.state")
    window.document.load(window_state(Placement(FIVE)), "Queens")
    assert box.itemText(0) == "The most queens"


def test_a_number_can_be_proven_without_published_bounds(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(4, 2)))
    window.panel.ask_number("prove")
    most = find(window, QSpinBox, "solve.most")
    assert find(window, QComboBox, "solve.target").currentData() == PROVE
    assert most.value() == 4
    assert not find(window, QSpinBox, "solve.count").isVisible()
    solve(qtbot, window)
    assert text_of(window, "solve.state") == "More than 4 queens cannot fit."
    assert text_of(window, "solve.numbers") == "[4]"
    assert window.panel.outcome.status is Status.INFEASIBLE


def test_a_completion_keeps_all_queens_whatever_is_chosen_to_be_kept(make_solve, qtbot):
    window = make_solve(GIVENS)
    choose(window, "solve.keep", "none")
    choose(window, "solve.target", "complete")
    assert not find(window, QComboBox, "solve.keep").isVisible()
    assert window.panel.search.form.question.givens == GIVENS


def test_the_keys_reach_every_control(make_solve, qtbot):
    window = make_solve(GIVENS)
    start = find(window, QComboBox, "solve.target")
    start.setFocus()
    seen = []
    for _ in range(30):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        seen.append(window.focusWidget().objectName())
    assert {"solve.keep", "solve.seconds", "solve.more", "solve.run", "solve.follow"} <= set(seen)


@pytest.mark.parametrize("percent", [100, 150])
def test_no_text_is_cut_off_whatever_is_looked_for(make_solve, qapp, percent):
    window = make_solve(Placement(Board.cube(8, 2), [(0, 0)]))
    dress(window, text_size=percent)
    window.resize(320 * percent // 100, 900)
    for _, choice in FLAT_CHOICES:
        window.panel.look_for(choice)
    for row in ("solve.more", "planar.complete_more", "rings.by_ring", "rings.patterns"):
        find(window, QAbstractButton, row).click()
    cut = []
    for _, choice in (*CHOICES, *FLAT_CHOICES):
        window.panel.look_for(choice)
        qapp.processEvents()
        for each in window.panel.findChildren(QWidget):
            if not each.isVisible():
                continue
            if isinstance(each, QAbstractButton) and each.text():
                need = each.fontMetrics().horizontalAdvance(each.text().replace("&", ""))
            elif isinstance(each, QLabel) and not each.wordWrap():
                need = each.sizeHint().width() - 1
            else:
                need = 0
            right = each.mapTo(window.panel, each.rect().bottomRight()).x()
            if each.width() < need or right > window.panel.width():
                cut.append((choice, each.objectName()))
    assert cut == []


def test_another_question_drops_the_answer_to_the_last_one(make_solve, qtbot):
    window = make_solve(Placement(Board.cube(4, 2)))
    solve(qtbot, window)
    assert "found" in text_of(window, "solve.state")
    choose(window, "solve.target", "dominate")
    assert text_of(window, "solve.state") == "How few queens attack or occupy every cell?"
    assert find(window, ReasonList, "solve.reasons").isHidden()


def test_many_cuts_are_counted(make_solve):
    window = make_solve(Placement(FIVE))
    cuts = find(window, QPushButton, "solve.cuts")
    for name in ("cube", "face"):
        cuts._actions[name].trigger()
    assert cuts.text() == "cube, face"
    cuts._actions["star"].trigger()
    assert cuts.text() == "3 families"


def test_a_board_too_large_for_a_search_is_solved_by_what_is_built():
    board = Board.cube(101, 3)
    ask = asking.SolveRequest(Placement(board), "max", "auto", None, Limit(seconds=60))
    found = ask.answer(None, RunContext())
    assert (found.status, found.count) == (Status.OPTIMAL, 10_201)


@pytest.mark.parametrize(
    ("is_exhausted", "words"),
    [(False, "The limit was reached: "), (True, "The search can prove no more: ")],
)
def test_only_a_search_that_can_go_on_has_reached_its_limit(is_exhausted, words):
    board = Board.cube(31, 3)
    ask = asking.SolveRequest(Placement(board), "max", "auto", None, Limit(seconds=60))
    ended = Outcome(
        Status.LIMIT, Placement(board), bound=961, seconds=30.0, is_exhausted=is_exhausted
    )
    assert ended_answer(ask, ended).sentence.startswith(words)


def test_large_numbers_have_thin_spaces_and_one_of_them_is_no_bracket(qtbot):
    """A comma between thousands would look like the one between two bounds."""
    board = Board.cube(1009, 2)
    ask = asking.SolveRequest(Placement(board), "max", "auto", None, Limit())
    ended = Outcome(Status.LIMIT, value=regular(board), bound=1009)
    assert ended_answer(ask, ended).badge == "Proven"
    area = AnswerArea()
    qtbot.addWidget(area)
    area.show_answer(Answer("10,201 queens are the maximum.", "[0, 10,201]", "open", "Open"))
    assert text_of(area, "solve.numbers") == "[0, 10\u202f201]"
    assert text_of(area, "solve.state").startswith("10\u202f201 queens")

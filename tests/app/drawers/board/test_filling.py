"""The Board drawer fills the board by every family, and says what fits."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSpinBox,
)

from nqviz import Board, Placement
from nqviz.constructions import FAMILIES, classical, construct, cut_state, extend, regular
from nqviz.constructions.regular import regular_form
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.board.examples import EXAMPLES
from nqviz_app.drawers.board.families import LOOKS, brief, title_of
from nqviz_app.drawers.board.panel import BoardPanel
from tests.app.window_driver import choose, find, press, text_of, wait_for_jobs


@pytest.fixture
def make_fill(make_panel):
    return partial(make_panel, BoardPanel)


def row(window, name, group="family"):
    return find(window, QAbstractButton, f"constructions.{group}.{name}")


def take(qtbot, window, name, group="family"):
    """Click on the row of a family."""
    if group == "elsewhere":
        opener = find(window, QAbstractButton, "constructions.elsewhere")
        opener.setChecked(True)
    place = row(window, name, group)
    assert place.isVisible(), name
    assert place.isEnabled(), name
    qtbot.mouseClick(place, Qt.MouseButton.LeftButton)


def primary(window):
    return find(window, QPushButton, "constructions.load").text()


def fill(qtbot, window):
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)


def test_families_fill_a_board_with_blocked_cells(make_fill, qtbot):
    board = Board((8, 8), blocked=[0, 9, 20])
    window = make_fill(Placement(board))
    take(qtbot, window, "classical")
    assert primary(window) == "Fill the board"
    fill(qtbot, window)
    assert window.document.board == board
    assert window.document.placement() == construct(board, "classical").placement
    assert not row(window, "colouring").isVisible()


def test_families_fill_the_board(make_fill, qtbot):
    for family, n, d, count in (
        ("classical", 8, 2, 8),
        ("regular", 11, 3, 121),
        ("subcube", 9, 3, 67),
    ):
        window = make_fill(Placement(Board.cube(n, d)))
        take(qtbot, window, family)
        fill(qtbot, window)
        assert window.document.counts.queens == count
        assert window.document.counts.conflicts == 0
        assert window.document.board == Board.cube(n, d)
        window.document.undo_stack.undo()
        assert window.document.counts.queens == 0


def test_every_family_is_shown_by_an_icon_and_a_few_words():
    boards = [Board.cube(n, d) for n, d in ((5, 2), (7, 2), (8, 2), (9, 3), (11, 3), (25, 2))]
    boards.append(Board.cube(12, 2, torus=True))
    for name, family in FAMILIES.items():
        assert name in LOOKS
        fitting = [board for board in boards if family.suits(board)]
        assert fitting, name
        for board in fitting:
            assert brief(family, board)
            assert title_of(family, board)
    assert brief(FAMILIES["regular"], Board.cube(11, 3)) == "121 queens by a linear rule"
    assert brief(FAMILIES["subcube"], Board.cube(11, 3)) == "the best window of (13,3)"
    assert brief(FAMILIES["regular"], Board.cube(5, 2, piece="rook")).startswith("5 rooks")


def test_the_button_says_the_number_where_it_is_known(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(11, 3)))
    assert primary(window) == "Fill with 121 queens"
    take(qtbot, window, "subcube")
    assert primary(window) == "Fill with 103 queens"
    find(window, QSpinBox, "constructions.outer").setValue(12)  # no board with a regular placement
    assert primary(window) == "Fill the board"
    choose(window, "constructions.free", "fill")
    assert primary(window) == "Fill the board"
    take(qtbot, window, "random")
    assert primary(window) == "Fill the board"
    find(window, QSpinBox, "constructions.queens").setValue(20)
    assert primary(window) == "Fill with 20 queens"
    fill(qtbot, window)
    assert window.document.counts.queens == 20


def test_chosen_rules_are_used(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(13, 3)))
    rule = find(window, QComboBox, "constructions.coefficients")
    assert rule.currentText() == "2 x1 + 4 x2"
    for text in ("3, 5", "3 x1 + 5 x2"):
        rule.setCurrentText(text)
        fill(qtbot, window)
        assert rule.currentText() == "3 x1 + 5 x2", "as the board has it"
        cells = window.document.placement().cells
        assert ((3 * cells[:, 0] + 5 * cells[:, 1] - cells[:, 2]) % 13 == 11).all()
    rule.setCurrentText("3 x1 + 3 x2")
    fill(qtbot, window)
    assert "not admissible" in text_of(window, "constructions.state")


def test_constants_of_rules_are_for_coordinates_from_1(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(11, 3)))
    find(window, QComboBox, "constructions.coefficients").setCurrentText("8 x1 + 6 x2")
    find(window, QSpinBox, "constructions.shift").setValue(5)
    fill(qtbot, window)
    x = window.document.placement().cells + 1
    assert ((8 * x[:, 0] + 6 * x[:, 1] + 5 - x[:, 2]) % 11 == 0).all()
    assert window.document.counts.queens == 121


def test_what_has_nothing_for_the_board_goes_to_the_nearest(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(10, 3)))
    assert row(window, "regular").isHidden()
    assert row(window, "subcube").isChecked(), "the first that has something"
    take(qtbot, window, "regular", "elsewhere")
    assert window.document.board == Board.cube(11, 3)
    assert row(window, "regular").isChecked()
    assert primary(window) == "Fill with 121 queens"
    assert "(11,2)" in row(window, "colouring", "elsewhere").description
    window.document.undo_stack.undo()
    assert window.document.board == Board.cube(10, 3)


def test_a_colouring_is_shown_on_a_board_of_more_dimensions(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(7, 2)))
    take(qtbot, window, "colouring")
    assert primary(window) == "Fill (7,3) with 49 rooks"
    fill(qtbot, window)
    assert window.document.board.shape == (7, 7, 7)
    assert window.document.counts.queens == 49
    window.document.undo_stack.undo()
    assert row(window, "colouring").isChecked()


def test_a_family_builds_on_a_board_of_any_shape_and_piece(make_fill, qtbot):
    window = make_fill(Placement(Board((4, 5, 6), piece="rook")))
    assert row(window, "random").isChecked()
    assert find(window, QSpinBox, "constructions.queens").toolTip().startswith("The number of rook")
    fill(qtbot, window)
    assert window.document.board == Board((4, 5, 6), piece="rook")
    assert window.document.counts.queens > 10
    assert "rooks" in text_of(window, "constructions.state")
    take(qtbot, window, "stacked", "elsewhere")
    assert window.document.board == Board.cube(6, 3)


def test_what_is_said_of_a_board_goes_with_it(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(9, 3)))
    fill(qtbot, window)
    assert text_of(window, "constructions.state")
    window.document.load(window_state(Placement(Board.cube(11, 3))), "another")
    assert text_of(window, "constructions.state") == ""


def test_the_cut_is_shown_on_its_outer_board(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(9, 3)))
    take(qtbot, window, "subcube")
    find(window, QCheckBox, "constructions.show_cut").setChecked(True)
    assert primary(window) == "Show the cut"
    fill(qtbot, window)
    document = window.document
    assert document.counts.queens == 67
    assert document.board.n == 11
    outside = document.cut.outside
    assert np.count_nonzero(~outside) == 9**3
    assert not outside[np.flatnonzero(document.counts.occupied)].any()
    assert outside[document.cut.dropped].all()
    assert len(document.cut.dropped) + 67 == document.board.full_count


def test_the_parts_of_a_cut_are_chosen_or_typed(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(10, 3)))
    take(qtbot, window, "subcube")
    rule = find(window, QComboBox, "constructions.coefficients")
    outer = find(window, QSpinBox, "constructions.outer")
    assert outer.value() == 11
    assert rule.count() == 1 + 24
    outer.setValue(outer.minimum())
    assert rule.count() == 1, "without an outer side there is nothing to choose"
    outer.setValue(11)
    assert rule.findText("2 x1 + 4 x2") > 0
    rule.setCurrentText("4 x1 + 2 x2")
    offsets = find(window, QLineEdit, "constructions.offsets")
    for text, problem in (
        ("1, 2", "3 offsets are needed"),
        ("1, 2, no", "'no' is not a whole number"),
    ):
        offsets.setText(text)
        fill(qtbot, window)
        assert problem in text_of(window, "constructions.state")
    assert window.document.counts.queens == 0
    offsets.setText("1 2 3")
    fill(qtbot, window)
    assert window.document.counts.queens == 91


def test_some_families_start_from_the_queens_on_the_board(make_fill, qtbot):
    start = classical(8)
    window = make_fill(start)
    take(qtbot, window, "extended")
    assert primary(window) == "Fill (9,2) with 9 queens"
    fill(qtbot, window)
    assert window.document.placement() == extend(start)
    choose(window, "constructions.board", "placed")
    fill(qtbot, window)
    assert "a queen is on the long diagonal" in text_of(window, "constructions.state").lower()
    take(qtbot, window, "random")
    choose(window, "constructions.board", "placed")
    find(window, QSpinBox, "constructions.queens").setValue(4)
    fill(qtbot, window)
    assert len(window.document.placement()) == 4
    assert set(window.document.placement()) < set(extend(start))


def test_queens_added_to_a_cut_stand_on_its_outer_board():
    built = construct(Board.cube(5, 3), "subcube", outer=17, free="fill")
    state = cut_state(built)
    outer = Placement.from_indices(state.board, state.queens)
    assert outer.is_valid()
    assert len(outer) == len(built.placement) > built.cut.count
    kept = set(state.queens.tolist()) & set(built.cut.outer_placement.indices.tolist())
    assert len(kept) == built.cut.count
    assert len(state.cut.dropped) == 17**2 - built.cut.count


def test_work_can_be_stopped_and_is_announced(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(40, 3)))
    running = []
    window.panel.running_changed.connect(running.append)
    take(qtbot, window, "stacked")
    find(window, QSpinBox, "constructions.tries").setValue(1000)
    press(qtbot, window, "constructions.load")
    assert primary(window) == "Stop"
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert running[0] is True
    assert running[-1] is False
    assert primary(window) == "Fill the board"
    assert window.document.counts.queens > 500, "the best so far"


def test_given_queens_are_locked_and_cleared(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(6, 2, piece="rook"), [(0, 0), (1, 2)]))
    lock = find(window, QPushButton, "board.lock")
    assert lock.text() == "Lock all rooks"
    assert not find(window, QPushButton, "board.unlock").isEnabled()
    press(qtbot, window, "board.lock")
    assert len(window.document.givens) == 2
    assert not lock.isEnabled()
    press(qtbot, window, "board.unlock")
    assert not window.document.givens
    press(qtbot, window, "board.clear")
    assert window.document.counts.queens == 0


def test_examples_open_in_a_tab(qtbot, make_panel):
    opened, wanted = [], []

    def kind(document, runner):
        return BoardPanel(document, runner, opened.append)

    window = make_panel(kind)
    window.panel.solve_wanted.connect(lambda: wanted.append(True))
    find(window, QAbstractButton, "board.examples").setChecked(True)
    find(window, QAbstractButton, "board.example.eight").click()
    assert [tab.state.placement.board for tab in opened] == [Board.cube(8, 2)]
    assert wanted == [True]
    assert {each.name for each in EXAMPLES} == {
        button.objectName().rpartition(".")[2]
        for button in window.findChildren(QAbstractButton)
        if button.objectName().startswith("board.example.")
    }


# Shift classes -------------------------------------------------------------------------------


def test_shift_classes_are_stepped_and_undone(make_fill, qtbot):
    start = regular(Board.cube(11, 3))
    window = make_fill(start)
    document, shift = window.document, find(window, QSpinBox, "constructions.shift")
    assert shift.value() == 6
    more = find(window, QAbstractButton, "constructions.shift.more")
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    assert document.placement() == regular(Board.cube(11, 3), shift=1)
    assert document.undo_stack.count() == 1
    shift.setValue(5)
    assert regular_form(document.placement()) == ((2, 4), 10)
    document.undo_stack.setIndex(0)
    assert document.placement() == start
    assert shift.value() == 6


def test_the_rule_of_the_board_is_shown(make_fill):
    window = make_fill(regular(Board.cube(11, 3), (8, 6), 7))
    rule = find(window, QComboBox, "constructions.coefficients")
    assert rule.currentText() == "8 x1 + 6 x2"
    assert find(window, QSpinBox, "constructions.shift").value() == 5


def test_shift_classes_play_until_they_are_stopped(make_fill, qtbot, monkeypatch):
    monkeypatch.setattr("nqviz_app.drawers.board.shift_classes.PAUSE_MS", 10)
    window = make_fill(regular(Board.cube(5, 2)))
    play = find(window, QAbstractButton, "constructions.class_play")
    seen = set()
    window.document.queens_changed.connect(
        lambda: seen.add(regular_form(window.document.placement())[1])
    )
    qtbot.mouseClick(play, Qt.MouseButton.LeftButton)
    assert play.accessibleName() == "Pause"
    qtbot.waitUntil(lambda: seen == set(range(5)))
    qtbot.mouseClick(play, Qt.MouseButton.LeftButton)
    assert play.accessibleName() == "Play the shift classes"
    number = window.document.undo_stack.count()
    qtbot.wait(50)
    assert window.document.undo_stack.count() == number


def test_other_placements_have_no_shift_classes(make_fill):
    window = make_fill(Placement(Board.cube(11, 3)))
    play = find(window, QAbstractButton, "constructions.class_play")
    assert not play.isEnabled()
    assert "no regular placement" in play.toolTip()


def test_boards_of_many_dimensions_open_at_once(make_fill, qtbot):
    window = make_fill(Placement(Board.cube(2, 10)))
    assert row(window, "subcube").isChecked()
    rules = find(window, QComboBox, "constructions.coefficients")
    assert rules.count() == 2, "automatic and one that is known without a search"

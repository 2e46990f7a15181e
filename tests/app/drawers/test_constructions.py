"""The Constructions panel builds every family, says what fits, and shows cuts."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSpinBox,
)

from nqviz import Board, Placement
from nqviz.constructions import classical, construct, extend
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.constructions.panel import ConstructionsPanel, cut_state
from tests.app.hands import choose, find, press, text_of, wait_for_jobs


@pytest.fixture
def make_build(make_panel):
    return partial(make_panel, ConstructionsPanel)


def test_each_construction_loads(make_build, qtbot):
    window = make_build()
    for family, n, d, count in (
        ("classical", 8, 2, 8),
        ("regular", 11, 3, 121),
        ("subcube", 9, 3, 67),
    ):
        choose(window, "constructions.family", family)
        find(window, QSpinBox, "constructions.n").setValue(n)
        find(window, QSpinBox, "constructions.d").setValue(d)
        press(qtbot, window, "constructions.load")
        wait_for_jobs(qtbot, window)
        assert window.document.counts.queens == count
        assert window.document.counts.conflicts == 0
        assert window.document.board == Board.cube(n, d)
        window.document.undo_stack.undo()
        assert window.document.board == Board.cube(8, 2)


def test_chosen_coefficients_are_used(make_build, qtbot):
    window = make_build()
    choose(window, "constructions.family", "regular")
    find(window, QSpinBox, "constructions.n").setValue(13)
    find(window, QSpinBox, "constructions.d").setValue(3)
    find(window, QComboBox, "constructions.coefficients").setCurrentText("3, 5")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    cells = window.document.placement().cells
    assert ((3 * cells[:, 0] + 5 * cells[:, 1] - cells[:, 2]) % 13 == 0).all()


def test_no_regular_solution_names_the_nearest(make_build, qtbot):
    window = make_build()
    choose(window, "constructions.family", "regular")
    find(window, QSpinBox, "constructions.d").setValue(3)
    find(window, QSpinBox, "constructions.n").setValue(10)
    assert not find(window, QPushButton, "constructions.load").isEnabled()
    assert "11" in text_of(window, "constructions.state")
    press(qtbot, window, "constructions.use_nearest")
    assert find(window, QSpinBox, "constructions.n").value() == 11
    assert find(window, QPushButton, "constructions.load").isEnabled()


def test_what_is_said_of_a_board_goes_with_it(make_build):
    window = make_build(Placement(Board.cube(4, 2)))
    assert text_of(window, "constructions.state") == ""
    choose(window, "constructions.family", "regular")
    find(window, QSpinBox, "constructions.n").setValue(10)
    assert "10" in text_of(window, "constructions.state")
    window.document.load(window_state(Placement(Board.cube(11, 3))), "another")
    assert text_of(window, "constructions.state") == ""


def test_the_cut_is_shown_on_its_outer_board(make_build, qtbot):
    window = make_build()
    choose(window, "constructions.family", "subcube")
    find(window, QSpinBox, "constructions.n").setValue(9)
    find(window, QSpinBox, "constructions.d").setValue(3)
    find(window, QCheckBox, "constructions.show_cut").setChecked(True)
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    document = window.document
    assert document.counts.queens == 67
    assert document.board.n > 9
    outside = document.cut.outside
    assert np.count_nonzero(~outside) == 9**3
    assert not outside[np.flatnonzero(document.counts.occupied)].any()
    assert outside[document.cut.dropped].all()
    assert len(document.cut.dropped) + 67 == document.board.full_count


def test_each_family_offers_its_nearest_board(make_build, qtbot):
    window = make_build(Placement(Board.cube(9, 3)))
    choose(window, "constructions.family", "colouring")
    assert not find(window, QPushButton, "constructions.load").isEnabled()
    press(qtbot, window, "constructions.use_nearest")
    assert find(window, QSpinBox, "constructions.n").value() == 7
    assert find(window, QSpinBox, "constructions.d").value() == 2
    press(qtbot, window, "constructions.load")
    qtbot.waitUntil(lambda: window.document.board.shape == (7, 7, 7))
    assert find(window, QSpinBox, "constructions.d").value() == 2, "the form stays as it was asked"
    assert find(window, QPushButton, "constructions.load").isEnabled()


def test_a_family_builds_on_the_open_board_of_any_shape_and_piece(make_build, qtbot):
    window = make_build(Placement(Board((4, 5, 6), piece="rook")))
    assert find(window, QComboBox, "constructions.board").currentText() == (
        "The open 4x5x6 board of rooks"
    )
    assert find(window, QSpinBox, "constructions.n").isHidden()
    choose(window, "constructions.family", "random")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert window.document.board == Board((4, 5, 6), piece="rook")
    assert window.document.counts.queens > 10
    assert "rooks" in text_of(window, "constructions.state")
    choose(window, "constructions.family", "stacked")
    assert "not for the 4x5x6 board of rooks" in text_of(window, "constructions.state")
    press(qtbot, window, "constructions.use_nearest")
    assert find(window, QComboBox, "constructions.board").currentData() == "cube"
    assert find(window, QSpinBox, "constructions.n").value() == 6
    assert not find(window, QSpinBox, "constructions.n").isHidden()


def test_the_parts_of_a_cut_are_chosen_or_typed(make_build, qtbot):
    window = make_build(Placement(Board.cube(10, 3)))
    choose(window, "constructions.family", "subcube")
    coefficients = find(window, QComboBox, "constructions.coefficients")
    assert coefficients.count() == 1, "without an outer side there is nothing to choose"
    find(window, QSpinBox, "constructions.outer").setValue(11)
    assert coefficients.count() == 1 + 24
    assert coefficients.findText("2, 4") > 0
    coefficients.setCurrentText("4, 2")
    offsets = find(window, QLineEdit, "constructions.offsets")
    offsets.setText("1, 2")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert "3 offsets are needed" in text_of(window, "constructions.state")
    offsets.setText("1, 2, no")
    press(qtbot, window, "constructions.load")
    assert "'no' is not a whole number" in text_of(window, "constructions.state")
    assert window.document.counts.queens == 0
    offsets.setText("1 2 3")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert window.document.counts.queens == 91
    coefficients.setCurrentText("4, 4")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert "not admissible" in text_of(window, "constructions.state")
    assert window.document.counts.queens == 91


def test_some_families_start_from_the_open_placement(make_build, qtbot):
    start = classical(8)
    window = make_build(start)
    choose(window, "constructions.family", "extended")
    choose(window, "constructions.board", "placed")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert window.document.placement() == extend(start)
    choose(window, "constructions.board", "placed")
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert "a queen is on the long diagonal" in text_of(window, "constructions.state").lower()
    choose(window, "constructions.family", "random")
    choose(window, "constructions.board", "placed")
    find(window, QSpinBox, "constructions.queens").setValue(4)
    press(qtbot, window, "constructions.load")
    wait_for_jobs(qtbot, window)
    assert len(window.document.placement()) == 4
    assert set(window.document.placement()) < set(extend(start))
    choose(window, "constructions.family", "regular")
    assert find(window, QComboBox, "constructions.board").findData("placed") < 0
    assert find(window, QComboBox, "constructions.board").currentData() == "cube"


def test_queens_added_to_a_cut_stand_on_its_outer_board():
    built = construct(Board.cube(5, 3), "subcube", outer=17, free="fill")
    state = cut_state(built)
    outer = Placement.from_indices(state.board, state.queens)
    assert outer.is_valid()
    assert len(outer) == len(built.placement) > built.cut.count
    kept = set(state.queens.tolist()) & set(built.cut.outer_placement.indices.tolist())
    assert len(kept) == built.cut.count
    assert len(state.cut.dropped) == 17**2 - built.cut.count


def test_what_was_built_waits_for_the_tab_it_was_built_for(make_window, qtbot):
    window = make_window()
    asked = window.document.tab
    choose(window, "constructions.family", "classical")
    press(qtbot, window, "constructions.load")
    window.new_tab()
    wait_for_jobs(qtbot, window)
    assert window.document.counts.queens == 0
    assert "when its tab is in front" in text_of(window, "constructions.state")
    window.tabs.show_tab(asked)
    assert window.document.counts.queens == 8
    assert window.document.undo_stack.count() == 1
    assert text_of(window, "constructions.state").startswith("8 queens")

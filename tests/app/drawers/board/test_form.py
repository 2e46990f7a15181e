"""The fields of the board act at once, each change as one step that can be undone."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QToolButton

from nqviz import Board, Placement
from nqviz.core.pieces import HYPERPLANE
from nqviz_app.drawers.board.form import wrappings
from nqviz_app.drawers.board.panel import BoardPanel
from tests.app.window_driver import find, text_of


@pytest.fixture
def make_board(make_panel):
    return partial(make_panel, BoardPanel)


def pick(qtbot, window, name, data):
    """Choose in a combo box as a user does, so that it counts as an activation."""
    box = find(window, QComboBox, name)
    box.setFocus()
    step = Qt.Key.Key_Down if box.findData(data) > box.currentIndex() else Qt.Key.Key_Up
    while box.currentData() != data:
        qtbot.keyClick(box, step)


def click(qtbot, window, name):
    qtbot.mouseClick(find(window, QToolButton, name), Qt.MouseButton.LeftButton)


def test_each_step_of_a_number_is_one_undo_step(make_board, qtbot):
    window = make_board(Placement(Board.cube(8, 2), [(0, 0)]))
    document = window.document
    click(qtbot, window, "board.n.more")
    click(qtbot, window, "board.n.more")
    click(qtbot, window, "board.d.more")
    assert document.board == Board.cube(10, 3)
    assert document.undo_stack.count() == 3
    document.undo_stack.setIndex(0)
    assert document.board == Board.cube(8, 2)
    assert document.counts.queens == 1, "what the change lost comes back"
    assert find(window, QSpinBox, "board.n").value() == 8


def test_what_is_typed_acts_on_enter(make_board, qtbot):
    window = make_board()
    box = find(window, QSpinBox, "board.n")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "12")
    assert window.document.board == Board.cube(8, 2)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert window.document.board == Board.cube(12, 2)
    assert window.document.undo_stack.count() == 1


def test_a_board_that_is_too_large_changes_nothing(make_board):
    window = make_board(Placement(Board.cube(400, 2)))
    find(window, QSpinBox, "board.d").setValue(3)
    assert window.document.board == Board.cube(400, 2)
    assert find(window, QSpinBox, "board.d").value() == 2
    assert "64\u202f000\u202f000 cells" in text_of(window, "board.error")
    find(window, QSpinBox, "board.n").setValue(9)
    assert text_of(window, "board.error") == ""


def test_a_box_is_typed_and_a_cube_comes_back(make_board, qtbot):
    window = make_board()
    pick(qtbot, window, "board.kind", "box")
    sides = find(window, QLineEdit, "board.shape")
    assert sides.isVisible()
    assert window.document.undo_stack.count() == 0
    sides.selectAll()
    qtbot.keyClicks(sides, "4, y")
    qtbot.keyClick(sides, Qt.Key.Key_Return)
    assert "'y' is not a whole number" in text_of(window, "board.error")
    assert window.document.board == Board.cube(8, 2)
    sides.selectAll()
    qtbot.keyClicks(sides, "4 5 6")
    qtbot.keyClick(sides, Qt.Key.Key_Return)
    assert window.document.board == Board((4, 5, 6))
    pick(qtbot, window, "board.kind", "cube")
    assert window.document.board == Board.cube(6, 3)
    assert not sides.isVisible()


def test_a_torus_and_another_piece_keep_the_queens(make_board, qtbot):
    window = make_board(Placement(Board.cube(6, 2), [(0, 0), (1, 2)]), givens=[0])
    find(window, QComboBox, "board.wraps").setCurrentIndex(1)
    pick(qtbot, window, "board.piece", "rook")
    document = window.document
    assert document.board == Board.cube(6, 2, torus=True, piece="rook")
    assert document.counts.queens == 2
    assert document.givens == {0}
    assert document.undo_stack.count() == 2


def test_pieces_that_leap(make_board, qtbot):
    window = make_board(Placement(Board.cube(6, 2), [(0, 0)]))
    pick(qtbot, window, "board.piece", "superqueen")
    board = Board.cube(6, 2, piece="superqueen")
    assert window.document.board == board
    find(window, QComboBox, "board.wraps").setCurrentIndex(1)
    assert window.document.board == Board.cube(6, 2, torus=True, piece="superqueen")


def test_cylinders_and_moebius_strips(make_board, qtbot):
    window = make_board(Placement(Board.cube(6, 2), [(0, 0)]))
    wraps = find(window, QComboBox, "board.wraps")
    assert [text for text, _ in wrappings(window.document.board)][2] == wraps.itemText(2)
    wraps.setCurrentIndex(2)
    assert window.document.board == Board.cube(6, 2, wraps=(0,))
    wraps.setCurrentIndex(wraps.count() - 1)
    assert window.document.board == Board.cube(6, 2, wraps=(1,), twist=True)
    assert window.document.counts.queens == 1
    wraps.setCurrentIndex(0)
    assert window.document.board == Board.cube(6, 2)


def test_a_strip_of_unlike_sides_is_refused_in_one_line(make_board, qtbot):
    window = make_board(Placement(Board((4, 5))))
    wraps = find(window, QComboBox, "board.wraps")
    wraps.setCurrentIndex(wraps.count() - 1)
    assert "both even or both odd" in text_of(window, "board.error")
    assert window.document.board == Board((4, 5))
    assert wraps.currentIndex() == 0


def test_pieces_of_classes_and_of_hyperplanes(make_board, qtbot):
    window = make_board(Placement(Board.cube(4, 3)))
    pick(qtbot, window, "board.piece", "rider")
    classes = find(window, QLineEdit, "board.classes")
    assert classes.isVisible()
    assert window.document.board == Board.cube(4, 3, piece="1+3")
    classes.selectAll()
    qtbot.keyClicks(classes, "0")
    qtbot.keyClick(classes, Qt.Key.Key_Return)
    assert "unknown piece '0'" in text_of(window, "board.error").lower()
    assert window.document.board == Board.cube(4, 3, piece="1+3")
    pick(qtbot, window, "board.piece", HYPERPLANE)
    assert not classes.isVisible()
    assert window.document.board == Board.cube(4, 3, piece=HYPERPLANE)
    window.document.toggle(0)
    assert window.document.counts.counts.reshape(4, 4, 4)[0].all()

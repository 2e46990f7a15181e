"""Editing of several queens and the replay of the history, in the real main window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QMenuBar,
    QPushButton,
    QSpinBox,
    QWidget,
)

from nqviz import Board, Placement
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.symmetry import symmetries
from nqviz.formats import parse_placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.window.editing import Editing

from ..window_driver import large_layers


@pytest.fixture
def said():
    """Collect what a document says in the status bar."""

    def listen(window):
        lines = []
        window.document.message.connect(lines.append)
        return lines

    return listen


def coordinates(document):
    return document.placement().coordinates()


def open_with(make_window, board, *queens, givens=()):
    indices = [board.index([value - 1 for value in cell]) for cell in givens]
    return make_window(Placement.from_coordinates(board, queens), indices)


class Bare:
    """A document and its editing, without the views: a second quicker than the window."""

    def __init__(self, placement, givens):
        self.widget = QWidget()
        self.document = Document(window_state(placement, givens), self.widget)
        self.editing = Editing(self.widget, self.document, lambda: None, lambda _code: None)
        self.bar = QMenuBar(self.widget)
        for title in ("File", "Edit", "View"):
            self.bar.addMenu(title)
        self.editing.add_menu(self.bar)


@pytest.fixture
def make_bare(qapp):
    made = []

    def make(placement, givens):
        made.append(Bare(placement, givens))
        return made[-1]

    yield make
    for bare in made:
        bare.widget.deleteLater()


def select(window, *cells):
    board = window.document.board
    window.document.set_selection(board.index([value - 1 for value in cell]) for cell in cells)


def press_key(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    window.activateWindow()
    grid = large_layers(window)
    grid.setFocus()
    qtbot.waitUntil(grid.hasFocus)
    qtbot.keyClick(grid, key, modifier)


# Selecting, deleting and locking -------------------------------------------------------------


def test_keys_select_all_and_delete_all_but_the_given(make_window, qtbot, said):
    window = open_with(make_window, Board.cube(6, 2), (1, 1), (2, 5), (4, 4), givens=[(2, 5)])
    lines = said(window)
    press_key(qtbot, window, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(window.document.selection) == 3
    press_key(qtbot, window, Qt.Key.Key_Delete)
    assert coordinates(window.document) == [[2, 5]]
    assert lines[-1] == "1 queen given and not deleted: unlock first."
    assert window.document.undo_stack.undoText() == "Delete 2 queens"
    window.actions_["edit.undo"].trigger()
    assert window.document.counts.queens == 3
    assert window.document.undo_stack.index() == 0


def test_what_needs_a_selection_says_so(make_bare, said):
    window = open_with(make_bare, Board.cube(5, 2), (1, 1))
    lines = said(window)
    for call in (window.editing.delete, window.editing.lock, window.editing.unlock):
        call()
        assert lines.pop().startswith("No queen is selected")
    window.editing.move(0, 1)
    assert lines.pop().startswith("No queen is selected")
    assert window.document.undo_stack.count() == 0


def test_lock_and_unlock_the_selected(make_bare):
    window = open_with(make_bare, Board.cube(5, 2), (1, 1), (3, 2), (5, 5))
    document = window.document
    select(window, (1, 1), (3, 2), (2, 2))
    window.editing.lock()
    assert len(document.givens) == 2
    assert document.undo_stack.undoText() == "Lock 2 queens"
    select(window, (1, 1))
    window.editing.unlock()
    assert document.givens == {document.board.index((2, 1))}


def test_a_rule_selects(make_window, qtbot):
    window = open_with(
        make_window,
        Board.cube(5, 3),
        (1, 1, 1),
        (2, 2, 2),
        (3, 5, 2),
        (5, 4, 4),
        givens=[(3, 5, 2)],
    )
    document = window.document
    board = document.board

    def selected():
        return sorted(tuple(value + 1 for value in board.cell(i)) for i in document.selection)

    def by_rule(rule, act=lambda dialog: None):
        window.actions_["edit.select_rule"].trigger()
        dialog = window.findChild(QPushButton, "select.ok").window()
        box = dialog.findChild(QComboBox, "select.rule")
        box.setCurrentIndex(box.findData(rule))
        act(dialog)
        qtbot.mouseClick(dialog.findChild(QPushButton, "select.ok"), Qt.MouseButton.LeftButton)
        QApplication.sendPostedEvents(dialog, 52)  # deleted on close
        return selected()

    def layer_two(dialog):
        axis = dialog.findChild(QComboBox, "select.axis")
        axis.setCurrentIndex(axis.findData(2))
        dialog.findChild(QSpinBox, "select.layer").setValue(2)
        assert dialog.findChild(QLabel, "select.count").text().startswith("2 queens")

    def far_end(dialog):
        dialog.findChild(QSpinBox, "select.low.1").setValue(3)
        dialog.findChild(QSpinBox, "select.low.2").setValue(5)

    assert by_rule("layer", layer_two) == [(2, 2, 2), (3, 5, 2)]
    assert by_rule("range", far_end) == [(3, 5, 2)]
    assert by_rule("given") == [(3, 5, 2)]
    assert by_rule("not given") == [(1, 1, 1), (2, 2, 2), (5, 4, 4)]
    attacked = {index for pair in document.counts.conflict_pairs(100) for index in pair}
    assert by_rule("conflicting") == sorted(
        tuple(value + 1 for value in board.cell(i)) for i in attacked
    )
    assert attacked
    assert document.undo_stack.count() == 0


# The clipboard -------------------------------------------------------------------------------


def test_copied_queens_are_pasted_in_another_tab(make_window, qtbot, said):
    window = open_with(make_window, Board.cube(8, 2), (1, 1), (2, 5), (3, 8))
    lines = said(window)
    select(window, (2, 5), (3, 8), (4, 4))
    control = Qt.KeyboardModifier.ControlModifier
    press_key(qtbot, window, Qt.Key.Key_C, control)
    assert lines[-1] == "2 queens copied."
    text = QApplication.clipboard().text()
    assert parse_placement(text).placement.coordinates() == [[2, 5], [3, 8]]
    window.document.toggle(63)  # else the new tab takes the place of this one
    window.new_tab()
    press_key(qtbot, window, Qt.Key.Key_V, control)
    assert coordinates(window.document) == [[2, 5], [3, 8]]
    assert len(window.document.selection) == 2
    press_key(qtbot, window, Qt.Key.Key_V, control)
    assert lines[-1] == "0 queens pasted; not pasted: 2 queens where one stands already."
    assert window.document.undo_stack.count() == 1
    window.tabs.show_tab(window.tabs.board_tabs[0])
    assert window.document.counts.queens == 4


def test_paste_refuses_what_does_not_fit_and_says_how_many(make_bare, said):
    window = open_with(make_bare, Board.cube(5, 2), (1, 1))
    lines = said(window)
    QApplication.clipboard().setText("1 1\n2 3\n5 7\n6 1\n4 4\n")
    window.editing.paste()
    assert coordinates(window.document) == [[1, 1], [2, 3], [4, 4]]
    assert lines[-1] == (
        "2 queens pasted; not pasted: 2 queens off the board, 1 queen where one stands already."
    )
    assert window.document.undo_stack.undoText() == "Paste 2 queens"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no text"),
        ("hello", "Not pasted"),
        ("1 2 3\n3 4 5\n", "3 coordinates"),
        ('{"format": "nqviz-placement"}', "Not pasted"),
    ],
)
def test_a_bad_clipboard_changes_nothing(make_bare, said, text, word):
    window = open_with(make_bare, Board.cube(5, 2), (1, 1))
    lines = said(window)
    QApplication.clipboard().setText(text)
    window.editing.paste()
    assert word in lines[-1]
    assert "\n" not in lines[-1]
    assert window.document.undo_stack.count() == 0


def test_copy_without_a_selection_takes_all_queens(make_bare):
    window = open_with(make_bare, Board.cube(5, 3), (1, 1, 1), (2, 4, 5))
    window.editing.copy()
    copied = parse_placement(QApplication.clipboard().text()).placement
    assert copied == window.document.placement()


# Moving --------------------------------------------------------------------------------------


def test_keys_move_the_selected_as_the_layers_show_them(make_window, qtbot):
    window = open_with(make_window, Board.cube(5, 3), (2, 2, 2), (3, 2, 2), (5, 5, 5))
    document = window.document
    select(window, (2, 2, 2), (3, 2, 2))
    x, y = window.layers.arrangement.shown[:2]
    [z] = {0, 1, 2} - {x, y}
    alt = Qt.KeyboardModifier.AltModifier
    expected = [[2, 2, 2], [3, 2, 2]]
    for key, axis, step in (
        (Qt.Key.Key_Right, x, 1),
        (Qt.Key.Key_Right, x, 1),
        (Qt.Key.Key_Left, x, -1),
        (Qt.Key.Key_Up, y, 1),
        (Qt.Key.Key_Down, y, -1),
        (Qt.Key.Key_PageDown, z, 1),
        (Qt.Key.Key_PageUp, z, -1),
    ):
        press_key(qtbot, window, key, alt)
        for cell in expected:
            cell[axis] += step
        assert coordinates(document) == [*expected, [5, 5, 5]]
        assert sorted(document.placement().indices[:2].tolist()) == sorted(document.selection)
    assert document.undo_stack.count() == 7
    document.undo_stack.setIndex(0)
    assert coordinates(document) == [[2, 2, 2], [3, 2, 2], [5, 5, 5]]


def test_a_move_off_the_board_or_onto_a_queen_is_refused_whole(make_bare, said):
    window = open_with(make_bare, Board.cube(4, 2), (1, 1), (2, 2), (3, 2), (4, 4), givens=[(4, 4)])
    lines = said(window)
    before = coordinates(window.document)
    select(window, (1, 1), (2, 2))
    window.editing.move(0, -1)
    assert lines.pop() == "Not moved: the queen on (1, 1) would leave the board along x1."
    window.editing.move(0, 1)
    assert lines.pop() == "Not moved: the queen on (2, 2) meets the one on (3, 2)."
    select(window, (4, 4))
    window.editing.move(0, -1)
    assert "given" in lines.pop()
    assert coordinates(window.document) == before
    assert window.document.undo_stack.count() == 0


def test_on_a_torus_a_move_wraps(make_bare):
    window = open_with(make_bare, Board.cube(5, 2, torus=True), (1, 3), (5, 3))
    select(window, (5, 3))
    window.editing.move(0, 1)
    assert coordinates(window.document) == [[1, 3], [5, 3]]  # refused: (1, 3) is taken
    select(window, (1, 3), (5, 3))
    window.editing.move(0, 1)
    assert coordinates(window.document) == [[1, 3], [2, 3]]


# The whole placement -------------------------------------------------------------------------


def test_every_offered_symmetry_is_one_and_is_undone_by_its_name(make_bare):
    board = Board.cube(4, 3)
    window = open_with(make_bare, board, (1, 2, 3), (1, 1, 4), (4, 2, 1), givens=[(1, 2, 3)])
    document = window.document
    start = document.placement()
    images = {symmetry.placement(start) for symmetry in symmetries(board)}
    actions = [
        action
        for action in window.editing.board_actions()
        if not action.objectName().startswith("edit.translate")
    ]
    assert len(actions) == 3 + 3 + 6
    results = set()
    for action in actions:
        action.trigger()
        assert document.undo_stack.undoText() == action.text()
        results.add(document.placement())
        assert len(document.givens) == 1
        assert document.is_given(next(iter(document.givens)))
        assert document.counts.conflicts == AttackCounts.of(document.placement()).conflicts
        document.undo_stack.undo()
        assert document.placement() == start
        assert document.is_given(board.index((0, 1, 2)))
    assert len(results) == 12
    assert results <= images


def test_four_quarter_turns_and_two_reversals_come_back(make_bare):
    window = open_with(make_bare, Board.cube(5, 2), (1, 2), (5, 5), (3, 1))
    start = window.document.placement()
    select(window, (1, 2))
    window.editing.quarter_turn(0, 1)
    # The positive half of x1 comes to that of x2, and that of x2 to the negative half of x1.
    assert coordinates(window.document) == [[1, 5], [4, 1], [5, 3]]
    [chosen] = window.document.selection
    assert window.document.is_queen(chosen)
    for _ in range(3):
        window.editing.quarter_turn(0, 1)
    assert window.document.placement() == start
    window.editing.reverse(1)
    assert [1, 4] in coordinates(window.document)
    window.editing.reverse(1)
    assert window.document.placement() == start


def test_a_symmetry_that_changes_the_shape_is_refused(make_bare, said):
    window = open_with(make_bare, Board((4, 5, 4)), (1, 2, 3))
    lines = said(window)
    window.editing.swap(0, 1)
    assert lines.pop() == (
        "Swap x1 and x2 is not possible: axes 2 and 1 of the 4x5x4 board differ in length."
    )
    window.editing.quarter_turn(0, 1)
    assert "differ in length" in lines.pop()
    assert window.document.undo_stack.count() == 0
    window.editing.swap(0, 2)
    assert coordinates(window.document) == [[3, 2, 1]]


def test_a_symmetry_of_another_board_changes_nothing(make_bare, said):
    window = open_with(make_bare, Board.cube(4, 2), (1, 2), (4, 4))
    lines = said(window)
    window.editing.apply("Reverse x1", symmetries(Board.cube(6, 3))[5])
    assert coordinates(window.document) == [[1, 2], [4, 4]]
    assert window.document.undo_stack.count() == 0
    assert lines == ["Reverse x1 is of the (6,3) board, which is not shown any more."]


def test_its_own_image_is_no_step(make_bare, said):
    window = open_with(make_bare, Board.cube(5, 2), (3, 3))
    lines = said(window)
    window.editing.reverse(0)
    assert lines[-1] == "Reverse x1 changes nothing: the placement is its own image."
    assert window.document.undo_stack.count() == 0


@pytest.mark.parametrize("torus", [False, True])
def test_translation_is_cyclic_and_says_so_on_flat_boards(make_bare, torus):
    window = open_with(make_bare, Board.cube(5, 2, torus=torus), (1, 3), (5, 4), givens=[(5, 4)])
    [action] = [
        each for each in window.editing.board_actions() if each.objectName() == "edit.translate.1"
    ]
    assert ("cyclic" in action.text()) == (not torus)
    action.trigger()
    assert coordinates(window.document) == [[1, 4], [2, 3]]
    assert window.document.is_given(window.document.board.index((0, 3)))


def test_the_menu_follows_the_board(make_bare):
    window = open_with(make_bare, Board.cube(4, 3))
    names = {action.objectName() for action in window.editing.board_actions()}
    assert "edit.quarter_turn.3.1" in names
    window.document.load(window_state(Placement(Board.cube(4, 1))), "New")
    names = {action.objectName() for action in window.editing.board_actions()}
    assert names == {"edit.reverse.1", "edit.translate.1"}

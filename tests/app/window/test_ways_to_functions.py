"""Every function of the window has its place: the way there, by real keys and clicks."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from nqviz import Board, Placement
from nqviz.constructions import classical
from nqviz.proofs import load

from ..window_driver import find, wait_for_jobs

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
KEYS = Qt.Key
REST = ("solve.engine", "solve.threads", "solve.cuts", "solve.checkpoint")

WAYS = {
    "board": ((5, 3), ["1"], ("board.n", "board.d", "board.kind", "board.piece", "board.wraps")),
    "given queens": ((5, 3), ["1"], ("board.lock", "board.unlock", "board.clear")),
    "constructions": ((8, 2), ["1", "constructions.family.classical"], ("constructions.load",)),
    "other constructions": ((8, 2), ["1", "constructions.elsewhere"], ()),
    "solve": ((4, 3), ["2"], ("solve.target", "solve.keep", "solve.seconds", "solve.run")),
    "rest of solve": ((4, 3), ["2", "solve.more"], REST),
    "compare": ((4, 3), ["2", "solve.more", "solve.compare"], ("compare.boards", "compare.run")),
    "density": ((4, 3), ["3"], ("density.kind", "density.drawn", "density.show")),
    "bounds": ((4, 3), ["5", "atlas.segments.maximum"], ("atlas.table", "atlas.compare")),
    "library": ((4, 3), ["5", "atlas.segments.mine"], ("library.list", "library.open")),
    "tables": ((4, 3), ["5", "atlas.segments.counts"], ("tables.list", "tables.table")),
    "planar first": ((6, 2), ["2", ("solve.target", "first")], ("planar.first_n",)),
    "planar beautiful": ((6, 2), ["2", ("solve.target", "beautiful")], ("planar.beautiful_n",)),
    "planar complete": ((6, 2), ["2", ("solve.target", "excluded")], ("planar.complete_count",)),
    "rings": ((6, 2), ["2", ("solve.target", "rings")], ("rings.by_ring", "rings.all")),
    "symmetry": ((4, 3), ["4"], ("symmetry.gallery", "symmetry.equivalence")),
    "lessons": ((4, 3), ["6"], ("lessons.list",)),
    "history": ((4, 3), ["1", "board.clear", "7"], ("history.list", "history.play")),
}
"""For each old panel the board, the digit pressed with Ctrl, what is clicked or chosen by keys
after it, and the controls that are there then. Those of a board are gone one after another."""


def opened(make_window, qtbot, placement):
    window = make_window(placement)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.scene.canvas.setFocus()
    return window


def press(window, key, modifiers=NONE):
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def take(window, qtbot, step):
    """Press Ctrl and a digit, choose in a field with the arrow keys, or click a control."""
    if isinstance(step, tuple):
        name, wanted = step
        box = find(window, QComboBox, name)
        box.setFocus()
        QTest.keyClick(box, KEYS.Key_Home)
        while box.currentData() != wanted:
            before = box.currentIndex()
            QTest.keyClick(box, KEYS.Key_Down)
            assert box.currentIndex() > before, f"{name} does not offer {wanted}"
    elif step.isdigit():
        press(window, KEYS(KEYS.Key_0 + int(step)), CONTROL)
        window.drawers.finish()
        wait_for_jobs(qtbot, window)
    else:
        control = find(window, QAbstractButton, step)
        if control.isChecked():  # what it opens is open
            return
        qtbot.waitUntil(lambda: control.isVisible() and control.isEnabled())
        QTest.mouseClick(control, LEFT)
    QApplication.processEvents()


@pytest.mark.parametrize(("n", "d"), sorted({board for board, *_ in WAYS.values()}))
def test_every_old_panel_is_reached(make_window, qtbot, n, d):
    placed = classical(n) if d == 2 else Placement(Board.cube(n, d), [(0,) * d])
    window = opened(make_window, qtbot, placed)
    for board, steps, there in WAYS.values():
        if board != (n, d):
            continue
        for step in steps:
            take(window, qtbot, step)
        for name in there:
            control = find(window, QWidget, name)
            qtbot.waitUntil(control.isVisible)
        wait_for_jobs(qtbot, window)
        window.drawers.close_drawer()
        window.pages.back()
        window.scene.canvas.setFocus()


def test_a_queen_is_given_by_a_right_click_and_by_a_key(make_window, qtbot):
    window = opened(make_window, qtbot, Placement(Board.cube(8, 2)))
    canvas, document = window.scene.canvas, window.document
    middle = QPoint(canvas.width() // 2, canvas.height() // 2)
    QTest.mouseClick(canvas, LEFT, NONE, middle)
    assert document.counts.queens == 1
    QTest.mouseClick(canvas, RIGHT, NONE, middle)
    assert len(document.givens) == 1
    QTest.mouseMove(canvas, middle + QPoint(1, 0))
    qtbot.waitUntil(lambda: document.cursor == document.placement().indices[0])
    QTest.keyClick(canvas, KEYS.Key_L)
    assert len(document.givens) == 0, "L takes the ring away again"


def test_the_rings_of_a_flat_board_are_a_row_of_look(make_window, qtbot):
    window = opened(make_window, qtbot, classical(6))
    offered = {each.data()[0] for each in window.commands.look.look_actions()}
    assert {"rings", "costs", "greedy"} <= offered
    assert find(window, QToolButton, "toolbar.look").menu() is not None


def test_the_proof_of_a_limit_is_saved_from_the_solve_drawer(
    make_window, qtbot, tmp_path, monkeypatch
):
    path = tmp_path / "seven.proof"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))
    window = opened(make_window, qtbot, Placement(Board.cube(4, 3)))
    for step in ("2", "solve.run", "solve.save_proof"):
        take(window, qtbot, step)
        wait_for_jobs(qtbot, window)
    assert load(path).claim.most == 7


def test_the_card_of_the_atlas_compares_engines_on_its_board(make_window, qtbot):
    window = opened(make_window, qtbot, Placement(Board.cube(8, 2)))
    for step in ("5", "atlas.segments.maximum"):
        take(window, qtbot, step)
    table = find(window, QAbstractItemView, "atlas.table")
    place = table.visualRect(table.model().index_of(5, 3)).center()
    QTest.mouseClick(table.viewport(), LEFT, NONE, place)
    wait_for_jobs(qtbot, window)
    take(window, qtbot, "atlas.compare")
    boards = find(window, QLineEdit, "compare.boards")
    assert (boards.isVisible(), boards.text()) == (True, "5,3")


def test_the_comparison_takes_the_room_of_the_drawer(make_window, qtbot):
    window = opened(make_window, qtbot, Placement(Board.cube(4, 3)))
    for step in ("2", "solve.more", "solve.compare"):
        take(window, qtbot, step)
    assert (window.pages.current, window.drawers.current) == ("compare", "")


def test_the_verdict_goes_through_the_attacks_or_opens_the_card(make_window, qtbot):
    window = opened(make_window, qtbot, Placement(Board.cube(5, 3), [(0, 0, 0), (1, 1, 1)]))
    take(window, qtbot, "verdict.badge")
    assert window.document.selection == {0, window.document.board.index((1, 1, 1))}
    window = opened(make_window, qtbot, classical(8))
    take(window, qtbot, "verdict.badge")
    wait_for_jobs(qtbot, window)
    assert window.pages.current == "atlas"
    assert find(window, QLabel, "atlas.board").text().startswith("(8,2)")

"""Every function of the window has its place: the way there, by real keys and clicks."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QLabel,
    QLineEdit,
    QWidget,
)

from nqviz import Board, Placement
from nqviz.constructions import classical
from nqviz.proofs import load

from ..window_driver import find

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
KEYS = Qt.Key
REST = ("solve.engine", "solve.threads", "solve.cuts", "solve.checkpoint")

WAYS = {
    "board": ((5, 3), 1, (), ("board.n", "board.d", "board.kind", "board.piece", "board.wraps")),
    "given queens": ((5, 3), 1, (), ("board.lock", "board.unlock", "board.clear")),
    "constructions": ((8, 2), 1, ("constructions.family.classical",), ("constructions.load",)),
    "other constructions": ((8, 2), 1, ("constructions.elsewhere",), ()),
    "solve": ((4, 3), 2, (), ("solve.target", "solve.keep", "solve.seconds", "solve.run")),
    "rest of solve": ((4, 3), 2, ("solve.more",), REST),
    "compare": ((4, 3), 2, ("solve.more", "solve.compare"), ("compare.boards", "compare.run")),
    "density": ((4, 3), 3, (), ("density.kind", "density.drawn", "density.show")),
    "bounds": ((4, 3), 5, ("atlas.segments.maximum",), ("atlas.table", "atlas.compare")),
    "library": ((4, 3), 5, ("atlas.segments.mine",), ("library.list", "library.open")),
    "tables": ((4, 3), 5, ("atlas.segments.counts",), ("tables.list", "tables.table")),
    "planar first": ((6, 2), 2, ("=first",), ("planar.first_n",)),
    "planar beautiful": ((6, 2), 2, ("=beautiful",), ("planar.beautiful_n",)),
    "planar complete": ((6, 2), 2, ("=excluded",), ("planar.complete_count",)),
    "rings": ((6, 2), 2, ("=rings",), ("rings.by_ring", "rings.all")),
    "symmetry": ((4, 3), 4, (), ("symmetry.gallery", "symmetry.equivalence")),
    "lessons": ((4, 3), 6, (), ("lessons.list",)),
    "history": ((4, 3), 7, (), ("history.list", "history.play")),
}
"""For each old panel the board, the drawer, what is clicked in it or (after =) looked for, and the
controls that are there then. Those of a board are gone to one after another."""


@pytest.mark.parametrize(("n", "d"), sorted({board for board, *_ in WAYS.values()}))
def test_every_old_panel_is_reached(hands, n, d):
    at = hands(classical(n) if d == 2 else Placement(Board.cube(n, d), [(0,) * d]))
    at.document.toggle(1)  # the history has a step
    for board, number, steps, there in WAYS.values():
        if board != (n, d):
            continue
        at.drawer(number)
        for step in steps:
            at.choose("solve.target", step[1:]) if step[0] == "=" else at.open(step)
        for name in there:
            at.until(find(at.window, QWidget, name).isVisible, name)
        at.rest().window.drawers.close_drawer()
        at.window.pages.back()
        at.window.scene.canvas.setFocus()


def test_a_queen_is_given_by_a_right_click_and_by_a_key(hands):
    at = hands(Placement(Board.cube(8, 2)))
    canvas, document = at.window.scene.canvas, at.document
    middle = QPoint(canvas.width() // 2, canvas.height() // 2)
    QTest.mouseClick(canvas, LEFT, NONE, middle)
    assert document.counts.queens == 1
    QTest.mouseClick(canvas, RIGHT, NONE, middle)
    assert len(document.givens) == 1
    QTest.mouseMove(canvas, middle + QPoint(1, 0))
    at.until(lambda: document.cursor == document.placement().indices[0])
    QTest.keyClick(canvas, KEYS.Key_L)
    assert len(document.givens) == 0, "L takes the ring away again"


def test_the_proof_of_a_limit_is_saved_from_the_solve_drawer(hands, tmp_path, monkeypatch):
    path = tmp_path / "seven.proof"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))
    at = hands(Placement(Board.cube(4, 3)))
    at.drawer(2).click("solve.run").rest().click("solve.save_proof").rest()
    assert load(path).claim.most == 7


def test_the_card_of_the_atlas_compares_engines_on_its_board(hands):
    at = hands(Placement(Board.cube(8, 2)))
    at.drawer(5).open("atlas.segments.maximum")
    table = find(at.window, QAbstractItemView, "atlas.table")
    place = table.visualRect(table.model().index_of(5, 3)).center()
    QTest.mouseClick(table.viewport(), LEFT, NONE, place)
    at.rest().click("atlas.compare")
    boards = find(at.window, QLineEdit, "compare.boards")
    assert (boards.isVisible(), boards.text()) == (True, "5,3")


def test_the_comparison_takes_the_room_of_the_drawer(hands):
    at = hands(Placement(Board.cube(4, 3)))
    at.drawer(2).click("solve.more", "solve.compare")
    assert (at.window.pages.current, at.window.drawers.current) == ("compare", "")


def test_the_verdict_goes_through_the_attacks_or_opens_the_card(hands):
    at = hands(Placement(Board.cube(5, 3), [(0, 0, 0), (1, 1, 1)]))
    at.click("verdict.badge")
    assert at.document.selection == {0, at.document.board.index((1, 1, 1))}
    at = hands(classical(8))
    at.click("verdict.badge").rest()
    assert at.window.pages.current == "atlas"
    assert find(at.window, QLabel, "atlas.board").text().startswith("(8,2)")

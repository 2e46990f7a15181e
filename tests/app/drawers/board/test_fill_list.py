"""The list of families: the chosen one keeps its look."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from nqviz import Board, Placement
from tests.app.hands import find


def test_a_click_on_the_chosen_family_leaves_it_chosen(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3)))
    window.drawers.open("board")
    rows = window.findChildren(QAbstractButton)
    family = {row.objectName(): row for row in rows if ".family." in row.objectName()}
    seen = [name for name, row in family.items() if row.isVisible()]
    assert len(seen) > 1
    row = find(window, QAbstractButton, seen[1])
    for _ in range(2):
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
        assert [name for name, each in family.items() if each.isChecked()] == [seen[1]]

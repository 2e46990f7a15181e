"""The list of families: the chosen one keeps its look."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QSpinBox

from nqviz import Board, Placement
from nqviz.core.language import texts_in
from nqviz_app.drawers.board.panel import BoardPanel
from tests.app.window_driver import find
from tests.looks.faults import cut_off


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


def test_automatic_values_of_a_subcube_cut_are_not_cut_off(make_panel, qtbot):
    with texts_in("de"):
        window = make_panel(BoardPanel, Placement(Board.cube(8, 3)))
        find(window, QAbstractButton, "constructions.family.subcube").click()
        find(window, QAbstractButton, "constructions.more").click()
        shift = find(window, QSpinBox, "constructions.shift")
        qtbot.waitUntil(shift.isVisible)
        QApplication.processEvents()
        assert shift.text() == "auto"
        assert [fault for fault in cut_off(window) if "constructions." in fault] == []

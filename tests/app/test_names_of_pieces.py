"""On a board of rooks nothing that means a rook says queen."""

from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QLabel,
    QPushButton,
    QSpinBox,
    QTreeWidget,
    QWhatsThis,
)

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.widgets.whats_this import controls_of

from .window_driver import find


def rooks():
    return Placement(Board.cube(6, 2, piece="rook"), [(0, 0)])


def test_the_board_drawer_speaks_of_the_piece(make_window):
    window = make_window(rooks())
    window.drawers.open("board")
    row = find(window, QAbstractButton, "constructions.family.random")
    row.click()
    tip = find(window, QSpinBox, "constructions.queens").toolTip()
    assert tip.startswith("The number of rooks")
    assert "rooks on random free cells" in row.toolTip().replace("\n", " ")
    assert find(window, QPushButton, "board.lock").text() == "Lock all rooks"
    window.document.load(window_state(Placement(Board.cube(6, 2))), "queens")
    assert find(window, QPushButton, "board.lock").text() == "Lock all queens"


def test_cuts_that_hold_speak_of_the_piece(make_window):
    window = make_window(rooks())
    tips = {
        action.text(): action.toolTip().replace("\n", " ")
        for action in find(window, QPushButton, "solve.cuts").menu().actions()
    }
    assert "(L - 1)/2 hold a rook" in tips["odd-cycle"]
    assert "at most one queen. – their cells attack one another for queens" in tips["cube"]


def test_the_sheet_of_shortcuts_speaks_of_the_piece(make_window):
    window = make_window(rooks())
    window.services.show_shortcuts()
    rows = find(window, QTreeWidget, "shortcuts.list")
    views = rows.topLevelItem(rows.topLevelItemCount() - 1)
    said = [views.child(row).text(0) for row in range(views.childCount())]
    assert "Place or remove a rook at the cursor" in said
    assert not [text for text in said if "queen" in text]


def test_asking_what_a_control_is_speaks_of_the_piece(make_window):
    window = make_window(rooks())
    said = {control: control.whatsThis() for control in controls_of(window)}
    of_rooks = {control: text for control, text in said.items() if "rook" in text}
    assert of_rooks
    window.services.ask_whats_this()
    QWhatsThis.leaveWhatsThisMode()
    assert {control: control.whatsThis() for control in of_rooks} == of_rooks


def test_dialogs_speak_of_the_piece(make_window):
    window = make_window(rooks())
    window.exporting.choices.what = "solid"
    window.exporting.open_dialog()
    export = find(window, QDialog, "export")
    assert find(export, QAbstractButton, "export.stand").text().endswith("hold the rooks")
    assert "each rook stands" in find(export, QAbstractButton, "export.stand").whatsThis()
    export.close()
    window.editing.select_by_rule()
    select = find(window, QDialog, "select")
    assert select.windowTitle() == "Select rooks"
    assert find(select, QComboBox, "select.rule").itemText(0) == "Rooks in one layer"
    assert find(select, QLabel, "select.count").text() == "1 rook follows this rule."
    select.close()

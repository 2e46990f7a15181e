"""The tables of the papers on the Atlas page."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QListWidget, QPushButton, QTableView

from nqviz import Board
from nqviz_app.views.atlas.head import COUNTS, MAXIMUM

from ...window_driver import find
from .atlas_window import AtlasWindow

THIN = "\u202f"


@pytest.fixture
def window(qtbot, show):
    made = AtlasWindow()
    made.page.show_segment(COUNTS)
    show(made, (1318, 760), made.runner.shutdown)
    settle(qtbot, made)
    return made


def settle(qtbot, window):
    qtbot.waitUntil(lambda: not window.runner.jobs)


def bring(qtbot, window, name):
    tables = find(window, QListWidget, "tables.list")
    items = (tables.item(row) for row in range(tables.count()))
    tables.setCurrentItem(next(i for i in items if i.data(Qt.ItemDataRole.UserRole) == name))
    settle(qtbot, window)
    return find(window, QTableView, "tables.table"), find(window, QLabel, "tables.detail")


def click(table, place):
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(place).center()
    )


def test_tables_are_counted_when_they_are_looked_at(window, qtbot):
    table, detail = bring(qtbot, window, "barr-rao-1")
    model = table.model()
    assert model.index(2, 1).data() == f"5{THIN}313{THIN}608 (not 5{THIN}313{THIN}008)"
    assert model.index(0, 5).data() == "92 …"
    assert "3 differ" in find(window, QLabel, "tables.state").text()
    click(table, model.index(2, 1))
    assert "inclusion and exclusion" in detail.text()
    assert not find(window, QPushButton, "tables.witness").isVisible()


def test_what_was_counted_before_says_with_what_and_how_long(window, qtbot):
    table, detail = bring(qtbot, window, "9")
    for row, text in ((7, "24 (new)"), (8, "72 (new)")):
        place = table.model().index(row, 1)
        assert place.data() == text
        click(table, place)
        assert f"nqviz count maximum --n {row + 1} --d 3 took" in detail.text()
        assert "on one core" in detail.text()


def test_a_table_is_counted_by_two_methods_at_a_click(window, qtbot):
    table, detail = bring(qtbot, window, "7")
    confirm = find(window, QCheckBox, "tables.confirm")
    run = find(window, QPushButton, "tables.run")
    table.setCurrentIndex(table.model().index(3, 0))
    assert "Confirmed" not in detail.text()
    QTest.mouseClick(confirm, Qt.MouseButton.LeftButton, pos=QPoint(8, confirm.height() // 2))
    assert confirm.isChecked()
    QTest.mouseClick(run, Qt.MouseButton.LeftButton)
    assert run.text() == "Stop"
    settle(qtbot, window)
    assert run.text() == "Count it again"
    place = table.model().index(3, 0)
    assert place.data() == f"15{THIN}312 (not 35{THIN}496)"
    click(table, place)
    assert "Confirmed by" in detail.text()
    assert "5 of 5 are confirmed" in find(window, QLabel, "tables.state").text()


def test_sequences_are_listed_beside_what_is_counted(window, qtbot):
    table, detail = bring(qtbot, window, "symmetric")
    assert table.model().index(11, 2).data() == "8 ✓"
    place = table.model().index(26, 0)
    assert place.data() == THIN.join(("29", "363", "495", "934", "315", "694"))
    click(table, place)
    assert "not counted here" in detail.text()
    table, _ = bring(qtbot, window, "colourings")
    assert table.model().index(17, 1).data() == "18 (new)"
    words = " ".join(label.text() for label in window.findChildren(QLabel))
    assert "no colouring with 22 colours was found here" in words


def test_the_witness_of_a_threshold_opens(window, qtbot):
    table, detail = bring(qtbot, window, "10")
    table.setCurrentIndex(table.model().index(3, 1))
    assert table.currentIndex().data() == "2 (not 1)"
    find(window, QPushButton, "tables.witness").click()
    settle(qtbot, window)
    tab, _ = window.opened.pop()
    assert tab.state.board == Board.cube(4, 3)
    assert len(tab.state.queens) == len(tab.state.givens) == 3
    assert "in no placement of 7" in detail.text()


def test_tables_of_bounds_mark_misprints_and_lead_to_the_card(window, qtbot):
    table, _ = bring(qtbot, window, "5")
    model = table.model()
    texts = {
        str(model.index(row, column).data())
        for row in range(model.rowCount())
        for column in range(model.columnCount())
    }
    assert "679 (not 697)" in texts
    assert not find(window, QPushButton, "tables.run").isVisible()
    table, _ = bring(qtbot, window, "36")
    assert table.model().rowCount() == 8
    table.setCurrentIndex(table.model().index(2, 7))
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert window.page.part == MAXIMUM
    assert window.page.card.place.d == 3
    settle(qtbot, window)

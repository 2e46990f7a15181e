"""Tables of boards in a narrow panel: whole columns, and the ways to the others."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QVBoxLayout, QWidget

from nqviz.bounds import bounds_table
from nqviz.bounds.thesis import thesis_table, thesis_tables
from nqviz.problems.first.compare import published_sides
from nqviz_app.drawers.planar.first import TimesTable
from nqviz_app.views.atlas.paper_tables import bounds_grid
from nqviz_app.widgets.grids import ColumnSteps, Field, Grid, GridModel, GridView
from nqviz_app.widgets.widgets import named

SIDES = 20


def cubes():
    """Lay out the bounds of cubes, n down and d across."""
    sides, dimensions = range(1, SIDES + 1), range(2, 9)
    grid = Grid([str(n) for n in sides], [f"d = {d}" for d in dimensions])
    table = bounds_table(SIDES, 8)
    for row, n in enumerate(sides):
        for column, d in enumerate(dimensions):
            grid.fields[row, column] = Field(n, d, str(table[n, d]), f"({n},{d})")
    return grid


@pytest.fixture
def panel(qtbot):
    """Make a panel with a table and the steps below it, as narrow as a dock."""
    made = QWidget()
    qtbot.addWidget(made)
    table = named(GridView(), "bounds.table", "Bounds")
    model = GridModel(table)
    table.setModel(model)
    column = QVBoxLayout(made)
    column.addWidget(table)
    column.addWidget(ColumnSteps(table))

    def show(grid, percent=100):
        font = table.font()
        font.setPointSizeF(font.pointSizeF() * percent / 100)
        table.setFont(font)
        made.resize(int(280 * percent / 100), 500)
        with qtbot.waitExposed(made):
            made.show()
        model.show(grid)
        table.measure()
        return table, model

    return show


def shown(table):
    return [i for i in range(table.model().columnCount()) if not table.isColumnHidden(i)]


@pytest.mark.parametrize("percent", [100, 150])
def test_whole_columns_fill_the_panel_and_keys_go_on_to_the_others(panel, percent):
    table, model = panel(cubes(), percent)
    seen = set()
    table.setCurrentIndex(model.index(11, 0))
    for place in range(model.columnCount()):
        assert table.currentIndex().column() == place
        assert place in shown(table)
        seen.update(shown(table))
        assert table.horizontalHeader().length() <= table.viewport().width()
        for i in shown(table):  # nothing is cut off
            assert table.sizeHintForColumn(i) <= table.columnWidth(i)
        QTest.keyClick(table, Qt.Key.Key_Right)
    assert seen == set(range(model.columnCount()))
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert table.currentIndex().column() == model.columnCount() - 2


def test_buttons_lead_to_the_other_columns_and_say_where_they_end(panel):
    table, model = panel(cubes())
    box = table.parentWidget()
    words = box.findChild(QLabel, "bounds.columns")
    left, right = (box.findChild(QToolButton, f"bounds.{side}") for side in ("left", "right"))
    assert words.text().startswith("d = 2 to d = ")
    assert not left.isEnabled()
    assert left.toolTip() == "These are the first"
    turns = 0
    while right.isEnabled():
        before = shown(table)
        right.click()
        assert shown(table)[-1] == before[-1] + 1
        turns += 1
    assert turns
    assert words.text().endswith("d = 8, of 7 columns")
    while left.isEnabled():
        left.click()
    assert shown(table)[0] == 0
    box.resize(1500, 500)
    QApplication.processEvents()
    assert shown(table) == list(range(model.columnCount()))
    assert not words.isVisible()


def test_a_table_that_was_never_measured_shows_all_columns(qtbot):
    table = TimesTable()
    qtbot.addWidget(table)
    table.show_side(published_sides()[0])
    table.setCurrentIndex(table.model().index(0, 1))
    assert table.currentIndex().column() == 1
    assert shown(table) == [0, 1]


@pytest.mark.parametrize("name", thesis_tables())
def test_the_tables_of_the_thesis_are_shown_in_whole_columns(panel, name):
    table, _ = panel(bounds_grid(thesis_table(name)))
    assert table.horizontalHeader().length() <= table.viewport().width()
    assert all(table.sizeHintForColumn(i) <= table.columnWidth(i) for i in shown(table))


def test_the_steps_name_what_is_shown_where_they_take_room_from_it(panel, monkeypatch):
    table, _ = panel(cubes())
    steps = table.parentWidget().findChild(ColumnSteps)
    words = steps.findChild(QLabel, "bounds.columns")
    come_up = steps.setVisible

    def take_room(on):
        """Stand for a layout in which the table has less room as soon as the steps come up."""
        come_up(on)
        monkeypatch.setattr(table, "_last", 0)

    monkeypatch.setattr(steps, "setVisible", take_room)
    table.columns_changed.emit()
    assert words.text() == "d = 2, of 7 columns"


def test_the_words_of_the_steps_make_no_panel_wider(panel, monkeypatch):
    table, _ = panel(cubes())
    steps = table.parentWidget().findChild(ColumnSteps)
    long = " ".join(["queens"] * 40)
    monkeypatch.setattr(GridModel, "headerData", lambda *_of: long)
    table.columns_changed.emit()
    label = steps.findChild(QLabel)
    assert long in label.text()
    assert label.minimumSizeHint().width() < label.fontMetrics().horizontalAdvance(long) / 4

"""The Compare page: rows, chart, stop, bad input, and what is taken away."""

from __future__ import annotations

import csv
import io
import shutil
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QTableWidget,
)

from nqviz import Board, Placement
from nqviz.engines.threads import wait_for_engines
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.jobs import JobRunner
from nqviz_app.views.charts import ChartView
from nqviz_app.views.compare.page import ComparePage
from tests.app.window_driver import choose, find
from tests.solver_script import SOLVER


@pytest.fixture
def window(make_window):
    return make_window()


class PageWindow(QMainWindow):
    """The page alone, which opens in a tenth of the time of the whole window."""

    def __init__(self):
        super().__init__()
        self.document = Document(window_state(Placement(Board.cube(8, 2))), self)
        self.runner = JobRunner(self)
        self.panel = ComparePage(self.document, self.runner)
        self.setCentralWidget(self.panel)


@pytest.fixture
def alone(show):
    made = PageWindow()
    return show(made, (1100, 800), made.runner.shutdown)


def ask(window, boards, programs, engines="highs"):
    find(window, QLineEdit, "compare.boards").setText(boards)
    find(window, QComboBox, "compare.programs").setEditText(programs)
    find(window, QComboBox, "compare.engines").setEditText(engines)


def click(qtbot, window, name):
    qtbot.mouseClick(find(window, QPushButton, name), Qt.MouseButton.LeftButton)


def state(window):
    return find(window, QLabel, "compare.state").text()


def test_rows_appear_and_can_be_taken_away(alone, qtbot, tmp_path):
    window = alone
    ask(window, "3,3 2,3", "base, base+cube+inf, base+layer")
    click(qtbot, window, "compare.run")
    assert find(window, QPushButton, "compare.stop").isEnabled()
    qtbot.waitUntil(lambda: state(window).startswith("Done"))
    table = find(window, QTableWidget, "compare.table")
    texts = [[table.item(r, c).text() for c in range(9)] for r in range(table.rowCount())]
    assert [(row[0], row[1], row[7]) for row in texts[:2]] == [
        ("(3,3)", "base", "optimal"),
        ("(3,3)", "base+cube+inf", "settled by a bound"),
    ]
    assert texts[0][8] == "[4]"
    assert "thesis" in table.item(0, 0).toolTip().lower()
    assert "Kunt" in state(window)
    chart = window.findChild(object, "compare.chart")
    assert "base+layer" in chart.accessibleDescription()

    click(qtbot, window, "compare.copy")
    rows = list(csv.DictReader(io.StringIO(QGuiApplication.clipboard().text())))
    assert len(rows) == table.rowCount() == 6
    window.panel.write(tmp_path / "rows.csv")
    window.panel.write(tmp_path / "chart.png")
    assert (tmp_path / "rows.csv").read_text().startswith("instance,program,engine")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


def test_the_profile_is_shown_and_written(alone, qtbot, tmp_path):
    window = alone
    assert not find(window, ChartView, "compare.profile").isVisible(), "seconds come first"
    ask(window, "2,2 3,2", "base")
    click(qtbot, window, "compare.run")
    qtbot.waitUntil(lambda: state(window).startswith("Done"))
    page = window.panel
    profile = find(window, ChartView, "compare.profile")
    assert not profile.isVisible()
    choose(window, "compare.shown", "profile")
    assert profile.isVisible()
    assert profile.chart is not None
    page.write(tmp_path / "profile.csv")
    assert (tmp_path / "profile.csv").read_text().startswith("solver,ratio,share")
    page.write(tmp_path / "profile.svg")
    assert (tmp_path / "profile.svg").exists()


def test_other_solvers_take_part_by_a_command_line(alone, qtbot, tmp_path):
    window = alone
    (tmp_path / "solver.py").write_text(SOLVER)
    command = f"command:'{sys.executable}' '{tmp_path / 'solver.py'}' {{mps}} {{sol}}"
    commands = [command]
    if shutil.which("cbc"):
        commands.append("command:cbc {mps} sec {seconds} solve solution {sol}")
    ask(window, "4,3", "base+cube", ", ".join(["theta", *commands]))
    find(window, QCheckBox, "compare.no_bounds").setChecked(True)
    click(qtbot, window, "compare.run")
    qtbot.waitUntil(lambda: state(window).startswith("Done"))
    table = find(window, QTableWidget, "compare.table")
    texts = [[table.item(r, c).text() for c in range(10)] for r in range(table.rowCount())]
    assert [row[2] for row in texts] == ["theta", *commands]
    assert {row[7] for row in texts} == {"optimal"}
    assert texts[0][9] == "proven"
    assert all(row[9].endswith("within its tolerance") for row in texts[1:])


def test_instance_files_stand_beside_cubes(alone, qtbot, tmp_path):
    window = alone
    (tmp_path / "blocked one.lp").write_text("num(1..4). block(1,1).")
    ask(window, "4,2", "base", "highs")
    window.panel.take_files([str(tmp_path / "blocked one.lp")])
    click(qtbot, window, "compare.run")
    qtbot.waitUntil(lambda: state(window).startswith("Done"))
    table = find(window, QTableWidget, "compare.table")
    assert [table.item(r, 0).text() for r in range(2)] == ["(4,2)", "blocked one.lp"]


def test_what_is_no_board_or_not_closed_is_said(alone, qtbot):
    for boards, engines, words in (
        ("4,2 none.lp", "highs", "is not n,d, as in 6,3, and no file"),
        ("'4,2", "highs", "a quotation mark is not closed"),
        ("4,2", "command:cbc '{mps}", "a quotation mark is not closed"),
        ("4,2", "command:cbc", "has to name one problem file"),
    ):
        ask(alone, boards, "base", engines)
        click(qtbot, alone, "compare.run")
        assert words in state(alone)


def test_a_narrow_table_leaves_out_columns_and_says_them_below(alone, qtbot):
    window = alone
    ask(window, "3,3", "base, base+cube")
    click(qtbot, window, "compare.run")
    qtbot.waitUntil(lambda: state(window).startswith("Done"))
    table = find(window, QTableWidget, "compare.table")
    headings = [table.horizontalHeaderItem(c).text() for c in range(table.columnCount())]

    def seen():
        return {name for c, name in enumerate(headings) if not table.isColumnHidden(c)}

    for width, shown in (
        (700, {"Program", "Queens", "Seconds"}),
        (1300, set(headings) - {"Board"}),
    ):
        window.resize(width, 900)
        qtbot.waitUntil(lambda shown=shown: seen() >= shown - {"Engine"})
        used = sum(table.columnWidth(c) for c in range(table.columnCount()))
        assert used <= table.viewport().width()
    details = find(window, QLabel, "compare.details")
    assert details.isHidden()
    table.selectRow(0)
    assert details.isVisible()
    row = [table.item(0, c).text() for c in range(9)]
    for part in (row[0], row[1], row[2], f"{row[3]} rows", f"LP {row[4]}", row[7], "thesis"):
        assert part in details.text()


def test_a_stop_comes_at_once_and_keeps_what_is_done(window, qtbot):
    ask(window, "3,3 9,3", "base+cube")
    window.actions_["compare.run"].trigger()
    table = find(window, QTableWidget, "compare.table")
    qtbot.waitUntil(lambda: table.rowCount() == 1)
    window.actions_["compare.stop"].trigger()
    qtbot.waitUntil(lambda: state(window).startswith("Stopped"))
    assert table.item(0, 7).text() == "optimal"
    assert find(window, QPushButton, "compare.run").isEnabled()
    assert wait_for_engines(20)


def test_bad_input_is_said_and_nothing_runs(alone, qtbot):
    window = alone
    for boards, programs, engines, words in (
        ("6x3", "base", "highs", "not n,d"),
        ("", "base", "highs", "give a board"),
        ("3,3", "base+hexagon", "highs", "no rows 'hexagon'"),
        ("3,3", "base", "gurobi", "nknown engine"),
        ("3,3", "", "highs", "give a program"),
    ):
        ask(window, boards, programs, engines)
        click(qtbot, window, "compare.run")
        assert words in state(window)
        assert not window.runner.jobs


def test_the_board_is_offered_until_another_is_typed(alone, qtbot):
    window = alone
    field = find(window, QLineEdit, "compare.boards")
    window.document.load(window_state(Placement(Board.cube(6, 3))), "six")
    assert field.text() == "6,3"
    field.clear()
    qtbot.keyClicks(field, "4,3")
    window.document.load(window_state(Placement(Board.cube(5, 3))), "five")
    assert field.text() == "4,3"


def test_it_opens_from_the_atlas_and_goes_back_by_escape(window, qtbot):
    window.panels.atlas.compare_wanted.emit(Board.cube(6, 3))
    assert window.pages.current == "compare"
    field = find(window, QLineEdit, "compare.boards")
    assert field.text() == "6,3"
    run = find(window, QPushButton, "compare.run")
    qtbot.keyClick(run, Qt.Key.Key_Escape)
    assert window.pages.current == "scene"

"""The Density and the Tables panel in the real window."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QSpinBox, QTableView

from nqviz import Board, Placement
from nqviz.formats import write_placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.drawers.density.panel import DensityPanel
from tests.app.hands import choose, find, open_panel


@pytest.fixture
def window(qtbot, make_window):
    made = make_window()
    made.document.load(window_state(Placement(Board.cube(3, 3))), "A small board")
    return made


@pytest.fixture
def density(make_panel):
    return make_panel(DensityPanel, Placement(Board.cube(3, 3)))


def bring(qtbot, window, title):
    open_panel(window, title)
    settle(qtbot, window)


def settle(qtbot, window):
    qtbot.waitUntil(lambda: not window.runner.jobs)


def ask(qtbot, window, kind):
    choose(window, "density.kind", kind)
    show = find(window, QPushButton, "density.show")
    assert show.isEnabled(), show.toolTip()
    show.click()
    settle(qtbot, window)
    return window.document.overlay


def test_the_density_of_a_board_with_its_orbits_and_files(density, qtbot, tmp_path):
    window = density
    shown = ask(qtbot, window, "all")
    assert (shown.total, shown.values.sum()) == (16, 64)
    assert "7 of 27 cells are never used" in find(window, QLabel, "density.state").text()
    model = find(window, QTableView, "density.orbits").model()
    assert [model.index(row, 1).data() for row in range(model.rowCount())] == ["4", "2", "0", "0"]
    panel = window.panel
    panel.export(tmp_path / "d.npy")
    assert np.load(tmp_path / "d.npy").sum() == 64
    panel.export(tmp_path / "d.csv")
    assert (tmp_path / "d.csv").read_text().startswith("x1,x2,x3,count\n1,1,1,2\n")
    panel.export(tmp_path / "d.svg")
    assert (tmp_path / "d.svg").stat().st_size > 1000
    panel.export(tmp_path / "d.xyz")
    assert "is written to .npy" in find(window, QLabel, "density.state").text()
    find(window, QPushButton, "density.hide").click()
    assert window.document.overlay is None
    assert not find(window, QPushButton, "density.export").isEnabled()


def test_given_queens_images_samples_and_files(density, qtbot, tmp_path):
    window = density
    choose(window, "density.kind", "given")
    assert not find(window, QPushButton, "density.show").isEnabled()  # no queen is given
    window.document.toggle_given(0)
    assert ask(qtbot, window, "given").total == 2
    assert ask(qtbot, window, "orbit").total == 8  # one queen in a corner
    find(window, QSpinBox, "density.samples").setValue(5)
    find(window, QSpinBox, "density.queens").setValue(4)
    shown = ask(qtbot, window, "sample")
    assert shown.caption.startswith("A sample, not exact: 5 placements of 4 queens")
    assert shown.titles == ("sample", "of 5")
    write_placement(tmp_path / "a.json", window.document.placement())
    window.panel.show_files([str(tmp_path)])
    settle(qtbot, window)
    assert window.document.overlay.total == 1
    choose(window, "density.kind", "limit")
    assert "d = 2" in find(window, QPushButton, "density.show").toolTip()
    choose(window, "density.kind", "shift")
    find(window, QPushButton, "density.show").click()
    settle(qtbot, window)
    assert find(window, QLabel, "density.state").text()  # no regular solution: it says so


def test_planar_densities_stand_beside_their_limit(make_panel, qtbot):
    window = make_panel(DensityPanel, Placement(Board.cube(8, 2)))
    assert ask(qtbot, window, "all").total == 92
    table = find(window, QTableView, "density.orbits")
    model = table.model()
    assert model.headerData(2, Qt.Orientation.Horizontal) == "limit"
    table.setCurrentIndex(model.index(0, 0))
    for place in (1, 2):
        QTest.keyClick(table, Qt.Key.Key_Right)
        assert table.currentIndex().column() == place
        assert not table.isColumnHidden(place)
    shown = ask(qtbot, window, "limit")
    assert shown.total == 0
    assert shown.values.mean() == pytest.approx(1)
    assert "n-queens constant between 1.94" in shown.caption


def test_tables_are_counted_when_they_are_looked_at(window, qtbot):
    panel = window.tables_panel
    bring(qtbot, window, "tables")
    qtbot.waitUntil(lambda: "1" in panel._done)
    choose(window, "tables.name", "barr-rao-1")
    settle(qtbot, window)
    table = find(window, QTableView, "tables.table")
    model = table.model()
    assert model.index(2, 1).data() == "5,313,608 (not 5,313,008)"
    assert model.index(0, 5).data() == "92 …"
    assert "3 differ" in find(window, QLabel, "tables.title").text()
    table.setCurrentIndex(model.index(2, 1))
    assert "inclusion and exclusion" in find(window, QLabel, "tables.detail").text()
    assert not find(window, QPushButton, "tables.witness").isVisible()


def test_what_was_counted_before_says_with_what_and_how_long(window, qtbot):
    bring(qtbot, window, "tables")
    choose(window, "tables.name", "9")
    settle(qtbot, window)
    table, detail = find(window, QTableView, "tables.table"), find(window, QLabel, "tables.detail")
    for row, text in ((7, "24 (new)"), (8, "72 (new)")):
        place = table.model().index(row, 1)
        assert place.data() == text
        QTest.mouseClick(
            table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(place).center()
        )
        assert f"nqviz count maximum --n {row + 1} --d 3 took" in detail.text()
        assert "on one core" in detail.text()
    window.document.load(window_state(Placement(Board.cube(9, 3))), "A larger board")
    bring(qtbot, window, "density")
    assert ask(qtbot, window, "all").total == 72
    assert "nqviz count maximum --n 9 --d 3 took" in find(window, QLabel, "density.state").text()


def test_a_table_is_counted_by_two_methods_at_a_click(window, qtbot):
    bring(qtbot, window, "tables")
    choose(window, "tables.name", "7")
    settle(qtbot, window)
    confirm, run = (
        find(window, QCheckBox, "tables.confirm"),
        find(window, QPushButton, "tables.run"),
    )
    table, detail = find(window, QTableView, "tables.table"), find(window, QLabel, "tables.detail")
    table.setCurrentIndex(table.model().index(3, 0))
    assert "Confirmed" not in detail.text()
    QTest.mouseClick(confirm, Qt.MouseButton.LeftButton, pos=QPoint(8, confirm.height() // 2))
    assert confirm.isChecked()
    QTest.mouseClick(run, Qt.MouseButton.LeftButton)
    assert run.text() == "Stop"
    settle(qtbot, window)
    assert run.text() == "Count all"
    place = table.model().index(3, 0)
    assert place.data() == "15,312 (not 35,496)"
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(place).center()
    )
    assert "Confirmed by" in detail.text()
    title = find(window, QLabel, "tables.title").text()
    assert "5 of 5 are confirmed" in title


def test_the_witness_of_a_threshold_opens_in_a_tab(window, qtbot):
    bring(qtbot, window, "tables")
    choose(window, "tables.name", "10")
    settle(qtbot, window)
    table = find(window, QTableView, "tables.table")
    table.setCurrentIndex(table.model().index(3, 0))
    assert table.currentIndex().data() == "2 (not 1)"
    find(window, QPushButton, "tables.witness").click()
    settle(qtbot, window)
    document = window.document
    assert document.board == Board.cube(4, 3)
    assert len(document.placement()) == len(document.givens) == 3
    assert "in no placement of 7" in find(window, QLabel, "tables.detail").text()

"""The Density panel in the real window."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QSpinBox, QTableView

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


def test_what_was_counted_before_says_with_what(make_panel, qtbot):
    window = make_panel(DensityPanel, Placement(Board.cube(9, 3)))
    assert ask(qtbot, window, "all").total == 72
    assert "nqviz count maximum --n 9 --d 3 took" in find(window, QLabel, "density.state").text()

"""The Density drawer counts placements, and says what is shown."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QSpinBox, QTableView

from nqviz import Board, Placement
from nqviz.formats import write_placement
from nqviz_app.drawers.density.histogram import Histogram
from nqviz_app.drawers.density.panel import DensityPanel
from nqviz_app.views.scene.density_legend import legend_words
from nqviz_app.widgets.labels import Paragraph
from tests.app.window_driver import choose, find, press, text_of, wait_for_jobs


@pytest.fixture
def window(make_panel):
    return make_panel(DensityPanel, Placement(Board.cube(3, 3)))


def ask(qtbot, window, kind):
    choose(window, "density.kind", kind)
    press(qtbot, window, "density.show")
    wait_for_jobs(qtbot, window)
    return window.document.overlay


def plain(window, name):
    return find(window, Paragraph, name).text()


def shown(window, name):
    return find(window, QAbstractButton, name).isVisible()


def test_the_answer_says_how_many_placements_and_how_cells_are_used(window, qtbot):
    assert not shown(window, "density.hide")
    overlay = ask(qtbot, window, "all")
    assert (overlay.total, overlay.values.sum()) == (16, 64)
    assert text_of(window, "density.heading") == "16 placements"
    assert plain(window, "density.summary") == "of 4 queens each, 1 up to symmetry. Exact."
    histogram = find(window, Histogram, "density.histogram")
    assert [(bar.low, bar.cells) for bar in histogram.bars] == list(overlay.distribution)
    assert histogram.accessibleDescription().startswith("0: 7 cells; 2: ")
    assert text_of(window, "density.most") == "12 cells, 4 of 16"
    assert text_of(window, "density.least") == "7 cells, never"
    assert text_of(window, "density.here") == "–"
    window.document.set_cursor(0)
    assert text_of(window, "density.here") == "(1, 1, 1): 2 of 16"


def test_placements_with_a_queen_on_a_cell_are_never_called_uses(window, qtbot):
    overlay = ask(qtbot, window, "all")
    window.document.set_cursor(0)
    labels = [each for each in window.findChildren(QLabel) if each.isVisible()]
    texts = [*(each.text() for each in labels), *overlay.titles, *overlay.ends]
    texts += [overlay.cell_text(0), *legend_words(overlay)]
    said = " ".join(texts)
    assert "placements" in said
    assert not re.search(r"\buses?\b", said), said


def test_one_button_is_filled_and_only_while_there_is_something_to_count(window, qtbot):
    assert shown(window, "density.show")
    ask(qtbot, window, "all")
    assert not shown(window, "density.show"), "it is shown already"
    assert shown(window, "density.hide")
    choose(window, "density.kind", "sample")
    assert shown(window, "density.show")
    choose(window, "density.kind", "all")
    press(qtbot, window, "density.hide")
    assert window.document.overlay is None
    assert not shown(window, "density.export")
    assert shown(window, "density.show")


def test_work_is_announced_and_can_be_stopped(make_panel, qtbot):
    window = make_panel(DensityPanel, Placement(Board.cube(10, 3)))
    running = []
    window.panel.running_changed.connect(running.append)
    choose(window, "density.kind", "sample")
    find(window, QSpinBox, "density.samples").setValue(100_000)
    press(qtbot, window, "density.show")
    assert find(window, QPushButton, "density.show").text() == "Stop"
    press(qtbot, window, "density.show")
    wait_for_jobs(qtbot, window)
    assert running[0] is True
    assert running[-1] is False
    assert find(window, QPushButton, "density.show").text() == "Count"


def test_a_density_is_written_as_array_and_figure(window, qtbot, tmp_path):
    ask(qtbot, window, "all")
    panel = window.panel
    panel.export(tmp_path / "d.npy")
    assert np.load(tmp_path / "d.npy").sum() == 64
    panel.export(tmp_path / "d.csv")
    assert (tmp_path / "d.csv").read_text().startswith("x1,x2,x3,count\n1,1,1,2\n")
    panel.export(tmp_path / "d.svg")
    assert (tmp_path / "d.svg").stat().st_size > 1000
    panel.export(tmp_path / "d.xyz")
    assert "is written to .npy" in text_of(window, "density.state")


def test_the_scene_draws_as_is_chosen(window, qtbot):
    for name, style in (("even", "colour"), ("slice", "slice"), ("cloud", "volume")):
        button = find(window, QAbstractButton, f"density.drawn.{name}")
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.document.view.density == style


def test_given_queens_images_samples_and_files(window, qtbot, tmp_path):
    choose(window, "density.kind", "given")
    assert not find(window, QPushButton, "density.show").isEnabled()  # no queen is given
    window.document.toggle_given(0)
    assert ask(qtbot, window, "given").total == 2
    assert ask(qtbot, window, "orbit").total == 8  # one queen in a corner
    assert "Images of one placement" in plain(window, "density.summary")
    find(window, QSpinBox, "density.samples").setValue(5)
    find(window, QSpinBox, "density.queens").setValue(4)
    overlay = ask(qtbot, window, "sample")
    assert (overlay.total, overlay.queens, overlay.kind) == (5, 4, "sample")
    assert "not exact: the standard error" in plain(window, "density.summary")
    write_placement(window.document.placement(), tmp_path / "a.json")
    window.panel.show_files([str(tmp_path)])
    wait_for_jobs(qtbot, window)
    assert text_of(window, "density.heading") == "1 placement"
    choose(window, "density.kind", "limit")
    assert "d = 2" in find(window, QPushButton, "density.show").toolTip()
    choose(window, "density.kind", "shift")
    press(qtbot, window, "density.show")
    wait_for_jobs(qtbot, window)
    assert "regular solution" in text_of(window, "density.state")


def test_planar_densities_stand_beside_their_limit(make_panel, qtbot):
    window = make_panel(DensityPanel, Placement(Board.cube(8, 2)))
    assert ask(qtbot, window, "all").total == 92
    find(window, QAbstractButton, "density.details").setChecked(True)
    table = find(window, QTableView, "density.orbits")
    model = table.model()
    assert model.headerData(2, Qt.Orientation.Horizontal) == "limit"
    table.setCurrentIndex(model.index(0, 0))
    for place in (1, 2):
        QTest.keyClick(table, Qt.Key.Key_Right)
        assert table.currentIndex().column() == place
        assert not table.isColumnHidden(place)
    words = text_of(window, "density.distance").removesuffix(".")
    assert float(words.rpartition(" ")[2]) == pytest.approx(0.0509, abs=2e-4)
    overlay = ask(qtbot, window, "limit")
    assert text_of(window, "density.distance") == ""
    assert overlay.total == 0
    assert overlay.values.mean() == pytest.approx(1)
    assert text_of(window, "density.heading") == "Limit density"
    assert "n-queens constant between 1.94" in plain(window, "density.summary")
    assert text_of(window, "density.most").endswith("times the mean")


def test_what_was_counted_before_says_with_what(make_panel, qtbot):
    window = make_panel(DensityPanel, Placement(Board.cube(9, 3)))
    assert ask(qtbot, window, "all").total == 72
    assert "nqviz count maximum --n 9 --d 3 took" in text_of(window, "density.made")


def test_the_piece_of_the_board_is_named(make_panel, qtbot):
    window = make_panel(DensityPanel, Placement(Board.cube(3, 2, piece="rook")))
    assert "have a rook on each cell" in plain(window, "density.about")
    ask(qtbot, window, "all")
    assert plain(window, "density.summary").startswith("of 3 rooks each")

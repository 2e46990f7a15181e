"""The Bounds and the Library panel in the real window."""

import pytest
from PySide6.QtCore import QCoreApplication, QSettings, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget, QPushButton, QSpinBox, QTableView

from nqviz import Board, Placement
from nqviz.bounds import bounds_table
from nqviz.catalogue.records import records
from nqviz.constructions.from_catalogue import is_maximum, load_record
from nqviz.formats import read_placement, write_placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.drawers.atlas.bounds import LARGEST_D, LARGEST_N
from nqviz_app.window.main_window import MainWindow

from ..hands import choose, find, text_of


def show(qtbot, window, title):
    """Bring a panel to the front by its action, as the menu and the palette do."""
    window.drawers.open(title)
    qtbot.waitUntil(lambda: not window.runner.jobs)


@pytest.fixture(scope="module", autouse=True)
def found_before():
    """Find what the jobs find: they step back behind all else that a busy machine runs."""
    bounds_table(LARGEST_N, LARGEST_D)
    for each in records():
        is_maximum(each)


@pytest.fixture
def bounds(qtbot, make_window):
    window = make_window()
    assert not window.runner.jobs  # nothing is computed for a panel that nobody looks at
    show(qtbot, window, "bounds")
    table = find(window, QTableView, "bounds.table")
    qtbot.waitUntil(lambda: table.model().rowCount() == 40)
    return window


def test_the_table_tells_why_and_opens_a_placement(bounds, qtbot):
    window, table = bounds, find(bounds, QTableView, "bounds.table")
    model = table.model()
    assert model.columnCount() == 7
    assert model.index(7, 1).data() == "[48]"
    assert model.index(6, 2).data() == "[145, 149]"
    assert "R = 0.7500" in model.index(7, 1).data(Qt.ItemDataRole.ToolTipRole)
    proven, gap = (
        model.index(*place).data(Qt.ItemDataRole.BackgroundRole).name()
        for place in ((7, 1), (6, 2))
    )
    assert proven != gap
    table.setCurrentIndex(model.index(7, 3))
    assert "At most 1,023" in text_of(window, "bounds.detail")
    table.show_column(1)
    place = table.visualRect(model.index(7, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "At most 48: T. Kunt" in text_of(window, "bounds.detail")
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: window.document.board == Board.cube(8, 3))
    assert window.document.counts.queens == 48
    assert window.document.counts.conflicts == 0


def test_enter_opens_the_chosen_board(bounds, qtbot):
    window, table = bounds, find(bounds, QTableView, "bounds.table")
    window.bounds_panel.choose(13, 5)
    assert "linear set modulo 37" in text_of(window, "bounds.detail")
    window.bounds_panel.choose(5, 4)
    assert "38: a tree of theta bounds" in text_of(window, "bounds.detail")
    qtbot.keyClick(table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.document.board == Board.cube(5, 4))
    assert window.document.counts.queens == 38
    assert window.document.counts.conflicts == 0


def test_what_is_known_but_not_at_hand_and_what_is_too_large_is_said(bounds, qtbot):
    window = bounds
    window.bounds_panel.choose(21, 3)
    find(window, QPushButton, "bounds.open").click()
    qtbot.waitUntil(lambda: window.document.board == Board.cube(21, 3))
    assert window.document.counts.queens == 403
    assert "405 queens are known to fit, but only 403 are at hand" in text_of(
        window, "bounds.detail"
    )
    window.bounds_panel.choose(40, 8)
    find(window, QPushButton, "bounds.open").click()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert "cells" in text_of(window, "bounds.detail")
    assert window.document.board == Board.cube(21, 3)


def test_tables_of_the_thesis_mark_their_misprints(bounds):
    window, table = bounds, find(bounds, QTableView, "bounds.table")
    choose(window, "bounds.view", "5")
    texts = {
        str(table.model().index(row, column).data())
        for row in range(table.model().rowCount())
        for column in range(table.model().columnCount())
    }
    assert "679 (not 697)" in texts
    assert not find(window, QComboBox, "bounds.figures").isEnabled()
    choose(window, "bounds.view", "36")
    assert table.model().rowCount() == 8
    choose(window, "bounds.view", "all")
    choose(window, "bounds.figures", "ratios")
    assert table.model().index(7, 1).data() == "[0.7500]"


# The library ------------------------------------------------------------------------------


@pytest.fixture
def library(qtbot, make_window):
    window = make_window()
    show(qtbot, window, "library")
    qtbot.waitUntil(lambda: find(window, QListWidget, "library.list").count() > 0)
    return window


def lines(window):
    box = find(window, QListWidget, "library.list")
    return [box.item(row).text() for row in range(box.count())]


def test_filters_leave_what_passes_them_all(library):
    window = library
    everything = len(lines(window))
    assert everything > 200
    choose(window, "library.dimension", 3)
    assert all("2)" not in line for line in lines(window))
    find(window, QSpinBox, "library.n").setValue(9)
    assert len(lines(window)) == 2
    choose(window, "library.kind", "subcube")
    assert lines(window) == ["(9,3) board  [67]  subcube cut"]
    choose(window, "library.proven", False)
    assert lines(window) == []
    assert text_of(window, "library.count").startswith("0 of")
    assert not find(window, QPushButton, "library.open").isEnabled()
    choose(window, "library.proven", None)
    choose(window, "library.kind", None)
    choose(window, "library.dimension", None)
    find(window, QSpinBox, "library.n").setValue(0)
    assert len(lines(window)) == everything


def select(window, words):
    box = find(window, QListWidget, "library.list")
    row = next(row for row, line in enumerate(lines(window)) if line.startswith(words))
    box.setCurrentRow(row)
    return box


def test_a_record_has_a_preview_and_opens_with_enter(library, qtbot):
    window = library
    box = select(window, "(9,3) board  [67]  subcube")
    picture = find(window, QLabel, "library.preview").pixmap()
    assert not picture.isNull()
    colours = {picture.toImage().pixelColor(x, 40).name() for x in range(picture.width())}
    assert len(colours) > 2
    assert "Maximum 67 (proven; " in text_of(window, "library.about")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.document.board == Board.cube(9, 3))
    assert window.document.counts.queens == 67
    box = select(window, "(4,8) board")
    assert text_of(window, "library.preview") == "Too large for a small picture"


def test_a_double_click_opens_a_record(library, qtbot):
    window = library
    box = select(window, "(5,3) board")
    box.scrollToItem(box.currentItem())
    place = box.visualItemRect(box.currentItem()).center()
    qtbot.mouseClick(box.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(box.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: window.document.board == Board.cube(5, 3))
    assert window.document.counts.queens == 13


def test_a_copy_is_exported(library, tmp_path):
    select(library, "(5,3) board")
    library.library_panel.export(tmp_path / "thirteen.json")
    file = read_placement(tmp_path / "thirteen.json")
    assert len(file.placement) == 13
    assert "(proven; " in file.note
    library.library_panel.export(tmp_path / "nowhere" / "thirteen.json")
    assert "cannot be written" in library.statusBar().currentMessage()


def test_a_folder_is_kept_and_its_bad_files_are_named(qtbot, tmp_path, monkeypatch):
    folder = tmp_path / "mine"
    folder.mkdir()
    write_placement(folder / "seven.csv", load_record("4x4x4-7").placement)
    (folder / "broken.json").write_text("{")
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    for turn in range(2):
        window = MainWindow(Document(window_state(Placement(Board.cube(8, 2)))), settings)
        with qtbot.waitExposed(window):
            window.show()
        if not turn:
            show(qtbot, window, "library")
            panel = window.library_panel
            monkeypatch.setattr(
                "nqviz_app.drawers.atlas.library.QFileDialog.getExistingDirectory",
                lambda *_words: str(folder),
            )
            find(window, QPushButton, "library.add_folder").click()
        show(qtbot, window, "library")
        panel = window.library_panel
        assert panel.folders == [str(folder)]
        qtbot.waitUntil(lambda window=window: any("seven.csv" in line for line in lines(window)))
        assert "broken.json" in text_of(window, "library.problems")
        select(window, "(4,3) board  [7]  seven.csv")
        if turn:
            find(window, QPushButton, "library.forget").click()
            qtbot.waitUntil(
                lambda window=window: not any("seven.csv" in line for line in lines(window))
            )
            assert not find(window, QPushButton, "library.forget").isEnabled()
        window.close()
        window.deleteLater()
        QCoreApplication.processEvents()

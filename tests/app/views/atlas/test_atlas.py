"""The Atlas page: the heat tables, the card of a board, and what the keys do."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton, QSpinBox

from nqviz import Board, Placement
from nqviz.bounds import bounds_table
from nqviz.catalogue.records import records
from nqviz.constructions.from_catalogue import is_maximum, load_record
from nqviz.formats import read_placement, write_placement
from nqviz_app.document.board_tab import window_state
from nqviz_app.views.atlas.boards import AtlasBoard, read_board
from nqviz_app.views.atlas.cells import LARGEST
from nqviz_app.views.atlas.head import DENSITIES, FULL, MAXIMUM, MINE
from nqviz_app.views.atlas.heat_table import HeatTable
from nqviz_app.views.atlas.records_table import RecordsTable
from nqviz_app.widgets.labels import Paragraph
from nqviz_app.window.search_sources import sources_of

from ...window_driver import choose, find, text_of
from .atlas_window import AtlasWindow

THIN = "\u202f"


@pytest.fixture(scope="module", autouse=True)
def found_before():
    """Find what the jobs find: they step back behind all else that a busy machine runs."""
    bounds_table(*LARGEST)
    for each in records():
        is_maximum(each)


@pytest.fixture
def make_atlas(qtbot, show):
    def make(settings=None, width=1872):
        window = AtlasWindow(settings)
        show(window, (width, 1012), window.runner.shutdown)
        qtbot.waitUntil(lambda: window.page.card.facts is not None and not window.runner.jobs)
        return window

    return make


def show_board(qtbot, window, text):
    """Type a board into the field for other boards and wait for its card."""
    field = find(window, QLineEdit, "atlas.other")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    place = read_board(text)
    card = window.page.card
    qtbot.waitUntil(lambda: card.facts is not None and card.facts.place == place)
    return card


# The page -------------------------------------------------------------------------------------


def test_the_table_counts_what_is_proven_and_fills_its_cells(make_atlas):
    window = make_atlas()
    table = find(window, HeatTable, "atlas.table")
    model = table.model_
    assert (model.rowCount(), model.columnCount()) == (30, 7)
    assert model.index_of(8, 3).data() == "48"
    assert model.index_of(12, 3).data() == "[133, 143]"
    assert "at least 133" in model.index_of(12, 3).data(Qt.ItemDataRole.AccessibleTextRole)
    table_of = bounds_table(*LARGEST)
    known = sum(each.is_proven for (n, _), each in table_of.items() if n > 1)
    assert f"{known} of 210 are proven" in text_of(window, "atlas.sentence")
    choose(window, "atlas.figures", "ratios")
    assert model.index_of(8, 3).data() == "0.7500"


def test_arrows_choose_enter_opens_s_solves_and_escape_goes_back(make_atlas, qtbot):
    window = make_atlas()
    page, table = window.page, find(window, HeatTable, "atlas.table")
    table.setFocus()
    assert page.card.place == AtlasBoard.cube(8, 3)  # the board that was looked at
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
        qtbot.keyClick(table, key)
    assert page.card.place == AtlasBoard.cube(9, 4)
    qtbot.keyClick(table, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: page.card.facts is not None)
    assert page.card.facts.place == AtlasBoard.cube(9, 3)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.opened))
    tab, beside = window.opened.pop()
    assert not beside
    assert tab.state.board == Board.cube(9, 3)
    assert (tab.state.counts.queens, tab.state.counts.conflicts) == (67, 0)
    qtbot.waitUntil(lambda: not window.runner.jobs)
    qtbot.keyClick(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(window.opened))
    assert window.opened.pop()[1]
    qtbot.keyClick(table, Qt.Key.Key_S)
    assert window.asked.pop() == (Board.cube(9, 3), 67)
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert window.asked.pop() == "closed"


def test_a_double_click_opens_and_the_card_leads_on(make_atlas, qtbot):
    window = make_atlas()
    page, table = window.page, find(window, HeatTable, "atlas.table")
    place = table.visualRect(table.model_.index_of(12, 3)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: page.card.facts is not None)
    assert text_of(window, "atlas.bracket") == "[133, 143]"
    assert find(window, QPushButton, "atlas.open").text() == "Open the 133 queens"
    assert "48 images" in text_of(window, "atlas.about")
    solve = find(window, QPushButton, "atlas.solve")
    assert solve.text() == "Look for 134"
    qtbot.mouseClick(solve, Qt.MouseButton.LeftButton)
    assert window.asked.pop() == (Board.cube(12, 3), 134)
    find(window, QPushButton, "atlas.compare").click()
    assert window.asked.pop() == Board.cube(12, 3)
    sources = find(window, Paragraph, "atlas.weaker2.source")
    assert not sources.isVisible()
    qtbot.mouseClick(find(window, QPushButton, "atlas.weaker_sources"), Qt.MouseButton.LeftButton)
    assert sources.isVisible()
    assert "Kunt" in sources.text()
    find(window, QPushButton, "atlas.copy").click()
    assert "At least 133:" in QGuiApplication.clipboard().text()
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: bool(window.opened))
    assert window.opened[0][0].state.counts.queens == 133


def test_other_boards_have_cards_and_what_is_none_is_said(make_atlas, qtbot):
    window = make_atlas()
    card = show_board(qtbot, window, "4,5,6")
    assert (card.facts.least.value, card.facts.most.value) == (14, 14)
    assert not find(window, HeatTable, "atlas.table").currentIndex().isValid()
    assert not find(window, QPushButton, "atlas.compare").isEnabled()
    card = show_board(qtbot, window, "12,3 torus")
    qtbot.keyClick(find(window, HeatTable, "atlas.table"), Qt.Key.Key_S)
    board, target = window.asked.pop()
    assert board.torus
    assert target == card.facts.least.value + 1
    show_board(qtbot, window, "40,8")
    assert not find(window, QPushButton, "atlas.open").isEnabled()
    field = find(window, QLineEdit, "atlas.other")
    qtbot.keyClicks(find(window, HeatTable, "atlas.table"), "5")
    assert field.text() == "5", "a number typed over the table begins a board"
    field.setText("pawns")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "is not a board" in text_of(window, "atlas.sentence")


def test_at_most_one_button_is_filled_in_each_part(make_atlas, qtbot):
    window = make_atlas()
    for place in range(5):
        window.page.show_segment(place)
        qtbot.waitUntil(lambda: not window.runner.jobs)
        filled = [
            push.objectName()
            for push in window.findChildren(QPushButton)
            if push.isVisible() and push.isEnabled() and push.property("primary")
        ]
        assert len(filled) <= 1, filled


@pytest.mark.parametrize("width", [1052, 1318, 1872])
def test_the_card_and_the_table_share_the_width(make_atlas, width):
    window = make_atlas(width=width)
    page, table = window.page, find(window, HeatTable, "atlas.table")
    assert page.card.geometry().right() == page.width() - 1
    right = table.mapTo(page, table.rect().topRight()).x()
    assert right < page.card.x()
    if width > 1200:
        assert table.horizontalScrollBar().maximum() == 0
    last = table.visualRect(table.model_.index_of(12, 3))
    assert last.height() == table.verticalHeader().defaultSectionSize()


def test_full_placements_are_counted(make_atlas):
    window = make_atlas()
    window.page.show_segment(FULL)
    table = find(window, HeatTable, "atlas.full")
    assert table.model_.index_of(12, 3).data() == "none"
    assert "40 have one" in text_of(window, "atlas.sentence")
    window.page.show_segment(MAXIMUM)


def test_a_density_opens_with_its_board(make_atlas, qtbot):
    window = make_atlas()
    window.page.show_segment(DENSITIES)
    qtbot.waitUntil(lambda: bool(window.page.densities.tiles))
    tile = next(each for each in window.page.densities.tiles if "(8,2)" in each.accessibleName())
    assert "92 maximum placements" in tile.accessibleName()
    qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    tab, _ = window.opened.pop()
    assert tab.state.board == Board.cube(8, 2)
    assert tab.overlay.total == 92


# The library ----------------------------------------------------------------------------------


@pytest.fixture
def library(make_atlas, qtbot):
    window = make_atlas()
    bring(qtbot, window)
    return window


def bring(qtbot, window):
    window.page.show_segment(MINE)
    qtbot.waitUntil(lambda: find(window, RecordsTable, "library.list").topLevelItemCount() > 0)
    qtbot.waitUntil(lambda: not window.runner.jobs)


def lines(window):
    box = find(window, RecordsTable, "library.list")
    rows = (box.topLevelItem(row) for row in range(box.topLevelItemCount()))
    return [" ".join(row.text(column) for column in range(3)) for row in rows]


def select(window, words):
    box = find(window, RecordsTable, "library.list")
    row = next(row for row, line in enumerate(lines(window)) if line.startswith(words))
    box.setCurrentItem(box.topLevelItem(row))
    return box


def test_filters_leave_what_passes_them_all(library):
    window = library
    everything = len(lines(window))
    assert everything > 200
    choose(window, "library.dimension", 3)
    assert all(",2)" not in line for line in lines(window))
    find(window, QSpinBox, "library.n").setValue(9)
    assert len(lines(window)) == 3  # one of them on the torus
    choose(window, "library.kind", "subcube")
    assert lines(window) == ["(9,3) [67] Subcube cut"]
    choose(window, "library.proven", False)
    assert lines(window) == []
    assert text_of(window, "library.count").startswith("0 of")
    assert not find(window, QPushButton, "library.open").isEnabled()
    for name in ("proven", "kind", "dimension"):
        choose(window, f"library.{name}", None)
    find(window, QSpinBox, "library.n").setValue(0)
    assert len(lines(window)) == everything
    find(window, QLineEdit, "library.search").setText("zimmermann")
    assert 0 < len(lines(window)) < everything


def test_records_are_sorted_by_their_numbers(library, qtbot):
    box = find(library, RecordsTable, "library.list")
    box.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    counts = [box.topLevelItem(row).record.count for row in range(box.topLevelItemCount())]
    assert counts == sorted(counts, reverse=True)


def test_a_record_is_described_checked_and_opened(library, qtbot):
    window = library
    box = select(window, "(9,3) [67] Subcube")
    assert "Maximum 67 (proven; " in text_of(window, "library.about")
    assert window.page.library.preview.isEnabled()
    find(window, QPushButton, "library.check").click()
    qtbot.waitUntil(lambda: text_of(window, "library.about").startswith("Checked"))
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.opened))
    tab, beside = window.opened.pop()
    assert (tab.state.board, tab.state.counts.queens, beside) == (Board.cube(9, 3), 67, False)
    qtbot.waitUntil(lambda: not window.runner.jobs)
    find(window, QPushButton, "library.open_beside").click()
    qtbot.waitUntil(lambda: bool(window.opened))
    assert window.opened.pop()[1]
    select(window, "(4,8)")
    assert not window.page.library.preview.isEnabled()


def test_a_copy_is_exported(library, tmp_path):
    select(library, "(5,3)")
    pane = library.page.library
    said = []
    library.document.message.connect(said.append)
    pane.export(tmp_path / "thirteen.json")
    file = read_placement(tmp_path / "thirteen.json")
    assert len(file.placement) == 13
    assert "(proven; " in file.note
    pane.export(tmp_path / "nowhere" / "thirteen.json")
    assert "cannot be written" in said[-1]


def test_a_folder_is_kept_and_its_bad_files_are_named(make_atlas, qtbot, tmp_path, monkeypatch):
    folder = tmp_path / "mine"
    folder.mkdir()
    write_placement(load_record("4x4x4-7").placement, folder / "seven.csv")
    (folder / "broken.json").write_text("{")
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    monkeypatch.setattr(
        "nqviz_app.preferences.QFileDialog.getExistingDirectory",
        lambda *_words: str(folder),
    )
    for turn in range(2):
        window = make_atlas(settings)
        bring(qtbot, window)
        if not turn:
            find(window, QPushButton, "library.add_folder").click()
            qtbot.waitUntil(lambda window=window: not window.runner.jobs)
        assert window.page.library.folders.paths == [str(folder)]
        choose(window, "library.kind", "own")
        assert lines(window) == ["(4,3) [7] Own files"]
        assert "broken.json" in text_of(window, "library.problems")
    find(window, QPushButton, "library.forget").click()
    qtbot.waitUntil(lambda: lines(window) == [])
    assert not find(window, QPushButton, "library.forget").isEnabled()
    assert find(window, QComboBox, "library.kind").isVisible()


# In the whole window --------------------------------------------------------------------------


def test_the_rail_shows_the_page_and_what_it_asks_for_is_done(make_window, qtbot):
    window = make_window()
    window.actions_["drawers.atlas"].trigger()
    assert window.pages.current == "atlas"
    assert window.actions_["drawers.atlas"].isChecked()
    card = window.panels.atlas.card
    qtbot.waitUntil(lambda: card.facts is not None and not window.runner.jobs)
    window.panels.atlas.show_board(Board.cube(5, 3))
    qtbot.waitUntil(lambda: card.facts is not None)
    qtbot.keyClick(window.panels.atlas.maximum.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.document.board == Board.cube(5, 3))
    assert window.document.counts.queens == 13
    assert window.pages.current == "scene"
    window.actions_["drawers.atlas"].trigger()
    window.panels.atlas.solve_wanted.emit(Board.cube(12, 3), 134)
    assert window.pages.current == "scene"
    assert window.drawers.current == "solve"
    assert window.document.board == Board.cube(12, 3)
    assert window.document.counts.queens == 0


def test_the_badge_of_the_verdict_and_the_search_show_the_card(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 2)))
    window.scene.overlays.verdict.badge_clicked.emit()
    assert window.pages.current == "atlas"
    assert window.panels.atlas.card.place == AtlasBoard.cube(4, 2)
    window.pages.back()
    found = [each for source in sources_of(window) for each in source("12,3")]
    entry = next(each for each in found if each.title == "(12,3) board, in the atlas")
    entry.act()
    assert window.pages.current == "atlas"
    assert window.panels.atlas.card.place == AtlasBoard.cube(12, 3)
    qtbot.waitUntil(lambda: window.panels.atlas.card.facts is not None and not window.runner.jobs)


def test_the_atlas_is_about_queens_whatever_is_on_the_board(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 3, piece="rook")))
    window.panels.atlas.show_board(Board.cube(5, 3))
    window.pages.show_page("atlas")
    qtbot.waitUntil(lambda: window.panels.atlas.card.facts is not None and not window.runner.jobs)
    window.document.load(window_state(Placement(Board.cube(4, 3, piece="bishop"))), "bishops")
    assert window.panels.atlas.maximum.table.accessibleName() == "The most queens on each board"
    assert window.panels.atlas.card.open_button.text() == "Open the 13 queens"


@pytest.mark.parametrize("width", [1366 - 48, 1872])
def test_what_opens_a_placement_stands_at_one_place(make_atlas, qtbot, width):
    window = make_atlas(width=width)
    places = set()
    for text in ("11,3", "12,3", "4,4", "8x8x7", "8,2"):
        card = show_board(qtbot, window, text)
        QApplication.processEvents()
        places.add(card.open_button.mapTo(card, card.open_button.rect().topLeft()).y())
    assert len(places) == 1

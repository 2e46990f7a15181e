"""Open boards, recent files and sessions in the real main window."""

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QMenu, QMessageBox

from nqviz import Board, Placement
from nqviz.formats import write_placement
from nqviz.formats.trace import Trace
from nqviz.view.overlay import Overlay
from nqviz_app.document.board_tab import BoardTab, window_state

from ..window_driver import find, wait_for_jobs


def test_each_tab_has_its_own_board_and_history(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 2)))
    window.document.toggle(3)
    window.actions_["file.new"].trigger()
    assert window.document.counts.queens == 0
    window.document.toggle(0)
    window.document.toggle(8)
    window.tabs.show_tab(window.tabs.board_tabs[0])
    assert window.document.placement().indices.tolist() == [3]
    assert window.actions_["edit.undo"].text().endswith("Place (1, 4), a4")
    window.actions_["edit.undo"].trigger()
    assert window.document.counts.queens == 0
    window.tabs.show_tab(window.tabs.board_tabs[1])
    assert window.document.counts.queens == 2
    assert [len(tab.state.queens) for tab in window.tabs.board_tabs] == [0, 2]


def test_the_suggestion_and_the_density_stay_with_their_tab(make_window, qtbot):
    window = make_window(Placement(Board.cube(4, 2)))
    window.solve_panel.run()
    wait_for_jobs(qtbot, window)
    window.document.toggle(0)
    window.solve_panel.run()
    wait_for_jobs(qtbot, window)
    assert window.document.suggestion is not None
    window.new_tab()
    assert window.document.suggestion is None
    window.tabs.show_tab(window.tabs.board_tabs[0])
    assert window.document.suggestion is not None


def test_the_last_tab_stays_and_a_clean_one_closes_without_a_question(make_window):
    window = make_window()
    window.close_tab()
    assert len(window.tabs.board_tabs) == 1
    window.document.toggle(0)
    window.new_tab()
    assert len(window.tabs.board_tabs) == 2
    window.close_tab()
    assert len(window.tabs.board_tabs) == 1
    assert window.document.counts.queens == 1


def test_a_closed_tab_gives_its_boards_back(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 2)))
    window.new_tab()
    tab = window.document.tab
    for n in (6, 7):
        window.document.load(window_state(Placement(Board.cube(n, 2))), f"Side {n}")
    before = weakref.ref(tab.history.state), weakref.ref(tab.history.steps[0])
    window.document.ignore_changes(tab)
    del tab
    window.close_tab()
    qtbot.waitUntil(lambda: gc.collect() >= 0 and not any(each() for each in before))


def test_opening_puts_a_file_in_its_own_tab_and_remembers_it(make_window, qtbot, tmp_path):
    window = make_window()
    window.document.toggle(0)
    paths = [tmp_path / f"{name}.json" for name in "ab"]
    for path in paths:
        write_placement(Placement(Board.cube(4, 3), [(0, 0, 0)]), path)
        window.files.open(path)
        wait_for_jobs(qtbot, window)
    assert [tab.title for tab in window.tabs.board_tabs] == ["(8,2) board", "a.json", "b.json"]
    assert window.files.recent == tuple(reversed(paths))
    assert window.document.is_saved
    names = [action.text() for action in find(window, QMenu, "file.recent").actions()]
    assert names == ["b.json", "a.json"]


def test_a_session_opens_as_it_was_saved(make_window, qtbot, tmp_path):
    window = make_window(Placement(Board.cube(5, 2)))
    window.document.toggle(3)
    window.new_tab()
    window.document.toggle(7)
    window.tabs.show_tab(window.tabs.board_tabs[0])
    path = tmp_path / "mine.nqviz"
    assert window.files.save_session_to(path)
    other = make_window()
    other.files.open(path)
    wait_for_jobs(qtbot, other)
    assert [tab.state.queens.tolist() for tab in other.tabs.board_tabs] == [[3], [7]]
    assert other.document.counts.queens == 1
    assert other.document.is_queen(3)
    other.actions_["edit.undo"].trigger()
    assert other.document.counts.queens == 0
    path.write_text("{}", encoding="utf-8")
    other.files.open_session(path)
    wait_for_jobs(qtbot, other)
    box = other.findChild(QMessageBox, "message")
    assert "not a session" in box.text()
    box.close()
    assert len(other.tabs.board_tabs) == 2


def test_recent_files_outlive_the_window(qtbot, tmp_path, make_window):
    from nqviz_app.document.document import Document
    from nqviz_app.window.file_handling import FileHandling

    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    window = make_window()
    files = FileHandling(window, window.document, window.runner, window.tabs, settings)
    assert files.save_to(tmp_path / "a.json")
    assert files.save_to(tmp_path / "b.json")
    again = FileHandling(window, Document(), window.runner, window.tabs, settings)
    assert again.recent == (tmp_path / "b.json", tmp_path / "a.json")


def test_a_file_that_cannot_be_written_is_said(make_window, tmp_path):
    window = make_window()
    window.document.toggle(0)
    assert not window.files.save_to(tmp_path / "no" / "such" / "folder.json")
    box = window.findChild(QMessageBox, "message")
    assert "folder.json" in box.text()
    box.close()
    assert not window.document.is_saved


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("export", "Export"),
        ("dktm", "Dark theme"),
        ("show density", "Density"),
        ("12,3", "(12,3) board: 133 queens"),
        ("97 2", "(97,2) board"),
        ("regular", "Klarner"),
        ("xyzzy", None),
    ],
)
def test_the_palette_finds_and_does(make_window, qtbot, typed, first):
    from nqviz_app.actions.search import SearchPopup

    window = make_window()
    window.actions_["view.theme_light"].trigger()
    window.actions_["help.commands"].trigger()
    palette = window.findChild(SearchPopup)
    palette._line.setFocus()
    qtbot.keyClicks(palette._line, typed)
    names = palette.titles
    if first is None:
        assert names == []
        qtbot.keyClick(palette._line, Qt.Key.Key_Return)
        assert palette.isVisible()
        palette.close()
        return
    assert names[0].startswith(first)
    if first == "Dark theme":
        qtbot.keyClick(palette._line, Qt.Key.Key_Return)
        assert window.theme.name == "dark"
    else:
        palette.close()


def test_what_was_opened_stays_and_only_what_was_there_makes_room(make_window):
    window = make_window(Placement(Board.cube(4, 2), [(0, 1)]))
    first = window.document.tab
    opened = [BoardTab(window_state(Placement(Board.cube(n, 2), [(0, 0)]))) for n in (5, 6)]
    for tab in opened:
        window.tabs.open_tab(tab)
    assert window.tabs.board_tabs == tuple(opened)
    window.actions_["file.new"].trigger()
    assert window.tabs.board_tabs[:2] == tuple(opened)
    assert len(window.tabs.board_tabs) == 3
    window.tabs.open_tab(BoardTab(window_state(Placement(Board.cube(7, 2)))))
    assert [tab.state.board.n for tab in window.tabs.board_tabs] == [5, 6, 7]
    assert first not in window.tabs.board_tabs


def test_a_board_that_somebody_has_worked_with_makes_no_room(make_window):
    window = make_window(Placement(Board.cube(4, 2), [(0, 1)]))
    first = window.document.tab
    for laid, work in (
        ("suggestion", np.array([1, 7, 8, 14])),
        ("overlay", Overlay(np.ones(16), 1, "one")),
        ("excluded", np.ones(16, dtype=np.bool_)),
        ("search", Trace(((0.0, 1, 4),))),
    ):
        setattr(first, laid, work)
        other = window.tabs.open_tab(BoardTab(window_state(Placement(Board.cube(5, 2)))))
        assert window.tabs.board_tabs == (first, other), laid
        window.tabs.drop(other)
        setattr(first, laid, None)


def test_a_new_tab_leaves_the_first_board_open(make_window):
    window = make_window(Placement(Board.cube(4, 2), [(0, 1)]))
    window.actions_["file.new"].trigger()
    assert [len(tab.state.queens) for tab in window.tabs.board_tabs] == [1, 0]


def test_a_problem_names_a_file_as_it_is_called(make_window, qtbot, tmp_path):
    window = make_window()
    (tmp_path / "small.nqviz").write_text("{}", encoding="utf-8")
    window.files.open_session(tmp_path / "small.nqviz")
    wait_for_jobs(qtbot, window)
    box = window.findChild(QMessageBox, "message")
    assert box.text() == "small.nqviz: this is not a session of the explorer"
    box.close()


def test_a_new_tab_shows_all_layers(make_window):
    window = make_window(Placement(Board.cube(4, 3)))
    document = window.document
    document.set_view(replace(document.view, clip={2: (0, 1)}, gap=1.0))
    window.actions_["file.new"].trigger()
    assert document.board == Board.cube(4, 3)
    assert document.view.clip == {}
    assert document.view.gap == 1.0

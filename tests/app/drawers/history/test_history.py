"""The History drawer lists the steps with their cells, previews, goes to and replays them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from nqviz import Board, Placement
from nqviz.constructions import classical
from nqviz_app.document.board_tab import BoardTab, window_state
from nqviz_app.document.document import Document
from nqviz_app.drawers.history.panel import HistoryPanel
from nqviz_app.drawers.history.step_list import CELLS, Steps
from tests.app.window_driver import choose, find

KEYS, LEFT = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def make_history(make_panel):
    def make(placement):
        return make_panel(lambda document, _runner: HistoryPanel(document), placement)

    return make


def rows(window):
    model = window.panel.list.steps
    return [
        (model.index(row).data(), model.index(row).data(CELLS)) for row in range(model.rowCount())
    ]


def middle(window, row):
    view = window.panel.list
    return view.visualRect(view.steps.index(row)).center()


def shown(window):
    return window.document.picture().queens.tolist()


def test_an_untouched_board_has_one_sentence_and_one_button(make_history, qtbot):
    window = make_history(Placement(Board.cube(5, 2, piece="rook")))
    fill = find(window, QPushButton, "history.fill")
    assert not window.panel.list.isVisible()
    assert find(window, QLabel, "history.empty").text() == (
        "No steps yet. Place a rook, or fill the board."
    )
    with qtbot.waitSignal(window.panel.fill_wanted):
        qtbot.mouseClick(fill, LEFT)
    window.document.toggle(3)
    assert window.panel.list.isVisible()
    assert not fill.isVisible()
    with qtbot.waitSignal(window.panel.export_wanted):
        qtbot.mouseClick(find(window, QPushButton, "history.export"), LEFT)


def test_steps_are_listed_with_their_cells(make_history):
    window = make_history(Placement(Board.cube(5, 3)))
    document = window.document
    document.toggle(7)
    document.edit("Several", place=range(20, 30), remove=[7])
    document.load(window_state(classical(5)), "Classical placement")
    document.lock_all()
    several = "+ (1, 5, 1) (1, 5, 2) (1, 5, 3) (1, 5, 4) (1, 5, 5) (2, 1, 1) and 4 more"
    assert [(name, cells.replace("\u00a0", " ")) for name, cells in rows(window)] == [
        ("As opened", "(5,3) board, 0 queens"),
        ("Place (1, 2, 3)", ""),
        ("Several", f"{several}   − (1, 2, 3)"),
        ("Classical placement", "(5,2) board, 5 queens"),
        ("Lock all queens", "a2 b4 c1 d3 e5"),
    ]
    model = window.panel.list.steps
    assert model.position == 4
    spoken = model.index(4).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Step 4: Lock all queens (now on the board)")


def test_a_step_is_previewed_and_gone_to(make_history, qtbot):
    window = make_history(Placement(Board.cube(5, 2)))
    document = window.document
    for index in (0, 7, 14):
        document.toggle(index)
    view = window.panel.list
    qtbot.mouseMove(view.viewport(), middle(window, 3))
    qtbot.mouseMove(view.viewport(), middle(window, 1))
    qtbot.waitUntil(lambda: shown(window) == [0])
    assert document.hint == "Step 1: Place (1, 1), a1"
    assert document.counts.queens == 3
    qtbot.mouseMove(view.viewport(), QPoint(20, view.viewport().height() - 5))
    qtbot.waitUntil(lambda: shown(window) == [0, 7, 14])
    assert document.hint == ""
    qtbot.mouseClick(view.viewport(), LEFT, pos=middle(window, 1))
    assert document.counts.queens == 1
    assert document.undo_stack.index() == 1
    assert view.steps.position == 1
    assert len(rows(window)) == 4


def test_steps_of_another_board_are_not_previewed(make_history, qtbot):
    window = make_history(Placement(Board.cube(5, 2)))
    window.document.toggle(3)
    window.document.load(window_state(classical(4)), "Another board")
    view = window.panel.list
    qtbot.keyClick(view, KEYS.Key_Up)
    assert view.currentIndex().row() == 1
    assert shown(window) == window.document.placement().indices.tolist()


def test_the_list_works_by_keys(make_history, qtbot):
    window = make_history(Placement(Board.cube(5, 2)))
    for index in (0, 7, 14):
        window.document.toggle(index)
    view = window.panel.list
    qtbot.keyClick(view, KEYS.Key_Up)
    assert shown(window) == [0, 7]
    qtbot.keyClick(view, KEYS.Key_Home)
    assert shown(window) == []
    assert window.document.counts.queens == 3
    qtbot.keyClick(view, KEYS.Key_Return)
    assert window.document.counts.queens == 0


def test_the_history_is_walked_and_replayed(make_history, qtbot, monkeypatch):
    window = make_history(Placement(Board.cube(5, 2)))
    document = window.document
    buttons = {
        name: find(window, QToolButton, f"history.{name}")
        for name in ("first", "back", "play", "next", "last")
    }
    assert not any(button.isEnabled() for button in buttons.values())
    for index in (0, 7, 14):
        document.toggle(index)

    def click(name):
        qtbot.mouseClick(buttons[name], LEFT, pos=QPoint(5, 5))
        return document.counts.queens

    assert not buttons["next"].isEnabled()
    assert [click(name) for name in ("back", "first", "next", "last")] == [2, 0, 1, 3]
    seen = []
    document.queens_changed.connect(lambda: seen.append(document.counts.queens))
    monkeypatch.setattr("nqviz_app.drawers.history.panel.PAUSE_MS", 60)
    choose(window, "history.speed", 12.0)
    assert click("play") == 0
    assert buttons["play"].accessibleName() == "Stop"
    qtbot.waitUntil(lambda: document.counts.queens == 3)
    assert seen[-3:] == [1, 2, 3]
    assert not window.panel._clock.isActive()
    assert buttons["play"].accessibleName() == "Play"


def test_a_replay_stops_when_asked_and_when_nobody_looks(make_history, monkeypatch):
    monkeypatch.setattr("nqviz_app.drawers.history.panel.PAUSE_MS", 10_000)
    window = make_history(Placement(Board.cube(5, 2)))
    window.document.toggle(0)
    panel = window.panel

    def is_playing():
        panel.play()
        return panel._clock.isActive()

    assert is_playing()
    assert not is_playing()
    assert is_playing()
    window.document.show_tab(BoardTab(window_state(classical(4))))
    assert not panel._clock.isActive()
    window.document.toggle(0)
    assert is_playing()
    panel.hide()
    assert not panel._clock.isActive()


def test_the_list_shows_its_steps_while_the_history_goes_on(qapp):
    """A hidden list is asked for its rows, too, as by a change of the theme."""
    document = Document(window_state(Placement(Board.cube(5, 2))))
    steps = Steps()
    for cell in range(6):
        document.toggle(cell)
    steps.show_history(document.tab.history)
    while document.undo_stack.index():
        document.undo_stack.undo()
    document.toggle(20)
    texts = [steps.data(steps.index(row)) for row in range(steps.rowCount())]
    assert len(texts) == 7
    assert all(texts)
    document.deleteLater()

"""The History panel walks through the changes of a board and replays them."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolButton

from nqviz import Board, Placement
from tests.app.hands import open_panel


def test_the_history_is_walked_and_replayed(make_window, qtbot, monkeypatch):
    window = make_window(Placement(Board.cube(5, 2)))
    document = window.document
    buttons = {
        name: window.findChild(QToolButton, f"history.{name}")
        for name in ("first", "back", "play", "next", "last")
    }
    assert not any(button.isEnabled() for button in buttons.values())
    for index in (0, 7, 14):
        document.toggle(index)
    open_panel(window, "history")
    qtbot.waitUntil(buttons["play"].isVisible)

    def click(name):
        qtbot.mouseClick(buttons[name], Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
        return document.counts.queens

    assert not buttons["next"].isEnabled()
    assert [click(name) for name in ("back", "first", "next", "last")] == [2, 0, 1, 3]
    seen = []
    document.queens_changed.connect(lambda: seen.append(document.counts.queens))
    monkeypatch.setattr("nqviz_app.drawers.history.PAUSE_MS", 10)
    assert click("play") == 0
    assert buttons["play"].text() == "Stop"
    qtbot.waitUntil(lambda: document.counts.queens == 3)
    assert seen[-3:] == [1, 2, 3]
    assert not window.history_panel._clock.isActive()
    assert buttons["play"].text() == "Play"
    monkeypatch.setattr("nqviz_app.drawers.history.PAUSE_MS", 10_000)
    click("play")
    click("play")
    assert not window.history_panel._clock.isActive()
    click("play")
    open_panel(window, "solve")
    window.new_tab()
    assert not window.history_panel._clock.isActive()

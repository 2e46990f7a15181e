"""Real keys and clicks in a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QMenu,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nqviz import Board, Placement
from nqviz_app.document.board_tab import window_state

from ..window_driver import find, wait_for_jobs

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
PATIENCE = 400
"""How many times 50 ms a control may take to be there."""


class Hands:
    """Real events in a window, by the names of its controls."""

    def __init__(self, qtbot: QtBot, window: Any) -> None:
        self.qtbot, self.window, self.document = qtbot, window, window.document
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        window.scene.canvas.setFocus()

    def until(self, condition: Callable[[], object], what: str = "") -> None:
        for _ in range(PATIENCE):
            if condition():
                return
            QTest.qWait(50)
        raise AssertionError(what)

    def seen(self, kind: Any, name: str) -> Any:
        control = find(self.window, kind, name)
        self.until(lambda: control.isVisible() and control.isEnabled(), name)
        QApplication.processEvents()
        return control

    def click(self, *names: str) -> Hands:
        for name in names:
            QTest.mouseClick(self.seen(QAbstractButton, name), LEFT)
            QApplication.processEvents()
        return self

    def open(self, name: str) -> Hands:
        """Click what shows something, unless that is shown."""
        is_open = self.seen(QAbstractButton, name).isChecked()
        return self if is_open else self.click(name).rest()

    def press(self, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> Hands:
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or self.window, key, modifiers)
            QApplication.processEvents()
        return self

    def drawer(self, number: int) -> Hands:
        self.press(Qt.Key(Qt.Key.Key_0 + number), modifiers=CONTROL)
        self.window.drawers.finish()
        return self.rest()

    def load(self, placement: Placement) -> Hands:
        """Begin anew on another placement."""
        self.document.load(window_state(placement), "another")
        return self

    def rest(self) -> Hands:
        wait_for_jobs(self.qtbot, self.window)
        QApplication.processEvents()
        return self

    def choose(self, name: str, wanted: str) -> Hands:
        """Go through a field with the arrow keys until it shows a text, or its data."""
        box = self.seen(QComboBox, name)
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Home)
        for _ in range(box.count()):
            if wanted in (box.currentText(), box.currentData()):
                return self
            QTest.keyClick(box, Qt.Key.Key_Down)
        raise AssertionError((name, wanted, [box.itemText(row) for row in range(box.count())]))

    def write(self, name: str, text: str) -> Hands:
        edit = self.seen(QWidget, name)
        edit.setFocus()
        edit.selectAll()
        QTest.keyClicks(edit, text)
        QTest.keyClick(edit, Qt.Key.Key_Return)
        QApplication.processEvents()
        return self

    def click_rows(self, button: str, *texts: str) -> Hands:
        """Open the menu of a button and click its way to a row."""
        missed: list[object] = []

        def follow(left: Sequence[str]) -> None:
            menu = QApplication.activePopupWidget()
            if not isinstance(menu, QMenu):  # not yet open
                QTimer.singleShot(50, lambda: follow(left))
                return
            rows = [each for each in menu.actions() if each.text().replace("&", "") == left[0]]
            if not rows:
                missed.append((left[0], [each.text() for each in menu.actions()]))
                menu.close()
                return
            if left[1:]:
                QTimer.singleShot(150, lambda: follow(left[1:]))
            QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(rows[0]).center())

        QTimer.singleShot(150, lambda: follow(texts))
        QTest.mouseClick(self.seen(QToolButton, button), LEFT)
        self.until(lambda: QApplication.activePopupWidget() is None, "an open menu")
        assert not missed, missed
        return self

    def row(self, name: str, number: int) -> Hands:
        view = self.seen(QAbstractItemView, name)
        self.until(lambda: view.model().rowCount() > number, name)
        index = view.model().index(number, 0)
        view.scrollTo(index)
        QTest.mouseClick(view.viewport(), LEFT, NONE, view.visualRect(index).center())
        QApplication.processEvents()
        return self


@pytest.fixture
def hands(make_window: Any, qtbot: QtBot) -> Any:
    def make(board: Any, cells: Any = ()) -> Hands:
        placement = board if isinstance(board, Placement) else Placement(Board.cube(*board), cells)
        return Hands(qtbot, make_window(placement))

    return make

"""Every command is in a menu and in the search, and works by its keys without a menu bar."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCursor, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QMenu, QToolButton

from nqviz import Board, Placement
from nqviz_app.actions.actions import ACTIONS
from nqviz_app.actions.search import SearchPopup, title_of
from nqviz_app.actions.shortcuts import menus_of

from ..window_driver import find


@pytest.fixture
def window(make_window, qtbot):
    window = make_window(Placement(Board.cube(5, 3), [(0, 0, 0)]))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def test_every_action_is_in_a_menu(window):
    in_menus = {action for _, actions in menus_of(window.menuBar()) for action in actions}
    assert {spec.name for spec in ACTIONS} <= set(window.actions_)
    assert [name for name, each in window.actions_.items() if each not in in_menus] == []
    (menu,) = [
        button.menu()
        for button in window.toolbar.findChildren(type(window.toolbar.board))
        if button.objectName() == "toolbar.menu"
    ]
    assert isinstance(menu, QMenu)
    assert menu.actions() == window.menuBar().actions()


def test_every_action_is_found_by_its_name(window):
    window.actions_["help.commands"].trigger()
    popup = window.findChild(SearchPopup)
    line, rows = find(popup, QLineEdit, "palette.line"), find(popup, QListWidget, "palette.list")
    missing = []
    for name, action in window.actions_.items():
        title = title_of(action)
        line.setText(title)
        found = [rows.item(row).text() for row in range(rows.count())]
        if title not in found[:8]:
            missing.append((name, found[:3]))
    popup.close()
    assert missing == []


def test_every_key_works_while_the_menu_bar_is_hidden(window):
    """Each action is caught before its handler: what it does is tested elsewhere."""
    fired = []
    for name, action in window.actions_.items():
        action.triggered.disconnect()
        if action.isCheckable():
            action.toggled.disconnect() if name == "view.free" else None
        action.setEnabled(True)
        action.triggered.connect(lambda _on=False, name=name: fired.append(name))
    assert not window.menuBar().isVisible()
    expected = []
    for name, action in window.actions_.items():
        keys = action.shortcut()
        if keys.isEmpty():
            continue
        expected.append(name)
        window.scene.canvas.setFocus()
        for place in range(keys.count()):
            combination = keys[place]
            QTest.keyClick(window.scene.canvas, combination.key(), combination.keyboardModifiers())
        QApplication.processEvents()
    assert fired == expected
    assert len(expected) > 30


def test_the_search_opens_by_its_keys_and_by_a_click(window):
    def popups():
        return [each for each in window.findChildren(SearchPopup) if each.isVisible()]

    for keys in ("Ctrl+K", "Ctrl+Shift+P"):
        combination = QKeySequence(keys)[0]
        window.scene.canvas.setFocus()
        QTest.keyClick(window.scene.canvas, combination.key(), combination.keyboardModifiers())
        assert len(popups()) == 1, keys
        popups()[0].close()
        QApplication.processEvents()
    QTest.mouseClick(window.toolbar.search, Qt.MouseButton.LeftButton)
    assert len(popups()) == 1
    popups()[0].close()


def test_no_two_commands_of_the_search_have_one_name(window):
    """A drawer and a command of the same name say which is which."""
    names = [title_of(action) for action in window.actions_.values()]
    assert sorted(names) == sorted(set(names))
    assert {"Solve", "Solve drawer"} <= set(names)


def test_a_button_is_lit_by_the_mouse_only_after_a_choice_in_its_menu(window, qtbot):
    button = find(window, QToolButton, "toolbar.look")
    QCursor.setPos(window.mapToGlobal(window.rect().center()))

    def leave():
        menu = QApplication.activePopupWidget()
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # Qt does not take it back
        menu.close()

    QTimer.singleShot(200, leave)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)
    assert not button.underMouse()

"""Who uses the mouse alone sees no outline where nqviz set the focus."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from nqviz_app.widgets.focus_order import shows_focus
from nqviz_app.widgets.round_buttons import RoundButton


def test_an_outline_is_shown_once_keys_have_moved_the_focus(qtbot):
    window = QWidget()
    column = QVBoxLayout(window)
    button = RoundButton("next", "chevron-right", "Next", side=32)
    line = QLineEdit()
    column.addWidget(line)
    column.addWidget(button)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    assert not shows_focus(button)
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Tab)
    qtbot.waitUntil(button.hasFocus)
    assert shows_focus(button)

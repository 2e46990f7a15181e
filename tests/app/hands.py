"""What tests do to a window by the names of its controls, and read from it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton


def find(window, kind, name):
    widget = window.findChild(kind, name)
    assert widget is not None, name
    return widget


def text_of(window, name):
    return find(window, QLabel, name).text()


def choose(window, name, data):
    box = find(window, QComboBox, name)
    rows = [row for row in range(box.count()) if box.itemData(row) == data]
    assert rows, (name, data)
    box.setCurrentIndex(rows[0])
    return box


def press(qtbot, window, name):
    button = find(window, QPushButton, name)
    qtbot.waitUntil(button.isVisible)
    assert button.isEnabled(), f"{name}: {button.toolTip()}"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def wait_for_jobs(qtbot, window, timeout=60_000):
    qtbot.waitUntil(lambda: not window.runner.jobs, timeout=timeout)

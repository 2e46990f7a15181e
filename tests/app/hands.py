"""What tests do to a window by the names of its controls, and read from it."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget


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


def drag(
    widget: QWidget,
    button: Qt.MouseButton,
    place: QPoint,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Move the mouse while a button is pressed; a move of QTest goes by way of the display and
    may come when the button has been let go."""
    at = QPointF(place)
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, at, widget.mapToGlobal(at), none, button, modifiers)
    QApplication.sendEvent(widget, event)


def wait_for_jobs(qtbot, window):
    qtbot.waitUntil(lambda: not window.runner.jobs)

"""What tests do to a window by the names of its controls, and read from it."""

from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nqviz.view.palette import DARK, Theme
from nqviz_app.widgets.theme import apply_theme


def make_panels(window: Any) -> Any:
    """Make the drawers and pages of a window, as the program does while it rests; return it."""
    while window.panels.make_next():
        pass
    return window


def find(window: Any, kind: Any, name: str) -> Any:
    widget = window.findChild(kind, name)
    assert widget is not None, name
    return widget


def dress(widget: QWidget, theme: Theme = DARK, text_size: int = 100) -> None:
    """Give a part the look that it has in the main window."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    widget.setStyleSheet(apply_theme(application, theme, text_size))


def open_panel(window: Any, name: str) -> None:
    """Open a drawer of a window; a window with one panel and no drawers shows it anyway."""
    if hasattr(window, "drawers"):
        window.drawers.open(name)
        QApplication.processEvents()


def large_layers(window: Any) -> Any:
    """Give the layers half of the window, and return the grid that paints them."""
    window.actions_["view.layers_half"].trigger()
    QApplication.processEvents()
    return window.layers.grid


def text_of(window: Any, name: str) -> Any:
    return find(window, QLabel, name).text()


def choose(window: Any, name: str, data: Any) -> Any:
    box = find(window, QComboBox, name)
    rows = [row for row in range(box.count()) if box.itemData(row) == data]
    assert rows, (name, data)
    box.setCurrentIndex(rows[0])
    return box


class LookBox:
    """A row of the menu of looks that is on or off; a board may not have it."""

    def __init__(self, window: Any, field: str) -> None:
        self._look, self._field = window.commands.look, field

    @property
    def _actions(self) -> list[Any]:
        return [each for each in self._look.look_actions() if each.data()[0] == self._field]

    @property
    def is_offered(self) -> bool:
        return bool(self._actions)

    def click(self) -> None:
        (action,) = self._actions
        action.trigger()

    def is_checked(self) -> bool:
        return any(each.isChecked() for each in self._actions)


def press(qtbot: QtBot, window: Any, name: str) -> None:
    button = find(window, QPushButton, name)
    drawer = name.partition(".")[0]
    if hasattr(window, "drawers") and drawer in window.drawers.names:
        open_panel(window, drawer)
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


def wait_for_jobs(qtbot: QtBot, window: Any) -> None:
    qtbot.waitUntil(lambda: not window.runner.jobs)

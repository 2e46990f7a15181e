"""Message boxes and questions, which show what they repeat of files as it is."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QMessageBox, QPushButton, QWidget

from .icons import icon_pixmap
from .layouts import STRETCH, horizontal
from .theme import current_theme
from .widgets import button

Mark = Literal["", "question", "warning"]
_SIDE = 32
"""The side of the mark, in pixels."""
_DRAWINGS = {"question": ("circle-question-mark", "accent"), "warning": ("triangle-alert", "open")}


class Dialog(QDialog):
    """A dialog that is deleted once it is closed.

    `name`, `title`: the object name, which the names of its controls begin with, and the title.
    """

    def __init__(self, name: str, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def foot(self, ok: QPushButton, *before: QWidget) -> QHBoxLayout:
        """Return the row of buttons at the foot: what stands at the left, Cancel, and OK."""
        ok.setDefault(True)
        cancel = button(f"{self.objectName()}.cancel", on_click=self.reject)
        return horizontal(None, *before, STRETCH, cancel, ok)


class _MessageBox(QMessageBox):
    """A message box without the system's icons on its buttons, which have another style."""

    def showEvent(self, event: QShowEvent) -> None:
        for each in self.buttons():
            each.setIcon(QIcon())
        super().showEvent(event)


def show_problem(parent: QWidget, title: str, text: str) -> QMessageBox:
    """Show an error in a message box."""
    is_name = "." in text.partition(":")[0].partition(" ")[0]  # of a file, which stays as it is
    sentence = text if is_name else text[:1].upper() + text[1:]
    return _open(message_box(parent, "warning", title, sentence))


def show_text(parent: QWidget, title: str, text: str) -> QMessageBox:
    """Show some lines to read."""
    return _open(message_box(parent, "", title, text))


def show_alone(title: str, text: str) -> None:
    """Show a message before there is a window, and wait until it is closed."""
    application = QApplication.instance() or QApplication([title])
    box = QMessageBox(QMessageBox.Icon.Critical, title, text)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()
    del application


def message_box(parent: QWidget, mark: Mark, title: str, text: str) -> QMessageBox:
    """Return a message box without buttons; nothing in its text is read as markup."""
    box = _MessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    if mark:
        drawing, token = _DRAWINGS[mark]
        colour = getattr(current_theme(), token)
        box.setIconPixmap(icon_pixmap(drawing, _SIDE, colour, parent.devicePixelRatioF()))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box


def _open(box: QMessageBox) -> QMessageBox:
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    box.setObjectName("message")
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.open()
    return box

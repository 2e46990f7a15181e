"""Message boxes that do not stop the event loop."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget


def show_problem(parent: QWidget, title: str, text: str) -> QMessageBox:
    """Show an error in a message box."""
    is_name = "." in text.partition(":")[0].partition(" ")[0]  # of a file, which stays as it is
    sentence = text if is_name else text[:1].upper() + text[1:]
    return _show(QMessageBox.Icon.Warning, parent, title, sentence)


def show_text(parent: QWidget, title: str, text: str) -> QMessageBox:
    """Show some lines to read."""
    return _show(QMessageBox.Icon.NoIcon, parent, title, text)


def show_alone(title: str, text: str) -> None:
    """Show a message before there is a window, and wait until it is closed."""
    application = QApplication.instance() or QApplication([title])
    box = QMessageBox(QMessageBox.Icon.Critical, title, text)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()
    del application


def _show(icon: QMessageBox.Icon, parent: QWidget, title: str, text: str) -> QMessageBox:
    box = QMessageBox(icon, title, "", QMessageBox.StandardButton.Ok, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)  # it may repeat a file
    box.setText(text)
    box.setObjectName("message")
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box

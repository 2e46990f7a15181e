"""What tests do to the dialog of exports, and read from it."""

from typing import Any

from PySide6.QtWidgets import QComboBox

from nqviz_app.dialogs.export_choices import Choices
from nqviz_app.dialogs.export_dialog import ExportDialog


def opened(window: Any, **choices: Any) -> Any:
    if choices:
        window.exporting.choices = Choices(**choices)
    window.exporting.open_dialog()
    return next(each for each in window.findChildren(ExportDialog) if each.isVisible())


def box(dialog: Any, name: str, kind: Any = QComboBox) -> Any:
    return dialog.findChild(kind, f"export.{name}")


def choose(dialog: Any, name: str, value: object) -> None:
    combo = box(dialog, name)
    combo.setCurrentIndex(combo.findData(value))

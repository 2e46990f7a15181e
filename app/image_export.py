"""Exporting pictures of the scene and of the layers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QWidget,
)

from nqviz.errors import InputError

from .document import Document
from .messages import show_problem
from .whats_this import explain
from .widgets import combo, named, spin

IMAGES = "PNG image (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)"

SCENE, LAYERS = "scene", "layers"


class ImageExport(QObject):
    """Asks what to export and writes it; problems end in one message box."""

    def __init__(
        self,
        window: QWidget,
        document: Document,
        write: Callable[[str, Path, QSize, bool], None],
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._write = window, document, write

    def export_dialog(self) -> None:
        """Ask what to export, how large and where, and write the picture."""
        dialog = ExportDialog(self._window)
        path = self._document.path
        folder = path.parent if path else Path.home()
        if dialog.exec() == QDialog.DialogCode.Accepted:
            name, _ = QFileDialog.getSaveFileName(
                self._window, "Export an image", str(folder / "board.png"), IMAGES
            )
            if name:
                self.export_to(dialog.what, Path(name), dialog.image_size, dialog.transparent)
        dialog.deleteLater()

    def export_to(self, what: str, path: Path, size: QSize, transparent: bool) -> bool:
        """Write a picture of the scene or of the layers; tell whether it is written."""
        try:
            self._write(what, path if path.suffix else path.with_suffix(".png"), size, transparent)
        except (InputError, OSError) as error:
            show_problem(self._window, "Not exported", str(error))
            return False
        self._document.message.emit(f"Exported {path.name}.")
        return True


class ExportDialog(QDialog):
    """What to export, and how."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export an image")
        self._what = combo(
            "export.what", "What to export", [("3D scene", SCENE), ("Layers", LAYERS)]
        )
        self._width = spin("export.width", "Width in pixels", 64, 16384, 1600)
        self._height = spin("export.height", "Height in pixels", 64, 16384, 1200)
        self._transparent = named(
            QCheckBox("Transparent background"), "export.transparent", "Transparent background"
        )
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        named(ok, "export.ok", "OK", "Choose a file for the picture")
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        named(cancel, "export.cancel", "Cancel", "Write no picture")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("Picture of", self._what)
        form.addRow("Width", self._width)
        form.addRow("Height", self._height)
        form.addRow(self._transparent)
        form.addRow(buttons)
        explain(self)

    @property
    def what(self) -> str:
        """SCENE or LAYERS."""
        return str(self._what.currentData())

    @property
    def image_size(self) -> QSize:
        """The size in pixels."""
        return QSize(self._width.value(), self._height.value())

    @property
    def transparent(self) -> bool:
        """Whether the background is left out."""
        return self._transparent.isChecked()

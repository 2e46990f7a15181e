"""Opening and saving placements and exporting pictures, for the main window."""

from __future__ import annotations

import threading
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
from nqviz.files import PlacementFile, read_placement, write_placement
from nqviz.work import ProgressCallback

from .document import Document, State
from .jobs import JobRunner
from .messages import show_problem
from .widgets import combo, named, spin

PLACEMENTS = "Placements (*.json *.csv *.txt);;All files (*)"
IMAGES = "PNG image (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)"

SCENE, LAYERS = "scene", "layers"


class FileHandling(QObject):
    """Opens, saves and exports the document; problems end in one message box."""

    def __init__(
        self,
        window: QWidget,
        document: Document,
        runner: JobRunner,
        export: Callable[[str, Path, QSize, bool], None],
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._runner = window, document, runner
        self._export = export

    def open_dialog(self) -> None:
        """Ask for a file and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Open a placement", self._folder(), PLACEMENTS
        )
        if name:
            self.open(Path(name))

    def open(self, path: Path, then: Callable[[], object] | None = None) -> None:
        """Read a placement in the background and load it, in one step that can be undone."""

        def work(
            _progress: ProgressCallback, _stop: threading.Event
        ) -> tuple[State, PlacementFile]:
            file = read_placement(path)
            return State.of(file.placement), file

        def load(result: tuple[State, PlacementFile]) -> None:
            self._document.load(result[0], f"Open {path.name}")
            self._document.set_saved(path)
            if then is not None:
                then()

        self._runner.start(
            f"Opening {path.name}",
            work,
            succeeded=load,
            failed=lambda reason: show_problem(self._window, "Not opened", reason),
        )

    def save(self) -> bool:
        """Save under the document's name, or ask for one; tell whether it is saved."""
        path = self._document.path
        if path is None or path.suffix.lower() != ".json":
            return self.save_dialog()
        return self.save_to(path)

    def save_dialog(self) -> bool:
        """Ask for a name and save; tell whether it is saved."""
        name, _ = QFileDialog.getSaveFileName(
            self._window, "Save the placement", self._folder() + "/placement.json", PLACEMENTS
        )
        if not name:
            return False
        path = Path(name)
        return self.save_to(path if path.suffix else path.with_suffix(".json"))

    def save_to(self, path: Path) -> bool:
        """Save to a file; tell whether it is saved."""
        try:
            write_placement(path, self._document.placement())
        except (InputError, OSError) as error:
            show_problem(self._window, "Not saved", str(error))
            return False
        self._document.set_saved(path)
        self._document.message.emit(f"Saved {path.name}.")
        return True

    def export_dialog(self) -> None:
        """Ask what to export, how large and where, and write the picture."""
        dialog = ExportDialog(self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            name, _ = QFileDialog.getSaveFileName(
                self._window, "Export an image", self._folder() + "/board.png", IMAGES
            )
            if name:
                self.export_to(dialog.what, Path(name), dialog.image_size, dialog.transparent)
        dialog.deleteLater()

    def export_to(self, what: str, path: Path, size: QSize, transparent: bool) -> bool:
        """Write a picture of the scene or of the layers; tell whether it is written."""
        try:
            self._export(what, path if path.suffix else path.with_suffix(".png"), size, transparent)
        except (InputError, OSError) as error:
            show_problem(self._window, "Not exported", str(error))
            return False
        self._document.message.emit(f"Exported {path.name}.")
        return True

    def _folder(self) -> str:
        path = self._document.path
        return str(path.parent if path else Path.home())


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
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("Picture of", self._what)
        form.addRow("Width", self._width)
        form.addRow("Height", self._height)
        form.addRow(self._transparent)
        form.addRow(buttons)

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

"""Export of images, animations and 3D models of what the window shows, in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from nqviz.core.errors import InputError
from nqviz.formats.trace import Trace
from nqviz.rendering.export import Export, write_apart
from nqviz.rendering.export.steps import history_steps, search_steps
from nqviz.rendering.figures import Chart, counts_chart, profile_chart, search_chart
from nqviz.rendering.figures.graph import MAX_VERTICES
from nqviz.run.context import RunContext
from nqviz.view.animation import MOST_STEPS, REPLAY, Animation, Replay
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import Theme

from ..dialogs.export_choices import AS_WINDOW, HISTORY, SEARCH, Choices
from ..dialogs.export_dialog import ExportDialog
from ..dialogs.export_labels import called
from ..document.document import Document
from ..jobs import Job, JobRunner
from ..views.flat import FlatViews
from ..widgets.messages import show_problem
from .incumbents import Incumbents

if TYPE_CHECKING:
    from ..views.scene.scene_view import SceneView

INCH = 2.54
SLICE = "slice"  # the density of the active layer only


class Exporting(QObject):
    """Opens the export dialog and writes in a job; errors end in one message box."""

    def __init__(
        self,
        window: QWidget,
        document: Document,
        runner: JobRunner,
        views: tuple[Callable[[], SceneView], FlatViews],
        theme: Callable[[], Theme],
        settings: QSettings | None,
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._runner = window, document, runner
        self._make_scene, self._flat = views
        self._theme, self._settings = theme, settings
        self.incumbents = Incumbents(document, self)
        self.choices = Choices.remembered(settings)

    @property
    def _scene(self) -> SceneView:
        return self._make_scene()

    # Asking --------------------------------------------------------------------------------------

    def open_dialog(self) -> None:
        """Ask what to export; what was chosen last is chosen again."""
        dialog = ExportDialog(
            self.choices,
            self._problems(),
            self._told,
            self.whole,
            self._theme(),
            self._document.board.piece,
            self._window,
        )
        dialog.export_wanted.connect(lambda: self._on_export(dialog))
        dialog.copy_wanted.connect(lambda: self._on_copy(dialog))
        dialog.finished.connect(lambda _result: self.choices.save(self._settings))
        dialog.open()

    def open_replay(self) -> None:
        """Ask how to export a replay of the history."""
        self.choices.what, self.choices.animation = "film", HISTORY
        self.open_dialog()

    def _on_export(self, dialog: ExportDialog) -> None:
        ending = self.choices.ending
        path = self._document.path
        folder = path.parent if path else Path.home()
        shape = "x".join(map(str, self._document.board.shape))
        name = f"{path.stem if path else shape}.{ending}"
        chosen, _ = QFileDialog.getSaveFileName(
            dialog, "Export", str(folder / name), f"{called(ending)} (*.{ending})"
        )
        if chosen:
            dialog.accept()
            self.export_to(Path(chosen))

    def _on_copy(self, dialog: ExportDialog) -> None:
        dialog.accept()
        self.copy()

    def _problems(self) -> dict[str, str]:
        """Return why something cannot be exported now, by its name."""
        board = self._document.board
        problems = {}
        if board.d != 3:
            problems["square"] = "A square shows boards of three dimensions"
        if board.size > MAX_VERTICES:
            problems["graph"] = f"The graph of more than {MAX_VERTICES} cells cannot be made out"
        if self._document.overlay is None:
            problems["chart.profile"] = "There is no density on the board"
        if self._document.tab.search is None:
            problems["chart.search"] = "Nothing has been searched for yet"
        if board.d < 3:
            problems["film.layers"] = "A flat board has no layers to go through"
        if self._document.undo_stack.count() == 0:
            problems[f"film.{HISTORY}"] = "Nothing has been changed on this board yet"
        if not self.incumbents.found:
            problems[f"film.{SEARCH}"] = "The last search on this board found nothing to replay"
        from nqviz.rendering.scene.wrapped import Wrapped  # with VTK, which no start waits for

        if isinstance(self._scene.arrangement(), Wrapped):
            problems["solid"] = "A board drawn on a torus has no 3D model: draw it flat first"
        return problems

    def _told(self, choices: Choices) -> tuple[str, bool]:
        """Return what will come of choices, and whether anything can."""
        try:
            export = self.export(choices)
        except InputError as error:
            return str(error)[:1].upper() + str(error)[1:] + ".", False
        width, height = export.pixels
        size = f"{width:,} × {height:,} pixels"
        if export.what == "film":
            frames = self._length(export, choices)
            seconds = frames / export.animation.rate
            return f"{frames:,} frames of {size}, {seconds:.1f} s long.", True
        if export.what == "solid":
            return self._told_of_solid(export, choices.ending)
        across, up = (INCH * side / export.settings.dpi for side in (width, height))
        paper = f"{across:.1f} × {up:.1f} cm on paper"
        if choices.ending == "png":
            return f"{size}; {paper} at {export.settings.dpi:g} dots per inch.", True
        return f"A vector drawing, sharp at any size; {paper}.", True

    def _told_of_solid(self, export: Export, ending: str) -> tuple[str, bool]:
        try:
            sides = export.millimetres(ending)
        except InputError as error:
            return str(error)[:1].upper() + str(error)[1:] + ".", False
        from nqviz.rendering.scene.meshes import ROD

        size = " × ".join(f"{side:,.1f}" for side in sides)
        rods = f"rods {2 * ROD * export.cell:.1f} mm thick"
        held = f"on {rods} and a plate" if export.stand else "in a frame"
        return f"{size} mm; one closed body for each {self._document.board.piece}, {held}.", True

    # Describing ----------------------------------------------------------------------------------

    def export(self, choices: Choices) -> Export:
        """Describe what is chosen, as the window shows it now.

        Raises
        ------
        InputError
            If there is no such thing to export now.
        """
        theme = self._theme().name if choices.colours == AS_WINDOW else choices.colours
        look = ImageSettings(
            **choices.size,
            transparent=choices.transparent and choices.what not in ("film", "solid"),
            theme=theme,
        )
        picture = self._document.picture()
        scene, pose = self._scene, self._scene.camera.pose()
        places, options = scene.arrangement(), scene.options()
        if picture.overlay is None or options.density != SLICE:
            options = replace(options, active_layer=None)  # a mark of the work, not of the board
        export = Export(choices.what, picture, look)
        if choices.what in ("layers", "graph"):
            flat = self._flat
            places = (
                flat.layers.printed if choices.what == "layers" else flat.graph.grid.arrangement
            )
            return replace(export, arrangement=places)
        if choices.what == "chart":
            return replace(export, chart=self._chart(choices, picture))
        if choices.what == "scene":
            return replace(export, arrangement=places, options=options, pose=pose)
        still = replace(picture, cursor=None, clique=None, selected=np.zeros(0, np.int64))
        if choices.what == "solid":
            return replace(
                export,
                picture=still,
                arrangement=places,
                options=options,
                cell=choices.cell,
                stand=choices.stand,
            )
        if choices.what == "film":
            layers = None if choices.animation != HISTORY else self._flat.layers.printed
            kind = REPLAY if choices.animation in (HISTORY, SEARCH) else choices.animation
            return replace(
                export,
                picture=still,
                arrangement=layers if choices.of_layers else places,
                options=options,
                pose=pose,
                animation=Animation(kind, choices.frames or None, choices.rate),
                of_layers=choices.of_layers,
            )
        return export

    def _chart(self, choices: Choices, picture: BoardView) -> Chart:
        if choices.chart == "search":
            trace = self._document.tab.search or Trace(())
            return search_chart(picture.board, trace.moments, trace.fewest)
        return profile_chart(picture) if choices.chart == "profile" else counts_chart(picture)

    def steps(self, choices: Choices) -> Callable[[], Replay]:
        """Return what makes the moments of a replay, which may take long: it can run in a job.

        Raises
        ------
        InputError
            If there is nothing to replay now.
        """
        if choices.what == "film" and choices.animation == HISTORY:
            history = self._document.tab.history.copy()
            return lambda: history_steps(history)
        if choices.what == "film" and choices.animation == SEARCH:
            found = search_steps(self.incumbents.givens, self.incumbents.found)
            return lambda: found
        return Replay

    def whole(self, choices: Choices) -> Callable[[], Export]:
        """Return what describes an export with all its moments; it can run in a job.

        Raises
        ------
        InputError
            If there is no such thing to export now.
        """
        export, steps = self.export(choices), self.steps(choices)
        return lambda: replace(export, steps=steps())

    def _length(self, export: Export, choices: Choices) -> int:
        """Return the number of frames of an animation."""
        steps = min(self._document.undo_stack.count() + 1, MOST_STEPS)
        if choices.animation == SEARCH:
            steps = len(self.steps(choices)())
        return export.animation.length(self._document.board, steps)

    # Writing -------------------------------------------------------------------------------------

    def export_to(self, path: Path) -> Job | None:
        """Write what is chosen into a file, in the background."""
        choices = self.choices
        target = path if path.suffix else path.with_suffix(f".{choices.ending}")

        def done(written: bool) -> None:
            words = f"Exported {target.name}." if written else "Stopped: nothing is written."
            self._document.report(words)

        return self._start(
            f"Exporting {target.name}",
            lambda export, run: write_apart(export, target, run),
            done,
        )

    def copy(self) -> Job | None:
        """Copy the chosen image to the clipboard, in the background."""

        def work(export: Export, run: RunContext) -> bytes:
            with TemporaryDirectory() as folder:
                path = Path(folder) / "copy.png"
                return path.read_bytes() if write_apart(export, path, run) else b""

        def done(data: bytes) -> None:
            if data:
                self._put(QImage.fromData(data), "image")

        return self._start("Copying an image", work, done)

    def _start(
        self,
        title: str,
        work: Callable[[Export, RunContext], object],
        done: Callable[[Any], None],
    ) -> Job | None:
        self.choices.save(self._settings)
        try:
            describe = self.whole(self.choices)
        except InputError as error:
            self._refuse(str(error))
            return None
        return self._runner.start(
            title,
            lambda run: work(describe(), run),
            succeeded=done,
            failed=self._refuse,
        )

    def _refuse(self, reason: str) -> None:
        show_problem(self._window, "Not exported", reason)

    # Copying what is seen ------------------------------------------------------------------------

    def copy_scene(self) -> None:
        """Put the scene on the clipboard as it is seen."""
        self._put(self._scene.canvas.picture(), "scene")

    def copy_flat(self) -> None:
        """Put the flat view in front on the clipboard as it is seen."""
        view = self._flat.in_front
        self._put(view.grab().toImage(), view.accessibleName().lower() or "flat view")

    def _put(self, image: QImage, what: str) -> None:
        QApplication.clipboard().setImage(image)
        self._document.report(
            f"The {what} is on the clipboard, {image.width():,} × {image.height():,} pixels."
        )

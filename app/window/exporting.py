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
from nqviz.core.language import tr, tr_later, tr_piece, within
from nqviz.core.notation import place_text
from nqviz.formats import format_code
from nqviz.formats.trace import Trace
from nqviz.rendering.export import Figure, write_apart
from nqviz.rendering.export.steps import history_steps, search_steps
from nqviz.rendering.figures import Chart, profile_chart, search_chart
from nqviz.rendering.figures.graph import MAX_VERTICES
from nqviz.run.context import RunContext
from nqviz.view.animation import MOST_STEPS, REPLAY, Animation, Replay
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import Theme

from ..dialogs.export_choices import AS_WINDOW, HISTORY, PICTURES, SEARCH, Choices, called
from ..document.board_tab import BoardTab
from ..document.board_view import at_cursor
from ..document.document import Document
from ..jobs import Job, JobRunner
from ..views.flat import FlatViews
from ..views.panel_job import start_file_job
from ..widgets.messages import show_problem
from ..widgets.widgets import sentence
from .incumbents import Incumbents

if TYPE_CHECKING:
    from ..dialogs.export_dialog import ExportDialog
    from ..views.scene.scene_view import SceneView

INCH = 2.54
LONGEST_CODE = 1000
"""Longer placement codes are no part of a command, which reads the file of the board instead."""


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
        self._scene, self._flat = views
        self._theme, self._settings = theme, settings
        self.incumbents = Incumbents(document, self)
        self.choices = Choices.remembered(settings)
        self.cell: int | None = None
        """The cell that was pointed at last, whose attack lines can be drawn."""
        document.cursor_changed.connect(self._on_cursor)
        document.board_changed.connect(self._on_cursor)

    def _on_cursor(self) -> None:
        """Remember the cell: on the way to a menu the pointer leaves it."""
        cursor, size = self._document.cursor, self._document.board.size
        if cursor is not None or (self.cell is not None and self.cell >= size):
            self.cell = cursor

    # Asking --------------------------------------------------------------------------------------

    def open_dialog(self) -> None:
        """Ask what to export; what was chosen last is chosen again."""
        from ..dialogs.export_dialog import ExportDialog  # no start needs dialogs

        self.choices.attacks = self._document.cursor is not None
        dialog = ExportDialog(
            self.choices,
            self._problems(),
            self._told,
            self.whole,
            self._theme(),
            self._document.board.piece,
            self._window,
            self.command,
            None if self.cell is None else place_text(self._document.board, self.cell),
        )
        dialog.export_wanted.connect(lambda: self._on_export(dialog))
        dialog.copy_wanted.connect(dialog.accept)
        dialog.copy_wanted.connect(self.copy)
        dialog.finished.connect(lambda _result: self.choices.save(self._settings))
        dialog.open()

    def open_replay(self) -> None:
        """Ask how to export a replay of the history."""
        self.choices.what, self.choices.animation = "film", HISTORY
        self.open_dialog()

    def _on_export(self, dialog: ExportDialog) -> None:
        ending = self.choices.ending
        path, shape = self._document.path, "x".join(map(str, self._document.board.shape))
        start = self._document.folder / f"{path.stem if path else shape}.{ending}"
        chosen, _ = QFileDialog.getSaveFileName(
            dialog, tr("Export"), str(start), f"{called(ending)} (*.{ending})"
        )
        if chosen:
            dialog.accept()
            self.export_to(Path(chosen))

    def _problems(self) -> dict[str, str]:
        """Return why something cannot be exported now, by its name."""
        board = self._document.board
        problems = {}
        if board.d != 3:
            problems["square"] = tr("A square shows boards of three dimensions")
        if board.size > MAX_VERTICES:
            problems["graph"] = tr(
                "The graph of more than {most} cells cannot be made out", most=MAX_VERTICES
            )
        if self._document.overlay is None:
            problems["chart.profile"] = tr("There is no density on the board")
        if self._document.tab.search is None:
            problems["chart.search"] = tr("Nothing has been searched for yet")
        if board.d < 3:
            problems["film.layers"] = tr("A flat board has no layers to go through")
        if self._document.undo_stack.count() == 0:
            problems[f"film.{HISTORY}"] = tr("Nothing has been changed on this board yet")
        if not self.incumbents.found:
            problems[f"film.{SEARCH}"] = tr("The last search on this board found nothing to replay")
        from nqviz.rendering.scene.wrapped import Wrapped  # with VTK, which no start waits for

        if isinstance(self._scene().arrangement(), Wrapped):
            problems["solid"] = tr("A board drawn on a torus has no 3D model: draw it flat first")
        return problems

    def _told(self, choices: Choices) -> tuple[str, bool]:
        """Return what will come of choices, and whether anything can."""
        try:
            figure = self.figure(choices)
        except InputError as error:
            return f"{sentence(str(error))}.", False
        if figure.what == "film":
            size = _pixels(*figure.pixels)
            frames = self._length(figure, choices)
            seconds = frames / figure.animation.rate
            counts = {"frames": f"{frames:,}", "seconds": f"{seconds:.1f}"}
            return tr("{frames} frames of {size}, {seconds} s long.", size=size, **counts), True
        if figure.what == "solid":
            return self._told_of_solid(figure, choices.ending)
        if figure.what == "page":
            return tr("One file for any browser; it loads nothing from the network."), True
        return _told_of_image(figure, choices.ending), True

    def _told_of_solid(self, figure: Figure, ending: str) -> tuple[str, bool]:
        try:
            check = figure.print_check(ending)
        except InputError as error:
            return f"{sentence(str(error))}.", False
        told = str(check).replace(" x ", " × ").replace("; ", ", ")
        body = tr_later("One body for each queen, in a frame.")
        if figure.stand:
            body = tr_later("One body for each queen, on rods and a plate.")
        return f"{told}. {tr_piece(body, self._document.board.piece)}", True

    # Describing ----------------------------------------------------------------------------------

    def figure(self, choices: Choices) -> Figure:
        """Describe what is chosen, as the window shows it now.

        Raises InputError if there is no such thing to export now.
        """
        theme = self._theme().name if choices.colours == AS_WINDOW else choices.colours
        is_still = choices.what in PICTURES
        settings = ImageSettings(
            **choices.size,
            transparent=choices.transparent and is_still,
            theme=theme,
            crop=choices.crop and is_still,
            margin=choices.margin,
        )
        view = self._document.view
        cell = self.cell if choices.attacks and is_still else None
        picture = at_cursor(self._document.picture(), view, cell)
        kind = REPLAY if choices.animation in (HISTORY, SEARCH) else choices.animation
        is_film, file = choices.what == "film", self._document.tab.file
        return Figure(
            choices.what,
            replace(picture, selected=np.zeros(0, np.int64)),
            settings,
            view,
            chart=self._chart(choices, picture) if choices.what == "chart" else None,
            animation=Animation(kind, choices.frames or None, choices.rate),
            of_layers=is_film and choices.of_layers,
            cell=choices.cell,
            stand=choices.stand if choices.what == "solid" else None,
            plates=choices.plates and choices.what == "solid",
            caption=file.note if file else "",
            source=file.source if file else "",
        )

    def command(self, choices: Choices) -> str:
        """Return the command line that makes what is chosen again.

        Raises InputError if no file holds what is shown.
        """
        tab = self._document.tab
        if choices.what == "film" and choices.animation in (HISTORY, SEARCH):
            raise InputError("a history and a search are in no file of a placement")
        if choices.what == "chart" and choices.chart == "search":
            raise InputError("a search is in no file of a placement")
        if tab.state.cut is not None or tab.excluded is not None or tab.marks is not None:
            raise InputError("a cut, marks and excluded cells are in no file of a placement")
        path = self._document.path
        from nqviz.cli.figure_command import figure_command  # with the options of a command

        name = f"{path.stem if path else 'figure'}.{choices.ending}"
        chart = choices.chart if choices.what == "chart" else ""
        figure = self.figure(choices)
        command = figure_command(figure, self._source(tab), name, chart)
        is_greedy = tab.greedy and self._document.board.is_classical
        return f"{command} --lay greedy" if is_greedy else command

    def _source(self, tab: BoardTab) -> str | None:
        """Return the saved file of a board, or its placement code; None for an empty board."""
        placement, givens = tab.state.placement, tuple(sorted(tab.state.givens))
        if not len(placement):
            return None
        file = tab.file
        if file is not None and tab.is_saved and not file.losses(file.contents(placement, givens)):
            return str(file.path)
        code = format_code(placement, givens)
        if len(code) > LONGEST_CODE:
            raise InputError("save the board first: the command reads its file")
        return code

    def _chart(self, choices: Choices, picture: BoardView) -> Chart | None:
        if choices.chart == "search":
            trace = self._document.tab.search or Trace(())
            return search_chart(picture.board, trace.moments, trace.fewest)
        return profile_chart(picture) if choices.chart == "profile" else None

    def steps(self, choices: Choices) -> Callable[[], Replay]:
        """Return what makes the moments of a replay, which may take long: it can run in a job.

        Raises InputError if there is nothing to replay now.
        """
        if choices.what == "film" and choices.animation == HISTORY:
            history = self._document.tab.history.copy()
            return lambda: history_steps(history)
        if choices.what == "film" and choices.animation == SEARCH:
            found = search_steps(self.incumbents.givens, self.incumbents.found)
            return lambda: found
        return Replay

    def whole(self, choices: Choices) -> Callable[[], Figure]:
        """Return what describes an export with all its moments; it can run in a job.

        Raises InputError if there is no such thing to export now.
        """
        figure, steps = self.figure(choices), self.steps(choices)
        return lambda: replace(figure, steps=steps())

    def _length(self, figure: Figure, choices: Choices) -> int:
        """Return the number of frames of an animation."""
        steps = min(self._document.undo_stack.count() + 1, MOST_STEPS)
        if choices.animation == SEARCH:
            steps = len(self.steps(choices)())
        return figure.animation.length(self._document.board, steps)

    # Writing -------------------------------------------------------------------------------------

    def export_to(self, path: Path) -> Job | None:
        """Write what is chosen into a file, in the background."""
        choices = self.choices
        target = path if path.suffix else path.with_suffix(f".{choices.ending}")

        def done(written: bool) -> None:
            words = tr("Exported {name}.", name=target.name)
            self._document.report(words if written else tr("Stopped: nothing is written."))

        return self._start(
            tr("Exporting {name}", name=target.name),
            lambda figure, run: write_apart(figure, target, run),
            done,
        )

    def copy(self) -> Job | None:
        """Copy the chosen image to the clipboard, in the background."""

        def work(figure: Figure, run: RunContext) -> bytes:
            with TemporaryDirectory() as folder:
                path = Path(folder) / "copy.png"
                return path.read_bytes() if write_apart(figure, path, run) else b""

        def done(data: bytes) -> None:
            if data:
                self._put(QImage.fromData(data), tr("image"))

        return self._start(tr("Copying an image"), work, done)

    def _start(
        self,
        title: str,
        work: Callable[[Figure, RunContext], object],
        done: Callable[[Any], None],
    ) -> Job | None:
        self.choices.save(self._settings)
        try:
            describe = self.whole(self.choices)
        except InputError as error:
            self._refuse(str(error))
            return None
        return start_file_job(
            self._runner,
            title,
            lambda run: work(describe(), run),
            done,
            report=self._document.report,
            refuse=self._refuse,
        )

    def _refuse(self, reason: str) -> None:
        show_problem(self._window, tr("Not exported"), reason)

    # Copying what is seen ------------------------------------------------------------------------

    def copy_scene(self) -> None:
        """Put the scene on the clipboard as it is seen."""
        self._put(self._scene().canvas.picture(), tr("scene"))

    def copy_flat(self) -> None:
        """Put the flat view in front on the clipboard as it is seen."""
        view = self._flat.in_front
        self._put(view.grab().toImage(), within(view.accessibleName()) or tr("flat view"))

    def _put(self, image: QImage, what: str) -> None:
        QApplication.clipboard().setImage(image)
        size = _pixels(image.width(), image.height())
        self._document.report(tr("The {what} is on the clipboard, {size}.", what=what, size=size))


def _pixels(width: int, height: int) -> str:
    return tr("{width} × {height} pixels", width=width, height=height)


def _told_of_image(figure: Figure, ending: str) -> str:
    width, height = figure.pixels
    across, up = (INCH * side / figure.settings.dpi for side in (width, height))
    if figure.settings.crop:
        words = tr_later("{width} pixels or {across} cm wide, cropped to what is drawn.")
        told = tr(words, width=width, across=f"{across:.1f}")
        return told if ending == "png" else tr("A vector drawing, {size}", size=told)
    paper = tr("{across} × {up} cm on paper", across=f"{across:.1f}", up=f"{up:.1f}")
    if ending == "png":
        size, dpi = _pixels(width, height), f"{figure.settings.dpi:g}"
        return tr("{size}; {paper} at {dpi} dots per inch.", size=size, paper=paper, dpi=dpi)
    return tr("A vector drawing, sharp at any size; {paper}.", paper=paper)

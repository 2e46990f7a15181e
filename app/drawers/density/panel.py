"""The Density drawer: how often each cell is used, by all placements of a kind or by a sample."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtWidgets import QFileDialog

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.rendering.figures import save_drawing
from nqviz.run.context import Limit, RunContext
from nqviz.run.files import atomic_write
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay
from nqviz.view.view_state import DENSITIES

from ...document.document import Document
from ...jobs import JobRunner, Work
from ...views.panel_job import PanelJob
from ...widgets.fields import Disclosure, Segments, beside, field, label
from ...widgets.icons import icon
from ...widgets.layouts import fill, vertical
from ...widgets.library_texts import of_density
from ...widgets.widgets import button, sentence, show_note
from ..drawer import Drawer
from .answer import DensityAnswer, UseRows
from .profile import DensityProfile, Nearness
from .question import FILES, GIVEN, LIMIT, ORBIT, SAMPLE, SHIFT, DensityQuestion

if TYPE_CHECKING:
    from nqviz.counting import Density, LimitDensity

COMPARED = 48
"""Cells along a side of the limit density that stands beside a planar one."""
DRAWN = (
    (tr_later("Size"), tr_later("Cubes, larger and brighter where more placements use the cell")),
    (tr_later("Even"), tr_later("Cubes of one size, brighter where more placements use the cell")),
    (tr_later("Slice"), tr_later("The active layer alone")),
    (tr_later("Cloud"), tr_later("A cloud; it takes seconds where no graphics card draws it")),
)
"""How the scene draws a density, in the order of `DENSITIES`."""


class DensityPanel(Drawer):
    """Counts placements, shows them over the board, and describes what is shown."""

    name, title = "density", tr_later("Density")

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__()
        self._document = document
        self._found: Density | None = None
        self._overlay: Overlay | None = None
        self._asked: tuple[object, ...] = ()
        self._question = DensityQuestion(document)
        texts, tips = zip(*DRAWN, strict=True)
        self._drawn = Segments("density.drawn", tr("Draw as"), texts, tuple(map(tr, tips)))
        self._answer = DensityAnswer(document)
        self._uses = UseRows(document)
        self._state = label("", "sentence", "density.state")
        self._profile = DensityProfile()
        self._details = Disclosure("density.details", self._profile)
        self._show = button("density.show", primary=True)
        self._hide = button("density.hide", on_click=lambda: document.set_overlay(None))
        self._export = button("density.export", on_click=self._ask_export)
        self._export.setIcon(icon("download"))
        self._lay_out()
        self._job = PanelJob(self, runner, self._report)
        self._connect()
        self._show_drawn()
        self._update_ui()

    def _lay_out(self) -> None:
        fill(self.body, self._question, 4, field(self._drawn, tr("Draw as")))
        self.add_divider()
        fill(self.body, self._question.about, self._answer)
        self._line = self.add_divider(20)
        fill(self.body, self._uses, self._state)
        self.body.addLayout(vertical(None, self._details, self._question.limit, spacing=8))
        self._shown_foot = beside(self._hide, self._export)
        fill(self.foot, self._shown_foot, self._show)

    def _connect(self) -> None:
        document = self._document
        self._job.add_start(self._show, self.show_density, self._question.objection, toggles=True)
        self._job.drop_at(document.board_changed)
        self._job.changed.connect(self._update_ui)
        self._job.changed.connect(lambda: self.running_changed.emit(self._job.is_running))
        self._question.changed.connect(self._update_ui)
        self._drawn.chosen.connect(self._draw_as)
        document.view_changed.connect(self._show_drawn)
        for change in (document.overlay_changed, document.board_changed, document.queens_changed):
            change.connect(self._update_ui)
        for row in (self._details, self._question.limit):
            self.follow(row)

    def set_limits(self, seconds: int, _threads: int) -> None:
        """Set the time limit of a count, 0 for the longest."""
        self._question.set_seconds(seconds)

    # Finding it ----------------------------------------------------------------------------

    def show_density(self) -> None:
        """Look up, count or sample the density that is chosen."""
        kind, board = self._question.kind, self._document.board
        self._asked = self._question.key
        if kind == FILES:
            title, kinds = tr("Placements on this board"), tr(PLACEMENTS)
            paths, _ = QFileDialog.getOpenFileNames(self, title, "", kinds)
            if paths:
                self.show_files(paths)
        elif kind == LIMIT:
            title = tr("Limit density for the {board}", board=board)
            self._start(title, _limit_work, self._on_limit)
        else:
            title = tr("Density of the {board}", board=board)
            self._start(title, self._work(kind, board), self._on_result)

    def show_files(self, paths: list[str]) -> None:
        """Show the density of placements in files and folders."""
        board = self._document.board

        def work(_run: RunContext) -> Any:
            from nqviz.counting import density_of_files

            found = density_of_files(paths, board)
            if found.board != board:
                raise InputError(f"these placements are on the {found.board}, not on the {board}")
            return _beside_limit(found)

        self._start(tr("Density of files"), work, self._on_result)

    def _work(self, kind: str, board: Board) -> Work:
        question = self._question
        limit, shift = Limit(question.seconds), question.shift
        samples, queens = question.samples, question.queens
        givens, placement = self._document.given_placement(), self._document.placement()

        def work(run: RunContext) -> Any:
            from nqviz import counting

            if kind == ORBIT:
                return _beside_limit(counting.orbit_density(placement))
            if kind == SHIFT:
                return _beside_limit(counting.shift_density(board, shift))
            if kind == SAMPLE:
                part = run.part(limit)
                found = counting.sample_density(board, part, samples=samples, queens=queens)
                return _beside_limit(found.value)
            chosen = givens if kind == GIVEN else None
            outcome = counting.density(board, run.part(limit), givens=chosen)
            return outcome.message if outcome.value is None else _beside_limit(outcome.value)

        return work

    def _start(self, title: str, work: Work, succeeded: Callable[[Any], None]) -> None:
        self._job.start(title, work, succeeded, text=f"{title} …")

    def _on_result(self, result: tuple[Density | None, Nearness | None] | str) -> None:
        if isinstance(result, str):  # how far a count was that has not ended
            words = tr("The count has not ended, so there is no density to show.")
            self._report(f"{words} {sentence(of_density(result))}." if result else words)
            return
        found, nearness = result
        if found is None:
            self._report(tr_piece("No search found so many queens.", self._document.board.piece))
            return
        self._profile.show_density(found.board, found.counts, nearness, found.made)
        self._lay_over(Overlay.of_density(found), found)

    def _on_limit(self, found: LimitDensity | None) -> None:
        if found is None:
            self._report(tr("The computation was stopped."))
            return
        board = self._document.board
        overlay = Overlay.of_limit(found, board.n)
        self._profile.show_density(board, overlay.values)
        self._lay_over(overlay, None)

    def _lay_over(self, overlay: Overlay, found: Density | None) -> None:
        self._found, self._overlay = found, overlay
        self._report("")
        self._document.set_overlay(overlay)

    # Controls ------------------------------------------------------------------------------

    def _report(self, text: str) -> None:
        show_note(self._state, text)

    def _draw_as(self, place: int) -> None:
        self._document.set_view(replace(self._document.view, density=DENSITIES[place]))

    def _show_drawn(self) -> None:
        self._drawn.show_place(DENSITIES.index(self._document.view.density))

    def _update_ui(self) -> None:
        overlay, running = self._document.overlay, self._job.is_running
        is_shown = overlay is not None
        own = is_shown and overlay is self._overlay
        self._question.about.setVisible(not is_shown)
        for part in (self._answer, self._line, self._uses, self._shown_foot):
            part.setVisible(is_shown)
        for part in (self._export, self._details):
            part.setVisible(own)
        self._show.setVisible(running or not own or self._asked != self._question.key)
        self._job.update_buttons()
        if overlay is not None:
            self._answer.show_overlay(overlay)
            self._uses.show_overlay(overlay)

    # Export --------------------------------------------------------------------------------

    def _ask_export(self) -> None:
        title = tr("Export the density")
        path, _ = QFileDialog.getSaveFileName(self, title, "density.npy", tr(CHOICES))
        if path:
            self.export(Path(path))

    def export(self, path: Path) -> None:
        """Write the density that is shown: an array (npy, csv, json) or figure (svg, pdf, png)."""
        assert self._overlay is not None
        try:
            write_density(path, self._document.board, self._overlay, self._found)
        except InputError as error:
            self._report(tr("Nothing is saved: {reason}.", reason=error))
            return
        self._report("")
        self._document.report(tr("The density is saved in {path}.", path=path))


def _beside_limit(found: Density | None) -> tuple[Density | None, Nearness | None]:
    """Return a density, and the limit density beside it where there is one."""
    from nqviz import counting

    if found is None or not counting.has_limit(found):
        return found, None
    limit = counting.limit_density(COMPARED).value
    if limit is None:
        return found, None
    expected = limit.on_board(found.board.n).ravel() * found.total
    return found, Nearness(expected, counting.limit_distance(found, limit))


def _limit_work(run: RunContext) -> LimitDensity | None:
    from nqviz.counting import limit_density

    return limit_density(run=run).value


PLACEMENTS = tr_later("Placements (*.json *.queens *.csv *.txt)")
CHOICES = tr_later("Arrays (*.npy *.csv *.json);;Figures (*.svg *.pdf *.png)")


def write_density(path: Path, board: Board, overlay: Overlay, found: Density | None) -> None:
    """Write an array (npy, csv, json) or a figure (svg, pdf, png), by the ending of the path.

    Raises InputError if there is no such format for it, or the file cannot be written.
    """
    ending = path.suffix.lower()
    if ending in (".svg", ".pdf", ".png"):
        save_drawing(BoardView(board, overlay=overlay), path, size=(1600, 1200))
    elif ending == ".npy":
        stream = io.BytesIO()
        whole = (overlay.values == np.round(overlay.values)).all()
        kind = np.int64 if whole else np.float64
        np.save(stream, overlay.values.astype(kind).reshape(board.shape))
        atomic_write(path, stream.getvalue())
    elif ending in (".csv", ".json") and found is not None:
        text = found.to_csv() if ending == ".csv" else found.json()
        atomic_write(path, text.encode())
    else:
        raise InputError(
            f"{path}: a density is written to .npy, .csv, .json, .svg, .pdf or .png, the limit"
            " density not to .csv or .json"
        )

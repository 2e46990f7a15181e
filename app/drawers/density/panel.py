"""The Density panel: how often each cell is used, by all placements of a kind or by a sample."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtWidgets import QFileDialog, QFormLayout, QSpinBox, QVBoxLayout, QWidget

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import worded
from nqviz.rendering.figures import save_layers
from nqviz.run.context import RunContext
from nqviz.run.files import atomic_write
from nqviz.run.limit import Limit
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay

from ...document.document import Document
from ...jobs import JobRunner, Work
from ...views.panel_job import PanelJob
from ...widgets.flow import flow_of
from ...widgets.widgets import button, combo, note, set_enabled, set_seconds, spin
from .profile import DensityProfile

if TYPE_CHECKING:
    from nqviz.counting import Density, LimitDensity

ALL, GIVEN, ORBIT, SHIFT, SAMPLE, FILES, LIMIT = (
    "all", "given", "orbit", "shift", "sample", "files", "limit"
)  # fmt: skip
KINDS: list[tuple[str, object]] = [
    ("All maximum placements", ALL),
    ("Those with the given queens", GIVEN),
    ("Images of this placement", ORBIT),
    ("A shift class (regular)", SHIFT),
    ("A sample (local search)", SAMPLE),
    ("Placements in files", FILES),
    ("Limit for large boards (d = 2)", LIMIT),
]
ABOUT = {
    ALL: "How many of all maximum placements have a queen on each cell. Small boards come with it;"
    " others are counted in the background.",
    GIVEN: "Of the largest placements that contain the given queens: lock queens to give them.",
    ORBIT: "Of the images of the placement on the board under all symmetries.",
    SHIFT: "Of the regular solutions with one constant. All classes together use all cells alike;"
    " one does not.",
    SAMPLE: "Of what many local searches find, where counting is out of reach: an estimate, never"
    " exact.",
    FILES: "Of placements that you have in files, on this board.",
    LIMIT: "Where ever larger solutions of the n-queens problem stand, after Simkin, computed as a"
    " convex program; 1 is the mean.",
}
COMPARED = 48
"""Cells along a side of the limit density that stands beside a planar one."""


class DensityPanel(QWidget):
    """Shows densities as heat maps in the layers and in the scene, and tells about them."""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._found: Density | None = None
        self._overlay: Overlay | None = None
        self._kind = combo("density.kind", "Density of", KINDS, "Which placements count")
        self._about = note("density.about", "About this density")
        self._limit = spin(
            "density.seconds", "Time limit in seconds", 1, 86400, 60, "How long counting may take"
        )
        self._limit.setSuffix(" s")
        self._shift = spin("density.shift", "Shift class", 0, 999, 0, "The constant, from 0")
        self._samples = spin(
            "density.samples", "Searches", 1, 100_000, 100, "How many local searches are made"
        )
        self._queens = spin(
            "density.queens", "Queens per search", 0, 100_000, 0, "Queens per search"
        )
        self._queens.setSpecialValueText("the most found")
        self._show = button("density.show", "Show density", "Show the density over the board", True)
        self._hide = button("density.hide", "Hide", "Take the density away")
        self._export = button("density.export", "Export …", "Save the density as array or figure")
        self._state = note("density.state", "The density that is shown")
        self._profile = DensityProfile()
        self._lay_out()
        self._job = PanelJob(self, runner, self._state.setText)
        self._job.add_start(self._show, self.show_density, self._objection, toggles=True)
        self._job.drop_at(document.board_changed)
        self._job.changed.connect(self._update_ui)
        self._kind.currentIndexChanged.connect(self._update_ui)
        self._hide.clicked.connect(lambda: document.set_overlay(None))
        self._export.clicked.connect(self._ask_export)
        document.overlay_changed.connect(self._update_ui)
        document.board_changed.connect(self._update_ui)
        document.queens_changed.connect(self._update_ui)
        self._update_ui()

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.addRow("Of", self._kind)
        self._rows: dict[QSpinBox, set[str]] = {
            self._shift: {SHIFT},
            self._samples: {SAMPLE},
            self._queens: {SAMPLE},
            self._limit: {ALL, GIVEN, SAMPLE},
        }
        names = ("Class", "Searches", "Queens", "Time limit")
        for name, box in zip(names, self._rows, strict=True):
            self._form.addRow(name, box)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(self._about)
        column.addLayout(flow_of(self._show, self._hide, self._export))
        column.addWidget(self._state)
        column.addWidget(self._profile, 1)
        column.addStretch(0)

    def set_limits(self, seconds: int, _threads: int) -> None:
        """Set the time limit of a count, 0 for the longest."""
        set_seconds(self._limit, seconds)

    # Finding it ----------------------------------------------------------------------------

    def show_density(self) -> None:
        """Look up, count or sample the density that is chosen."""
        kind, board = self._kind.currentData(), self._document.board
        if kind == FILES:
            paths, _ = QFileDialog.getOpenFileNames(
                self, "Placements on this board", "", "Placements (*.json *.csv *.txt)"
            )
            if paths:
                self.show_files(paths)
            return
        if kind == LIMIT:
            self._start(f"Limit density for the {board}", _limit_work, self._on_limit)
            return
        self._start(f"Density of the {board}", self._work(kind, board), self._on_result)

    def show_files(self, paths: list[str]) -> None:
        """Show the density of placements in files and folders."""
        board = self._document.board

        def work(_run: RunContext) -> Any:
            from nqviz.counting import density_of_files

            found = density_of_files(paths, board)
            if found.board != board:
                raise InputError(f"these placements are on the {found.board}, not on the {board}")
            return found, None

        self._start("Density of files", work, self._on_result)

    def _work(self, kind: str, board: Board) -> Work:
        limit, shift = Limit(self._limit.value()), self._shift.value()
        samples, queens = self._samples.value(), self._queens.value() or None
        givens, placement = self._document.given_placement(), self._document.placement()

        def work(run: RunContext) -> Any:
            from nqviz import counting

            if kind == ORBIT:
                return counting.orbit_density(placement), None
            if kind == SHIFT:
                return counting.shift_density(board, shift), None
            if kind == SAMPLE:
                found = counting.sample_density(
                    board, run.part(limit), samples=samples, queens=queens
                )
                return found.value, None
            chosen = givens if kind == GIVEN else None
            found = counting.density(board, run.part(limit), givens=chosen)
            planar = board.is_classical and kind == ALL and found.value is not None
            return found.value, counting.limit_density(COMPARED).value if planar else None

        return work

    def _start(self, title: str, work: Work, succeeded: Callable[[Any], None]) -> None:
        self._job.start(title, work, succeeded, text=f"{title} …")

    def _on_result(self, result: tuple[Density | None, LimitDensity | None]) -> None:
        found, limit = result
        if found is None:
            self._state.setText(
                f"No search found so many {self._document.board.piece}s."
                if self._kind.currentData() == SAMPLE
                else "The count has not ended, so there is no density to show."
            )
            return
        self._found, self._overlay = found, Overlay.of_density(found)
        expected = None if limit is None else limit.on_board(found.board.n).ravel() * found.total
        self._profile.show_density(found.board, found.counts, expected)
        self._document.set_overlay(self._overlay)

    def _on_limit(self, found: LimitDensity | None) -> None:
        if found is None:
            self._state.setText("The computation was stopped")
            return
        board = self._document.board
        self._found, self._overlay = None, Overlay.of_limit(found, board.n)
        self._profile.show_density(board, self._overlay.values, None)
        self._document.set_overlay(self._overlay)

    # Controls ------------------------------------------------------------------------------

    def _update_ui(self) -> None:
        density, kind = self._document.overlay, self._kind.currentData()
        self._about.setText(worded(ABOUT[kind], self._document.board.piece))
        for box, kinds in self._rows.items():
            self._form.setRowVisible(box, kind in kinds)
        self._job.update_buttons()
        set_enabled(
            self._hide,
            density is not None,
            "Take the density away" if density is not None else "No density is shown",
        )
        own = density is not None and density is self._overlay
        set_enabled(
            self._export,
            own,
            "Save the density as array or figure" if own else "Show a density first",
        )
        self._profile.setVisible(own)
        if density is not None:
            made = self._found.made if own and self._found is not None else ""
            by = f" Made by {made}." if made else ""
            self._state.setText(f"{density.describe()}{by}")
        elif not self._job.is_running:
            self._state.clear()

    def _objection(self) -> str:
        """Return why the chosen density cannot be computed now; empty if it can."""
        kind, board = self._kind.currentData(), self._document.board
        if kind == GIVEN and not self._document.givens:
            return "No queen is given: lock one first"
        if kind == ORBIT and not self._document.counts.occupied.any():
            return "No queen is on the board"
        if kind == LIMIT and not board.is_classical:
            return "The limit is of the n-queens problem on flat squares, with d = 2"
        return ""

    # Export --------------------------------------------------------------------------------

    def _ask_export(self) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self,
            "Export the density",
            "density.npy",
            "Arrays (*.npy *.csv *.json);;Figures (*.svg *.pdf *.png)",
        )
        if path:
            self.export(Path(path))

    def export(self, path: Path) -> None:
        """Write the density that is shown: an array (npy, csv, json) or figure (svg, pdf, png)."""
        try:
            self._write(path)
        except InputError as error:
            self._state.setText(f"Nothing is saved: {error}")
            return
        self._document.report(f"The density is saved in {path}.")

    def _write(self, path: Path) -> None:
        ending, overlay, board = path.suffix.lower(), self._overlay, self._document.board
        assert overlay is not None
        if ending in (".svg", ".pdf", ".png"):
            save_layers(BoardView(board, overlay=overlay), path, size=(1600, 1200))
        elif ending == ".npy":
            stream = io.BytesIO()
            whole = (overlay.values == np.round(overlay.values)).all()
            kind = np.int64 if whole else np.float64
            np.save(stream, overlay.values.astype(kind).reshape(board.shape))
            atomic_write(path, stream.getvalue())
        elif ending in (".csv", ".json") and self._found is not None:
            text = self._found.to_csv() if ending == ".csv" else self._found.json()
            atomic_write(path, text.encode())
        else:
            raise InputError(
                f"{path}: a density is written to .npy, .csv, .json, .svg, .pdf or .png, the limit"
                " density not to .csv or .json"
            )


def _limit_work(run: RunContext) -> LimitDensity | None:
    from nqviz.counting import limit_density

    return limit_density(run=run).value

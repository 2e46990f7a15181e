"""The Density panel: how often each cell is used by the maximum placements of a board."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from nqviz.work import Limit, ProgressCallback

from ..document import DensityOverlay, Document
from ..jobs import Job, JobRunner
from ..widgets import button, note, set_enabled, set_tip, spin

if TYPE_CHECKING:
    from nqviz.counting import Density


class DensityPanel(QWidget):
    """Shows exact densities as heat maps in the layers and in the scene."""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self._job: Job | None = None
        about = note(
            "density.about",
            "About densities",
            "The density of a board tells, cell by cell, how many of its maximum placements have"
            " a queen there. Small boards come with it; others are counted in the background.",
        )
        self._limit = spin(
            "density.seconds",
            "Time limit in seconds",
            1,
            86400,
            60,
            "How long counting may take on a board that does not come with its density",
        )
        self._limit.setSuffix(" s")
        self._show = button("density.show", "Show density", "Lay the density over the board", True)
        self._hide = button("density.hide", "Hide", "Take the density away")
        self._state = note("density.state", "The density that is shown")
        row = QHBoxLayout()
        row.addWidget(self._show)
        row.addWidget(self._hide)
        column = QVBoxLayout(self)
        column.addWidget(about)
        form = QFormLayout()
        form.addRow("Time limit", self._limit)
        column.addLayout(form)
        column.addLayout(row)
        column.addWidget(self._state)
        column.addStretch(1)
        self._show.clicked.connect(self.show_density)
        self._hide.clicked.connect(lambda: document.set_density(None))
        document.overlay_changed.connect(self._read)
        document.board_changed.connect(self._on_board_change)
        self._read()

    def show_density(self) -> None:
        """Look up or count the density of the document's board."""
        if self._job is not None:
            self._job.stop()
            return
        board = self._document.board
        limit = Limit(self._limit.value())

        def work(progress: ProgressCallback, stop: threading.Event) -> Density | None:
            from nqviz.counting import density

            return density(board, limit=limit, progress=progress, stop=stop)

        self._state.setText(f"Counting all maximum placements of the {board} …")
        self._job = self._runner.start(
            f"Density of the {board}", work, succeeded=self._on_result, failed=self._on_failure
        )
        self._read()

    def _on_result(self, density: Density | None) -> None:
        self._job = None
        if density is None:
            self._read()
            self._state.setText("The count has not ended, so there is no density to show.")
            return
        counts = density.counts.astype(np.float64)
        caption = (
            f"{density.total:,} maximum placements of {density.queens:,} queens ({density.source})"
        )
        self._document.set_density(DensityOverlay(counts, density.total, caption))

    def _on_failure(self, reason: str) -> None:
        self._job = None
        self._read()
        self._state.setText(reason[:1].upper() + reason[1:])

    def _on_board_change(self) -> None:
        if self._job is not None:
            self._job.abandon()
            self._job = None
        self._read()

    def _read(self) -> None:
        density = self._document.density
        running = self._job is not None
        self._show.setText("Stop" if running else "Show density")
        set_tip(self._show, "Stop counting" if running else "Lay the density over the board")
        set_enabled(
            self._hide,
            density is not None,
            "Take the density away" if density is not None else "No density is shown",
        )
        if density is not None:
            self._state.setText(self._describe(density))
        elif not running:
            self._state.clear()

    @staticmethod
    def _describe(density: DensityOverlay) -> str:
        used = density.counts[density.counts > 0]
        never = len(density.counts) - len(used)
        words = [f"{density.caption}."]
        if len(used):
            words.append(f"A cell that is used stands in {used.min():,.0f} to {used.max():,.0f}.")
        words.append(f"{never:,} of {len(density.counts):,} cells are never used.")
        return " ".join(words)

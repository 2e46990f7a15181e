"""The page of first queens: the lexicographically first placement, row by row."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QFileDialog, QFormLayout, QSlider, QVBoxLayout, QWidget

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.problems.first import (
    ENGINES,
    MAX_SIDE,
    Filling,
    First,
    first_placement,
    greedy_rows,
    published_first,
)
from nqviz.run.context import RunContext
from nqviz.run.limit import Limit
from nqviz.run.outcome import Status
from nqviz.run.progress import Progress

from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import describe_end
from ...widgets.flow import flow_of
from ...widgets.widgets import combo, named, set_enabled, set_quietly, spin
from .page import PlanarPage
from .times import TimesTable

INTRODUCTION = (
    "Row by row, along x1, each queen stands as low as it can while a full placement remains."
)
KEEP = "Keep the search in a file …"
KEEP_TIP = "Write a long search into a file now and then, and go on from it another time"


class FirstPage(PlanarPage):
    """Searches for the first placement; the rows that are certain are shown as a suggestion."""

    name = "first"
    run_text, accepted = "Find the first queens", "Accept the first queens"
    run_tip = "Search in the background for the placement that comes first in order"

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(document, runner, parent)
        self._n_asked = 0
        self._certain: tuple[int, ...] = ()
        self._kept: Path | None = None
        self._make_controls()
        self._lay_out()
        self._engine.currentIndexChanged.connect(self._on_engine)
        self._n.valueChanged.connect(self._times.show_side)
        self._keep.toggled.connect(self._ask_keep)
        self._rows.valueChanged.connect(self._show_rows)
        self._greedy.toggled.connect(document.set_greedy)
        document.board_changed.connect(self._on_board)
        document.queens_changed.connect(self._show_accept)
        document.overlay_changed.connect(self._on_overlay)
        self._on_engine()
        self._on_board()
        self._show_rows()

    def _make_controls(self) -> None:
        self._n = spin("planar.first_n", "Side n", 1, MAX_SIDE, 8, "How many queens, and rows")
        self._engine = combo(
            "planar.first_engine",
            "Method",
            [(engine.title, name) for name, engine in ENGINES.items()],
            "How the first placement is searched for",
        )
        self._about = self._note("about", "About this method")
        self._about.setProperty("role", "caption")
        self._seconds = spin("planar.first_seconds", "Time limit in seconds", 1, 86400, 60)
        self._seconds.setSuffix(" s")
        self._rows = named(
            QSlider(Qt.Orientation.Horizontal),
            "planar.first_rows",
            "Rows shown",
            "How many of the rows that are certain are shown",
        )
        self._greedy = named(
            QCheckBox("Mark the greedy sequence (◆)"),
            "planar.first_greedy",
            "Mark the greedy sequence",
            "Mark where the greedy queens of the infinite board stand",
        )
        self._published = self._note("published", "What is published for this side")
        self._times = TimesTable()
        self._keep = named(
            QCheckBox(KEEP), "planar.first_keep", "Keep the search in a file", KEEP_TIP
        )

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow("Side n", self._n)
        form.addRow("Method", self._engine)
        form.addRow("Time limit", self._seconds)
        rows = QFormLayout()
        rows.addRow("Rows shown", self._rows)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._keep)
        column.addWidget(self._about)
        column.addLayout(flow_of(self._run, self._accept))
        for widget in (self._numbers, self._state):
            column.addWidget(widget)
        column.addLayout(rows)
        column.addWidget(self._greedy)
        column.addWidget(self._published)
        column.addWidget(self._times)
        column.addStretch(1)

    # The search ------------------------------------------------------------------------------

    def _on_engine(self) -> None:
        engine = ENGINES[self._engine.currentData()]
        self._about.setText(f"{INTRODUCTION} {engine.description}")
        self._n.setMaximum(engine.most)
        is_ours = engine.takes_checkpoint
        set_enabled(self._keep, is_ours, KEEP_TIP if is_ours else "Only the first method keeps it")

    def _ask_keep(self, on: bool) -> None:
        """Ask for the file of a long search, or let go of it."""
        if on:
            name = f"first-{self._n.value()}.search"
            path, _ = QFileDialog.getSaveFileName(
                self,
                "Keep the search in",
                name,
                "Searches (*.search)",
                options=QFileDialog.Option.DontConfirmOverwrite,
            )
            self.keep_in(Path(path) if path else None)
        else:
            self.keep_in(None)

    def keep_in(self, path: Path | None) -> None:
        """Keep searches in a file from which they go on another time, or in none."""
        self._kept = path
        with QSignalBlocker(self._keep):
            self._keep.setChecked(path is not None)
        self._keep.setText(KEEP if path is None else f"Kept in {path.name}")

    def _begin(self) -> None:
        n, engine = self._n.value(), str(self._engine.currentData())
        limit = Limit(self._seconds.value())
        keeps = self._kept is not None and ENGINES[engine].takes_checkpoint
        kept = str(self._kept) if keeps else None

        def work(run: RunContext) -> First:
            return first_placement(
                Board.cube(n, 2), run.part(limit), engine=engine, checkpoint=kept
            )

        self._empty_board(n)
        self._n_asked, self._certain = n, ()
        with QSignalBlocker(self._rows):
            self._rows.setRange(0, 0)
        self._published.clear()
        self._start(f"First queens for n = {n}", work, self._on_end, self._on_progress)
        self._numbers.setText(f"[0, {n})  rows certain")
        self._suggest(None)

    def _on_progress(self, news: Filling) -> None:
        if len(news.certain) > len(self._certain):
            self._fill(news.certain)

    def _describe(self, news: Progress | None, seconds: float) -> str:
        text = super()._describe(news, seconds)
        tried = len(news.tried) if isinstance(news, Filling) else 0
        deeper = f", trying row {tried}" if tried > len(self._certain) + 1 else ""
        return text.removesuffix(" …") + deeper + " …"

    def _fill(self, certain: tuple[int, ...]) -> None:
        """Show certain rows; the board shows them too unless fewer are selected."""
        follows = self._rows.value() == self._rows.maximum()
        self._certain = certain
        self._numbers.setText(f"[{len(certain)}, {self._n_asked})  rows certain")
        with QSignalBlocker(self._rows):
            self._rows.setMaximum(len(certain))
            if follows:
                self._rows.setValue(len(certain))
        self._show_rows()

    def _show_rows(self) -> None:
        shown = self._rows.value()
        set_enabled(
            self._rows,
            bool(self._certain),
            f"{shown} of {len(self._certain)} rows are shown" if self._certain else "No row yet",
        )
        if self._certain:
            board = Board.cube(self._n_asked, 2)
            self._suggest(Placement(board, list(enumerate(self._certain[:shown]))))

    def _on_end(self, first: First) -> None:
        self._fill(first.certain)
        if first.status is Status.OPTIMAL:
            self._numbers.setText(f"[{first.n}] rows proven")
        elif first.status is Status.INFEASIBLE:
            self._numbers.setText("Not possible")
        end = describe_end(first.status, first.message, first.seconds, first.nodes)
        self._state.setText(end)
        self._published.setText(" ".join(_compared(first)))
        self._times.add(first)

    # Following the document ------------------------------------------------------------------

    def _on_board(self) -> None:
        board = self._document.board
        if board.is_classical and board.n <= self._n.maximum() and not self.is_running:
            set_quietly(self._n, board.n)
        self._times.show_side(self._n.value())
        set_enabled(
            self._greedy,
            board.is_classical,
            "Mark where the greedy queens of the infinite board stand"
            if board.is_classical
            else "The sequence is for flat squares, such as 8 by 8",
        )
        self._on_overlay()

    def _on_overlay(self) -> None:
        with QSignalBlocker(self._greedy):
            self._greedy.setChecked(self._document.tab.greedy)
        self._show_accept()


def _compared(first: First) -> list[str]:
    """Return how what was found lies to the greedy sequence and to what is published."""
    same = _alike(first.certain, greedy_rows(len(first.certain)))
    words = [f"The first {same} rows are those of the greedy sequence."] if same else []
    published = published_first(first.n)
    if published is not None and first.certain:
        whole = first.permutation is not None
        agrees = first.certain == published[: len(first.certain)]
        what = "It is" if whole else "The rows that are certain are those of"
        unlike = "It is not" if whole else "The rows that are certain are not those of"
        words.append(f"{what if agrees else unlike} the published placement.")
    return words


def _alike(rows: tuple[int, ...], others: tuple[int, ...]) -> int:
    """Count the rows in which two sequences begin alike."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(rows, others, strict=True))))

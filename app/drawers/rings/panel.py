"""The Rings panel: queens by ring, completion ring by ring with its reasons, and distributions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from nqviz.core.placement import Placement
from nqviz.core.rings import capacities, ring_names, ring_vector
from nqviz.problems.rings import (
    MAX_SIDE,
    Node,
    RingDistribution,
    RingSearch,
    distribution,
    explain,
    explanation_text,
)
from nqviz.rendering.figures.charts import rings_chart
from nqviz.rendering.figures.rings_page import explanation_page
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome

from ...document.document import Document
from ...jobs import JobRunner
from ...views.charts import ChartView
from ...views.panel_job import PanelJob
from ...widgets.widgets import button, named, note, set_enabled, show_note
from ..lazy_panel import LazyPanel
from .patterns import RingPatterns
from .tree import ExplanationTree

FILES = "Web pages with boards (*.html);;Text (*.txt)"
MOST_DESCRIBED = 12
"""Ring vectors in the description of the chart."""
SHOWN_RINGS = 13
"""On larger boards only so many of the outermost rings are listed."""

TINT = "Give every other ring a ground of its own in the layers and in the square"
RUN_TIP = "Search every completion of the given queens, or else of all queens on the board"
COUNT_TIP = "Count all solutions of the board by the queens on their rings"
_WHY_NOT = "Rings are for queens on flat squares, such as 8 by 8"


class RingsPanel(LazyPanel):
    """Reads the queens of the document; what it finds is shown as a suggestion only."""

    def __init__(
        self, document: Document, runner: JobRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._runner = document, runner
        self._found: RingSearch | None = None
        self._make_controls()
        self._lay_out()
        self._job = PanelJob(self, runner, self._report, document)
        self._job.add_start(self._run, self.run, self._objection, toggles=True)
        self._job.add_start(self._count, self.count, self._count_objection)
        self._job.drop_at(document.board_changed)
        self._job.drop_at(document.queens_changed)
        document.board_changed.connect(self._on_change)
        document.queens_changed.connect(self._on_change)
        document.view_changed.connect(self._on_view)
        self._show_step()

    def _make_controls(self) -> None:
        self._vector = note("rings.vector", "Queens on each ring, from the centre")
        self._tint = named(
            QCheckBox("Tint the rings"),
            "rings.tint",
            "Tint the rings",
            TINT,
        )
        self._tint.toggled.connect(self._on_tint)
        self._run = button("rings.explain", "Complete and explain", RUN_TIP, True)
        self._state = note("rings.state", "What the search has found")
        self._model = ExplanationTree(self)
        self._tree = named(
            QTreeView(), "rings.tree", "Explanation", "Choose a step to see its queens on the board"
        )
        self._tree.setModel(self._model)
        self._tree.setHeaderHidden(True)
        self._tree.setUniformRowHeights(True)
        self._tree.setIndentation(14)
        self._tree.setMinimumHeight(190)
        self._tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._tree.selectionModel().currentChanged.connect(self._on_current)
        self._back = button("rings.back", "Back", "Go to the step before")
        self._back.clicked.connect(lambda: self._go(-1))
        self._step = button("rings.step", "Next step", "Go to the step after")
        self._step.clicked.connect(lambda: self._go(1))
        self._words = note("rings.words", "What this step says")
        self._take = button("rings.take", "Place the queens", "Put the queens of this step down")
        self._take.clicked.connect(self.take)
        self._save = button("rings.save", "Save …", "Write the explanation to a file")
        self._save.clicked.connect(self._ask)
        self._count = button("rings.count", "Count ring vectors", COUNT_TIP)
        self._chart = ChartView(
            "rings.chart", "Chart of the solutions by ring vector", "solutions by ring vector"
        )
        self._chart.fix_height()
        self._chart.hide()
        self._total = note("rings.total", "The distribution")
        self._patterns = RingPatterns(self._document, self._runner)

    def _lay_out(self) -> None:
        now, why, spread = (
            QGroupBox(title) for title in ("Queens by ring", "Completion", "All solutions")
        )
        top = QVBoxLayout(now)
        top.addWidget(self._vector)
        top.addWidget(self._tint)
        steps = QHBoxLayout()
        steps.addWidget(self._back)
        steps.addWidget(self._step)
        ends = QHBoxLayout()
        ends.addWidget(self._take)
        ends.addWidget(self._save)
        middle = QVBoxLayout(why)
        for widget in (self._run, self._state, self._tree):
            middle.addWidget(widget)
        middle.addLayout(steps)
        middle.addWidget(self._words)
        middle.addLayout(ends)
        below = QVBoxLayout(spread)
        below.addWidget(self._count)
        below.addWidget(self._chart)
        below.addWidget(self._total)
        column = QVBoxLayout(self)
        for empty in (self._state, self._total):
            empty.hide()
        for box in (now, why, spread, self._patterns):
            column.addWidget(box)
        column.addStretch(1)

    # Following the document ------------------------------------------------------------------

    def _on_tint(self, tinted: bool) -> None:
        self._document.set_view(replace(self._document.view, rings=tinted))

    def _on_view(self) -> None:
        with QSignalBlocker(self._tint):
            self._tint.setChecked(self._document.view.rings)

    def _on_change(self) -> None:
        if self._found is not None:
            self._forget()
        self._show_chart(None)
        show_note(self._total, "")
        show_note(self._state, "")
        self.invalidate()

    def _forget(self) -> None:
        """Show no explanation, and none of its steps on the board that it was of."""
        self._found = None
        self._model.show(None)
        if self._job.tab is not None:
            self._document.set_suggestion(None, self._job.tab)
        self._show_step()

    def refresh(self) -> None:
        """Read the rings of the document's placement."""
        board = self._document.board
        fits = board.is_classical
        self._vector.setText(_table(self._document.placement()) if fits else f"{_WHY_NOT}.")
        set_enabled(self._tint, fits, TINT if fits else _WHY_NOT)
        self._job.update_buttons()
        self._patterns.update_ui()

    def _objection(self) -> str:
        return "" if self._document.board.is_classical else _WHY_NOT

    def _count_objection(self) -> str:
        board = self._document.board
        if board.is_classical and board.n <= MAX_SIDE:
            return ""
        return f"Ring vectors are counted on flat squares up to {MAX_SIDE} by {MAX_SIDE}"

    def _report(self, text: str) -> None:
        """Show the state of the search."""
        show_note(self._state, text)

    # The search ------------------------------------------------------------------------------

    @property
    def queens(self) -> Placement:
        """The queens that a completion keeps: the given ones, or all where none is given."""
        document = self._document
        return document.given_placement() if document.givens else document.placement()

    def run(self) -> None:
        """Search for all completions with their explanation."""
        queens = self.queens
        self._forget()

        def work(run: RunContext) -> Outcome[RingSearch]:
            return explain(queens, run=run)

        self._job.start(
            "Completion ring by ring", work, self._on_found, text="Searching ring by ring …"
        )

    def _on_found(self, outcome: Outcome[RingSearch]) -> None:
        self._found = outcome.value
        assert self._found is not None
        root = self._found.explanation
        assert root is not None
        self._report(" ".join(root.reasons))
        self._model.show(root)
        self._tree.expandToDepth(1)
        self._tree.setCurrentIndex(self._model.at(0))

    # Stepping --------------------------------------------------------------------------------

    @property
    def _current(self) -> int | None:
        index = self._tree.currentIndex()
        return int(index.internalId()) if index.isValid() else None

    def _go(self, by: int) -> None:
        current = self._current
        if current is not None and 0 <= current + by < self._model.steps:
            self._tree.setCurrentIndex(self._model.at(current + by))

    def _on_current(
        self,
        index: QModelIndex | QPersistentModelIndex,
        _before: QModelIndex | QPersistentModelIndex,
    ) -> None:
        if index.isValid():
            self._tree.scrollTo(index)
            queens = self._model.node(index.internalId()).queens
            self._document.set_suggestion(np.array(queens, dtype=np.int64))
        self._show_step()

    def _show_step(self) -> None:
        current, steps = self._current, self._model.steps
        node: Node | None = None if current is None else self._model.node(current)
        self._words.setText("" if node is None else "\n".join((node.title, *node.reasons)))
        self._words.setVisible(node is not None)
        why = "There is no explanation yet"
        has = current is not None
        for widget in (self._tree, self._back, self._step, self._take, self._save):
            widget.setVisible(has)
        set_enabled(self._back, has and current != 0, "Go to the step before" if has else why)
        set_enabled(
            self._step, has and current != steps - 1, "Go to the step after" if has else why
        )
        set_enabled(self._save, has, "Write the explanation as text or with boards" if has else why)
        new = node is not None and any(not self._document.is_queen(i) for i in node.queens)
        tip = "Put the queens of this step on the board, in one step that can be undone"
        set_enabled(self._take, new, tip if new else "This step places no queen" if has else why)

    def take(self) -> None:
        """Put the queens of the step on the board; the explanation is of other queens then."""
        current = self._current
        if current is None:
            return
        queens = self._model.node(current).queens
        document = self._document
        kept = set(queens)
        old = set(document.placement().indices.tolist())
        document.edit("Place the queens of a step", place=kept - old, remove=old - kept)

    # Files -----------------------------------------------------------------------------------

    def _ask(self) -> None:
        folder = self._document.path.parent if self._document.path else Path.home()
        start = str(folder / "explanation.html")
        path, kind = QFileDialog.getSaveFileName(self, "Save the explanation", start, FILES)
        if path:
            suffix = ".txt" if kind.startswith("Text") else ".html"
            target = Path(path)
            self.save_to(target if target.suffix else target.with_suffix(suffix))

    def save_to(self, path: Path) -> None:
        """Write the explanation, as text or as a page; the status bar reports the result."""
        if self._found is None or self._found.explanation is None:
            return
        root, board, report = self._found.explanation, self._document.board, self._document.report

        def work(_run: RunContext) -> None:
            is_text = path.suffix.lower() == ".txt"
            text = explanation_text(root) if is_text else explanation_page(root, board)
            path.write_text(text, encoding="utf-8")

        self._runner.start(
            "Saving the explanation",
            work,
            succeeded=lambda _nothing: report(f"Saved the explanation as {path.name}"),
            failed=report,
        )

    # The distribution ------------------------------------------------------------------------

    def count(self) -> None:
        """Count all solutions of the board by their ring vectors."""
        board = self._document.board

        def work(run: RunContext) -> Outcome[RingDistribution]:
            return distribution(board, run)

        self._job.start(
            "Counting ring vectors",
            work,
            self._on_counted,
            text="Counting …",
            report=lambda text: show_note(self._total, text),
        )

    def _show_chart(self, found: RingDistribution | None) -> None:
        chart = None if found is None else rings_chart(found)
        self._chart.setVisible(found is not None)
        texts = () if chart is None else chart.series[0].texts
        self._chart.show_chart(chart, "; ".join(texts[:MOST_DESCRIBED]))

    def _on_counted(self, outcome: Outcome[RingDistribution]) -> None:
        found = outcome.value
        assert found is not None
        self._show_chart(found)
        end = "" if outcome.status.is_proof else " so far"
        vectors = f"{len(found.counts):,} ring vectors"
        show_note(self._total, f"{found.total:,} solutions{end} with {vectors}.")


def _table(placement: Placement) -> str:
    """Write the ring vector with its capacities as a small table."""
    n = placement.board.n
    rows = list(zip(ring_names(n), ring_vector(placement), capacities(n), strict=True))
    head = "<tr><th align='left'>Ring</th><th>Queens</th><th>Room for</th></tr>"
    body = "".join(
        f"<tr><td>{name}</td><td align='center'>{count}</td>"
        f"<td align='center'>{low if low == high else f'{low} to {high}'}</td></tr>"
        for name, count, (low, high) in rows[-SHOWN_RINGS:]
    )
    more = "" if n <= 2 * SHOWN_RINGS else f"<p>The {SHOWN_RINGS} outermost rings are listed.</p>"
    return f"<table cellspacing='0' cellpadding='2' width='100%'>{head}{body}</table>{more}"

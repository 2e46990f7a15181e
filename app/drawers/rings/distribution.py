"""All solutions of a flat board, counted by the numbers of queens on its rings."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr
from nqviz.core.rings import has_rings
from nqviz.problems.rings import MAX_SIDE, RingDistribution, distribution
from nqviz.rendering.figures.charts import rings_chart
from nqviz.run.outcome import Outcome

from ...document.document import Document
from ...jobs import JobRunner
from ...views.charts import ChartView
from ...views.panel_job import PanelJob
from ...widgets.fields import GAP
from ...widgets.layouts import vertical
from ...widgets.library_texts import of_chart
from ...widgets.widgets import button, note, show_note

MOST_DESCRIBED = 12
"""Ring vectors in the description of the chart."""


class RingDistributionPart(QWidget):
    """Counts ring vectors, and shows how often each occurs."""

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__()
        self._document = document
        self._count = button("rings.count")
        title = tr("Chart of the solutions by ring vector")
        self._chart = ChartView("rings.chart", title, tr("solutions by ring vector"))
        self._chart.fix_height()
        self._chart.hide()
        self._total = note("rings.total", role="sentence")
        vertical(self, self._count, self._total, self._chart, spacing=GAP)
        self._total.hide()
        self._job = PanelJob(self, runner, lambda text: show_note(self._total, text), document)
        self._job.add_start(self._count, self.count, self._objection, toggles=True)
        self._job.drop_at(document.board_changed)
        document.board_changed.connect(self.update_ui)
        document.queens_changed.connect(self.update_ui)
        self.update_ui()

    def update_ui(self) -> None:
        """Remove what is of another board, and show whether its solutions can be counted."""
        if not self._job.is_running:
            self._show_chart(None)
            show_note(self._total, "")
        self._job.update_buttons()

    def _objection(self) -> str:
        board = self._document.board
        if has_rings(board) and not board.stops and board.n <= MAX_SIDE:
            return ""
        return tr("Ring vectors are counted on flat squares up to {side} by {side}", side=MAX_SIDE)

    def count(self) -> None:
        """Count all solutions of the board by their ring vectors."""
        board = self._document.board
        self._job.start(
            tr("Counting ring vectors"),
            lambda run: distribution(board, run),
            self._on_counted,
            text=tr("Counting …"),
        )

    def _show_chart(self, found: RingDistribution | None) -> None:
        chart = None if found is None else of_chart(rings_chart(found))
        self._chart.setVisible(found is not None)
        texts = () if chart is None else chart.series[0].texts
        self._chart.show_chart(chart, "; ".join(texts[:MOST_DESCRIBED]))

    def _on_counted(self, outcome: Outcome[RingDistribution]) -> None:
        found = outcome.value
        assert found is not None
        self._show_chart(found)
        counts = {"solutions": f"{found.total:,}", "vectors": f"{len(found.counts):,}"}
        if outcome.status.is_proof:
            words = tr("{solutions} solutions with {vectors} ring vectors.", **counts)
        else:
            words = tr("{solutions} solutions so far with {vectors} ring vectors.", **counts)
        show_note(self._total, words)

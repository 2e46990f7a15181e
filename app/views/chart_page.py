"""The chart page: the last search on this board, or the profile of the density, at full size."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from nqviz.core.language import tr, tr_later
from nqviz.rendering.figures.charts import Chart, profile_chart, search_chart

from ..document.document import Document
from ..widgets.fields import Segments, label
from ..widgets.layouts import fill, vertical
from ..widgets.library_texts import of_chart
from .charts import ChartView

SEARCH, DENSITY = 0, 1
_EMPTY = (
    tr_later("No search on this board yet: open Solve, and press Solve."),
    tr_later("No density on this board: open Density, and press Count."),
)


class ChartPage(QWidget):
    """Draws its chart only while it is seen."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.setObjectName("chart_page")
        self._which = Segments(
            "chart_page.which",
            tr("What the chart shows"),
            (tr_later("Search"), tr_later("Density")),
        )
        self._which.show_place(SEARCH)
        self._about = label("", "sentence")
        self.chart = ChartView("chart_page.chart", tr("Chart of the search or the density"), "")
        head = QHBoxLayout()
        fill(head, label(tr("Chart"), "head"), (self._about, 1), self._which)
        vertical(self, head, (self.chart, 1), margins=(24, 16, 24, 24), spacing=12)
        self.setFocusProxy(self._which.button(SEARCH))
        self._which.chosen.connect(lambda _place: self._read())
        for change in (document.board_changed, document.overlay_changed, document.queens_changed):
            change.connect(self._read)

    def _read(self) -> None:
        if not self.isVisible():
            return
        chart = self._search() if self._which.place == SEARCH else self._profile()
        self._about.setText("" if chart is not None else tr(_EMPTY[self._which.place]))
        self.chart.show_chart(of_chart(chart))

    def _search(self) -> Chart | None:
        trace = self._document.tab.search
        if trace is None:
            return None
        return search_chart(self._document.board, trace.moments, trace.fewest)

    def _profile(self) -> Chart | None:
        if self._document.overlay is None:
            return None
        return profile_chart(self._document.picture())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._document.tab.search is None and self._document.overlay is not None:
            self._which.show_place(DENSITY)
        self._read()

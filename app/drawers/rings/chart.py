"""How the solutions of a board fall on ring vectors, as bars."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.pieces import counted
from nqviz.problems.rings import RingDistribution
from nqviz.view.palette import PROVEN

from ...views.charts import Chart, Span


class RingChart(Chart):
    """One bar for each ring vector, the most frequent first; the pointer reads them out."""

    _is_whole = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("rings.chart", "Chart of the solutions by ring vector", parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._bars: list[tuple[tuple[int, ...], int]] = []
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(220, 190)

    def show_distribution(self, found: RingDistribution | None) -> None:
        """Show a distribution, or none."""
        self._bars = [] if found is None else list(found.counts.items())
        self.setVisible(found is not None)
        self.setAccessibleDescription("; ".join(map(self._words, range(min(12, len(self._bars))))))
        self.update()

    def _words(self, place: int) -> str:
        vector, count = self._bars[place]
        return f"{' '.join(map(str, vector))}: {counted(count, 'solution')}"

    def spans(self) -> tuple[Span, Span] | None:
        if not self._bars:
            return None
        return (0.5, len(self._bars) + 0.5), (0.0, 1.05 * self._bars[0][1])

    def empty_words(self) -> str:
        return "solutions by ring vector"

    def titles(self) -> tuple[str, str]:
        return "ring vectors, the most frequent first", "solutions"

    def paint_data(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(PROVEN))
        for place, (_vector, count) in enumerate(self._bars, start=1):
            top, foot = self.place(place - 0.4, count), self.place(place + 0.4, 0)
            painter.drawRect(QRectF(top, foot))

    def read_out(self, x: float) -> tuple[float, str] | None:
        place = min(max(round(x), 1), len(self._bars))
        return place, self._words(place - 1)

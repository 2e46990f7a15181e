"""The strip of a fingerprint: how many queens stand on each cost, and which costs are decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.pieces import counted
from nqviz.view.palette import NOT_PROVEN, PROVEN

from ...views.charts import Chart, Span

HEIGHT = 170
POINTER = 5.0
"""Half the width of the mark over the level that is being decided, in pixels."""


@dataclass(frozen=True)
class Level:
    """A cost with its queens.

    Attributes
    ----------
    cost, queens : int
    is_decided : bool
        Whether no placement has fewer queens there, given those on higher costs.
    """

    cost: int
    queens: int
    is_decided: bool

    @property
    def words(self) -> str:
        """What it says."""
        queens = counted(self.queens)
        return f"cost {self.cost}: {queens}, {'decided' if self.is_decided else 'best so far'}"


class FingerprintStrip(Chart):
    """A bar for each cost that holds queens, the highest first.

    Decided costs are closed bars, the others hatched and open at the top; a triangle stands over
    the cost that is being decided.
    """

    _is_whole = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("planar.beautiful_strip", "Queens on each cost", parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._levels: list[Level] = []
        self._current: int | None = None

    def sizeHint(self) -> QSize:
        return QSize(220, HEIGHT)

    @property
    def levels(self) -> tuple[Level, ...]:
        """What is shown, the highest cost first."""
        return tuple(self._levels)

    @property
    def current(self) -> int | None:
        """The cost that is being decided."""
        return self._current

    def show_levels(
        self,
        fingerprint: Sequence[int],
        decided: Sequence[tuple[int, int]] = (),
        current: int | None = None,
    ) -> None:
        """Show a fingerprint, as far as it is decided, and the cost that is being decided."""
        closed = dict(decided)
        costs = {*fingerprint, *(cost for cost, count in closed.items() if count)}
        if current is not None:
            costs.add(current)
        queens = [*fingerprint]
        self._levels = [
            Level(cost, closed.get(cost, queens.count(cost)), cost in closed)
            for cost in sorted(costs, reverse=True)
        ]
        self._current = current
        self.setAccessibleDescription("; ".join(level.words for level in self._levels[:16]))
        self.update()

    # The chart -------------------------------------------------------------------------------

    def spans(self) -> tuple[Span, Span] | None:
        if not self._levels:
            return None
        most = max(level.queens for level in self._levels)
        return (0.5, len(self._levels) + 0.5), (0.0, 1.2 * max(most, 1))

    def empty_words(self) -> str:
        return "queens on each cost"

    def titles(self) -> tuple[str, str]:
        return "cost, the highest first", "queens (hatched: not decided)"

    def across_ticks(self, _span: Span, _most: int) -> list[float]:
        """Return as many of the costs as can be read side by side."""
        widest = max(len(f"{level.cost:,}") for level in self._levels) + 2
        room = QFontMetricsF(self.font()).averageCharWidth() * widest
        step = max(1, ceil(room * len(self._levels) / max(self.frame().width(), 1.0)))
        return [float(place) for place in range(1, len(self._levels) + 1, step)]

    def across_text(self, value: float) -> str:
        """Write a cost under its bar."""
        return f"{self._levels[round(value) - 1].cost:,}"

    def paint_data(self, painter: QPainter) -> None:
        for place, level in enumerate(self._levels, start=1):
            self._paint_bar(painter, place, level)
            if level.cost == self._current:
                self._paint_pointer(painter, self.place(place, level.queens))

    def _paint_bar(self, painter: QPainter, place: int, level: Level) -> None:
        top, foot = self.place(place - 0.4, level.queens), self.place(place + 0.4, 0)
        box = QRectF(top, foot)
        if level.is_decided:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(PROVEN))
            painter.drawRect(box)
            return
        painter.fillRect(box, QBrush(QColor(NOT_PROVEN), Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(QColor(NOT_PROVEN), 1.5))
        painter.drawLine(box.bottomLeft(), box.topLeft())
        painter.drawLine(box.bottomRight(), box.topRight())

    def _paint_pointer(self, painter: QPainter, top: QPointF) -> None:
        x, y = top.x(), top.y() - 3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(self.foregroundRole()))
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(x - POINTER, y - 1.6 * POINTER),
                    QPointF(x + POINTER, y - 1.6 * POINTER),
                    QPointF(x, y),
                ]
            )
        )

    def read_out(self, x: float) -> tuple[float, str] | None:
        place = min(max(round(x), 1), len(self._levels))
        return place, self._levels[place - 1].words

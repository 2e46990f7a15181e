"""A small chart of the best found and the bound against time."""

from __future__ import annotations

from bisect import bisect_right
from math import inf

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.formats.trace import Trace
from nqviz.view.palette import NOT_PROVEN, PROVEN

from ...views.charts import Chart, Span
from ...widgets.wording import piece_of

SHORTEST = 0.1
"""Seconds that the chart spans at least."""
MAX_POINTS = 2000
STAIRS = (
    (1, "found", PROVEN, Qt.PenStyle.SolidLine),
    (2, "at most", NOT_PROVEN, Qt.PenStyle.DashLine),
)
"""Column of a point, name, colour and line of both stairs."""
FEWEST = (STAIRS[0], (2, "at least", NOT_PROVEN, Qt.PenStyle.DashLine))
"""The same where few queens are wanted."""


class BoundChart(Chart):
    """Two stairs that close in on each other: queens found, and their bound (dashed)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        title = "Chart of queens found and their bound against time"
        super().__init__("solve.chart", title, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._points: list[tuple[float, int | None, int | None]] = []
        self._lines = STAIRS

    @property
    def legend_height(self) -> float:
        """Room for the legend over the frame."""
        return 1.4 * QFontMetricsF(self.font()).height()

    def sizeHint(self) -> QSize:
        return QSize(220, 190)

    @property
    def trace(self) -> Trace | None:
        """What it shows; None where that is nothing."""
        return None if self.spans() is None else Trace(tuple(self._points), self._lines is FEWEST)

    def show_trace(self, trace: Trace | None) -> None:
        """Show a search of earlier, or nothing."""
        self.clear(trace is not None and trace.fewest)
        for moment in () if trace is None else trace.moments:
            self.add(*moment)

    def clear(self, fewest: bool = False) -> None:
        """Forget all points; say whether as few queens as possible are wanted from now on."""
        self._points = []
        self._lines = FEWEST if fewest else STAIRS
        self.setAccessibleDescription("")
        self.update()

    def add(self, seconds: float, found: int | None, bound: int | None) -> None:
        """Add a moment; moments that change nothing only stretch the last one.

        Engines have clocks of their own: the time does not go back from one to the next.
        """
        seconds = max(seconds, self._points[-1][0] if self._points else 0.0)
        if len(self._points) >= 2 and (found, bound) == self._points[-1][1:]:
            if self._points[-2][1:] == (found, bound):
                self._points.pop()
        elif len(self._points) > MAX_POINTS:
            self._points = self._points[::2]
        self._points.append((seconds, found, bound))
        self.setAccessibleDescription(self._words(self._points[-1]))
        self.update()

    # The chart ---------------------------------------------------------------------------------

    def spans(self) -> tuple[Span, Span] | None:
        values = [value for point in self._points for value in point[1:] if value is not None]
        if not values:
            return None
        top = min(max(values), self._cap())
        room = max(0.5, 0.08 * (top - min(values)))
        last = max(self._points[-1][0], SHORTEST)
        return (0.0, last), (max(0.0, min(values) - room), top + room)

    def _cap(self) -> float:
        """Return the height up to which bounds are drawn, since early bounds are far above."""
        _seconds, found, bound = self._points[-1]
        if found is None or bound is None:
            return inf
        return found + max(4.0 * (bound - found), 0.25 * found, 2.0)

    def empty_words(self) -> str:
        return f"Here: {piece_of(self)}s found, and their bound, over time"

    def titles(self) -> tuple[str, str]:
        return "seconds", f"{piece_of(self)}s"

    def paint_data(self, painter: QPainter) -> None:
        painter.setClipRect(self.frame().adjusted(0, -1, 1, 1))
        for column, _name, colour, line in self._lines:
            painter.setPen(QPen(QColor(colour), 2, line))
            corners = self._stairs(column, self._points[-1][0])
            painter.drawPolyline(QPolygonF([self.place(*corner) for corner in corners]))
        painter.setClipping(False)
        self._paint_legend(painter)

    def _paint_legend(self, painter: QPainter) -> None:
        metrics = QFontMetricsF(self.font())
        x, y = 6.0, 0.5 * self.legend_height
        for _column, name, colour, line in self._lines:
            painter.setPen(QPen(QColor(colour), 2, line))
            painter.drawLine(QPointF(x, y), QPointF(x + 26, y))
            painter.setPen(self.palette().color(self.foregroundRole()))
            box = QRectF(x + 32, 0, metrics.horizontalAdvance(name) + 4, self.legend_height)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
            x = box.right() + 14

    def read_out(self, x: float) -> tuple[float, str] | None:
        times = [point[0] for point in self._points]
        index = bisect_right(times, x) - 1
        return None if index < 0 else (x, self._words((x, *self._points[index][1:])))

    def _stairs(self, column: int, last: float) -> list[tuple[float, float]]:
        corners: list[tuple[float, float]] = []
        for point in self._points:
            value = point[column]
            if value is None:
                continue
            if corners:
                corners.append((point[0], corners[-1][1]))
            corners.append((point[0], float(value)))
        if corners:
            corners.append((last, corners[-1][1]))
        return corners

    def _words(self, point: tuple[float, int | None, int | None]) -> str:
        words = [f"{point[0]:.1f} s"]
        words += [
            f"{name} {value:,}"
            for (_column, name, *_), value in zip(self._lines, point[1:], strict=True)
            if value is not None
        ]
        return ", ".join(words)

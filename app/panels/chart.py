"""A small chart of the best found and the bound against time."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.palette import NOT_PROVEN, PROVEN

from ..widgets import named

MAX_POINTS = 2000


class BoundChart(QWidget):
    """Two stairs that close in on each other: queens found, and the upper bound (dashed)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "solve.chart", "Chart of queens found and upper bound against time")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._points: list[tuple[float, int | None, int | None]] = []

    def sizeHint(self) -> QSize:
        return QSize(220, 130)

    def clear(self) -> None:
        """Forget all points."""
        self._points = []
        self.update()

    def add(self, seconds: float, found: int | None, bound: int | None) -> None:
        """Add a moment; moments that change nothing only stretch the last one."""
        if len(self._points) >= 2 and (found, bound) == self._points[-1][1:]:
            if self._points[-2][1:] == (found, bound):
                self._points.pop()
        elif len(self._points) > MAX_POINTS:
            self._points = self._points[::2]
        self._points.append((seconds, found, bound))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(34, 8, -8, -20)
        ink = self.palette().color(self.foregroundRole())
        faint = QColor(ink)
        faint.setAlpha(60)
        painter.setPen(QPen(faint, 1))
        painter.drawLine(frame.bottomLeft(), frame.bottomRight())
        painter.drawLine(frame.bottomLeft(), frame.topLeft())
        values = [v for point in self._points for v in point[1:] if v is not None]
        painter.setPen(ink)
        if not values:
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, "queens and bound over time")
            return
        low, high = min(values), max(values)
        span = max(high - low, 1)
        last = max(self._points[-1][0], 1e-3)

        def place(seconds: float, value: float) -> QPointF:
            return QPointF(
                frame.left() + frame.width() * seconds / last,
                frame.bottom() - (frame.height() - 6) * (value - low) / span - 3,
            )

        for column, colour, style in (
            (1, PROVEN, Qt.PenStyle.SolidLine),
            (2, NOT_PROVEN, Qt.PenStyle.DashLine),
        ):
            stairs = self._stairs(column, last)
            painter.setPen(QPen(QColor(colour), 2, style))
            painter.drawPolyline(QPolygonF([place(*corner) for corner in stairs]))
        painter.setPen(ink)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in {low, high}:
            y = place(0, value).y()
            painter.drawText(QRectF(0, y - 9, 30, 18), right, f"{value:,}")
        painter.drawText(
            QRectF(frame.left(), frame.bottom() + 2, frame.width(), 18), right, f"{last:.1f} s"
        )

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

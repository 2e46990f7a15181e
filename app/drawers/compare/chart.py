"""The chart of a comparison: a bar of seconds for each row, on a logarithmic scale."""

from __future__ import annotations

from math import ceil, floor, log10

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.problems.compare import Row
from nqviz.view.palette import NOT_PROVEN, PROVEN

from ...widgets.widgets import named

LEAST_SECONDS = 0.01


class CompareChart(QWidget):
    """Bars in two lines each: what was run, and below it the bar and its seconds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "compare.chart", "Chart of the seconds of each program and engine")
        self.setToolTip("")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._rows: tuple[Row, ...] = ()

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show the rows that were run."""
        self._rows = tuple(row for row in rows if row.seconds is not None)
        self.setAccessibleDescription("; ".join(f"{_label(row)}: {_words(row)}" for row in rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(220, ceil((max(len(self._rows), 2) * 2.5 + 2.4) * line))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.palette().color(self.foregroundRole()))
        if not self._rows:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), flags, "seconds of each program and engine")
            return
        line = QFontMetricsF(self.font()).height()
        self._paint_axis(painter, line)
        for place, row in enumerate(self._rows):
            self._paint_bar(painter, row, 2.5 * line * place, line)

    # Parts ---------------------------------------------------------------------------------------

    def _powers(self) -> range:
        most = max(max(row.slowest or 0.0, LEAST_SECONDS) for row in self._rows)
        return range(round(log10(LEAST_SECONDS)), max(0, ceil(log10(most))) + 1)

    def _x(self, seconds: float) -> float:
        powers = self._powers()
        span = (self.width() - 14) / (powers[-1] - powers[0])
        return 4 + span * (log10(max(seconds, LEAST_SECONDS)) - powers[0])

    def _paint_axis(self, painter: QPainter, line: float) -> None:
        ink = self.palette().color(self.foregroundRole())
        faint = QColor(ink)
        faint.setAlpha(50)
        bottom = 2.5 * line * len(self._rows) + 0.3 * line
        for power in self._powers():
            x = self._x(10.0**power)
            painter.setPen(QPen(faint, 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, bottom))
            painter.setPen(ink)
            box = QRectF(min(max(x - 40, 0.0), self.width() - 80.0), bottom, 80, line)
            left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
            across = Qt.AlignmentFlag.AlignHCenter
            if x < 40:
                across = left
            elif x > self.width() - 40:
                across = right
            painter.drawText(box, across, f"{10.0**power:g}")
        box = QRectF(0, bottom + line, self.width() - 4, line)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight, "seconds; hatched: no proof")

    def _paint_bar(self, painter: QPainter, row: Row, top: float, line: float) -> None:
        ink = self.palette().color(self.foregroundRole())
        painter.setPen(ink)
        metrics = QFontMetricsF(self.font())
        room = self.width() - 8 - metrics.horizontalAdvance(_words(row)) - 8
        label = metrics.elidedText(_label(row), Qt.TextElideMode.ElideMiddle, floor(room))
        words = QRectF(4, top, self.width() - 8, line)
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft, label)
        painter.drawText(words, Qt.AlignmentFlag.AlignRight, _words(row))
        colour = QColor(PROVEN if row.is_solved else NOT_PROVEN)
        pattern = Qt.BrushStyle.SolidPattern if row.is_solved else Qt.BrushStyle.BDiagPattern
        painter.setPen(QPen(colour, 1.2))
        painter.setBrush(QBrush(colour, pattern))
        right = max(self._x(row.seconds or 0.0), 6.0)
        painter.drawRect(QRectF(4, top + 1.15 * line, right - 4, 0.8 * line))
        if row.fastest is not None and row.slowest is not None and row.seeds > 1:
            painter.setPen(QPen(ink, 2))
            y = top + 1.55 * line
            painter.drawLine(QPointF(self._x(row.fastest), y), QPointF(self._x(row.slowest), y))


def _label(row: Row) -> str:
    instance = row.instance.removesuffix(" board")
    return " ".join(part for part in (instance, row.program, row.engine) if part)


def _words(row: Row) -> str:
    if row.seconds is None:
        return row.note or row.status
    if row.is_solved:
        return f"{row.seconds:,.2f} s"
    return f"{row.status} {row.interval}"

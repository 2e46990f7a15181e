"""A chart on a widget, with a read-out under the pointer; it is drawn as in files."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontInfo, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.figures.chart_drawing import Frame, Layout, draw_chart
from nqviz.rendering.figures.charts import Chart
from nqviz.view.palette import Theme

from ..widgets.theme import theme_of
from ..widgets.widgets import named
from .qt_canvas import paint_canvas


class ChartView(QWidget):
    """A chart, or a sentence that says what will be here.

    `name`, `title`: the name of the widget, and its accessible name.
    `empty_text`: what stands here while there is no chart.
    `size`: the preferred size in pixels.
    """

    def __init__(
        self, name: str, title: str, empty_text: str, size: tuple[int, int] = (220, 190)
    ) -> None:
        super().__init__()
        named(self, name, title, tip=None)
        self.setMouseTracking(True)
        self.setMinimumSize(160, 120)
        self._size = QSize(*size)
        self.empty_text = empty_text
        self._pointer: QPointF | None = None
        self.chart: Chart | None = None

    def show_chart(self, chart: Chart | None, description: str = "") -> None:
        """Show a chart or none, with a description for assistive technology."""
        self.chart = chart
        self.setAccessibleDescription(description)
        self.update()

    def fix_height(self) -> None:
        """Keep the preferred height in a layout."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return self._size

    def place(self, x: float, y: float) -> QPointF:
        """Return the pixel of a pair of values; there must be a chart."""
        assert self.chart is not None
        left, bottom = self._frame(self.chart).places(np.array([(x, y)]))[0].tolist()
        return QPointF(left, self.height() - bottom)

    def read_out(self, x: float) -> tuple[float, str] | None:
        """Return the value of the first axis to mark near x, and what is there."""
        return None if self.chart is None else self.chart.read_out(x)

    @property
    def _text(self) -> float:
        """The size of the text, in pixels."""
        return float(QFontInfo(self.font()).pixelSize())

    def _layout(self, chart: Chart) -> Layout:
        return Layout.panel(chart, (self.width(), self.height()), self._text)

    def _frame(self, chart: Chart) -> Frame:
        return Frame(chart, self._layout(chart))

    def _drawn(self, chart: Chart, theme: Theme) -> Canvas:
        return draw_chart(chart, theme, self._layout(chart))

    # Painting ----------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.chart is None:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(QRectF(self.rect()), flags, self.empty_text)
        else:
            paint_canvas(painter, self._drawn(self.chart, theme_of(self)), self.font())
            if self._pointer is not None:
                self._paint_read_out(painter, self._frame(self.chart), self._pointer.x())

    def _paint_read_out(self, painter: QPainter, frame: Frame, pointer: float) -> None:
        value = frame.value(pointer)
        found = None if value is None else self.read_out(value)
        if found is None:
            return
        ink = self.palette().color(self.foregroundRole())
        x = self.place(found[0], 0.0).x()
        top, bottom = self.height() - frame.high[1], self.height() - frame.low[1]
        painter.setPen(QPen(ink, 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        metrics = QFontMetricsF(self.font())
        plate = QRectF(0, 0, metrics.horizontalAdvance(found[1]) + 14, metrics.height() + 6)
        plate.moveCenter(QPointF(x, top + 0.5 * plate.height()))
        plate.moveLeft(min(max(plate.left(), 1.0), max(self.width() - plate.width() - 1, 1.0)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 1))
        painter.setBrush(self.palette().color(self.palette().ColorRole.ToolTipBase))
        painter.drawRoundedRect(plate, 4, 4)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, found[1])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer = None
        self.update()
        super().leaveEvent(event)

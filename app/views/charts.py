"""Charts on widgets, drawn as in files: each with a read-out, one on a page, queens by layer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontInfo,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.language import tr, tr_later
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.figures.chart_drawing import Frame, Layout, draw_chart
from nqviz.rendering.figures.charts import Chart, counts_chart, profile_chart, search_chart
from nqviz.view.board_view import BoardView
from nqviz.view.palette import Theme

from ..document.document import Document
from ..widgets.fields import Segments, label
from ..widgets.labels import PlainLabel
from ..widgets.layouts import STRETCH, horizontal, vertical
from ..widgets.library_texts import of_chart
from ..widgets.theme import theme_of
from ..widgets.values import offer, show_value
from ..widgets.widgets import combo, named
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


class CountsView(QWidget):
    """A choice of the coordinate over a bar chart; counted only while it is seen."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.setObjectName("counts")
        self._axis = combo("counts.axis", [], least=3)
        title, empty = tr("Bar chart of the pieces per layer"), tr("pieces per layer")
        self.chart = ChartView("counts.chart", title, empty, (640, 420))
        label = PlainLabel(tr("Layers along"))
        label.setBuddy(self._axis)
        row = horizontal(None, label, self._axis, STRETCH, margins=(8, 6, 8, 6))
        vertical(self, row, (self.chart, 1))
        self._shape: tuple[int, ...] = ()
        self._axis.currentIndexChanged.connect(self._on_axis)
        document.board_changed.connect(self._on_board)
        document.view_changed.connect(self._on_view)
        document.queens_changed.connect(self._read)
        self._on_board()

    def _on_board(self) -> None:
        board = self.document.board
        if board.shape != self._shape:
            self._shape = board.shape
            offer(self._axis, [(f"x{axis + 1}", axis) for axis in range(board.d)])
        show_value(self._axis, self.document.view.dims.counted)
        self._read()

    def _on_axis(self) -> None:
        view = self.document.view
        dims = replace(view.dims, counted=self._axis.currentData())
        self.document.set_view(replace(view, dims=dims))
        self._read()

    def _on_view(self) -> None:
        axis = self.document.view.dims.counted
        if axis != self._axis.currentData():
            show_value(self._axis, axis)
            self._read()

    def _read(self) -> None:
        if not self.isVisible():
            return
        board, axis = self.document.board, self._axis.currentData()
        chart = counts_chart(BoardView(board, queens=self.document.placement().indices), axis)
        heights = chart.series[0].points[:, 1].tolist()
        text = ", ".join(f"{layer}: {count:g}" for layer, count in enumerate(heights, start=1))
        self.chart.show_chart(of_chart(chart), text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._read()


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
        texts = (tr_later("Search"), tr_later("Density"))
        self._which = Segments("chart_page.which", tr("What the chart shows"), texts)
        self._which.show_place(SEARCH)
        self._about = label("", "sentence")
        self.chart = ChartView("chart_page.chart", tr("Chart of the search or the density"), "")
        head = horizontal(None, label(tr("Chart"), "head"), (self._about, 1), self._which)
        vertical(self, head, (self.chart, 1), margins=(24, 16, 24, 24), spacing=12)
        self.setFocusProxy(self._which.button(SEARCH))
        self._which.chosen.connect(lambda _place: self._read())
        for change in (document.board_changed, document.overlay_changed, document.queens_changed):
            change.connect(self._read)

    def _read(self) -> None:
        if not self.isVisible():
            return
        trace, chart = self._document.tab.search, None
        if self._which.place == DENSITY and self._document.overlay is not None:
            chart = profile_chart(self._document.picture())
        elif self._which.place == SEARCH and trace is not None:
            chart = search_chart(self._document.board, trace.moments, trace.fewest)
        self._about.setText("" if chart is not None else tr(_EMPTY[self._which.place]))
        self.chart.show_chart(of_chart(chart))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._document.tab.search is None and self._document.overlay is not None:
            self._which.show_place(DENSITY)
        self._read()

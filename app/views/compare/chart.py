"""The chart of a comparison: a bar of seconds for each row, on a logarithmic scale."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontInfo, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.language import tr, tr_later
from nqviz.problems.compare import Row
from nqviz.rendering.figures.comparison import comparison_alt_text, draw_comparison, panel_height

from ...widgets.theme import theme_of
from ...widgets.widgets import named
from ..qt_canvas import paint_canvas

NOTHING = tr_later("Nothing compared yet. Choose boards, programs and engines, then press Compare.")


class CompareChart(QWidget):
    """Two lines for each row: what was run, and below it the bar of its seconds."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "compare.chart", tip=None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._rows: tuple[Row, ...] = ()

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        self._rows = tuple(row for row in rows if row.seconds is not None)
        self.setAccessibleDescription(comparison_alt_text(self._rows).description)
        self.updateGeometry()
        self.update()

    def _text(self) -> float:
        return float(QFontInfo(self.font()).pixelSize())

    def sizeHint(self) -> QSize:
        return QSize(220, panel_height(len(self._rows), self._text()))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._rows:
            size = self.width(), self.height()
            canvas = draw_comparison(self._rows, theme_of(self), size, self._text())
            paint_canvas(painter, canvas, self.font())
        else:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), flags, tr(NOTHING))

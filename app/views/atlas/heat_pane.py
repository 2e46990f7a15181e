"""A heat table with its legend below the last row that is seen."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QLinearGradient, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr
from nqviz.view.palette import Theme

from ...widgets.fields import label
from ...widgets.flow import FlowLayout
from ...widgets.layouts import horizontal
from ...widgets.painting import fill_with, smooth_painter
from ...widgets.theme import current_theme
from .cells import Cells, HeatCell, Kind
from .heat_table import HeatTable

BELOW, BETWEEN = 20, 18


class HeatPane(QWidget):
    """The table, as high as whole rows are, and the legend.

    `legend`: what each kind of cell means.
    """

    def __init__(self, table: HeatTable, legend: tuple[tuple[Kind, str], ...]) -> None:
        super().__init__()
        self.table = table
        table.setParent(self)
        self.setFocusProxy(table)
        self._legend = QWidget(self)
        flow = FlowLayout(self._legend, spacing=6, between_rows=4)
        flow.setContentsMargins(0, 0, 0, 0)
        for place, (kind, text) in enumerate(legend):
            first, *others = text.split("; ")
            flow.addWidget(_entry(kind, f"{first};" if others else first, BETWEEN if place else 0))
            for clause in others:
                flow.addWidget(label(clause))
        self._more = label(tr("Scroll for n up to 31"), "caption")
        self._more.setIndent(BETWEEN)
        self._more.setWordWrap(False)
        flow.addWidget(self._more)

    def show_cells(self, cells: Cells) -> None:
        self.table.show_cells(cells)
        self._arrange()

    @property
    def least_width(self) -> int:
        """The width in pixels in which all columns are seen."""
        return self.table.sizeHint().width()

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 240)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.width(), self.height()
        indent = self.table.verticalHeader().width()
        below = max(self._legend.heightForWidth(width - indent), 20)
        self.table.setGeometry(0, 0, width, self.table.rows_in(width, height - below - BELOW))
        self.table.scrollTo(self.table.currentIndex())
        self._more.setVisible(self.table.verticalScrollBar().maximum() > 0)
        top = self.table.height() + BELOW
        self._legend.setGeometry(indent, top, width - indent, below)


def _entry(kind: Kind, text: str, indent: int) -> QWidget:
    entry = QWidget()
    row = horizontal(entry, margins=(indent, 0, 0, 0), spacing=8)
    if kind != "none":
        row.addWidget(_Swatch(kind))
    row.addWidget(label(text))
    return entry


class _Swatch(QWidget):
    """The colour of a kind of cell; of open ones from the least to the widest gap."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self._kind = kind
        self.setFixedSize(72 if kind == "open" else 28, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme: Theme = current_theme()
        ends = [QColor(HeatCell("", self._kind, gap, "").ground(theme)) for gap in (0.0, 1.0)]
        shades = QLinearGradient(0, 0, self.width(), 0)
        shades.setColorAt(0, ends[0])
        shades.setColorAt(1, ends[1])
        painter = smooth_painter(self)
        fill_with(painter, shades)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)

"""How many queens stand in each layer, along any coordinate."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr
from nqviz.rendering.figures.charts import counts_chart
from nqviz.view.board_view import BoardView

from ..document.document import Document
from ..widgets.labels import PlainLabel
from ..widgets.layouts import STRETCH, horizontal, vertical
from ..widgets.library_texts import of_chart
from ..widgets.values import offer, show_value
from ..widgets.widgets import combo
from .charts import ChartView


class CountsView(QWidget):
    """A choice of the coordinate over a bar chart; counted only while it is seen."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.setObjectName("counts")
        self._axis = combo("counts.axis", [], least=3)
        self.chart = ChartView(
            "counts.chart",
            tr("Bar chart of the pieces per layer"),
            tr("pieces per layer"),
            (640, 420),
        )
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

"""The queen graph of a small board: what the thing is that a solver searches."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap, QShowEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.core.made_texts import templates, tr_made
from nqviz.rendering.figures.graph import (
    BEHIND,
    MAX_VERTICES,
    QUEEN,
    draw_edges,
    draw_vertices,
    graph_words,
)

from ..document.document import Document
from ..widgets.widgets import lay_under, note, sentence
from .layers import canvas as layers
from .layers.frame import paint_frame_words
from .layers.grid import LayersGrid
from .layers.paint import Shown, canvas_of
from .layers.pieces import paint_plate
from .layers.selection import paint_selection
from .qt_canvas import paint_canvas


class GraphCanvas(layers.Canvas):
    """Paints a board as its graph; edges at the cursor stand out."""

    def __init__(self) -> None:
        self._edges: tuple[tuple[object, ...], QPixmap] | None = None

    def paint(
        self,
        painter: QPainter,
        shown: Shown,
        cursor: int | None,
        selected: IntArray,
        active: int | None,
    ) -> None:
        """Paint all edges faintly, those at the cursor strongly, and the vertices over them."""
        size = (shown.transform.width, shown.transform.height)
        painter.fillRect(0, 0, *size, QColor(shown.theme.background))
        if shown.picture.board.size > MAX_VERTICES:
            return
        painter.setOpacity(BEHIND if cursor is not None else 1.0)
        painter.drawPixmap(0, 0, self._painted_edges(shown, painter.device().devicePixelRatioF()))
        painter.setOpacity(1.0)
        paint_selection(painter, shown, selected)
        canvas = canvas_of(shown)
        view = replace(shown.picture, cursor=cursor)
        draw_vertices(canvas, view, shown.arrangement, shown.attacked)
        paint_canvas(painter, canvas, shown.font)
        if cursor is not None:
            x, y = shown.transform.points(shown.arrangement.positions([cursor]))[0].tolist()
            reach = (QUEEN + 0.08) * shown.transform.cell
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_plate(painter, shown, cursor, QRectF(x - reach, y - reach, 2 * reach, 2 * reach))

    def _painted_edges(self, shown: Shown, ratio: float) -> QPixmap:
        """Return the edges, painted anew only where places or colours have changed."""
        key = shown.transform, shown.arrangement, shown.theme, shown.font, ratio
        if self._edges is None or self._edges[0] != key:
            self._edges = key, layers.painted(shown, ratio, _paint_edges, paint_frame_words)
        return self._edges[1]


def _paint_edges(painter: QPainter, shown: Shown) -> None:
    canvas = canvas_of(shown)
    draw_edges(canvas, shown.arrangement)
    paint_canvas(painter, canvas, shown.font)


class GraphView(QWidget):
    """The graph with a sentence that says how large it is, or why there is none."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.setObjectName("graph")
        title = tr("Queen graph of the board")
        self.grid = LayersGrid(document, GraphCanvas(), "graph.grid", title)
        self.words = note("graph.words")
        lay_under(self.words, self.grid, self)
        document.board_changed.connect(self._on_board)
        self._on_board()

    def showEvent(self, event: QShowEvent) -> None:
        self._read()
        super().showEvent(event)

    def _on_board(self) -> None:
        self.grid.setVisible(self.document.board.size <= MAX_VERTICES)
        if self.isVisible():
            self._read()  # its edges are counted only when it is shown

    def _read(self) -> None:
        try:
            words = graph_words(self.document.board)
        except InputError as error:
            words = f"{sentence(str(error))}."
        self.words.setText(tr_made(words, templates("queen-graph")))

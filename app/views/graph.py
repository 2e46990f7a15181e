"""The queen graph of a small board: what the thing is that a solver searches."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QShowEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.rendering.canvas.marks import DIAMOND, crosses, queen_colours
from nqviz.rendering.figures.graph import (
    BEHIND,
    CROSS,
    MARK_PLACE,
    MAX_VERTICES,
    QUEEN,
    VERTEX,
    GraphEdges,
    attacked_vertex,
    edge_curves,
    edge_strength,
    graph_words,
    known_edges,
)
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import CONFLICT, CURSOR, MARKED, Theme, line_style

from ..document.document import Document
from ..widgets.widgets import lay_under, note
from .layers.canvas import painted
from .layers.frame import paint_frame_words
from .layers.grid import LayersGrid
from .layers.paint import Shown
from .layers.pieces import paint_plate
from .layers.selection import paint_selection
from .layers.view_transform import to_lines


class GraphCanvas:
    """Paints a board as its graph; edges at the cursor stand out."""

    legend_width = 0

    def __init__(self) -> None:
        self._pixmap: QPixmap | None = None

    @property
    def is_fresh(self) -> bool:
        """Whether what was shown last is still right."""
        return self._pixmap is not None

    def forget(self) -> None:
        """Take note that queens, colours or places are different now."""
        self._pixmap = None

    def paint(
        self, painter: QPainter, shown: Shown, cursor: int | None, selected: IntArray
    ) -> None:
        """Paint all edges faintly, those at the cursor strongly, and the vertices over them."""
        painter.fillRect(0, 0, shown.lens.width, shown.lens.height, QColor(shown.theme.background))
        if shown.picture.board.size > MAX_VERTICES:
            return
        if self._pixmap is None:
            ratio = painter.device().devicePixelRatioF()
            self._pixmap = painted(shown, ratio, _paint_edges, paint_frame_words)
        painter.setOpacity(BEHIND if cursor is not None else 1.0)
        painter.drawPixmap(0, 0, self._pixmap)
        painter.setOpacity(1.0)
        paint_selection(painter, shown, selected)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if cursor is not None:
            _paint_classes(painter, shown, known_edges(shown.picture.board), cursor)
        _paint_vertices(painter, shown, cursor)
        if cursor is not None:
            _paint_cursor(painter, shown, cursor)


def _paint_edges(painter: QPainter, shown: Shown) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_classes(painter, shown, known_edges(shown.picture.board), None)


def _paint_classes(painter: QPainter, shown: Shown, edges: GraphEdges, cursor: int | None) -> None:
    """Paint the edges of each class with its colour and dashes: all, or those at one cell."""
    wanted = np.ones(len(edges.ends), np.bool_)
    if cursor is not None:
        wanted = (edges.ends == cursor).any(axis=1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for order in np.unique(edges.orders).tolist():
        style = line_style(order)
        colour = QColor(style.colour)
        colour.setAlphaF(edge_strength(shown.theme) if cursor is None else 1.0)
        pen = QPen(colour, 1.0 if cursor is None else 2.2)
        if style.dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(style.dash)
        painter.setPen(pen)
        ends = edges.ends[wanted & (edges.orders == order)]
        painter.drawPath(_path(shown.lens.points(edge_curves(shown.arrangement, ends))))


def _path(curves: FloatArray) -> QPainterPath:
    path = QPainterPath()
    for curve in curves.tolist():
        path.moveTo(*curve[0])
        for point in curve[1:]:
            path.lineTo(*point)
    return path


def _paint_vertices(painter: QPainter, shown: Shown, cursor: int | None) -> None:
    """Paint a dot for each cell, a filled disc for each queen, ringed where it is attacked."""
    lens, theme, board = shown.lens, shown.theme, shown.picture.board
    cells = np.arange(board.size)
    points = lens.points(shown.arrangement.positions(cells))
    hues = queen_colours(shown.arrangement, cells, theme)
    beside = np.zeros(board.size, np.bool_)
    if cursor is not None:
        pairs = known_edges(board).ends
        beside[pairs[(pairs == cursor).any(axis=1)]] = True
    attacking = set(np.array(shown.picture.conflicts, dtype=np.int64).ravel().tolist())
    suggested = set(shown.picture.suggested.tolist())
    ground = QColor(theme.background), QColor(attacked_vertex(theme))
    for cell, (x, y) in enumerate(points.tolist()):
        is_queen = bool(shown.occupied[cell])
        radius = max(2.5, (QUEEN if is_queen or cell in suggested else VERTEX) * lens.cell)
        hue = QColor(*hues[cell].tolist())
        edge = theme.foreground if beside[cell] or is_queen else theme.muted
        painter.setPen(QPen(QColor(edge), 1.6 if beside[cell] else 1.0))
        painter.setBrush(hue if is_queen else ground[int(shown.attacked[cell])])
        if cell in suggested:
            painter.setPen(QPen(hue, 2.5))
        if cell in attacking:
            painter.setPen(QPen(QColor(CONFLICT), 3))
        painter.drawEllipse(QPointF(x, y), radius, radius)
    _paint_marks(painter, shown, points)


def _paint_marks(painter: QPainter, shown: Shown, points: FloatArray) -> None:
    """Cross the vertices where no queen may stand, and put a diamond beside each marked one."""
    lens, picture = shown.lens, shown.picture
    if picture.outside is not None:
        painter.setPen(QPen(QColor(shown.theme.foreground), 1.4))
        reach = max(4.0, CROSS * lens.cell)
        painter.drawLines(to_lines(crosses(points[picture.outside], reach)))
    painter.setPen(QPen(QColor(shown.theme.foreground), 1))
    painter.setBrush(QColor(MARKED))
    beside = points[picture.marked] + MARK_PLACE * (lens.cell, -lens.cell)
    for outline in beside[:, None] + DIAMOND[0] * max(lens.cell, 24.0):
        painter.drawPolygon([QPointF(x, y) for x, y in outline.tolist()])


def _paint_cursor(painter: QPainter, shown: Shown, cursor: int) -> None:
    x, y = shown.lens.points(shown.arrangement.positions([cursor]))[0].tolist()
    reach = max(6.0, (QUEEN + 0.08) * shown.lens.cell)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((shown.theme.foreground, 5.0), (CURSOR, 3.0)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawEllipse(QPointF(x, y), reach, reach)
    paint_plate(painter, shown, cursor, QRectF(x - reach, y - reach, 2 * reach, 2 * reach))


class GraphView(QWidget):
    """The graph with a sentence that says how large it is, or why there is none."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setObjectName("graph")
        self.grid = LayersGrid(document, GraphCanvas(), "graph.grid", "Queen graph of the board")
        self._words = note("graph.words", "What the graph shows")
        lay_under(self._words, self.grid, self)
        document.board_changed.connect(self._on_board)
        self._on_board()

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme."""
        self.grid.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        self._read()
        super().showEvent(event)

    def _on_board(self) -> None:
        self.grid.setVisible(self.document.board.size <= MAX_VERTICES)
        if self.isVisible():
            self._read()  # its edges are counted only when somebody looks

    def _read(self) -> None:
        try:
            self._words.setText(graph_words(self.document.board))
        except InputError as error:
            self._words.setText(f"{str(error)[:1].upper()}{str(error)[1:]}.")

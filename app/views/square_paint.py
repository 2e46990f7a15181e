"""Paint a board seen from above: in each cell the last coordinate of its queens."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from nqviz.core.board import Board, IntArray
from nqviz.rendering.canvas.layers_layout import arrange_layers
from nqviz.rendering.figures.square import Columns, draw_columns
from nqviz.view.arrangement import FloatArray
from nqviz.view.board_view import BoardView

from .layers.frame import paint_frame_words
from .layers.paint import Shown, canvas_of
from .qt_canvas import paint_canvas


def seen_from_above(board: Board) -> Board | None:
    """Return the flat board of the columns, None where there is no such view."""
    return Board(board.shape[:-1]) if board.d in (2, 3) else None


def flat_shown(above: Board, shown: Shown) -> Shown:
    """Return what the painters of layers need to know to frame the board of columns."""
    nothing = np.zeros(above.size, np.bool_)
    arrangement = arrange_layers(above, tuple(range(above.d)))
    theme, transform, font = shown.theme, shown.transform, shown.font
    return Shown(BoardView(above), nothing, nothing, arrangement, theme, transform, font)


def paint_square(painter: QPainter, above: Board, shown: Shown) -> None:
    """Paint the square of a board, with the numbers along its edges."""
    size = (shown.transform.width, shown.transform.height)
    painter.fillRect(0, 0, *size, QColor(shown.theme.background))
    canvas = canvas_of(shown)
    draw_columns(canvas, shown.picture, Columns.of(shown.picture, shown.attacked))
    paint_canvas(painter, canvas, shown.font)
    paint_frame_words(painter, flat_shown(above, shown))


def paint_chosen(painter: QPainter, flat: Shown, chosen: IntArray) -> None:
    """Frame the columns of selected cells; the ground keeps its hue, which tells the symbol."""
    cell, theme = flat.transform.cell, flat.theme
    width = min(3.0, max(1.0, 0.06 * cell))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    points = flat.transform.points(flat.arrangement.positions(chosen))
    boxes = [_box(point, cell, width) for point in points]
    for colour, thickness in ((theme.background, 2 * width), (theme.accent, width)):
        pen = QPen(QColor(colour), thickness)
        if thickness == width:
            pen.setDashPattern([3.0, 2.0])
        painter.setPen(pen)
        painter.drawRects(boxes)


def _box(point: FloatArray, cell: float, inset: float) -> QRectF:
    half = cell / 2 - inset
    return QRectF(float(point[0]) - half, float(point[1]) - half, 2 * half, 2 * half)

"""The clique around the cursor, as it lies in the layers."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from nqviz.view.board_view import BoardView

from .paint import Shown
from .view_transform import to_lines


def paint_clique(painter: QPainter, shown: Shown, picture: BoardView) -> None:
    """Outline the cells of a clique, or of an odd cycle and join those that follow each other."""
    if picture.clique is None:
        return
    half = shown.transform.cell * 0.44
    _, points = shown.places(picture.clique)
    pairs = picture.cycle_pairs
    pairs = pairs[shown.arrangement.visible(pairs).all(axis=1)]
    if len(pairs):
        ends = shown.transform.points(shown.arrangement.positions(pairs.ravel())).reshape(-1, 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(shown.theme.text), 1.5))
        painter.drawLines(to_lines(ends))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(shown.theme.text), 2 if shown.transform.cell >= 16 else 1))
    painter.drawRects([QRectF(x - half, y - half, 2 * half, 2 * half) for x, y in points.tolist()])

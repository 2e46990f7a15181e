"""The clique around the cursor, as it lies in the layers."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from nqviz.board import IntArray

from .layers_paint import Shown


def paint_clique(painter: QPainter, shown: Shown, cells: IntArray | None) -> None:
    """Outline the cells of a clique: any two of them attack each other."""
    if cells is None:
        return
    half = shown.lens.cell * 0.44
    _, points = shown.places(cells)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(shown.theme.foreground), 2 if shown.lens.cell >= 16 else 1))
    painter.drawRects([QRectF(x - half, y - half, 2 * half, 2 * half) for x, y in points.tolist()])

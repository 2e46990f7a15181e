"""What painted widgets share: smooth painters, empty pixmaps, the outline of the focus."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPaintDevice, QPainter, QPen, QPixmap


def smooth_painter(device: QPaintDevice) -> QPainter:
    """Return a painter whose edges are smooth."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def clear_pixmap(size: QSize | QSizeF, ratio: float) -> QPixmap:
    """Return a transparent pixmap of a size with so many pixels of the screen for each of its."""
    pixmap = QPixmap(ceil(size.width() * ratio), ceil(size.height() * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def draw_outline(painter: QPainter, box: QRectF, colour: str, radius: float) -> None:
    """Draw a line of two pixels round a box, such as that of the focus."""
    painter.setPen(QPen(QColor(colour), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, radius, radius)

"""What floats over the scene: a plate with a soft shadow that keeps the mouse from the board."""

from __future__ import annotations

from functools import cache

import numpy as np
from PySide6.QtCore import QEvent, QMargins, QRect, QRectF
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from nqviz.view.palette import Theme

from ...widgets.painting import KeptPainting
from ...widgets.theme import current_theme

SHADOW = 24
"""How far the shadow of a plate reaches beyond it, in pixels."""
CARD, DOCK = 12, 10
"""The radii of the corners of cards and of the dock."""


class Plate(QWidget):
    """A rounded plate over the scene.

    The widget is larger than the plate by its shadow, which lets the mouse through.
    """

    def __init__(self, parent: QWidget, radius: int = CARD) -> None:
        super().__init__(parent)
        self._radius, self._below = radius, parent
        self._kept = KeptPainting()

    def place(self, rect: QRect) -> None:
        """Lay the plate on a rectangle of its parent."""
        self.setGeometry(rect.marginsAdded(QMargins(SHADOW, SHADOW, SHADOW, SHADOW)))

    @property
    def plate(self) -> QRect:
        """The plate in the coordinates of this widget."""
        return self.rect().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)

    @property
    def plate_in_parent(self) -> QRect:
        """The plate in the coordinates of the parent."""
        return self.plate.translated(self.pos())

    def paintEvent(self, event: QPaintEvent) -> None:
        self._kept.show(self, self._paint)

    def _paint(self, painter: QPainter) -> None:
        paint_plate(painter, self.plate, self._radius, current_theme(), self.devicePixelRatioF())

    def _keeps(self, event: QMouseEvent | QWheelEvent) -> None:
        event.setAccepted(self.plate.contains(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._keeps(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._keeps(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._keeps(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._keeps(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._keeps(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)


def paint_plate(
    painter: QPainter, plate: QRect, radius: int, theme: Theme, ratio: float = 1.0
) -> None:
    """Paint a plate with its shadow, which reaches `SHADOW` pixels beyond it."""
    strength = 0.5 if theme.name == "dark" else 0.16
    around, inside = QPainterPath(), QPainterPath()
    around.addRect(QRectF(plate).adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW))
    inside.addRoundedRect(QRectF(plate).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.save()
    painter.setClipPath(around.subtracted(inside))  # the plate lets the scene through, not this
    _paint_shadow(painter, plate, _shadow(radius, strength, ratio), ratio)
    painter.restore()
    ground = QColor(theme.panel)
    ground.setAlphaF(0.86 if theme.name == "dark" else 0.90)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(ground)
    painter.drawRoundedRect(QRectF(plate).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def _paint_shadow(painter: QPainter, plate: QRect, shadow: QPixmap, ratio: float) -> None:
    """Paint the shadow from nine parts: corners as they are, sides stretched."""
    outer = plate.adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW)
    side = (shadow.width() / ratio - 1) / 2
    corner = min(side, outer.width() / 2, outer.height() / 2)
    xs = (outer.left(), outer.left() + corner, outer.right() + 1 - corner, outer.right() + 1)
    ys = (outer.top(), outer.top() + corner, outer.bottom() + 1 - corner, outer.bottom() + 1)
    whole = shadow.width() / ratio
    cuts = (0.0, corner, whole - corner, whole)
    for i in range(3):
        for j in range(3):
            if (i, j) == (1, 1):
                continue
            part = QRectF(cuts[i], cuts[j], cuts[i + 1] - cuts[i], cuts[j + 1] - cuts[j])
            to = QRectF(xs[i], ys[j], xs[i + 1] - xs[i], ys[j + 1] - ys[j])
            source = QRectF(part.topLeft() * ratio, part.size() * ratio)
            painter.drawPixmap(to, shadow, source)


@cache
def _shadow(radius: int, strength: float, ratio: float) -> QPixmap:
    """Return the shadow of the smallest plate with round corners, one pixel at its middle."""
    blur = SHADOW * 0.45
    half = radius + 2 * SHADOW
    steps = (np.arange(round((2 * half + 1) * ratio)) + 0.5) / ratio - half - 0.5
    x, y = np.meshgrid(np.abs(steps), np.abs(steps - 6.0))  # it falls downwards
    reach = half - SHADOW - radius
    beyond = np.hypot(np.maximum(x - reach, 0.0), np.maximum(y - reach, 0.0)) - radius
    share = 1.0 / (1.0 + np.exp(beyond / blur * 1.7))
    edge = np.clip((half - np.maximum(x, y)) / 4.0, 0.0, 1.0)
    alpha = np.rint(255 * strength * share * edge).astype(np.uint8)
    picture = np.zeros((*alpha.shape, 4), np.uint8)
    picture[..., 3] = alpha
    side = alpha.shape[0]
    image = QImage(picture.tobytes(), side, side, 4 * side, QImage.Format.Format_RGBA8888)
    return QPixmap.fromImage(image)

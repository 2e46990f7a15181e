"""Small pictures of one cube of a board: its box in perspective, queens as small pieces."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import ceil

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from nqviz.core.board import IntArray
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import ColourArray, Theme

AZIMUTH, ELEVATION = np.deg2rad(-57.0), np.deg2rad(20.0)
DISTANCE = 5.2
"""From the middle of a cube to the eye, in half diagonals: a view angle of 22 degrees."""
MANY = 400
"""More queens than this are dots."""
PROFILE = (
    (0.32, -0.46),
    (0.27, -0.37),
    (0.12, -0.15),
    (0.10, 0.10),
    (0.18, 0.15),
    (0.14, 0.2),
    (0.22, 0.37),
    (0.1, 0.36),
    (0.0, 0.46),
)
"""Half the outline of a piece, from its foot to its top, in cells."""


@dataclass(frozen=True)
class Eye:
    """Projects the places of a box of so many cells onto a picture.

    Attributes
    ----------
    sides : (int, int, int)
    box : QRectF
        What the projected box fills.
    """

    sides: tuple[int, int, int]
    box: QRectF

    def _project(self, places: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return places on the picture without its scale, (k, 2), and their distances, (k,)."""
        sides = np.array(self.sides, dtype=np.float64)
        flat = np.cos(ELEVATION)
        towards = np.array([flat * np.cos(AZIMUTH), flat * np.sin(AZIMUTH), np.sin(ELEVATION)])
        right = np.array([-np.sin(AZIMUTH), np.cos(AZIMUTH), 0.0])
        up = np.cross(towards, right)
        away = places - (sides - 1) / 2
        reach = DISTANCE * np.linalg.norm(sides) / 2
        depth = reach - away @ towards
        return np.stack((away @ right, -(away @ up)), axis=-1) / depth[:, None], depth

    def points(self, places: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the pixels of places, shape (k, 2), and the size of a cell there, (k,)."""
        corners, _ = self._project(self.corners)
        low, high = corners.min(axis=0), corners.max(axis=0)
        scale = min(self.box.width() / (high - low)[0], self.box.height() / (high - low)[1])
        middle = np.array([self.box.center().x(), self.box.center().y()])
        flat, depth = self._project(places)
        return (flat - (low + high) / 2) * scale + middle, scale / depth

    @property
    def corners(self) -> FloatArray:
        """The corners of the box, shape (8, 3), the last coordinate first to change."""
        ends = [(-0.5, side - 0.5) for side in self.sides]
        return np.array(list(product(*ends)))


def paint_cube(
    size: QSizeF,
    ratio: float,
    sides: tuple[int, int, int],
    queens: IntArray,
    colours: ColourArray,
    theme: Theme,
) -> QPixmap:
    """Return the picture of one cube.

    Parameters
    ----------
    size : QSizeF
        In logical pixels.
    ratio : float
        Pixels of the screen for each logical one.
    sides : (int, int, int)
    queens : array of shape (k, 3)
        The cells of the queens in the cube.
    colours : array of shape (k, 3), uint8
    theme : Theme
    """
    pixmap = QPixmap(ceil(size.width() * ratio), ceil(size.height() * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    eye = Eye(sides, QRectF(QPointF(), size).adjusted(2, 2, -2, -2))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_floor(painter, eye, theme)
    _paint_edges(painter, eye, theme, is_front=False)
    places, cells = eye.points(queens.astype(np.float64))
    painter.setPen(Qt.PenStyle.NoPen)
    for each in np.argsort(cells):
        painter.setBrush(QColor(*colours[each].tolist()))
        (x, y), cell = places[each].tolist(), float(cells[each])
        if len(queens) > MANY:
            painter.drawEllipse(QPointF(x, y), 0.35 * cell, 0.35 * cell)
        else:
            painter.drawPolygon(_piece(x, y, 1.15 * cell))
    _paint_edges(painter, eye, theme, is_front=True)
    painter.end()
    return pixmap


def _piece(x: float, y: float, cell: float) -> QPolygonF:
    right = [QPointF(x + u * cell, y - v * cell) for u, v in PROFILE]
    left = [QPointF(x - u * cell, y - v * cell) for u, v in reversed(PROFILE)]
    return QPolygonF([*right, *left])


def _paint_floor(painter: QPainter, eye: Eye, theme: Theme) -> None:
    corners, _ = eye.points(eye.corners[[0, 2, 6, 4]])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.tiles[0]))
    painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners.tolist()]))


def _paint_edges(painter: QPainter, eye: Eye, theme: Theme, *, is_front: bool) -> None:
    """Paint the edges of which both faces look at the eye, faintly, or the others."""
    points, _ = eye.points(eye.corners)
    colour = QColor(theme.control)
    colour.setAlphaF(0.45 if is_front else 0.9)
    painter.setPen(QPen(colour, 1))
    # The eye stands where x1 is high, x2 low and x3 high.
    seen = {0: 1, 1: 0, 2: 1}
    lines = []
    for first, second in product(range(8), repeat=2):
        axis = {1: 2, 2: 1, 4: 0}.get(second - first)
        if axis is None or first & (second - first):
            continue
        ends = [(first >> (2 - other)) & 1 == seen[other] for other in range(3) if other != axis]
        if all(ends) == is_front:
            (x0, y0), (x1, y1) = points[[first, second]].tolist()
            lines.append(QLineF(x0, y0, x1, y1))
    painter.drawLines(lines)

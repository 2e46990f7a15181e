"""Small pictures of boards in perspective, as the scene shows them, painted without OpenGL."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.view.palette import Theme, hex_colour, layer_colours, mix

from ..widgets.painting import clear_pixmap, fill_with, smooth_painter

FloatArray = npt.NDArray[np.float64]

AZIMUTH, ELEVATION, FLAT_ELEVATION = -57.0, 20.0, 50.0
"""Degrees: from where boards are seen, and flat ones from above."""
VIEW_ANGLE = 22.0
ROOM = 0.05
"""The share of the picture that is left free at each side."""
PIECE_SCALE = 1.1
PIECES_FROM = 3.5
"""Pixels of a cell from which queens have their shape; below it they are discs."""
LINES_FROM = 4.0
PROFILE = (
    *((0.315, -0.46), (0.325, -0.42), (0.285, -0.395), (0.27, -0.355), (0.232, -0.315)),
    *((0.16, -0.225), (0.118, -0.06), (0.104, 0.10), (0.196, 0.143), (0.135, 0.17)),
    *((0.138, 0.20), (0.165, 0.29), (0.222, 0.372), (0.19, 0.45)),
)
"""Half the outline of a queen: radius and height in cells, from its foot up."""


@dataclass(frozen=True)
class _Camera:
    """Projects points of the board, in cells, to a picture."""

    axes: FloatArray  # array of shape (3, 3): the directions to the right, upwards and to the eye
    middle: FloatArray  # array of shape (3,): the middle of the board
    far: float  # the distance of the eye from the middle
    scale: float  # pixels of a cell at that distance
    shift: FloatArray

    def project(self, points: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return the places in the picture, shape (k, 2), and the pixels of a cell there, (k,)."""
        seen = (np.asarray(points, dtype=np.float64) - self.middle) @ self.axes.T
        sizes = self.scale * self.far / (self.far - seen[:, 2])
        places = seen[:, :2] * (1, -1) * sizes[:, None] + self.shift
        return places, sizes


def scene_thumb(placement: Placement, theme: Theme, size: QSize, ratio: float = 1.0) -> QPixmap:
    """Paint a placement in two or three dimensions as the scene shows it, on nothing.

    `placement`: on a board of two or three dimensions.
    `ratio`: pixels of the screen for each unit of the size.
    """
    pixmap = clear_pixmap(size, ratio)
    board = placement.board
    painter = smooth_painter(pixmap)
    box = _box_of(board, size.width(), size.height())
    _paint_floor(painter, board, box, theme)
    _paint_edges(painter, box, theme, front=False)
    _paint_queens(painter, placement, box.camera, theme)
    _paint_edges(painter, box, theme, front=True)
    painter.end()
    return pixmap


Line = tuple[QPointF, QPointF]


@dataclass(frozen=True, eq=False)
class _Box:
    """Where an empty board is in a picture."""

    camera: _Camera
    floor: QPolygonF
    smallest: float  # pixels of the farthest cell of the floor
    grid: list[Line]  # lines on the floor of a board of three dimensions
    back: list[Line]  # edges behind the queens
    front: list[Line]


@lru_cache(maxsize=8)
def _box_of(board: Board, width: int, height: int) -> _Box:
    """Return where a board is in a picture of a size; cubes of one board are alike."""
    camera = _fitted(board, QSize(width, height))
    wide, deep = board.shape[:2]
    ends = np.array([(0, 0), (wide, 0), (wide, deep), (0, deep)]) - 0.5
    floor, sizes = camera.project(np.column_stack((ends, np.full(4, -0.5))))
    grid: list[FloatArray] = []
    for axis, other in ((0, 1), (1, 0)) if board.d > 2 else ():
        for step in range(1, board.shape[axis]):
            line = np.full((2, 3), -0.5)
            line[:, axis] += step
            line[1, other] += board.shape[other]
            grid.append(camera.project(line)[0])
    places, nearness = camera.project(_corners(board))
    nearest = int(nearness.argmax())  # its three edges are those in front
    edges = [(first, first | bit) for first in range(8) for bit in (1, 2, 4) if not first & bit]
    back, front = (
        [places[list(edge)] for edge in edges if (nearest in edge) == is_front and board.d > 2]
        for is_front in (False, True)
    )
    return _Box(camera, _polygon(floor), float(sizes.min()), *map(_lines, (grid, back, front)))


def _lines(ends: list[FloatArray]) -> list[Line]:
    return [(QPointF(*first), QPointF(*last)) for first, last in ends]


def _sides(board: Board) -> FloatArray:
    """Return the extent of the board along x1, x2 and x3, in cells."""
    return np.array([*board.shape, 1][:3], dtype=np.float64) * (1, 1, board.d > 2)


def _corners(board: Board) -> FloatArray:
    """Return the corners of the box, shape (8, 3); those of a flat board have room for queens."""
    low = np.full(3, -0.5)
    high = low + np.maximum(_sides(board), (1, 1, 1))
    return np.array(list(product(*zip(low, high, strict=True))))


def _fitted(board: Board, size: QSize) -> _Camera:
    """Return the camera whose picture of the box fills a size."""
    turn = np.deg2rad(AZIMUTH)
    tilt = np.deg2rad(ELEVATION if board.d > 2 else FLAT_ELEVATION)
    eye = np.array([np.cos(tilt) * np.cos(turn), np.cos(tilt) * np.sin(turn), np.sin(tilt)])
    right = np.array([-np.sin(turn), np.cos(turn), 0.0])
    corners = _corners(board)
    middle = corners.mean(axis=0)
    reach = float(np.linalg.norm(corners - middle, axis=1).max())
    far = reach / np.sin(np.deg2rad(VIEW_ANGLE / 2))
    axes = np.array([right, np.cross(eye, right), eye])
    places, _ = _Camera(axes, middle, far, 1.0, np.zeros(2)).project(corners)
    low, high = places.min(axis=0), places.max(axis=0)
    room = np.array([size.width(), size.height()], dtype=np.float64)
    scale = float((room * (1 - 2 * ROOM) / (high - low)).min())
    return _Camera(axes, middle, far, scale, room / 2 - scale * (low + high) / 2)


# Parts of the picture -------------------------------------------------------------------------


def _paint_floor(painter: QPainter, board: Board, box: _Box, theme: Theme) -> None:
    """Paint the floor with its grid, or chequered where the board is flat."""
    wide, deep = board.shape[:2]
    fill_with(painter, QColor(theme.tiles[1] if board.d == 2 else mix(*theme.tiles, 0.5)))
    painter.drawPolygon(box.floor)
    if box.smallest < LINES_FROM:
        return
    if board.d == 2:
        painter.setBrush(QColor(theme.tiles[0]))
        cells = np.array([(x, y) for x in range(wide) for y in range(deep) if (x + y) % 2])
        for cell in cells:
            square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) - 0.5 + cell
            places, _ = box.camera.project(np.column_stack((square, np.full(4, -0.5))))
            painter.drawPolygon(_polygon(places))
        return
    painter.setPen(QPen(QColor(mix(theme.tiles[0], theme.control, 0.3)), 0.6))
    for line in box.grid:
        painter.drawLine(*line)


def _paint_edges(painter: QPainter, box: _Box, theme: Theme, *, front: bool) -> None:
    """Paint the edges of the box in front of the queens or behind."""
    colour = QColor(mix(theme.panel, theme.text_3, 0.55 if front else 0.9))
    painter.setPen(QPen(colour, 1.0 if front else 1.2))
    for line in box.front if front else box.back:
        painter.drawLine(*line)


def _paint_queens(painter: QPainter, placement: Placement, camera: _Camera, theme: Theme) -> None:
    """Paint the queens, the far ones first."""
    board, cells = placement.board, placement.cells.astype(np.float64)
    if not len(cells):
        return
    points = np.column_stack((cells, np.zeros(len(cells)))) if board.d < 3 else cells
    places, sizes = camera.project(points)
    if board.d < 3:
        colours = [QColor(theme.queen)] * len(cells)
    else:
        hues = [QColor(hex_colour(each)) for each in layer_colours(board.shape[2])]
        colours = [hues[int(layer)] for layer in cells[:, 2]]
    with_shape = sizes.min() >= PIECES_FROM and board.piece == "queen"
    outline = _outline(float(camera.axes[1, 2]))
    painter.setPen(Qt.PenStyle.NoPen)
    for index in np.argsort(sizes, kind="stable"):
        place, size, colour = places[index], float(sizes[index]), colours[index]
        if not with_shape:
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(*place), 0.36 * size, 0.36 * size)
            continue
        painter.setBrush(_shades(colour, float(place[0]), 0.3 * size))
        whole = QTransform.fromTranslate(*place).scale(PIECE_SCALE * size, PIECE_SCALE * size)
        painter.drawPath(whole.map(outline))


def _outline(upright: float) -> QPainterPath:
    """Return the outline of a queen, in cells; `upright` is how much of its height is seen."""
    body, foot, crown = QPainterPath(), QPainterPath(), QPainterPath()
    points = [QPointF(radius, -height * upright) for radius, height in PROFILE]
    body.addPolygon(QPolygonF([*points, *(QPointF(-each.x(), each.y()) for each in points[::-1])]))
    body.closeSubpath()
    radius, depth = PROFILE[0][0], np.sqrt(1 - upright**2)
    foot.addEllipse(QPointF(0, -PROFILE[0][1] * upright), radius, radius * depth)
    crown.addEllipse(QPointF(0, -0.5 * upright), 0.08, 0.08)
    return body.united(foot).united(crown)


def _shades(colour: QColor, x: float, radius: float) -> QLinearGradient:
    """Return the shades of a round piece that is lit from the upper left."""
    shades = QLinearGradient(x - radius, 0, x + radius, 0)
    shades.setColorAt(0.0, colour.darker(125))
    shades.setColorAt(0.35, colour.lighter(118))
    shades.setColorAt(1.0, colour.darker(165))
    return shades


def _polygon(places: FloatArray) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in places.tolist()])

"""Small pictures of placements: their queens by layer colour, seen from a side of the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainterPath, QPen, QPixmap

from nqviz.core.board import Board, IntArray
from nqviz.core.language import tr, tr_later
from nqviz.view.palette import ColourArray, Theme, layer_colours, rgb

from ..widgets.painting import clear_pixmap, smooth_painter

LINES_FROM = 4.0
"""The least size of a cell, in pixels, at which lines between cells are drawn."""
RADIUS = 4


@dataclass(frozen=True)
class Side:
    """From where a board is seen."""

    name: str  # such as ``From above``
    across: int  # the axis to the right
    up: int  # the axis upwards
    is_mirrored: bool = False  # whether the axis across runs to the left
    # Whether the low ends of the other axes are nearer to the eye than the high ones.
    is_low_near: bool = False
    is_upside_down: bool = False  # whether the axis up runs down


CUBE_SIDES = (
    Side(tr_later("From above"), 0, 1),
    Side(tr_later("From the front"), 0, 2, is_low_near=True),
    Side(tr_later("From the right"), 1, 2),
    Side(tr_later("From the back"), 0, 2, is_mirrored=True),
    Side(tr_later("From the left"), 1, 2, is_mirrored=True, is_low_near=True),
    Side(tr_later("From below"), 0, 1, is_low_near=True, is_upside_down=True),
)


def sides_of(board: Board) -> tuple[Side, ...]:
    """Return from where a board can be seen: the sides of a cube, else two axes at a time."""
    if board.d == 1:
        return (Side(tr("In a row"), 0, 0),)
    if board.d == 3:
        return CUBE_SIDES
    pairs = combinations(range(board.d), 2)
    return tuple(Side(tr("x{i} and x{j}", i=i + 1, j=j + 1), i, j) for i, j in pairs)


def draw_thumb(
    board: Board, queens: IntArray, side: Side, theme: Theme, pixels: int, ratio: float = 1.0
) -> QPixmap:
    """Return the picture of a placement.

    `queens`, shape (k,): cells of the queens.
    `pixels`: the longer side of the picture.
    `ratio`: pixels of the screen for each.
    """
    wide, high = board.shape[side.across], board.shape[side.up] if board.d > 1 else 1
    cell = pixels / max(wide, high)
    place = QRectF(0, 0, wide * cell, high * cell)
    pixmap = clear_pixmap(place.size(), ratio)
    painter = smooth_painter(pixmap)
    outline = QPainterPath()
    outline.addRoundedRect(place, RADIUS, RADIUS)
    painter.setClipPath(outline)
    most = max(1, round(pixels * ratio))
    painter.drawImage(place, _image(board, queens, side, theme, most))
    if cell >= LINES_FROM:
        line = QColor(theme.panel)
        line.setAlphaF(0.4)
        painter.setPen(QPen(line, 0.7))
        for x in range(1, wide):
            painter.drawLine(QPointF(x * cell, 0), QPointF(x * cell, place.height()))
        for y in range(1, high):
            painter.drawLine(QPointF(0, y * cell), QPointF(place.width(), y * cell))
    painter.end()
    return pixmap


def _image(board: Board, queens: IntArray, side: Side, theme: Theme, most: int) -> QImage:
    """Return one pixel for each cell, or for some where there are more than `most` in a row."""
    cells = board.cells(queens)
    wide, high = (board.shape[axis] for axis in (side.across, side.up))
    across, up = cells[:, side.across], cells[:, side.up]
    if board.d == 1:
        high, up = 1, np.zeros_like(up)
    x = wide - 1 - across if side.is_mirrored else across
    y = up if side.is_upside_down else high - 1 - up
    columns, rows = min(wide, most), min(high, most)
    pixels = np.empty((rows, columns, 3), np.uint8)
    pixels[:] = rgb(theme.raised)
    order = _far_to_near(cells, side)
    hues = _hues(board, cells, theme)[order]
    pixels[(y * rows // high)[order], (x * columns // wide)[order]] = hues
    image = QImage(pixels.tobytes(), columns, rows, 3 * columns, QImage.Format.Format_RGB888)
    return image.copy()  # the bytes are kept by nobody else


def _far_to_near(cells: IntArray, side: Side) -> IntArray:
    """Return the order in which queens are drawn, the nearest one last."""
    hidden = [axis for axis in range(cells.shape[1]) if axis not in (side.across, side.up)]
    if not hidden:
        return np.arange(len(cells))
    order: IntArray = np.lexsort(cells[:, hidden].T)
    return order[::-1] if side.is_low_near else order


def _hues(board: Board, cells: IntArray, theme: Theme) -> ColourArray:
    """Return the colours of queens, shape (k, 3): those of their layers."""
    if board.d < 3:
        return np.tile(np.array(rgb(theme.queen), np.uint8), (len(cells), 1))
    colours: ColourArray = _layer_hues(board.shape[2])[cells[:, 2]]
    return colours


_layer_hues = lru_cache(maxsize=8)(layer_colours)

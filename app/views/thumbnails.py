"""Small pictures of boards: all layers side by side, cells and queens, nothing else."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from nqviz.rendering.canvas.flat_colours import cell_colours, queen_colours
from nqviz.rendering.canvas.layers_layout import default_layers
from nqviz.rendering.canvas.marks import DISC
from nqviz.view.board_overlays import ground_of
from nqviz.view.palette import Theme, hex_colour

from ..document.board_tab import BoardTab
from ..document.board_view import overlays_of
from ..widgets.painting import fill_with, outline_with

ROOM = 6
LATTICE_FROM = 5.0
MAX_CELLS = 20_000
"""Boards with more cells than this are no small pictures."""


def thumbnail(
    tab: BoardTab, theme: Theme, size: QSize, ratio: float = 1.0, behind: str = ""
) -> QPixmap:
    """Paint the layers of a tab at a size; `ratio` is how many pixels each unit of it has.

    `behind` is the colour behind the layers; without it, that of boards in the theme.

    The ground of a cell shows what is cut away, attacked or how dense it is, as in the views;
    given queens have a ring.
    """
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(behind or theme.background))
    counts = tab.state.counts
    if counts.board.size > MAX_CELLS:
        return pixmap
    layers = default_layers(counts.board, size.width() / size.height())
    low, high = (corner[:2] for corner in layers.bounds)
    width, height = (high - low).tolist()
    cell = min((size.width() - 2 * ROOM) / width, (size.height() - 2 * ROOM) / height)
    left = (size.width() - width * cell) / 2 - low[0] * cell
    bottom = (size.height() + height * cell) / 2 + low[1] * cell
    every = np.arange(counts.board.size)
    places = layers.positions(every)[:, :2] * (cell, -cell) + (left, bottom)
    ground = cell_colours(
        ground_of(tab.state, overlays_of(tab)), np.zeros(len(every), np.bool_), theme, every
    )
    painter = QPainter(pixmap)
    lattice = QPen(QColor(theme.lattice), 1) if cell >= LATTICE_FROM else Qt.PenStyle.NoPen
    painter.setPen(lattice)
    for (x, y), colour in zip(places.tolist(), ground, strict=True):
        painter.setBrush(QColor(hex_colour(colour)))
        painter.drawRect(QRectF(x - cell / 2, y - cell / 2, cell, cell))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    queens = tab.state.queens
    for index, colour in zip(queens, queen_colours(layers, queens, theme), strict=True):
        middle = QPointF(*places[index].tolist())
        fill_with(painter, hex_colour(colour))
        painter.drawEllipse(middle, DISC * cell, DISC * cell)
        if int(index) in tab.state.givens:
            outline_with(painter, theme.text, max(1.0, 0.08 * cell))
            painter.drawEllipse(middle, DISC * cell, DISC * cell)
    painter.end()
    return pixmap

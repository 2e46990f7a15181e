"""Small boards of single layers: queens as dots, densities as heat, cells never used hatched."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap

from nqviz.core.board import IntArray
from nqviz.rendering.canvas.flat_colours import cell_colours
from nqviz.view.board_view import BoardView
from nqviz.view.palette import CONFLICT, Theme, mix

from ...widgets.painting import clear_pixmap, outline_with
from .paint import image_of

QUEEN, GIVEN, SUGGESTED, IN_CONFLICT = 1, 2, 4, 8
"""What can be on a cell, as bits."""
DOTS_FROM = 3.0
"""Pixels a cell needs before its queen is a dot and there are lines between cells."""
DOT, DOT_IN_RING = 0.37, 0.31
"""The radius of a dot, and of one whose ring stays in its cell, in cells."""
HATCH_FROM = 4.0


def marks_of(view: BoardView) -> npt.NDArray[np.uint8]:
    """Return the bits of what is on each cell, shape (size,)."""
    marks = np.zeros(view.board.size, np.uint8)
    pairs = np.array(view.conflicts, dtype=np.int64).ravel()
    for bit, cells in (
        (QUEEN, view.queens),
        (GIVEN, view.given),
        (SUGGESTED, view.suggested),
        (IN_CONFLICT, np.unique(pairs)),
    ):
        marks[cells] |= bit
    return marks


@dataclass(frozen=True, eq=False)
class Thumb:
    """How one small board is painted."""

    view: BoardView
    marks: npt.NDArray[np.uint8]
    # Array of shape (rows, columns): the indices of the cells, the lowest row first.
    cells: IntArray
    colour: QColor  # of the queens
    theme: Theme  # one whose boards have the colours of layers
    side: float  # pixels of the longer side

    @property
    def cell(self) -> float:
        """The size of a cell in pixels."""
        return self.side / float(max(self.cells.shape))

    @property
    def size(self) -> QSizeF:
        """The size of the board."""
        rows, columns = self.cells.shape
        return QSizeF(columns * self.cell, rows * self.cell)

    def painted(self, ratio: float) -> QPixmap:
        """Return the small board, with `ratio` pixels of the screen for each logical one."""
        size = self.size
        pixmap = clear_pixmap(size, ratio)
        painter = QPainter(pixmap)
        self._paint_ground(painter, QRectF(QPointF(), size))
        if self.cell >= DOTS_FROM:
            self._paint_lattice(painter)
            self._paint_dots(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        outline_with(painter, mix(self.theme.bar, self.theme.control, 0.85), 1)
        painter.drawRect(QRectF(0, 0, size.width() - 1 / ratio, size.height() - 1 / ratio))
        painter.end()
        return pixmap

    def _paint_ground(self, painter: QPainter, board: QRectF) -> None:
        view, cells = self.view, self.cells
        nothing = np.zeros(view.board.size, np.bool_)
        colours = cell_colours(view, nothing, self.theme, cells)
        if self.cell < DOTS_FROM:
            colours[self.marks[cells] > 0] = (
                self.colour.red(),
                self.colour.green(),
                self.colour.blue(),
            )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.cell < 1.0)
        painter.drawImage(board, image_of(colours))
        if view.overlay is None or self.cell < HATCH_FROM:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.text_3), 1))
        for row, column in np.argwhere(~view.overlay.has_value[cells]).tolist():
            box = self._box(row, column)
            painter.setClipRect(box)
            step = self.cell / 2
            for place in range(1, 4):
                reach = QPointF(place * step, 0)
                down = QPointF(0, place * step)
                painter.drawLine(box.topLeft() + reach, box.topLeft() + down)
        painter.setClipping(False)

    def _box(self, row: int, column: int) -> QRectF:
        top = (self.cells.shape[0] - 1 - row) * self.cell
        return QRectF(column * self.cell, top, self.cell, self.cell)

    def _paint_lattice(self, painter: QPainter) -> None:
        rows, columns = self.cells.shape
        width, height = self.size.width(), self.size.height()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self.theme.lattice), 1))
        for column in range(1, columns):
            x = round(column * self.cell)
            painter.drawLine(QPointF(x, 0), QPointF(x, height))
        for row in range(1, rows):
            y = round(row * self.cell)
            painter.drawLine(QPointF(0, y), QPointF(width, y))

    def _paint_dots(self, painter: QPainter) -> None:
        marks, cell = self.marks[self.cells], self.cell
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = max(1.2, 0.09 * cell)
        given, conflict = QPen(QColor(self.theme.given), width), QPen(QColor(CONFLICT), width)
        ring = (cell - width) / 2
        faint = QPen(self.colour, max(1.0, 0.12 * cell))
        for row, column in np.argwhere(marks > 0).tolist():
            bits, middle = int(marks[row, column]), self._box(row, column).center()
            is_queen = bool(bits & QUEEN)
            painter.setPen(Qt.PenStyle.NoPen if is_queen else faint)
            painter.setBrush(QBrush(self.colour) if is_queen else Qt.BrushStyle.NoBrush)
            has_ring = bool(bits & (GIVEN | IN_CONFLICT))
            radius = (DOT_IN_RING if has_ring else DOT if is_queen else DOT - 0.08) * cell
            painter.drawEllipse(middle, radius, radius)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for bit, pen in ((GIVEN, given), (IN_CONFLICT, conflict)):
                if bits & bit:
                    painter.setPen(pen)
                    painter.drawEllipse(middle, ring, ring)

"""Where the places of an arrangement are on a widget, and how zooming and panning move them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize

from nqviz.view.arrangement import Arrangement, FloatArray

Mask: TypeAlias = npt.NDArray[np.bool_]

ROOM = 10
"""Pixels that stay empty round the boards."""
LARGEST_CELL = 160.0
SMALLEST_CELL = 0.05
WHOLE_FROM = 6.0


@dataclass(frozen=True)
class ViewTransform:
    """Where places (in cells, y up) are on the widget (in pixels, y down)."""

    cell: float  # the size of a cell
    x: float  # where the place (0, 0) is
    y: float
    width: int  # the size of the widget
    height: int

    def points(self, places: FloatArray) -> FloatArray:
        """Return the pixels, shape (..., 2), of places, shape (..., 2)."""
        pixels: FloatArray = places[..., :2] * (self.cell, -self.cell) + (self.x, self.y)
        return pixels

    def place(self, point: QPointF) -> tuple[float, float]:
        """Return the place under a point."""
        return (point.x() - self.x) / self.cell, (self.y - point.y()) / self.cell

    def rect(self, left: float, bottom: float, right: float, top: float) -> QRectF:
        """Return a box of places as pixels."""
        (x0, y0), (x1, y1) = self.points(np.array([(left, top), (right, bottom)])).tolist()
        return QRectF(x0, y0, x1 - x0, y1 - y0)

    def block(self, corner: FloatArray, shape: tuple[int, ...]) -> QRectF:
        """Return the rectangle of rows and columns of cells; `corner` is the first centre."""
        left, bottom = (corner - 0.5).tolist()
        return self.rect(left, bottom, left + shape[1], bottom + shape[0])

    def sees(self, places: FloatArray) -> Mask:
        """Return which places, shape (k, 2 or 3), are at most a cell away from what is seen."""
        x, y = self.points(places).T
        seen: Mask = (
            (x > -self.cell)
            & (x < self.width + self.cell)
            & (y > -self.cell)
            & (y < self.height + self.cell)
        )
        return seen

    def sees_blocks(self, arrangement: Arrangement) -> Mask:
        """Return which blocks are at least partly seen, shape (blocks,)."""
        low = self.points(arrangement.block_origins - 0.5)
        size = arrangement.block_extent[:2] * self.cell
        seen: Mask = (low[:, 0] < self.width) & (low[:, 0] + size[0] > 0)
        seen &= (low[:, 1] > 0) & (low[:, 1] - size[1] < self.height)
        return seen

    @classmethod
    def fitting(
        cls, arrangement: Arrangement, size: QSize, legend: int, names: float = 0.0
    ) -> ViewTransform:
        """Show a whole arrangement as large as it can be.

        A legend has its pixels at the right, names of layers theirs at the left and below.
        """
        low, high = arrangement.bounds
        titled = 0.8 if arrangement.board.d > 2 else 0.1
        low = low[:2] - 0.75
        high = high[:2] + (0.15, titled)
        width, height = (high - low).tolist()
        free = (
            max(size.width() - legend - names, 80) - 2 * ROOM,
            max(size.height() - names, 80) - 2 * ROOM,
        )
        cell = min(free[0] / width, free[1] / height, LARGEST_CELL)
        if cell >= WHOLE_FROM:
            cell = float(int(cell))  # whole pixels keep the lattice even
        x = ROOM + names + (free[0] - width * cell) / 2 - low[0] * cell
        y = ROOM + (free[1] - height * cell) / 2 + high[1] * cell
        return cls(cell, round(x), round(y), size.width(), size.height())

    def zoomed(self, factor: float, about: QPointF) -> ViewTransform:
        """Enlarge by a factor; the place under a point stays there."""
        cell = min(max(self.cell * factor, SMALLEST_CELL), LARGEST_CELL)
        x, y = self.place(about)
        return replace(self, cell=cell, x=about.x() - x * cell, y=about.y() + y * cell)

    def panned(self, by: QPointF) -> ViewTransform:
        """Move all that is seen."""
        return replace(self, x=self.x + by.x(), y=self.y + by.y())

    def resized(self, size: QSize) -> ViewTransform:
        """Keep the places where they are on a widget of another size."""
        return replace(self, width=size.width(), height=size.height())


def to_lines(segments: FloatArray) -> list[QLineF]:
    """Turn strokes in pixels, shape (k, 2, 2), into Qt's lines."""
    return [QLineF(*stroke) for stroke in segments.reshape(-1, 4).tolist()]

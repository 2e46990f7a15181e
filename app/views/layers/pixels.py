"""Paint the cells of boards with very many blocks, whose cells are hardly a pixel each.

Which pixel a cell has depends on the transform alone. It is worked out once, so that a queen that
comes paints no more than the pixels of the cells that she attacks.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from nqviz.core.board import IntArray
from nqviz.rendering.canvas.flat_colours import cell_colours, queen_colours
from nqviz.view.arrangement import Arrangement
from nqviz.view.palette import rgb

from .paint import Shown
from .view_transform import ViewTransform

Pixels = npt.NDArray[np.int32]


class PixelGround:
    """The pixels of all cells that a transform shows, and their image.

    The last of several cells in one pixel gives it its colour, unless a queen stands in it.
    """

    def __init__(self, arrangement: Arrangement, transform: ViewTransform) -> None:
        self._key = arrangement, transform
        self._pixel = _pixels(arrangement, transform)
        self._cell = np.full(transform.width * transform.height, -1, dtype=np.int32)
        seen = np.flatnonzero(self._pixel >= 0).astype(np.int32)
        self._cell[self._pixel[seen]] = seen
        self._image = np.full((transform.width * transform.height, 4), 255, np.uint8)

    def fits(self, shown: Shown) -> bool:
        """Return whether cells are where they were."""
        return self._key == (shown.arrangement, shown.transform)

    def paint(self, painter: QPainter, shown: Shown) -> None:
        """Paint the ground of all cells, and the queens."""
        self._image[:, 2::-1] = rgb(shown.theme.bar)
        self._colour_pixels(shown, np.flatnonzero(self._cell >= 0))
        self._draw(painter, shown)

    def paint_changed(self, painter: QPainter, shown: Shown, cells: IntArray) -> None:
        """Paint the pixels of some cells anew over what was painted before."""
        changed = np.unique(self._pixel[cells])
        self._colour_pixels(shown, changed[changed >= 0])
        self._draw(painter, shown)

    def _colour_pixels(self, shown: Shown, pixels: npt.NDArray[np.signedinteger]) -> None:
        colours = cell_colours(shown.picture, shown.darkened, shown.theme, self._cell[pixels])
        self._image[pixels, 2::-1] = colours

    def _draw(self, painter: QPainter, shown: Shown) -> None:
        queens = shown.picture.queens[self._pixel[shown.picture.queens] >= 0]
        hues = queen_colours(shown.arrangement, queens, shown.theme)
        self._image[self._pixel[queens], 2::-1] = hues
        width, height = shown.transform.width, shown.transform.height
        image = QImage(self._image.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        painter.drawImage(QRect(0, 0, width, height), image)


def _pixels(arrangement: Arrangement, transform: ViewTransform) -> Pixels:
    """Return the pixel of each cell, row by row from the top left, -1 for cells out of sight."""
    scale = (transform.cell, -transform.cell)
    tables = [table[:, :2] * scale for table in arrangement.displacements]
    x, y = (
        reduce(np.add.outer, [table[:, place].astype(np.float32) for table in tables])
        + np.float32(middle)
        for place, middle in enumerate((transform.x, transform.y))
    )
    inside = (x >= 0) & (x < transform.width) & (y >= 0) & (y < transform.height)
    pixels = np.where(inside, y.astype(np.int32) * transform.width + x.astype(np.int32), -1).ravel()
    if arrangement.fixed or arrangement.ranges:
        pixels[~arrangement.visible(np.arange(arrangement.board.size))] = -1
    return pixels.astype(np.int32)

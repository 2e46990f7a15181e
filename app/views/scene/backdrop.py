"""The background of the scene: brightest behind the board, and laid under what was drawn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from nqviz.rendering.scene import backdrop
from nqviz.view.palette import Theme, rgb

STEP = 4
"""How many pixels of a picture, each way, one of the background covers."""

BAND = 2**16
"""How many pixels are composed at a time: Qt gives more to other threads, which a search delays."""

PREMULTIPLIED = QImage.Format.Format_ARGB32_Premultiplied
_Mode = QPainter.CompositionMode


class Backdrop:
    """The background of pictures of one size in a theme.

    OpenGL takes longer for a gradient, without a graphics card, than for all other things.
    """

    def __init__(self, size: QSize, theme: Theme) -> None:
        self.size = size
        # By how much it is brighter than its edge, and the background itself.
        self._more = _brightness(size, theme)
        self._whole = QImage(size, QImage.Format.Format_RGB32)
        if not size.isEmpty():
            self._whole.fill(QColor(theme.canvas))
            painter = QPainter(self._whole)
            painter.setCompositionMode(_Mode.CompositionMode_Plus)
            painter.drawImage(0, 0, self._more)
            painter.end()

    def put_under(
        self, drawn: QImage, on_black: bool, picture: QImage, origin: QPoint, rect: QRect
    ) -> None:
        """Lay a part of what was drawn over the background, into a picture.

        `on_black`: whether it was drawn on black; else on the colour of the edge, to which is
        added, where it is seen, what the background is brighter.
        `origin`: the pixel at which both images begin.
        """
        ground, modes = self._whole, [_Mode.CompositionMode_SourceOver]
        if not on_black:
            ground = self._more
            modes = [_Mode.CompositionMode_DestinationOut, _Mode.CompositionMode_Plus]
        painter = QPainter(picture)
        for band in _bands(rect):
            part = band.translated(-origin)
            painter.setCompositionMode(_Mode.CompositionMode_Source)
            painter.drawImage(part.topLeft(), ground, band)
            for mode in modes:
                painter.setCompositionMode(mode)
                painter.drawImage(part.topLeft(), drawn, part)
        painter.end()


def _brightness(size: QSize, theme: Theme) -> QImage:
    """Return by how much the background is brighter than its edge, which the scene draws."""
    width, height = max(size.width() // STEP, 1), max(size.height() // STEP, 1)
    more = backdrop((width, height), theme) - np.array(rgb(theme.canvas), np.uint8)
    small = QImage(more.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    large = QImage(size, PREMULTIPLIED)
    if not size.isEmpty():
        painter = QPainter(large)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(large.rect(), small.convertToFormat(PREMULTIPLIED))
        painter.end()
    return large


def _bands(rect: QRect) -> Iterator[QRect]:
    """Divide a rectangle into rows of at most `BAND` pixels, one below the other."""
    height = max(BAND // max(rect.width(), 1), 1)
    for top in range(rect.top(), rect.bottom() + 1, height):
        yield QRect(rect.left(), top, rect.width(), min(height, rect.bottom() + 1 - top))

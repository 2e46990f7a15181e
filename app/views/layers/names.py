"""The names of layers that are too small for a title of their own: along the edges, like numbers.

What runs across is written below, what runs down at the left; a coordinate whose values stand in
rows like words of a text is written at the beginning of each row, or over each block of blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from nqviz.core.board import IntArray
from nqviz.core.language import ENGLISH, language, tr
from nqviz.rendering.canvas.layers_layout import block_titles
from nqviz.view.arrangement import Arrangement, FloatArray

from ...widgets.painting import MIDDLE_RIGHT, write_in
from ...widgets.theme import text_scale
from .paint import Shown

_LAYER = "Layer "
SIZE = 13.0
"""Pixels of the text."""
ROOM = 28.0
"""Pixels beside the boards that the names need."""
CROWDED = 1.25
"""Heights of text that must lie between two names."""

_BELOW = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
_LEFT = MIDDLE_RIGHT
_OVER = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom


def paint_edge_names(painter: QPainter, shown: Shown) -> None:
    """Write them."""
    scale = text_scale(shown.font)
    font = QFont(shown.font)
    font.setPixelSize(round(SIZE * scale))
    write_in(painter, font, shown.theme.text_3)
    width, height = 8 * SIZE * scale, 2 * SIZE * scale
    for boxes, values, axis, side in _names(shown):
        last = -np.inf
        for box, value in zip(boxes, values.tolist(), strict=True):
            place = box.center().x() if side == _BELOW else box.center().y()
            apart = (2.2 if side == _BELOW else CROWDED) * SIZE * scale
            if side != _OVER and abs(place - last) < apart:
                continue
            last = place
            text = f"x{axis + 1} = {value + 1}" if side == _OVER else str(value + 1)
            if side == _BELOW:
                room = QRectF(place - width / 2, box.bottom() + 2, width, height)
            elif side == _LEFT:
                room = QRectF(box.left() - width - 4, place - height / 2, width, height)
            else:
                room = QRectF(box.left(), box.top() - height - 1, width, height)
            painter.drawText(room, side, text)


def _names(shown: Shown) -> Iterator[tuple[list[QRectF], IntArray, int, Qt.AlignmentFlag]]:
    """Yield for each spread coordinate the blocks to name, its values there, and the side."""
    arrangement = shown.arrangement
    cells, origins = arrangement.blocks, arrangement.block_origins[:, :2]
    spread = [axis for axis in arrangement.spread if arrangement.board.shape[axis] > 1]
    for axis in spread:
        across, down = (np.ptp(arrangement.displacements[axis][:, k]) > 0 for k in range(2))
        if across and down and len(spread) > 1:
            others = [each for each in spread if each != axis]
            chosen, side = (cells[:, others] == 0).all(axis=1), _OVER
        elif down:
            chosen, side = _least(origins[:, 0]), _LEFT
        else:
            chosen, side = _least(origins[:, 1]), _BELOW
        blocks = np.flatnonzero(chosen)
        yield [_box(shown, origins[block]) for block in blocks], cells[blocks, axis], axis, side


def _least(places: FloatArray) -> np.ndarray:
    chosen: np.ndarray = places < places.min() + 1e-9
    return chosen


def _box(shown: Shown, origin: FloatArray) -> QRectF:
    columns, rows = np.rint(shown.arrangement.block_extent[:2]).astype(int).tolist()
    return shown.transform.block(origin, (rows, columns))


def room_for_names(arrangement: Arrangement) -> float:
    """Return the pixels to keep free beside the boards."""
    return ROOM if arrangement.spread else 0.0


def layer_titles(arrangement: Arrangement) -> list[str]:
    """Return the names of the blocks in the language of texts; figures have them in English."""
    titles = block_titles(arrangement)
    if language() == ENGLISH or not titles[0].startswith(_LAYER):
        return titles
    return [tr("Layer {number}", number=title.removeprefix(_LAYER)) for title in titles]

"""What is written over the layers of a cube, the frame of the active one, and the legend."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from nqviz.core.board import IntArray
from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import CURSOR, line_style

from ...widgets.painting import (
    MIDDLE_LEFT,
    MIDDLE_RIGHT,
    draw_outline,
    fill_with,
    outline_with,
    write_in,
)
from ...widgets.theme import USUAL_PIXELS, font, metrics, text_scale
from .frame import frame_colour
from .names import layer_titles
from .page_layout import BARE, FULL, written
from .paint import EVERYTHING, Part, Shown, blocks_in_sight

ROW = 28.0
"""Pixels between two lines of the legend."""
LEGEND = (240.0, 48.0)
"""The width of the legend, and its height without the lines, in pixels at 100 %."""


def caption_boxes(shown: Shown) -> tuple[IntArray, FloatArray, FloatArray]:
    """Return which blocks have their names and counts written, shape (k,), and where.

    The corners of the boxes, shapes (k, 2), in pixels.
    """
    arrangement, scale = shown.arrangement, text_scale(shown.font)
    style = written(arrangement, shown.transform, scale)
    is_written = style is not BARE and arrangement.spread
    blocks = blocks_in_sight(shown) if is_written else np.zeros(0, np.int64)
    corners, size = shown.block_corners(blocks)
    above, line = (34.0, 24.0) if style is FULL else (22.0, 20.0)
    low = corners - (0.0, above * scale)
    return blocks, low, low + (size[0], line * scale)


def paint_captions(
    painter: QPainter, shown: Shown, active: int | None, part: Part = EVERYTHING
) -> None:
    """Write the name of each layer over it, and its counts where there is room."""
    arrangement, theme, scale = shown.arrangement, shown.theme, text_scale(shown.font)
    blocks, low, high = caption_boxes(shown)
    met = part.meets(low, high)
    if not met.any():
        return
    corners = np.hstack((low, high - low))[met].tolist()
    boxes = {block: QRectF(*box) for block, box in zip(blocks[met].tolist(), corners, strict=True)}
    is_full = written(arrangement, shown.transform, scale) is FULL
    size = scale * (15.0 if is_full else USUAL_PIXELS)
    plain, strong = font(size, QFont.Weight.Medium), font(size, QFont.Weight.DemiBold)
    titles, axis = layer_titles(arrangement), arrangement.spread[0]
    for block, box in boxes.items():
        is_active = active == arrangement.blocks[block, axis]
        write_in(painter, strong if is_active else plain, theme.text if is_active else theme.text_2)
        painter.drawText(box, MIDDLE_LEFT, titles[block])
    if shown.picture.overlay is not None:
        return
    write_in(painter, font(USUAL_PIXELS * scale), theme.text_3)
    for block, box in boxes.items():
        words = shown.tally.words(block, arrangement.board.piece)
        needed = _width(size, QFont.Weight.DemiBold, titles[block])
        needed += _width(USUAL_PIXELS * scale, QFont.Weight.Normal, words)
        if needed + 12 * scale <= box.width():
            painter.drawText(box, MIDDLE_RIGHT, words)


@lru_cache(maxsize=1024)
def _width(pixels: float, weight: QFont.Weight, words: str) -> float:
    return metrics(pixels, weight).horizontalAdvance(words)


def paint_active(painter: QPainter, shown: Shown, active: int | None) -> None:
    arrangement, transform = shown.arrangement, shown.transform
    if active is None or len(arrangement.spread) != 1:
        return
    (block,) = np.flatnonzero(arrangement.blocks[:, arrangement.spread[0]] == active)
    columns, rows = np.rint(arrangement.block_extent[:2]).astype(int).tolist()
    away = min(5.0, max(1.0, 0.12 * transform.cell))
    box = transform.block(arrangement.block_origins[block, :2], (rows, columns))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_outline(painter, box.adjusted(-away, -away, away, away), shown.theme.accent, away)


# The legend -----------------------------------------------------------------------------------

_LINES = tr_later(
    (
        "attacked by a leap",
        "attacked along an axis",
        "along a diagonal",
        "along a space diagonal",
        "along a k-agonal, k > 3",
    )
)


def legend_rows(shown: Shown) -> list[tuple[str, str]]:
    """Return the lines of the legend: what is drawn, and what it means."""
    arrangement, picture = shown.arrangement, shown.picture
    orders = np.unique(arrangement.board.direction_classes)
    reach = len(arrangement.shown) + len(arrangement.spread)
    seen = sorted({min(order, 4) for order in orders.tolist() if order <= reach})
    rows = [(f"line {order}", tr(_LINES[order])) for order in seen]
    if picture.overlay is None:
        rows.append(("attacked", tr_piece("attacked by a queen", arrangement.board.piece)))
        rows.append(("free", tr("free")))
    rows.append(("given", tr("given: stays where it is")))
    if len(picture.suggested):
        rows.append(("suggested", tr("suggested by a search")))
    rows.append(("cursor", tr("the cell under the pointer")))
    return rows


def paint_reading(painter: QPainter, shown: Shown, free: QRectF) -> bool:
    """Paint the legend in a free place of the page; return False where it does not fit."""
    scale, theme = text_scale(shown.font), shown.theme
    rows = legend_rows(shown)
    width, height = LEGEND[0] * scale, (LEGEND[1] + ROW * len(rows)) * scale
    if free.width() < width or free.height() < height:
        return False
    left, top = free.left(), free.top()
    write_in(painter, font(15 * scale, QFont.Weight.DemiBold), theme.text)
    painter.drawText(QRectF(left, top, width, 24 * scale), MIDDLE_LEFT, tr("Reading a layer"))
    painter.setFont(font(USUAL_PIXELS * scale))
    for row, (kind, words) in enumerate(rows):
        middle = top + (46 + ROW * row) * scale
        _paint_key(painter, shown, kind, QPointF(left + 16 * scale, middle), scale)
        painter.setPen(QColor(theme.text_2))
        line = QRectF(left + 44 * scale, middle - 12 * scale, width, 24 * scale)
        painter.drawText(line, MIDDLE_LEFT, words)
    return True


def _paint_key(painter: QPainter, shown: Shown, kind: str, middle: QPointF, scale: float) -> None:
    """Paint one mark of the legend round a place."""
    theme = shown.theme
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = 8 * scale
    box = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
    if kind.startswith("line"):
        order = int(kind[5:])
        pen = QPen(QColor(theme.line_colour(order)), 2)
        if dash := line_style(order).dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(dash)
        painter.setPen(pen)
        reach = QPointF(15 * scale, 0)
        painter.drawLine(middle - reach, middle + reach)
    elif kind == "attacked":
        painter.setPen(QPen(QColor(frame_colour(shown)), 1))
        painter.setBrush(QColor(theme.attacked))
        painter.drawRect(box)
    elif kind == "free":
        fill_with(painter, theme.text_2)
        painter.drawEllipse(middle, 2.5 * scale, 2.5 * scale)
    elif kind in ("given", "suggested"):
        colour = theme.given if kind == "given" else theme.queen
        painter.setPen(QPen(QColor(colour), 2))
        painter.drawEllipse(middle, 6.5 * scale, 6.5 * scale)
    else:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for colour, width in ((theme.text, 3), (CURSOR, 2)):
            outline_with(painter, colour, width)
            painter.drawRect(box)

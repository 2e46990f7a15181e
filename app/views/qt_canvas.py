"""A canvas painted on a widget: the Qt back end beside those for files and LaTeX.

One unit of the canvas is one pixel of the widget.
"""

from __future__ import annotations

from functools import lru_cache, singledispatch

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)

from nqviz.rendering.canvas.canvas import (
    Canvas,
    Discs,
    Fill,
    Hatching,
    Mark,
    Rectangles,
    Stamps,
    Strokes,
    Text,
)
from nqviz.view.arrangement import FloatArray

from ..widgets.numbers import with_spaces
from ..widgets.painting import fill_with, write_in

PLATE = 0.35
"""The room round the text on a plate, as a share of its size."""

LEVEL = 1e-3
"""Strokes that deviate less, in pixels, are level or upright."""
MANY = 200
"""More strokes than this are at most one pixel wide: wider ones take twenty times as long."""


def paint_canvas(painter: QPainter, canvas: Canvas, font: QFont) -> None:
    """Paint all marks of a canvas, text in the family of a font; the background stays as it is."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in canvas.marks:
        _paint(mark, painter, canvas, font)
    painter.restore()


@singledispatch
def _paint(mark: Mark, painter: QPainter, canvas: Canvas, font: QFont) -> None:
    raise TypeError(f"a {type(mark).__name__} cannot be painted")


def _rects(canvas: Canvas, boxes: FloatArray) -> list[QRectF]:
    low, high = canvas.pixels(boxes[:, :2]), canvas.pixels(boxes[:, 2:])
    rows = np.stack((low[:, 0], high[:, 1], high[:, 0] - low[:, 0], low[:, 1] - high[:, 1]), 1)
    return [QRectF(*row) for row in rows.tolist()]


@_paint.register
def _(mark: Rectangles, painter: QPainter, canvas: Canvas, font: QFont) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # no seams between neighbours
    painter.setPen(Qt.PenStyle.NoPen)
    colours, kinds = np.unique(mark.colours, axis=0, return_inverse=True)
    for kind, colour in enumerate(colours.tolist()):
        painter.setBrush(QColor(*colour))
        painter.drawRects(_rects(canvas, mark.boxes[kinds.ravel() == kind]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


@_paint.register
def _(mark: Hatching, painter: QPainter, canvas: Canvas, font: QFont) -> None:
    fill_with(painter, QBrush(QColor(mark.colour), Qt.BrushStyle.BDiagPattern))
    painter.drawRects(_rects(canvas, mark.boxes))


@_paint.register
def _(mark: Strokes, painter: QPainter, canvas: Canvas, font: QFont) -> None:
    colour = QColor(mark.colour)
    colour.setAlphaF(mark.opacity)
    many = len(mark.segments) > MANY
    pen = QPen(colour, min(mark.width, 1.0) if many else mark.width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if mark.dash else Qt.PenCapStyle.RoundCap)
    if mark.dash:
        pen.setDashPattern(mark.dash)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pixels = canvas.pixels(mark.segments)
    if pixels.shape[1] == 2:
        if not mark.dash and (np.abs(pixels[:, 1] - pixels[:, 0]).min(axis=1) < LEVEL).all():
            pen.setWidthF(max(1.0, round(mark.width)))  # sharp, along the pixels
            pen.setCapStyle(Qt.PenCapStyle.SquareCap)
            painter.setPen(pen)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawLines([QLineF(*row) for row in pixels.reshape(-1, 4).tolist()])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return
    path = QPainterPath()
    for first, *others in pixels.tolist():
        path.moveTo(*first)
        if mark.is_curved:
            path.quadTo(*others[0], *others[1])
            continue
        for point in others:
            path.lineTo(*point)
    painter.drawPath(path)


def _colours(fill: Fill, count: int) -> list[QColor | None]:
    """Return the colour at each place."""
    if fill is None or isinstance(fill, str):
        return [None if fill is None else QColor(fill)] * count
    rows = np.broadcast_to(np.rint(np.atleast_2d(fill) * 255).astype(int), (count, 3))
    return [QColor(*row) for row in rows.tolist()]


@_paint.register
def _(mark: Stamps, painter: QPainter, canvas: Canvas, font: QFont) -> None:
    shape = QPainterPath()
    shape.setFillRule(Qt.FillRule.WindingFill)
    for outline in mark.outlines:
        corners = (outline * (canvas.cell, -canvas.cell)).tolist()
        shape.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
        shape.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    centres = canvas.pixels(mark.centres).tolist()
    for (x, y), colour in zip(centres, _colours(mark.fill, len(centres)), strict=True):
        if colour is not None:
            painter.fillPath(shape.translated(x, y), colour)


@_paint.register
def _(mark: Discs, painter: QPainter, canvas: Canvas, font: QFont) -> None:
    centres, radius = canvas.pixels(mark.centres).tolist(), mark.radius * canvas.cell
    fills, edges = _colours(mark.fill, len(centres)), _colours(mark.edge, len(centres))
    for (x, y), fill, edge in zip(centres, fills, edges, strict=True):
        painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else fill)
        painter.setPen(Qt.PenStyle.NoPen if edge is None else QPen(edge, mark.width))
        painter.drawEllipse(QPointF(x, y), radius, radius)


@lru_cache(maxsize=32)
def _sized(font: QFont, pixels: int, bold: bool) -> tuple[QFont, QFontMetricsF]:
    sized = QFont(font)
    sized.setPixelSize(pixels)
    sized.setWeight(QFont.Weight.DemiBold if bold else font.weight())
    return sized, QFontMetricsF(sized)


@_paint.register
def _(mark: Text, painter: QPainter, canvas: Canvas, font: QFont) -> None:
    written, metrics = _sized(font, max(1, round(mark.size)), mark.bold)
    words = with_spaces(mark.text)
    width = metrics.horizontalAdvance(words)
    x, y = (mark.x - canvas.left) * canvas.cell, (canvas.top - mark.y) * canvas.cell
    x -= {"left": 0.0, "center": 0.5, "right": 1.0}[mark.across] * width
    high = metrics.capHeight()
    ups = {"baseline": 0.0, "center_baseline": high / 2, "center": high / 2, "top": high}
    y += ups.get(mark.up, -metrics.descent())
    if mark.plate is not None:
        room = PLATE * mark.size
        box = QRectF(x, y - metrics.ascent(), width, metrics.height())
        painter.setBrush(QColor(mark.plate[0]))
        painter.setPen(QPen(QColor(mark.plate[1]), 1))
        painter.drawRoundedRect(box.adjusted(-room, -room, room, room), room, room)
    write_in(painter, written, mark.colour)
    painter.drawText(QPointF(x, y), words)

"""Paint what frames and marks the cells of layers: lattice, names, numbers, legend, clique."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from nqviz.core.board import IntArray
from nqviz.rendering.canvas.layers_layout import edge_values, title_limit
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import MOST_NUMBERS
from nqviz.view.palette import contrast_text, mix, viridis

from ...widgets.painting import MIDDLE_LEFT, MIDDLE_RIGHT, outline_with, write_in
from ...widgets.theme import USUAL_PIXELS, text_scale
from .names import layer_titles, paint_edge_names
from .page_layout import BARE, FULL, written
from .paint import MANY_BLOCKS, Shown, blocks_in_sight, image_of, tiles
from .view_transform import ViewTransform, to_lines

LATTICE_FROM = 4.0
"""Pixels a cell needs before lines are drawn between cells."""
NUMBERS_FROM = 28.0
"""Pixels a cell needs before its value is written into it."""
NESTED_FROM = 18.0
"""Pixels that a cell needs at 100 % before its coordinates are written between nested boards."""
LEGEND_WIDTH = 112


def paint_frame(painter: QPainter, shown: Shown) -> None:
    """Paint all that does not change while queens come and go."""
    transform, arrangement = shown.transform, shown.arrangement
    blocks = blocks_in_sight(shown)
    if len(blocks) > MANY_BLOCKS:
        return
    if transform.cell >= LATTICE_FROM:
        lines = [_lattice(transform, corner, tile.shape) for tile, corner in tiles(shown)]
        grid = QColor(shown.theme.lattice)
        grid.setAlphaF(min(1.0, 0.5 + 0.07 * (transform.cell - LATTICE_FROM)))  # small cells, faint
        painter.setPen(QPen(grid, 1))
        painter.drawLines(to_lines(np.concatenate([np.zeros((0, 2, 2)), *lines])))
    outline_with(painter, frame_colour(shown), 1)
    rows_and_columns = tuple(np.rint(arrangement.block_extent[1::-1]).astype(int).tolist())
    for origin in arrangement.block_origins[blocks, :2]:
        painter.drawRect(transform.block(origin, rows_and_columns))
    if arrangement.gaps is not None:
        style = written(arrangement, transform, text_scale(shown.font))
        if style is FULL:
            _paint_coordinates(painter, shown, blocks)
        elif style is BARE and arrangement.spread:
            paint_edge_names(painter, shown)
        return
    _paint_words(painter, shown, blocks)
    if not has_titles(arrangement, transform.cell, shown.font):
        paint_edge_names(painter, shown)


def frame_colour(shown: Shown) -> str:
    return mix(shown.theme.bar, shown.theme.control, 0.85)


def has_titles(arrangement: Arrangement, cell: float, font: QFont) -> bool:
    """Return whether nested boards can have their names over them, at a size of a cell."""
    size = USUAL_PIXELS * text_scale(font)
    if 1.05 * cell < size:  # and there may be a hundred thousand of them
        return False
    return title_limit(arrangement, layer_titles(arrangement)) * cell >= size


def _lattice(transform: ViewTransform, corner: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """Return the lines between the cells of a tile, in pixels, shape (k, 2, 2)."""
    height, width = shape
    lines = [[(0, y), (width, y)] for y in range(1, height)]
    lines += [[(x, 0), (x, height)] for x in range(1, width)]
    return transform.points(np.array(lines, dtype=float).reshape(-1, 2, 2) + corner - 0.5)


def sized(font: QFont, pixels: float) -> QFont:
    """Return a font of a size in pixels."""
    sized = QFont(font)
    sized.setPixelSize(max(6, int(pixels)))
    return sized


def paint_frame_words(painter: QPainter, shown: Shown) -> None:
    """Write the names of the layers over them, and coordinates from 1 along the edges."""
    _paint_words(painter, shown, blocks_in_sight(shown))


def _paint_words(painter: QPainter, shown: Shown, blocks: IntArray) -> None:
    transform, arrangement, scale = shown.transform, shown.arrangement, text_scale(shown.font)
    if has_titles(arrangement, transform.cell, shown.font):
        titles = layer_titles(arrangement)
        height = float(arrangement.block_extent[1])
        write_in(painter, sized(shown.font, USUAL_PIXELS * scale), shown.theme.text_2)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        corners = transform.points(arrangement.block_origins[blocks, :2] - 0.5).tolist()
        for block, (x, y) in zip(blocks.tolist(), corners, strict=True):
            line = QRectF(x, y - (height + 0.2) * transform.cell - 40, 400 * scale, 40)
            painter.drawText(line, flags, titles[block])
    if transform.cell >= scale * (NESTED_FROM if arrangement.spread else FULL.least_cell):
        _paint_coordinates(painter, shown, blocks)


def _paint_coordinates(painter: QPainter, shown: Shown, blocks: IntArray) -> None:
    """Write coordinates from 1 below each board and at its left."""
    transform, arrangement, scale = shown.transform, shown.arrangement, text_scale(shown.font)
    small, flags = USUAL_PIXELS * scale, Qt.AlignmentFlag
    cell, sides = transform.cell, [arrangement.board.shape[axis] for axis in arrangement.shown[:2]]
    across, up = (edge_values(side, cell, 1.3 * small).tolist() for side in (*sides, 1)[:2])
    write_in(painter, sized(shown.font, small), shown.theme.text_3)
    for x, y in transform.points(arrangement.block_origins[blocks, :2] - 0.5).tolist():
        for value in across:
            middle = x + (value + 0.5) * cell
            box = QRectF(middle - 2 * small, y + 4 * scale, 4 * small, 1.5 * small)
            painter.drawText(box, flags.AlignHCenter | flags.AlignTop, str(value + 1))
        for value in up if len(sides) > 1 else ():
            box = QRectF(x - 9 * scale - 4 * small, y - (value + 1) * cell, 4 * small, cell)
            painter.drawText(box, MIDDLE_RIGHT, str(value + 1))


def paint_numbers(painter: QPainter, shown: Shown) -> None:
    """Write how many placements use it into each cell, where that fits."""
    picture, transform = shown.picture, shown.transform
    overlay = picture.overlay
    if overlay is None or transform.cell < NUMBERS_FROM:
        return
    cells, points = shown.places(np.flatnonzero(overlay.has_value))
    free = ~shown.occupied[cells]
    values = overlay.values[cells[free]]
    if len(values) > MOST_NUMBERS:
        return
    words = [overlay.number(value) for value in values.tolist()]
    font = sized(shown.font, USUAL_PIXELS * text_scale(shown.font))
    if max(map(QFontMetricsF(font).horizontalAdvance, set(words)), default=0) > transform.cell - 4:
        return
    painter.setFont(font)
    half, colours = transform.cell / 2, viridis(values / overlay.top)
    for (x, y), word, colour in zip(points[free].tolist(), words, colours, strict=True):
        painter.setPen(QColor(contrast_text(colour)))
        box = QRectF(x - half, y - half, transform.cell, transform.cell)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)


def paint_legend(painter: QPainter, shown: Shown) -> None:
    """Paint the scale at the right: how many placements use a cell, and the hatch of never."""
    picture, transform, theme = shown.picture, shown.transform, shown.theme
    overlay = picture.overlay
    if overlay is None or not shown.has_legend:
        return
    scale = text_scale(shown.font)
    width = scale * LEGEND_WIDTH
    plate = QRectF(transform.width - width, 0, width, transform.height)
    painter.fillRect(plate, QColor(theme.bar))
    height = min(260.0, 0.5 * transform.height)
    bar = QRectF(plate.left() + 12, (transform.height - height) / 2, 16, height)
    ramp = viridis(np.linspace(0, 1, 128))[:, None]
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(bar, image_of(ramp))
    write_in(painter, sized(shown.font, USUAL_PIXELS * scale), theme.text)
    for value, text in overlay.ticks():
        y = bar.bottom() - value / overlay.top * height
        line = QRectF(bar.right() + 8, y - 10 * scale, width, 20 * scale)
        painter.drawText(line, MIDDLE_LEFT, text)
    if overlay.zero_text:
        never = QRectF(QPointF(bar.left(), bar.bottom() + 16), QSizeF(16, 16))
        words = QRectF(bar.right() + 8, never.center().y() - 10 * scale, width, 20 * scale)
        painter.drawText(words, MIDDLE_LEFT, overlay.zero_text)
        painter.fillRect(never, QBrush(QColor(theme.text_3), Qt.BrushStyle.BDiagPattern))
    painter.setPen(QColor(theme.text_3))
    for row, line_words in enumerate(overlay.titles):
        painter.drawText(QPointF(bar.left(), bar.top() - (28 - 16 * row) * scale), line_words)


def paint_clique(painter: QPainter, shown: Shown, picture: BoardView) -> None:
    """Outline the cells of a clique, or of an odd cycle and join those that follow each other."""
    if picture.clique is None:
        return
    half = shown.transform.cell * 0.44
    _, points = shown.places(picture.clique)
    pairs = picture.cycle_pairs[shown.arrangement.visible(picture.cycle_pairs).all(axis=1)]
    if len(pairs):
        ends = shown.transform.points(shown.arrangement.positions(pairs.ravel())).reshape(-1, 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(shown.theme.text), 1.5))
        painter.drawLines(to_lines(ends))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    outline_with(painter, shown.theme.text, 2 if shown.transform.cell >= 16 else 1)
    painter.drawRects([QRectF(x - half, y - half, 2 * half, 2 * half) for x, y in points.tolist()])

"""Paint what frames the cells of layers: the lattice, names, coordinates, numbers, the legend."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen

from nqviz.core.board import IntArray
from nqviz.rendering.canvas.layout import block_titles, edge_values, title_limit
from nqviz.rendering.canvas.legend import number_size
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.overlay import number_text
from nqviz.view.palette import contrast_text, viridis

from ...widgets.theme import text_scale
from .names import paint_edge_names
from .paint import MANY_BLOCKS, Shown, blocks_in_sight, image_of, tiles
from .view_transform import ViewTransform, to_lines

LATTICE_FROM = 4.0
"""Pixels a cell needs before lines are drawn between cells."""
TITLE_FROM, LEAST_TITLE = 5.0, 6.0
"""Pixels that a cell and the text of a title need at least."""
NUMBERS_FROM = 10.0
LEGEND_WIDTH = 104


def paint_frame(painter: QPainter, shown: Shown) -> None:
    """Paint all that does not change while queens come and go."""
    lens, arrangement = shown.lens, shown.arrangement
    blocks = blocks_in_sight(shown)
    if len(blocks) > MANY_BLOCKS:
        return
    if lens.cell >= LATTICE_FROM:
        lines = [_lattice(lens, corner, tile.shape) for tile, corner in tiles(shown)]
        grid = QColor(shown.theme.lattice)
        grid.setAlphaF(
            min(1.0, 0.3 + 0.07 * (lens.cell - LATTICE_FROM))
        )  # small cells, faint lines
        painter.setPen(QPen(grid, 1))
        painter.drawLines(to_lines(np.concatenate([np.zeros((0, 2, 2)), *lines])))
    painter.setPen(QPen(QColor(shown.theme.text_3), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rows_and_columns = tuple(np.rint(arrangement.block_extent[1::-1]).astype(int).tolist())
    for origin in arrangement.block_origins[blocks, :2]:
        painter.drawRect(lens.block(origin, rows_and_columns))
    if lens.cell >= TITLE_FROM:
        _paint_words(painter, shown, blocks)
    if not has_titles(arrangement, lens.cell, shown.font):
        paint_edge_names(painter, shown)


def has_titles(arrangement: Arrangement, cell: float, font: QFont) -> bool:
    """Return whether the layers can have their names over them, at a size of a cell."""
    if cell < TITLE_FROM:  # and there may be a hundred thousand layers to name
        return False
    return _title_size(arrangement, block_titles(arrangement), cell, font) >= LEAST_TITLE


def _title_size(arrangement: Arrangement, titles: list[str], cell: float, font: QFont) -> float:
    scale = text_scale(font)
    small = min(12.0 * scale, 0.48 * cell)
    size = min(14.0 * scale, (0.65 if small >= 7 else 1.05) * cell)
    return min(size, title_limit(arrangement, titles) * cell)


def _lattice(lens: ViewTransform, corner: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """Return the lines between the cells of a tile, in pixels, shape (k, 2, 2)."""
    height, width = shape
    lines = [[(0, y), (width, y)] for y in range(1, height)]
    lines += [[(x, 0), (x, height)] for x in range(1, width)]
    return lens.points(np.array(lines, dtype=float).reshape(-1, 2, 2) + corner - 0.5)


def sized(font: QFont, pixels: float) -> QFont:
    """Return a font of a size in pixels."""
    sized = QFont(font)
    sized.setPixelSize(max(6, int(pixels)))
    return sized


def paint_frame_words(painter: QPainter, shown: Shown) -> None:
    """Write the names of the layers over them, and coordinates from 1 along the edges."""
    _paint_words(painter, shown, blocks_in_sight(shown))


def _paint_words(painter: QPainter, shown: Shown, blocks: IntArray) -> None:
    lens, arrangement, theme = shown.lens, shown.arrangement, shown.theme
    titles = block_titles(arrangement)
    scale = text_scale(shown.font)
    small = min(12.0 * scale, 0.48 * lens.cell)
    title_size = _title_size(arrangement, titles, lens.cell, shown.font)
    sides = [arrangement.board.shape[axis] for axis in arrangement.shown[:2]]
    height = float(arrangement.block_extent[1])
    corners = lens.points(arrangement.block_origins[blocks, :2] - 0.5).tolist()
    flags = Qt.AlignmentFlag
    for block, (x, y) in zip(blocks.tolist(), corners, strict=True):
        if titles[block] and title_size >= LEAST_TITLE:
            painter.setFont(sized(shown.font, title_size))
            painter.setPen(QColor(theme.text))
            bottom = y - height * lens.cell - 0.2 * lens.cell
            line = QRectF(x, bottom - 2 * title_size, 400 * scale, 2 * title_size)
            painter.drawText(line, flags.AlignLeft | flags.AlignBottom, titles[block])
        if small < 7:
            continue
        painter.setFont(sized(shown.font, small))
        painter.setPen(QColor(theme.text_3))
        for value in edge_values(sides[0], lens.cell).tolist():
            box = QRectF(x + value * lens.cell, y + 0.1 * lens.cell, lens.cell, 1.3 * small)
            painter.drawText(box, flags.AlignHCenter | flags.AlignTop, str(value + 1))
        for value in edge_values(sides[1], lens.cell).tolist() if len(sides) > 1 else ():
            right = x - 0.12 * lens.cell
            box = QRectF(right - 3 * small, y - (value + 1) * lens.cell, 3 * small, lens.cell)
            painter.drawText(box, flags.AlignRight | flags.AlignVCenter, str(value + 1))


def paint_numbers(painter: QPainter, shown: Shown) -> None:
    """Write how many placements use it into each cell, where that fits."""
    picture, lens = shown.picture, shown.lens
    overlay = picture.overlay
    if overlay is None or lens.cell < NUMBERS_FROM:
        return
    cells, points = shown.places(np.flatnonzero(overlay.has_value))
    free = ~shown.occupied[cells]
    values = overlay.values[cells[free]]
    words = [number_text(value) for value in values.tolist()]
    size = number_size(words, lens.cell)
    if not size:
        return
    painter.setFont(sized(shown.font, size))
    half = lens.cell / 2
    for (x, y), word, colour in zip(
        points[free].tolist(), words, viridis(values / overlay.top), strict=True
    ):
        painter.setPen(QColor(contrast_text(colour)))
        box = QRectF(x - half, y - half, lens.cell, lens.cell)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)


def paint_legend(painter: QPainter, shown: Shown) -> None:
    """Paint the scale at the right: how many placements use a cell, and the hatch of never."""
    picture, lens, theme = shown.picture, shown.lens, shown.theme
    overlay = picture.overlay
    if overlay is None:
        return
    scale = text_scale(shown.font)
    width = scale * LEGEND_WIDTH
    plate = QRectF(lens.width - width, 0, width, lens.height)
    painter.fillRect(plate, QColor(theme.background))
    height = min(260.0, 0.5 * lens.height)
    bar = QRectF(plate.left() + 12, (lens.height - height) / 2, 16, height)
    ramp = viridis(np.linspace(0, 1, 128))[:, None]
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(bar, image_of(ramp))
    painter.setFont(sized(shown.font, 12 * scale))
    flags = Qt.AlignmentFlag
    painter.setPen(QColor(theme.text))
    for value in overlay.ticks():
        y = bar.bottom() - value / overlay.top * height
        line = QRectF(bar.right() + 8, y - 10 * scale, width, 20 * scale)
        painter.drawText(line, flags.AlignLeft | flags.AlignVCenter, number_text(value))
    if overlay.has_zeros:
        never = QRectF(QPointF(bar.left(), bar.bottom() + 16), QSizeF(16, 16))
        words = QRectF(bar.right() + 8, never.center().y() - 10 * scale, width, 20 * scale)
        painter.drawText(words, flags.AlignLeft | flags.AlignVCenter, "never")
        painter.fillRect(never, QBrush(QColor(theme.text_3), Qt.BrushStyle.BDiagPattern))
    painter.setPen(QColor(theme.text_3))
    for row, line_words in enumerate(overlay.titles):
        painter.drawText(QPointF(bar.left(), bar.top() - (28 - 16 * row) * scale), line_words)

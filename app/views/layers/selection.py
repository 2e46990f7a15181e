"""How cells are chosen among the layers: with a box, one by one, and with the keys."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from nqviz.core.board import Board, IntArray
from nqviz.rendering.canvas.layers_layout import block_indices, cell_runs
from nqviz.view.arrangement import Arrangement

from ...widgets.painting import fill_with
from .paint import Shown, blocks_in_sight, tiles

ARROWS = {
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Up: (1, 1),
    Qt.Key.Key_Down: (1, -1),
}
PAGES = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}


def moved(
    arrangement: Arrangement, cell: tuple[int, ...] | None, key: Qt.Key, control: bool
) -> tuple[int, ...] | None:
    """Return the cell to which a key moves the cursor, None for keys that move nothing.

    Arrows move within a layer and stop at its edge; Page Up and Page Down go up and down through
    all layers, the lowest coordinate first; Home and End go to the ends of a row, with control to
    those of the layer. With no cursor each of these keys starts at the first cell in sight.
    """
    if key not in ARROWS and key not in PAGES and key not in (Qt.Key.Key_Home, Qt.Key.Key_End):
        return None
    if cell is None:
        return tuple(arrangement.fixed.get(k, 0) for k in range(arrangement.board.d))
    target, sides, shown = list(cell), arrangement.board.shape, arrangement.shown[:2]
    if key in ARROWS:
        place, step = ARROWS[key]
        if place < len(shown):
            k = shown[place]
            target[k] = min(max(target[k] + step, 0), sides[k] - 1)
    elif key in PAGES:
        _turn_page(target, arrangement, PAGES[key])
    else:
        for k in shown if control else shown[:1]:
            target[k] = 0 if key == Qt.Key.Key_Home else sides[k] - 1
    return tuple(target)


def _turn_page(target: list[int], arrangement: Arrangement, step: int) -> None:
    """Go one layer on or back, through every layer in turn; stay at the very ends."""
    hidden = [k for k in range(arrangement.board.d) if k not in arrangement.shown]
    before = list(target)
    for k in hidden:
        value = target[k] + step
        if 0 <= value < arrangement.board.shape[k]:
            target[k] = value
            return
        target[k] = 0 if step > 0 else arrangement.board.shape[k] - 1
    target[:] = before


DASHES_FROM = 5.0
"""Pixels a cell needs before a dashed outline can be told from a solid one."""
MANY = 500
"""More selected cells than this are filled in rows and have no outlines of their own."""


def cells_in_box(shown: Shown, box: QRectF) -> IntArray:
    """Return the cells in sight whose middles lie in a box on the widget."""
    transform, arrangement = shown.transform, shown.arrangement
    left, top = transform.place(box.topLeft())
    right, bottom = transform.place(box.bottomRight())
    wanted = set(blocks_in_sight(shown).tolist())
    half = 0.6 / transform.cell  # places of the mouse are whole pixels
    found = []
    for number, indices in enumerate(block_indices(arrangement)):
        if number in wanted:
            x, y = arrangement.block_origins[number, :2].tolist()
            rows = _between(indices.shape[0], bottom - y - half, top - y + half)
            columns = _between(indices.shape[1], left - x - half, right - x + half)
            found.append(indices[rows][:, columns].ravel())
    cells = np.concatenate([np.zeros(0, np.int64), *found])
    return cells[arrangement.visible(cells)]


def _between(count: int, low: float, high: float) -> npt.NDArray[np.bool_]:
    values = np.arange(count)
    inside: npt.NDArray[np.bool_] = (values >= low) & (values <= high)
    return inside


def cells_between(board: Board, first: int, last: int) -> IntArray:
    """Return all cells of the box, in every dimension, that two cells span."""
    corners = np.sort(board.cells([first, last]), axis=0)
    ranges = [np.arange(low, high + 1) for low, high in corners.T]
    grid = np.meshgrid(*ranges, indexing="ij")
    return board.indices(np.stack([values.ravel() for values in grid], axis=-1))


def paint_selection(painter: QPainter, shown: Shown, cells: IntArray) -> None:
    """Paint the selected cells: filled with the accent colour, their outlines dashed."""
    if not len(cells):
        return
    transform = shown.transform
    accent, fill = QColor(shown.theme.accent), QColor(shown.theme.accent)
    fill.setAlphaF(0.3)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    fill_with(painter, fill)
    painter.drawRects(_runs(shown, cells))
    if transform.cell < DASHES_FROM or len(cells) > MANY:
        return
    _, points = shown.places(cells)
    half = transform.cell / 2 - max(1.0, 0.06 * transform.cell)
    pen = QPen(accent, 2 if transform.cell >= 16 else 1)
    pen.setDashPattern([3.0, 2.0])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRects([QRectF(x - half, y - half, 2 * half, 2 * half) for x, y in points.tolist()])


def _runs(shown: Shown, cells: IntArray) -> list[QRectF]:
    """Return boxes that cover the cells that are in sight, neighbours in a row together."""
    if len(cells) <= MANY:
        _, points = shown.places(cells)
        side, half = shown.transform.cell, shown.transform.cell / 2
        return [QRectF(x - half, y - half, side, side) for x, y in points.tolist()]
    chosen = np.full(shown.arrangement.board.size, -1, np.int64)
    chosen[cells] = 1
    boxes = [cell_runs(chosen[tile], corner)[0] for tile, corner in tiles(shown)]
    return [shown.transform.rect(*box) for box in np.concatenate(boxes).tolist()]


def paint_band(painter: QPainter, shown: Shown, band: QRectF) -> None:
    """Paint the box that is being drawn with the mouse."""
    accent = QColor(shown.theme.accent)
    pen = QPen(accent, 1)
    pen.setDashPattern([4.0, 3.0])
    painter.setPen(pen)
    accent.setAlphaF(0.12)
    painter.setBrush(accent)
    painter.drawRect(band)

"""Where the layers of one cube stand on a page: rows of boards with names and even gaps.

All lengths are in logical pixels and fall on whole pixels of the screen, so that every board is
painted alike and no gap is wider than another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

import numpy as np
from PySide6.QtCore import QRectF, QSize

from nqviz.core.board import Board
from nqviz.view.arrangement import Arrangement

from .view_transform import LARGEST_CELL, ROOM, ViewTransform

WHOLE_FROM = 4.0
"""Pixels from which on every cell has as many as its neighbour."""
ALIKE = 0.92
"""Of two numbers of columns the smaller one is taken where its cells are this share as large."""
NAMES = 22.0
"""Pixels at the left for the numbers of layers that have no names over them."""
LARGEST_GAP = 48.0
"""Pixels between two rows at most, where the page is higher than they need."""


@dataclass(frozen=True)
class Style:
    """What stands around each board, in pixels at 100 %."""

    least_cell: float  # the smallest cells that it is used for
    least_board: float  # the smallest boards that it is used for
    left: float  # room for coordinates at the left
    above: float  # room for the name
    below: float  # room for coordinates below
    across: float  # the least gap between two boards with all that, side by side
    down: float  # and one above the other


FULL = Style(14.0, 0.0, 28.0, 36.0, 24.0, 24.0, 12.0)
NAMED = Style(0.0, 84.0, 0.0, 24.0, 0.0, 16.0, 6.0)
BARE = Style(0.0, 0.0, 0.0, 0.0, 0.0, 6.0, 6.0)
STYLES = (FULL, NAMED, BARE)


@dataclass(frozen=True)
class Page:
    """How the layers of one cube, or a flat board, lie on a page."""

    arrangement: Arrangement  # the top layer first
    transform: ViewTransform
    style: Style  # what is written around the boards at the size that fits the page
    free: QRectF  # the places of the last row that hold no board


def page_of(
    board: Board,
    shown: tuple[int, ...],
    fixed: Mapping[int, int],
    size: QSize,
    legend: int,
    ratio: float,
    scale: float,
) -> Page | None:
    """Lay the layers out in rows with cells as large as the page lets them be.

    `shown`: the axes across and up in each board.
    `fixed`: axes that are fixed; at most one other axis is not shown.
    `legend`: pixels at the right that stay free.
    `ratio`: pixels of the screen for each logical one.
    `scale`: the size of text beside the usual one.
    Returns None where the layers of several cubes stand side by side.
    """
    spread = Arrangement(board, shown, fixed).spread
    if len(spread) > 1:
        return None
    count = board.shape[spread[0]] if spread else 1
    sides = board.shape[shown[0]], board.shape[shown[1]] if len(shown) > 1 else 1
    room = max(size.width() - legend, 80), max(size.height(), 80)
    for style in STYLES:
        if style is BARE and spread:
            room = max(room[0] - round(NAMES * scale), 80), room[1]
        columns, cell = _fitted(count, sides, room, style, scale, ratio, bool(spread))
        is_small = cell < style.least_cell * scale or cell * sides[0] < style.least_board * scale
        if not is_small or style is BARE:
            break
    places = size, legend, room
    return _placed(board, shown, fixed, places, style, (columns, cell), (ratio, scale))


def _fitted(
    count: int,
    sides: tuple[int, int],
    room: tuple[int, int],
    style: Style,
    scale: float,
    ratio: float,
    is_named: bool,
) -> tuple[int, float]:
    """Return the number of columns with the largest cells, and their size."""
    columns = np.arange(1, count + 1)
    rows = -(-count // columns)
    above = style.above if is_named else ROOM
    wide = room[0] - scale * (columns * (style.left + style.across) + style.across)
    high = room[1] - scale * (rows * (above + style.below + style.down) + style.down)
    cells = np.minimum(wide / (columns * sides[0]), high / (rows * sides[1]))
    place = int(np.argmax(cells >= ALIKE * cells.max()))  # the page is filled from the top
    cell = min(max(float(cells[place]), 0.05), LARGEST_CELL)
    if cell >= WHOLE_FROM:
        cell = floor(cell * ratio) / ratio
    else:  # all boards are equally many whole pixels wide
        longest = max(sides)
        cell = max(floor(cell * longest * ratio), 1) / ratio / longest
    return int(columns[place]), cell


def _placed(
    board: Board,
    shown: tuple[int, ...],
    fixed: Mapping[int, int],
    places: tuple[QSize, int, tuple[int, int]],
    style: Style,
    fitted: tuple[int, float],
    pixels: tuple[float, float],
) -> Page:
    """Return the page with its boards in place, the gaps between them even."""
    (columns, cell), (ratio, scale), (size, legend, room) = fitted, pixels, places
    spread = Arrangement(board, shown, fixed).spread
    count = board.shape[spread[0]] if spread else 1
    rows = -(-count // columns)
    width = cell * board.shape[shown[0]]
    height = cell * (board.shape[shown[1]] if len(shown) > 1 else 1)
    left = scale * style.left
    above, below = scale * (style.above if spread else ROOM), scale * style.below

    def whole(length: float) -> float:
        return floor(length * ratio) / ratio

    margin = size.width() - legend - room[0]
    gap = whole((room[0] - columns * (left + width)) / (columns + 1))
    spare = room[1] - rows * (above + height + below)
    down = whole(min(max(spare / rows, scale * style.down), scale * LARGEST_GAP))
    step = whole(left + width + gap), whole(above + height + below + down)
    gaps = (step[0] - width) / cell, (step[1] - height) / cell
    arrangement = Arrangement(
        board, shown, fixed, columns=columns if spread else None, gaps=gaps, descending=True
    )
    x, y = whole(margin + gap + left), whole(above)
    if not spread:  # a flat board stands in the middle
        y = whole(above + max(spare, 0) / 2)
    corner = x + cell / 2, y + height - cell / 2
    transform = ViewTransform(cell, *corner, size.width(), size.height())
    empty = columns * rows - count
    left, top = x + (columns - empty) * step[0], y + (rows - 1) * step[1] - above
    free = QRectF(left, top, empty * step[0] - gap, step[1])
    return Page(arrangement, transform, style, free if empty else QRectF())


def written(arrangement: Arrangement, transform: ViewTransform, scale: float) -> Style:
    """Return what there is room for around the boards, also when someone has zoomed."""
    board, cell = arrangement.board, transform.cell
    width = cell * board.shape[arrangement.shown[0]]
    gaps = arrangement.gaps or (0.0, 0.0)
    for style in STYLES[:-1]:
        across, down = style.left + style.across / 2, style.above + style.below
        needed = np.array((style.least_cell, style.least_board, across, down)) * scale
        if (np.array((cell, width, gaps[0] * cell, gaps[1] * cell)) >= needed).all():
            return style
    return BARE

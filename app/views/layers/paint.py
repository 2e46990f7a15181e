"""Paint the cells of layers with Qt.

Cells are never painted one by one: the colours of the seen part of a block are one small image,
drawn enlarged, and hatches and dots fill runs of cells with a pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPainter, QRegion, QTransform

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.cached import cached_property
from nqviz.core.language import noun_tr, tr
from nqviz.rendering.canvas.canvas import Canvas
from nqviz.rendering.canvas.flat_colours import cell_colours, queen_colours
from nqviz.rendering.canvas.layers_layout import block_indices, cell_runs
from nqviz.rendering.canvas.marks import ConflictMarks, conflict_marks
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import OUTSIDE, ColourArray, Theme, rgb

from ...widgets.painting import fill_with, smooth_painter
from .view_transform import Mask, ViewTransform

QUEEN_FROM = 3.5
"""Pixels a cell needs before its queen is more than a coloured cell."""
HATCH_FROM = 5.0
DOT_FROM = 5.0
DOT = 0.07
"""Radius of the dot of a free cell, in cells."""
MANY_BLOCKS = 2500
"""With more blocks in sight than this, single cells become single pixels."""


@dataclass(frozen=True)
class Tally:
    """How many queens and free cells each block has, shapes (blocks,)."""

    queens: IntArray
    free: IntArray

    @classmethod
    def of(cls, shown: Shown) -> Tally:
        """Count those of what is shown."""
        arrangement = shown.arrangement
        shape = arrangement.board.shape
        place = tuple(arrangement.fixed.get(axis, slice(None)) for axis in range(len(shape)))
        kept = [axis for axis in range(len(shape)) if axis not in arrangement.fixed]
        flat = tuple(kept.index(axis) for axis in arrangement.shown)
        masks = shown.occupied, shown.attacked
        occupied, attacked = (mask.reshape(shape)[place] for mask in masks)
        queens, free = (mask.sum(axis=flat).ravel() for mask in (occupied, ~attacked))
        return cls(queens, free)

    def words(self, block: int, piece: str) -> str:
        """Return the counts of a block: ``1 queen · 3 free``."""
        queens, free = int(self.queens[block]), int(self.free[block])
        noun = noun_tr(piece if queens == 1 else f"{piece}s")
        return tr("{queens} · {free} free", queens=f"{queens} {noun}", free=free)


@dataclass(frozen=True, eq=False)
class Shown:
    """All that the painters need to know.

    `attacked`, `occupied`, shape (size,): of the cells that are drawn; others do not matter.
    """

    picture: BoardView
    attacked: Mask
    occupied: Mask
    arrangement: Arrangement
    theme: Theme
    transform: ViewTransform
    font: QFont
    has_legend: bool = False

    @cached_property
    def darkened(self) -> Mask:
        """The cells that are attacked and hold no queen."""
        darkened: Mask = self.attacked > self.occupied
        return darkened

    @cached_property
    def look(self) -> tuple[object, ...]:
        """All but cells, queens and marks; where it is the same, little may have changed."""
        picture = self.picture
        return (
            *(self.transform, self.arrangement, self.theme, self.font, self.has_legend),
            *(id(picture.overlay), id(picture.outside), id(picture.core)),  # kept alive by this
            *(picture.rings, picture.free is None, len(picture.suggested) > 0),
        )

    @cached_property
    def blocks(self) -> IntArray:
        """The numbers of the blocks that are at least partly seen."""
        return np.flatnonzero(self.transform.sees_blocks(self.arrangement))

    @cached_property
    def tally(self) -> Tally:
        return Tally.of(self)

    @cached_property
    def conflicts(self) -> ConflictMarks:
        return conflict_marks(self.arrangement, self.picture.conflicts)

    def block_corners(self, blocks: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return the upper left corners of blocks, shape (k, 2), and their size, in pixels."""
        size = self.arrangement.block_extent[:2] * self.transform.cell
        corners = self.transform.points(self.arrangement.block_origins[blocks, :2] - 0.5)
        return corners - (0.0, size[1]), size

    def changed_since(self, before: Shown) -> IntArray:
        """Return the drawn cells that are attacked or hold a queen now or before, but not both.

        Both are drawn in the same arrangement.
        """
        board, part = self.arrangement.board, drawn_part(self.arrangement)
        (attacked, occupied), (was_attacked, was_occupied) = (
            [mask.reshape(board.shape)[part] for mask in (each.attacked, each.occupied)]
            for each in (self, before)
        )
        changed = (attacked != was_attacked) | (occupied != was_occupied)
        places = np.unravel_index(np.flatnonzero(changed), changed.shape)
        steps = zip(places, part, board.strides, strict=True)
        return np.asarray(sum((place + (at.start or 0)) * step for place, at, step in steps))

    def places(self, indices: IntArray) -> tuple[IntArray, FloatArray]:
        """Return those of the cells that are in sight, and their pixels."""
        seen = indices[self.arrangement.visible(indices)]
        places = self.arrangement.positions(seen)
        near = self.transform.sees(places)
        return seen[near], self.transform.points(places[near])


def drawn_part(arrangement: Arrangement) -> tuple[slice, ...]:
    """Return the part of an array with one axis for each of the board's that is drawn."""
    ends = {axis: (value, value) for axis, value in arrangement.fixed.items()}
    ends.update(arrangement.ranges)
    axes = range(arrangement.board.d)
    return tuple(slice(ends[a][0], ends[a][1] + 1) if a in ends else slice(None) for a in axes)


def masks_of(counts: AttackCounts, arrangement: Arrangement) -> tuple[Mask, Mask]:
    """Return which of the drawn cells are attacked, and which hold a queen, shapes (size,)."""
    shape, part = arrangement.board.shape, drawn_part(arrangement)
    attacked, occupied = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    attacked[part] = counts.counts.reshape(shape)[part] > 0
    occupied[part] = counts.occupied.reshape(shape)[part]
    return attacked.ravel(), occupied.ravel()


@dataclass(frozen=True, eq=False)
class Part:
    """The part of a widget that is painted: boxes of whole pixels, or everything without boxes.

    `boxes`, shape (k, 4), int64: left, top, right and bottom, the last two not included.
    """

    boxes: IntArray | None = None

    @classmethod
    def around(cls, boxes: FloatArray) -> Part:
        """Return the pixels that boxes, shape (k, 4), touch."""
        return cls(np.hstack((np.floor(boxes[:, :2]), np.ceil(boxes[:, 2:]))).astype(np.int64))

    @cached_property
    def region(self) -> QRegion:
        """The pixels, where there are boxes."""
        region = QRegion()
        for left, top, right, bottom in [] if self.boxes is None else self.boxes.tolist():
            region += QRect(left, top, right - left, bottom - top)
        return region

    def meets(self, low: FloatArray, high: FloatArray) -> Mask:
        """Return which boxes, from their corners of shape (k, 2), are painted at least partly."""
        if self.boxes is None:
            return np.ones(len(low), np.bool_)
        left_top, right_bottom = self.boxes[:, :2], self.boxes[:, 2:]
        overlaps: Mask = (low[:, None] < right_bottom) & (high[:, None] > left_top)
        met: Mask = np.any(np.all(overlaps, axis=2), axis=1)
        return met


EVERYTHING = Part()


def canvas_of(shown: Shown) -> Canvas:
    """Return an empty canvas whose places are those of the arrangement on the widget."""
    transform = shown.transform
    size, middle = (transform.width, transform.height), (transform.x, transform.y)
    return Canvas.looking_at(shown.theme, size, transform.cell, middle)


def board_theme(theme: Theme) -> Theme:
    """Return a theme whose boards have the colours of layers in the window."""
    free, attacked, line = theme.cells
    return replace(theme, background=free, attacked=attacked, lattice=line)


def paint_cells(painter: QPainter, shown: Shown) -> None:
    """Paint the ground of all cells, without lines between them."""
    painter.fillRect(0, 0, shown.transform.width, shown.transform.height, QColor(shown.theme.bar))
    _paint_blocks(painter, shown, blocks_in_sight(shown))


def paint_blocks_of(painter: QPainter, shown: Shown, cells: IntArray) -> None:
    """Paint the ground of the blocks that hold some cells over what was painted before."""
    blocks = blocks_in_sight(shown)
    _paint_blocks(painter, shown, blocks[_hold(shown.arrangement, blocks, cells)])


def _hold(arrangement: Arrangement, blocks: IntArray, cells: IntArray) -> Mask:
    """Return which blocks hold any of some cells."""
    board, axes = arrangement.board, list(arrangement.shown)
    within = board.cells(cells)[:, axes] @ np.array(board.strides)[axes]
    held: Mask = np.isin(board.indices(arrangement.blocks[blocks]), cells - within)
    return held


def _paint_blocks(painter: QPainter, shown: Shown, blocks: IntArray) -> None:
    transform = shown.transform
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, transform.cell < 1.0)
    for tile, corner in tiles(shown, blocks):
        painter.drawImage(transform.block(corner, tile.shape), image_of(_tile_colours(shown, tile)))
        _paint_hatches(painter, shown, tile, corner)


def blocks_in_sight(shown: Shown) -> IntArray:
    """Return the numbers of the blocks that are at least partly seen."""
    return shown.blocks


def tiles(shown: Shown, blocks: IntArray | None = None) -> Iterator[tuple[IntArray, FloatArray]]:
    """Yield the seen part of each block: its cells, and the place of the first of them."""
    arrangement = shown.arrangement
    wanted = set((blocks_in_sight(shown) if blocks is None else blocks).tolist())
    for number, indices in enumerate(block_indices(arrangement)):
        if number in wanted:
            origin = arrangement.block_origins[number, :2]
            rows, columns = _seen_part(indices.shape, origin, shown.transform)
            yield indices[rows, columns], origin + np.array((columns.start, rows.start))


def paint_free(painter: QPainter, shown: Shown, part: Part) -> None:
    """Paint a dot on each free cell: runs of them are filled with a pattern of one cell."""
    transform = shown.transform
    if transform.cell < DOT_FROM or len(blocks_in_sight(shown)) > MANY_BLOCKS:
        return
    fill_with(painter, _dots(shown.theme, transform.cell, painter.device().devicePixelRatioF()))
    blocks = blocks_in_sight(shown)
    corners, size = shown.block_corners(blocks)
    for tile, corner in tiles(shown, blocks[part.meets(corners, corners + size)]):
        free = ~shown.attacked[tile] & shown.arrangement.visible(tile)
        boxes, _ = cell_runs(np.where(free, 1, -1), corner)
        painter.setBrushOrigin(transform.block(corner, tile.shape).topLeft())
        painter.drawRects([transform.rect(*box) for box in boxes.tolist()])


def _dots(theme: Theme, cell: float, ratio: float) -> QBrush:
    side = max(1, round(cell * ratio))
    texture = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    texture.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(texture)
    fill_with(painter, theme.text_2)
    radius = max(0.5 * ratio, DOT * side)
    painter.drawEllipse(QPointF(side / 2, side / 2), radius, radius)
    painter.end()
    brush = QBrush(texture)
    brush.setTransform(QTransform.fromScale(cell / side, cell / side))
    return brush


def _seen_part(
    shape: tuple[int, ...], origin: FloatArray, transform: ViewTransform
) -> tuple[slice, slice]:
    """Return the rows and columns of a block that are in sight."""
    left, top = transform.place(QPointF(0, 0))
    right, bottom = transform.place(QPointF(transform.width, transform.height))
    height, width = shape
    columns = slice(*_clipped(left - origin[0], right - origin[0], width))
    return slice(*_clipped(bottom - origin[1], top - origin[1], height)), columns


def _clipped(low: float, high: float, count: int) -> tuple[int, int]:
    first = min(max(int(np.floor(low)), 0), count - 1)
    return first, max(min(int(np.ceil(high)) + 1, count), first + 1)


def _tile_colours(shown: Shown, tile: IntArray) -> ColourArray:
    colours = cell_colours(shown.picture, shown.darkened, shown.theme, tile)
    if shown.transform.cell < QUEEN_FROM:
        stand = shown.occupied[tile]
        colours[stand] = queen_colours(shown.arrangement, tile[stand], shown.theme)
    if shown.arrangement.ranges:
        colours[~shown.arrangement.visible(tile)] = rgb(shown.theme.bar)
    return colours


def image_of(colours: ColourArray) -> QImage:
    """Make an image, one pixel a cell, from colours of shape (rows, columns, 3), lowest first."""
    pixels = np.full((*colours.shape[:2], 4), 255, np.uint8)
    pixels[..., 2::-1] = colours[::-1]
    height, width = colours.shape[:2]
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def _paint_hatches(painter: QPainter, shown: Shown, tile: IntArray, corner: FloatArray) -> None:
    picture, transform = shown.picture, shown.transform
    if transform.cell < HATCH_FROM:
        return
    never = None if picture.overlay is None else ~picture.overlay.has_value
    for mask, colour, pattern in (
        (never, shown.theme.text_3, Qt.BrushStyle.BDiagPattern),
        (picture.outside, OUTSIDE, Qt.BrushStyle.BDiagPattern),
        (picture.core, shown.theme.text, Qt.BrushStyle.FDiagPattern),
    ):
        if mask is not None and mask[tile].any():
            boxes, _ = cell_runs(np.where(mask[tile], 1, -1), corner)
            fill_with(painter, QBrush(QColor(colour), pattern))
            painter.drawRects([transform.rect(*box) for box in boxes.tolist()])

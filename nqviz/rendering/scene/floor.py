"""The floor of every block: a picture of its cells, and over it a picture of the shadows."""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import ColourArray, Theme

from .actors import Picture
from .frame import Frame, colour, props_of
from .lattice import MOST_LINES, Grid
from .look import look_of
from .options import layer_axis
from .shadows import OUTSIDE, Part, ShadowMap, cells_of, pixels_of, plate
from .shapes import SQUARE, rectangle
from .wrapped import Wrapped

CELL_PIXELS = 48
MOST_PIXELS = {"fine": 2048, "plain": 1024, "coarse": 128}
"""Pixels of a cell, and of the longest side of a floor, by how detailed it is."""
SHADOW_PIXELS, MOST_SHADOW_PIXELS = 16, 512
"""Pixels of a cell, and of the longest side of the shadows on all floors."""
LARGE, LARGE_PIXELS = 60, 2
"""On sides of more cells than the first the shadows have fewer pixels a cell."""
MARGIN, NARROW_MARGIN = 2.0, 0.7
"""How far the picture goes beyond the cells: of one block, and of several."""
BLUR = 0.55
"""How soft the shadow of the floor itself is, in cells."""
LINE, LINE_OPACITY = 0.05, 0.55
"""The width of lines between cells, in cells, and their opacity."""
SINK = 0.02
"""How far the floor lies below the lowest face of the cells, so that edges are not lost in it."""


class Floor:
    """The floors, and the shadows of queens on them."""

    def __init__(self) -> None:
        self._cells = Picture()
        self._shadows = Picture(blurred=True)
        self._maps: list[ShadowMap] = []
        self._pixels: ColourArray = np.zeros((0, 0, 4), np.uint8)  # of all maps
        self._columns = 1
        self._known: IntArray = np.zeros(0, np.int64)
        self.props = props_of(self._cells, self._shadows)

    def show(self, frame: Frame) -> None:
        """Update the floors and the shadows."""
        key = (frame.arrangement, frame.theme, frame.options.lattice, frame.detail)
        is_new = self._cells.is_new(*key)
        if is_new:
            self._cells.set_sharp(frame.detail == "fine")
            self._shadows.set_sharp(frame.detail == "fine")
            self._put_floors(frame)
        picture = frame.picture
        shown = (picture.queens, picture.suggested, frame.active_layer)
        if self._shadows.is_new(*key, *shown) and self._maps:
            self._put_shadows(frame, is_new)

    def _put_floors(self, frame: Frame) -> None:
        grid = Grid.of(frame.arrangement)
        self._maps = []
        nothing = np.zeros((0, 4, 3)), np.zeros((0, 4, 2))
        hidden = not frame.options.lattice or isinstance(frame.arrangement, Wrapped)
        if hidden or grid.is_coarse:
            self._cells.put(*nothing)
            self._shadows.put(*nothing)
            return
        margin = MARGIN if len(grid.origins) == 1 else NARROW_MARGIN
        sides = [len(faces) - 1 for faces in grid.faces[:2]]
        square = rectangle(grid.low - margin, grid.high + margin, grid.low[2] - SINK)
        corners: FloatArray = grid.origins[:, None] + square
        pixels = min(CELL_PIXELS, MOST_PIXELS[frame.detail] / (max(sides) + 2 * margin))
        xs, ys = (pixels_of(side, margin, pixels) for side in sides)
        is_flat = layer_axis(frame.arrangement) is None
        self._cells.paint(floor_picture(xs, ys, (sides[0], sides[1]), frame.theme, is_flat))
        self._cells.put(corners, np.broadcast_to(SQUARE + 0.5, (len(corners), 4, 2)))
        self._put_maps(corners, sides, margin)

    def _put_maps(self, corners: FloatArray, sides: list[int], margin: float) -> None:
        """Make a map of shadows for each floor; all of them are parts of one picture."""
        count = len(corners)
        self._columns = columns = ceil(sqrt(count))
        rows = ceil(count / columns)
        most = MOST_SHADOW_PIXELS / columns / (max(sides) + 2 * margin)
        pixels = min(SHADOW_PIXELS if max(sides) <= LARGE else LARGE_PIXELS, most)
        xs, ys = (pixels_of(side, margin, pixels) - 0.5 for side in sides)
        self._maps = [ShadowMap(xs, ys) for _ in range(count)]
        self._pixels = np.zeros((rows * len(ys), columns * len(xs), 4), np.uint8)
        row, column = np.divmod(np.arange(count), columns)
        # Half a pixel is left out, so that nothing of the neighbours is seen at the edges.
        half = np.array([0.5 / len(xs), 0.5 / len(ys)])
        unit = np.where(SQUARE > 0, 1.0 - half, half)
        places = np.stack((column, row), axis=1)[:, None] + unit
        self._shadows.put(corners, places / (columns, rows))

    def _put_shadows(self, frame: Frame, is_new: bool) -> None:
        """Add and remove the shadows of queens that came and went."""
        queens, suggested = frame.drawn(frame.picture.queens), frame.drawn(frame.picture.suggested)
        keys = np.concatenate((2 * queens + frame.stands_out(queens), 2 * suggested))
        changed = np.setxor1d(keys, self._known, assume_unique=True)
        has_come = np.isin(changed, keys, assume_unique=True)
        came, went = changed[has_come], changed[~has_come]
        if len(changed) > len(keys) or is_new:
            came, went = keys, keys[:0]
            self._pixels[:] = 0
            for shadows in self._maps:
                shadows.clear()
        elif not len(changed):
            return
        self._known = keys
        strength = 255 * look_of(frame.theme).shadow
        for some, sign in ((came, 1.0), (went, -1.0)):
            if not len(some):
                continue
            places, blocks = _in_blocks(frame, some // 2)
            shares = np.where(some % 2 == 1, 1.0, OUTSIDE)
            for number in np.unique(blocks).tolist():
                here = blocks == number
                for part in self._maps[number].add(places[here], shares[here], sign=sign):
                    self._darken(number, part, strength)
        self._shadows.paint(self._pixels)

    def _darken(self, number: int, part: Part, strength: float) -> None:
        """Make a part of the picture, black all over, as opaque as the shadows are dark there."""
        shadows = self._maps[number]
        height, width = shadows.shape
        row, column = divmod(number, self._columns)
        opacity = self._pixels[row * height :, column * width :, 3][:height, :width]
        opacity[part] = shadows.opacity(part) * strength


def _in_blocks(frame: Frame, cells: IntArray) -> tuple[FloatArray, IntArray]:
    """Return where cells are in their blocks, in cells from the first drawn one, and which block.

    The height is from the lowest drawn layer.
    """
    arrangement = frame.arrangement
    grid = Grid.of(arrangement)
    if len(grid.origins) == 1:
        blocks = np.zeros(len(cells), np.int64)
    else:
        drawn = _block_numbers(frame)
        blocks = np.array([drawn[key] for key in _block_keys(frame, cells)], np.int64)
    first = grid.low + 0.5
    if layer_axis(arrangement) is None:
        first[2] = 0.0
    places = arrangement.positions(cells) - grid.origins[blocks] - first
    return places, blocks


def _block_keys(frame: Frame, cells: IntArray) -> list[tuple[int, ...]]:
    values = frame.picture.board.cells(cells)[:, list(frame.arrangement.spread)]
    return [tuple(row) for row in values.tolist()]


def _block_numbers(frame: Frame) -> dict[tuple[int, ...], int]:
    """Return the row of `Grid.origins` of each drawn block, by its values of spread axes."""
    arrangement = frame.arrangement
    kept = arrangement.visible(arrangement.board.indices(_first_cells(frame)))
    values = arrangement.blocks[kept][:, list(arrangement.spread)]
    return {tuple(row): number for number, row in enumerate(values.tolist())}


def _first_cells(frame: Frame) -> IntArray:
    """Return a cell of each block that clipping along the shown axes leaves, shape (blocks, d)."""
    arrangement = frame.arrangement
    cells: IntArray = arrangement.blocks.copy()
    for axis in arrangement.shown:
        cells[:, axis] = arrangement.ranges.get(axis, (0, 0))[0]
    return cells


def floor_picture(
    xs: FloatArray, ys: FloatArray, sides: tuple[int, int], theme: Theme, is_flat: bool
) -> ColourArray:
    """Return the picture of a floor: chequered cells, lines between them, and a soft shadow.

    `xs`, `ys`: the places of pixels, in cells from the floor's lower left corner.
    `sides`: the cells across and along.
    `is_flat`: whether it is a flat board, whose cells differ more.
    Returns an array of shape (ys, xs, 4).
    """
    look = look_of(theme)
    shade = plate(xs, ys, (float(sides[0]), float(sides[1])), BLUR) * look.plate_shadow
    pixels = np.zeros((len(ys), len(xs), 4), np.uint8)
    pixels[..., 3] = shade * 255
    across = np.flatnonzero((xs > 0) & (xs < sides[0]))
    along = np.flatnonzero((ys > 0) & (ys < sides[1]))
    column, row = cells_of(xs[across]), cells_of(ys[along])
    light, dark = (colour(name) for name in (theme.squares if is_flat else theme.tiles))
    is_dark = (row[:, None] + column) % 2 == 0
    cells = np.where(is_dark[..., None], dark, light)
    lines, opacity = colour(theme.grid), LINE_OPACITY * (0.5 if is_flat else 1.0)
    turned = cells.swapaxes(0, 1)
    for part, places, side in ((cells, ys[along], sides[1]), (turned, xs[across], sides[0])):
        coverage = opacity * _line_coverage(places, side)
        drawn = np.flatnonzero(coverage)
        share = coverage[drawn, None, None]
        part[drawn] = (1.0 - share) * part[drawn] + share * lines
    inside = np.s_[along[0] : along[-1] + 1, across[0] : across[-1] + 1]
    pixels[inside][..., :3] = cells
    pixels[inside][..., 3] = 255 * look.tiles
    return pixels


def _line_coverage(places: FloatArray, side: int) -> npt.NDArray[np.float32]:
    """Return how much of a pixel a line covers; of many lines every tenth is drawn."""
    step = 10 if side + 1 > MOST_LINES else 1
    pixel = float(places[1] - places[0]) if len(places) > 1 else 1.0
    apart = np.abs((places / step + 0.5) % 1.0 - 0.5) * step
    width = max(LINE, 1.5 * pixel)
    coverage: npt.NDArray[np.float32] = np.clip((width / 2 - apart) / pixel + 0.5, 0.0, 1.0)
    return coverage.astype(np.float32)

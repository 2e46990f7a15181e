"""The sheet of the active layer: a translucent square in its colour on which its queens stand."""

from __future__ import annotations

import numpy as np

from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import layer_colours

from .actors import Strokes, Tiles
from .frame import Frame, props_of
from .lattice import MOST_BLOCKS, Grid
from .look import look_of
from .options import layer_axis
from .shapes import rectangle

LIFT = 0.01
"""How far the sheet lies above the lower side of its layer, in cells."""
GRID_OPACITY = 0.45
GRID_WIDTH, RIM_WIDTH = 1.0, 2.2
"""The widths of lines between cells and of the rim, in pixels."""


class Sheet:
    """The active layer of every block, of very many blocks only of the cursor's."""

    def __init__(self) -> None:
        self._tiles = Tiles()
        self._grid = Strokes(width=GRID_WIDTH, opacity=GRID_OPACITY)
        self._rim = Strokes(width=RIM_WIDTH, opacity=0.999)  # drawn after the tiles
        self.props = props_of(self._tiles, self._grid, self._rim)

    def show(self, frame: Frame) -> None:
        """Update the sheet."""
        block = _block_of_cursor(frame)
        axis, layer = layer_axis(frame.arrangement), frame.options.sheet_layer
        layer = frame.active_layer if layer is None else layer
        key = (frame.arrangement, frame.theme, frame.options.lattice, layer, block)
        if not self._tiles.is_new(*key):
            return
        origins = np.zeros((0, 3))
        inner = rim = np.zeros((0, 2, 3))
        square = np.zeros((4, 3))
        shade = layer_colours(1)[0]
        if layer is not None and axis is not None:
            side = frame.picture.board.shape[axis]
            shade = layer_colours(side)[layer]
            grid = Grid.of(frame.arrangement)
            low, high = frame.arrangement.ranges.get(axis, (0, side - 1))
            if low <= layer <= high:
                origins = grid.origins if block is None else block
                height = float(grid.layers[layer - low, 0]) + LIFT
                inner, rim = grid.grid_lines(height), grid.rim(height)
                square = rectangle(grid.low, grid.high, height)
        if not frame.options.lattice:
            inner = inner[:0]
        self._tiles.set_opacity(look_of(frame.theme).sheet)
        self._tiles.put(origins[:, None] + square, shade)
        for part, lines in ((self._grid, inner), (self._rim, rim)):
            part.put((origins[:, None, None] + lines).reshape(-1, 2, 3), shade)


def _block_of_cursor(frame: Frame) -> FloatArray | None:
    """Return where the cursor's block begins, shape (at most 1, 3), where blocks are very many."""
    arrangement, cursor = frame.arrangement, frame.picture.cursor
    if len(arrangement.blocks) <= MOST_BLOCKS:
        return None
    if cursor is None or not arrangement.visible(cursor):
        return np.zeros((0, 3))
    cell = np.array(arrangement.board.cell(cursor))
    cell[list(arrangement.shown)] = 0
    return arrangement.positions(arrangement.board.indices(cell[None]))

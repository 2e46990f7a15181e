"""The lines around the cells: boxes and grids."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.view.arrangement import Arrangement, FloatArray

from .options import layer_axis

FLOOR = -0.5
"""Height of the squares of a flat board below the centres of its cells."""

RIM = 0.02
"""Height of the rim of a flat board above its squares, so that it is not lost in them."""

MOST_GRID_LINES = 4000
"""Beyond this many the rims of floors are left out."""

MOST_LINES = 50
"""Beyond this many lines side by side a grid has only every tenth."""

_GRID = "_grid"

MOST_BLOCKS, MOST_BOXES = 130, 300
"""Beyond so many blocks groups of them have outlines, at most so many, and the lowest floors."""


@dataclass(frozen=True)
class Grid:
    """The places of the faces between cells of one block, and the origins of all drawn blocks."""

    faces: tuple[FloatArray, FloatArray, FloatArray]
    """Where faces of cells lie along x, y and z, from the centre of the block's first cell."""
    layers: FloatArray
    """Bottom and top of each drawn layer, shape (layers, 2)."""
    origins: FloatArray
    """Shape (blocks, 3)."""
    groups: IntArray
    """Which blocks have an outline together: each its own, where there are not too many. Shape
    (blocks,)."""

    @classmethod
    def of(cls, arrangement: Arrangement) -> Grid:
        """Return the grid of what an arrangement draws, worked out once for each arrangement."""
        kept = vars(arrangement)  # where its own cached properties are
        if _GRID not in kept:
            kept[_GRID] = cls._made(arrangement)
        grid: Grid = kept[_GRID]
        return grid

    @classmethod
    def _made(cls, arrangement: Arrangement) -> Grid:
        centres = [centres_of(arrangement, place) for place in range(3)]
        faces = [np.append(values - 0.5, values[-1] + 0.5) for values in centres]
        layers = np.stack((centres[2] - 0.5, centres[2] + 0.5), axis=1)
        if layer_axis(arrangement) is None:
            faces[2] = np.array([FLOOR, FLOOR])
        kept = np.ones(len(arrangement.blocks), dtype=np.bool_)
        for axis in arrangement.spread:
            low, high = arrangement.ranges.get(axis, (0, arrangement.board.shape[axis]))
            values = arrangement.blocks[:, axis]
            kept &= (values >= low) & (values <= high)
        origins, groups = arrangement.block_origins[kept], _groups(arrangement, kept)
        return cls((faces[0], faces[1], faces[2]), layers, origins, groups)

    @property
    def low(self) -> FloatArray:
        """The least corner of a block, from the centre of its first cell, shape (3,)."""
        return np.array([values[0] for values in self.faces])

    @property
    def high(self) -> FloatArray:
        """The greatest corner of a block, from the centre of its first cell, shape (3,)."""
        return np.array([values[-1] for values in self.faces])

    @property
    def is_coarse(self) -> bool:
        """Whether blocks are so many that their outlines would hide what stands in them."""
        return len(self.origins) > MOST_BLOCKS

    def in_all_blocks(self, segments: FloatArray) -> FloatArray:
        """Repeat strokes, shape (k, 2, 3), in every block."""
        return (self.origins[:, None, None, :] + segments).reshape(-1, 2, 3)

    def boxes(self) -> tuple[FloatArray, FloatArray]:
        """Return the least and greatest corners of blocks, or of each layer where gaps part them.

        Where there are too many blocks, those of groups of blocks.

        Returns `low`, `high`, shape (boxes, 3).
        """
        if self.is_coarse:
            inside = [self.origins[self.groups == group] for group in np.unique(self.groups)]
            lows = np.array([origins.min(axis=0) for origins in inside]) + self.low
            return lows, np.array([origins.max(axis=0) for origins in inside]) + self.high
        is_apart = (self.layers[1:, 0] > self.layers[:-1, 1] + 1e-9).any()
        spans = self.layers if is_apart else np.array([[self.low[2], self.high[2]]])
        ends = []
        for corner, heights in ((self.low, spans[:, 0]), (self.high, spans[:, 1])):
            flat = np.broadcast_to(corner[:2], (len(spans), 2))
            one = np.column_stack((flat, heights))
            ends.append((self.origins[:, None] + one).reshape(-1, 3))
        return ends[0], ends[1]

    def floors(self) -> FloatArray:
        """Return the rims of the floors of blocks, shape (k, 2, 3), among very many the lowest."""
        rim = self.rim(float(self.low[2]))
        if not self.is_coarse:
            return self.in_all_blocks(rim)
        lowest = self.origins[self.origins[:, 2] == self.origins[:, 2].min()]
        rims: FloatArray = (lowest[:, None, None, :] + rim).reshape(-1, 2, 3)
        return rims

    def grid_lines(self, height: float) -> FloatArray:
        """Return the grid of one block at a height, shape (k, 2, 3)."""
        x, y = (values[_marked(len(values))] for values in self.faces[:2])
        along_y = np.array([[(v, y[0], height), (v, y[-1], height)] for v in x])
        along_x = np.array([[(x[0], v, height), (x[-1], v, height)] for v in y])
        return np.concatenate((along_y, along_x))

    def rim(self, height: float) -> FloatArray:
        """Return the outline of one block at a height, shape (4, 2, 3)."""
        lines = self.grid_lines(height)
        columns = int(np.count_nonzero(_marked(len(self.faces[0]))))
        return lines[[0, columns - 1, columns, -1]]


def _groups(arrangement: Arrangement, kept: npt.NDArray[np.bool_]) -> IntArray:
    """Return which blocks stand close together, by the number of their group, shape (blocks,).

    They differ in the first coordinates that are spread; as few of these as make not too many.
    """
    blocks, spread = arrangement.blocks[kept], arrangement.spread
    if len(blocks) <= MOST_BLOCKS:
        return np.arange(len(blocks))
    step = arrangement.dimension  # as many coordinates make blocks of blocks
    for first in range(step, len(spread) + step, step):
        places = blocks[:, spread[first:]]
        _, groups = np.unique(places, axis=0, return_inverse=True)
        if groups.max() < MOST_BOXES:
            break
    return np.asarray(groups).ravel()


def _marked(faces: int) -> npt.NDArray[np.bool_]:
    """Pick the faces that have a line in a grid: every tenth one where there are many."""
    places = np.arange(faces)
    picked: npt.NDArray[np.bool_] = (places % (10 if faces > MOST_LINES else 1) == 0) | (
        places == faces - 1
    )
    return picked


def centres_of(arrangement: Arrangement, place: int) -> FloatArray:
    """Return the centres of the drawn cells of a block along x, y or z, shape (k,)."""
    if place >= len(arrangement.shown):
        return np.zeros(1)
    axis = arrangement.shown[place]
    low, high = arrangement.ranges.get(axis, (0, arrangement.board.shape[axis] - 1))
    return arrangement.displacements[axis][low : high + 1, place]

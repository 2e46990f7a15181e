"""The lines around the cells: boxes and grids."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.view.arrangement import Arrangement, FloatArray

from .options import layer_axis
from .shapes import BOX_EDGES, CORNERS

FLOOR = -0.42
"""Height of the squares of a flat board below the centres of its cells."""

RIM = 0.02
"""Height of the rim of a flat board above its squares, so that it is not lost in them."""

MAX_TILES = 40_000
"""Beyond this many squares a flat board is one plain sheet."""

MOST_LINES = 50
"""Beyond this many lines side by side a grid has only every tenth."""

MOST_BLOCKS, MOST_BOXES = 130, 300
"""Beyond so many blocks groups of them have outlines, at most so many, and the lowest floors."""


@dataclass(frozen=True)
class Grid:
    """The places of the faces between cells of one block, and the origins of all drawn blocks.

    Attributes
    ----------
    faces : tuple of three arrays
        Where faces of cells lie along x, y and z, from the centre of the block's first cell.
    layers : array of shape (layers, 2)
        Bottom and top of each drawn layer.
    origins : array of shape (blocks, 3)
    groups : array of shape (blocks,)
        Which blocks have an outline together: each its own, where there are not too many.
    """

    faces: tuple[FloatArray, FloatArray, FloatArray]
    layers: FloatArray
    origins: FloatArray
    groups: IntArray

    @classmethod
    def of(cls, arrangement: Arrangement) -> Grid:
        """Work out the grid of what an arrangement draws."""
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
        """The least corner of a block, from the centre of its first cell."""
        return np.array([values[0] for values in self.faces])

    @property
    def high(self) -> FloatArray:
        """The greatest corner of a block, from the centre of its first cell."""
        return np.array([values[-1] for values in self.faces])

    @property
    def is_coarse(self) -> bool:
        """Whether blocks are so many that their outlines would hide what stands in them."""
        return len(self.origins) > MOST_BLOCKS

    def in_all_blocks(self, segments: FloatArray) -> FloatArray:
        """Repeat strokes, shape (k, 2, 3), in every block."""
        return (self.origins[:, None, None, :] + segments).reshape(-1, 2, 3)

    def boxes(self) -> FloatArray:
        """Return the outlines of blocks, or of each layer where gaps part them; (k, 2, 3).

        Where there are too many blocks, those of groups of blocks.
        """
        if self.is_coarse:
            inside = [self.origins[self.groups == group] for group in np.unique(self.groups)]
            lows = np.array([origins.min(axis=0) for origins in inside]) + self.low
            highs = np.array([origins.max(axis=0) for origins in inside]) + self.high
            sizes = (highs - lows)[:, None]
            corners: FloatArray = lows[:, None] + (CORNERS + 0.5) * sizes
            return corners[:, BOX_EDGES].reshape(-1, 2, 3)
        spans = self.layers if self._is_apart() else np.array([[self.low[2], self.high[2]]])
        outlines = []
        for bottom, top in spans:
            low = np.array([self.low[0], self.low[1], bottom])
            high = np.array([self.high[0], self.high[1], top])
            outlines.append((low + (CORNERS + 0.5) * (high - low))[BOX_EDGES])
        return self.in_all_blocks(np.concatenate(outlines))

    def floors(self) -> FloatArray:
        """Return the grids on the ground of every block, shape (k, 2, 3).

        Where there are too many blocks, only the outlines of the lowest ones.
        """
        if self.is_coarse:
            lowest = self.origins[self.origins[:, 2] == self.origins[:, 2].min()]
            rims: FloatArray = lowest[:, None, None, :] + self.rim(float(self.low[2]))
            return rims.reshape(-1, 2, 3)
        return self.in_all_blocks(self.sheet(float(self.low[2])))

    def sheet(self, height: float) -> FloatArray:
        """Return the grid of one block at a height, shape (k, 2, 3)."""
        x, y = (values[_marked(len(values))] for values in self.faces[:2])
        along_y = np.array([[(v, y[0], height), (v, y[-1], height)] for v in x])
        along_x = np.array([[(x[0], v, height), (x[-1], v, height)] for v in y])
        return np.concatenate((along_y, along_x))

    def rim(self, height: float) -> FloatArray:
        """Return the outline of one block at a height, shape (4, 2, 3)."""
        sheet = self.sheet(height)
        columns = int(np.count_nonzero(_marked(len(self.faces[0]))))
        return sheet[[0, columns - 1, columns, -1]]

    def tiles(self) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        """Return the squares of flat blocks, shape (k, 4, 3), and which of them are dark, (k,)."""
        x, y = self.faces[0], self.faces[1]
        if (len(x) - 1) * (len(y) - 1) * len(self.origins) > MAX_TILES:
            x, y = x[[0, -1]], y[[0, -1]]
        column, row = (a.ravel() for a in np.indices((len(x) - 1, len(y) - 1)))
        flat = np.full(len(row), FLOOR)
        corners = [
            np.stack((x[column + i], y[row + j], flat), axis=1)
            for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))
        ]
        squares = np.stack(corners, axis=1)
        everywhere = (self.origins[:, None, None, :] + squares).reshape(-1, 4, 3)
        return everywhere, np.tile((column + row) % 2 == 0, len(self.origins))

    def _is_apart(self) -> bool:
        return bool((self.layers[1:, 0] > self.layers[:-1, 1] + 1e-9).any())


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
    """Return the centres of the drawn cells of a block along x, y or z."""
    if place >= len(arrangement.shown):
        return np.zeros(1)
    axis = arrangement.shown[place]
    low, high = arrangement.ranges.get(axis, (0, arrangement.board.shape[axis] - 1))
    return arrangement.displacements[axis][low : high + 1, place]

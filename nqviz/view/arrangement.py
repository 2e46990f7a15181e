"""Where every cell of a board of any dimension is drawn, and which cell lies at a place.

Two or three coordinates are *shown*: they are the x, y (and z) of a block. Each other coordinate
is either *fixed* to one value or *spread*: its values stand side by side as a grid of blocks. The
place of a cell is a sum of one displacement per coordinate, so placing a million cells is one sum
of table look-ups, and finding the cells on a ray means walking one small lattice per block.

Both views use this, so that they agree: three shown coordinates make the scene, two the layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.errors import InputError

FloatArray = npt.NDArray[np.float64]

BLOCK_MARGIN = 1.5
"""Free room between two blocks, in cells."""


@dataclass(frozen=True)
class Arrangement:
    """A way to draw a board in two or three dimensions.

    Raises InputError if the axes do not fit the board.
    """

    board: Board
    shown: tuple[int, ...]
    """The axes (0-based) drawn along x, y and z: at most three different ones."""
    fixed: Mapping[int, int] = field(default_factory=dict)
    """Axes that are held at one (0-based) value; cells elsewhere are not drawn."""
    ranges: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Axes that are clipped to a range of values, both ends included."""
    gap: float = 0.0
    """Extra room between two layers of the last shown axis, in cells, 0 or more."""
    columns: int | None = None
    """How many values of the last spread axis stand in a row; without it they all go on along
    the direction whose turn it is."""
    start: int = 0
    """Along which of x, y (and z), 0-based, the first spread axis runs; the next ones follow in
    turn. Nesting that starts along y suits a tall page."""
    gaps: tuple[float, float] | None = None
    """Free room across and down between blocks that stand in rows, in cells, 0 or more; without
    it `BLOCK_MARGIN`, and more between blocks of blocks."""
    descending: bool = False
    """Whether blocks that stand in rows begin with the last value of their axis."""

    def __post_init__(self) -> None:
        axes = set(range(self.board.d))
        if len(set(self.shown)) != len(self.shown) or not 1 <= len(self.shown) <= 3:
            raise InputError("one to three different coordinates can be shown")
        if not set(self.shown) <= axes or not set(self.fixed) <= axes - set(self.shown):
            raise InputError(f"the coordinates to show and to fix do not fit the {self.board}")
        if not 0 <= self.start < self.dimension:
            raise InputError(f"nesting cannot start along direction {self.start + 1}")

    @property
    def spread(self) -> tuple[int, ...]:
        """The axes whose values stand side by side."""
        return tuple(
            axis
            for axis in range(self.board.d)
            if axis not in self.shown and axis not in self.fixed
        )

    @property
    def dimension(self) -> int:
        """2 for layers, 3 for a scene (a flat board lies in the plane z = 0)."""
        return 3 if len(self.shown) == 3 else 2

    @cached_property
    def pitches(self) -> FloatArray:
        """How far apart neighbouring cells stand along each shown axis, shape (shown,)."""
        pitches = np.ones(len(self.shown))
        if len(self.shown) == 3:
            pitches[2] += self.gap
        return pitches

    @cached_property
    def displacements(self) -> tuple[FloatArray, ...]:
        """For each axis of the board where each of its values moves a cell, shape (side, 3)."""
        shape = self.board.shape
        tables = [np.zeros((side, 3)) for side in shape]
        extent = np.ones(3)
        for place, (axis, pitch) in enumerate(zip(self.shown, self.pitches, strict=True)):
            tables[axis][:, place] = np.arange(shape[axis]) * pitch
            extent[place] = (shape[axis] - 1) * pitch + 1
        margin = BLOCK_MARGIN
        for turn, axis in enumerate(self.spread):
            place = (turn + self.start) % self.dimension
            if turn and turn % self.dimension == 0:
                margin *= 2  # blocks of blocks stand further apart
            if axis == self.spread[-1] and self.columns is not None:
                across, down = self.gaps or (margin, margin)
                values = np.arange(shape[axis])[:: -1 if self.descending else 1]
                tables[axis][:, 0] = (values % self.columns) * (extent[0] + across)
                tables[axis][:, 1] = -(values // self.columns) * (extent[1] + down)
                break
            pitch = extent[place] + margin
            # Rows of blocks are read from the top, like text.
            sign = -1 if place == 1 else 1
            tables[axis][:, place] = sign * np.arange(shape[axis]) * pitch
            extent[place] += (shape[axis] - 1) * pitch
        return tuple(tables)

    def positions(self, indices: npt.ArrayLike) -> FloatArray:
        """Return the centres of cells, shape (k, 3), from their indices, shape (k,)."""
        cells = self.board.cells(indices)
        total = np.zeros((len(cells), 3))
        for axis, table in enumerate(self.displacements):
            total += table[cells[:, axis]]
        return total

    def visible(self, indices: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return which cells are drawn: on the fixed values and in the ranges; shape (...)."""
        array = np.asarray(indices, dtype=np.int64)
        mask = np.ones(array.shape, dtype=np.bool_)
        if not self.fixed and not self.ranges:
            return mask
        cells = self.board.cells(array)
        for axis, value in self.fixed.items():
            mask &= cells[..., axis] == value
        for axis, (low, high) in self.ranges.items():
            mask &= (cells[..., axis] >= low) & (cells[..., axis] <= high)
        return mask

    @cached_property
    def blocks(self) -> IntArray:
        """One cell for each block, its shown coordinates all 0; shape (blocks, d)."""
        sides = [
            np.arange(self.board.shape[axis])
            if axis in self.spread
            else np.array([self.fixed.get(axis, 0)])
            for axis in range(self.board.d)
        ]
        grid = np.meshgrid(*sides, indexing="ij")
        return np.stack([values.ravel() for values in grid], axis=-1).astype(np.int64)

    @cached_property
    def block_origins(self) -> FloatArray:
        """The centre of the first cell of each block, shape (blocks, 3)."""
        total = np.zeros((len(self.blocks), 3))
        for axis, table in enumerate(self.displacements):
            total += table[self.blocks[:, axis]]
        return total

    @cached_property
    def block_extent(self) -> FloatArray:
        """The size of a block from the outer face of its first cell to its last, shape (3,)."""
        extent = np.ones(3)
        for place, axis in enumerate(self.shown):
            extent[place] += self.displacements[axis][-1, place]
        return extent

    @cached_property
    def size(self) -> FloatArray:
        """The size of all that can be drawn, from outer face to outer face, shape (3,)."""
        total = self.block_extent.copy()
        for axis in self.spread:
            total += np.ptp(self.displacements[axis], axis=0)
        return total

    @cached_property
    def bounds(self) -> tuple[FloatArray, FloatArray]:
        """The least and the greatest corner of all that can be drawn, each of shape (3,)."""
        low = self.block_origins.min(axis=0) - 0.5
        high = self.block_origins.max(axis=0) - 0.5 + self.block_extent
        return low, high

    # From places to cells ------------------------------------------------------------------

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the index of the drawn cell at a place of the plane, None where there is none."""
        if self.dimension > 2:
            hits = self.cells_along((x, y, -10.0), (0.0, 0.0, 1.0))
            return int(hits[0]) if len(hits) else None
        places = np.array((x, y)) - self.block_origins[:, :2]
        within = (places >= -0.5) & (places < self.block_extent[:2] - 0.5)
        blocks = np.flatnonzero(within.all(axis=1))
        if not len(blocks):
            return None
        cell, shown = self.blocks[blocks[0]].copy(), list(self.shown)
        cell[shown] = np.rint(places[blocks[0], : len(shown)])
        index = int(self.board.indices(cell))
        return index if self.visible(index) else None

    def cells_along(self, origin: npt.ArrayLike, direction: npt.ArrayLike) -> IntArray:
        """Walk along a ray and give the indices of the drawn cells that it runs through, in order.

        `origin`, `direction`, shape (3,): the ray, in the coordinates of `positions`; only what
        lies ahead of it counts.
        """
        start = np.asarray(origin, dtype=np.float64)
        ray = np.asarray(direction, dtype=np.float64)
        low = self.block_origins - 0.5
        near, far = _box_crossings(start, ray, low, low + self.block_extent)
        hit = np.flatnonzero((near < far) & (far > 0))
        found = [
            self._walk(start, ray, int(block), max(float(near[block]), 0.0), float(far[block]))
            for block in hit[np.argsort(near[hit])]
        ]
        return np.concatenate([np.zeros(0, np.int64), *found])

    def _walk(
        self, start: FloatArray, ray: FloatArray, block: int, near: float, far: float
    ) -> IntArray:
        """Return the cells of one block on the ray between two of its parameters."""
        local = start - self.block_origins[block]
        crossings = [np.array([near, far])]
        for place, axis in enumerate(self.shown):
            if ray[place] != 0.0:
                centres = self.displacements[axis][:, place]
                faces = np.concatenate((centres - 0.5, centres + 0.5))
                times = (faces - local[place]) / ray[place]
                crossings.append(times[(times > near) & (times < far)])
        times = np.unique(np.concatenate(crossings))
        points = local + ((times[:-1] + times[1:]) / 2)[:, None] * ray
        cells = np.repeat(self.blocks[block][None], len(points), axis=0)
        inside = np.ones(len(points), dtype=np.bool_)
        for place, (axis, pitch) in enumerate(zip(self.shown, self.pitches, strict=True)):
            value = np.rint(points[:, place] / pitch).astype(np.int64)
            inside &= np.abs(points[:, place] - value * pitch) <= 0.5
            inside &= (value >= 0) & (value < self.board.shape[axis])
            cells[:, axis] = value
        indices = self.board.indices(cells[inside])
        indices = indices[np.append(True, np.diff(indices) != 0)] if len(indices) else indices
        return indices[self.visible(indices)]


def _box_crossings(
    start: FloatArray, ray: FloatArray, low: FloatArray, high: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return where a ray enters and leaves boxes, shapes (k,); entry > exit means missed."""
    near = np.full(len(low), -np.inf)
    far = np.full(len(low), np.inf)
    for place in range(3):
        if ray[place] == 0.0:
            beside = (start[place] < low[:, place]) | (start[place] > high[:, place])
            near[beside], far[beside] = np.inf, -np.inf
            continue
        first = (low[:, place] - start[place]) / ray[place]
        second = (high[:, place] - start[place]) / ray[place]
        near = np.maximum(near, np.minimum(first, second))
        far = np.minimum(far, np.maximum(first, second))
    return near, far

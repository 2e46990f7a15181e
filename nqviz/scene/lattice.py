"""The lines and texts around the cells: boxes, grids, coordinates, names of blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrangement import Arrangement, FloatArray
from .options import layer_axis
from .shapes import BOX_EDGES, CORNERS
from .wrapped import Wrapped

FLOOR = -0.42
"""Height of the squares of a flat board below the centres of its cells."""

RIM = 0.02
"""Height of the rim of a flat board above its squares, so that it is not lost in them."""

MAX_TILES = 40_000
"""Beyond this many squares a flat board is one plain sheet."""

MOST_LINES = 50
"""Beyond this many lines side by side a grid has only every tenth."""

MOST_NUMBERS = 12
"""About how many coordinates are written along one edge."""

MANY_BLOCKS = 6
"""Beyond this many blocks no coordinates are written along their edges, only which they are."""

Texts = tuple[FloatArray, list[str]]


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
    """

    faces: tuple[FloatArray, FloatArray, FloatArray]
    layers: FloatArray
    origins: FloatArray

    @classmethod
    def of(cls, arrangement: Arrangement) -> Grid:
        """Work out the grid of what an arrangement draws."""
        centres = [_centres(arrangement, place) for place in range(3)]
        faces = [np.append(values - 0.5, values[-1] + 0.5) for values in centres]
        layers = np.stack((centres[2] - 0.5, centres[2] + 0.5), axis=1)
        if layer_axis(arrangement) is None:
            faces[2] = np.array([FLOOR, FLOOR])
        kept = np.ones(len(arrangement.blocks), dtype=np.bool_)
        for axis in arrangement.spread:
            low, high = arrangement.ranges.get(axis, (0, arrangement.board.shape[axis]))
            values = arrangement.blocks[:, axis]
            kept &= (values >= low) & (values <= high)
        return cls((faces[0], faces[1], faces[2]), layers, arrangement.block_origins[kept])

    @property
    def low(self) -> FloatArray:
        """The least corner of a block, from the centre of its first cell."""
        return np.array([values[0] for values in self.faces])

    @property
    def high(self) -> FloatArray:
        """The greatest corner of a block, from the centre of its first cell."""
        return np.array([values[-1] for values in self.faces])

    def in_all_blocks(self, segments: FloatArray) -> FloatArray:
        """Repeat strokes, shape (k, 2, 3), in every block."""
        return (self.origins[:, None, None, :] + segments).reshape(-1, 2, 3)

    def boxes(self) -> FloatArray:
        """Give the outlines of blocks, or of each layer where gaps part them; (k, 2, 3)."""
        spans = self.layers if self._is_apart() else np.array([[self.low[2], self.high[2]]])
        outlines = []
        for bottom, top in spans:
            low = np.array([self.low[0], self.low[1], bottom])
            high = np.array([self.high[0], self.high[1], top])
            outlines.append((low + (CORNERS + 0.5) * (high - low))[BOX_EDGES])
        return self.in_all_blocks(np.concatenate(outlines))

    def floors(self) -> FloatArray:
        """Give the grids on the ground of every block, shape (k, 2, 3)."""
        return self.in_all_blocks(self.sheet(float(self.low[2])))

    def sheet(self, height: float) -> FloatArray:
        """Give the grid of one block at a height, shape (k, 2, 3)."""
        x, y = (values[_marked(len(values))] for values in self.faces[:2])
        along_y = np.array([[(v, y[0], height), (v, y[-1], height)] for v in x])
        along_x = np.array([[(x[0], v, height), (x[-1], v, height)] for v in y])
        return np.concatenate((along_y, along_x))

    def rim(self, height: float) -> FloatArray:
        """Give the outline of one block at a height, shape (4, 2, 3)."""
        sheet = self.sheet(height)
        columns = int(np.count_nonzero(_marked(len(self.faces[0]))))
        return sheet[[0, columns - 1, columns, -1]]

    def tiles(self) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        """Give the squares of flat blocks, shape (k, 4, 3), and which of them are dark, (k,)."""
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


def _marked(faces: int) -> npt.NDArray[np.bool_]:
    """Pick the faces that have a line in a grid: every tenth one where there are many."""
    places = np.arange(faces)
    picked: npt.NDArray[np.bool_] = (places % (10 if faces > MOST_LINES else 1) == 0) | (
        places == faces - 1
    )
    return picked


def _centres(arrangement: Arrangement, place: int) -> FloatArray:
    """Give the centres of the drawn cells of a block along x, y or z."""
    if place >= len(arrangement.shown):
        return np.zeros(1)
    axis = arrangement.shown[place]
    low, high = arrangement.ranges.get(axis, (0, arrangement.board.shape[axis] - 1))
    return arrangement.displacements[axis][low : high + 1, place]


# Texts ----------------------------------------------------------------------------------------


def coordinate_labels(arrangement: Arrangement) -> list[Texts]:
    """Give the coordinates, from 1, along the edges of the foremost block, one list a direction.

    The last text of each list is the name of the coordinate.
    """
    grid = Grid.of(arrangement)
    away = 0.3 + 0.04 * float((grid.high - grid.low).max())
    low, high = grid.low, grid.high
    flat = layer_axis(arrangement) is None
    edges = (
        np.array([0.0, low[1] - away, low[2]]),
        np.array([low[0] - away if flat else high[0] + away, 0.0, low[2]]),
        np.array([low[0] - away * 0.8, low[1] - away * 0.4, 0.0]),
    )
    origin = _foremost_origin(arrangement)
    labels = []
    for place, axis in enumerate(arrangement.shown):
        centres = _centres(arrangement, place)
        first = arrangement.ranges.get(axis, (0, 0))[0]
        picked = _numbers(first, len(centres))
        if len(grid.origins) > MANY_BLOCKS:  # each is small
            picked = picked[:0]
        end = centres[-1] + 0.7 + 0.085 * len(centres)
        points = np.tile(origin + edges[place], (len(picked) + 1, 1))
        points[:, place] += np.append(centres[picked - first], end)
        if place == 1 and not flat:  # seen from the corner its numbers would run into it
            points[-1, 0] += away
        labels.append((points, [*(str(value + 1) for value in picked), f"x{axis + 1}"]))
    return labels


def torus_labels(arrangement: Wrapped) -> list[tuple[FloatArray, list[str], FloatArray]]:
    """Give the coordinates along the two seams of a torus, one entry a direction.

    Each with its points, its texts (the last one names the coordinate), and the directions in
    which the surface faces there; texts of the far side are not to be drawn.
    """
    labels = []
    for axis, side in enumerate(arrangement.board.shape):
        picked = _numbers(0, side)
        cells = np.full((len(picked) + 1, 2), -0.5)
        cells[:-1, axis] = picked
        cells[-1] = np.where(np.arange(2) == axis, 0.5, -1.25)
        points = arrangement.surface(cells, 0.55)
        texts = [*(str(value + 1) for value in picked), f"x{axis + 1}"]
        labels.append((points, texts, arrangement.normals(cells)))
    return labels


def block_labels(arrangement: Arrangement) -> Texts:
    """Name the blocks by the coordinates that stand side by side: ``x4 = 2``."""
    grid = Grid.of(arrangement)
    middle = (grid.low + grid.high) / 2
    away = 1.0 + 0.04 * float((grid.high - grid.low).max())
    if len(grid.origins) > MANY_BLOCKS:
        away *= 2.0  # texts are large beside small blocks, and the axes are named there, too
    offsets = (
        np.array([middle[0], grid.low[1] - away, grid.low[2]]),
        np.array([grid.high[0] + away, middle[1], grid.low[2]]),
        np.array([grid.low[0] - away, grid.low[1], middle[2]]),
    )
    if arrangement.columns is not None:  # over their front edges: below, other rows stand there
        offsets = (np.array([middle[0], grid.low[1], grid.high[2] + 0.5]), *offsets[1:])
    points, texts = [np.zeros((0, 3))], []
    spread = arrangement.spread
    for turn, axis in enumerate(spread):
        place = turn % arrangement.dimension
        others = [other for other in spread if other != axis]
        if arrangement.columns is not None:
            others = []
        # The rows are named at their right ends: the numbers of the cells are at the left.
        kept = _is_foremost(arrangement, others)
        if place == 1:
            kept = _is_foremost(arrangement, others[1:])
            kept &= arrangement.blocks[:, others[0]] == _last(arrangement, others[0])
        picked = np.flatnonzero(kept)
        picked = picked[_in_range(arrangement, axis, arrangement.blocks[picked, axis])]
        points.append(arrangement.block_origins[picked] + offsets[place])
        texts += [f"x{axis + 1} = {value + 1}" for value in arrangement.blocks[picked, axis]]
    return np.concatenate(points), texts


def _last(arrangement: Arrangement, axis: int) -> int:
    return arrangement.ranges.get(axis, (0, arrangement.board.shape[axis] - 1))[1]


def _in_range(
    arrangement: Arrangement, axis: int, values: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    low, high = arrangement.ranges.get(axis, (0, arrangement.board.shape[axis] - 1))
    kept: npt.NDArray[np.bool_] = (values >= low) & (values <= high)
    return kept


def _is_foremost(arrangement: Arrangement, axes: list[int]) -> npt.NDArray[np.bool_]:
    """Tell which blocks stand at the front, left and bottom as far as some axes go."""
    kept = np.ones(len(arrangement.blocks), dtype=np.bool_)
    for axis in axes:
        moves = arrangement.displacements[axis]
        best = int(np.argmin(moves.sum(axis=1)))  # rows of blocks are read from the top
        kept &= arrangement.blocks[:, axis] == best
    return kept


def _foremost_origin(arrangement: Arrangement) -> FloatArray:
    kept = _is_foremost(arrangement, list(arrangement.spread))
    origin: FloatArray = arrangement.block_origins[int(np.flatnonzero(kept)[0])]
    return origin


def _numbers(first: int, count: int) -> npt.NDArray[np.int64]:
    """Pick the (0-based) coordinates to write: all of few, round ones (from 1) of many."""
    values = np.arange(first, first + count)
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100) if count / s <= MOST_NUMBERS), 500)
    picked: npt.NDArray[np.int64] = values[(values == first) | ((values + 1) % step == 0)]
    return picked

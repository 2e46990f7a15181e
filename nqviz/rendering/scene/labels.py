"""The texts along the edges of blocks: coordinates, and names of the blocks."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np
import numpy.typing as npt

from nqviz.core.notation import has_squares
from nqviz.view.arrangement import Arrangement, FloatArray

from .lattice import Grid, centres_of
from .options import layer_axis
from .wrapped import Wrapped

MOST_NUMBERS = 12
"""About how many coordinates are written along one seam of a torus."""

MANY_BLOCKS = 6
"""Beyond this many blocks no coordinates are written along their edges, only which they are."""

WIDTH, HEIGHT = 0.07, 0.03
"""The room that a name of a block needs, as shares of the longest side of all."""

Texts = tuple[FloatArray, list[str]]


@dataclass(frozen=True, eq=False)
class Edge:
    """The four edges of the foremost block along one direction, and what is written along them.

    `place`: along which of x, y and z they run.
    `low`, `high`, shape (3,): opposite corners of the block.
    `centres`, shape (k,): the places of the cells along the direction.
    `values`, shape (k,): their coordinates, from 1.
    `texts`: their numbers, or letters; empty where blocks are too many.
    `name`: the name of the coordinate; empty where letters show it.
    """

    place: int
    low: FloatArray
    high: FloatArray
    centres: FloatArray
    values: npt.NDArray[np.int64]
    texts: list[str]
    name: str

    def spots(self, signs: tuple[int, int]) -> FloatArray:
        """Return the places, shape (k + 1, 3), of the cells on an edge and of its middle."""
        middle = (self.low[self.place] + self.high[self.place]) / 2
        points = np.empty((len(self.centres) + 1, 3))
        others = [axis for axis in range(3) if axis != self.place]
        for axis, sign in zip(others, signs, strict=True):
            points[:, axis] = self.high[axis] if sign else self.low[axis]
        points[:-1, self.place] = self.centres
        points[-1, self.place] = middle
        return points


def edges_of(arrangement: Arrangement) -> list[Edge]:
    """Return what is written along the edges of the foremost block, one entry a direction.

    Flat boards of a few columns have letters and numbers as in chess, without names.
    """
    if arrangement.block_extent.max() < 1.4 * WIDTH * arrangement.size.max():
        return []
    grid = Grid.of(arrangement)
    origin = _foremost_origin(arrangement)
    is_flat = layer_axis(arrangement) is None
    lettered = is_flat and has_squares(arrangement.board)
    edges = []
    for place, axis in enumerate(arrangement.shown):
        centres = centres_of(arrangement, place)
        first = arrangement.ranges.get(axis, (0, 0))[0]
        values = np.arange(first, first + len(centres)) + 1
        texts = [
            ascii_lowercase[k - 1] if lettered and place == 0 else str(k) for k in values.tolist()
        ]
        if len(grid.origins) > MANY_BLOCKS:  # each is small
            centres, values, texts = centres[:0], values[:0], []
        name = "" if lettered else f"x{axis + 1}"
        low, high = origin + grid.low, origin + grid.high
        edges.append(Edge(place, low, high, origin[place] + centres, values, texts, name))
    return edges


def torus_labels(arrangement: Wrapped) -> list[tuple[FloatArray, list[str], FloatArray]]:
    """Return the coordinates along the two seams of a torus, one entry a direction.

    Each with its points, its texts (the last one names the coordinate), and the directions in
    which the surface faces there; texts of the far side are not to be drawn.
    Points and directions have the shape (k, 3).
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
    """Name the blocks by the coordinates that stand side by side: ``x4 = 2``.

    Names stand beside the blocks, where they cover nothing as it is seen from the corner. Where
    names would run into each other only the first and the last are written, or none.
    """
    grid = Grid.of(arrangement)
    spread = arrangement.spread
    if arrangement.columns is not None:
        return _row_labels(arrangement, grid)
    away = 1.0 + 0.04 * float((grid.high - grid.low).max())
    if len(grid.origins) > MANY_BLOCKS:  # the axes are named there, too, and texts are large
        away = max(2.0 * away, 0.03 * float(arrangement.size.max()))
    points, texts = [np.zeros((0, 3))], []
    for turn, axis in enumerate(spread):
        level, place = divmod(turn, arrangement.dimension)
        kept = _named_blocks(arrangement, axis, place)
        offset = _beside(grid, place, away * (1.0 + 1.8 * level))
        for inner in spread[place : turn : arrangement.dimension]:  # the middle of a group
            moves = arrangement.displacements[inner]
            offset = offset + moves.mean(axis=0) - moves[_foremost(moves)]
        picked = np.flatnonzero(kept)
        picked = picked[_in_range(arrangement, axis, arrangement.blocks[picked, axis])]
        picked = picked[_with_room(arrangement, arrangement.block_origins[picked], place)]
        points.append(arrangement.block_origins[picked] + offset)
        texts += [f"x{axis + 1} = {value + 1}" for value in arrangement.blocks[picked, axis]]
    return np.concatenate(points), texts


def _beside(grid: Grid, place: int, away: float) -> FloatArray:
    """Return where the names along x, y or z are, from the centre of a block's first cell."""
    x, y, z = (grid.low + grid.high) / 2
    return np.array(
        (
            (x, grid.low[1] - away, grid.low[2]),
            (grid.high[0] + away, y, grid.low[2]),
            (grid.low[0] - away, grid.low[1], z),
        )[place]
    )


def _named_blocks(arrangement: Arrangement, axis: int, place: int) -> npt.NDArray[np.bool_]:
    """Return beside which blocks the values of a coordinate stand: the foremost ones.

    The rows are named at their right ends, because the numbers of the cells are at the left.
    """
    spread = arrangement.spread
    ends = spread[:: arrangement.dimension] if place == 1 else ()
    kept = _is_foremost(arrangement, [other for other in spread if other not in (axis, *ends)])
    for end in ends:
        _, last = arrangement.ranges.get(end, (0, arrangement.board.shape[end] - 1))
        kept &= arrangement.blocks[:, end] == last
    return kept


def _row_labels(arrangement: Arrangement, grid: Grid) -> Texts:
    """Name blocks that stand in rows: those of the last row behind it, of the first before it.

    Between two rows there is no room that nothing covers: a row there is named at its left end.
    """
    axis, columns = arrangement.spread[-1], arrangement.columns or 1
    away = 1.0 + 0.04 * float((grid.high - grid.low).max())
    middle = (grid.low + grid.high) / 2
    behind = np.array([middle[0], grid.high[1], grid.high[2] + 0.6])
    before = np.array([middle[0], grid.low[1] - 1.4 * away, grid.low[2]])
    beside = np.array([grid.low[0] - 1.4 * away, middle[1], grid.high[2]])
    low, high = arrangement.ranges.get(axis, (0, arrangement.board.shape[axis] - 1))
    first, last = low // columns, high // columns
    tables = arrangement.displacements[axis]
    points, texts = [], []
    for row in range(first, last + 1):
        values = range(max(row * columns, low), min(row * columns + columns, high + 1))
        if first < row < last:
            points.append(tables[values[0]] + beside)
            ends = f"{values[0] + 1}" + (f" – {values[-1] + 1}" if len(values) > 1 else "")
            texts.append(f"x{axis + 1} = {ends}")
            continue
        offset = before if row == last else behind
        points += [tables[value] + offset for value in values]
        texts += [f"x{axis + 1} = {value + 1}" for value in values]
    return np.array(points).reshape(-1, 3), texts


def _with_room(arrangement: Arrangement, origins: FloatArray, place: int) -> slice:
    """Pick the blocks in a row whose names do not run into each other: all, both ends, or none."""
    steps = np.abs(np.diff(origins[:, place])) / float(arrangement.size.max())
    if steps.min(initial=np.inf) >= (WIDTH if place == 0 else HEIGHT):
        return slice(None)
    return slice(None, None, len(origins) - 1) if steps.sum() >= WIDTH else slice(0, 0)


def _in_range(
    arrangement: Arrangement, axis: int, values: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    low, high = arrangement.ranges.get(axis, (0, arrangement.board.shape[axis] - 1))
    return (values >= low) & (values <= high)


def _is_foremost(arrangement: Arrangement, axes: list[int]) -> npt.NDArray[np.bool_]:
    """Return which blocks stand at the front, left and bottom as far as some axes go."""
    kept = np.ones(len(arrangement.blocks), dtype=np.bool_)
    for axis in axes:
        moves = arrangement.displacements[axis]
        kept &= arrangement.blocks[:, axis] == _foremost(moves)
    return kept


def _foremost(moves: FloatArray) -> int:
    return int(np.argmin(moves.sum(axis=1)))  # rows of blocks are read from the top


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

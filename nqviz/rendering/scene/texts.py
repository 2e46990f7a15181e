"""The texts around the blocks: coordinates and their names along edges, and names of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import hypot, inf
from typing import Protocol

import numpy as np
import numpy.typing as npt

from nqviz.view.arrangement import FloatArray

from .box import Viewer, seen_faces
from .camera import Camera
from .flat_actors import Labels
from .frame import Frame, props_of
from .labels import Edge, block_labels, edges_of, torus_labels
from .options import layer_axis
from .screen_labels import ScreenLabels
from .wrapped import Wrapped

TEXT, LETTER = 13, 15
"""The sizes of texts, and of those beside flat boards, in pixels of a plain screen."""
ROOM: FloatArray = np.array((20.0, 16.0))
"""How far apart, across or up, numbers along an edge are at least."""
NUMBER_CELL, NAME_CELL = 0.55, 1.65
"""How far outwards numbers and names are from their cells on a level edge, in cells there."""
LARGEST_CELL, LARGEST_FLAT_CELL = 90.0, 51.0
"""Cells beyond this size on the picture, of cubes and of flat boards, move texts no farther out."""
RIGHT, DOWN, FLAT_DOWN = 6.0, 15.0, 8.0
"""Pixels by which numbers are moved on where outwards is to the right, and where it is down, beside
cubes and beside flat boards: there the texts begin and do not have their middle. Names move twice
as far."""
LEAST, NAME_LEAST = 14.0, 42.0
"""How far numbers and names are from an edge at least, in pixels."""
UPRIGHT, NAME_UPRIGHT = 16.0, 52.0
"""How far numbers and names stand beside an upright edge, in pixels."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_EDGE_ON = 0.3  # the least sine between an edge and the way of its numbers on the picture
_SHORT = 14.0  # pixels below which an edge is seen from its end
# The corners of a block: at which side of x, y and z each is, shape (8, 3), and by how many rows
# those are apart that differ in one of them.
_CORNERS = np.indices((2, 2, 2)).reshape(3, 8).T > 0
_STRIDES = (4, 2, 1)


class Seen(Viewer, Protocol):
    """What texts need of a camera."""

    def project(self, points: npt.ArrayLike) -> FloatArray:
        """Return the pixels, counted from the lower left, of points of space, shape (..., 3)."""


@dataclass(frozen=True)
class Row:
    """The texts along one edge on the picture: numbers and the name of the coordinate.

    Places are pixels from the lower left, with a third coordinate 0. The room is how far apart two
    numbers are at least, in units of what one needs.
    """

    places: FloatArray
    values: npt.NDArray[np.int64]
    texts: list[str]
    name_place: FloatArray
    name: str
    room: float


class Texts:
    """The texts around the blocks; those along edges change with the camera."""

    def __init__(self) -> None:
        self._numbers = ScreenLabels(TEXT, centred=True)
        self._letters = ScreenLabels(LETTER, bold=True, centred=True)
        self._names = ScreenLabels(TEXT, bold=True, centred=True)
        self._torus_numbers = [Labels(TEXT) for _ in range(2)]
        self._torus_names = [Labels(TEXT, bold=True) for _ in range(2)]
        self._torus: list[tuple[FloatArray, list[str], FloatArray]] = []
        self._blocks = Labels(TEXT)
        self._edges: list[Edge] = []
        self._frame: Frame | None = None
        self._written: object = None
        self.is_written = True  # whether anything is written along edges
        torus = [*self._torus_numbers, *self._torus_names]
        self.props = props_of(self._numbers, self._letters, self._names, *torus, self._blocks)

    def show(self, frame: Frame) -> None:
        """Update what is written; `follow` places it."""
        arrangement, theme, wanted = frame.arrangement, frame.theme, frame.options.labels
        if not self._blocks.is_new(arrangement, theme, wanted):
            return
        self._frame, self._written = frame, None
        self._edges, self._torus = [], []
        nothing = (np.zeros((0, 3)), list[str]())
        if wanted and isinstance(arrangement, Wrapped):
            self._torus = torus_labels(arrangement)
        elif wanted:
            self._edges = edges_of(arrangement)
        for place in range(2):
            points, texts, _ = self._torus[place] if self._torus else (*nothing, None)
            self._torus_numbers[place].put(points[:-1], texts[:-1], theme.text_3)
            self._torus_names[place].put(points[-1:], texts[-1:], theme.text)
        points, texts = block_labels(arrangement) if wanted else nothing
        self._blocks.put(points, texts, theme.text)
        self._blocks.on_plates(theme.panel, 0.7)

    def corners(self) -> FloatArray | None:
        """Return the pixels at the corners of what is written along edges, shape (k, 2).

        None where more is written: how large that is VTK alone knows.
        """
        others = (*self._torus_numbers, *self._torus_names, self._blocks)
        if any(part.prop.GetVisibility() for part in others):
            return None
        labels = (self._numbers, self._letters, self._names)
        return np.concatenate([part.corners for part in labels])

    def block_places(self) -> FloatArray:
        """Return the points where names of blocks are written, shape (k, 3)."""
        return self._blocks.places

    def follow(self, camera: Camera, scale: float, covers: FloatArray) -> None:
        """Write along the edges that are outermost on the picture, at a scale of texts.

        `covers`, shape (k, 4): boxes of pixels as of `ScreenLabels.hide_under`; what meets one of
        them is left out.
        """
        if self._torus:
            self._face(camera.direction)
        if self._frame is None:
            return
        seen = camera.state(), camera.is_parallel, camera.view_angle, camera.size, scale
        state = *seen, self.is_written, covers.tobytes()
        if state == self._written:
            return
        self._written = state
        rows = rows_along(self._edges, camera, scale) if self.is_written else []
        theme, nothing = self._frame.theme, np.zeros((0, 3))
        places = np.concatenate([nothing, *(row.places for row in rows)])
        texts = [text for row in rows for text in row.texts]
        is_flat = layer_axis(self._frame.arrangement) is None
        written, empty = (self._letters, self._numbers)[:: 1 if is_flat else -1]
        written.put(places, texts, theme.text_3, scale)
        empty.put(nothing, [], theme.text_3, scale)
        named = [row for row in rows if row.name]
        at = np.array([row.name_place for row in named]).reshape(-1, 3)
        self._names.put(at, [row.name for row in named], theme.text, scale)
        for labels in (written, self._names):
            labels.hide_under(covers)

    def _face(self, direction: FloatArray) -> None:
        """Hide the texts of the far side of a torus."""
        for place, (points, texts, normals) in enumerate(self._torus):
            facing = normals @ direction > 0.15
            for part, chosen in (
                (self._torus_numbers[place], np.flatnonzero(facing[:-1])),
                (self._torus_names[place], np.flatnonzero(facing[-1:]) + len(points) - 1),
            ):
                part.put_again(points[chosen], [texts[k] for k in chosen.tolist()])


def rows_along(edges: Sequence[Edge], camera: Seen, scale: float) -> list[Row]:
    """Return what is written along edges, at a scale of texts; nothing along those seen end on.

    The edges are those of one block. It is written anew for each picture while the board turns: all
    texts are placed together, and what does not depend on the camera is kept.
    """
    lines = _lines(edges, camera)
    if not lines:
        return []
    spots = _spots(tuple((edge, signs) for edge, signs, _ in lines))
    here, beyond = camera.project(spots.points)
    places = _placed(spots, here, beyond - here, [normal for *_, normal in lines], scale)
    gaps = np.abs(np.diff(here / (ROOM * scale), axis=0)).max(axis=1)
    ends = [*accumulate(len(edge.values) + 1 for edge, *_ in lines)]
    starts = [0, *ends[:-1]]
    # The same numbers along all edges of as many cells are left out, where some would touch.
    least: dict[int, float] = {}
    for start, end in zip(starts, ends, strict=True):
        room = float(gaps[start : max(end - 2, start)].min(initial=inf))
        least[end - start] = min(room, least.get(end - start, inf))
    rows = []
    for (edge, *_), start, end in zip(lines, starts, ends, strict=True):
        room = least[end - start]
        kept = thinned(edge.values, room)
        texts = [edge.texts[k] for k in kept.tolist()]
        values, numbers = edge.values[kept], places[start : end - 1][kept]
        rows.append(Row(numbers, values, texts, places[end - 1], edge.name, room))
    return rows


_Line = tuple[Edge, tuple[int, int], tuple[float, float]]
"""One along which is written: by its sides, 0 or 1, of the other axes, and the way out of the board
on the picture, square to it, of length 1."""


def _lines(edges: Sequence[Edge], camera: Seen) -> list[_Line]:
    """Choose one of the four edges of each direction, where not all are seen from their end."""
    if not edges:
        return []
    low, high = edges[0].low, edges[0].high
    corners = np.where(_CORNERS, high, low)
    *ends, (x, y) = camera.project(np.append(corners, [(low + high) / 2], axis=0)).tolist()
    seen = seen_faces(low[None], high[None], camera)[0].tolist()
    lines = []
    for edge in edges:
        chosen = _outermost(edge.place, ends, seen)
        if chosen is not None:
            signs, (x_start, y_start), (x_end, y_end) = chosen
            across, along = y_start - y_end, x_end - x_start
            outwards = across * ((x_start + x_end) / 2 - x) + along * ((y_start + y_end) / 2 - y)
            length = hypot(across, along) * (-1.0 if outwards < 0 else 1.0)
            lines.append((edge, signs, (across / length, along / length)))
    return lines


def _outermost(
    place: int, ends: list[list[float]], seen: list[list[bool]]
) -> tuple[tuple[int, int], list[float], list[float]] | None:
    """Choose the edge of a direction along which to write, and its ends on the picture.

    It is one at which a face that is seen meets one that is not: of level edges the lowest on the
    picture, of upright ones the one at the left. None where all are seen from their end.

    `place`: along which of x, y and z the edges run.
    `ends`: the corners of the block on the picture, as in `_CORNERS`.
    `seen`: which faces are, by axis and side.
    """
    first, second = (axis for axis in range(3) if axis != place)
    best, least = None, inf
    for signs in ((0, 0), (0, 1), (1, 0), (1, 1)):
        if seen[first][signs[0]] == seen[second][signs[1]]:
            continue
        at = signs[0] * _STRIDES[first] + signs[1] * _STRIDES[second]
        start, end = ends[at], ends[at + _STRIDES[place]]
        if hypot(end[0] - start[0], end[1] - start[1]) < _SHORT:
            continue
        across = (start[0] + end[0]) / 2
        score = across if place == 2 else (start[1] + end[1]) / 2 + 0.05 * across
        if score < least:
            best, least = (signs, start, end), score
    return best


@dataclass(frozen=True, eq=False)
class _Spots:
    """The cells along lines, and after those of each its middle, where the name belongs.

    `points`, shape (2, k, 3): where they are, and by one cell out of the board; upright edges have
    no such cell.
    `lines`, shape (k,): of which line each is.
    `is_upright`, shape (k, 1): whether that runs along z.
    `moves`, `cells`, `least`, shape (k, 1): how far texts are moved on, in units of numbers, how
    far out they are, in cells, and how far at least, in pixels.
    `largest`, `down`: beyond how many pixels a cell counts as so large, and how far down texts are
    moved on.
    """

    points: FloatArray
    lines: npt.NDArray[np.int64]
    is_upright: npt.NDArray[np.bool_]
    moves: FloatArray
    cells: FloatArray
    least: FloatArray
    largest: float
    down: float


@lru_cache(maxsize=64)
def _spots(lines: tuple[tuple[Edge, tuple[int, int]], ...]) -> _Spots:
    counts = [len(edge.values) + 1 for edge, _ in lines]
    is_name = np.zeros((sum(counts), 1), dtype=np.bool_)
    is_name[np.cumsum(counts) - 1] = True
    is_upright = np.repeat([edge.place == 2 for edge, _ in lines], counts)[:, None]
    ways = np.zeros((len(lines), 3))
    for way, (edge, signs) in zip(ways, lines, strict=True):
        if edge.place != 2:
            way[1 - edge.place] = 1.0 if signs[0] else -1.0
    here = np.concatenate([edge.spots(signs) for edge, signs in lines])
    edge = lines[0][0]
    is_flat = edge.high[2] - edge.low[2] <= 1.0
    least = np.where(is_upright, np.where(is_name, NAME_UPRIGHT, UPRIGHT), LEAST)
    return _Spots(
        points=np.stack((here, here + np.repeat(ways, counts, axis=0))),
        lines=np.repeat(np.arange(len(lines)), counts),
        is_upright=is_upright,
        moves=np.where(is_name, 2.0, 1.0),
        cells=np.where(is_name, NAME_CELL, NUMBER_CELL),
        least=np.where(is_name & ~is_upright, NAME_LEAST, least),
        largest=LARGEST_FLAT_CELL if is_flat else LARGEST_CELL,
        down=FLAT_DOWN if is_flat else DOWN,
    )


def _placed(
    spots: _Spots,
    here: FloatArray,
    ways: FloatArray,
    outwards: list[tuple[float, float]],
    scale: float,
) -> FloatArray:
    """Return where the texts of lines are on the picture, shape (k, 3), outwards from the board.

    Those on level edges are a share of a cell away, moved on by pixels, names twice as many as
    numbers, and at least some pixels from the edge.

    `here`, shape (k, 2): where their spots are.
    `ways`, shape (k, 2): from there to one cell farther out.
    `outwards`: the way out of the board of each line.
    """
    normals = np.array(outwards)[spots.lines]
    cells = np.sqrt((ways * ways).sum(axis=1, keepdims=True))
    is_edge_on = (ways * normals).sum(axis=1, keepdims=True) <= _EDGE_ON * cells
    ways = np.where(is_edge_on, normals, ways / np.maximum(cells, 1e-9))
    moved = np.maximum(ways, (0.0, -inf)) * spots.moves * (RIGHT, spots.down)
    away = spots.cells * np.minimum(cells / scale, spots.largest)
    least = spots.least - (moved * normals).sum(axis=1, keepdims=True)
    away = np.maximum(away, least / (ways * normals).sum(axis=1, keepdims=True))
    out = np.where(spots.is_upright, normals * spots.least, ways * away + moved)
    places = np.zeros((len(here), 3))
    places[:, :2] = here + out * scale
    return places


def thinned(values: npt.NDArray[np.int64], room: float) -> npt.NDArray[np.int64]:
    """Pick the numbers to write, as rows: all, or the first and every second, fifth ... of them.

    `values` has shape (k,).
    `room`: how far apart two that follow each other are, in units of the room that one needs.
    """
    step = next((each for each in STEPS if each * room >= 1.0), STEPS[-1])
    if step < 5:
        return np.arange(0, len(values), step)
    kept = values % step == 0
    first = int(np.argmax(kept)) if kept.any() else len(kept)
    kept[:1] |= first * room >= 1.0
    return np.flatnonzero(kept)

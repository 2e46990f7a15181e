"""The texts around the blocks: coordinates and their names along edges, and names of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, inf
from typing import Protocol

import numpy as np
import numpy.typing as npt
from vtkmodules.vtkRenderingCore import vtkProp

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
# By the sides, 0 or 1, of x, y and z: at which of them a corner of a block is, shape (2, 2, 2, 3).
_CORNERS = np.indices((2, 2, 2)).transpose(1, 2, 3, 0) > 0

_Segment = list[list[float]]
_Ends = list[list[_Segment]]


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

    def props(self) -> list[vtkProp]:
        """Return the actors."""
        torus = [*self._torus_numbers, *self._torus_names]
        return props_of(self._numbers, self._letters, self._names, *torus, self._blocks)

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

    def block_places(self) -> FloatArray:
        """Return the points where names of blocks are written, shape (k, 3)."""
        return self._blocks.places

    def follow(self, camera: Camera, scale: float) -> None:
        """Write along the edges that are outermost on the picture, at a scale of texts."""
        if self._torus:
            self._face(camera.direction)
        if self._frame is None:
            return
        state = (camera.state(), camera.is_parallel, camera.view_angle, camera.size, scale)
        if state == self._written:
            return
        self._written = state
        rows = rows_along(self._edges, camera, scale)
        theme = self._frame.theme
        is_flat = layer_axis(self._frame.arrangement) is None
        places = np.concatenate([np.zeros((0, 3)), *(row.places for row in rows)])
        texts = [text for row in rows for text in row.texts]
        few = len(texts) if not is_flat else 0
        self._numbers.put(places[:few], texts[:few], theme.text_3, scale)
        self._letters.put(places[few:], texts[few:], theme.text_3, scale)
        named = [row for row in rows if row.name]
        at = np.array([row.name_place for row in named]).reshape(-1, 3)
        self._names.put(at, [row.name for row in named], theme.text, scale)

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
    texts are placed together.
    """
    lines = _lines(edges, camera)
    if not lines:
        return []
    spots = np.concatenate([line.spots for line in lines])
    out = np.concatenate([np.broadcast_to(line.out, line.spots.shape) for line in lines])
    here, beyond = camera.project(np.stack((spots, spots + out)))
    places = _placed(lines, here, beyond - here, scale)
    gaps = np.abs(np.diff(here / (ROOM * scale), axis=0)).max(axis=1)
    rows, start = [], 0
    for line in lines:
        edge, end = line.edge, start + len(line.spots) - 1
        room = float(gaps[start : max(end - 1, start)].min(initial=np.inf))
        rows.append(Row(places[start:end], edge.values, edge.texts, places[end], edge.name, room))
        start = end + 1
    return _alike(rows)


@dataclass(frozen=True)
class _Line:
    """The edge on the picture along which is written.

    `spots`, shape (k + 1, 3): the places of its cells, and its middle, where the name belongs.
    `out`, shape (3,): the way out of the board, by one cell; 0 of upright edges.
    `normal`: the same on the picture, square to the edge, of length 1.
    """

    edge: Edge
    spots: FloatArray
    out: FloatArray
    normal: tuple[float, float]

    @property
    def is_upright(self) -> bool:
        """Whether it runs along z."""
        return self.edge.place == 2


def _lines(edges: Sequence[Edge], camera: Seen) -> list[_Line]:
    """Choose one of the four edges of each direction, where not all are seen from their end."""
    if not edges:
        return []
    low, high = edges[0].low, edges[0].high
    corners = np.where(_CORNERS, high, low)
    pixels = camera.project(np.append(corners.reshape(-1, 3), [(low + high) / 2], axis=0))
    middle = pixels[-1].tolist()
    ends = pixels[:-1].reshape(2, 2, 2, 2)
    seen = seen_faces(low[None], high[None], camera)[0].tolist()
    lines = []
    for edge in edges:
        chosen = _outermost(edge.place, np.moveaxis(ends, edge.place, 2).tolist(), seen)
        if chosen is not None:
            signs, ((x, y), (x_end, y_end)) = chosen
            across, along = y - y_end, x_end - x
            outwards = across * ((x + x_end) / 2 - middle[0]) + along * (
                (y + y_end) / 2 - middle[1]
            )
            length = hypot(across, along) * (-1.0 if outwards < 0 else 1.0)
            out = np.zeros(3)
            if edge.place != 2:
                out[1 - edge.place] = 1.0 if signs[0] else -1.0
            normal = across / length, along / length
            lines.append(_Line(edge, edge.spots(signs), out, normal))
    return lines


def _outermost(
    place: int, ends: _Ends, seen: list[list[bool]]
) -> tuple[tuple[int, int], _Segment] | None:
    """Choose the edge of a direction along which to write, and its ends on the picture.

    It is one at which a face that is seen meets one that is not: of level edges the lowest on the
    picture, of upright ones the one at the left. None where all are seen from their end.

    `place`: along which of x, y and z the edges run.
    `ends`: the ends on the picture by the sides, 0 or 1, of the two others.
    `seen`: which faces are, by axis and side.
    """
    first, second = (axis for axis in range(3) if axis != place)
    best, least = None, inf
    for signs in ((0, 0), (0, 1), (1, 0), (1, 1)):
        if seen[first][signs[0]] == seen[second][signs[1]]:
            continue
        segment = ends[signs[0]][signs[1]]
        (x, y), (x_end, y_end) = segment
        if hypot(x_end - x, y_end - y) < _SHORT:
            continue
        across = (x + x_end) / 2
        score = across if place == 2 else (y + y_end) / 2 + 0.05 * across
        if score < least:
            best, least = (signs, segment), score
    return best


def _placed(lines: list[_Line], here: FloatArray, ways: FloatArray, scale: float) -> FloatArray:
    """Return where the texts of lines are on the picture, shape (k, 3), outwards from the board.

    Those on level edges are a share of a cell away, moved on by pixels, names twice as many as
    numbers, and at least some pixels from the edge.

    `here`, shape (k, 2): where their spots are.
    `ways`, shape (k, 2): from there to one cell farther out.
    """
    counts = [len(line.spots) for line in lines]
    normals = np.repeat([line.normal for line in lines], counts, axis=0)
    is_upright = np.repeat([line.is_upright for line in lines], counts)
    is_name = np.zeros(len(here), dtype=np.bool_)
    is_name[np.cumsum(counts) - 1] = True
    low, high = lines[0].edge.low, lines[0].edge.high
    is_flat = high[2] - low[2] <= 1.0
    largest, down = (LARGEST_FLAT_CELL, FLAT_DOWN) if is_flat else (LARGEST_CELL, DOWN)
    cells = np.sqrt((ways * ways).sum(axis=1))
    is_edge_on = (ways * normals).sum(axis=1) <= _EDGE_ON * cells
    ways = np.where(is_edge_on[:, None], normals, ways / np.maximum(cells, 1e-9)[:, None])
    moved = np.column_stack((RIGHT * np.maximum(ways[:, 0], 0.0), down * ways[:, 1]))
    moved *= np.where(is_name, 2.0, 1.0)[:, None]
    away = np.where(is_name, NAME_CELL, NUMBER_CELL) * np.minimum(cells / scale, largest)
    least = np.where(is_name, NAME_LEAST, LEAST) - (moved * normals).sum(axis=1)
    away = np.maximum(away, least / (ways * normals).sum(axis=1))
    level = ways * away[:, None] + moved
    upright = normals * np.where(is_name, NAME_UPRIGHT, UPRIGHT)[:, None]
    texts = here + np.where(is_upright[:, None], upright, level) * scale
    return np.column_stack((texts, np.zeros(len(texts))))


def _alike(rows: list[Row]) -> list[Row]:
    """Leave out the same numbers along all edges of as many cells, where some would touch."""
    alike = []
    for row in rows:
        least = min(each.room for each in rows if len(each.values) == len(row.values))
        kept = thinned(row.values, least)
        texts = [row.texts[k] for k in kept.tolist()]
        alike.append(replace(row, places=row.places[kept], values=row.values[kept], texts=texts))
    return alike


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

"""The texts around the blocks: coordinates and their names along edges, and names of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
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
        self._numbers = Labels(TEXT).on_screen(centred=True)
        self._letters = Labels(LETTER, bold=True).on_screen(centred=True)
        self._names = Labels(TEXT, bold=True).on_screen(centred=True)
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
        self._numbers.put(places[:few], texts[:few], theme.text_3)
        self._letters.put(places[few:], texts[few:], theme.text_3)
        named = [row for row in rows if row.name]
        at = np.array([row.name_place for row in named]).reshape(-1, 3)
        self._names.put(at, [row.name for row in named], theme.text)

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
    """Return what is written along edges, at a scale of texts; nothing along those seen end on."""
    found = [_row_along(edge, camera, scale) for edge in edges]
    return _alike([row for row in found if row is not None])


def _row_along(edge: Edge, camera: Seen, scale: float) -> Row | None:
    """Write along one of the four edges of a direction; None where all are seen from their end."""
    chosen = _outermost(edge, camera)
    if chosen is None:
        return None
    signs, ends = chosen
    points = edge.points(signs)
    pixels = camera.project(points)
    along = ends[1] - ends[0]
    length = float(np.linalg.norm(along))
    normal = np.array((-along[1], along[0])) / length
    if normal @ (ends.mean(axis=0) - camera.project(edge.centre)) < 0:
        normal = -normal
    middle = edge.ends(signs).mean(axis=0)[None]
    if edge.place == 2:
        places = pixels + normal * UPRIGHT * scale
        name = camera.project(middle) + normal * NAME_UPRIGHT * scale
    else:
        beside = partial(_beside, edge, signs, camera, normal, scale)
        places = beside(points, NUMBER_CELL, 1.0, LEAST)
        name = beside(middle, NAME_CELL, 2.0, NAME_LEAST)
    apart = np.abs(np.diff(pixels / (ROOM * scale), axis=0)).max(axis=1)
    least = float(apart.min(initial=np.inf))
    return Row(_flat(places), edge.values, edge.texts, _flat(name)[0], edge.name, least)


def _alike(rows: list[Row]) -> list[Row]:
    """Leave out the same numbers along all edges of as many cells, where some would touch."""
    alike = []
    for row in rows:
        least = min(each.room for each in rows if len(each.values) == len(row.values))
        kept = thinned(row.values, least)
        texts = [row.texts[k] for k in kept.tolist()]
        alike.append(replace(row, places=row.places[kept], values=row.values[kept], texts=texts))
    return alike


def _beside(
    edge: Edge,
    signs: tuple[int, int],
    camera: Seen,
    normal: FloatArray,
    scale: float,
    points: FloatArray,
    share: float,
    times: float,
    least: float,
) -> FloatArray:
    """Return where texts of points on a level edge are on the picture, outwards from the board.

    They are a share of a cell away, moved on so many times as far as a number, and `least` pixels
    from the edge at least.
    """
    outwards = np.zeros(3)
    outwards[1 - edge.place] = 1.0 if signs[0] else -1.0
    here, beyond = camera.project(np.stack((points, points + outwards)))
    ways = beyond - here
    cells = np.linalg.norm(ways, axis=1)
    is_edge_on = ways @ normal <= _EDGE_ON * cells
    ways = np.where(is_edge_on[:, None], normal, ways / np.maximum(cells, 1e-9)[:, None])
    is_flat = edge.high[2] - edge.low[2] <= 1.0
    largest, down = (LARGEST_FLAT_CELL, FLAT_DOWN) if is_flat else (LARGEST_CELL, DOWN)
    moved = np.column_stack((RIGHT * np.maximum(ways[:, 0], 0.0), down * ways[:, 1])) * times
    away = share * np.minimum(cells / scale, largest)
    away = np.maximum(away, (least - moved @ normal) / (ways @ normal))
    texts: FloatArray = here + (ways * away[:, None] + moved) * scale
    return texts


def _outermost(edge: Edge, camera: Seen) -> tuple[tuple[int, int], FloatArray] | None:
    """Choose the edge of a direction along which to write, and its ends on the picture.

    It is one at which a face that is seen meets one that is not: of level edges the lowest on the
    picture, of upright ones the one at the left.
    """
    seen = seen_faces(edge.low[None], edge.high[None], camera)[0]
    others = [axis for axis in range(3) if axis != edge.place]
    sides = [
        signs
        for signs in ((0, 0), (0, 1), (1, 0), (1, 1))
        if bool(seen[others[0], signs[0]]) != bool(seen[others[1], signs[1]])
    ]
    if not sides:
        return None
    ends = camera.project(np.array([edge.ends(signs) for signs in sides]))
    x, y = ends.mean(axis=1).T
    scores = x if edge.place == 2 else y + 0.05 * x
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    best = int(np.argmin(np.where(lengths < _SHORT, np.inf, scores)))
    return None if lengths[best] < _SHORT else (sides[best], ends[best])


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


def _flat(places: FloatArray) -> FloatArray:
    return np.column_stack((places, np.zeros(len(places))))

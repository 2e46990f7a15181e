"""The cell at a pixel: a walk through the lattice along the view ray."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nqviz.core.board import IntArray
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.board_view import BoardView

from .lattice import FLOOR
from .options import SceneOptions, layer_axis
from .shapes import QUEEN_RADIUS, density_sides
from .wrapped import Wrapped

MARK_RADIUS = 0.1
"""The radius of the mark of a free cell."""

ALL_MARKS = 200_000
"""Beyond this many free cells only those of the active layer are marked."""

_REACH = 1.6  # small marks are hit from a little beside them


def pick_cell(
    start: FloatArray,
    ray: FloatArray,
    picture: BoardView,
    arrangement: Arrangement,
    options: SceneOptions,
) -> int | None:
    """Return the index of the cell that a view ray points at, None where there is none.

    The nearest queen that the ray hits comes first, then the nearest cube of a density, then the
    nearest mark of a free cell, then the cell of the active layer (on a flat board the square)
    that the ray runs through, then the first cell of the lattice.
    """
    if isinstance(arrangement, Wrapped):
        return _pick_on_torus(start, ray, picture, arrangement)
    along = arrangement.cells_along(start, ray)
    if not len(along):
        return None
    closeness = _distance_to_ray(arrangement.positions(along), start, ray)
    for reach in _reaches(along, picture):
        hit = np.flatnonzero(closeness <= reach)
        if len(hit):
            return int(along[hit[0]])
    axis = layer_axis(arrangement)
    if axis is None:
        return _square(start, ray, arrangement)
    return _layer_cell(along, closeness, picture, arrangement, axis, options.active_layer)


def _pick_on_torus(
    start: FloatArray, ray: FloatArray, picture: BoardView, arrangement: Wrapped
) -> int | None:
    """Return the nearest queen before the surface, or the cell where the ray meets that first."""
    cells = arrangement.cells_along(start, ray)
    surface = float(np.min(arrangement.hits(start, ray), initial=np.inf)) * np.linalg.norm(ray)
    standing = np.concatenate((picture.queens, picture.suggested))
    places = arrangement.positions(standing)
    beside = _distance_to_ray(places, start, ray)
    ahead = (places - start) @ (ray / np.linalg.norm(ray))
    ahead -= np.sqrt(np.maximum(QUEEN_RADIUS**2 - beside**2, 0.0))
    hit = np.flatnonzero((beside <= QUEEN_RADIUS) & (ahead > 0) & (ahead < surface))
    if len(hit):
        return int(standing[hit[np.argmin(ahead[hit])]])
    return int(cells[0]) if len(cells) else None


def _reaches(along: IntArray, picture: BoardView) -> Iterator[FloatArray]:
    """Yield how near the ray must come to each cell to hit what stands there, kind by kind."""
    queens = np.isin(along, np.concatenate((picture.queens, picture.suggested)))
    yield np.where(queens, QUEEN_RADIUS, -1.0)
    if picture.overlay is not None:
        uses = picture.overlay.values[along]
        sides = density_sides(uses / picture.overlay.top)
        yield np.where(uses > 0, sides * 0.55, -1.0)
    if picture.free is not None and len(picture.free) <= ALL_MARKS:
        yield np.where(np.isin(along, picture.free), MARK_RADIUS * _REACH, -1.0)


def _layer_cell(
    along: IntArray,
    closeness: FloatArray,
    picture: BoardView,
    arrangement: Arrangement,
    axis: int,
    layer: int | None,
) -> int:
    board = arrangement.board
    if layer is None and picture.cursor is not None:
        layer = board.cell(picture.cursor)[axis]
    cells = board.cells(along)
    inside = np.flatnonzero(cells[:, axis] == (-1 if layer is None else layer))
    if not len(inside):
        return int(along[0])
    # Within the nearest block the ray crosses several cells of one layer: take the central one.
    spread = list(arrangement.spread)
    same_block = (cells[inside][:, spread] == cells[inside[0], spread]).all(axis=1)
    inside = inside[same_block]
    return int(along[inside[np.argmin(closeness[inside])]])


def _square(start: FloatArray, ray: FloatArray, arrangement: Arrangement) -> int | None:
    if ray[2] == 0.0:
        return None
    time = (FLOOR - start[2]) / ray[2]
    place = start + time * ray
    return arrangement.cell_at(float(place[0]), float(place[1])) if time > 0 else None


def _distance_to_ray(points: FloatArray, start: FloatArray, ray: FloatArray) -> FloatArray:
    unit = ray / np.linalg.norm(ray)
    relative = points - start
    beside = relative - (relative @ unit)[:, None] * unit
    return np.asarray(np.linalg.norm(beside, axis=1))

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

MARK_RADIUS = 0.055
"""The radius of the mark of a free cell."""

ALL_MARKS = 200_000
"""Beyond this many free cells only those of the active layer are marked."""

_TALL = 0.74  # width over height of a piece
_REACH = 2.6  # small marks are hit from a little beside them


def pick_cell(
    start: FloatArray,
    ray: FloatArray,
    picture: BoardView,
    arrangement: Arrangement,
    options: SceneOptions,
    *,
    tall: bool = False,
) -> int | None:
    """Return the index of the cell that a view ray points at, None where there is none.

    With an active layer that is the nearest of its queens that the ray hits, then the cell where
    the ray meets its sheet: nothing else takes the pointer. Without one it is the nearest queen,
    cube of a density or mark of a free cell, kind by kind; on a flat board then the square.
    With `tall` queens are pieces, higher than wide.
    `start` and `ray` have the shape (3,).
    """
    if isinstance(arrangement, Wrapped):
        return _pick_on_torus(start, ray, picture, arrangement)
    axis, layer = layer_axis(arrangement), options.active_layer
    along = arrangement.cells_along(start, ray)
    if axis is not None and layer is not None and len(along):
        along = along[picture.board.cells(along)[:, axis] == layer]
    if len(along):
        places = arrangement.positions(along)
        for reach, squeeze in _reaches(along, picture, tall):
            closeness = _distance_to_ray(places * squeeze, start * squeeze, ray * squeeze)
            hit = np.flatnonzero(closeness <= reach)
            if len(hit):
                return int(along[hit[0]])
            if axis is not None and layer is not None:
                break
    if axis is None:
        return _square(start, ray, arrangement)
    return None if layer is None else _sheet_cell(start, ray, arrangement, axis, layer)


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


def _reaches(
    along: IntArray, picture: BoardView, tall: bool
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield how near the ray must come to each cell to hit what stands there, kind by kind.

    With it come factors of x, y and z to measure in: queens that are pieces are higher than wide.
    """
    plain = np.ones(3)
    queens = np.isin(along, np.concatenate((picture.queens, picture.suggested)))
    yield np.where(queens, QUEEN_RADIUS, -1.0), np.array((1.0, 1.0, _TALL if tall else 1.0))
    if picture.overlay is not None:
        uses = picture.overlay.values[along]
        sides = density_sides(uses / picture.overlay.top)
        yield np.where(uses > 0, sides * 0.55, -1.0), plain
    if picture.free is not None and len(picture.free) <= ALL_MARKS:
        yield np.where(np.isin(along, picture.free), MARK_RADIUS * _REACH, -1.0), plain


def _sheet_cell(
    start: FloatArray, ray: FloatArray, arrangement: Arrangement, axis: int, layer: int
) -> int | None:
    """Return the cell of a layer on whose lower side a ray meets it first, in any block."""
    if ray[2] == 0.0:
        return None
    board = arrangement.board
    sides = np.array([board.shape[shown] for shown in arrangement.shown[:2]])
    height = arrangement.displacements[axis][layer, 2] - 0.5
    times = (arrangement.block_origins[:, 2] + height - start[2]) / ray[2]
    places = start + times[:, None] * ray - arrangement.block_origins
    values = np.rint(places[:, :2]).astype(np.int64)
    inside = ((values >= 0) & (values < sides)).all(axis=1) & (times > 0)
    cells = arrangement.blocks.copy()
    cells[:, axis] = layer
    cells[:, list(arrangement.shown[:2])] = np.clip(values, 0, sides - 1)
    indices = board.indices(cells)
    inside &= arrangement.visible(indices)
    if not inside.any():
        return None
    return int(indices[np.argmin(np.where(inside, times, np.inf))])


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

"""A planar torus board on the surface of a torus in space, and what is drawn along it.

Both sides of such a board are joined to their opposite ones; on a torus in space they really are
(Kunt, *The n-Queens Problem in Higher Dimensions*, 2023, figure 6).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.errors import InputError
from nqviz.view.arrangement import Arrangement, FloatArray
from nqviz.view.wrapping import BEYOND, can_wrap, steps_around, wrapped

from .shapes import BOX_EDGES, CORNERS, SQUARE

LIFT = 0.4
"""Height of the centres of queens above the surface."""

_FIRST_TURN = -np.pi / 2 - 0.35  # the first cell is near the one who looks from the corner
_FINENESS = 1 / 8  # length of the pieces of a curve, in cells


@dataclass(frozen=True)
class Wrapped(Arrangement):
    """Draw a planar torus board on a torus: its longer side runs round the large circle.

    Raises InputError if the board is no torus of two dimensions.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if not can_wrap(self.board) or self.fixed:
            raise InputError(
                f"only a torus board of two dimensions can be wrapped, no {self.board}"
            )

    @classmethod
    def of(cls, board: Board) -> Wrapped:
        """Wrap a board."""
        return cls(board, tuple(range(board.d)))

    @cached_property
    def large_axis(self) -> int:
        """The axis of the board that runs round the large circle."""
        return int(np.argmax(self.board.shape))

    @cached_property
    def radii(self) -> tuple[float, float]:
        """The radius of the large circle and that of the tube.

        A cell is about 1 high; at the inner side of the tube it is narrower, outside wider.
        """
        around, across = max(self.board.shape), min(self.board.shape)
        tube = max(across / (2 * np.pi), 0.8)
        return max(around / (2 * np.pi), 1.9 * tube), tube

    @property
    def _first_rise(self) -> float:
        """Where the first cell lies on the tube: the board begins where numbers can be seen."""
        return np.pi / min(self.board.shape) + 0.2

    def surface(self, cells: npt.ArrayLike, height: npt.ArrayLike = 0.0) -> FloatArray:
        """Return the points over places of the board, shape (..., 3).

        `cells`, shape (..., 2): places in cells; whole numbers are centres of cells, others lie
        between them.
        `height`, shape (...): above the surface.
        """
        turns = 2 * np.pi * np.asarray(cells, dtype=np.float64) / np.array(self.board.shape)
        large = turns[..., self.large_axis] + _FIRST_TURN
        small = turns[..., 1 - self.large_axis] + self._first_rise
        radius, tube = self.radii
        reach = tube + np.asarray(height)
        out = radius + reach * np.cos(small)
        return np.stack((out * np.cos(large), out * np.sin(large), reach * np.sin(small)), axis=-1)

    def normals(self, cells: npt.ArrayLike) -> FloatArray:
        """Return the unit vectors that point away from the surface, shape (..., 3)."""
        return self.surface(cells, 1.0) - self.surface(cells, 0.0)

    def positions(self, indices: npt.ArrayLike) -> FloatArray:
        """Return the centres of what stands on cells, shape (k, 3), from indices, shape (k,)."""
        return self.surface(self.board.cells(indices), LIFT)

    @cached_property
    def bounds(self) -> tuple[FloatArray, FloatArray]:
        """The least and the greatest corner of all that can be drawn, each of shape (3,)."""
        radius, tube = self.radii
        high = np.array([radius + tube, radius + tube, tube]) + 2 * LIFT
        return -high, high

    # From places to cells ------------------------------------------------------------------

    def hits(self, origin: npt.ArrayLike, direction: npt.ArrayLike) -> FloatArray:
        """Return where a ray meets the surface, as its parameters in order, shape (at most 4,).

        A point p lies on a torus of radii R and r when (|p|^2 + R^2 - r^2)^2 = 4 R^2 (x^2 + y^2).
        """
        start = np.asarray(origin, dtype=np.float64)
        ray = np.asarray(direction, dtype=np.float64)
        length = float(np.linalg.norm(ray))
        unit = ray / length
        radius, tube = self.radii
        ahead = -float(start @ unit)  # measured from the point nearest to the middle
        near = start + ahead * unit
        level, flat = unit[:2], near[:2]
        inner = float(near @ near) + radius**2 - tube**2
        square = 4 * radius**2
        roots = np.roots(
            [
                1.0,
                0.0,
                2 * inner - square * float(level @ level),
                -2 * square * float(level @ flat),
                inner**2 - square * float(flat @ flat),
            ]
        )
        times = (np.real(roots[np.abs(np.imag(roots)) < 1e-7]) + ahead) / length
        return np.sort(times[times > 0])

    def cells_along(self, origin: npt.ArrayLike, direction: npt.ArrayLike) -> IntArray:
        """Return the cells whose part of the surface a ray goes through, in order, shape (k,).

        `origin` and `direction` have shape (3,).
        """
        times = self.hits(origin, direction)
        points = np.asarray(origin) + times[:, None] * np.asarray(direction)
        indices = self.cells_at(points)
        return indices[np.append(True, np.diff(indices) != 0)] if len(indices) else indices

    def cells_at(self, points: FloatArray) -> IntArray:
        """Return the cells whose part of the surface is nearest to points, shape (k, 3)."""
        large = np.arctan2(points[:, 1], points[:, 0]) - _FIRST_TURN
        out = np.hypot(points[:, 0], points[:, 1]) - self.radii[0]
        turns = np.zeros((len(points), 2))
        turns[:, self.large_axis] = large
        turns[:, 1 - self.large_axis] = np.arctan2(points[:, 2], out) - self._first_rise
        sides = np.array(self.board.shape)
        return self.board.indices(np.rint(turns / (2 * np.pi) * sides).astype(np.int64) % sides)

    # Curves and patches ----------------------------------------------------------------------

    def curves(self, starts: FloatArray, ends: FloatArray, height: float) -> list[FloatArray]:
        """Return the curves over straight strokes of the board, each (points, 3).

        `starts`, `ends`, shape (k, 2): in cells, and beyond the board where a stroke runs over its
        edge.
        """
        curves = []
        for start, end in zip(starts, ends, strict=True):
            steps = max(2, ceil(float(np.abs(end - start).max()) / _FINENESS) + 1)
            share = np.linspace(0.0, 1.0, min(steps, 4000))[:, None]
            curves.append(self.surface(start + share * (end - start), height))
        return curves

    def patches(self, most: int) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        """Return pieces of the surface, shape (k, 4, 3), and which belong to dark cells, (k,).

        With more than `most` cells they are larger and all of one shade.
        """
        sides = np.array(self.board.shape)
        pieces = np.maximum(np.ceil(np.where(sides == sides.max(), 96, 56) / sides), 1).astype(int)
        is_fine = self.board.size * int(pieces.prod()) <= most
        counts = sides * pieces if is_fine else np.array([160, 160])
        step = sides / counts
        place = np.indices(tuple(counts.tolist())).reshape(2, -1).T
        corners = [self.surface((place + corner) * step - 0.5) for corner in SQUARE + 0.5]
        dark = (place // pieces).sum(axis=1) % 2 == 0 if is_fine else np.zeros(len(place), bool)
        return np.stack(corners, axis=1), dark

    def grid(self, axis: int, values: npt.NDArray[np.floating]) -> FloatArray:
        """Return the lines of the surface where one coordinate has certain values, shape (k,).

        The lines are pairs of points, shape (m, 2, 3).
        """
        other = self.board.shape[1 - axis]
        starts = np.zeros((len(values), 2))
        starts[:, axis] = values
        ends = starts.copy()
        ends[:, 1 - axis] = other
        return pieces_of(self.curves(starts, ends, 0.015))


def pieces_of(curves: list[FloatArray]) -> FloatArray:
    """Cut curves, each (points, 3), into their straight pieces, shape (k, 2, 3)."""
    pieces = [np.stack((curve[:-1], curve[1:]), axis=1) for curve in curves]
    return np.concatenate([np.zeros((0, 2, 3)), *pieces])


# For every arrangement, wrapped or not ---------------------------------------------------------


def cell_edges(arrangement: Arrangement, indices: IntArray) -> FloatArray:
    """Return the outlines of cells as strokes, shape (k, 2, 3): boxes, or patches of a torus."""
    if isinstance(arrangement, Wrapped):
        cells = arrangement.board.cells(indices)
        starts = (cells[:, None] + SQUARE).reshape(-1, 2)
        ends = (cells[:, None] + np.roll(SQUARE, -1, axis=0)).reshape(-1, 2)
        return pieces_of(arrangement.curves(starts, ends, 0.06))
    places = arrangement.positions(indices)
    return (places[:, None, :] + CORNERS)[:, BOX_EDGES].reshape(-1, 2, 3)


def joined(arrangement: Arrangement, pairs: IntArray) -> tuple[FloatArray, FloatArray]:
    """Join pairs of cells, shape (k, 2): strokes, shape (m, 2, 3), and their middles, (k, 3).

    On a torus in space the strokes run along its surface, the shortest way; in a block of a torus
    board they go out at one side and come in at the other.
    """
    if isinstance(arrangement, Wrapped):
        cells = arrangement.board.cells(pairs).astype(np.float64)
        sides = np.array(arrangement.board.shape)
        way = cells[:, 1] - cells[:, 0]
        way -= np.rint(way / sides) * sides
        curves = arrangement.curves(cells[:, 0], cells[:, 0] + way, LIFT)
        return pieces_of(curves), arrangement.surface(cells[:, 0] + way / 2, LIFT)
    ends: FloatArray = arrangement.positions(pairs.ravel()).reshape(-1, 2, 3)
    middles: FloatArray = ends.mean(axis=1)
    if arrangement.board.is_flat:
        return ends, middles
    ways = steps_around(arrangement.board, pairs)
    same = (ways[:, list(arrangement.spread)] == 0).all(axis=1)  # both in one block
    moves = np.zeros((int(same.sum()), 3))
    moves[:, : len(arrangement.shown)] = ways[same][:, list(arrangement.shown)]
    moves[:, : len(arrangement.shown)] *= arrangement.pitches
    pieces = wrapped(arrangement, ends[same, 0], ends[same, 0] + moves, BEYOND)
    middles[same] = np.array([_middle(each) for each in pieces]).reshape(-1, 3)
    return np.concatenate([ends[~same], *pieces]), middles


def _middle(pieces: FloatArray) -> FloatArray:
    """Return the middle of the longest of some strokes, shape (k, 2, 3)."""
    longest = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1).argmax()
    place: FloatArray = pieces[longest].mean(axis=0)
    return place

"""The shadows that queens throw straight down on the floor of their block, as maps of pixels.

A queen at a height h above the lowest layer, in cells, darkens the floor by a Gaussian that is the
wider and the fainter the higher it stands. Several shadows are combined as what lets light pass:
1 - (1 - a) (1 - b) ... The maps hold the logarithm of that product, in which each shadow is a term,
so that a queen that comes or goes changes one term only.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import erf, sqrt
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.view.arrangement import FloatArray

WIDTH, WIDER = 0.36, 0.035
"""The radius of a shadow on the floor, and by how much it grows with each cell of height."""
STRENGTH, FADING = 0.62, 0.16
"""The opacity of a shadow on the floor, and how fast it fades with height."""
OUTSIDE = 0.25
"""The share of a shadow that queens outside the active layer have."""

FEW, MANY = 24, 3000
"""Up to so many shadows change parts of a map, and beyond so many they are added all at once."""

_REACH = 2.5  # widths of a shadow beyond which it is not seen
_SMALL = 200_000  # multiplications
_LEAST = 0.006  # terms of the series below this are left out
_BANDS_FROM, _BAND = 6.0, 1.2  # heights above the first are rounded to its powers

Map = npt.NDArray[np.float32]
Value = TypeVar("Value", float, FloatArray)
Part = tuple[slice, slice]
"""Rows and columns of a map."""

WHOLE: Part = (slice(None), slice(None))


class ShadowMap:
    """The shadows on one floor.

    `xs`, `ys`, shapes (width,) and (height,): the places of the columns and rows of pixels, in
    cells from the first cell's centre.
    """

    def __init__(self, xs: FloatArray, ys: FloatArray) -> None:
        self._xs, self._ys = xs.astype(np.float32), ys.astype(np.float32)
        self._sum: Map = np.zeros((len(ys), len(xs)), np.float32)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns of pixels."""
        return len(self._ys), len(self._xs)

    def clear(self) -> None:
        """Remove all shadows."""
        self._sum[:] = 0.0

    def add(self, places: FloatArray, shares: FloatArray, *, sign: float = 1.0) -> list[Part]:
        """Add the shadows of queens, or with a sign of -1 remove what was added for them.

        Returns the parts of the map that have changed.

        `places`, shape (k, 3): in cells from the centre of the block's first cell, the height from
        its lowest layer.
        `shares`, shape (k,): the shares of their shadows that queens have.
        """
        queens = np.column_stack((places[:, :2], _banded(places[:, 2]), shares))
        if len(queens) > MANY:
            self._add_all(queens, sign)
            return [WHOLE]
        parts = [
            self._add_one(x, y, *_shadow(height, share), sign)
            for x, y, height, share in queens.tolist()
        ]
        return parts if len(parts) <= FEW else [WHOLE]

    def _add_one(self, x: float, y: float, width: float, strength: float, sign: float) -> Part:
        reach = _REACH * width
        columns = slice(*np.searchsorted(self._xs, (x - reach, x + reach)).tolist())
        rows = slice(*np.searchsorted(self._ys, (y - reach, y + reach)).tolist())
        across, along = _bell(self._xs[columns] - x, width), _bell(self._ys[rows] - y, width)
        covered = strength * along[:, None] * across
        self._sum[rows, columns] += np.float32(sign) * np.log1p(-covered)
        return rows, columns

    def _add_all(self, queens: FloatArray, sign: float) -> None:
        """Add many shadows: those of one height together, by the series of log(1 - u) in u.

        Each power of a Gaussian is a Gaussian, which two small matrices spread over the map.
        """
        for height, share, cells in _by_height(queens):
            width, strength = _shadow(height, share)
            xs, column = np.unique(cells[:, 0], return_inverse=True)
            ys, row = np.unique(cells[:, 1], return_inverse=True)
            stands = np.zeros((len(ys), len(xs)), np.float32)
            np.add.at(stands, (row.ravel(), column.ravel()), np.float32(sign))
            power = 1
            while power == 1 or strength**power / power > _LEAST:
                narrow = width / np.sqrt(power)
                across = _bell(self._xs[:, None] - xs.astype(np.float32), narrow)
                along = _bell(self._ys[:, None] - ys.astype(np.float32), narrow)
                spread = _product(_product(along, stands), across.T)
                self._sum -= np.float32(strength**power / power) * spread
                power += 1

    def opacity(self, part: Part = WHOLE) -> Map:
        """Return how dark a part of the floor is, from 0 to 1, of the shape of the part."""
        return -np.expm1(np.minimum(self._sum[part], 0.0))


def reach_of(heights: FloatArray) -> FloatArray:
    """Return how far shadows of queens at heights reach on the floor, in cells, shape (k,)."""
    return _REACH * _shadow(_banded(heights), 1.0)[0]


def _banded(heights: FloatArray) -> FloatArray:
    """Round large heights, at which shadows differ little, so that more of them are alike."""
    high = np.maximum(heights, _BANDS_FROM) / _BANDS_FROM
    rounded = _BANDS_FROM * _BAND ** np.rint(np.log(high) / np.log(_BAND))
    banded: FloatArray = np.where(heights > _BANDS_FROM, rounded, heights)
    return banded.round(4)


def _product(first: Map, second: Map) -> Map:
    """Multiply matrices in parts that are too small for linear algebra to start threads.

    Where all processors are busy it waits long for its threads.
    """
    rows = max(_SMALL // (first.shape[1] * second.shape[1]), 2)
    parts = [first[start : start + rows] @ second for start in range(0, len(first), rows)]
    return np.concatenate(parts)


def _shadow(height: Value, share: float) -> tuple[Value, Value]:
    """Return the width, in cells, and the strength of a shadow."""
    return WIDTH + WIDER * height, share * STRENGTH / (1.0 + FADING * height)


def _bell(distances: Map, width: float) -> Map:
    bell: Map = np.exp(-((distances / np.float32(width)) ** 2))
    return bell


def _by_height(queens: FloatArray) -> Iterator[tuple[float, float, FloatArray]]:
    kinds, which = np.unique(queens[:, 2:], axis=0, return_inverse=True)
    order = np.argsort(which.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(which.ravel(), minlength=len(kinds)))
    for (height, share), rows in zip(kinds.tolist(), np.split(order, ends[:-1]), strict=True):
        yield height, share, queens[rows, :2]


def plate(xs: FloatArray, ys: FloatArray, size: tuple[float, float], blur: float) -> Map:
    """Return the shadow of a rectangle with soft edges, of the shape (ys, xs), from 0 to 1.

    `xs`, `ys`: places in cells from the rectangle's lower left corner.
    `blur`: how soft the edges are, in cells.
    """
    soft = []
    for places, side in ((xs, size[0]), (ys, size[1])):
        steps = [_step(place / blur) - _step((place - side) / blur) for place in places.tolist()]
        soft.append(np.array(steps))
    shade: Map = (soft[1][:, None] * soft[0]).astype(np.float32)
    return shade


def _step(place: float) -> float:
    """Return the integral of a Gaussian of width 1 up to a place."""
    return 0.5 + 0.5 * erf(place / sqrt(2.0))


def pixels_of(cells: int, margin: float, pixels: float) -> FloatArray:
    """Return the places, shape (k,), of pixels along `cells` and a margin, from the first face."""
    count = max(round((cells + 2 * margin) * pixels), 2)
    return (np.arange(count) + 0.5) / count * (cells + 2 * margin) - margin


def cells_of(places: FloatArray) -> IntArray:
    """Return which cell each place, from the first cell's face, lies in, shape (k,)."""
    return np.floor(places).astype(np.int64)

"""The distance of a planar density from the limit density, by Simkin's measure.

Simkin's theorem (Kunt's thesis, Theorem 4): the queens of a random planar solution, each spread
over its cell, approach the limit density as n grows. The distance of two densities of total 1 is
the largest difference of what they put on a rectangle whose sides lie along the diagonals.
"""

from __future__ import annotations

import numpy as np

from nqviz.core.errors import InputError

from .exact import Density
from .limit_density import FloatArray, LimitDensity

FINE, MOST_SIDE = 64, 512
"""Cells are cut until there are `FINE` along a side; `MOST_SIDE` take some seconds."""


def has_limit(found: Density) -> bool:
    """Return whether a density is one of full planar solutions, on at most `MOST_SIDE` a side."""
    board = found.board
    return (
        board.is_classical and board.n <= MOST_SIDE and found.queens == board.n and found.total > 0
    )


def limit_distance(found: Density, limit: LimitDensity) -> float:
    """Return the distance of a density of full planar solutions from the limit density.

    Returns a number from 0 to 1.
    Raises InputError if the density is another one; see `has_limit`.
    """
    if not has_limit(found):
        raise InputError(
            "the distance from the limit density is for full placements on flat squares with at"
            f" most {MOST_SIDE} cells along a side, not for {found.words()} on the {found.board}"
        )
    n = found.board.n
    mine, expected = found.array.astype(np.float64), limit.on_board(n)
    return diagonal_distance(mine / mine.sum(), expected / expected.sum())


def diagonal_distance(first: FloatArray, second: FloatArray) -> float:
    """Return the largest difference of two densities on a rectangle along the diagonals.

    The densities are constant on cells. Rectangles are taken whose sides pass through corners of
    cells, after every cell has been cut into equal ones until there are `FINE` along a side: other
    rectangles differ by what the densities put on strips of less than half of such a cell.
    `first`, `second`, shape (n, n): what each puts on each cell, of sum 1.
    """
    n = len(first)
    parts = -(-FINE // n)
    difference = (first - second) / parts**2
    pieces = _by_diagonals(difference.repeat(parts, axis=0).repeat(parts, axis=1))
    most = 0.0
    for low in range(len(pieces)):
        strips = np.cumsum(pieces[low:], axis=0)  # from diagonal `low` to each later one
        sums = np.pad(np.cumsum(strips, axis=1), ((0, 0), (1, 0)))
        rises = sums - np.minimum.accumulate(sums, axis=1)
        falls = np.maximum.accumulate(sums, axis=1) - sums
        most = max(most, float(rises.max()), float(falls.max()))
    return most


def _by_diagonals(values: FloatArray) -> FloatArray:
    """Return what lies between neighbouring diagonals of both kinds, shape (2 n, 2 n).

    Both diagonals cut a cell into quarters, each between other pairs of neighbouring diagonals.
    """
    n = len(values)
    i, j = np.indices((n, n))
    pieces = np.zeros((2 * n, 2 * n))
    for falling in (0, 1):
        for rising in (0, 1):
            np.add.at(pieces, (i + j + falling, j - i + n - 1 + rising), values / 4)
    return pieces

"""A density by orbits of cells, and by the distance of cells from the centre."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board
from nqviz.core.symmetry import cell_orbits

Counts = npt.NDArray[np.float64] | npt.NDArray[np.int64]


@dataclass(frozen=True)
class OrbitUse:
    """The density of an orbit of cells under the symmetries of the board."""

    cell: tuple[int, ...]
    """A cell of the orbit, from 0."""
    cells: int
    """The number of cells."""
    mean: float
    least: float
    most: float
    """`mean`, `least` and `most`: of the numbers of placements that use a cell; the three are
    equal for the density of a set of placements that is invariant under the symmetries."""


@dataclass(frozen=True)
class Shell:
    """The density of the cells at one distance from the centre of the board."""

    distance: float
    """In cells, between the centres."""
    cells: int
    mean: float
    """The mean number of placements that use a cell."""


def orbit_uses(board: Board, counts: Counts) -> list[OrbitUse]:
    """Return the orbits of cells, those with the highest density first.

    Parameters
    ----------
    counts : array of shape (size,), int64 or float64
        The number of placements that use each cell.
    """
    labels = cell_orbits(board)
    table = []
    for label in range(int(labels.max(initial=-1)) + 1):
        cells = np.flatnonzero(labels == label)
        values = counts[cells]
        table.append(
            OrbitUse(
                tuple(board.cell(int(cells[0]))),
                len(cells),
                float(values.mean()),
                float(values.min()),
                float(values.max()),
            )
        )
    return sorted(table, key=lambda use: -use.mean)


def radial_profile(board: Board, counts: Counts) -> list[Shell]:
    """Return the mean density by the distance from the centre of the board, the centre first."""
    twice = 2 * board.cells(np.arange(board.size)) - (np.array(board.shape) - 1)
    squares, place = np.unique((twice**2).sum(axis=1), return_inverse=True)
    sizes = np.bincount(place)
    sums = np.bincount(place, weights=counts.astype(np.float64))
    return [
        Shell(float(np.sqrt(square)) / 2, int(size), float(total / size))
        for square, size, total in zip(squares, sizes, sums, strict=True)
    ]

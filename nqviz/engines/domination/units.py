"""What local search chooses for domination: single cells, or cells in smaller families.

The best dominating sets of many squares have all queens on cells with even coordinates, as in the
constructions of W. D. Weakley, or are kept by a half turn. There are so few of these that local
search finds on them in a moment what it misses among all sets.
"""

from __future__ import annotations

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray

from .boxes import Mask


def unit_families(board: Board, dominates: sp.csr_array, independent: bool) -> list[sp.csr_array]:
    """Return the families of units for local search, that of single cells first.

    `dominates`, shape (k, k): which open cells each open cell dominates.
    `independent`: whether the cells of a unit may not attack each other.
    Each family has the shape (units, k): ones for the cells of a unit.
    """
    families = [sp.csr_array(sp.eye_array(board.open_count, dtype=np.int64))]
    cells = board.cells(np.flatnonzero(~board.is_blocked))
    everything = np.ones(len(cells), np.bool_)
    even = (cells % 2 == 0).all(axis=1)
    if board.d == 2 and not even.all():
        families.append(families[0][even])
    turned = _half_turn(board, dominates)
    if turned is not None:
        families += [
            _pairs(turned, kept, dominates, independent)
            for kept in ((everything, even) if board.d == 2 else (everything,))
            if (kept[turned] == kept).all()
        ]
    return [family for family in families if family.shape[0] > 0]


def _half_turn(board: Board, dominates: sp.csr_array) -> IntArray | None:
    """Return the image of each open cell when all axes are reversed, if lines remain lines."""
    cells = board.cells(np.flatnonzero(~board.is_blocked))
    place = np.full(board.size, -1, np.int64)
    place[board.indices(cells)] = np.arange(len(cells))
    image = place[board.indices(np.array(board.shape) - 1 - cells)]
    if (image < 0).any():
        return None
    difference = sp.csr_array(dominates[image][:, image] - dominates)
    return None if difference.count_nonzero() else image


def _pairs(image: IntArray, kept: Mask, dominates: sp.csr_array, independent: bool) -> sp.csr_array:
    """Return a unit for each cell that is kept and its image."""
    first = np.flatnonzero(kept & (np.arange(len(image)) <= image))
    if independent:
        attacks = np.asarray(dominates[first, image[first]]).ravel() > 0
        first = first[(first == image[first]) | ~attacks]
    rows = np.arange(len(first))
    single = first == image[first]
    return sp.csr_array(
        (
            np.ones(2 * len(first) - int(single.sum()), np.int64),
            (np.append(rows, rows[~single]), np.append(first, image[first][~single])),
        ),
        shape=(len(first), len(image)),
    )

"""Bounds on completion thresholds, for boards of any size.

qc(n,d) is below the size of every set of queens that is in no maximum placement. Three kinds of
them are built here. Where full placements exist, each line along an axis holds a queen in all of
them, so queens that attack every cell of such a line from outside cannot be completed. A queen
attacks at most three cells of a line in its plane: c - h, c and c + h, h cells away. If the cells
that queens attack on the line are all different, the queens do not attack each other. Elsewhere a
queen on a cell that no maximum placement uses is such a set, where the density of the board ships
with nqviz, and a maximal placement of fewer queens than are known to fit.

Below, one queen can always be completed where the shifts of a regular solution cover the board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nqviz.bounds import best_lower, best_upper
from nqviz.bounds.lower import is_full_window
from nqviz.constructions.greedy import random_maximal
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement

from .densities.exact import shipped_density

THEOREM_15 = (
    "for all sufficiently large n, n/60 <= qc(n,2) <= n/4 (Theorem 15 of the thesis; S. Glock, D."
    " Munha Correia and B. Sudakov, 2022); from which n on is not stated, so it bounds no one board"
)
THEOREM_16 = (
    "whether queens on (n,2) can be completed is NP-complete, and counting the ways #P-complete"
    " (Theorem 16; I. P. Gent, C. Jefferson and P. Nightingale, 2017)"
)
TRIES = 20
"""The number of sets that are built at random; the smallest is kept."""
LARGEST_CELLS = 100_000
"""The most cells of a board whose maximal placements are built."""
LARGEST_SIDE = 400
"""The largest side of a line that is attacked as a whole."""


@dataclass(frozen=True)
class ThresholdBounds:
    """What is proven of a completion threshold without a search."""

    at_least: int
    at_most: int
    queens: int | None
    """The number of queens of a maximum placement, where it is known."""
    lower: str
    upper: str
    """`lower` and `upper`: why, as clauses."""
    witness: Placement | None = None
    """`at_most` + 1 queens that are in no maximum placement; None where none was built."""

    def words(self) -> str:
        """Return both bounds with their reasons."""
        return f"at least {self.at_least}: {self.lower}\nat most {self.at_most}: {self.upper}"


def threshold_bounds(board: Board) -> ThresholdBounds:
    """Return proven bounds on the completion threshold of a board.

    `board`: a flat cube for queens of two dimensions or more, without blocked cells.
    """
    n, d = board.n, board.d
    queens = best_lower(board).value
    if is_full_window(n, d):
        least, lower = 1, "every cell is in a shift of a regular solution"
    else:
        least, lower = 0, "the empty board has a maximum placement"
    witness, upper = None, "no more queens fit"
    if queens == board.full_count and 4 <= n <= LARGEST_SIDE:
        covers = [cover for seed in range(TRIES) if len(cover := _line_cover(n, seed))]
        if covers:
            plane = min(covers, key=len)
            cells = np.zeros((len(plane), d), dtype=np.int64)
            cells[:, :2] = plane
            witness = Placement(board, cells)
            upper = f"{len(cells)} queens attack a line that has a queen in every full placement"
    elif (found := shipped_density(board)) is not None and not found.counts.all():
        witness = Placement.from_indices(board, [int(found.counts.argmin())])
        upper = f"a cell is in none of the {found.total:,} maximum placements, by their density"
    elif board.size <= LARGEST_CELLS and n > 2:
        smallest = min((random_maximal(board, seed) for seed in range(TRIES)), key=len)
        if len(smallest) < queens:
            witness = smallest
            upper = f"no queen can be added to some {len(smallest)}, and {queens} fit"
    limit = best_upper(board).value
    most = limit if witness is None else len(witness) - 1
    known = queens if queens == limit else None
    return ThresholdBounds(least, most, known, lower, upper, witness)


def _line_cover(n: int, seed: int) -> IntArray:
    """Return queens of the plane that attack all cells of a line and not each other, shape (k, 2).

    The line is x_1 = n // 2. The lowest cell of it that is not attacked yet is attacked next, by
    the queen that attacks the most new cells of the line. No queens where there is none for a cell.
    """
    generator = np.random.default_rng(seed)
    line = n // 2
    far = np.abs(np.arange(n) - line)[:, None]
    columns = np.arange(n)[None, :]
    queens: list[tuple[int, int]] = []
    free = np.ones((n, n), dtype=np.bool_)
    free[line] = False
    missing = np.ones(n + 2 * n, dtype=np.bool_)
    missing[:n] = missing[2 * n :] = False  # n cells on each side of the line are off the board
    while missing.any():
        place = int(np.flatnonzero(missing)[0]) - n
        hits = (columns == place) | (columns - far == place) | (columns + far == place)
        gains = missing[n + columns].astype(np.int64) + missing[n + columns - far]
        gains += missing[n + columns + far]
        rows, at = np.nonzero(free & hits)
        gain = gains[rows, at]
        if not len(gain):
            return np.zeros((0, 2), dtype=np.int64)
        best = np.flatnonzero(gain == gain.max())
        chosen = int(best[generator.integers(min(len(best), 1 + 3 * (seed > 0)))])
        x, y = int(rows[chosen]), int(at[chosen])
        queens.append((x, y))
        reach = abs(x - line)
        missing[[n + y, n + y - reach, n + y + reach]] = False
        free &= (np.arange(n)[:, None] != x) & (columns != y)
        free &= np.abs(np.arange(n)[:, None] - x) != np.abs(columns - y)
    return np.array(queens, dtype=np.int64)

"""The nodes of a proof that a placement is the first, and what prices remove of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from nqviz.core.board import IntArray

from .claim import Attacks, FirstClaim, Mask
from .diagonals import highest_price
from .proof import Flawed
from .queens_node import QueensNode
from .queens_search import QueensSearch
from .squares import WIDTH, Totals

MOST_PRICE = 2**36
"""Sums of so large prices fit into 64 bits."""
BEYOND = 2**62
"""Stands for the price of a cell that is not free."""


class Lines:
    """The k open rows and columns of a node, with their free cells and diagonals.

    `free`: the free cells, from the first open row and column on; shape (k, width).
    `columns`: the open columns, shape (k,).

    Attributes
    ----------
    left : int
        The first open column; from here on columns count from it.
    columns : array of shape (k,)
    rows, places : array of shape (cells,)
        The row and the column of each free cell.
    sums, steps : array of shape (diagonals,)
        The sums, and the differences with their shift, that have a free cell, increasing.
    at_column, at_sum, at_step : array of shape (cells,)
        Which of `columns`, `sums` and `steps` each free cell is on.
    """

    def __init__(self, free: Mask, columns: IntArray) -> None:
        self.free, self.left = free, int(columns[0])
        self.columns = columns - self.left
        self.rows, self.places = np.nonzero(free)
        self.totals = Totals.of(self.columns)
        self.sums, self.at_sum = np.unique(self.rows + self.places, return_inverse=True)
        steps = self.places - self.rows + self.totals.shift
        self.steps, self.at_step = np.unique(steps, return_inverse=True)
        self.at_column = np.searchsorted(self.columns, self.places)

    def price_count(self, is_listed: bool) -> int:
        """Return how many prices are needed."""
        return int(self.ends[-1]) + (not is_listed)

    @property
    def ends(self) -> IntArray:
        """Where the prices of columns, of sums and of differences end, shape (3,)."""
        return np.cumsum([len(self.columns), len(self.sums), len(self.steps)])

    def split(self, prices: IntArray, is_listed: bool) -> list[IntArray]:
        """Return the prices of columns, sums, differences and squares; none of these if listed.

        `prices`, shape (prices,).
        Raises Flawed if they are not as many as needed, or out of range.
        """
        ends = self.ends
        if len(prices) != self.price_count(is_listed):
            raise Flawed("prices are missing")
        is_low = not is_listed and (prices[ends[0] : ends[-1]] < 0).any()
        if is_low or ((prices > MOST_PRICE) | (prices < -MOST_PRICE)).any():
            raise Flawed("a price is out of range")
        return np.split(prices, ends)

    def squares(self) -> tuple[int, int, int] | None:
        """Bound the sum of (s - mean)^2 over the sums s of all queens; None if none can be.

        Returns the mean, and the least and the most.
        """
        totals = self.totals
        least = totals.least_squares(self.sums, totals.sums)
        least_steps = totals.least_squares(self.steps, totals.steps)
        if least < 0 or least_steps < 0 or least + least_steps > totals.squares:
            return None
        mean = totals.sums // totals.k
        around = totals.k * mean * mean - 2 * mean * totals.sums
        return mean, least + around, totals.squares - least_steps + around


@dataclass(frozen=True)
class FirstNode(QueensNode):
    """A node of the tree, with fewer queens than rows."""

    attacks: Attacks

    @classmethod
    def root(cls, claim: FirstClaim) -> FirstNode:
        """Return the node of the empty board."""
        return cls((), np.ones(claim.board.shape, dtype=np.bool_), claim.attacks)

    @property
    def is_closed(self) -> bool:
        """Whether an open row or column has no free cell."""
        return self.is_short

    def search(self) -> QueensSearch:
        """Return a search for a placement; raise Flawed if the node is too large."""
        lines = self.lines()
        return QueensSearch(lines.free, lines.columns)

    @property
    def fits(self) -> bool:
        """Whether the range of its open columns, and so its open rows, can be searched."""
        return bool(np.ptp(self.open_lines()[1]) < WIDTH)

    @property
    def choices(self) -> list[int]:
        """The columns that the next row may have, increasing."""
        columns: list[int] = np.flatnonzero(self.free[len(self.queens)]).tolist()
        return columns

    def below(self, column: int) -> FirstNode:
        """Return the node with a queen on a column of the next row."""
        cell = len(self.queens) * len(self.free) + column
        free = self.free_below(self.attacks, cell)
        return replace(self, queens=(*self.queens, cell), free=free)

    def before(self, column: int) -> FirstNode:
        """Return the node with the columns before one."""
        return self._without(slice(column, None))

    def without(self, column: int) -> FirstNode:
        """Return the node without a column."""
        return self._without(slice(column, column + 1))

    def _without(self, columns: slice) -> FirstNode:
        free = self.free.copy()
        free[len(self.queens), columns] = False
        return replace(self, free=free)

    def lines(self, is_wide: bool = False) -> Lines:
        """Return its open rows and columns.

        Raises Flawed if they are too many to be searched, unless the node may be wide.
        """
        if not (is_wide or self.fits):
            raise Flawed(f"a step is for a node with more than {WIDTH} open columns")
        columns = self.open_lines()[1]
        return Lines(self.free[len(self.queens) :, columns[0] : columns[-1] + 1], columns)

    def priced(self, prices: IntArray, is_listed: bool = False, is_wide: bool = False) -> FirstNode:
        """Return the node without the cells that prices, shape (prices,), remove; see `first`.

        Raises Flawed if they are not as many as needed, out of range, or the node is too large.
        """
        lines = self.lines(is_wide)
        of_columns, of_sums, of_steps, of_squares = lines.split(prices, is_listed)
        cost = of_columns[lines.at_column] + of_sums[lines.at_sum] + of_steps[lines.at_step]
        if is_listed:
            highest = highest_price(lines.totals, lines.sums, lines.steps, of_sums, of_steps)
        elif (squares := lines.squares()) is None:
            highest = None
        else:
            mean, fewest, most = squares
            y = int(of_squares[0])
            cost += y * (lines.rows + lines.places - mean) ** 2
            highest = int(of_sums.sum() + of_steps.sum()) + y * (most if y > 0 else fewest)
        kept = np.zeros_like(lines.free)
        if highest is not None:
            costs = np.full(kept.shape, BEYOND)
            costs[lines.rows, lines.places] = cost
            least = costs.min(axis=1)
            spare = highest + int(of_columns.sum()) - int(least.sum())
            kept = lines.free & (costs - least[:, None] <= spare)
        free = self.free.copy()
        free[len(self.queens) :, lines.left : lines.left + kept.shape[1]] = kept
        return replace(self, free=free)

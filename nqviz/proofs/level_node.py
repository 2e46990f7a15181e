"""The nodes of a proof that a placement is a most beautiful one, and what prices remove of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np

from nqviz.core.board import IntArray

from .claim import BeautifulClaim, Mask
from .first_node import BEYOND, MOST_PRICE
from .proof import Flawed
from .queens_node import QueensNode
from .queens_search import Groups, QueensSearch
from .squares import WIDTH


@dataclass(frozen=True)
class LevelNode(QueensNode):
    """Placements with some queens, and with numbers of queens on the cells of some costs.

    Without queens, the node looks alike after the symmetries of the square.
    """

    claim: BeautifulClaim
    levels: tuple[int, ...]
    """The costs with a number of queens, the highest first: no fewer, except on the last."""
    room: tuple[int, ...]
    """How many queens may still stand on each of them."""

    @classmethod
    def root(cls, claim: BeautifulClaim, place: int) -> LevelNode:
        """Return the node of placements with fewer queens on the level at a place.

        They have as many as the claimed placement on the levels before, and none on other cells of
        a higher cost.
        """
        levels, room = list(claim.levels)[: place + 1], list(claim.levels.values())[: place + 1]
        room[-1] -= 1
        free = np.isin(claim.costs, levels) | (claim.costs < levels[-1])
        return cls((), free, claim, tuple(levels), tuple(room))._heeding()

    def _heeding(self) -> LevelNode:
        """Return the node without the free cells of full levels."""
        full = [cost for cost, room in zip(self.levels, self.room, strict=True) if room == 0]
        return replace(self, free=self.free & ~np.isin(self.claim.costs, full))

    def groups(self) -> Groups:
        """Return the cells of the levels, their room, and whether it is exact."""
        levels = np.array(self.levels)[:, None, None]
        is_exact = np.arange(len(levels)) < len(levels) - 1
        return Groups(self.claim.costs == levels, np.array(self.room), is_exact)

    @property
    def is_closed(self) -> bool:
        """Whether an open row or column, or a level, has too few free cells."""
        if self.is_short:
            return True
        groups = self.groups()
        counts = (groups.cells & self.free).sum(axis=(1, 2))
        return bool((groups.room < 0).any() or (groups.is_exact & (counts < groups.room)).any())

    def below(self, cell: int) -> LevelNode:
        """Return the node with a queen on a cell."""
        free = self.free_below(self.claim.attacks, cell)
        cost = int(self.claim.costs.flat[cell])
        room = tuple(
            each - (level == cost) for level, each in zip(self.levels, self.room, strict=True)
        )
        return replace(self, queens=(*self.queens, cell), free=free, room=room)._heeding()

    def without(self, lost: Mask) -> LevelNode:
        """Return the node without some cells; before the first queen, without their images, too.

        A placement that uses an image of a cell has an image that uses the cell, and is as
        beautiful. `lost`, shape (n, n).
        """
        if not self.queens:
            lost = np.logical_or.reduce(
                [np.rot90(each, turns) for each in (lost, lost.T) for turns in range(4)]
            )
        return replace(self, free=self.free & ~lost)

    def without_cell(self, cell: int) -> LevelNode:
        """Return the node without a cell; see `without`."""
        lost = np.zeros_like(self.free)
        lost.flat[cell] = True
        return self.without(lost)

    def state(self) -> Hashable:
        """Return its levels, and its free cells up to the symmetries of the square.

        Its open rows and columns are those with a free cell, unless it is closed.
        """
        free = self.free
        images = (np.rot90(each, turns) for each in (free, free.T) for turns in range(4))
        cells = min(np.packbits(each).tobytes() for each in images)
        return len(self.queens), self.levels, self.room, cells

    def branch(self) -> int:
        """Return a free cell of the open row or column with the fewest."""
        return int(self._shortest_line()[0])

    def only_choice(self) -> int | None:
        """Return the only free cell of an open row or column, if one has no other."""
        line = self._shortest_line()
        return int(line[0]) if len(line) == 1 else None

    def _shortest_line(self) -> IntArray:
        """Return the free cells of the open row or column with the fewest, shape (k,)."""
        n = len(self.free)
        cells = np.arange(n * n).reshape(n, n)
        rows, columns = self.open_lines()
        lines = [cells[i][self.free[i]] for i in rows]
        lines += [cells[:, j][self.free[:, j]] for j in columns]
        return min(lines, key=len)

    @property
    def fits(self) -> bool:
        """Whether the ranges of its open rows and of its open columns can be searched."""
        return all(np.ptp(lines) < WIDTH for lines in self.open_lines())

    def search(self) -> QueensSearch:
        """Return a search for a placement; raise Flawed if the node is too large."""
        if not self.fits:
            raise Flawed(f"a step searches more than {WIDTH} rows or columns")
        rows, columns = self.open_lines()
        inside = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        groups = self.groups()
        groups = replace(groups, cells=groups.cells[:, *inside])
        return QueensSearch(self.free[inside], columns - columns[0], rows - rows[0], groups)

    # Prices ----------------------------------------------------------------------------------

    def lines(self) -> list[IntArray]:
        """Return the open columns, and sums and differences with a free cell, shape (k,) each."""
        rows, columns = np.nonzero(self.free)
        return [self.open_lines()[1], np.unique(rows + columns), np.unique(columns - rows)]

    def price_count(self) -> int:
        """Return how many prices are needed."""
        return sum(map(len, self.lines())) + len(self.levels)

    def priced(self, prices: IntArray) -> LevelNode:
        """Return the node without the cells that prices, shape (prices,), remove; see `beautiful`.

        Raises Flawed if they are not as many as needed, or out of range.
        """
        kinds = self.lines()
        if len(prices) != self.price_count():
            raise Flawed("prices are missing")
        ends = np.cumsum([len(kind) for kind in kinds])
        of_columns, of_sums, of_steps, of_levels = np.split(prices, ends)
        is_low = (prices[ends[0] : ends[2]] < 0).any() or of_levels[-1] < 0
        if is_low or ((prices > MOST_PRICE) | (prices < -MOST_PRICE)).any():
            raise Flawed("a price is out of range")
        rows, columns = np.nonzero(self.free)
        cost = of_columns[np.searchsorted(kinds[0], columns)]
        cost = cost + of_sums[np.searchsorted(kinds[1], rows + columns)]
        cost += of_steps[np.searchsorted(kinds[2], columns - rows)]
        for level, price in zip(self.levels, of_levels, strict=True):
            cost[self.claim.costs[rows, columns] == level] += price
        costs = np.full(self.free.shape, BEYOND)
        costs[rows, columns] = cost
        least = costs.min(axis=1)
        highest = int(of_columns.sum() + of_sums.sum() + of_steps.sum())
        highest += int(of_levels @ np.array(self.room))
        spare = highest - int(least[self.open_lines()[0]].sum())
        return self.without(self.free & (costs - least[:, None] > spare))

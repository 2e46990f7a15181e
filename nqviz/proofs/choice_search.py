"""The checker's own search for a queen in each open row and column, by the choices of diagonals.

All pairs of choices are listed, see `diagonals`. The queens of a placement stand on the diagonals
of one pair, so a search for each pair misses none.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .claim import Mask
from .diagonals import Family, diagrams, families
from .first_node import Lines
from .proof import NONE, ON, Flawed
from .queens_search import Groups, QueensSearch

MOST_PAIRS = 8_000
"""The most pairs of choices that are listed."""


class ChoiceSearch:
    """A search that runs in slices, pair by pair.

    `lines`: the open rows and columns. Raises Flawed if they have too many choices.
    """

    def __init__(self, lines: Lines) -> None:
        both = diagrams(lines.totals, lines.sums, lines.steps)
        listed = [] if both is None else families(both, MOST_PAIRS, together=1)
        if listed is None:
            raise Flawed("a step lists too many choices of diagonals")
        self.nodes = 0
        self._searches: Iterator[QueensSearch] = (_search(lines, each) for each in listed)
        self._now = next(self._searches, None)

    def go_on(self, nodes: int) -> int:
        """Continue the search for about `nodes` nodes; return NONE, FOUND or ON."""
        until = self.nodes + nodes
        while self._now is not None and self.nodes < until:
            before = self._now.nodes
            end = self._now.go_on(until - self.nodes)
            self.nodes += self._now.nodes - before + 1  # a pair counts as a node
            if end == NONE:
                self._now = next(self._searches, None)
            elif end != ON:
                return end
        return NONE if self._now is None else ON


def _search(lines: Lines, family: Family) -> QueensSearch:
    """Return the search of a family."""
    rows, places = lines.rows, lines.places
    free = np.zeros_like(lines.free)
    taken: Mask = np.bitwise_or.reduce(family.sums, axis=0)
    is_free = taken[lines.at_sum] & family.steps[lines.at_step]
    free[rows[is_free], places[is_free]] = True
    needed = np.flatnonzero(family.sums.all(axis=0)), np.flatnonzero(family.steps)
    count = len(needed[0]) + len(needed[1])
    cells = np.zeros((count, *free.shape), np.bool_)
    cells[: len(needed[0]), rows, places] = lines.at_sum == needed[0][:, None]
    cells[len(needed[0]) :, rows, places] = lines.at_step == needed[1][:, None]
    groups = Groups(cells, np.ones(count, np.int64), np.ones(count, np.bool_))
    return QueensSearch(free, lines.columns, groups=groups)

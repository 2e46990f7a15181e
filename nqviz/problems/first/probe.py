"""A depth-first search for one completion of the first rows, which can be paused."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nqviz.core.board import IntArray

from .choices import SHIFT, Choices, list_choices
from .first_search import FirstSearch
from .kernel import search
from .rest import WIDTH, Rest
from .state import COLUMN, DEPTH, FOUND, NODES, PAUSED, REFUTED, ROW, Search, begin

__all__ = ["FOUND", "PAUSED", "REFUTED", "Probe"]

MOST_CHOICES = 4096
"""More choices of diagonals than these are not worth to go by."""


class Probe:
    """A search for a completion; `run` may be called again and goes on where it was.

    `n`: the side of the board.
    `columns`: the columns of the queens in the first rows, from 0; what they leave must fit into
    words.
    `weights`: how often each row, column, sum and difference (from n on) was left without a cell;
    ties go to the heaviest. Shared by searches that follow each other, and changed by each.
    `ordered`: whether rows are filled one after the other, lowest column first, with no bound: what
    is found is the first completion then.
    `room`: with more choices of diagonals than these it goes by the bound on squares alone.
    `choices`: the only ones to go by, if they are known.
    `weights`, shape (6 n,).
    """

    def __init__(
        self,
        n: int,
        columns: Sequence[int],
        weights: IntArray | None = None,
        ordered: bool = False,
        room: int = MOST_CHOICES,
        choices: Choices | None = None,
    ) -> None:
        self.n = n
        self.columns = list(columns)
        self._ordered = ordered
        self._weights = np.zeros(6 * n, dtype=np.int64) if weights is None else weights
        self._rest = Rest.after(n, columns)
        self._search = self._begin(self._rest, room, choices)

    def _begin(self, rest: Rest, room: int, choices: Choices | None) -> Search:
        """Write the first level: the free cells by row and by column, and the sums."""
        if choices is None and not self._ordered and rest.size and room:
            choices = list_choices(rest, room)
        if choices is not None and len(choices.sums) + len(choices.steps) > room:
            choices = None
        self._is_refuted = choices is not None and not choices
        if choices is None:
            choices = Choices.none()
        return begin(rest, choices)

    def _lines(self) -> tuple[IntArray, IntArray]:
        """Return which weight, of all, belongs to which line of the kernel."""
        n, top, left = self.n, self._rest.top, self._rest.left
        inside = np.arange(WIDTH)
        along = np.arange(2 * WIDTH)
        here = np.concatenate(
            (inside + top, inside + left, along + top + left, along - SHIFT + left - top + n)
        )
        sizes = np.repeat([n, n, 2 * n, 2 * n], [WIDTH, WIDTH, 2 * WIDTH, 2 * WIDTH])
        starts = np.repeat([0, n, 2 * n, 4 * n], [WIDTH, WIDTH, 2 * WIDTH, 2 * WIDTH])
        local = np.flatnonzero((here >= 0) & (here < sizes))
        return (starts + here)[local], local

    @property
    def nodes(self) -> int:
        """How many queens have been tried."""
        return int(self._search.state[NODES])

    def run(self, nodes: int) -> int:
        """Search for at most so many nodes more: REFUTED, FOUND or PAUSED."""
        if not self._rest.size:
            return FOUND
        if self._is_refuted:
            return REFUTED
        shared, local = self._lines()
        self._search.weights[local] = self._weights[shared]
        answer: int = search(self._search, self._ordered, self.nodes + nodes)
        self._weights[shared] = self._search.weights[local]
        return answer

    @property
    def trial(self) -> list[int]:
        """The columns of the first rows as far as they are filled at this moment."""
        columns = self._filled()
        return columns[: columns.index(-1)] if -1 in columns else columns

    @property
    def solution(self) -> list[int]:
        """The columns of all rows, after FOUND."""
        return self._filled()

    def _filled(self) -> list[int]:
        rest = self._rest
        columns = self.columns + [-1] * rest.size
        if rest.size:
            for level in self._search.levels[: int(self._search.state[DEPTH]) + 1]:
                columns[rest.top + int(level[ROW])] = rest.left + int(level[COLUMN])
        return columns


SLICE_NODES = 500_000


def search_in_order(search: FirstSearch) -> list[int] | None:
    """Find the first placement; see `search_rows` for what is given and raised."""
    probe = Probe(search.n, [], ordered=True)
    while True:
        before = probe.nodes
        answer = probe.run(SLICE_NODES)
        search.nodes += probe.nodes - before
        if answer != PAUSED:
            break
        search.report(lambda: probe.trial)
        search.check()
    return probe.solution if answer == FOUND else None

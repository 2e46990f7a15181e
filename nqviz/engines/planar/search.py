"""A depth-first search for full planar placements on bit masks, which can be paused.

Every row and every column without a queen still needs one. The line with the fewest free cells is
branched on, ties go to the line that was most often left without a cell. What is left after each
queen is cut down by the bound on diagonals (see `nqviz.engines.planar.bound`). Sets of cells
may have room for a few queens only: the levels of most beautiful queens are such groups.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nqviz.core.board import IntArray
from nqviz.engines.bits import pack_rows, word_count

from .kernel import (
    AT_COUNTS,
    AT_FOUND,
    AT_NODES,
    FOUND,
    PAUSED,
    REFUTED,
    BoolArray,
    SearchArrays,
    run,
)

__all__ = ["FOUND", "MAX_SIDE", "PAUSED", "REFUTED", "PlanarSearch"]

MAX_SIDE = 500
"""The largest board that is searched; its masks take 32 MB."""


class PlanarSearch:
    """A search for a queen in every open row and column; `run` may be called again and goes on.

    `free`, shape (n, n): the cells that may hold a queen.
    `rows`, `columns`, shape (k,): the open lines; all by default.
    `groups`: sets of cells, apart from each other; how many queens each may hold, 1 or more;
    whether it is known that no placement has fewer there.
    `weights`, shape (2 n,): shared by searches that follow each other, and changed by each.
    `seed`: for the order in which the cells of a line are tried.
    """

    def __init__(
        self,
        free: BoolArray,
        rows: IntArray | None = None,
        columns: IntArray | None = None,
        groups: Sequence[tuple[IntArray, int, bool]] = (),
        weights: IntArray | None = None,
        seed: int = 0,
    ) -> None:
        n, words = len(free), word_count(len(free))
        rows = np.arange(n) if rows is None else rows
        columns = np.arange(n) if columns is None else columns
        free = free & np.isin(np.arange(n), rows)[:, None] & np.isin(np.arange(n), columns)
        depths = len(rows) + 1
        group_of = np.full(n * n, -1, dtype=np.int64)
        for number, (cells, _, _) in enumerate(groups):
            group_of[cells] = number
        members = [np.zeros(0, dtype=np.int64), *(cells for cells, _, _ in groups)]
        is_open = np.zeros(2 * n, dtype=np.bool_)
        is_open[rows] = is_open[n + columns] = True
        squares = 2 * int((rows**2).sum() + (columns**2).sum())
        state = [0, 0, 0, len(rows), int(rows.sum()), int(columns.sum()), squares, seed, 0, 0]
        self._search = SearchArrays(
            lines=np.zeros((depths, 2 * n, words), dtype=np.uint64),
            is_open=is_open,
            stack=np.zeros((depths, 3), dtype=np.int64),
            weights=np.zeros(2 * n, dtype=np.int64) if weights is None else weights,
            group_of=group_of.reshape(n, n),
            starts=np.cumsum([len(cells) for cells in members], dtype=np.int64),
            cells=np.concatenate(members),
            room=np.zeros((depths, len(groups)), dtype=np.int64),
            needs_all=np.array([group[2] for group in groups], dtype=np.bool_),
            diagonals=np.zeros((2, word_count(2 * n) + 1), dtype=np.uint64),
            values=np.zeros((2, 2 * n), dtype=np.int64),
            found=np.zeros((2, 5), dtype=np.int64),
            ends=np.zeros((2, 2), dtype=np.int64),
            state=np.array(state, dtype=np.int64),
        )
        self._search.lines[0] = pack_rows(np.concatenate((free, free.T)))
        self._search.room[0] = [room for _, room, _ in groups]

    @property
    def nodes(self) -> int:
        """How many queens have been tried."""
        return int(self._search.state[AT_NODES])

    def run(self, nodes: int) -> int:
        """Search for at most so many nodes more: REFUTED, FOUND or PAUSED.

        After FOUND the next call goes on to the next placement; each is found once.
        """
        return int(run(self._search, self.nodes + nodes))

    def count(self, nodes: int) -> tuple[int, int]:
        """Count placements for at most so many nodes more; return the number and the status."""
        state = self._search.state
        before, state[AT_COUNTS] = int(state[AT_FOUND]), 1
        end = self.run(nodes)
        state[AT_COUNTS] = 0
        return int(state[AT_FOUND]) - before, end

    @property
    def queens(self) -> IntArray:
        """The rows and columns of the queens that were placed, shape (k, 2), after FOUND."""
        placed: IntArray = self._search.stack[:-1, 1:].copy()
        return placed

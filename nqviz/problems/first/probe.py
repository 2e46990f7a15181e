"""A depth-first search for one completion of the first rows, which can be paused."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...board import IntArray
from .kernel import COLUMN, DEPTH, FOUND, NODES, PAUSED, REFUTED, ROW, WIDTH, search

__all__ = ["FOUND", "PAUSED", "REFUTED", "Probe", "free_after", "is_in_reach"]


def is_in_reach(n: int, columns: Sequence[int]) -> bool:
    """Whether the open rows and columns after some first rows fit into words."""
    open_ = np.setdiff1d(np.arange(n), columns)
    return len(open_) <= WIDTH and (not len(open_) or int(np.ptp(open_)) < WIDTH)


class Probe:
    """A search for a completion; `run` may be called again and goes on where it was.

    Parameters
    ----------
    n : int
        The side of the board.
    columns : sequence of int
        The columns of the queens in the first rows, from 0; see `is_in_reach`.
    weights : int array of length 2 n, optional
        How often each row, then each column was left without a cell; ties go to the heaviest.
        Shared by searches that follow each other, and changed by each.
    ordered : bool
        Whether rows are filled one after the other, lowest column first, with no bound: what is
        found is the first completion then.
    """

    def __init__(
        self,
        n: int,
        columns: Sequence[int],
        weights: IntArray | None = None,
        ordered: bool = False,
    ) -> None:
        self.n = n
        self.columns = list(columns)
        self._ordered = ordered
        self._weights = np.zeros(2 * n, dtype=np.int64) if weights is None else weights
        self._top = len(self.columns)
        open_ = np.setdiff1d(np.arange(n), columns)
        self._left = int(open_[0]) if len(open_) else 0
        local = open_ - self._left
        self._size, self._wide = n - self._top, int(local.max(initial=-1)) + 1
        self._state = np.zeros(3, dtype=np.int64)
        self._scratch = np.zeros(4 * WIDTH + 10, dtype=np.int64)
        self._begin(local)

    def _begin(self, local: IntArray) -> None:
        """Write the first level: the free cells by row and by column, and the sums."""
        size, wide = self._size, self._wide
        free = free_after(self.n, self.columns)[self._top :, self._left : self._left + wide]
        powers = np.left_shift(np.uint64(1), np.arange(WIDTH, dtype=np.uint64))
        self._by_row = np.zeros((size + 1, WIDTH), dtype=np.uint64)
        self._by_column = np.zeros((size + 1, WIDTH), dtype=np.uint64)
        self._by_row[0, :size] = free @ powers[:wide]
        self._by_column[0, :wide] = free.T @ powers[:size]
        self._open = np.zeros((size + 1, 2), dtype=np.uint64)
        self._open[0] = powers[:size].sum(), powers[local].sum()
        rows = np.arange(size)
        squares = 2 * int((rows**2).sum() + (local**2).sum())
        self._levels = np.zeros((size + 1, 7), dtype=np.int64)
        self._levels[0, :4] = size, rows.sum(), local.sum(), squares

    @property
    def nodes(self) -> int:
        """How many queens have been tried."""
        return int(self._state[NODES])

    def run(self, nodes: int) -> int:
        """Search for at most so many nodes more: REFUTED, FOUND or PAUSED."""
        if self._size == 0:
            return FOUND
        answer: int = search(
            self._size,
            self._wide,
            self._ordered,
            self._by_row,
            self._by_column,
            self._open,
            self._levels,
            self._scratch,
            self._weights[self._top : self.n],
            self._weights[self.n + self._left :],
            self._state,
            self.nodes + nodes,
        )
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
        columns = self.columns + [-1] * self._size
        if self._size:
            for level in self._levels[: int(self._state[DEPTH]) + 1]:
                columns[self._top + int(level[ROW])] = self._left + int(level[COLUMN])
        return columns


def free_after(n: int, columns: Sequence[int]) -> npt.NDArray[np.uint64]:
    """Tell by 1 and 0 which cells the queens of the first rows leave free, shape (n, n)."""
    free = np.ones((n, n), dtype=np.uint64)
    rows = np.arange(n)
    for row, column in enumerate(columns):
        free[row] = 0
        free[:, column] = 0
        for diagonal in (row + column - rows, column - row + rows):
            inside = (diagonal >= 0) & (diagonal < n)
            free[rows[inside], diagonal[inside]] = 0
    return free

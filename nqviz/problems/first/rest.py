"""What the queens of the first rows leave of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray

WIDTH = 64
"""The widest range of open rows or columns that is searched by words."""


def free_after(n: int, columns: Sequence[int]) -> npt.NDArray[np.uint64]:
    """Return by 1 and 0 which cells the queens of the first rows leave free, shape (n, n)."""
    queens = np.arange(len(columns)), np.array(columns, dtype=np.int64)
    free_columns, free_sums, free_steps = np.ones((3, 2 * n), dtype=np.uint64)
    free_columns[queens[1]] = free_sums[queens[0] + queens[1]] = 0
    free_steps[queens[1] - queens[0]] = 0  # those below 0 count from the end
    row, column = np.ogrid[:n, :n]
    free: npt.NDArray[np.uint64] = (
        free_columns[:n] & free_sums[row + column] & free_steps[column - row]
    )
    free[: len(columns)] = 0
    return free


@dataclass(frozen=True)
class Rest:
    """The open rows and columns and their free cells, counted from the first open ones.

    `top`, `left`: the first open row and the first open column of the board.
    `columns`, shape (k,): the open columns; the open rows are 0 to k - 1.
    `free`, shape (k, width): by 1 and 0, which cells are free.
    """

    top: int
    left: int
    columns: IntArray
    free: npt.NDArray[np.uint64]

    @classmethod
    def after(cls, n: int, first: Sequence[int]) -> Rest:
        """Make what the first rows leave of an (n,2)-board; their columns are given."""
        open_ = np.setdiff1d(np.arange(n), first)
        left, wide = (int(open_[0]), int(np.ptp(open_)) + 1) if len(open_) else (0, 0)
        free = free_after(n, first)[len(first) :, left : left + wide]
        return cls(len(first), left, open_ - left, free)

    @property
    def size(self) -> int:
        """How many queens are missing."""
        return len(self.columns)

    @property
    def fits(self) -> bool:
        """Whether its rows and columns fit into words."""
        return bool(max(self.free.shape) <= WIDTH)

    @property
    def cells(self) -> tuple[IntArray, IntArray]:
        """The rows and the columns of the free cells; each of shape (k,)."""
        rows, columns = np.nonzero(self.free)
        return rows.astype(np.int64), columns.astype(np.int64)

    @property
    def sums(self) -> tuple[int, int, int]:
        """The sum of the open rows, that of the open columns, twice that of all their squares."""
        rows = np.arange(self.size)
        squares = 2 * int((rows**2).sum() + (self.columns**2).sum())
        return int(rows.sum()), int(self.columns.sum()), squares

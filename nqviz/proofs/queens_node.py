"""The base of the nodes of trees that refute placements of n queens on a flat square."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from nqviz.core.board import IntArray

from .claim import Attacks, Mask
from .queens_search import QueensSearch


@dataclass(frozen=True)
class QueensNode(ABC):
    """Some queens, and where the others may stand."""

    queens: tuple[int, ...]
    """The cells of its queens: n times the row and the column."""
    free: Mask
    """The cells where other queens may stand, shape (n, n)."""

    @property
    @abstractmethod
    def is_closed(self) -> bool:
        """Whether it is seen at once that no placement is left."""

    @abstractmethod
    def search(self) -> QueensSearch:
        """Return a search for a placement; raise Flawed if the node is too large."""

    def state(self) -> Hashable:
        """Return what is the same of nodes of which all or none are left; None to compare none."""
        return None

    def open_lines(self) -> tuple[IntArray, IntArray]:
        """Return the open rows and the open columns, shape (k,) each."""
        n = len(self.free)
        rows, columns = np.divmod(np.array(self.queens, dtype=np.int64), n)
        return np.setdiff1d(np.arange(n), rows), np.setdiff1d(np.arange(n), columns)

    @property
    def is_short(self) -> bool:
        """Whether an open row or column has no free cell."""
        rows, columns = self.open_lines()
        return not (self.free[rows].any(axis=1).all() and self.free[:, columns].any(axis=0).all())

    def free_below(self, attacks: Attacks, cell: int) -> Mask:
        """Return the cells that are free after a queen on a cell, shape (n, n)."""
        n = len(self.free)
        cells = np.arange(n * n).reshape(n, n)
        free: Mask = self.free & ~attacks.between(cells, np.array(cell))
        free.flat[cell] = False
        return free

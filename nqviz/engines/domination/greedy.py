"""Dominating sets of boards that are too large for a matrix of attacks: queen after queen.

Each queen is put where it dominates the most cells that are not dominated yet, as counts of these
cells on each line tell; queens whose cells the others dominate as well are taken away again. A
set takes as many steps as it has queens, each through all cells and their lines, and the others
begin with ties broken at random.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.interruption import check_interruption

MAX_WORK = 2**25
"""The largest product of cells and directions, for whose lines there is time and memory."""


def check_lines(board: Board) -> None:
    """Raise InputError if a board has more cells and directions than are kept."""
    work = board.size * max(1, len(board.directions))
    if work > MAX_WORK:
        raise InputError(
            f"domination of the {board} needs the lines of each cell, {work:,} numbers or"
            f" {4 * work / 1e9:.2g} GB, and reads most of them for each queen; at most"
            f" {MAX_WORK:,} are possible"
        )


class LineCover:
    """The cells of a board that queens dominate, by the lines of each cell."""

    def __init__(self, board: Board) -> None:
        check_lines(board)
        self.is_open = ~board.is_blocked
        cells = board.cells(np.arange(board.size))
        directions = range(len(board.directions))
        self.keys: list[npt.NDArray[np.int32]] = []
        for each in directions:
            check_interruption()
            self.keys.append(board.line_keys(cells, each).astype(np.int32))

    def dominated(self, queen: int) -> npt.NDArray[np.bool_]:
        """Return whether each cell is the queen's or attacked by it, shape (size,)."""
        found = np.zeros(len(self.is_open), dtype=np.bool_)
        found[queen] = True
        for keys in self.keys:
            found |= keys == keys[queen]
        return found & self.is_open

    def is_dominated(self, queens: IntArray) -> bool:
        """Return whether queens, shape (k,), dominate all open cells."""
        found = np.zeros(len(self.is_open), dtype=np.bool_)
        found[queens] = True
        for keys in self.keys:
            found |= np.isin(keys, keys[queens])
        return bool(found[self.is_open].all())

    def greedy(
        self, independent: bool, generator: np.random.Generator | None, look: Callable[[], bool]
    ) -> IntArray | None:
        """Return a dominating set, shape (k,); None if `look` ended it.

        `independent`: whether no queen may attack another.
        `generator`: breaks ties; without it the first cell is taken.
        """
        size = len(self.is_open)
        times = np.zeros(size, dtype=np.int32)
        queens: list[int] = []
        while (missing := self.is_open & (times == 0)).any():
            gains = np.zeros(size, dtype=np.int64)
            for keys in self.keys:
                if not look():
                    return None
                gains += np.bincount(keys[missing], minlength=size)[keys]
            gains -= (len(self.keys) - 1) * missing
            gains[~(missing if independent else self.is_open)] = -1
            best = np.flatnonzero(gains == gains.max())
            queens.append(int(best[0] if generator is None else generator.choice(best)))
            times += self.dominated(queens[-1])
        kept: list[int] = []
        for queen in queens:  # the first ones dominate the most cells, some of them in vain
            if not look():
                return None
            own = self.dominated(queen)
            if (times[own] > 1).all():
                times -= own
            else:
                kept.append(queen)
        return np.sort(np.array(kept, dtype=np.int64))

"""The lines of a board one after another, in blocks of cells: large boards need no matrix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.interruption import check_interruption

BLOCK = 2**15
"""Cells that are looked at together."""


@dataclass(frozen=True)
class StreamedLines:
    """The lines of two or more cells of a board, at most one piece on each."""

    board: Board

    def named(self) -> Iterator[tuple[str, IntArray]]:
        """Yield each line with its name and the indices of its cells, shape (length,)."""
        for direction in range(len(self.board.directions)):
            for first in range(0, self.board.size, BLOCK):
                check_interruption()
                for key, cells in self._lines(direction, first):
                    yield f"line_{direction + 1}_{key + 1}", cells

    def columns(self) -> Iterator[list[str]]:
        """Yield for each cell the names of its lines."""
        board = self.board
        for first in range(0, board.size, BLOCK):
            check_interruption()
            block = np.arange(first, min(first + BLOCK, board.size))
            cells = board.cells(block)
            keys = [board.line_keys(cells, e) for e in range(len(board.directions))]
            alone = [self._alone(cells, e) for e in range(len(keys))]
            for place in range(len(block)):
                yield [
                    f"line_{e + 1}_{key[place] + 1}"
                    for e, key in enumerate(keys)
                    if not alone[e][place]
                ]

    def _alone(self, cells: IntArray, direction: int) -> npt.NDArray[np.bool_]:
        """Return which cells have no other cell on their line of a direction."""
        return np.asarray(self.board.line_lengths(cells, direction) < 2)

    def _lines(self, direction: int, first: int) -> Iterator[tuple[int, IntArray]]:
        """Yield the lines whose first cell is in a block, with the index of that cell."""
        board = self.board
        block = np.arange(first, min(first + BLOCK, board.size))
        cells = board.cells(block)
        starts = np.flatnonzero(board.line_keys(cells, direction) == block)
        if board.wraps:
            for key in block[starts].tolist():
                yield key, np.asarray(board.lines_through(key)[direction])
            return
        step = int(board.direction_steps[direction])
        lengths = board.line_lengths(cells[starts], direction)
        for key, length in zip(block[starts].tolist(), lengths.tolist(), strict=True):
            if length >= 2:
                yield key, np.arange(key, key + length * step, step)

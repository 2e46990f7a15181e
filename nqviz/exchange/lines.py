"""The rows of a board one after another, in blocks of cells: large boards need no matrix.

A row is a name and the columns whose entries are 1, and an entry for the column of a colour, which
is -1 then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.interruption import check_interruption

BLOCK = 2**15
"""Cells that are looked at together."""


Named: TypeAlias = tuple[str, IntArray]
"""The name of a row, and its columns, shape (k,)."""


@dataclass(frozen=True)
class StreamedLines:
    """The lines of two or more cells of a board, at most one piece on each.

    `cells`, shape (columns,): the index of the cell of each column; None for all cells.
    """

    board: Board
    cells: IntArray | None = None

    @cached_property
    def _numbers(self) -> IntArray | None:
        """The column of each cell, shape (size,), -1 without one; None where all have one."""
        if self.cells is None:
            return None
        numbers = np.full(self.board.size, -1, dtype=np.int64)
        numbers[self.cells] = np.arange(len(self.cells))
        return numbers

    def columns_of(self, cells: IntArray) -> IntArray:
        """Return the columns of those of some cells that have one, shape (k,)."""
        columns = cells if self._numbers is None else self._numbers[cells]
        return columns[columns >= 0]

    def named(self) -> Iterator[Named]:
        """Yield each line with its name and its columns, shape (length,)."""
        for direction in range(len(self.board.directions)):
            for first in range(0, self.board.size, BLOCK):
                check_interruption()
                for key, cells in self._lines(direction, first):
                    columns = self.columns_of(cells)
                    if len(columns):
                        yield f"line_{direction + 1}_{key + 1}", columns

    def columns(self) -> Iterator[list[str]]:
        """Yield for each column the names of its lines."""
        board = self.board
        size = board.size if self.cells is None else len(self.cells)
        for first in range(0, size, BLOCK):
            check_interruption()
            block = np.arange(first, min(first + BLOCK, size))
            cells = board.cells(block if self.cells is None else self.cells[block])
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
        starts = starts[~self._alone(cells[starts], direction)]
        if board.wraps or board.stops:
            for key in block[starts].tolist():
                yield key, np.r_[board.lines_through(key)[direction]]
            return
        step = int(board.direction_steps[direction])
        lengths = board.line_lengths(cells[starts], direction)
        for key, length in zip(block[starts].tolist(), lengths.tolist(), strict=True):
            yield key, np.arange(key, key + length * step, step)

    def neighbours(self) -> Iterator[IntArray]:
        """Yield for each column those of the cells that its own attacks, shape (degree,)."""
        board = self.board
        cells = range(board.size) if self.cells is None else self.cells.tolist()
        for column, cell in enumerate(cells):
            check_interruption()
            parts = [np.r_[line] for line in board.lines_through(cell)]
            near = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *parts]))
            near = near if self._numbers is None else self._numbers[near]
            yield near[(near >= 0) & (near != column)]

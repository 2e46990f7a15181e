"""A board for the search by rings: sets of cells as the bits of Python integers.

The bit of a cell is its index. Everything is small, exact and without a solver.
"""

from __future__ import annotations

from collections.abc import Iterator

from nqviz.core.board import Board
from nqviz.core.rings import check_filled, corner_cells, ring_count

Cells = int
"""A set of cells: bit i is the cell of index i."""


def members(cells: Cells) -> Iterator[int]:
    """Yield the indices of a set in ascending order."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


class RingedBoard:
    """The attacks, rings, corners, rows and columns of a flat square whose lines do not stop.

    `attacks`: for each cell the cells that a queen on it attacks, and itself.
    `rings`, `corners`: the cells and the corners of each ring, centre first.
    `lines`: the cells of every file and every rank.
    """

    def __init__(self, board: Board) -> None:
        check_filled(board)
        n = board.n
        self.board, self.n = board, n
        self.attacks = [self._attacks(index) for index in range(n * n)]
        self.corners = [
            sum(1 << cell for cell in corner_cells(n, ring)) for ring in range(ring_count(n))
        ]
        self.rings = [0] * ring_count(n)
        for index in range(n * n):
            x, y = divmod(index, n)
            edge = min(x, y, n - 1 - x, n - 1 - y)
            self.rings[ring_count(n) - 1 - edge] |= 1 << index
        self.lines = [sum(1 << (x * n + y) for y in range(n)) for x in range(n)]
        self.lines += [sum(1 << (x * n + y) for x in range(n)) for y in range(n)]

    @property
    def everything(self) -> Cells:
        """All cells that are not blocked."""
        return (1 << self.n * self.n) - 1 - sum(1 << cell for cell in self.board.blocked)

    def _attacks(self, index: int) -> Cells:
        cells = 1 << index
        for line in self.board.lines_through(index):
            assert isinstance(line, slice)
            cells |= sum(1 << other for other in range(line.start, line.stop, line.step))
        return cells

    def attacked(self, queens: Cells) -> Cells:
        """Return the cells that queens attack or stand on."""
        cells = 0
        for queen in members(queens):
            cells |= self.attacks[queen]
        return cells

    def free_sets(self, allowed: Cells, count: int) -> Iterator[Cells]:
        """Yield every set of so many allowed cells of which no two attack each other."""
        if count == 0:
            yield 0
            return
        while allowed.bit_count() >= count:
            low = allowed & -allowed
            allowed ^= low
            for rest in self.free_sets(allowed & ~self.attacks[low.bit_length() - 1], count - 1):
                yield low | rest

"""The claims of proofs, and the rules of attack they are checked against."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm, prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.attack_rule import attack_vectors, leap_vectors
from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.run.budgets import DISPLACEMENTS

MOST_NAMED = 20
"""The most given queens that a claim lists in words."""

Mask = npt.NDArray[np.bool_]


class Attacks:
    """Which cells of a board attack each other, as a table by displacement.

    Computed from the rule itself: a displacement attacks when it is a multiple of a vector of
    {-1, 0, 1}^d of a class of the piece, modulo the sides of axes that wrap, or a leap of the
    piece; by the rule of hyperplanes when its product with such a vector is 0 modulo the side.

    Raises InputError if the board is too large for the table, it is a Moebius strip, where attacks
    depend on more than the displacement, or its lines stop at blocked cells.
    """

    def __init__(self, board: Board) -> None:
        if board.stops:
            raise InputError(f"proofs on the {board} are not checked: its lines stop")
        if board.twist:
            raise InputError(f"proofs on the {board} are not checked: it has a twist")
        self.shape = np.array(board.shape)
        spans = 2 * self.shape - 1
        if prod(spans.tolist()) > DISPLACEMENTS:
            raise InputError(f"proofs on the {board} are not checked: the board is too large")
        self.strides: IntArray = np.append(spans[1:], 1)[::-1].cumprod()[::-1].astype(np.int64)
        self.middle = int((self.shape - 1) @ self.strides)
        self.codes: IntArray = board.cells(np.arange(board.size)) @ self.strides
        self.table = self._table(board)

    def _table(self, board: Board) -> Mask:
        vectors = attack_vectors(board.piece, board.d)
        if board.has_hyperplanes:
            moves = board.cells(np.arange(board.size))
            meet = np.zeros(board.size, dtype=np.bool_)
            for vector in vectors:
                meet |= moves @ vector % board.n == 0
            return self._unwrapped(meet.reshape(board.shape), board.wraps)
        wraps = np.isin(np.arange(board.d), board.wraps)
        spans = np.where(wraps, self.shape, 2 * self.shape - 1)
        reach = max(lcm(*self.shape[wraps].tolist()), int(self.shape.max()))
        multiples = np.concatenate((np.arange(1 - reach, 0), np.arange(1, reach)))[:, None]
        leaps = leap_vectors(board.piece, board.d)
        near = np.zeros(spans, dtype=np.bool_)  # differences modulo the sides of axes that wrap
        for moves in (*(multiples * vector for vector in vectors), leaps, -leaps):
            fits = moves[(wraps | (np.abs(moves) < self.shape)).all(axis=1)]
            near[tuple(np.where(wraps, fits % self.shape, fits + self.shape - 1).T)] = True
        return self._unwrapped(near, board.wraps)

    def _unwrapped(self, near: Mask, wraps: tuple[int, ...]) -> Mask:
        """Return the table for all displacements from that modulo the sides of axes that wrap."""
        moves = (
            np.arange(1 - side, side) % side if axis in wraps else np.arange(2 * side - 1)
            for axis, side in enumerate(self.shape.tolist())
        )
        table: Mask = near[np.ix_(*moves)].ravel()
        table[self.middle] = False
        return table

    def between(self, first: IntArray, second: IntArray) -> Mask:
        """Return which pairs of cells attack each other, bool.

        `first` and `second` are indices of cells, int64, of shapes that broadcast; the result has
        the broadcast shape.
        """
        codes = self.codes
        attacks: Mask = self.table[codes[first] - codes[second] + self.middle]
        return attacks


@dataclass(frozen=True)
class Claim:
    """No placement that contains the given queens has more than `most` queens."""

    givens: Placement
    """The board, and queens that do not attack each other."""
    most: int

    def __str__(self) -> str:
        piece = self.board.piece
        cells = [coordinate_text(cell) for cell in self.givens.cells[:MOST_NAMED].tolist()]
        more = len(self.givens) - len(cells)
        cells += [f"{more} more"] if more else []
        given = f"{piece} {cells[0]}" if len(cells) == 1 else f"{piece}s {', '.join(cells)}"
        words = f" that contains the given {given}" if cells else ""
        most = counted(self.most, piece)
        return f"no placement on the {self.board}{words} has more than {most}"

    @property
    def board(self) -> Board:
        """The board."""
        return self.givens.board

    @cached_property
    def attacks(self) -> Attacks:
        """The rule of attack."""
        return Attacks(self.board)

    @cached_property
    def free(self) -> Mask:
        """Which open cells no given queen occupies or attacks, shape (size,), bool."""
        shape = self.board.shape
        table = self.attacks.table.reshape([2 * side - 1 for side in shape])
        free = ~self.board.is_blocked.reshape(shape)
        for queen in self.givens:  # the displacements from a queen to all cells are a box
            corner = (side - 1 - place for side, place in zip(shape, queen, strict=True))
            free &= ~table[
                tuple(slice(low, low + side) for low, side in zip(corner, shape, strict=True))
            ]
            free[queen] = False
        return free.ravel()


@dataclass(frozen=True)
class DominationClaim:
    """No fewer than `least` queens occupy or attack every open cell of a board."""

    board: Board
    least: int
    """At least 1."""
    independent: bool = False
    """Whether only queens that do not attack each other count."""

    def __str__(self) -> str:
        words = "independent " if self.independent else ""
        few = counted(self.least - 1, f"{words}{self.board.piece}")
        return f"{few} cannot dominate the {self.board}: at least {self.least} are needed"

    @cached_property
    def dominates(self) -> Mask:
        """Which cells each cell occupies or attacks, shape (size, size), bool."""
        cells = np.arange(self.board.size)
        attacks = Attacks(self.board).between(cells[:, None], cells[None, :])
        np.fill_diagonal(attacks, True)
        return attacks


@dataclass(frozen=True)
class SquareClaim:
    """A claim about a placement of n queens on a flat square."""

    board: Board
    """A flat square of n x n cells for queens."""
    columns: tuple[int, ...]
    """The column of each row, from 0; empty if there is no placement of n queens."""

    @property
    def words(self) -> tuple[str, str]:
        """The queens on the board, and their columns."""
        queens = counted(self.board.n, self.board.piece)
        return f"{queens} on the {self.board}", " ".join(str(each + 1) for each in self.columns)

    @cached_property
    def attacks(self) -> Attacks:
        """The rule of attack."""
        return Attacks(self.board)


class FirstClaim(SquareClaim):
    """The first placement of n queens on a flat square, or that there is none.

    Placements are compared by the column of the queen in the first row, then in the second, and so
    on. In words, people count the first coordinate as columns.
    """

    def __str__(self) -> str:
        if not self.columns:
            return f"no placement on the {self.board} has {counted(self.board.n, self.board.piece)}"
        queens, places = self.words
        return f"the first placement of {queens}, column by column, is {places}"


class BeautifulClaim(SquareClaim):
    """A most beautiful placement of n queens on a flat square."""

    def __str__(self) -> str:
        queens, places = self.words
        return f"no {queens} are more beautiful than, column by column, {places}"

    @cached_property
    def costs(self) -> IntArray:
        """Four times the squared distance of each cell from the middle, shape (n, n)."""
        n = self.board.n
        rows, columns = 2 * np.indices((n, n)) - (n - 1)
        costs: IntArray = rows * rows + columns * columns
        return costs

    @cached_property
    def levels(self) -> dict[int, int]:
        """The costs of the cells of the queens, the highest first, with the number of queens."""
        costs = self.costs[np.arange(len(self.columns)), list(self.columns)]
        levels, counts = np.unique(costs, return_counts=True)
        return dict(zip(levels[::-1].tolist(), counts[::-1].tolist(), strict=True))


AnyClaim: TypeAlias = Claim | DominationClaim | FirstClaim | BeautifulClaim
"""What proofs claim."""

"""Boards of any shape and dimension: directions, lines and their incidence.

Cells are 0-based here, see `box`; coordinates in files and messages count from 1, see
`coordinates`.

In the flat array with strides s, every line of direction e on a flat board is an arithmetic
progression of indices with step sum(e_i s_i), so a line is a slice. Under the rule of hyperplanes
(see `pieces`) each "line" of direction e is a hyperplane, the cells x with one sum(e_i x_i) mod n.
The leaps of a piece are lines of two cells, in some directions for each leap (see `LeapLines`).

A board wraps along a set of axes: coordinates there are taken modulo the side. It is flat if it
wraps along none, a torus if along all, and a cylinder else. A Moebius strip is a rectangle that
wraps along one axis with a twist (see `moebius`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from . import sparse as sp
from .box import IntArray
from .cached import cached_property
from .chains import WrappedLines
from .coordinates import is_whole, whole_numbers
from .errors import InputError, quoted, shorten
from .hyperplanes import HyperplaneLines
from .lines import FlatLines, Lines, attack_matrix, line_matrix, segment_keys, segment_of
from .moebius import MoebiusLines
from .outline import MAX_DIMENSION, MAX_OUTLINE_DIMENSION, Outline, TooManyCellsError, frozen
from .sides import blocked_indices, check_flag, check_stops

__all__ = [
    "MAX_CELLS",
    "MAX_DIMENSION",
    "MAX_STOPPED",
    "Board",
    "IntArray",
    "Line",
    "vast_boards",
]

Line: TypeAlias = slice | IntArray

MAX_CELLS = 2**27
"""The largest number of cells of a board: the (37,5)-board is possible, a billion cells are not."""

MAX_VAST = 2**30
"""The largest number of cells of a board inside `vast_boards`: the (1000,3)-board is possible."""

MAX_STOPPED = 2**25
"""The largest product of cells and directions of a board whose lines stop at blocked cells."""

_most: ContextVar[int] = ContextVar("most", default=MAX_CELLS)


@contextmanager
def vast_boards() -> Iterator[None]:
    """Allow boards of up to `MAX_VAST` cells in this thread, none of them blocked.

    For work with the coordinates of queens alone: `Placement` finds attacks on such a board, but
    arrays with an entry for each cell, as `AttackCounts` and `Board.incidence` have, take too much
    memory.
    """
    token = _most.set(MAX_VAST)
    try:
        yield
    finally:
        _most.reset(token)


@dataclass(frozen=True)
class Board(Outline):
    """A box of cells on which pieces attack along lines.

    Raises
    ------
    InputError
        If a value has another type, a side is below 1, the board has more than `MAX_CELLS` cells
        (see `vast_boards`), or the piece is unknown or not defined on such a board.

    Blocked cells are given as indices, shape (k,), or as 0-based cells, shape (k, d).
    """

    def __init__(
        self,
        shape: Sequence[int],
        torus: bool = False,
        piece: str = "queen",
        blocked: npt.ArrayLike = (),
        stops: bool = False,
        *,
        wraps: Iterable[int] = (),
        twist: bool = False,
    ) -> None:
        super().__init__(shape, torus, piece, wraps=wraps, twist=twist)
        check_flag("stops", stops)
        sides = self.shape
        if self.size > MAX_CELLS or self.d > MAX_DIMENSION:
            apart = len(np.unique(whole_numbers(blocked), axis=0))
            most = MAX_CELLS if apart else _most.get()
            if self.size > most or self.d > MAX_DIMENSION:
                raise TooManyCellsError(Outline.of(self), apart, bool(stops and apart), most)
        cells = blocked_indices(str(self), sides, blocked)
        self.__dict__.update(blocked=cells, stops=bool(stops) and bool(cells))
        if self.stops:
            work = self.size * len(self.directions)
            check_stops(str(self), self.has_hyperplanes, work, MAX_STOPPED)

    @classmethod
    def cube(
        cls,
        n: int,
        d: int,
        torus: bool = False,
        piece: str = "queen",
        *,
        wraps: Iterable[int] = (),
        twist: bool = False,
    ) -> Board:
        """Return the (n,d)-board: d sides of n; for the others see `Board`.

        Raises InputError as `Board` does.
        """
        if not is_whole(d):
            raise InputError(f"the dimension is {quoted(d)}; it is an integer")
        if d < 1:
            raise InputError(f"dimension {shorten(d)} is not possible; it is 1 or more")
        if d > MAX_OUTLINE_DIMENSION:
            raise InputError(
                f"{shorten(d)} dimensions are too many; at most {MAX_OUTLINE_DIMENSION}"
            )
        return cls((n,) * d, torus, piece, wraps=wraps, twist=twist)

    # Kinds of boards ---------------------------------------------------------------------

    @cached_property
    def shifts(self) -> IntArray:
        """The vectors of all translations, 0 first, shape (translations, d), int64."""
        room = [side if axis in self.shift_axes else 1 for axis, side in enumerate(self.shape)]
        return frozen(np.indices(room).reshape(self.d, -1).T.astype(np.int64))

    @property
    def is_classical(self) -> bool:
        """Whether it is the board of the classical problem: queens on a flat square."""
        is_square = self.d == 2 and self.is_cube and self.is_flat
        return is_square and self.piece == "queen" and not self.blocked

    @property
    def has_full(self) -> bool:
        """Whether full placements are defined: no line along an axis holds two pieces."""
        is_simple = not (self.stops or self.twist)
        return is_simple and (1 in self.direction_classes or self.size == 1)

    @cached_property
    def is_blocked(self) -> npt.NDArray[np.bool_]:
        """Whether each cell is blocked, shape (size,)."""
        mask = np.zeros(self.size, dtype=np.bool_)
        mask[list(self.blocked)] = True
        mask.setflags(write=False)
        return mask

    @property
    def open_count(self) -> int:
        """The number of cells that are not blocked."""
        return self.size - len(self.blocked)

    def without_blocked(self) -> Board:
        """Return the board with no cell blocked."""
        return self._plain if self.blocked else self

    @cached_property
    def _plain(self) -> Board:
        return self.with_blocked(())

    def with_blocked(self, blocked: npt.ArrayLike, stops: bool | None = None) -> Board:
        """Return the board with other cells blocked; `stops` stays as it is by default.

        Raises InputError as `Board` does.
        """
        stops = self.stops if stops is None else stops
        wraps, twist = self.wraps, self.twist
        return Board(self.shape, False, self.piece, blocked, stops, wraps=wraps, twist=twist)

    def with_piece(self, piece: str) -> Board:
        """Return the board with another piece and no cell blocked; see `Board`."""
        return Board(self.shape, piece=piece, wraps=self.wraps, twist=self.twist)

    def fresh(self) -> Board:
        """Return an equal board that holds nothing computed, so that it is small to send."""
        return self.with_blocked(self.blocked)

    def require_open(self, what: str) -> None:
        """Check that no cell is blocked, for work that does not take such boards.

        `what`: the work, in the plural.
        Raises InputError ``WHAT do not take blocked cells``.
        """
        if self.blocked:
            raise InputError(f"{what} do not take blocked cells; the {self} has some")

    @cached_property
    def direction_steps(self) -> IntArray:
        """The index step of each direction on the flat array, positive, shape (m,), int64."""
        return frozen(self.directions @ self.strides)

    def lines_through(self, index: int) -> list[Line]:
        """Return every line of attack through a cell, in the order of `directions`.

        Each line indexes the flat array of the board: a slice on a flat board, else an index array
        of shape (length,), int64. It contains the cell itself once. Where lines stop, it
        has the cells between two blocked ones.
        """
        if self.stops:
            lines = zip(self._segment_keys, self._unstopped_through(index), strict=True)
            return [segment_of(line, keys, index) for keys, line in lines]
        return self._unstopped_through(index)

    def _unstopped_through(self, index: int) -> list[Line]:
        """Return the lines through a cell as if none stopped."""
        cell = np.array(self.cell(index), dtype=np.int64)
        whole = self._whole_lines.through(cell, index)
        return [*whole, *self._leaps.through(cell, index)] if self.has_leaps else [*whole]

    @cached_property
    def _whole_lines(self) -> Lines:
        if self.has_hyperplanes:
            return HyperplaneLines(self.shape, self._ridden, self.strides)
        if self.twist:
            return MoebiusLines(self.shape, self._ridden, self.wraps[0])
        if self.wraps:
            return WrappedLines(self.shape, self._ridden, self.strides, self.wraps)
        return FlatLines(self.shape, self._ridden, self.strides)

    @cached_property
    def _segment_keys(self) -> list[IntArray]:
        """For each direction the first cell of each cell's part of a line, shape (size,)."""
        everything = self.cells(np.arange(self.size))
        through = [self._unstopped_through(index) for index in self.blocked]
        directions = map(self._lines_of, range(len(self.directions)))
        return [
            segment_keys(
                lines.keys(everything, number), [each[k] for each in through], self.is_blocked
            )
            for k, (lines, number) in enumerate(directions)
        ]

    def line_keys(self, cells: IntArray, direction: int) -> IntArray:
        """Return for each cell the key of its line of one direction: the index of the first cell.

        Parameters
        ----------
        cells : array of shape (k, d)
            Cells on the board.
        direction : int
            A row of `directions`.

        Returns
        -------
        array of shape (k,), int64
            Equal for two cells exactly when they are on the same line of this direction.
        """
        if self.stops:
            return self._segment_keys[direction][self.indices(cells)]
        lines, number = self._lines_of(direction)
        return lines.keys(cells, number)

    def _lines_of(self, direction: int) -> tuple[Lines, int]:
        """Return the lines that a direction belongs to, and its place among them."""
        ridden = len(self._ridden)
        if direction < ridden:
            return self._whole_lines, direction
        return self._leaps, direction - ridden

    def line_lengths(self, cells: IntArray, direction: int) -> IntArray:
        """Return how many cells the whole line of each cell has, shape (k,), int64.

        `cells`, shape (k, d), and `direction` are as for `line_keys`; where lines stop, they are
        not followed.
        """
        lines, number = self._lines_of(direction)
        return lines.lengths(cells, number)

    @cached_property
    def incidence(self) -> sp.csr_array:
        """The incidence matrix: sparse, 0/1, one row for each line of two or more cells.

        Shape (lines, size), int8; rows are sorted by direction, see `line_directions`.
        """
        return self._lines[0]

    @cached_property
    def line_directions(self) -> IntArray:
        """The row of `directions` for each row of `incidence`, shape (lines,), int64."""
        return self._lines[1]

    @cached_property
    def _lines(self) -> tuple[sp.csr_array, IntArray]:
        everything = self.cells(np.arange(self.size))
        keys = (self.line_keys(everything, k) for k in range(len(self.directions)))
        matrix, of = line_matrix(keys, self.size)
        return matrix, frozen(of)

    @cached_property
    def attack_graph(self) -> sp.csr_array:
        """The queen graph: a sparse matrix, True for two different cells that attack each other.

        Shape (size, size), bool. For small boards: it stores size * degree entries.
        """
        return attack_matrix(self.incidence)

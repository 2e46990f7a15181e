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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import sparse as sp
from .board_names import board_name
from .box import Box, IntArray
from .cached import cached_property
from .chains import LeapLines, WrappedLines
from .coordinates import is_whole, whole_numbers
from .errors import InputError, TooManyCellsError, quoted, shorten
from .hyperplanes import HyperplaneLines
from .lines import FlatLines, Lines, attack_matrix, line_matrix, segment_keys, segment_of
from .moebius import MoebiusLines
from .pieces import HYPERPLANE, LEAP, board_leaps, board_vectors, known_piece, without_leaps
from .sides import (
    blocked_indices,
    check_flag,
    check_stops,
    check_twist,
    checked_axes,
    checked_sides,
    english_name,
)

__all__ = ["MAX_CELLS", "MAX_DIMENSION", "MAX_STOPPED", "Board", "IntArray", "Line"]

Line: TypeAlias = slice | IntArray

MAX_CELLS = 2**27
"""The largest number of cells of a board: the (37,5)-board is possible, a billion cells are not."""

MAX_DIMENSION = 12
"""The largest dimension that is accepted: (3^12 - 1)/2 directions are 265,720."""

MAX_STOPPED = 2**25
"""The largest product of cells and directions of a board whose lines stop at blocked cells."""


@dataclass(frozen=True)
class Board(Box):
    """A box of cells on which pieces attack along lines.

    Raises
    ------
    InputError
        If a value has another type, a side is below 1, the board is too large, or the piece is
        unknown or not defined on such a board.
    """

    shape: tuple[int, ...]
    """The sides, each at least 1; at most `MAX_DIMENSION` of them, at most `MAX_CELLS` cells."""
    wraps: tuple[int, ...] = ()
    """The axes, from 0 and increasing, along which coordinates are taken modulo the side, so that
    lines wrap. They are given as ``wraps``, or all of them as ``torus=True``."""
    piece: str = "queen"
    """A name in `pieces.PIECES`, or classes of direction such as ``1+3``. Hyperplane queens are
    for cubes and count modulo the side, so their board is a torus."""
    blocked: tuple[int, ...] = ()
    """The indices of the cells on which nothing may stand, increasing. They are given as indices,
    shape (k,), or as 0-based cells, shape (k, d)."""
    stops: bool = False
    """Whether lines of attack stop at blocked cells; else they pass over them. False where no cell
    is blocked."""
    twist: bool = False
    """Whether wrapping reverses the other axis of a board of two dimensions that wraps along one
    of them, a Moebius strip. Its sides are both even or both odd, and its pieces do not leap."""

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
        for name, value in (("torus", torus), ("stops", stops), ("twist", twist)):
            check_flag(name, value)
        sides = checked_sides(shape, MAX_CELLS, MAX_DIMENSION)
        axes = checked_axes(range(len(sides)) if torus else wraps, len(sides))
        piece = known_piece(piece, len(sides))
        if prod(sides) > MAX_CELLS:
            is_open = whole_numbers(blocked).size == 0
            raise TooManyCellsError(sides, bool(axes), piece, is_open, MAX_CELLS)
        if piece == HYPERPLANE and len(set(sides)) > 1:
            box = "x".join(map(str, sides))
            raise InputError(f"hyperplane queens count modulo the side of a cube; {box} is not one")
        if twist:
            check_twist(sides, axes, piece)
        axes = tuple(range(len(sides))) if piece == HYPERPLANE else axes
        self.__dict__.update(shape=sides, wraps=axes, twist=bool(twist), piece=piece)
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
        if d > MAX_DIMENSION:
            raise InputError(f"{shorten(d)} dimensions are too many; at most {MAX_DIMENSION}")
        return cls((n,) * d, torus, piece, wraps=wraps, twist=twist)

    def __str__(self) -> str:
        count, twist = len(self.blocked), self.twist
        return english_name(self.shape, self.wraps, twist, self.piece, count, self.stops)

    def translated(self) -> str:
        """Return its name in the language of texts."""
        return board_name(str(self))

    # Kinds of boards ---------------------------------------------------------------------

    @property
    def torus(self) -> bool:
        """Whether all coordinates are taken modulo the sides."""
        return len(self.wraps) == self.d

    @property
    def is_flat(self) -> bool:
        """Whether no axis wraps."""
        return not self.wraps

    @property
    def shift_axes(self) -> tuple[int, ...]:
        """The axes along which placements are translated: those that wrap, without a twist."""
        return () if self.twist else self.wraps

    @cached_property
    def shifts(self) -> IntArray:
        """The vectors of all translations, 0 first, shape (translations, d), int64."""
        room = [side if axis in self.shift_axes else 1 for axis, side in enumerate(self.shape)]
        return _frozen(np.indices(room).reshape(self.d, -1).T.astype(np.int64))

    @property
    def is_classical(self) -> bool:
        """Whether it is the board of the classical problem: queens on a flat square."""
        is_square = self.d == 2 and self.is_cube and self.is_flat
        return is_square and self.piece == "queen" and not self.blocked

    @property
    def full_count(self) -> int:
        """The count of a full placement: one piece on each line along a longest side.

        On the (n,d)-board this is n^(d-1); no placement of queens or rooks has more. For
        hyperplane queens it is n, one in each layer. On a Moebius strip the lines along it join
        two rows each, so that they may be fewer.
        """
        if self.twist:
            [along] = self.wraps
            return min(self.shape[along], (self.shape[1 - along] + 1) // 2)
        return self.n if self.has_hyperplanes else self.size // self.n

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

    @property
    def has_hyperplanes(self) -> bool:
        """Whether pieces attack whole hyperplanes instead of lines."""
        return self.piece == HYPERPLANE

    @cached_property
    def directions(self) -> IntArray:
        """One vector of {-1,0,1}^d for each direction of attack, shape (m, d), int64.

        The first non-zero entry is 1, because e and -e have the same lines; directions with fewer
        non-zero entries come first. Directions without a line of two cells are left out; where
        axes wrap those with the same lines (sides of 1 and 2) appear once. Last come the leaps,
        which may have larger entries, each as often as `LeapLines` has it.
        """
        return _frozen(np.concatenate((self._ridden, self._leaps.directions)))

    @cached_property
    def _ridden(self) -> IntArray:
        """The directions of whole lines."""
        return board_vectors(self.piece, self.shape, self.wraps, self.twist)

    @property
    def has_leaps(self) -> bool:
        """Whether some directions are leaps; known without them where the piece has no leaps."""
        return without_leaps(self.piece) != self.piece and len(self._leaps.directions) > 0

    @cached_property
    def direction_classes(self) -> IntArray:
        """The number of non-zero entries of each direction, `LEAP` for leaps; shape (m,), int64."""
        classes = np.count_nonzero(self.directions, axis=1).astype(np.int64)
        classes[len(self._ridden) :] = LEAP
        return _frozen(classes)

    @cached_property
    def direction_steps(self) -> IntArray:
        """The index step of each direction on the flat array, positive, shape (m,), int64."""
        return _frozen(self.directions @ self.strides)

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
    def _leaps(self) -> LeapLines:
        leaps = board_leaps(self.piece, self.shape, self.wraps, self.stops)
        return LeapLines(self.shape, leaps, self.strides, self.wraps)

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
        return matrix, _frozen(of)

    @cached_property
    def attack_graph(self) -> sp.csr_array:
        """The queen graph: a sparse matrix, True for two different cells that attack each other.

        Shape (size, size), bool. For small boards: it stores size * degree entries.
        """
        return attack_matrix(self.incidence)


def _frozen(array: npt.NDArray[Any]) -> IntArray:
    array.setflags(write=False)
    frozen: IntArray = array
    return frozen

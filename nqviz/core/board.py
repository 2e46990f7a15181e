"""Boards of any shape and dimension: cells, directions, lines and their incidence.

Cells are 0-based here: a cell is a row of d integers, or its *index*, the position in the flat
(C-order) array of the board. Coordinates in files and messages count from 1, see `coordinates`.

In the flat array with strides s, every line of direction e on a flat board is an arithmetic
progression of indices with step sum(e_i s_i), so a line is a slice. Under the rule of hyperplanes
(see `pieces`) each "line" of direction e is a hyperplane, the cells x with one sum(e_i x_i) mod n.
The leaps of a piece are lines of two cells, in two directions for each leap (see `LeapLines`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm, prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import sparse as sp
from .board_names import board_name
from .cached import cached_property
from .coordinates import coordinate_text, is_whole, whole_numbers
from .errors import InputError, TooManyCellsError, quoted, shorten
from .hyperplanes import residues
from .lines import (
    FlatLines,
    LeapLines,
    TorusLines,
    attack_matrix,
    line_matrix,
    segment_keys,
    segment_of,
    steps_back,
    torus_line_keys,
)
from .pieces import (
    HYPERPLANE,
    LEAP,
    board_leaps,
    board_vectors,
    counted,
    known_piece,
    leap_vectors,
)
from .sides import blocked_indices, check_stops, checked_sides

IntArray: TypeAlias = npt.NDArray[np.int64]
Line: TypeAlias = slice | IntArray

MAX_CELLS = 2**27
"""The largest number of cells of a board: the (37,5)-board is possible, a billion cells are not."""

MAX_DIMENSION = 12
"""The largest dimension that is accepted: (3^12 - 1)/2 directions are 265,720."""

MAX_STOPPED = 2**25
"""The largest product of cells and directions of a board whose lines stop at blocked cells."""


@dataclass(frozen=True)
class Board:
    """A box of cells on which pieces attack along lines.

    Raises
    ------
    InputError
        If a value has another type, a side is below 1, the board is too large, or the piece is
        unknown or not defined on such a board.
    """

    shape: tuple[int, ...]
    """The sides, each at least 1; at most `MAX_DIMENSION` of them, at most `MAX_CELLS` cells."""
    torus: bool = False
    """Whether coordinates are taken modulo the sides, so that lines wrap."""
    piece: str = "queen"
    """A name in `pieces.PIECES`, or classes of direction such as ``1+3``. Hyperplane queens are
    for cubes and count modulo the side, so their board is a torus."""
    blocked: tuple[int, ...] = ()
    """The indices of the cells on which nothing may stand, increasing. They are given as indices,
    shape (k,), or as 0-based cells, shape (k, d)."""
    stops: bool = False
    """Whether lines of attack stop at blocked cells; else they pass over them. False where no cell
    is blocked."""

    def __init__(
        self,
        shape: Sequence[int],
        torus: bool = False,
        piece: str = "queen",
        blocked: npt.ArrayLike = (),
        stops: bool = False,
    ) -> None:
        for name, value in (("torus", torus), ("stops", stops)):
            if not isinstance(value, bool | np.bool_):
                raise InputError(f"{name} is {quoted(value)}; it is true or false")
        sides = checked_sides(shape, MAX_CELLS, MAX_DIMENSION)
        piece = known_piece(piece, len(sides))
        if prod(sides) > MAX_CELLS:
            is_open = whole_numbers(blocked).size == 0
            raise TooManyCellsError(sides, bool(torus), piece, is_open, MAX_CELLS)
        if piece == HYPERPLANE and len(set(sides)) > 1:
            box = "x".join(map(str, sides))
            raise InputError(f"hyperplane queens count modulo the side of a cube; {box} is not one")
        if torus and len(leap_vectors(piece, len(sides))):
            raise InputError(f"{piece}s are for flat boards: their leaps do not wrap")
        object.__setattr__(self, "shape", sides)
        object.__setattr__(self, "torus", bool(torus) or piece == HYPERPLANE)
        object.__setattr__(self, "piece", piece)
        object.__setattr__(self, "blocked", blocked_indices(str(self), sides, blocked))
        object.__setattr__(self, "stops", bool(stops) and bool(self.blocked))
        if self.stops:
            work = self.size * len(self.directions)
            check_stops(str(self), self.has_hyperplanes, work, MAX_STOPPED)

    @classmethod
    def cube(cls, n: int, d: int, torus: bool = False, piece: str = "queen") -> Board:
        """Return the (n,d)-board: d sides of n.

        Raises InputError as `Board` does.
        """
        if not is_whole(d):
            raise InputError(f"the dimension is {quoted(d)}; it is an integer")
        if d < 1:
            raise InputError(f"dimension {shorten(d)} is not possible; it is 1 or more")
        if d > MAX_DIMENSION:
            raise InputError(f"{shorten(d)} dimensions are too many; at most {MAX_DIMENSION}")
        return cls((n,) * d, torus, piece)

    def __str__(self) -> str:
        name = f"({self.n},{self.d})" if self.is_cube else "x".join(map(str, self.shape))
        words = [name, "torus" if self.torus else "board"]
        if self.piece != "queen":
            words.append(f"of {self.piece}s")
        if self.blocked:
            words.append(f"with {counted(len(self.blocked), 'blocked cell')}")
        if self.stops:
            words.append("that stop lines" if len(self.blocked) > 1 else "that stops lines")
        return " ".join(words)

    def translated(self) -> str:
        """Return its name in the language of texts."""
        return board_name(str(self))

    # Size and shape ----------------------------------------------------------------------

    @property
    def d(self) -> int:
        """The dimension."""
        return len(self.shape)

    @property
    def n(self) -> int:
        """The longest side; of a cube, its side."""
        return max(self.shape)

    @property
    def is_cube(self) -> bool:
        """Whether all sides are equal."""
        return len(set(self.shape)) == 1

    @property
    def is_classical(self) -> bool:
        """Whether it is the board of the classical problem: queens on a flat square."""
        is_square = self.d == 2 and self.is_cube and not self.torus
        return is_square and self.piece == "queen" and not self.blocked

    @cached_property
    def size(self) -> int:
        """The number of cells."""
        return prod(self.shape)

    @property
    def full_count(self) -> int:
        """The count of a full placement: one piece on each line along a longest side.

        On the (n,d)-board this is n^(d-1); no placement of queens or rooks has more. For
        hyperplane queens it is n, one in each layer.
        """
        return self.n if self.has_hyperplanes else self.size // self.n

    @property
    def has_full(self) -> bool:
        """Whether full placements are defined: no line along an axis holds two pieces."""
        return (1 in self.direction_classes or self.size == 1) and not self.stops

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
        return Board(self.shape, self.torus, self.piece)

    def with_blocked(self, blocked: npt.ArrayLike, stops: bool | None = None) -> Board:
        """Return the board with other cells blocked; `stops` stays as it is by default.

        Raises InputError as `Board` does.
        """
        stops = self.stops if stops is None else stops
        return Board(self.shape, self.torus, self.piece, blocked, stops)

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
    def strides(self) -> IntArray:
        """Index steps of the flat array along each axis, shape (d,), int64."""
        sides = np.array((*self.shape[1:], 1), dtype=np.int64)
        return sides[::-1].cumprod()[::-1].copy()

    # Cells -------------------------------------------------------------------------------

    def contains(self, cells: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return for each cell, shape (..., d), whether it is on the board; shape (...), bool."""
        array = np.asarray(cells, dtype=np.int64)
        inside: npt.NDArray[np.bool_] = np.asarray(
            ((array >= 0) & (array < self.shape)).all(axis=-1)
        )
        return inside

    def index(self, cell: Sequence[int]) -> int:
        """Return the index of one 0-based cell.

        Raises InputError if the cell has another dimension or is off the board.
        """
        if len(cell) != self.d:
            raise InputError(
                f"cell {coordinate_text(cell)} has {len(cell)} coordinates; the board has {self.d}"
            )
        total = 0
        for value, side, stride in zip(cell, self.shape, self._stride_list, strict=True):
            if not 0 <= value < side:
                raise InputError(f"cell {coordinate_text(cell)} is off the {self}")
            total += int(value) * stride
        return total

    def cell(self, index: int) -> tuple[int, ...]:
        """Return the 0-based cell of one index."""
        values = []
        for stride in self._stride_list:
            value, index = divmod(index, stride)
            values.append(value)
        return tuple(values)

    def indices(self, cells: npt.ArrayLike) -> IntArray:
        """Return the indices, shape (...), int64, of cells on the board, shape (..., d)."""
        indices: IntArray = np.asarray(cells, dtype=np.int64) @ self.strides
        return indices

    def cells(self, indices: npt.ArrayLike) -> IntArray:
        """Return the 0-based cells, shape (..., d), int64, of indices, shape (...)."""
        array = np.asarray(indices, dtype=np.int64)
        cells = np.empty((*array.shape, self.d), np.int64)
        for axis, values in enumerate(np.unravel_index(array, self.shape)):
            cells[..., axis] = values
        return cells

    @cached_property
    def _stride_list(self) -> list[int]:
        return [int(stride) for stride in self.strides]

    @cached_property
    def directions(self) -> IntArray:
        """One vector of {-1,0,1}^d for each direction of attack, shape (m, d), int64.

        The first non-zero entry is 1, because e and -e have the same lines; directions with fewer
        non-zero entries come first. Directions without a line of two cells are left out; on a
        torus those with the same lines (sides of 1 and 2) appear once. Last come the leaps, which
        may have larger entries, each twice.
        """
        leaps = np.repeat(board_leaps(self.piece, self.shape), 2, axis=0)
        return _frozen(np.concatenate((self._ridden, leaps)))

    @cached_property
    def _ridden(self) -> IntArray:
        """The directions of whole lines."""
        return board_vectors(self.piece, self.shape, self.torus)

    @property
    def has_leaps(self) -> bool:
        """Whether some directions are leaps."""
        return len(self.directions) > len(self._ridden)

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

        Each line indexes the flat array of the board: a slice on a flat board, an index array of
        shape (length,), int64, on a torus. It contains the cell itself once. Where lines stop, it
        has the cells between two blocked ones.
        """
        if self.stops:
            lines = zip(self._segment_keys, self._plain.lines_through(index), strict=True)
            return [segment_of(line, keys, index) for keys, line in lines]
        cell = np.array(self.cell(index), dtype=np.int64)
        if self.has_hyperplanes:
            rows = residues(self.directions, self.shape)
            return [np.flatnonzero(row == row[index]) for row in rows]
        whole = self._whole_lines.through(cell, index)
        return [*whole, *self._leaps.through(cell, index)] if self.has_leaps else [*whole]

    @cached_property
    def _whole_lines(self) -> FlatLines | TorusLines:
        if self.torus:
            return TorusLines(self.shape, self.directions, self.strides, self.cycle_lengths)
        return FlatLines(self.shape, self._ridden, self.direction_steps[: len(self._ridden)])

    @cached_property
    def _leaps(self) -> LeapLines:
        ridden = len(self._ridden)
        return LeapLines(self.shape, self.directions[ridden:], self.direction_steps[ridden:])

    @cached_property
    def _segment_keys(self) -> list[IntArray]:
        """For each direction the first cell of each cell's part of a line, shape (size,)."""
        plain = self._plain
        everything = plain.cells(np.arange(self.size))
        through = [plain.lines_through(index) for index in self.blocked]
        return [
            segment_keys(
                plain.line_keys(everything, k), [lines[k] for lines in through], self.is_blocked
            )
            for k in range(len(self.directions))
        ]

    @cached_property
    def cycle_lengths(self) -> list[int]:
        """The number of cells of a line of each direction on the torus."""
        sides = np.array(self.shape)
        return [lcm(*(int(side) for side in sides[vector != 0])) for vector in self.directions]

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
        vector = self.directions[direction]
        if self.has_hyperplanes:  # the first cell lies on the last axis of the direction
            last = np.flatnonzero(vector)[-1]
            keys: IntArray = (cells @ vector * vector[last]) % self.n * self.strides[last]
            return keys
        if self.torus:
            length = self.cycle_lengths[direction]
            return torus_line_keys(cells, vector, length, self.shape, self.strides)
        if direction >= len(self._ridden):
            return self._leaps.keys(cells, self.indices(cells), direction - len(self._ridden))
        back = steps_back(cells, vector, self.shape)
        return self.indices(cells) - back * int(self.direction_steps[direction])

    def line_lengths(self, cells: IntArray, direction: int) -> IntArray:
        """Return how many cells the whole line of each cell has, shape (k,), int64.

        `cells`, shape (k, d), and `direction` are as for `line_keys`; where lines stop, they are
        not followed.
        """
        vector = self.directions[direction]
        if self.has_hyperplanes:
            length = self.size // self.n
        elif self.torus:
            length = self.cycle_lengths[direction]
        elif direction >= len(self._ridden):
            return self._leaps.lengths(cells, direction - len(self._ridden))
        else:
            back = steps_back(cells, vector, self.shape)
            return back + 1 + steps_back(cells, -vector, self.shape)
        return np.full(len(cells), length, dtype=np.int64)

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

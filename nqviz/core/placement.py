"""Placements: a set of queens on a board, frozen, and every flaw it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from .board import Board, IntArray
from .cached import cached_property
from .coordinates import coordinate_text, to_cells, to_coordinates, whole_numbers
from .errors import InputError, shorten
from .interruption import check_interruption
from .pieces import class_name
from .shared_lines import directions_met, has_equal, has_shared_line, sharing
from .tabular import Pictured, Tabular, coordinate_names


class FlawKind(Enum):
    """The reasons why a placement is invalid."""

    OFF_BOARD = "off the board"
    TWICE = "twice the same cell"
    BLOCKED = "on a blocked cell"
    ATTACK = "attack"


@dataclass(frozen=True)
class Attack:
    """Two queens on one line: their positions in the placement and the direction between them."""

    first: int
    second: int
    direction: int


@dataclass(frozen=True)
class Flaw:
    """One reason why a placement is invalid."""

    kind: FlawKind
    queens: tuple[int, ...]
    """Positions in `Placement.cells` of the queens concerned."""
    message: str
    """The reason as text, with coordinates from 1."""


@dataclass(frozen=True, eq=False)
class Placement(Tabular, Pictured):
    """A set of queens on a board: cells in the order in which they were given.

    Queens may be off the board, on one cell, or attack each other: `flaws` lists all of this.

    Iteration yields the cells as tuples, in the order given, and ``len`` is their number. Two
    placements are equal when they have the same board and the same cells in any order; equal ones
    have equal hashes. ``cell in placement`` takes a 0-based cell. ``a | b`` holds the cells of a,
    then those of b that a lacks; ``a & b`` and ``a - b`` keep the order of a. ``a <= b`` and
    ``a < b`` are the tests for subsets. The results of ``|``, ``&`` and ``-`` hold no cell twice.
    ``np.asarray(placement)`` is `cells`.

    Raises InputError if the cells are not rows of d integers; from the operators, if the boards
    differ.
    """

    board: Board
    cells: IntArray
    """The 0-based cells of the queens, read-only. Shape (k, d)."""

    def __init__(self, board: Board, cells: npt.ArrayLike = ()) -> None:
        array = _cells_on(board, cells)
        array.setflags(write=False)
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "cells", array)

    @classmethod
    def from_indices(cls, board: Board, indices: Iterable[int] | IntArray) -> Placement:
        """Return the placement with queens on the cells of some indices, shape (k,).

        Raises InputError if an index is no integer or off the board.
        """
        if not isinstance(indices, Iterable):
            raise InputError(f"the indices of cells are a list, not {shorten(indices)}")
        array = whole_numbers(indices if isinstance(indices, np.ndarray) else list(indices))
        outside = array[(array < 0) | (array >= board.size)]
        if len(outside):
            raise InputError(
                f"index {outside[0]} is off the {board}: its cells are 0 to {board.size - 1}"
            )
        return cls(board, board.cells(array.astype(np.int64)))

    @classmethod
    def from_coordinates(cls, board: Board, coordinates: npt.ArrayLike) -> Placement:
        """Return the placement of coordinates from 1, shape (k, d).

        Raises InputError if they are not rows of d integers.
        """
        return cls(board, to_cells(coordinates))

    def coordinates(self) -> list[list[int]]:
        """Return the coordinates of the queens, from 1."""
        rows: list[list[int]] = to_coordinates(self.cells).tolist()
        return rows

    def table(self) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
        """Return a column for each coordinate, from 1, and a row for each queen."""
        return coordinate_names(self.board.d), self.coordinates()

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return (tuple(cell) for cell in self.cells.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return self.board == other.board and self._key == other._key

    def __hash__(self) -> int:
        return hash((self.board, self._key))

    # Sets ----------------------------------------------------------------------------------

    __array_ufunc__ = None  # an operator between a placement and an array is a TypeError

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        return np.array(self.cells, dtype=dtype, copy=copy)

    def __contains__(self, cell: Sequence[int]) -> bool:
        return tuple(_cells_on(self.board, [cell])[0].tolist()) in self._set

    def __or__(self, other: Placement) -> Placement:
        self._set_of(other)
        return self._with([*self, *other])

    def __and__(self, other: Placement) -> Placement:
        kept = self._set_of(other)
        return self._with(cell for cell in self if cell in kept)

    def __sub__(self, other: Placement) -> Placement:
        removed = self._set_of(other)
        return self._with(cell for cell in self if cell not in removed)

    def __le__(self, other: Placement) -> bool:
        return self._set <= self._set_of(other)

    def __lt__(self, other: Placement) -> bool:
        return self._set < self._set_of(other)

    @cached_property
    def _set(self) -> frozenset[tuple[int, ...]]:
        return frozenset(self)

    def _set_of(self, other: object) -> frozenset[tuple[int, ...]]:
        """Return the cells of another placement on the same board."""
        if not isinstance(other, Placement):
            raise TypeError(f"a Placement is needed, not {type(other).__name__}")
        if other.board != self.board:
            raise InputError(f"different boards: the {self.board} and the {other.board}")
        return other._set

    def _with(self, cells: Iterable[tuple[int, ...]]) -> Placement:
        return Placement(self.board, list(dict.fromkeys(cells)))

    def __repr__(self) -> str:
        return f"<Placement of {len(self)} on the {self.board}>"

    @cached_property
    def _key(self) -> bytes:
        # A placement is a set: two are equal when they hold the same cells in any order.
        order = np.lexsort(self.cells.T[::-1])
        return self.cells[order].tobytes()

    @cached_property
    def indices(self) -> IntArray:
        """The index of each queen's cell, shape (k,), int64.

        Raises InputError if a queen is off the board.
        """
        flaw = next(self._misplaced(), None)
        if flaw is not None:
            raise InputError(flaw.message)
        indices = self.board.indices(self.cells)
        indices.setflags(write=False)
        return indices

    # What is wrong with it -----------------------------------------------------------------

    def attacks(self, limit: int | None = None) -> list[Attack]:
        """Return the pairs of queens that attack each other, each pair once.

        Two queens on one cell are a flaw of another kind, not an attack; queens off the board do
        not attack.

        Parameters
        ----------
        limit : int, optional
            The maximum number of pairs to return; all of them without it.
        """
        inside = np.flatnonzero(self.board.contains(self.cells))
        cells = self.cells[inside]
        indices = self.board.indices(cells)
        found: dict[tuple[int, int], Attack] = {}
        every = len(cells) * (len(cells) - 1) // 2
        for direction in directions_met(self.board, cells):
            check_interruption()
            if len(found) == every:
                break
            keys = self.board.line_keys(cells, direction)
            for group in sharing(keys):
                for place, i in enumerate(group):
                    for j in group[place + 1 :]:
                        if indices[i] != indices[j]:
                            pair = (int(inside[i]), int(inside[j]))
                            found.setdefault(pair, Attack(*pair, direction))
                            if limit is not None and len(found) >= limit:
                                return list(found.values())
        return list(found.values())

    def flaws(self, limit: int = 1000) -> list[Flaw]:
        """Return the reasons why the placement is invalid, at most `limit` of them."""
        flaws = [*self._misplaced(), *self._repeated(), *self._on_blocked()][:limit]
        flaws += map(self._attack_flaw, self.attacks(limit - len(flaws)))
        return flaws[:limit]

    def is_valid(self) -> bool:
        """Return whether all queens are on different open cells of the board, without attacks."""
        if not self.board.contains(self.cells).all():
            return False
        if has_equal(self.indices):
            return False
        if self.board.blocked and self.board.is_blocked[self.indices].any():
            return False
        return not any(
            has_shared_line(self.board, self.cells, self.indices, direction)
            for direction in directions_met(self.board, self.cells)
        )

    def _misplaced(self) -> Iterator[Flaw]:
        for i in np.flatnonzero(~self.board.contains(self.cells)).tolist():
            where = coordinate_text(self.cells[i])
            message = f"{self.board.piece} {i + 1} at {where} is off the {self.board}"
            yield Flaw(FlawKind.OFF_BOARD, (i,), message)

    def _on_blocked(self) -> Iterator[Flaw]:
        if not self.board.blocked:
            return
        inside = np.flatnonzero(self.board.contains(self.cells))
        indices = self.board.indices(self.cells[inside])
        for i in inside[self.board.is_blocked[indices]].tolist():
            where = coordinate_text(self.cells[i])
            message = f"{self.board.piece} {i + 1} stands on the blocked cell {where}"
            yield Flaw(FlawKind.BLOCKED, (i,), message)

    def _repeated(self) -> Iterator[Flaw]:
        seen: dict[tuple[int, ...], int] = {}
        for i, cell in enumerate(self):
            first = seen.setdefault(cell, i)
            if first != i:
                both = f"{self.board.piece}s {first + 1} and {i + 1}"
                message = f"{both} are both on {coordinate_text(cell)}"
                yield Flaw(FlawKind.TWICE, (first, i), message)

    def _attack_flaw(self, attack: Attack) -> Flaw:
        first, second = (coordinate_text(self.cells[i]) for i in (attack.first, attack.second))
        kind = class_name(int(self.board.direction_classes[attack.direction]))
        article = "an" if kind[0] in "aeiou" else "a"
        message = f"{first} and {second} attack each other along {article} {kind}"
        return Flaw(FlawKind.ATTACK, (attack.first, attack.second), message)


def _cells_on(board: object, cells: npt.ArrayLike) -> IntArray:
    """Return a copy of 0-based cells, shape (k, d), after a check of their type and shape."""
    if not isinstance(board, Board):
        raise InputError(f"a placement needs a Board, not {shorten(board)}")
    array = whole_numbers(cells)
    if array.shape == (0,):
        array = array.reshape(0, board.d)
    if array.ndim != 2 or array.shape[1] != board.d:
        raise InputError(
            f"{board.piece}s on the {board} need {board.d} coordinates each: an array of shape"
            f" (k, {board.d}), not {array.shape}"
        )
    return array.copy()

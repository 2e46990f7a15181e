"""What a board is without its cells: sides, rules of attack, and what follows from them alone.

An outline may have more cells than a `Board` (see `board`), of which it is the base: nothing here
has an entry for each cell, so that formulas answer for outlines of any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from .attack_rule import board_leaps, board_vectors
from .board_names import board_name
from .box import Box, IntArray
from .cached import cached_property
from .chains import LeapLines
from .errors import InputError
from .pieces import HYPERPLANE, LEAP, known_piece, without_leaps
from .sides import check_flag, check_twist, checked_axes, checked_sides, english_name

MAX_SIDE = 2**27
"""The longest side."""

MAX_DIMENSION = 12
"""The largest dimension of a board: (3^12 - 1)/2 directions are 265,720."""
MAX_OUTLINE_DIMENSION = 14
"""The largest dimension of an outline: bounds try linear sets modulo numbers from 2^14 on."""


@dataclass(frozen=True)
class Outline(Box):
    """A box on which pieces attack along lines, of any number of cells, none of them blocked.

    Raises InputError if a value has another type, a side is below 1 or above `MAX_SIDE`, or the
    piece is unknown or not defined on such a board.
    """

    shape: tuple[int, ...]
    """The sides, each at least 1; at most `MAX_OUTLINE_DIMENSION` of them."""
    wraps: tuple[int, ...] = ()
    """The axes, from 0 and increasing, along which coordinates are taken modulo the side, so that
    lines wrap. They are given as ``wraps``, or all of them as ``torus=True``."""
    piece: str = "queen"
    """A name in `pieces.PIECES`, or classes of direction such as ``1+3``. Hyperplane queens are
    for cubes and count modulo the side, so their board is a torus."""
    blocked: tuple[int, ...] = ()
    """The indices of the cells of a `Board` on which nothing may stand, increasing."""
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
        *,
        wraps: Iterable[int] = (),
        twist: bool = False,
    ) -> None:
        for name, value in (("torus", torus), ("twist", twist)):
            check_flag(name, value)
        sides = checked_sides(shape, MAX_SIDE, MAX_OUTLINE_DIMENSION)
        axes = checked_axes(range(len(sides)) if torus else wraps, len(sides))
        piece = known_piece(piece, len(sides))
        if piece == HYPERPLANE and len(set(sides)) > 1:
            box = "x".join(map(str, sides))
            raise InputError(f"hyperplane queens count modulo the side of a cube; {box} is not one")
        if twist:
            check_twist(sides, axes, piece)
        axes = tuple(range(len(sides))) if piece == HYPERPLANE else axes
        self.__dict__.update(shape=sides, wraps=axes, twist=bool(twist), piece=piece)

    @classmethod
    def of(cls, other: Outline) -> Self:
        """Return an outline with the sides and rules of another, or of a board."""
        return cls(other.shape, piece=other.piece, wraps=other.wraps, twist=other.twist)

    def __str__(self) -> str:
        count, twist = len(self.blocked), self.twist
        return english_name(self.shape, self.wraps, twist, self.piece, count, self.stops)

    def translated(self) -> str:
        """Return its name in the language of texts."""
        return board_name(str(self))

    def with_piece(self, piece: str) -> Outline:
        """Return the outline with another piece and no cell blocked.

        Raises InputError as `Outline` does.
        """
        return Outline(self.shape, piece=piece, wraps=self.wraps, twist=self.twist)

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
        return frozen(np.concatenate((self._ridden, self._leaps.directions)))

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
        return frozen(classes)

    @cached_property
    def _leaps(self) -> LeapLines:
        leaps = board_leaps(self.piece, self.shape, self.wraps, self.stops)
        return LeapLines(self.shape, leaps, self.strides, self.wraps)


class TooManyCellsError(InputError):
    """A board has too many cells or axes; what needs none of them can be said all the same.

    `outline`: the board without its cells. `blocked`: the number of its blocked cells.
    `stops`: whether lines stop at them. `most`: the number of cells that is possible.
    """

    def __init__(self, outline: Outline, blocked: int, stops: bool, most: int) -> None:
        if outline.d > MAX_DIMENSION:
            super().__init__(f"{outline.d} dimensions are too many; at most {MAX_DIMENSION}")
        else:
            super().__init__(
                f"a board of {'x'.join(map(str, outline.shape))} has {outline.size:,} cells;"
                f" at most {most:,} are possible"
            )
        self.outline, self.blocked, self.stops = outline, blocked, stops


def frozen(array: npt.NDArray[Any]) -> IntArray:
    """Return an array of any shape, which cannot be written to any more."""
    array.setflags(write=False)
    return array

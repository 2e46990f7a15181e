"""A board of the atlas: every box, torus and piece, also those too large for a `Board`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod

from nqviz.bounds import Bound, box_lower, box_upper, lower_bounds, upper_bounds
from nqviz.core.board import MAX_CELLS, MAX_DIMENSION, Board
from nqviz.core.board_names import board_name
from nqviz.core.errors import InputError
from nqviz.core.pieces import PIECES

EXAMPLES = "12,3 or 4,5,6 or 12,3 torus or 6,2 cylinder 1"
_TABLE_N, _TABLE_D = 100, 8
"""The largest n and d of a flat board that is too large for a `Board` but has bounds."""
_SIDES = re.compile(r"[\d\s,x×()]+")
_KIND = re.compile(
    r"-?((?P<torus>torus)|((?P<strip>m(oe|o|ö)bius(-?band)?(\s+strip)?)|cylinder|zylinder))"
    r"(\s+(along|entlang|axis|axes|achsen?))*(?P<axes>[\s,]*\d[\d\s,]*)?"
)
"""What wraps, in the words of the names of boards, too."""


@dataclass(frozen=True)
class AtlasBoard:
    """A board by its sides, which may have more cells than a `Board`."""

    shape: tuple[int, ...]
    wraps: tuple[int, ...] = ()
    piece: str = "queen"
    twist: bool = False

    @classmethod
    def cube(cls, n: int, d: int) -> AtlasBoard:
        """Return the flat (n,d)-board of queens."""
        return cls((n,) * d)

    @classmethod
    def of(cls, board: Board) -> AtlasBoard:
        """Return a board by its sides."""
        return cls(board.shape, board.wraps, board.piece, board.twist)

    @property
    def n(self) -> int:
        """The longest side."""
        return max(self.shape)

    @property
    def d(self) -> int:
        """The dimension."""
        return len(self.shape)

    @property
    def is_plain_cube(self) -> bool:
        """Whether it is the flat (n,d)-board of queens."""
        return len(set(self.shape)) == 1 and not self.wraps and self.piece == "queen"

    @property
    def board(self) -> Board | None:
        """The board; None if it has too many cells."""
        if prod(self.shape) > MAX_CELLS or self.d > MAX_DIMENSION:
            return None
        return Board(self.shape, piece=self.piece, wraps=self.wraps, twist=self.twist)

    def __str__(self) -> str:
        board = self.board
        return f"({self.n},{self.d}) board" if board is None else str(board)

    def translated(self) -> str:
        """Return its name in the language of texts."""
        return board_name(str(self))

    @property
    def short_name(self) -> str:
        """The name, of flat boards of queens only the sides: ``(12,3)``."""
        return board_name(str(self).removesuffix(" board"))

    def bounds(self) -> tuple[tuple[Bound, ...], tuple[Bound, ...]]:
        """Return the lower and the proven upper bounds, the best first."""
        board = self.board
        if self.is_plain_cube:
            shape = (self.n,) * self.d
            lower, upper = box_lower(shape), box_upper(shape)
        else:
            assert board is not None
            lower, upper = lower_bounds(board), upper_bounds(board)
        return lower, tuple(bound for bound in upper if bound.proven)

    def step(self, by: int) -> AtlasBoard | None:
        """Return the cube whose side is longer by a number; None if this is none or too small."""
        if not self.is_plain_cube or not 2 <= self.n + by <= _TABLE_N:
            return None
        return AtlasBoard.cube(self.n + by, self.d)


def read_board(text: str) -> AtlasBoard:
    """Read a board that a person typed: ``12,3`` or ``4,5,6`` or ``12,3 torus`` or ``8,2 rook``.

    Two numbers are n and d, unless an x is between them; more numbers are the sides of a box.
    Numbers after ``cylinder`` or ``Moebius`` are the axes that wrap, 1 without any.

    Raises InputError if it is none, or too large.
    """
    found = _SIDES.match(text)
    numbers = [int(each) for each in re.findall(r"\d+", found[0])] if found else []
    words = text[found.end() if found else 0 :].lower().replace("board", " ")
    kind = _KIND.search(words)
    wraps, twist, torus = _wraps(kind) if kind else ((), False, False)
    pieces = (words[: kind.start()] + words[kind.end() :] if kind else words).split()
    if not numbers or len(pieces) > 1:
        raise InputError(f"{text.strip() or 'nothing'!r} is not a board; write {EXAMPLES}")
    piece = pieces[0] if pieces else "queen"
    piece = piece[:-1] if piece[:-1] in PIECES else piece
    is_cube = len(numbers) == 2 and not re.search(r"\d\s*[x×]", text)
    if is_cube and not 1 <= numbers[1] <= MAX_DIMENSION:
        raise InputError(f"d is {numbers[1]}; a board has 1 to {MAX_DIMENSION} dimensions")
    shape = (numbers[0],) * numbers[1] if is_cube else tuple(numbers)
    if piece == "queen" and kind is None and is_cube and prod(shape) > MAX_CELLS:
        if numbers[0] > _TABLE_N or numbers[1] > _TABLE_D:
            raise InputError(f"bounds go to n = {_TABLE_N} and d = {_TABLE_D} on boards so large")
        return AtlasBoard.cube(numbers[0], numbers[1])
    return AtlasBoard.of(Board(shape, torus, piece, wraps=wraps, twist=twist))


def _wraps(kind: re.Match[str]) -> tuple[tuple[int, ...], bool, bool]:
    """Return the axes that wrap, from 0, and whether it is a strip, and a torus."""
    if kind["torus"]:
        return (), False, True
    axes = tuple(int(each) - 1 for each in re.findall(r"\d+", kind["axes"] or "1"))
    return axes, kind["strip"] is not None, False

"""A board of the atlas: every box, torus and piece, also those too large for a `Board`."""

from __future__ import annotations

import re

from nqviz.bounds import Bound, lower_bounds, upper_bounds
from nqviz.core.board import MAX_CELLS, MAX_DIMENSION, Board
from nqviz.core.board_names import board_name
from nqviz.core.errors import InputError
from nqviz.core.outline import Outline
from nqviz.core.pieces import PIECES

EXAMPLES = "12,3 or 4,5,6 or 12,3 torus or 6,2 cylinder 1"
_LONGEST = 100
"""The longest side of the cubes that the arrows lead to."""
_SIDES = re.compile(r"[\d\s,x×()]+")
_KIND = re.compile(
    r"-?((?P<torus>torus)|((?P<strip>m(oe|o|ö)bius(-?band)?(\s+strip)?)|cylinder|zylinder))"
    r"(\s+(along|entlang|axis|axes|achsen?))*(?P<axes>[\s,]*\d[\d\s,]*)?"
)
"""What wraps, in the words of the names of boards, too."""


class AtlasBoard(Outline):
    """A board by its sides, which may have more cells than a `Board`."""

    @classmethod
    def cube(cls, n: int, d: int) -> AtlasBoard:
        """Return the flat (n,d)-board of queens."""
        return cls((n,) * d)

    @property
    def is_plain_cube(self) -> bool:
        """Whether it is the flat (n,d)-board of queens."""
        return self.is_cube and self.is_flat and self.piece == "queen"

    @property
    def board(self) -> Board | None:
        """The board; None if it has too many cells."""
        if self.size > MAX_CELLS:
            return None
        return Board(self.shape, piece=self.piece, wraps=self.wraps, twist=self.twist)

    @property
    def short_name(self) -> str:
        """The name, of flat boards of queens only the sides: ``(12,3)``."""
        return board_name(str(self).removesuffix(" board"))

    def bounds(self) -> tuple[tuple[Bound, ...], tuple[Bound, ...]]:
        """Return the lower and the proven upper bounds, the best first."""
        outline = self.board or Outline.of(self)
        lower, upper = lower_bounds(outline), upper_bounds(outline)
        return lower, tuple(bound for bound in upper if bound.proven)

    def step(self, by: int) -> AtlasBoard | None:
        """Return the cube whose side is longer by a number; None if this is none or too small."""
        if not self.is_plain_cube or not 2 <= self.n + by <= _LONGEST:
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
    return AtlasBoard(shape, torus, piece, wraps=wraps, twist=twist)


def _wraps(kind: re.Match[str]) -> tuple[tuple[int, ...], bool, bool]:
    """Return the axes that wrap, from 0, and whether it is a strip, and a torus."""
    if kind["torus"]:
        return (), False, True
    axes = tuple(int(each) - 1 for each in re.findall(r"\d+", kind["axes"] or "1"))
    return axes, kind["strip"] is not None, False

"""Random boards for property tests: flat ones, tori, cylinders and Moebius strips."""

from collections.abc import Sequence
from math import prod

from hypothesis import strategies as st

from nqviz.core.attack_rule import leap_vectors
from nqviz.core.board import Board

QUEENS = ("queen",)
FEW_PIECES = ("queen", "rook", "bishop")


@st.composite
def random_boards(
    draw: st.DrawFn,
    side: int,
    d: int,
    *,
    cells: int = 10**6,
    pieces: Sequence[str] = QUEENS,
    twists: bool = True,
) -> Board:
    """Draw a board of sides and dimensions to the given ones, with at most so many cells.

    `twists`: whether Moebius strips are drawn.
    """
    sides = st.lists(st.integers(1, side), min_size=1, max_size=d)
    shape = draw(sides.filter(lambda found: prod(found) <= cells))
    piece = draw(st.sampled_from(pieces))
    wraps = sorted(draw(st.sets(st.integers(0, len(shape) - 1))))
    can_twist = twists and len(shape) == 2 and len(wraps) == 1 and sum(shape) % 2 == 0
    can_twist = can_twist and not len(leap_vectors(piece, 2))
    return Board(shape, piece=piece, wraps=wraps, twist=can_twist and draw(st.booleans()))

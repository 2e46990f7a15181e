"""Corner extension: add a row, a column and a queen to a placement with a free long diagonal.

Two patterns for even n have such a diagonal: Hoffman, Loessi & Moore, "Constructions for the
solution of the m queens problem", Mathematics Magazine 42 (1969) 66-72. Pattern A is for
n mod 6 != 2, pattern B for n mod 6 != 0, so every even n from 4 has one.
"""

from __future__ import annotations

import numpy as np

from nqviz.core.board import Board
from nqviz.core.coordinates import to_cells
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement

from .family import Construction, built_in

PATTERNS = ("automatic", "A", "B")
"""The ways to choose a pattern; automatic chooses A where it applies, else B."""

_EXCEPTION = {"A": 2, "B": 0}  # the residue of n modulo 6 for which a pattern fails


def even_pattern(n: int, pattern: str = "automatic") -> tuple[Placement, str]:
    """Return a full planar solution for even n with a free long diagonal, and its pattern.

    `n`: even, at least 4.
    `pattern`: one of `PATTERNS`.
    Returns `placement`: on the flat (n,2)-board; `pattern`: "A" or "B".
    Raises InputError if the pattern does not apply to this n.
    """
    if n < 4 or n % 2:
        raise InputError(f"the even patterns need an even n of 4 or more, not {n}")
    if pattern == "automatic":
        pattern = "B" if n % 6 == _EXCEPTION["A"] else "A"
    if n % 6 == _EXCEPTION[pattern]:
        other = "B" if pattern == "A" else "A"
        raise InputError(
            f"pattern {pattern} is not for n with n mod 6 = {n % 6}, as {n}; use pattern {other},"
            f" or n = {n - 2 if n > 4 else n + 2}"
        )
    j = np.arange(1, n // 2 + 1)
    if pattern == "A":
        first = np.stack((j, 2 * j), axis=1)
        second = np.stack((n // 2 + j, 2 * j - 1), axis=1)
    else:
        c = (2 * (j - 1) + n // 2 - 1) % n
        first = np.stack((j, 1 + c), axis=1)
        second = np.stack((n + 1 - j, n - c), axis=1)
    return Placement(Board.cube(n, 2), to_cells(np.concatenate((first, second)))), pattern


def is_flat_square(board: Board) -> bool:
    """Return whether a board is a flat (n,2)-board."""
    return board.d == 2 and board.is_cube and board.is_flat


def has_free_diagonal(placement: Placement) -> bool:
    """Return whether no queen is on the long diagonal, the cells with equal coordinates."""
    return not (placement.cells == placement.cells[:, :1]).all(axis=1).any()


def extend(placement: Placement) -> Placement:
    """Return a placement of the (n,2)-board on the (n+1,2)-board, with a queen in the new corner.

    The corner (n+1, n+1) shares its row and column with no cell of the old board, and only the
    long diagonal of the old board runs through it.

    Raises InputError if the board is not a flat square, or the long diagonal has a queen.
    """
    board = placement.board
    if not is_flat_square(board):
        raise InputError(f"only placements on flat squares are extended, not on the {board}")
    if not has_free_diagonal(placement):
        raise InputError("a queen is on the long diagonal, so no corner can be added")
    larger = Board.cube(board.n + 1, 2, piece=board.piece)
    if board.blocked:  # they stay blocked
        blocked = board.cells(np.array(board.blocked, dtype=np.int64))
        larger = larger.with_blocked(larger.indices(blocked), board.stops)
    return Placement(larger, np.concatenate((placement.cells, [[board.n, board.n]])))


def _why_not(board: Board) -> str | None:
    if not is_flat_square(board):
        return f"extensions are for flat squares, not for the {board}"
    if board.n % 2 == 0 or board.n < 5:
        return f"an even pattern and a corner make an odd n of 5 or more, not {board.n}"
    return None


def _build(board: Board, *, pattern: str) -> Construction:
    base, pattern = even_pattern(board.n - 1, pattern)
    return Construction(
        Placement(board, extend(base).cells),
        EXTENDED.name,
        {"pattern": pattern},
        f"Pattern {pattern} for {base.board.n} with a queen in the new corner.",
    )


def _build_from(placement: Placement, *, pattern: str) -> Construction:
    if pattern != PATTERNS[0]:
        raise InputError("a pattern cannot be chosen when a placement is given")
    larger = extend(placement)
    note = f"{counted(len(placement), placement.board.piece)} of the {placement.board}"
    return Construction(larger, EXTENDED.name, {}, f"{note} and one in the new corner.")


EXTENDED = built_in("extended", _why_not, _build, {"pattern": PATTERNS}, build_from=_build_from)

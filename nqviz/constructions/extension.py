"""Corner extension: add a row, a column and a queen to a placement with a free long diagonal."""

from __future__ import annotations

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement

from .family import Construction, built_in
from .hoffman import PATTERNS, even_pattern


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

    Raises
    ------
    InputError
        If the board is not a flat square, or the long diagonal has a queen.
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

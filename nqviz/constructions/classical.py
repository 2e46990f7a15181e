"""Full planar solutions for n = 1 and every n from 4: even patterns, and their extensions."""

from __future__ import annotations

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .extension import PATTERNS, even_pattern, extend, is_flat_square
from .family import Construction, built_in


def classical(n: int, pattern: str = "automatic") -> Placement:
    """Return n queens on the (n,2)-board (Hoffman, Loessi & Moore 1969; see `even_pattern`).

    Parameters
    ----------
    n : int
        1, or 4 or more.
    pattern : str
        "A" or "B" for n, or for n - 1 when n is odd; or "automatic".

    Raises
    ------
    InputError
        If n is 2 or 3, which have no solution, or the pattern does not apply to n.
    """
    return _classical(n, pattern)[0]


def _classical(n: int, pattern: str) -> tuple[Placement, str]:
    objection = CLASSICAL.objection(Board.cube(n, 2))
    if objection is not None:
        raise InputError(objection)
    if n == 1:
        return Placement(Board.cube(1, 2), [[0, 0]]), pattern
    if n % 2 == 0:
        return even_pattern(n, pattern)
    base, pattern = even_pattern(n - 1, pattern)
    return extend(base), pattern


def _why_not(board: Board) -> str | None:
    if not is_flat_square(board):
        return f"classical solutions are for flat squares, not for the {board}"
    return f"no solution exists for n = {board.n}" if board.n in (2, 3) else None


def _build(board: Board, *, pattern: str) -> Construction:
    placement, pattern = _classical(board.n, pattern)
    how = f"Pattern {pattern}" + (" with a corner added" if board.n % 2 else "")
    return Construction(
        Placement(board, placement.cells),
        CLASSICAL.name,
        {"pattern": pattern},
        "The only queen." if board.n == 1 else f"{how}, Hoffman, Loessi & Moore 1969.",
    )


CLASSICAL = built_in("classical", _why_not, _build, {"pattern": PATTERNS})

"""Regular (linear) solutions: q_d = a_1 q_1 + ... + a_(d-1) q_(d-1) + c mod n."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .family import Construction, built_in
from .linear import (
    check_coefficients,
    first_admissible,
    has_regular,
    is_admissible,
    linear_cells,
    no_regular_text,
)


def regular(board: Board, coefficients: Sequence[int] | None = None, shift: int = 0) -> Placement:
    """Build the regular solution with given coefficients.

    Parameters
    ----------
    board : Board
        A cube, flat or torus, d at least 2.
    coefficients : sequence of int, optional
        a_1, ..., a_(d-1); the first admissible ones without it.
    shift : int
        c, for cells counted from 0: with 0 a queen is in the first corner.

    Returns
    -------
    Placement
        n^(d-1) queens, ordered by their first d - 1 coordinates.

    Raises
    ------
    InputError
        If the board has no regular solutions, or the coefficients are not admissible.
    """
    objection = REGULAR.objection(board)
    if objection is not None:
        raise InputError(objection)
    if coefficients is None:
        coefficients = first_admissible(board.n, board.d)
    check_coefficients(board.n, board.d, coefficients)
    return Placement(board, linear_cells(board.n, coefficients, shift, board.n))


def regular_form(placement: Placement) -> tuple[tuple[int, ...], int] | None:
    """Return the coefficients and the shift of a placement that is a regular solution.

    Returns
    -------
    coefficients : tuple of int
    shift : int
        For cells from 0: the shift class, 0 to n - 1.
    None for any other placement.
    """
    board, cells = placement.board, placement.cells
    n, d = board.n, board.d
    if d < 2 or not board.is_cube or len(cells) != n ** (d - 1) or not has_regular(n, d):
        return None
    others, last = cells[:, :-1], cells[:, -1]
    corner = last[~others.any(axis=1)]
    if n == 1 or len(corner) != 1:
        return None
    coefficients = []
    for axis in range(d - 1):
        unit = np.arange(d - 1) == axis
        beside = last[(others == unit).all(axis=1)]
        if len(beside) != 1:
            return None
        coefficients.append(int((beside[0] - corner[0]) % n))
    values = (others @ np.array(coefficients, dtype=np.int64) + corner[0]) % n
    full = len(np.unique(board.indices(cells))) == len(cells)
    if not full or (values != last).any() or not is_admissible(n, coefficients):
        return None
    return tuple(coefficients), int(corner[0])


def _why_not(board: Board) -> str | None:
    if board.d < 2:
        return "regular solutions need two dimensions or more"
    if not board.is_cube:
        return f"regular solutions are for cubes, not for the {board}"
    if board.twist:
        return "a twist breaks the lines of regular solutions"
    return None if has_regular(board.n, board.d) else no_regular_text(board.n, board.d)


def _build(board: Board, *, coefficients: tuple[int, ...] | None, shift: int) -> Construction:
    if coefficients is None:
        coefficients = first_admissible(board.n, board.d)
    values = [a % board.n for a in coefficients]
    shift %= board.n
    return Construction(
        regular(board, coefficients, shift),
        REGULAR.name,
        {"coefficients": values, "shift": shift},
        f"A full solution, on the torus too: coefficients {', '.join(map(str, values))},"
        f" shift {shift}, modulo {board.n}.",
    )


REGULAR = built_in("regular", _why_not, _build, by_formula=True)

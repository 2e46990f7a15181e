"""Regular solutions: n for each admissible vector of coefficients (thesis, Tables 6 and 7)."""

from __future__ import annotations

from itertools import product

import numpy as np

from nqviz.constructions import admissible_coefficients
from nqviz.constructions.linear import linear_cells
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext

from .count import Count, check_cube, finished, unfinished

METHOD = "n shifts of each admissible vector of coefficients"


def count_regular(board: Board, run: RunContext | None = None) -> Count:
    """Count the regular solutions of the (n,d)-board, with blocked cells those that leave them out.

    Parameters
    ----------
    board : Board
        A cube for queens, also one that wraps: its regular solutions are the same.
    run : RunContext, optional
        Only its clock is read.

    Raises
    ------
    InputError
        If the board does not suit, or is out of reach.
    """
    check_cube("regular solutions", board, wraps=True)
    run = run or RunContext()
    vectors = admissible_coefficients(board.n, board.d)
    blocked = board.cells(np.array(board.blocked, dtype=np.int64))
    if not len(blocked):
        return finished(board.n * len(vectors), METHOD, run)
    total = sum(board.n - len(_shifts(blocked, vector, board.n)) for vector in vectors)
    return finished(total, METHOD, run)


def _shifts(cells: IntArray, coefficients: tuple[int, ...], n: int) -> set[int]:
    """Return the shifts of the linear sets with these coefficients that hold some of the cells."""
    found: set[int] = set(((cells[:, -1] - cells[:, :-1] @ np.array(coefficients)) % n).tolist())
    return found


def _is_open(board: Board, coefficients: tuple[int, ...], shift: int) -> bool:
    if not board.blocked:
        return True
    cells = board.indices(linear_cells(board.n, coefficients, shift, board.n))
    return not board.is_blocked[cells].any()


DIRECT = "one of the n shifts of each linear set on the torus, looked through for attacks"
MOST_QUEENS = 50_000_000
"""The maximum number of cells of all linear sets together."""


def count_regular_directly(board: Board, run: RunContext | None = None) -> Count:
    """Return the number of regular solutions, by building linear sets and checking for attacks.

    The shifts of a set are its translates on the torus, so that one of them decides for all.

    `board`: a cube for queens, also one that wraps.
    Raises InputError if the board does not suit, or is out of reach.
    """
    check_cube("regular solutions", board, wraps=True)
    run = run or RunContext()
    n, d = board.n, board.d
    torus = Board.cube(n, d, torus=True)
    if d < 2 or n ** (d - 1) * board.full_count > MOST_QUEENS:
        raise InputError(f"the linear sets of ({n},{d}) are too many, or none, to look through")
    found = 0
    for number, coefficients in enumerate(product(range(n), repeat=d - 1)):
        if run.ended() is not None:
            return unfinished(DIRECT, run)
        if Placement(torus, linear_cells(n, coefficients, 0, n)).is_valid():
            found += sum(_is_open(board, coefficients, shift) for shift in range(n))
        run.report("looking through linear sets", number / n ** (d - 1))
    return finished(found, DIRECT, run)

"""Regular solutions: n for each admissible vector of coefficients (thesis, Tables 6 and 7)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import numpy.typing as npt

from nqviz.constructions.linear import admissible_blocks, has_regular, least_factor, linear_cells
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.outline import Outline
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.run.tasks.estimate import whole_time

from .count import Count, check_cube, finished, unfinished

METHOD = "n shifts of each admissible vector of coefficients"
SECONDS_OF_PREFIX = 1e-5
"""About how long the last coefficients are listed that can follow others."""


def count_regular(board: Outline, run: RunContext | None = None) -> Count:
    """Count the regular solutions of the (n,d)-board, with blocked cells those that leave them out.

    Coefficients are admissible modulo n exactly when they are so modulo each of its prime factors,
    so those of the factors are counted.

    Parameters
    ----------
    board : Outline
        A cube for queens of any number of cells, also one that wraps: its regular solutions are the
        same.

    Raises
    ------
    InputError
        If the board does not suit, or is out of reach.
    """
    check_cube("regular solutions", board, wraps=True)
    run, n, d = run or RunContext(), board.n, board.d
    if not has_regular(n, d):
        return finished(0, METHOD, run)
    nothing = np.zeros((0, d), dtype=np.int64)
    blocked = board.cells(np.array(board.blocked)) if board.blocked else nothing
    total = 1
    for p, power in [(n, 1)] if board.blocked else _factors(n):
        found = 0
        for block in admissible_blocks(p, d):
            run.report("counting admissible coefficients")
            if run.ended() is not None:
                return replace(unfinished(METHOD, run), message=whole_time(likely_seconds(p, d)))
            found += p * len(block) - sum(len(_shifts(blocked, each, n)) for each in block)
        total *= found * p ** ((power - 1) * d)
    return finished(total, METHOD, run)


def likely_seconds(p: int, d: int) -> float:
    """Return about how long the admissible coefficients modulo a prime are counted, from above."""
    return SECONDS_OF_PREFIX * float(p) ** (d - 2)


def _factors(n: int) -> list[tuple[int, int]]:
    """Return the prime factors of a number with their powers."""
    found: list[tuple[int, int]] = []
    while n > 1:
        p, power = least_factor(n), 0
        while n % p == 0:
            n, power = n // p, power + 1
        found.append((p, power))
    return found


def _shifts(cells: IntArray, coefficients: npt.ArrayLike, n: int) -> set[int]:
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

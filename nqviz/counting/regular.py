"""Regular solutions: n for each admissible vector of coefficients (thesis, Tables 6 and 7)."""

from __future__ import annotations

from itertools import product

from nqviz.constructions import admissible_coefficients
from nqviz.constructions.linear import linear_cells
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from nqviz.run.progress import Progress

from .count import Count

METHOD = "n shifts of each admissible vector of coefficients"


def count_regular(n: int, d: int, run: RunContext | None = None) -> Count:
    """Count the regular solutions of the (n,d)-board.

    Raises
    ------
    InputError
        If n or d is out of reach.
    """
    run = run or RunContext()
    pairs = len(admissible_coefficients(n, d))
    return Count(Status.OPTIMAL, n * pairs, seconds=run.seconds, method=METHOD)


DIRECT = "one of the n shifts of each linear set on the torus, looked through for attacks"
MOST_QUEENS = 50_000_000
"""The maximum number of cells of all linear sets together."""


def count_regular_directly(n: int, d: int, run: RunContext | None = None) -> Count:
    """Return the number of regular solutions, by building linear sets and checking for attacks.

    The shifts of a set are its translates on the torus, so that one of them decides for all.

    Raises
    ------
    InputError
        If n or d is out of reach.
    """
    run = run or RunContext()
    board = Board.cube(n, d, torus=True)
    if d < 2 or n ** (d - 1) * board.full_count > MOST_QUEENS:
        raise InputError(f"the linear sets of ({n},{d}) are too many, or none, to look through")
    watch, found = run, 0
    for number, coefficients in enumerate(product(range(n), repeat=d - 1)):
        if watch.ended() is not None:
            return Count(watch.ended() or Status.STOPPED, seconds=watch.seconds, method=DIRECT)
        found += n * Placement(board, linear_cells(n, coefficients, 0, n)).is_valid()
        run.progress(Progress("looking through linear sets", watch.seconds, number / n ** (d - 1)))
    return Count(Status.OPTIMAL, found, seconds=watch.seconds, method=DIRECT)

"""Slow and plain searches, which the fast ones are compared with."""

import random
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from nqviz import Board, Placement

BOARDS = [
    Board((5, 5)),
    Board((6, 6)),
    Board((4, 4, 4)),
    Board((3, 4, 4)),
    Board((2, 3, 5)),
    Board((5, 5), torus=True),
    Board((3, 3, 3), piece="rook"),
]
"""Boards that these searches answer at once."""


def largest_set(attacks: np.ndarray) -> int:
    """Search for the largest set of cells without attacks, shape (k, k), by plain recursion."""

    def most(free: list[int]) -> int:
        best = 0
        for place, cell in enumerate(free):
            if len(free) - place <= best:
                break
            best = max(best, 1 + most([c for c in free[place + 1 :] if not attacks[cell, c]]))
        return best

    return most(list(range(len(attacks))))


def independent_sets(
    attacks: np.ndarray, free: Sequence[int], chosen: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Yield all sets without attacks of some free cells, with those chosen, by plain recursion.

    `attacks`: which cells attack each other, shape (cells, cells).
    """
    yield chosen
    for place, cell in enumerate(free):
        left = [other for other in free[place + 1 :] if not attacks[cell, other]]
        yield from independent_sets(attacks, left, (*chosen, cell))


@cache
def full_planar_placements(n: int) -> list[tuple[int, ...]]:
    """List the column of each row, from 0, of all placements of n queens on the (n,2) board."""
    found: list[tuple[int, ...]] = []

    def extend(start: tuple[int, ...], columns: int, sums: int, differences: int) -> None:
        row = len(start)
        if row == n:
            found.append(start)
        for column in range(n if row < n else 0):
            own = 1 << column, 1 << row + column, 1 << n + row - column
            if not (columns & own[0] or sums & own[1] or differences & own[2]):
                extend((*start, column), columns | own[0], sums | own[1], differences | own[2])

    extend((), 0, 0, 0)
    return found


@cache
def largest_placement(board: Board, givens: tuple[int, ...] = ()) -> int:
    """Search for the size of the largest placement that contains some queens."""
    attacks = board.attack_graph.toarray()
    barred = np.asarray(attacks[list(givens)].any(axis=0))
    barred[list(givens)] = True
    free = np.flatnonzero(~barred)
    return len(givens) + largest_set(attacks[np.ix_(free, free)])


def some_givens(board: Board, count: int, rng: random.Random) -> tuple[int, ...]:
    """Draw cells that do not attack each other, at most so many."""
    cells: list[int] = []
    for cell in rng.sample(range(board.size), board.size):
        if len(cells) < count and Placement.from_indices(board, [*cells, cell]).is_valid():
            cells.append(cell)
    return tuple(cells)


def attacking_direction(board: Board, first: Sequence[int], second: Sequence[int]) -> int | None:
    """Return the row of `directions` along which two cells attack each other, or None."""
    pair = board.cells(np.array([board.index(first), board.index(second)]))
    if (pair[0] == pair[1]).all():
        return None
    for direction in range(len(board.directions)):
        keys = board.line_keys(pair, direction)
        if keys[0] == keys[1]:
            return direction
    return None

"""Slow and plain searches, which the fast ones are compared with."""

import random
from functools import cache

import numpy as np

from nqviz import Board, Placement


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


@cache
def largest_placement(board: Board, givens: tuple[int, ...] = ()) -> int:
    """Search for the size of the largest placement that contains some queens."""
    attacks = board.attack_graph.toarray()
    barred = attacks[list(givens)].any(axis=0)
    barred[list(givens)] = True
    free = np.flatnonzero(~barred)
    return len(givens) + largest_set(attacks[np.ix_(free, free)])


def some_givens(board: Board, count: int, chance: random.Random) -> tuple[int, ...]:
    """Draw cells that do not attack each other, at most so many."""
    cells: list[int] = []
    for cell in chance.sample(range(board.size), board.size):
        if len(cells) < count and Placement.from_indices(board, [*cells, cell]).is_valid():
            cells.append(cell)
    return tuple(cells)

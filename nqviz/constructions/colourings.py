"""Colourings of the planar queen graph: no two queens of one colour attack each other.

A colouring is a square of colours. Its classes are superimposable: they are disjoint and together
cover the board. With n colours each class is a full planar solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

import numpy as np
import numpy.typing as npt

from nqviz.catalogue import reference
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .linear import first_admissible
from .stacking import Rows, planar_solutions

EXACT_SIDE = 10
"""The largest n for which an exact cover with all solutions decides whether n colours suffice."""


def colouring_placement(square: IntArray) -> Placement:
    """Return the placement with a piece at (cell, its colour): each class is a layer.

    The pieces are rooks, because queens in different layers may attack each other.

    `square`, of any shape: the colours, from 0, and -1 on cells without one.
    """
    board = Board((*square.shape, int(square.max()) + 1), piece="rook")
    cells = np.argwhere(square >= 0)
    return Placement(board, np.column_stack((cells, square[square >= 0])))


@lru_cache(maxsize=1)
def known_chromatic() -> dict[int, tuple[int, str]]:
    """Return the known chromatic numbers by n, each with its source."""
    tables = reference("count-tables")["tables"]
    table = next(table for table in tables if table["name"] == "colourings")
    source = table["columns"][0]["source"]
    return {n: (colours, source) for n, colours, *_ in table["values"] if colours is not None}


@lru_cache(maxsize=1)
def shipped_colourings() -> dict[int, IntArray]:
    """Return the colourings with n colours that ship, by n: shape (n, n), colours from 0, int64."""
    entries = reference("colourings")["colourings"]
    return {entry["n"]: np.array(entry["square"], dtype=np.int64) - 1 for entry in entries}


# By formula --------------------------------------------------------------------------------


def linear_colouring(n: int, a: int = 2) -> IntArray:
    """Return the colouring (a i + j) mod n of cells (i, j) from 0: shape (n, n), int64.

    It has n colours and is a colouring of the torus, too.

    Raises InputError unless a, a - 1 and a + 1 are units modulo n; with a = 2 that is gcd(n, 6) =
    1.
    """
    if any(gcd(a + e, n) != 1 for e in (-1, 0, 1)):
        raise InputError(
            f"{a}i + j mod {n} is not a colouring: {a - 1}, {a} and {a + 1} must have no factor in"
            f" common with {n}; the nearest n for 2i + j is {nearest_linear(n)}"
        )
    i, j = np.indices((n, n))
    return np.asarray((a * i + j) % n, dtype=np.int64)


def nearest_linear(n: int) -> int:
    """Return the side nearest to n with gcd(side, 6) = 1, the smaller of two."""
    return min((abs(n - side), side) for side in range(1, n + 3) if gcd(side, 6) == 1)[1]


def shifted_colouring(shape: Sequence[int], modulus: int) -> IntArray:
    """Return the part with some sides, shape `shape`, of the colouring by shifts of a larger cube.

    With the sides of the cube itself it is a colouring of the torus, too.

    `modulus`: the side of the cube and the number of colours, at least the longest side.
    Raises InputError if the cube has no regular solutions.
    """
    cells = np.indices(tuple(shape))
    values = np.tensordot(np.array(first_admissible(modulus, len(shape))), cells[:-1], axes=1)
    return np.asarray((cells[-1] - values) % modulus, dtype=np.int64)


def product_colouring(outer: IntArray, inner: IntArray) -> IntArray:
    """Return the product of two colourings with r and s colours: a colouring with r s colours.

    Each cell of the outer square becomes a copy of the inner one, which must be a colouring of
    the torus, as linear ones are (Abramson and Yung), so that queens in blocks on neighbouring
    diagonals do not attack either.

    `outer`, `inner` have shape (r, r) and (s, s).
    Returns an array of shape (r s, r s).
    """
    r, s = len(outer), len(inner)
    spread = np.kron(outer, np.ones((s, s), dtype=np.int64))
    return np.asarray(spread * (int(inner.max()) + 1) + np.tile(inner, (r, r)), dtype=np.int64)


# By exact cover ----------------------------------------------------------------------------


def exact_colouring(n: int) -> IntArray | None:
    """Return a colouring with n colours, shape (n, n), int64; None if there is none.

    It is found as an exact cover by planar solutions.

    Raises InputError if n is more than `EXACT_SIDE`.
    """
    if n > EXACT_SIDE:
        raise InputError(f"all n-colourings are searched for up to n = {EXACT_SIDE}, not {n}")
    rows = planar_solutions(n)
    # Each long diagonal has n cells in n colours, so every class has a queen on both diagonals.
    first = np.arange(n)
    rows = rows[(rows == first).any(axis=1) & (rows == n - 1 - first).any(axis=1)]
    cells = rows + n * np.arange(n)
    sets = np.zeros((len(rows), n * n), dtype=np.bool_)
    np.put_along_axis(sets, cells, True, axis=1)
    chosen = _cover(sets)
    return None if chosen is None else _square([rows[k] for k in chosen])


def _square(classes: list[Rows]) -> IntArray:
    n = len(classes[0])
    square = np.full((n, n), -1, dtype=np.int64)
    for colour, row in enumerate(classes):
        square[np.arange(n), row] = colour
    return square


def _cover(sets: npt.NDArray[np.bool_]) -> list[int] | None:
    """Cover every column of a matrix of sets, shape (sets, elements), exactly once."""
    open_sets = np.arange(len(sets))

    def go_on(left: IntArray, uncovered: IntArray) -> list[int] | None:
        if not len(uncovered):
            return []
        counts = sets[np.ix_(left, uncovered)].sum(axis=0)
        element = uncovered[int(counts.argmin())]
        for chosen in left[sets[left, element]].tolist():
            rest = left[~(sets[left] & sets[chosen]).any(axis=1)]
            found = go_on(rest, uncovered[~sets[chosen, uncovered]])
            if found is not None:
                return [chosen, *found]
        return None

    return go_on(open_sets, np.arange(sets.shape[1]))

"""Colourings of the planar queen graph: no two queens of one colour attack each other.

A colouring is a square of colours. Its classes are superimposable: laid over one another they
cover the board. With n colours each class is a full planar solution.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import resources
from math import gcd
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..board import Board, IntArray
from ..errors import InputError
from ..jit import compiled
from ..placement import Placement
from .stacking import Rows, planar_solutions

EXACT_SIDE = 10
"""The largest n for which n colours are found, or refuted, by exact cover with all solutions."""

SYMMETRIC_SIDES = (12,)
"""The n for which a symmetric colouring with n colours is found; n = 14 has none of this kind."""


def is_colouring(square: IntArray) -> bool:
    """Tell whether no two cells of one colour attack each other; square: shape (n, n)."""
    board = Board.cube(len(square), 2)
    return all(Placement(board, np.argwhere(square == c)).is_valid() for c in np.unique(square))


def colouring_placement(square: IntArray) -> Placement:
    """Lay the classes of a colouring over one another: queen (i, j) stands in layer square[i, j].

    On a board of rooks, for its layers are no layers of a placement of queens yet.
    """
    n = len(square)
    first, second = np.divmod(np.arange(n * n), n)
    board = Board((n, n, int(square.max()) + 1), piece="rook")
    return Placement(board, np.stack((first, second, square.ravel()), axis=1))


@lru_cache(maxsize=1)
def known_chromatic() -> dict[int, tuple[int, str]]:
    """Give the known chromatic numbers by n, each with its source."""
    file = resources.files("nqviz_resources.reference").joinpath("chromatic.json")
    data = json.loads(file.read_text("utf-8"))
    return {row["n"]: (row["colours"], data["sources"][row["source"]]) for row in data["numbers"]}


# By formula --------------------------------------------------------------------------------


def linear_colouring(n: int, a: int = 2) -> IntArray:
    """Colour cell (i, j), from 0, by (a i + j) mod n: n colours, on the torus too.

    Raises
    ------
    InputError
        Unless a, a - 1 and a + 1 are units modulo n; with a = 2 that is gcd(n, 6) = 1.
    """
    if any(gcd(a + e, n) != 1 for e in (-1, 0, 1)):
        raise InputError(
            f"{a}i + j mod {n} is no colouring: {a - 1}, {a} and {a + 1} must have no factor in"
            f" common with {n}; the nearest n for 2i + j is {nearest_linear(n)}"
        )
    i, j = np.indices((n, n))
    return np.asarray((a * i + j) % n, dtype=np.int64)


def nearest_linear(n: int) -> int:
    """Give the side nearest to n with gcd(side, 6) = 1, the lesser of two."""
    return min((abs(n - side), side) for side in range(1, n + 3) if gcd(side, 6) == 1)[1]


def product_colouring(outer: IntArray, inner: IntArray) -> IntArray:
    """Multiply two colourings: an r- and an s-colouring give one of r times s colours.

    Each cell of the outer square becomes a copy of the inner one, which must be a colouring of
    the torus, as linear ones are (Abramson and Yung): then queens of two blocks on neighbouring
    diagonals do not meet either.
    """
    r, s = len(outer), len(inner)
    spread = np.kron(outer, np.ones((s, s), dtype=np.int64))
    return np.asarray(spread * (int(inner.max()) + 1) + np.tile(inner, (r, r)), dtype=np.int64)


# By exact cover ----------------------------------------------------------------------------


def exact_colouring(n: int) -> IntArray | None:
    """Find a colouring with n colours among all disjoint planar solutions; None: there is none.

    Raises
    ------
    InputError
        If n is out of reach.
    """
    if n > EXACT_SIDE:
        raise InputError(f"all n-colourings are searched for up to n = {EXACT_SIDE}, not {n}")
    rows = planar_solutions(n)
    cells = rows + n * np.arange(n)
    sets = np.zeros((len(rows), n * n), dtype=np.bool_)
    np.put_along_axis(sets, cells, True, axis=1)
    chosen = _cover(sets)
    return None if chosen is None else _square([rows[k] for k in chosen])


def symmetric_colouring(n: int, symmetry: str = "turn") -> IntArray | None:
    """Find a colouring with n colours, n even, that four symmetries of the board keep.

    They carry cells in fours, and classes in fours, or in twos if the half turn keeps a class, or
    one by one; so a quarter of the board is covered by sets that are a quarter as many.

    Parameters
    ----------
    n : int
        Even; at most 14, as a quarter of the board must fit a word.
    symmetry : str
        A key of `SYMMETRIES`: the quarter turns, or the two reflections.

    Returns
    -------
    array of shape (n, n), optional
        None means that no colouring has this symmetry.
    """
    if n % 2 or n > 14:
        raise InputError(f"symmetric colourings are searched for even n up to 14, not {n}")
    rows = planar_solutions(n)
    moves = SYMMETRIES[symmetry]
    labels = _cell_orbits(n, moves)
    used = labels[np.arange(n), rows].astype(np.uint64)
    masks = np.bitwise_or.reduce(np.left_shift(np.uint64(1), used), axis=1)
    sizes = np.bitwise_count(masks)
    # A class is carried onto disjoint classes or onto itself: whole orbits of it are disjoint when
    # it meets as many orbits of cells as its own orbit of classes makes it meet.
    kept = np.sum([(_moved(rows, move) == rows).all(axis=1) for move in moves], axis=0)
    useful = sizes * kept == n
    masks, places = np.unique(masks[useful], return_index=True)
    chosen = _cover_masks(masks, (1 << n * n // 4) - 1, n)
    if not len(chosen):
        return None
    classes: dict[bytes, Rows] = {}
    for move in moves:
        for row in _moved(rows[useful][places[chosen]], move):
            classes.setdefault(row.tobytes(), row)
    return _square(list(classes.values()))


_Move: TypeAlias = Callable[[IntArray, IntArray, int], tuple[IntArray, IntArray]]

SYMMETRIES: dict[str, tuple[_Move, ...]] = {
    "turn": (
        lambda i, j, far: (i, j),
        lambda i, j, far: (j, far - i),
        lambda i, j, far: (far - i, far - j),
        lambda i, j, far: (far - j, i),
    ),
    "mirror": (
        lambda i, j, far: (i, j),
        lambda i, j, far: (far - i, j),
        lambda i, j, far: (far - i, far - j),
        lambda i, j, far: (i, far - j),
    ),
}
"""Groups of four symmetries of the square, by cells (i, j), both from 0 to `far`."""


def _moved(rows: Rows, move: _Move) -> Rows:
    """Move solutions, shape (k, n)."""
    n = rows.shape[1]
    first, second = move(np.arange(n)[None], rows.astype(np.int64), n - 1)
    image = np.empty_like(rows)
    everywhere = np.broadcast_to(first, rows.shape)
    values = np.broadcast_to(second, rows.shape).astype(np.int8)
    np.put_along_axis(image, everywhere, values, axis=1)
    return image


def _cell_orbits(n: int, moves: Sequence[_Move]) -> IntArray:
    """Label cells with their orbits, shape (n, n); each has four cells as n is even."""
    i, j = np.indices((n, n))
    images = [first * n + second for first, second in (move(i, j, n - 1) for move in moves)]
    labels = np.unique(np.min(images, axis=0), return_inverse=True)[1]
    return np.asarray(labels.reshape(n, n), dtype=np.int64)


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


@compiled
def _cover_masks(masks: npt.NDArray[np.uint64], whole: int, depth: int) -> IntArray:
    """Cover the bits of `whole` exactly by masks; give which, none where there is no way.

    At each depth the masks that are disjoint from those chosen are listed anew, and the lowest
    bit that is not covered is branched on.
    """
    count = len(masks)
    zero, one, full = np.uint64(0), np.uint64(1), np.uint64(whole)
    lists = np.zeros((depth + 1, count), dtype=np.int32)
    lengths = np.zeros(depth + 1, dtype=np.int64)
    places = np.zeros(depth + 1, dtype=np.int64)
    covered = np.zeros(depth + 1, dtype=np.uint64)
    chosen = np.zeros(depth, dtype=np.int64)
    for k in range(count):
        lists[0, k] = k
    lengths[0] = count
    level = 0
    while level >= 0:
        if covered[level] == full:
            return chosen[:level].copy()
        bit = one
        while covered[level] & bit:
            bit = bit << one
        place = places[level]
        while place < lengths[level] and not masks[lists[level, place]] & bit:
            place += 1
        if place == lengths[level] or level == depth:
            level -= 1
            continue
        places[level] = place + 1
        pick = lists[level, place]
        chosen[level] = pick
        covered[level + 1] = covered[level] | masks[pick]
        size = 0
        for k in range(lengths[level]):
            other = lists[level, k]
            if masks[other] & masks[pick] == zero:
                lists[level + 1, size] = other
                size += 1
        lengths[level + 1] = size
        places[level + 1] = 0
        level += 1
    return chosen[:0].copy()

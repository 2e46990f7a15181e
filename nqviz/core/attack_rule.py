"""The attack rule: the directions of the lines of a piece on a board, and its leaps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from .pieces import HYPERPLANE, classes_of, leaps_of


def leap_vectors(piece: str, d: int) -> npt.NDArray[np.int64]:
    """Return the leaps of a piece, named as by `known_piece`, on boards of d dimensions.

    Returns an array of shape (m, d) in lexicographic order; of s and -s the one whose first
    non-zero entry is positive.
    """
    steps: set[tuple[int, ...]] = set()
    for sizes in leaps_of(piece):
        for axes in permutations(range(d), len(sizes)):
            for signs in product((1, -1), repeat=len(sizes)):
                step = [0] * d
                for axis, size, sign in zip(axes, sizes, signs, strict=True):
                    step[axis] = sign * size
                steps.add(tuple(step))
    zero = (0,) * d
    return np.array(sorted(step for step in steps if step > zero), dtype=np.int64).reshape(-1, d)


def board_leaps(
    piece: str, shape: Sequence[int], wraps: Sequence[int] = (), stops: bool = False
) -> npt.NDArray[np.int64]:
    """Return those of `leap_vectors` between two cells of a board, no leap twice.

    Where axes wrap a leap may come back to its cell, have the same pairs of cells as another, or
    be part of a line of the piece: these are left out.
    `wraps`: the axes that wrap. `stops`: whether lines stop at cells that leaps pass over; then
    leaps along lines stay.
    Returns shape (m, d), int64.
    """
    sides, leaps = np.array(shape), leap_vectors(piece, len(shape))
    axes = list(wraps)
    fits: npt.NDArray[np.int64] = leaps[
        (np.delete(np.abs(leaps), axes, axis=1) < np.delete(sides, axes)).all(axis=1)
    ]
    if not wraps or not len(fits):
        return fits
    vectors = board_vectors(piece, shape, wraps)
    least: dict[tuple[int, ...], None] = {}
    for leap in fits:
        both = np.array([leap, -leap])
        low = (sides[axes] - 1) // 2
        both[:, axes] = (both[:, axes] + low) % sides[axes] - low
        best = max(both.tolist())
        if any(best) and (stops or not _is_along(np.array(best), vectors, sides, axes)):
            least[tuple(best)] = None
    return np.array(sorted(least), dtype=np.int64).reshape(-1, len(shape))


def _is_along(
    leap: npt.NDArray[np.int64],
    vectors: npt.NDArray[np.int64],
    sides: npt.NDArray[np.int64],
    wraps: list[int],
) -> bool:
    """Return whether a leap is some steps along one of m vectors, shape (m, d).

    The number of steps is leap_i v_i for each axis i of a vector v: exactly, or modulo the side
    where the axis wraps. By the Chinese remainder theorem there is one if any two axes agree.
    """
    modulo = np.zeros(len(sides), dtype=np.int64)
    modulo[wraps] = sides[wraps]
    agree = ((vectors != 0) | (leap == 0)).all(axis=1)
    steps = vectors * leap
    for first in range(len(sides)):
        for second in range(first):
            apart = steps[:, first] - steps[:, second]
            common = int(np.gcd(modulo[first], modulo[second]))
            same = apart % common == 0 if common else apart == 0
            agree &= same | (vectors[:, first] == 0) | (vectors[:, second] == 0)
    return bool(agree.any())


def attack_vectors(piece: str, d: int) -> npt.NDArray[np.int64]:
    """Return the directions of the lines of a piece, named as by `known_piece`.

    Returns vectors of {-1,0,1}^d in lexicographic order; of e and -e the one whose first non-zero
    entry is 1; shape (m, d).
    """
    vectors = np.indices((3,) * d).reshape(d, -1).T.astype(np.int64) - 1
    vectors = vectors[len(vectors) // 2 + 1 :]
    classes = classes_of(piece)
    if classes is None:
        return vectors
    return vectors[np.isin(np.count_nonzero(vectors, axis=1), list(classes))]


def board_vectors(
    piece: str, shape: Sequence[int], wraps: Sequence[int], twist: bool = False
) -> npt.NDArray[np.int64]:
    """Return those of `attack_vectors` that have lines of two cells on a board, no line twice.

    `wraps`, `twist`: see `Board`.
    Returns an array of shape (m, d); directions with fewer non-zero entries come first.
    """
    vectors, sides = attack_vectors(piece, len(shape)), np.array(shape)
    if piece == HYPERPLANE and len(shape) == 1:  # each hyperplane is one cell
        return vectors[:0]
    wrap = np.isin(np.arange(len(shape)), wraps)
    vectors = vectors[~(vectors[:, (sides == 1) & ~wrap] != 0).any(axis=1)]
    # Steps along sides of 1 do not move; along sides of 2 back and forward are the same.
    two = wrap & (sides == 2) & ~twist
    if two.any() or (wrap & (sides == 1) & ~twist).any():
        vectors = np.where(wrap & (sides == 1), 0, vectors)
        vectors = vectors[vectors.any(axis=1)]
        turning = np.where(two, 0, vectors)
        leading = np.take_along_axis(turning, (turning != 0).argmax(axis=1)[:, None], axis=1)
        vectors = vectors * np.where(leading < 0, -1, 1)
        vectors = np.unique(np.where(two, np.abs(vectors), vectors), axis=0)
    by_class = np.argsort(np.count_nonzero(vectors, axis=1), kind="stable")
    return np.asarray(vectors[by_class], dtype=np.int64)

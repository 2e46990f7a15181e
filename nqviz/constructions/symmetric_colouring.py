"""Colourings of the planar queen graph with n colours, invariant under reflections or rotations.

In a colouring with n colours every class is a full planar solution. It has a queen on each long
diagonal, because the n cells of a diagonal have n colours. So no half turn keeps a class without
the centre, because its queen on a diagonal and the image would attack each other; no reflection
keeps a class, because queens on one row, column or diagonal would attack each other; and no
reflection that fixes a cell keeps a colouring. There remain, for even n, the reflections in the
middle lines, one of them or both, and for every n the half turn and the quarter turn, which for odd
n keep the class of the centre. Such a group of g = 2 or 4 symmetries maps every other class to g
disjoint classes, so that g divides n or n - 1, and one of each g classes, whose queens are on n
different orbits of cells, cover the orbits. The search by symmetry follows M. Vasquez and D. Habet,
*Using Symmetries for Coloring Queen Graphs* (2004).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.run.context import Progress, RunContext

from .colourings import shipped_colourings
from .mirrored_classes import (
    MAX_CLASSES,
    Rows,
    Words,
    central_class,
    choose_class,
    list_classes,
    symmetry_images,
)

SYMMETRIES = {"mirror": 2, "mirrors": 4, "half turn": 2, "quarter turn": 4}
"""The symmetries of a colouring, and their number g; for odd n only the turns."""

CHOSEN = {
    12: ("mirrors", 0),
    14: ("mirror", 1),
    16: ("mirrors", 1),
    20: ("mirrors", 3),
    24: ("mirrors", 4),
}
"""For some n the symmetry, and the number of classes chosen at random before all others are listed:
enough that the list takes a second or less. Each of these n takes seconds."""
SYMMETRIC_SIDES = tuple(sorted(CHOSEN | shipped_colourings()))
"""The sides of `find_symmetric`. Those that take longer ship: 18 with ("mirror", 4), 15 with
("half turn", 0), 21 with ("quarter turn", 2)."""

MAX_SIDE = 32

_ZERO = np.uint64(0)


def find_symmetric(n: int, run: RunContext | None = None, *, seed: int = 0) -> IntArray | None:
    """Return a colouring for an n of `SYMMETRIC_SIDES`, shape (n, n), int64; None when stopped."""
    if n in shipped_colourings():
        return shipped_colourings()[n].copy()
    run = run or RunContext()
    symmetry, chosen = CHOSEN[n]
    return symmetric_colouring(n, symmetry, chosen, run=run, seed=seed)


def symmetric_colouring(
    n: int, symmetry: str, chosen: int = 0, run: RunContext | None = None, *, seed: int = 0
) -> IntArray | None:
    """Return a colouring with n colours that is invariant under some symmetries.

    `n`: up to `MAX_SIDE`; even for reflections.
    `symmetry`: a key of `SYMMETRIES`.
    `chosen`: how many of the n / g classes are chosen at random, repeatedly, before the others are
    searched for among all that are disjoint from them. With 0 the search is complete for even n.
    For odd n the class of the centre is chosen at random, too.
    `seed`: the seed of the random numbers.
    Returns an array of shape (n, n): the colours, from 0. None if there is no such colouring (with
    `chosen` 0), or if the run has ended. Raises InputError if n does not suit.
    """
    run = run or RunContext()
    if not 2 <= n <= MAX_SIDE:
        raise InputError(f"symmetric colourings are for n up to {MAX_SIDE}, not {n}")
    if n % 2 and symmetry.startswith("mirror"):
        raise InputError(f"colourings with reflections are for even n, not {n}")
    if n % SYMMETRIES[symmetry] != n % 2:
        return None
    rng = np.random.default_rng(seed)
    images = symmetry_images(n, symmetry)
    tries = 0
    while run.ended() is None:
        tries += 1
        activity = f"colouring with {n} colours by {symmetry}, attempt {tries}"
        run.progress(Progress(activity, run.seconds, nodes=tries))
        classes = _choose(images, chosen, rng)
        if classes is None:
            continue
        rest = _complete(images, classes, rng, run)
        if rest is not None:
            return _square([*classes, *rest], images)
        if chosen == n % 2 == 0:
            break
    return None


def _choose(images: IntArray, number: int, rng: np.random.Generator) -> list[Rows] | None:
    """Return random disjoint classes, for odd n that of the centre first; None if stuck."""
    classes = [central_class(images, rng)] if len(images) % 2 else []
    for _ in range(number):
        row = choose_class(images, classes, rng)
        if row is None:
            return None
        classes.append(row)
    return classes


def _complete(
    images: IntArray, classes: list[Rows], rng: np.random.Generator, run: RunContext
) -> list[Rows] | None:
    """Return the other classes, of all that are disjoint from the chosen ones and their images."""
    n, size = len(images), images.shape[2]
    rows = list_classes(images, classes, rng, run)
    if rows is None:
        return None
    if len(rows) == MAX_CLASSES and not classes:
        raise InputError(f"there are too many classes to list for n = {n}; choose some first")
    labels = np.unique(images.min(axis=2), return_inverse=True)[1].reshape(n, n)
    covered = np.zeros(-(-n * n // size), dtype=np.bool_)
    for row in classes:
        covered[labels[np.arange(n), row]] = True
    orbits = labels[np.arange(n), rows]
    masks = np.zeros((len(rows), len(covered) // 64 + 1), dtype=np.uint64)
    for orbit in orbits.T:
        masks[np.arange(len(rows)), orbit // 64] |= np.uint64(1) << (orbit % 64).astype(np.uint64)
    picked = _exact_cover(orbits.astype(np.int16), masks, covered)
    return None if not len(picked) else [rows[k] for k in picked]


def _square(classes: list[Rows], images: IntArray) -> IntArray:
    """Return the square in which every class and each of its images has a colour."""
    n = len(images)
    square = np.full(n * n, -1, dtype=np.int64)
    colours = 0
    for row in classes:
        # Rotations keep the class of the centre: it has one colour.
        is_kept = n % 2 == 1 and row[n // 2] == n // 2
        for cells in images[np.arange(n), row].T[: 1 if is_kept else None]:
            square[cells] = colours
            colours += 1
    return square.reshape(n, n)


@compiled
def _exact_cover(
    orbits: npt.NDArray[np.int16], masks: Words, covered: npt.NDArray[np.bool_]
) -> IntArray:
    """Return an exact cover of the open orbits by sets, scarcest orbit first; empty without one.

    `orbits`, `masks`, shape (sets, n) and (sets, words): the orbits of each set, as numbers and as
    bits.
    `covered`, shape (orbits,): whether an orbit is covered already.
    """
    sets, width = orbits.shape
    depths = len(covered) // width + 2
    lists = np.zeros((depths, sets), dtype=np.int32)
    lengths, places = np.zeros(depths, dtype=np.int64), np.zeros(depths, dtype=np.int64)
    scarcest = np.zeros(depths, dtype=np.int64)
    counts = np.zeros(len(covered), dtype=np.int64)
    chosen = np.zeros(depths, dtype=np.int64)
    for k in range(sets):
        lists[0, k] = k
    lengths[0] = sets
    level, is_new = 0, True
    while level >= 0:
        if is_new:
            scarcest[level] = _scarcest(orbits, lists[level, : lengths[level]], covered, counts)
            places[level], is_new = 0, False
            if scarcest[level] < 0:
                return chosen[:level].copy()
        place = places[level]
        while place < lengths[level] and not _holds(orbits[lists[level, place]], scarcest[level]):
            place += 1
        if place == lengths[level]:
            level -= 1
            if level >= 0:
                covered[orbits[chosen[level]].astype(np.int64)] = False
            continue
        places[level] = place + 1
        chosen[level] = lists[level, place]
        covered[orbits[chosen[level]].astype(np.int64)] = True
        left = lists[level, : lengths[level]]
        lengths[level + 1] = _keep_disjoint(masks, left, chosen[level], lists[level + 1])
        level, is_new = level + 1, True
    return chosen[:0].copy()


@compiled
def _keep_disjoint(
    masks: Words, left: npt.NDArray[np.int32], chosen: int, kept: npt.NDArray[np.int32]
) -> int:
    """Write the remaining sets that are disjoint from the chosen one; return their number."""
    size = 0
    for k in left:
        meets = _ZERO
        for w in range(masks.shape[1]):
            meets |= masks[k, w] & masks[chosen, w]
        if meets == _ZERO:
            kept[size] = k
            size += 1
    return size


@compiled
def _scarcest(
    orbits: npt.NDArray[np.int16],
    left: npt.NDArray[np.int32],
    covered: npt.NDArray[np.bool_],
    counts: IntArray,
) -> int:
    """Return the orbit in the fewest remaining sets; -1 if all orbits are covered."""
    counts[:] = 0
    for k in left:
        for orbit in orbits[k]:
            counts[orbit] += 1
    best = -1
    for orbit in range(len(covered)):
        if not covered[orbit] and (best < 0 or counts[orbit] < counts[best]):
            best = orbit
    return best


@compiled
def _holds(orbits: npt.NDArray[np.int16], orbit: int) -> bool:
    return bool((orbits == orbit).any())

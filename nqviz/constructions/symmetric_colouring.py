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

from math import inf

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.run.context import Progress, RunContext

from .colourings import shipped_colourings
from .mirrored_classes import Classes, Rows, central_class

SYMMETRIES = {"mirror": 2, "mirrors": 4, "half turn": 2, "quarter turn": 4}
"""The symmetries of a colouring, and their number g; for odd n only the turns."""

LISTED = {2: 5, 4: 3}
"""By g, how many classes are searched for among all that may go on with those before."""

SLICES = 20
"""After so many slices of a search begins another attempt, with other classes at random."""

CHOSEN = dict.fromkeys((12, 16, 20, 24, 28), "mirrors") | {14: "mirror"}
"""For some n the symmetry with which a colouring is found in seconds."""
SYMMETRIC_SIDES = tuple(sorted(CHOSEN | shipped_colourings()))
"""The sides of `find_symmetric`. Those that take longer ship."""

MAX_SIDE = 64


def find_symmetric(n: int, run: RunContext | None = None, *, seed: int = 0) -> IntArray | None:
    """Return a colouring for an n of `SYMMETRIC_SIDES`, shape (n, n), int64; None when stopped."""
    if n in shipped_colourings():
        return shipped_colourings()[n].copy()
    run = run or RunContext()
    return symmetric_colouring(n, CHOSEN[n], run=run, seed=seed)


def symmetric_colouring(
    n: int,
    symmetry: str,
    chosen: int | None = None,
    run: RunContext | None = None,
    *,
    seed: int = 0,
) -> IntArray | None:
    """Return a colouring with n colours that is invariant under some symmetries.

    `n`: up to `MAX_SIDE`; even for reflections.
    `symmetry`: a key of `SYMMETRIES`.
    `chosen`: how many of the n / g classes are chosen at random, repeatedly, before the others are
    searched for; by default all but `LISTED`. With 0 the search is complete for even n. For odd n
    the class of the centre is chosen at random, too.
    `seed`: the seed of the random numbers.
    Returns an array of shape (n, n): the colours, from 0. None if there is no such colouring (with
    `chosen` 0), or if the run has ended. Raises InputError if n does not suit.
    """
    run = run or RunContext()
    if not 2 <= n <= MAX_SIDE:
        raise InputError(f"symmetric colourings are for n up to {MAX_SIDE}, not {n}")
    if n % 2 and symmetry.startswith("mirror"):
        raise InputError(f"colourings with reflections are for even n, not {n}")
    size = SYMMETRIES[symmetry]
    if n % size != n % 2:
        return None
    chosen = max(0, n // size - LISTED[size]) if chosen is None else chosen
    rng = np.random.default_rng(seed)
    search = Classes(n, symmetry, rng)
    tries = 0
    while run.ended() is None:
        tries += 1
        activity = f"colouring with {n} colours by {symmetry}, attempt {tries}"
        run.progress(Progress(activity, run.seconds, nodes=tries))
        search.slices_left = SLICES if chosen else inf
        classes = [central_class(search.images, rng)] if n % 2 else []
        found = _complete(search, classes, n // size, chosen, run)
        if found is not None:
            return _square(found, search.images)
        if chosen == n % 2 == 0:
            break
    return None


def _complete(
    search: Classes, classes: list[Rows], left: int, chosen: int, run: RunContext
) -> list[Rows] | None:
    """Return the classes with the others that are left; None if none were found.

    `chosen`: how many of these are the first that was found instead of each in turn.
    """
    if left == 0:
        return classes
    for row in search.listed(classes, left, run, evenly=chosen > 0):
        found = _complete(search, [*classes, row], left - 1, max(0, chosen - 1), run)
        if found is not None or chosen > 0:
            return found
    return None


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

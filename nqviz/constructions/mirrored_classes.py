"""The classes of symmetric colourings: planar solutions disjoint from their images.

Only solutions with a queen on each long diagonal are listed, since the n cells of a diagonal have n
colours in a colouring with n colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.run.context import RunContext

Rows = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]

MAX_CLASSES = 400_000
"""The maximum number of classes in a list; enough for all classes up to n = 14."""

_SLICE = 200_000  # nodes between two checks of the stop flag
_DEPTH, _IS_NEW, _CHANCE = range(3)
_LISTED, _FULL, _PAUSED = range(3)
_ONE, _ZERO = np.uint64(1), np.uint64(0)


def symmetry_images(n: int, symmetry: str) -> IntArray:
    """Return the images of each cell under a group of symmetries, shape (n, n, g), int64.

    `symmetry`: "mirror": the reflection that reverses the columns; "mirrors": also that of the
    rows, and both; "half turn"; "quarter turn".
    """
    i, j = np.indices((n, n))
    far = n - 1
    near, turned = (i, j), (far - i, far - j)
    cells = {
        "mirror": [near, (i, far - j)],
        "mirrors": [near, (i, far - j), (far - i, j), turned],
        "half turn": [near, turned],
        "quarter turn": [near, (j, far - i), turned, (far - j, i)],
    }[symmetry]
    return np.stack([first * n + second for first, second in cells], axis=2)


def central_class(images: IntArray, rng: np.random.Generator) -> Rows:
    """Return a random planar solution with a queen on the centre that the rotations keep.

    `images`, shape (n, n, g): the result of `symmetry_images` for an odd n, for which there is one.
    Returns an array of shape (n,).
    """
    n = len(images)
    rows = np.full(n, -1, dtype=np.int8)
    rows[n // 2] = n // 2

    def fill() -> bool:
        if (rows >= 0).all():
            return True
        first = int(np.flatnonzero(rows < 0)[0])
        for column in rng.permutation(n).tolist():
            cells = images[first, column]
            i, j = cells // n, cells % n
            if (rows[i] >= 0).any() or len(set(i.tolist())) < len(i):
                continue
            rows[i] = j
            if _is_free_of_attacks(rows) and fill():
                return True
            rows[i] = -1
        return False

    fill()
    return rows


def _is_free_of_attacks(rows: Rows) -> bool:
    """Return whether no two queens of some rows are on a column or diagonal."""
    i = np.flatnonzero(rows >= 0)
    j = rows[i].astype(np.int64)
    return all(len(np.unique(line)) == len(i) for line in (j, i + j, i - j))


def choose_class(
    images: IntArray, classes: Sequence[Rows], rng: np.random.Generator
) -> Rows | None:
    """Return a random class disjoint from others and their images; None if none was found.

    For the parameters see `list_classes`. The class has shape (n,), int64.
    """
    found = np.zeros((1, len(images)), dtype=np.int8)
    count, _ = _list(_listing(images, classes, rng), found, _SLICE)
    return found[0] if count else None


def list_classes(
    images: IntArray, classes: Sequence[Rows], rng: np.random.Generator, run: RunContext
) -> Rows | None:
    """Return the classes disjoint from others and their images, one of each orbit.

    `images`, shape (n, n, g): the result of `symmetry_images`.
    `classes`, shape (n,): the others: the second coordinate by the first.
    `rng`: for a random order.
    Returns an array of shape (k, n): at most `MAX_CLASSES`; None if the run has ended.
    """
    n = len(images)
    listing = _listing(images, classes, rng)
    if images[0, 1, 1] == n - 2:  # a reflection moves the queen of the first row to the other half
        listing.free[0, 0] &= np.uint64((1 << n // 2) - 1)
    found = np.zeros((MAX_CLASSES, n), dtype=np.int8)
    count, end = 0, _PAUSED
    while end == _PAUSED:
        if run.ended() is not None:
            return None
        more, end = _list(listing, found[count:], _SLICE)
        count += more
    return _one_of_each_orbit(found[:count], images)


def _one_of_each_orbit(rows: Rows, images: IntArray) -> Rows:
    """Return the classes whose queen of the first row is left of that of each image.

    That queen is the image of one on an edge, in the row or column that becomes the first row.
    """
    n, size = len(images), images.shape[2]
    cells = np.arange(n) * n + rows
    first = []
    for image in range(1, size):
        moved = images.reshape(n * n, size)[cells, image]
        first.append(np.where(moved < n, moved, n).min(axis=1))
    kept = np.all([rows[:, 0] < other for other in first], axis=0)
    return rows[kept]


class _Listing(NamedTuple):
    """A depth-first search for classes, one queen a row, which can be paused."""

    free: Words
    """The free cells of each row as bits, at each depth. Shape (n + 1, n)."""
    is_open: npt.NDArray[np.bool_]
    """Whether a row has no queen yet, shape (n,)."""
    stack: IntArray
    """The row and column of the queen tried at each depth, shape (n, 2)."""
    images: IntArray
    """The cells of the orbit of each cell, shape (n, n, g)."""
    state: IntArray
    """Depth, whether the position there is new, the state of the random numbers."""


def _listing(images: IntArray, classes: Sequence[Rows], rng: np.random.Generator) -> _Listing:
    """Return a search for classes on the cells that others and their images leave free."""
    n = len(images)
    is_free = np.ones(n * n, dtype=np.bool_)
    for row in classes:
        is_free[images[np.arange(n), row]] = False
    free = np.zeros((n + 1, n), dtype=np.uint64)
    free[0] = (is_free.reshape(n, n) << np.arange(n)).sum(axis=1)
    return _Listing(
        free,
        np.ones(n, dtype=np.bool_),
        np.zeros((n, 2), dtype=np.int64),
        images,
        np.array([0, 1, rng.integers(1 << 31)], dtype=np.int64),
    )


@compiled
def _list(s: _Listing, found: Rows, nodes: int) -> tuple[int, int]:
    """Continue the search for some nodes; return the number of classes, and whether it is done."""
    n = len(s.is_open)
    depth, count = s.state[_DEPTH], 0
    while depth >= 0:
        if s.state[_IS_NEW]:
            s.state[_IS_NEW] = 0
            s.stack[depth, 0] = _tightest(s, depth)
        row = s.stack[depth, 0]
        if row < 0 or s.free[depth, row] == _ZERO:
            depth -= 1
            if depth >= 0:
                s.is_open[s.stack[depth, 0]] = True
            continue
        if nodes == 0 or count == len(found):
            break
        nodes -= 1
        column = _pick(s, depth, row)
        s.stack[depth, 1] = column
        s.free[depth, row] &= ~(_ONE << np.uint64(column))
        if depth == n - 1:
            for k in range(n):
                found[count, s.stack[k, 0]] = s.stack[k, 1]
            count += 1
        else:
            s.is_open[row] = False
            _place(s, depth, row, column)
            depth += 1
            s.state[_IS_NEW] = 1
    s.state[_DEPTH] = depth
    return count, _LISTED if depth < 0 else _FULL if count == len(found) else _PAUSED


@compiled
def _tightest(s: _Listing, depth: int) -> int:
    """Return the open row with the fewest free cells; -1 if a line or long diagonal has none.

    A closed row keeps its queen as its only cell at the depths below.
    """
    n = len(s.is_open)
    best, fewest = -1, n + 1
    columns, main, other = _ZERO, _ZERO, _ZERO
    for row in range(n):
        word = s.free[depth, row]
        columns |= word
        main |= word >> np.uint64(row) & _ONE
        other |= word >> np.uint64(n - 1 - row) & _ONE
        if s.is_open[row]:
            count = _size(word)
            if count < fewest:
                best, fewest = row, count
    if fewest == 0 or columns != (_ONE << np.uint64(n)) - _ONE or main & other == _ZERO:
        return -1
    return best


@compiled
def _size(word: np.uint64) -> int:
    """Return the number of bits of a word that has few."""
    count = 0
    while word != _ZERO:
        word &= word - _ONE
        count += 1
    return count


@compiled
def _pick(s: _Listing, depth: int, row: int) -> int:
    """Return a random free cell of a row."""
    word, column = s.free[depth, row], -1
    s.state[_CHANCE] = (s.state[_CHANCE] * 1103515245 + 12345) % 2147483648
    left = (s.state[_CHANCE] >> 8) % _size(word)
    while left >= 0:
        column += 1
        left -= int(word >> np.uint64(column) & _ONE)
    return column


@compiled
def _place(s: _Listing, depth: int, row: int, column: int) -> None:
    """Write the cells that a queen and the images of its cell leave free."""
    n = len(s.is_open)
    bit, whole = _ONE << np.uint64(column), (_ONE << np.uint64(n)) - _ONE
    before, after = s.free[depth], s.free[depth + 1]
    for other in range(n):
        if s.is_open[other]:
            step = np.uint64(abs(other - row))
            after[other] = before[other] & ~(bit | bit << step | bit >> step) & whole
        else:
            after[other] = before[other]
    after[row] = bit
    for k in range(1, s.images.shape[2]):
        cell = s.images[row, column, k]
        if s.is_open[cell // n]:
            after[cell // n] &= ~(_ONE << np.uint64(cell % n))

"""The classes of symmetric colourings: planar solutions disjoint from their images.

In a colouring with n colours every cell of a diagonal has a colour of its own. A class and its g
images cover at most g cells of a diagonal, so the classes of which m are left must each cover
at least r - g (m - 1) of its r open cells. The longest diagonals, with nearly n cells, leave the
classes little choice: a search that ignores this chooses classes that no others complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.run.context import RunContext

Rows = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]

_SLICE = 200_000  # nodes between two checks of the stop flag
_BATCH = 64  # classes listed at a time
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


def diagonal_orbits(n: int, symmetry: str) -> IntArray:
    """Return the orbit of each diagonal, shape (2, 2n - 1), int64.

    The rows are about the diagonals by j - i + n - 1 and by i + j. Orbits count from 0.
    """
    offset = np.arange(2 * n - 1) - (n - 1)
    if symmetry == "mirror":
        return np.stack([offset, -offset]) + n - 1
    other = n if symmetry == "half turn" else 0
    return np.stack([abs(offset), abs(offset) + other])


class Classes:
    """The search for classes on the cells that others and their images leave free."""

    def __init__(self, n: int, symmetry: str, rng: np.random.Generator) -> None:
        self.images = symmetry_images(n, symmetry)
        self._orbits = diagonal_orbits(n, symmetry)
        self._sizes = np.bincount(self._orbits.ravel())
        self._rng = rng
        self.slices_left: float = inf
        """The slices of `_SLICE` nodes that are left to all searches."""
        i, j = np.indices((n, n))
        self._lines = np.stack([j - i + n - 1, i + j])
        far = n - 1
        steps = np.minimum(i, far - i) + np.minimum(j, far - j)
        self._order = np.argsort(steps.ravel(), kind="stable")

    def listed(
        self, classes: Sequence[Rows], left: int, run: RunContext, *, evenly: bool = False
    ) -> Iterator[Rows]:
        """Yield the classes, shape (n,), that may go on, each once of its images.

        Each has the open cell that is nearest to a corner. The order is random. The iteration ends
        early if the run has ended, or after the nodes of `slices_left`.

        `classes`, shape (n,): the others: the second coordinate by the first.
        `left`: the number of classes that are left with this one.
        `evenly`: leave out those that cover less than their share of the open cells of a diagonal.
        """
        search = self._begun(classes, left, evenly)
        end = _LISTED if search is None else _PAUSED
        while search is not None and end != _LISTED:
            if self.slices_left <= 0 or run.ended() is not None:
                break
            found = np.empty((_BATCH, len(self.images)), dtype=np.int8)
            count, end = _list(search, found, _SLICE)
            self.slices_left -= end == _PAUSED
            yield from found[:count]

    def _begun(self, classes: Sequence[Rows], left: int, evenly: bool) -> _Listing | None:
        """Return a search with one queen; None if the classes that are left do not suffice."""
        n, size = len(self.images), self.images.shape[2]
        is_free = np.ones(n * n, dtype=np.bool_)
        for row in classes:
            is_free[self.images[np.arange(n), row]] = False
        open_cells = np.zeros(len(self._sizes), dtype=np.int64)
        for lines, orbits in zip(self._lines, self._orbits, strict=True):
            counts = np.bincount(lines.ravel(), weights=is_free, minlength=2 * n - 1)
            open_cells[orbits] = counts
        least = open_cells - size * (left - 1)
        if least.max() > size:
            return None
        if evenly:
            least = np.maximum(least, open_cells // left)
        needed = -(-np.maximum(least, 0) * self._sizes // size)
        free = np.zeros((n + 1, n), dtype=np.uint64)
        free[0] = (is_free.reshape(n, n).astype(np.uint64) << np.arange(n, dtype=np.uint64)).sum(1)
        search = _Listing(
            free,
            np.ones(n, dtype=np.bool_),
            np.zeros((n, 2), dtype=np.int64),
            self.images,
            self._orbits,
            needed,
            np.empty_like(needed),
            np.array([1, 1, self._rng.integers(1 << 31)], dtype=np.int64),
        )
        i, j = divmod(int(self._order[is_free[self._order]][0]), n)
        search.stack[0] = i, j
        search.is_open[i] = False
        _place(search, 0, i, j)
        free[0, i] = 0
        return search


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
    orbits: IntArray
    """The orbit of each diagonal, shape (2, 2n - 1)."""
    least: IntArray
    """On how many diagonals of each orbit a class needs a queen, shape (orbits,)."""
    missing: IntArray
    """Of these, how many can have none, shape (orbits,)."""
    state: IntArray
    """Depth, whether the position there is new, the state of the random numbers."""


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
    """Return the open row with the fewest free cells; -1 if a line that needs a queen has none.

    A closed row keeps its queen as its only cell at the depths below.
    """
    n = len(s.is_open)
    whole = (_ONE << np.uint64(n)) - _ONE
    best, fewest = -1, n + 1
    columns = above = below = before = after = _ZERO
    for row in range(n):
        word = s.free[depth, row]
        columns |= word
        near, far = np.uint64(row), np.uint64(n - 1 - row)
        above |= word >> near
        below |= word << far & whole
        before |= word << near & whole
        after |= word >> far
        if s.is_open[row]:
            count = _size(word)
            if count < fewest:
                best, fewest = row, count
    if fewest == 0 or columns != whole or _lacks(s, above, below, before, after):
        return -1
    return best


@compiled
def _lacks(
    s: _Listing, above: np.uint64, below: np.uint64, before: np.uint64, after: np.uint64
) -> bool:
    """Return whether too few diagonals of an orbit can have a queen.

    `above`, `below`: the diagonals that can, by j - i and by n - 1 + j - i, as bits from 0.
    `before`, `after`: the other ones, by i + j and by i + j - (n - 1).
    """
    n = len(s.is_open)
    missing = s.missing
    missing[:] = s.least
    for k in range(n):
        bit = np.uint64(k)
        missing[s.orbits[0, k + n - 1]] -= int(above >> bit & _ONE)
        missing[s.orbits[1, k]] -= int(before >> bit & _ONE)
        if k < n - 1:
            missing[s.orbits[0, k]] -= int(below >> bit & _ONE)
            missing[s.orbits[1, k + n]] -= int(after >> np.uint64(k + 1) & _ONE)
    return bool(missing.max() > 0)


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

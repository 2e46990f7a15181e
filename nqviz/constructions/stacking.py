"""Stacking: full placements of (n,3) from planar solutions, layer by layer.

Each layer of a full placement has n queens, so it is a planar solution (Pearson & Pearson). The
first layer is enumerated up to the symmetries of the square; every other one is searched for row
by row among the cells that the layers below leave free, and a layer without a free cell in some
row or column ends a branch at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.jit import compiled
from nqviz.core.placement import Placement
from nqviz.run.context import Progress, RunContext

Rows = npt.NDArray[np.int8]

MAX_SIDE = 15
"""The largest n whose first layers are listed: 13 takes seconds, 14 ten, 15 six minutes."""
STEPS = 2**20
"""The steps of a stack after which its search can be stopped."""


def planar_solutions(n: int) -> Rows:
    """Return the full solutions of the (n,2)-board.

    Returns an array of shape (k, n): for each solution the second coordinate by the first, from 0,
    in lexicographic order.
    """
    return np.concatenate(list(planar_parts(n)))


def planar_parts(n: int) -> Iterator[Rows]:
    """Yield the full solutions of the (n,2)-board in blocks with the same first queen.

    The blocks have shape (k, n), int8; see `planar_solutions`.

    Raises InputError if n is not from 1 to 16.
    """
    if n < 1 or n > 16:
        raise InputError(f"planar solutions are listed for n = 1 to 16, not {n}")
    for first in range(n):
        yield planar_rest(n, (first,))


def planar_rest(n: int, queens: Sequence[int]) -> Rows:
    """Return the full solutions of the (n,2)-board that begin with some queens, shape (k, n).

    `queens`: the second coordinates of one or more queens that do not attack each other.
    """
    begun = np.array(queens, dtype=np.int64)
    found = np.zeros((_fill_plane(np.zeros((0, n), dtype=np.int8), n, begun), n), dtype=np.int8)
    _fill_plane(found, n, begun)
    return found


@compiled
def _fill_plane(found: Rows, n: int, queens: IntArray) -> int:
    """Write the solutions whose first queens have given second coordinates; return their number."""
    used = np.zeros((n + 1, 3), dtype=np.int64)  # columns and the two kinds of diagonals
    free = np.zeros(n + 1, dtype=np.int64)
    row = np.zeros(n, dtype=np.int64)  # as bits
    total, x = 0, 0
    free[0] = 1 << queens[0]
    while x >= 0:
        if free[x] == 0:
            x -= 1
            continue
        bit = free[x] & -free[x]
        free[x] ^= bit
        row[x] = bit
        if x == n - 1:
            if total < len(found):
                for place in range(n):
                    y = 0
                    while row[place] >> y != 1:
                        y += 1
                    found[total, place] = y
            total += 1
            continue
        columns = used[x + 1, 0] = used[x, 0] | bit
        left = used[x + 1, 1] = (used[x, 1] | bit) << 1
        right = used[x + 1, 2] = (used[x, 2] | bit) >> 1
        x += 1
        free[x] = ((1 << n) - 1) & ~(columns | left | right)
        if x < len(queens):
            free[x] &= 1 << queens[x]
    return total


def first_parts(n: int) -> Iterator[tuple[Rows, IntArray]]:
    """Yield the planar solutions up to symmetry in blocks with the same first queen.

    Of each orbit under the eight symmetries of the square the least is kept, shape (k, n), int8,
    with the size of its orbit, shape (k,), int64.
    """
    for rows in planar_parts(n):
        yield least_of_orbits(rows)


def least_of_orbits(rows: Rows) -> tuple[Rows, IntArray]:
    """Return those of some planar solutions that are the least of their orbits, and the sizes.

    `rows` and the first result have shape (k, n), the sizes shape (k,).
    """
    sizes = _orbit_sizes(rows)
    return rows[sizes > 0], sizes[sizes > 0]


@compiled
def _orbit_sizes(rows: Rows) -> IntArray:
    """Return the orbit size of each planar solution that is the least of its orbit; else 0."""
    n = rows.shape[1]
    sizes = np.zeros(len(rows), dtype=np.int64)
    image, inverse = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for place in range(len(rows)):
        row = rows[place]
        for x in range(n):
            inverse[row[x]] = x
        same, is_least = 0, True
        for turn in range(8):
            for x in range(n):
                from_x = n - 1 - x if turn & 1 else x
                y = inverse[from_x] if turn & 2 else np.int64(row[from_x])
                image[x] = n - 1 - y if turn & 4 else y
            x = 0
            while x < n and image[x] == row[x]:
                x += 1
            if x == n:
                same += 1
            elif image[x] < row[x]:
                is_least = False
                break
        if is_least:
            sizes[place] = 8 // same
    return sizes


def stacks(n: int, run: RunContext | None = None) -> Iterator[tuple[int, list[Placement]]]:
    """Yield all full placements of the flat (n,3)-board, one first layer after another.

    The run is checked between two first layers, which take milliseconds; when it has ended, the
    iterator ends.

    Yields `size`: the number of images of the first layer under the symmetries of the square: each
    placement here represents that many; `placements`: all full placements with this first layer.
    Raises InputError if n is more than `MAX_SIDE`.
    """
    run = run or RunContext()
    listed = first_layers(n, run)
    if listed is None:
        return
    firsts, sizes = listed
    stacking = Stacking(n)
    for place, (first, size) in enumerate(zip(firsts, sizes.tolist(), strict=True)):
        if run.ended():
            return
        found = stacking.on(first)
        run.progress(Progress("stacking", run.seconds, (place + 1) / len(firsts)))
        yield size, [stacked(stack) for stack in found]


def first_layers(n: int, run: RunContext) -> tuple[Rows, IntArray] | None:
    """Return the planar solutions up to symmetry, and the sizes of their orbits; see `first_parts`.

    Returns the solutions, shape (k, n), and the sizes, shape (k,); None if the run ended before.
    Raises InputError if n is more than `MAX_SIDE`.
    """
    if not 1 <= n <= MAX_SIDE:
        raise InputError(f"stacking is exhaustive for n = 1 to {MAX_SIDE}, not {n}")
    parts = []
    for part in first_parts(n):
        if run.ended():
            return None
        parts.append(part)
    rows, sizes = zip(*parts, strict=True)
    return np.concatenate(rows), np.concatenate(sizes)


class Stacking:
    """The search for all stacks on first layers of n rows.

    `state`: where a search stood, to go on with it: forbidden, shape (n, n, n), rows,
        (n, n, 4), layers, (n, n), and place, (3,).
    """

    def __init__(self, n: int, state: Mapping[str, IntArray] | None = None) -> None:
        self._found = np.zeros((64, n, n), dtype=np.int64)
        shapes = {"forbidden": (n, n, n), "rows": (n, n, 4), "layers": (n, n), "place": (3,)}
        self.state = {
            name: np.array((state or {}).get(name, np.zeros(shape)), dtype=np.int64)
            for name, shape in shapes.items()
        }
        """What the search needs to go on; of place the last is 1 while it is not over."""

    @property
    def is_over(self) -> bool:
        """Whether all stacks on the first layer have been returned."""
        return not self.state["place"][2]

    def begin(self, first: Rows) -> None:
        """Begin with a first layer, shape (n,)."""
        self.state["layers"][0] = 1 << first.astype(np.int64)
        self.state["place"][:] = 0, len(first), 1

    def go_on(self) -> Rows:
        """Return further stacks on the first layer, shape (k, n, n): y by z and x, int8."""
        found, place = self._found, self.state["place"]
        layers, forbidden, rows = (self.state[name] for name in ("layers", "forbidden", "rows"))
        total = _fill_layers(found, layers, forbidden, rows, place, STEPS)
        return np.log2(found[:total]).astype(np.int8)  # exact for powers of two

    def on(self, first: Rows) -> Rows:
        """Return all stacks on a first layer, shape (k, n, n)."""
        self.begin(first)
        parts = [self.go_on()]
        while not self.is_over:
            parts.append(self.go_on())
        return np.concatenate(parts)


def stacked(stack: Rows) -> Placement:
    """Return a stack, shape (n, n), as a placement."""
    n = len(stack)
    z, x = np.divmod(np.arange(stack.size), n)
    return Placement(Board.cube(n, 3), np.stack((x, stack.ravel(), z), axis=1))


def full_stack(n: int, run: RunContext | None = None) -> Placement | None:
    """Return a full placement of the flat (n,3)-board; None without one, or when stopped.

    Raises InputError if n is more than `MAX_SIDE`.
    """
    run = run or RunContext()
    every = (each for _, found in stacks(n, run) for each in found)
    return next(every, None)


@compiled
def _fill_layers(
    found: IntArray,
    layers: IntArray,
    forbidden: IntArray,
    rows: IntArray,
    place: IntArray,
    steps: int,
) -> int:
    """Write stacks on a first layer, not more than there is room for; return their number.

    The second coordinate y of a queen is written as the bit y. `forbidden[z]` holds for each layer
    from z on and each x the bits of the cells that the layers below z attack; `rows[z, x]` the
    columns and the two kinds of diagonals that the queens before x use, and the cells left to try.
    `place` has z and x after some steps, and whether stacks are left.
    """
    n = layers.shape[1]
    total, z, x = 0, place[0], place[1]
    while total < len(found) and steps > 0:
        steps -= 1
        if x == n:  # a complete layer
            x = n - 1
            if z == n - 1:
                found[total] = layers
                total += 1
            elif forbid(forbidden, layers[z], z):
                z, x = z + 1, 0
                rows[z, 0, :3] = 0
                rows[z, 0, 3] = ((1 << n) - 1) & ~forbidden[z, z, 0]
        while z > 0 and not rows[z, x, 3]:
            x -= 1
            if x < 0:
                z, x = z - 1, n - 1
        if z == 0:
            place[2] = 0
            return total
        free = rows[z, x, 3]
        bit = free & -free
        rows[z, x, 3] = free ^ bit
        layers[z, x] = bit
        x += 1
        if x < n:
            columns, left, right = rows[z, x - 1, 0], rows[z, x - 1, 1], rows[z, x - 1, 2]
            rows[z, x, 0] = columns = columns | bit
            rows[z, x, 1] = left = (left | bit) << 1
            rows[z, x, 2] = right = (right | bit) >> 1
            rows[z, x, 3] = ((1 << n) - 1) & ~(columns | left | right | forbidden[z, z, x])
    place[0], place[1] = z, x
    return total


@compiled
def forbid(forbidden: IntArray, layer: IntArray, z: int) -> bool:
    """Mark the cells that layer z attacks above it; return whether every row there has a free cell.

    `forbidden`, shape (n, n, n): see `_fill_layers`; row z + 1 is written.
    `layer`, shape (n,): the bit of the queen of each row, 0 where there is none.
    """
    n = len(layer)
    full = (1 << n) - 1
    for above in range(z + 1, n):
        mark(forbidden, layer, z, above)
        columns = 0
        for x in range(n):
            free = full & ~forbidden[z + 1, above, x]
            if not free:
                return False
            columns |= free
        if columns != full:
            return False
    return True


@compiled
def mark(forbidden: IntArray, layer: IntArray, z: int, above: int) -> None:
    """Mark the cells that layer z attacks in one layer above it.

    `forbidden` of shape (n, n, n), written; `layer` of shape (n,): bit sets.
    """
    n = len(layer)
    step = above - z
    for x in range(n):
        forbidden[z + 1, above, x] = forbidden[z, above, x]
    for x in range(n):
        bit = layer[x]
        hit = (bit | bit << step | bit >> step) & ((1 << n) - 1)
        for line in (x - step, x, x + step):
            if 0 <= line < n:
                forbidden[z + 1, above, line] |= hit

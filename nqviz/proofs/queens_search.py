"""The checker's own search for a queen in each open row and column of a flat board.

It branches on the row or column with the fewest free cells, and goes no deeper where the squares
of the diagonals cannot be had. Over the missing queens, the sums s = r + c have a known total, and
so have the differences t = c - r, and sum(s^2) + sum(t^2) = 2 sum(r^2) + 2 sum(c^2) is known.

Let k distinct numbers out of a list have the total T. Let U be k + 1 neighbours in the list, L and
R the first and the last of them, such that e = sum(U) - T is between L and R. Then the squares of
the k numbers add up to at least f = sum(U^2) - e^2, and if a number x > R is among them, to
at least f + 2 (x - R)(R - e); for x < L alike. If e is not in the list, one or more numbers are not
in U: only x, in exchange for two of U with the total x + e; or at least two, at distances a and b
from U. Above and below it these cost at least 2 a (R - e) + 2 b (e - L) + 2 a b on top of f. Both
above, with a < b, they cost 2 (a + b)(R - e) - 2 a b, or 2 b (R - e) if b >= R - e; both
below alike. `nqviz.engines.planar.bound` has the proofs; the code here is another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.jit import compiled

from .claim import Mask

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

NONE, FOUND, ON = range(3)

WIDTH = 64
"""The most open rows, and the widest range of open columns."""
SHIFT = WIDTH - 1
"""What is added to differences, so that none is below 0."""
NEVER = 1 << 40
"""More than any squares."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)


class QueensSearch:
    """A search that runs in slices.

    `free`: the free cells of the open rows, by column; shape (k, width), both at most `WIDTH`.
    `columns`: the k open columns, increasing; no other has a free cell.
    """

    def __init__(self, free: Mask, columns: Numbers) -> None:
        k, width = free.shape
        self._words = np.zeros((k + 1, k), np.uint64)
        self._words[0] = free @ (_ONE << np.arange(width, dtype=np.uint64))
        self._lines = np.zeros((k + 1, 2), np.uint64)
        self._lines[0, 0] = np.bitwise_or.reduce(_ONE << np.arange(k, dtype=np.uint64))
        self._lines[0, 1] = np.bitwise_or.reduce(_ONE << columns.astype(np.uint64))
        self._branch = np.zeros(k + 1, np.int64)
        self._values = np.zeros(2 * WIDTH, np.int64)
        self._state = np.array([-1, 0])

    @property
    def nodes(self) -> int:
        """How many queens have been tried."""
        return int(self._state[1])

    def go_on(self, nodes: int) -> int:
        """Continue the search for about `nodes` nodes; return NONE, FOUND or ON."""
        return int(
            _search(self._words, self._lines, self._branch, self._values, self._state, nodes)
        )


@dataclass(frozen=True)
class Totals:
    """What is known of a queen in each of the open rows 0 to k - 1 and of k open columns.

    `sums`, `steps`: the total of the sums, and of the differences plus `SHIFT`.
    `squares`: the total of the squares of both.
    """

    k: int
    sums: int
    steps: int
    squares: int

    @classmethod
    def of(cls, columns: Numbers) -> Totals:
        """Return those for some open columns."""
        k, rows = len(columns), np.arange(len(columns))
        steps = int((columns - rows + SHIFT).sum())
        # (r + c)^2 + (c - r + SHIFT)^2 = 2 r^2 + 2 c^2 + 2 SHIFT (c - r) + SHIFT^2
        squares = 2 * int((rows**2).sum() + (columns**2).sum()) + SHIFT * (2 * steps - SHIFT * k)
        return cls(k, int(rows.sum() + columns.sum()), steps, squares)

    def least_squares(self, values: Numbers, total: int) -> int:
        """Bound the squares of k of some numbers from 0 to 127, increasing, with a total.

        Returns -1 where there are no such numbers.
        """
        found = _window(*_as_set(values), self.k, total, np.zeros(2 * WIDTH, np.int64))
        return int(found[0] + found[4])


def _as_set(values: Numbers) -> tuple[np.uint64, np.uint64]:
    """Return numbers from 0 to 127 as a set of two words."""
    words = np.zeros(2, np.uint64)
    np.bitwise_or.at(words, values // WIDTH, _ONE << (values % WIDTH).astype(np.uint64))
    return words[0], words[1]


@compiled
def _has(low: np.uint64, high: np.uint64, value: int) -> bool:
    word = low if value < WIDTH else high
    return bool(word >> np.uint64(value % WIDTH) & _ONE)


@compiled
def _diagonals(words: Words, rows: np.uint64, mirrored: bool) -> tuple[np.uint64, np.uint64]:
    """Return the sums, or the differences, that have a free cell, as a set of two words."""
    low, high = _ZERO, _ZERO
    for row in range(len(words)):
        if rows >> np.uint64(row) & _ONE:
            shift = np.uint64(SHIFT - row if mirrored else row)
            low |= words[row] << shift
            high |= (words[row] >> _ONE) >> (np.uint64(SHIFT) - shift)
    return low, high


@compiled
def _two_outside(near: int, far: int, room: int) -> int:
    """Return the cost of two numbers beyond an end of U, with `room` between it and e."""
    return 2 * ((near + far) * room - near * far) if far < room else 2 * far * room


@compiled
def _without_e(
    low: np.uint64, high: np.uint64, values: Numbers, count: int, k: int, first: int, excess: int
) -> int:
    """Return by how much the squares are more than f where e is not in the set."""
    last = first + k
    left, right = values[first], values[last]
    up, down, best = right - excess, excess - left, NEVER
    if first > 0 and last < count - 1:
        a, b = values[last + 1] - right, left - values[first - 1]
        best = 2 * (a * up + b * down + a * b)
    if last < count - 2:
        best = min(best, _two_outside(values[last + 1] - right, values[last + 2] - right, up))
    if first > 1:
        best = min(best, _two_outside(left - values[first - 1], left - values[first - 2], down))
    for i in range(count):
        x = values[i]
        if first <= i <= last or 2 * max((x - right) * up, (left - x) * down) >= best:
            continue
        for j in range(first, last):
            one = values[j]
            other = x + excess - one
            if other <= one:
                break
            if other <= right and _has(low, high, other):
                best = min(best, x * x + excess * excess - one * one - other * other)
    return best


@compiled
def _window(
    low: np.uint64, high: np.uint64, k: int, total: int, values: Numbers
) -> tuple[int, int, int, int, int]:
    """Bound the squares of k numbers of a set with a total.

    Returns f, L, R, e, and what comes on top of f; f is -1 where there are no such numbers.
    `values`: scratch, shape (128,).
    """
    count = 0
    for value in range(2 * WIDTH):
        if _has(low, high, value):
            values[count] = value
            count += 1
    if count < k:
        return -1, 0, 0, 0, 0
    here, squares = 0, 0
    for i in range(k):
        here += values[i]
        squares += values[i] * values[i]
    if count == k or total < here:
        return (squares if here == total else -1), values[0], values[k - 1], values[0], 0
    first = 0
    while first + k < count - 1 and here - values[first] + values[first + k] < total:
        here += values[first + k] - values[first]
        squares += values[first + k] * values[first + k] - values[first] * values[first]
        first += 1
    left, right = values[first], values[first + k]
    excess = here + right - total
    if excess < left:
        return -1, 0, 0, 0, 0
    added = 0
    if not _has(low, high, excess):
        added = _without_e(low, high, values, count, k, first, excess)
        if added == NEVER:
            return -1, 0, 0, 0, 0
    return squares + right * right - excess * excess, left, right, excess, added


@compiled
def _affordable(
    low: np.uint64, high: np.uint64, found: tuple[int, int, int, int, int], spare: int
) -> tuple[np.uint64, np.uint64]:
    """Return the numbers of a set that cost no more than there is to spare."""
    _, left, right, excess, added = found
    spare += added
    for value in range(2 * WIDTH):
        cost = 0
        if value > right:
            cost = 2 * (value - right) * (right - excess)
        elif value < left:
            cost = 2 * (left - value) * (excess - left)
        if cost > spare:
            bit = ~(_ONE << np.uint64(value % WIDTH))
            if value < WIDTH:
                low &= bit
            else:
                high &= bit
    return low, high


@compiled
def _totals(rows: np.uint64, columns: np.uint64) -> tuple[int, int, int, int]:
    """Return how many rows are open, the sum of them, of the columns, of the squares of both."""
    k, of_rows, of_columns, squares = 0, 0, 0, 0
    for line in range(WIDTH):
        if rows >> np.uint64(line) & _ONE:
            k, of_rows, squares = k + 1, of_rows + line, squares + line * line
        if columns >> np.uint64(line) & _ONE:
            of_columns, squares = of_columns + line, squares + line * line
    return k, of_rows, of_columns, squares


@compiled
def _prune(words: Words, rows: np.uint64, columns: np.uint64, values: Numbers) -> bool:
    """Remove the cells of diagonals that cost too much; return whether a placement may be left."""
    k, of_rows, of_columns, squares = _totals(rows, columns)
    of_steps = of_columns - of_rows + SHIFT * k
    most = 2 * squares + 2 * SHIFT * (of_columns - of_rows) + SHIFT * SHIFT * k
    while True:
        s0, s1 = _diagonals(words, rows, False)
        t0, t1 = _diagonals(words, rows, True)
        sums = _window(s0, s1, k, of_rows + of_columns, values)
        steps = _window(t0, t1, k, of_steps, values)
        spare = most - sums[0] - sums[4] - steps[0] - steps[4]
        if sums[0] < 0 or steps[0] < 0 or spare < 0:
            return False
        s2, s3 = _affordable(s0, s1, sums, spare)
        t2, t3 = _affordable(t0, t1, steps, spare)
        if s0 == s2 and s1 == s3 and t0 == t2 and t1 == t3:
            return True
        for row in range(len(words)):
            if rows >> np.uint64(row) & _ONE:
                up, down = np.uint64(row), np.uint64(SHIFT - row)
                kept = (s2 >> up) | ((s3 << _ONE) << down)
                words[row] &= kept & ((t2 >> down) | ((t3 << _ONE) << up))


@compiled
def _count(word: np.uint64) -> int:
    count = 0
    while word:
        word &= word - _ONE
        count += 1
    return count


@compiled
def _enter(words: Words, rows: np.uint64, columns: np.uint64, values: Numbers) -> int:
    """Return the row, or `WIDTH` and the column, that is branched on; -1 where nothing is left."""
    if not _prune(words, rows, columns, values):
        return -1
    best, fewest = -1, WIDTH + 1
    once, twice, thrice, more = _ZERO, _ZERO, _ZERO, _ZERO  # columns with so many cells or more
    for row in range(len(words)):
        if not rows >> np.uint64(row) & _ONE:
            continue
        word = words[row]
        count = _count(word)
        if count < fewest:
            best, fewest = row, count
        more |= thrice & word
        thrice |= twice & word
        twice |= once & word
        once |= word
    if fewest == 0 or once != columns:
        return -1
    for count, exact in ((1, once & ~twice), (2, twice & ~thrice), (3, thrice & ~more)):
        if count < fewest and exact:
            column = 0
            while not exact >> np.uint64(column) & _ONE:
                column += 1
            return WIDTH + column
    return best


@compiled
def _next(words: Words, rows: np.uint64, line: int) -> int:
    """Return a free cell of a line as `WIDTH` row + column; -1 without one."""
    if line < WIDTH:
        word = words[line]
        for column in range(WIDTH):
            if word >> np.uint64(column) & _ONE:
                return int(WIDTH * line + column)
        return -1
    for row in range(len(words)):
        if rows >> np.uint64(row) & words[row] >> np.uint64(line - WIDTH) & _ONE:
            return int(WIDTH * row + line - WIDTH)
    return -1


@compiled
def _search(
    words: Words, lines: Words, branch: Numbers, values: Numbers, state: Numbers, nodes: int
) -> int:
    level, last = state[0], len(words) - 2
    if level < 0:
        branch[0] = _enter(words[0], lines[0, 0], lines[0, 1], values)
        if branch[0] < 0:
            return NONE
        level = 0
    while nodes > 0:
        cell = _next(words[level], lines[level, 0], branch[level])
        if cell < 0:
            level -= 1
            if level < 0:
                return NONE
            continue
        nodes -= 1
        state[1] += 1
        row, column = cell // WIDTH, cell % WIDTH
        bit = _ONE << np.uint64(column)
        words[level, row] &= ~bit
        if level == last:
            return FOUND
        below = level + 1
        lines[below, 0] = lines[level, 0] & ~(_ONE << np.uint64(row))
        lines[below, 1] = lines[level, 1] & ~bit
        for other in range(words.shape[1]):
            step = np.uint64(abs(other - row))
            words[below, other] = words[level, other] & ~(bit | (bit << step) | (bit >> step))
        branch[below] = _enter(words[below], lines[below, 0], lines[below, 1], values)
        if branch[below] >= 0:
            level = below
    state[0] = level
    return ON

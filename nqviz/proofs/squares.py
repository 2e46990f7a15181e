"""Bounds on the squares of the diagonals that the queens of a flat board stand on.

Over the missing queens, the sums s = r + c have a known total, and so have the differences
t = c - r, and sum(s^2) + sum(t^2) = 2 sum(r^2) + 2 sum(c^2) is known.

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

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

WIDTH = 64
"""The most open rows, and the widest range of open columns."""
SHIFT = WIDTH - 1
"""What is added to differences, so that none is below 0."""
FAR_SHIFT = 4 * WIDTH - 1
"""What is added to those of more rows, or of a wider range of columns."""
NEVER = 1 << 40
"""More than any squares."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)


@dataclass(frozen=True)
class Totals:
    """What is known of a queen in each of the open rows 0 to k - 1 and of k open columns.

    `shift`: what is added to differences, an odd number.
    `sums`, `steps`: the total of the sums, and of the differences with it.
    `squares`: the total of the squares of both.
    """

    shift: int
    k: int
    sums: int
    steps: int
    squares: int

    @classmethod
    def of(cls, columns: Numbers) -> Totals:
        """Return those for some open columns."""
        k, rows = len(columns), np.arange(len(columns))
        shift = SHIFT if columns[-1] < WIDTH else FAR_SHIFT
        steps = int((columns - rows + shift).sum())
        # (r + c)^2 + (c - r + shift)^2 = 2 r^2 + 2 c^2 + 2 shift (c - r) + shift^2
        squares = 2 * int((rows**2).sum() + (columns**2).sum()) + shift * (2 * steps - shift * k)
        return cls(shift, k, int(rows.sum() + columns.sum()), steps, squares)

    def least_squares(self, values: Numbers, total: int) -> int:
        """Bound the squares of k of some numbers, increasing, with a total.

        Returns -1 where there are no such numbers.
        """
        if self.shift != SHIFT:  # they do not fit into two words
            return int(fewest_squares(*running(values), 0, len(values), self.k, total))
        found = _window(*_as_set(values), self.k, total, np.zeros(2 * WIDTH, np.int64))
        return int(found[0] + found[4])


def running(values: Numbers) -> tuple[Numbers, Numbers]:
    """Return the sums, and the squares, of the first numbers, shape (numbers + 1,) each."""
    sums, squares = (np.append(0, np.cumsum(each)) for each in (values, values**2))
    return sums, squares


def _as_set(values: Numbers) -> tuple[np.uint64, np.uint64]:
    """Return numbers from 0 to 127 as a set of two words."""
    words = np.zeros(2, np.uint64)
    np.bitwise_or.at(words, values // WIDTH, _ONE << (values % WIDTH).astype(np.uint64))
    return words[0], words[1]


@compiled
def fewest_squares(sums: Numbers, squares: Numbers, low: int, high: int, k: int, total: int) -> int:
    """Return f of k of the numbers low to high - 1; -1 where there are none."""
    if k < 0 or high - low < k:
        return -1
    if k == 0 or high - low == k:
        end = low + k
        return int(squares[end] - squares[low]) if sums[end] - sums[low] == total else -1
    if total < sums[low + k] - sums[low] or total > sums[high] - sums[high - k]:
        return -1
    last = high - k - 1
    while low < last:  # the first window whose last k numbers reach the total
        middle = (low + last) // 2
        if sums[middle + k + 1] - sums[middle + 1] >= total:
            last = middle
        else:
            low = middle + 1
    excess = sums[low + k + 1] - sums[low] - total
    return int(squares[low + k + 1] - squares[low] - excess * excess)


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
def prune(words: Words, rows: np.uint64, columns: np.uint64, values: Numbers) -> bool:
    """Remove the cells of diagonals that cost too much; return whether a placement may be left.

    `words`, shape (n,): the free cells of each row; `values`: scratch, shape (128,).
    """
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

"""Which diagonals the missing queens can stand on: every choice that the squares allow, listed.

When k queens remain on given open rows and columns, their sums s = r + c are k distinct numbers
with a known total, and so are their differences t = c - r. Three more equations tie them together:

- sum(s^2) + sum(t^2) = 2 sum(r^2) + 2 sum(c^2), queen by queen (r + c)^2 + (c - r)^2;
- as many s as t are odd, since s and t of a queen differ by 2 r;

and these hold exactly, not only as bounds. So few choices of sums go with any choice of differences
when little is left to spare; mostly a dozen after twenty rows, often none. They are listed here by
a search that leaves out, or takes, the farthest value of what is left, with the bound of
`nqviz.engines.planar.bound` at every step, so that no choice is lost.

The method is the project's; Fischetti and Salvagnin (2019) have none like it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.engines.bits import Words

from .rest import Rest

Words2: TypeAlias = npt.NDArray[np.uint64]

SHIFT = 63
"""What is added to differences, so that none is below 0."""


STEPS_EACH = 30
"""A listing is given up after so many steps for each choice there is room for."""
ODD = 128
"""By what the squares are multiplied in a key; there are fewer odd values than this."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@dataclass(frozen=True)
class Choices:
    """The choices of sums and of differences that can go together.

    `sums`, `steps`, shape (choices, 2): one choice each: bit v of its two words means that a queen
    stands on the sum v, or on the difference v - `SHIFT`.
    `sum_keys`, `step_keys`, shape (choices,): choices go together where their keys are the same;
    keys count from 0.
    """

    sums: Words2
    steps: Words2
    sum_keys: IntArray
    step_keys: IntArray

    def __bool__(self) -> bool:
        """Whether there is any: if not, no completion exists."""
        return len(self.sums) > 0

    @classmethod
    def none(cls) -> Choices:
        """Make an empty list."""
        words, keys = np.zeros((0, 2), dtype=np.uint64), np.zeros(0, dtype=np.int64)
        return cls(words, words, keys, keys)


_NO_KEYS = np.zeros(0, dtype=np.int64)


def list_choices(rest: Rest, room: int) -> Choices | None:
    """List the choices of diagonals that can go together; None if there are too many to list.

    `rest`: with one queen missing or more; it fits into words.
    `room`: more choices of one family than this are not kept.
    """
    k, (rows, columns, squares) = rest.size, rest.sums
    squares += 2 * SHIFT * (columns - rows) + SHIFT * SHIFT * k  # of the differences as shifted
    cells = rest.cells
    values = np.unique(cells[0] + cells[1]), np.unique(cells[1] - cells[0] + SHIFT)
    totals = rows + columns, columns - rows + SHIFT * k
    # A key holds the squares of the sums and how many sums are odd; differences show both, too.
    to_key = np.array([[0, 1, 0, 1], [squares, -1, k, -1]])
    # The family with the fewer values goes first, as it limits the keys of the other.
    first = 0 if len(values[0]) < len(values[1]) else 1
    least = _fewest_squares(values[1 - first], k, totals[1 - first])
    one = _search(values[first], k, totals[first], squares - least, _NO_KEYS, to_key[first], room)
    if one is None or not len(one[0]):
        return None if one is None else Choices.none()
    words, keys = one
    least = int((to_key[first][1] * (keys // ODD - to_key[first][0])).min())
    other = _search(
        values[1 - first],
        k,
        totals[1 - first],
        squares - least,
        np.unique(keys),
        to_key[1 - first],
        room,
    )
    if other is None:
        return None
    kept = np.isin(keys, other[1])
    both = [(words[kept], keys[kept]), other]
    (sums, of_sums), (steps, of_steps) = both if first == 0 else both[::-1]
    used, numbers = np.unique(np.concatenate((of_sums, of_steps)), return_inverse=True)
    del used
    numbers = numbers.astype(np.int64)
    return Choices(sums, steps, numbers[: len(sums)], numbers[len(sums) :])


def _search(
    values: IntArray,
    k: int,
    total: int,
    most: int,
    wanted: IntArray,
    to_key: IntArray,
    room: int,
) -> tuple[Words2, IntArray] | None:
    words, keys = np.empty((room, 2), dtype=np.uint64), np.empty(room, dtype=np.int64)
    steps = STEPS_EACH * room
    count = search_choices(values, k, total, most, wanted, to_key, words, keys, steps)
    return None if count < 0 else (words[:count].copy(), keys[:count].copy())


# Kernel -------------------------------------------------------------------------------------


@compiled
def _least(
    sums: IntArray, squares: IntArray, low: int, high: int, k: int, total: int, excess: IntArray
) -> int:
    """Bound the squares of k of the values low to high - 1, k + 1 or more; -1 if none fits.

    The plain bound of `nqviz.engines.planar.bound`, from sums over the first values.
    """
    if total < sums[low + k] - sums[low] or total > sums[high] - sums[high - k]:
        return -1
    last = high - k - 1
    while low < last:  # the first window whose last k values reach the total
        middle = (low + last) // 2
        if sums[middle + k + 1] - sums[middle + 1] >= total:
            last = middle
        else:
            low = middle + 1
    excess[0] = sums[low + k + 1] - sums[low] - total
    bound: int = squares[low + k + 1] - squares[low] - excess[0] * excess[0]
    return bound


@compiled
def _fewest_squares(values: IntArray, k: int, total: int) -> int:
    """Bound the squares of k of the values from below; 0 if that is all that can be said."""
    count = len(values)
    sums, squares = np.zeros(count + 1, dtype=np.int64), np.zeros(count + 1, dtype=np.int64)
    for i in range(count):
        sums[i + 1] = sums[i] + values[i]
        squares[i + 1] = squares[i] + values[i] * values[i]
    if count <= k:
        return 0
    return max(0, _least(sums, squares, 0, count, k, total, np.zeros(1, dtype=np.int64)))


@compiled
def _keep(
    key: int, wanted: IntArray, chosen: Words, words: Words2, keys: IntArray, found: int
) -> int:
    """Record a choice if its key is wanted; return the number of choices, -1 without room."""
    if len(wanted):
        low, high = 0, len(wanted) - 1
        while low < high:
            middle = (low + high) // 2
            if wanted[middle] < key:
                low = middle + 1
            else:
                high = middle
        if wanted[low] != key:
            return found
    if found == len(keys):
        return -1
    words[found, 0], words[found, 1], keys[found] = chosen[0], chosen[1], key
    return found + 1


@compiled
def search_choices(  # noqa: C901, PLR0912, PLR0915 - a kernel
    values: IntArray,
    k: int,
    total: int,
    most: int,
    wanted: IntArray,
    to_key: IntArray,
    words: Words2,
    keys: IntArray,
    steps: int,
) -> int:
    """List the choices of k values with a total and no more than `most` as their squares.

    `values`: increasing, from 0 to 127.
    `k`: 1 or more.
    `wanted`: the keys of choices that are kept, in order; all if it is empty.
    `to_key`, shape (4,): the key of a choice is ``ODD`` (a + b squares) + c + d odd, for these a,
    b, c, d.
    `words`, shape (room, 2): written.
    `keys`, shape (room,): written.
    Returns their number; -1 if there is no room for all, or the steps are not enough.
    """
    count = len(values)
    sums, squares = np.zeros(count + 1, dtype=np.int64), np.zeros(count + 1, dtype=np.int64)
    odd = np.zeros(count + 1, dtype=np.int64)
    bits = np.zeros((2, count + 1), dtype=np.uint64)  # of the values before
    for i in range(count):
        sums[i + 1] = sums[i] + values[i]
        squares[i + 1] = squares[i] + values[i] * values[i]
        odd[i + 1] = odd[i] + (values[i] & 1)
        bits[0, i + 1], bits[1, i + 1] = bits[0, i], bits[1, i]
        bits[values[i] >> 6, i + 1] |= _ONE << np.uint64(values[i] & 63)
    excess = np.zeros(1, dtype=np.int64)
    chosen, taken = np.zeros(2, dtype=np.uint64), np.zeros(2, dtype=np.uint64)
    stack = np.zeros((count + 1, 2), dtype=np.int64)  # the place of the value; whether it is taken
    depth, found = 0, 0
    low, high, here, odds = 0, count, 0, 0  # of what is left; squares and odds of what is taken
    while True:
        steps -= 1
        if steps < 0:
            return -1
        goes_on = is_choice = False
        end, out = high if k else low, -1
        if end - low == k:  # all that are left
            is_choice = sums[end] - sums[low] == total
            is_choice = is_choice and here + squares[end] - squares[low] <= most
        elif end - low > k:
            bound = _least(sums, squares, low, high, k, total, excess)
            goes_on = 0 <= bound <= most - here
            if goes_on and high - low == k + 1:  # all but the excess
                goes_on, out = False, excess[0]
                word = bits[out >> 6, high] ^ bits[out >> 6, low]
                is_choice = word >> np.uint64(out & 63) & _ONE != _ZERO
        if is_choice:
            for w in range(2):
                chosen[w] = taken[w] | (bits[w, end] ^ bits[w, low])
            square, many = here + squares[end] - squares[low], odds + odd[end] - odd[low]
            if out >= 0:
                chosen[out >> 6] ^= _ONE << np.uint64(out & 63)
                square, many = square - out * out, many - (out & 1)
            key = ODD * (to_key[0] + to_key[1] * square) + to_key[2] + to_key[3] * many
            found = _keep(key, wanted, chosen, words, keys, found)
        if found < 0:
            return -1
        if goes_on:
            # the value farther from the mean of what is wanted is left out first
            if (values[low] + values[high - 1]) * k < 2 * total:
                stack[depth, 0] = low
                low += 1
            else:
                high -= 1
                stack[depth, 0] = high
            stack[depth, 1] = 0
            depth += 1
            continue
        while depth > 0 and stack[depth - 1, 1] == 1:
            depth -= 1
            at = stack[depth, 0]
            value = values[at]
            taken[value >> 6] ^= _ONE << np.uint64(value & 63)
            k, total, here, odds = k + 1, total + value, here - value * value, odds - (value & 1)
            if at < low:
                low = at
            else:
                high = at + 1
        if depth == 0:
            return found
        at = stack[depth - 1, 0]
        stack[depth - 1, 1] = 1
        value = values[at]
        taken[value >> 6] |= _ONE << np.uint64(value & 63)
        k, total, here, odds = k - 1, total - value, here + value * value, odds + (value & 1)

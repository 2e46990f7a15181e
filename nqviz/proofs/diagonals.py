"""The checker's own listing of the diagonals that a queen in each open row and column can stand on.

The sums s = r + c of k queens are k distinct numbers with a known total, and so are the differences
t = c - r. The squares of both together are known, and as many s as t are odd. So a choice of sums
goes with a choice of differences only where the squares and the odd numbers fit. All choices are
listed, by a search that takes or leaves the farthest number of what is left, with the bound f of
`squares`; of each square and number of odd ones the highest price is kept.
"""

from __future__ import annotations

import numpy as np

from nqviz.core.jit import compiled

from .proof import Flawed
from .squares import WIDTH, Numbers, Totals

STEPS = 2**23
"""The most steps of a listing of sums, or of differences: they take less than a second."""
RANGE = 2**14
"""The most sums of squares of a listing."""
NEVER = -(2**60)
"""Stands for the price of a choice that does not exist."""


def highest_price(
    totals: Totals, sums: Numbers, steps: Numbers, of_sums: Numbers, of_steps: Numbers
) -> int | None:
    """Return the most that the diagonals of all queens cost together; None if they have no choice.

    `sums`, `steps`: the sums, and the differences plus `SHIFT`, that have a free cell, increasing.
    `of_sums`, `of_steps`: their prices, of the same shapes.
    Raises Flawed if there are too many choices to list.
    """
    least = totals.least_squares(sums, totals.sums), totals.least_squares(steps, totals.steps)
    if min(least) < 0 or sum(least) > totals.squares:
        return None
    spare = totals.squares - sum(least)
    if spare >= RANGE:
        raise Flawed("a step lists too many choices of diagonals")
    best = np.full((2, spare + 1, WIDTH + 1), NEVER)
    for family, (values, prices, total) in enumerate(
        ((sums, of_sums, totals.sums), (steps, of_steps, totals.steps))
    ):
        if _list(values, prices, totals.k, total, least[family], best[family], STEPS) < 0:
            raise Flawed("a step lists too many choices of diagonals")
    # A difference t counts as t + SHIFT, which is odd where t is even.
    together = best[0] + best[1][::-1, totals.k - np.arange(WIDTH + 1)]
    highest = int(together[:, : totals.k + 1].max())
    return highest if highest > NEVER // 2 else None


@compiled
def _least(sums: Numbers, squares: Numbers, low: int, high: int, k: int, total: int) -> int:
    """Return f of k of the numbers low to high - 1, at least k + 1; -1 where there are none."""
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
def _list(  # noqa: C901, PLR0912, PLR0915 - a kernel
    values: Numbers, prices: Numbers, k: int, total: int, least: int, best: Numbers, steps: int
) -> int:
    """List the choices of k values with a total; return the steps that are left, or -1.

    `best`, shape (squares, odd numbers): squares count from `least`; the highest prices, written.
    """
    count = len(values)
    before = np.zeros((4, count + 1), np.int64)  # sums, squares, odd numbers, prices
    place = np.full(2 * WIDTH, -1)
    for i in range(count):
        value = values[i]
        place[value] = i
        before[0, i + 1] = before[0, i] + value
        before[1, i + 1] = before[1, i] + value * value
        before[2, i + 1] = before[2, i] + value % 2
        before[3, i + 1] = before[3, i] + prices[i]
    # of each level: the range that is left, how many are taken of it, their total; what is taken
    # already: squares, odd numbers, price; the number that is decided, and how far that is
    levels = np.zeros((count + 2, 9), np.int64)
    levels[0, 1], levels[0, 2], levels[0, 3] = count, k, total
    most, level = least + len(best) - 1, 0
    while level >= 0:
        steps -= 1
        if steps < 0:
            return -1
        here = levels[level]
        low, high, need, rest = here[0], here[1], here[2], here[3]
        if here[8] == 0:
            end, out, is_choice = high, -1, False
            if need == 0 or high - low == need:
                end = low if need == 0 else high
                is_choice = before[0, end] - before[0, low] == rest
            elif high - low == need + 1:  # all but one
                left_out = before[0, high] - before[0, low] - rest
                if 0 <= left_out < 2 * WIDTH:
                    out = place[left_out]
                is_choice = low <= out < high
            elif high - low > need:
                bound = _least(before[0], before[1], low, high, need, rest)
                if bound >= 0 and here[4] + bound <= most:
                    is_low = (values[low] + values[high - 1]) * need < 2 * rest
                    here[7] = low if is_low else high - 1
                    here[8] = 1
            if is_choice:
                square = here[4] + before[1, end] - before[1, low]
                odd = here[5] + before[2, end] - before[2, low]
                price = here[6] + before[3, end] - before[3, low]
                if out >= 0:
                    value = values[out]
                    square, odd = square - value * value, odd - value % 2
                    price -= prices[out]
                if square <= most and price > best[square - least, odd]:
                    best[square - least, odd] = price
            if here[8] == 0:
                level -= 1
            continue
        if here[8] == 3:
            level -= 1
            continue
        here[8] += 1
        below, at = levels[level + 1], here[7]
        below[:7] = here[:7]
        below[8] = 0
        if at == low:
            below[0] = low + 1
        else:
            below[1] = at
        if here[8] == 3:
            value = values[at]
            below[2], below[3] = need - 1, rest - value
            below[4] += value * value
            below[5] += value % 2
            below[6] += prices[at]
        level += 1
    return steps

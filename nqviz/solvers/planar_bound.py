"""How little the squares of distinct diagonals can add up to, when their sum is known.

When k queens go onto k given rows and k given columns, their sums s = r + c and their differences
t = c - r have known totals, and

    sum(s^2) + sum(t^2) = 2 sum(r^2) + 2 sum(c^2).

No two queens share an s or a t. So a bound from below on each of the two sums of squares, from the
values that are still available, refutes a position, or tells which diagonals no queen can use.
"""

from __future__ import annotations

from ..board import IntArray
from ..jit import compiled


@compiled
def bound_squares(values: IntArray, count: int, k: int, total: int, found: IntArray) -> bool:
    """Bound the squares of k distinct available values that add up to a total, from below.

    Parameters
    ----------
    values : int array
        Its first `count` entries are the available values in increasing order.
    k : int
        At least 1.
    total : int
    found : int array of length 5, written
        The bound; the ends L and R of the window; the excess e; how much of the bound is there
        because e is not available in the window.

    Returns
    -------
    bool
        False if no k of the values add up to the total, as far as the window can tell.

    Notes
    -----
    The window U is k + 1 consecutive available values, from L to R, such that the total lies
    between the sum of its first k and the sum of its last k; its excess e = sum(U) - total lies
    between L and R. Choose any k values with the total: U without a set O, and a set I outside of
    U; then O has one value more than I, and sum(O) = sum(I) + e.

    *I together with e majorises O.* Its values above R are worth more than as many of O, its values
    below L less than as many of O, e lies between, and the totals agree. Squaring is convex, so the
    squares of I and e are no less than those of O, and the choice has at least

        f = sum of squares of U - e^2.

    *A value x above R adds at least 2 (x - R) (R - e).* Put R in the place of x and e + x - R in
    the place of e. The total stays, the squares fall by that much, and the rest majorises O still:
    the new value of e is L or more, and harms nothing where it is above R. In the same way a value
    x below L adds at least 2 (L - x) (e - L).

    If e is not available in the window, then some value outside is chosen, and the cheaper of the
    two nearest is what the bound may add to f.

    With no more than k values all of them are chosen, and the bound is exact.
    """
    if count < k:
        return False
    here, squares = 0, 0
    for i in range(k):
        here += values[i]
        squares += values[i] * values[i]
    if total < here or (count == k and total > here):
        return False
    found[4] = 0
    if count == k:
        found[0], found[1], found[2], found[3] = squares, values[0], values[k - 1], values[0]
        return True
    low = 0
    while low + k < count - 1:
        onward = here - values[low] + values[low + k]
        if onward >= total:
            break
        squares += values[low + k] * values[low + k] - values[low] * values[low]
        here = onward
        low += 1
    left, right = values[low], values[low + k]
    excess = here + right - total
    if excess < left:
        return False
    found[0] = squares + right * right - excess * excess
    found[1], found[2], found[3] = left, right, excess
    added = _outside(values, count, k, low, excess)
    found[0] += added
    found[4] = added
    return bool(added >= 0)


@compiled
def _outside(values: IntArray, count: int, k: int, low: int, excess: int) -> int:
    """Give what a choice costs on top of f at least; -1 if there is none."""
    for i in range(low, low + k + 1):
        if values[i] == excess:
            return 0
    left, right = values[low], values[low + k]
    added = -1
    if low + k + 1 < count:
        added = 2 * (values[low + k + 1] - right) * (right - excess)
    if low > 0:
        below = 2 * (left - values[low - 1]) * (excess - left)
        if added < 0 or below < added:
            added = below
    return added

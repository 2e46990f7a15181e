"""How little the squares of distinct diagonals can add up to, when their sum is known.

When k queens remain on given open rows and columns, the diagonals they stand on are tied
together: over the queens, the sums s = r + c and the differences t = c - r have known totals, and

    sum(s^2) + sum(t^2) = 2 sum(r^2) + 2 sum(c^2).

All s are distinct, and so are all t. `least_squares` bounds each of the two sums from below; where
the bounds together exceed the right-hand side, no completion exists. `outside_cost` is by how
much the bound grows when one particular diagonal is used.

**The window.** Wanted are k distinct available values with the total T. Let U be k + 1 consecutive
available values such that T lies between the sum of the first k and the sum of the last k of them,
L and R its ends, and e = sum(U) - T its *excess*; then L <= e <= R. Let A be any k available values
with total T, A = (U without O) and I, where O lies in U and I outside of it. Then |O| = |I| + 1
and sum(O) = sum(I) + e.

**Lemma.** Let X hold m values of which each is at least R or at most L, and one more value e', any
number; let O hold m + 1 values between L and R; let their totals be equal. Then the squares of X
add up to at least those of O. *Proof*: say p of the m values are at least R, and q = m - p at most
L. For j <= p the j largest of X add up to at least jR, so to no less than the j largest of O. For
j > p leave out m + 1 - j <= q of the low ones: the j largest of X add up to at least
sum(X) - (m + 1 - j) L, and the j largest of O to at most that, as those left out of O are at least
L each. So X majorises O, and squaring is convex.

**The plain bound.** With X = I and e' = e the lemma gives

    sum(A^2) = sum(U^2) - sum(O^2) + sum(I^2) >= f = sum(U^2) - e^2,

which U without e attains if e is available.

**One value outside.** Let A hold x above R. Put R in the place of x and e + x - R in the place of
e: the totals stay, the lemma still applies as it asks nothing of e', and the squares have fallen
by x^2 + e^2 - R^2 - (e + x - R)^2 = 2 (x - R)(R - e). So A costs at least that much on top of f; in
the same way x below L costs at least 2 (L - x)(e - L).

**One value left out.** Let A do without the value v of the window, v > e. With x, the next
available value above R, U without v and with x is a window of the values other than v, and its
excess e + x - v lies between e and x. So the plain bound gives for A

    sum(U^2) - v^2 + x^2 - (e + x - v)^2 = f + 2 (x - v)(v - e);

without such an x no A exists, as the k highest values other than v add up to T + e - v < T. In the
same way v < e, left out, costs at least 2 (v - x)(e - v), x the next available value below L.

**Without the excess.** If e is not available, A is not U without one value, so I is not empty:

- I is one value x, and O two values with o1 + o2 = x + e: exactly x^2 + e^2 - o1^2 - o2^2 more.
- I holds a value above R at distance a and one below L at distance b: the step above, done for
  both, gives 2 a (R - e) + 2 b (e + a - L) = 2 a (R - e) + 2 b (e - L) + 2 a b.
- I holds two values above R at distances d1 < d2: the step done for the farther gives
  2 d2 (R - e), for the nearer 2 d1 (R - e - d2) more, which counts where it is positive; together
  2 [(d1 + d2)(R - e) - d1 d2] if d2 < R - e, else 2 d2 (R - e). Below L alike.

None of these falls when a distance grows, and with more values outside two of them can be taken
for the step; so the nearest values outside give the least, and the least of all is what every A
costs on top of f.

The linear program alone is what Fischetti and Salvagnin (2019, sections 2 to 4) have; this bound is
the project's.
"""

from __future__ import annotations

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled

NEVER = 1 << 40
"""A price that nothing can pay."""


@compiled
def outside_cost(value: int, left: int, right: int, excess: int) -> int:
    """Return how much using a value adds to the plain bound f; 0 for a value of the window."""
    if value > right:
        return 2 * (value - right) * (right - excess)
    if value < left:
        return 2 * (left - value) * (excess - left)
    return 0


@compiled
def leaving_cost(value: int, below: int, above: int, excess: int) -> int:
    """Return how much not using a value of the window adds to the plain bound f.

    `value`: in the window.
    `below`, `above`: the next available values on both sides of the window, which are 0 or more; -1
    for none.
    """
    if value > excess:
        return 2 * (above - value) * (value - excess) if above >= 0 else NEVER
    if value < excess:
        return 2 * (value - below) * (excess - value) if below >= 0 else NEVER
    return 0


@compiled
def _two_on_a_side(near: int, far: int, room: int) -> int:
    """Return the cost of two values at these distances, `room` from the excess to the end."""
    return 2 * ((near + far) * room - near * far) if far < room else 2 * far * room


@compiled
def beyond(values: IntArray, count: int, k: int, low: int, excess: int) -> int:
    """Return the least cost of two values outside the window on top of f; -1 if there are none.

    `values`, shape (count or more,).
    """
    left, right = values[low], values[low + k]
    to_left, to_right = excess - left, right - excess
    above, below = count - low - k - 1, low
    best = -1
    if above > 0 and below > 0:
        up, down = values[low + k + 1] - right, left - values[low - 1]
        best = 2 * (up * to_right + down * to_left + up * down)
    if above > 1:
        cost = _two_on_a_side(values[low + k + 1] - right, values[low + k + 2] - right, to_right)
        if best < 0 or cost < best:
            best = cost
    if below > 1:
        cost = _two_on_a_side(left - values[low - 1], left - values[low - 2], to_left)
        if best < 0 or cost < best:
            best = cost
    return best


@compiled
def detour(values: IntArray, count: int, k: int, low: int, excess: int) -> int:
    """Return the least that a sum without the excess costs on top of f; -1 if there is none.

    `values`, `count`, `k`: as in `least_squares`.
    `low`: the place of the lowest value of the window, see `window`.
    `excess`: of the window; not available.
    `values`, shape (count or more,).
    """
    left, right = values[low], values[low + k]
    best = beyond(values, count, k, low, excess)
    for step in (1, -1):  # one value outside for two of the window
        position = low + k + 1 if step > 0 else low - 1
        while 0 <= position < count:
            value = values[position]
            if best >= 0 and outside_cost(value, left, right, excess) >= best:
                break
            i, j = low, low + k
            while i < j:
                cancelled = values[i] + values[j] - value - excess
                if cancelled == 0:
                    cost = value**2 + excess**2 - values[i] ** 2 - values[j] ** 2
                    if best < 0 or cost < best:
                        best = cost
                if cancelled <= 0:
                    i += 1
                if cancelled >= 0:
                    j -= 1
            position += step
    return best


@compiled
def window(values: IntArray, count: int, k: int, total: int, found: IntArray) -> int:
    """Find the window and the plain bound f.

    `values`, `count`, `k`, `total`: as in `least_squares`.
    `found`: f; the lowest value L and the highest value R of the window; the excess e; 0 if that is
    available, else -1. Written.
    Returns the place of the lowest value of the window; -1 if k values cannot have that total.
    `values`, shape (count or more,); `found`, shape (5,).
    """
    if count < k:
        return -1
    here, squares = 0, 0
    for i in range(k):
        here += values[i]
        squares += values[i] * values[i]
    if total < here:
        return -1
    if count == k:  # all values are used; the bound is exact
        found[0], found[1], found[2], found[3] = squares, values[0], values[k - 1], values[0]
        found[4] = 0
        return 0 if total == here else -1
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
        return -1
    found[0], found[1], found[2] = squares + right * right - excess * excess, left, right
    found[3], found[4] = excess, -1
    for i in range(low, low + k + 1):
        if values[i] == excess:
            found[4] = 0
            break
    return low


@compiled
def least_squares(values: IntArray, count: int, k: int, total: int, found: IntArray) -> bool:
    """Bound the sum of squares of k distinct values that add up to a total, from below.

    `values`, shape (count or more,): the first `count` are the available ones, increasing.
    `k`: at least 1.
    `total`: what the chosen values add up to.
    `found`, shape (5,), written: the bound; the lowest value L and the highest value R of the
    window; the excess e; how much of the bound is there because e is not available.
    Returns False if no k of the values add up to the total, as far as the window can tell. See the
    head of this module for the proof.
    """
    low = window(values, count, k, total, found)
    if low < 0:
        return False
    if found[4] == 0:
        return True
    added = detour(values, count, k, low, found[3])
    found[0] += added
    found[4] = added
    return added >= 0

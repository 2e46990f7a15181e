"""What a probe may drop: diagonals that no queen can use, and lines that are left without a cell.

Which diagonals may and must still hold a queen follows from the listed choices of `choices` where
there are any, else by the bound of `nqviz.engines.planar.bound`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.engines.bits import trailing_zeros
from nqviz.engines.planar.bound import detour, leaving_cost, window

from .choices import SHIFT
from .rest import WIDTH
from .state import (
    BY_BOUND,
    COLUMNS,
    FORCED,
    LINE,
    MISSING,
    NOTHING,
    OPEN_COLUMNS,
    OPEN_ROWS,
    ROWS,
    SECOND,
    SQUARES,
    STAMP,
    STEPS,
    SUMS,
    USED,
    Search,
)

Two: TypeAlias = tuple[np.uint64, np.uint64]
Four: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""A set of diagonals: two words of sums, two words of differences."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_TOP = np.uint64(WIDTH - 1)


@compiled
def wiped(s: Search, depth: int) -> int:
    """Return an open line without a cell, or `NOTHING`."""
    for offset in (0, WIDTH):
        lines = s.marks[depth, OPEN_ROWS if offset == 0 else OPEN_COLUMNS]
        while lines != _ZERO:
            line = offset + trailing_zeros(lines)
            if s.lines[depth, line] == _ZERO:
                return line
            lines &= lines - _ONE
    return NOTHING


# Diagonals ----------------------------------------------------------------------------------------


@compiled
def _diagonals(s: Search, depth: int) -> tuple[Four, Four]:
    """Return the diagonals that have a free cell, and those that have two or more."""
    s0, s1, t0, t1 = _ZERO, _ZERO, _ZERO, _ZERO
    u0, u1, v0, v1 = _ZERO, _ZERO, _ZERO, _ZERO
    lines = s.marks[depth, OPEN_ROWS]
    while lines != _ZERO:
        i = trailing_zeros(lines)
        lines &= lines - _ONE
        word, up = s.lines[depth, i], np.uint64(i)
        down = _TOP - up
        low, high = word << up, (word >> _ONE) >> down
        u0, u1 = u0 | (s0 & low), u1 | (s1 & high)
        s0, s1 = s0 | low, s1 | high
        low, high = word << down, (word >> _ONE) >> up
        v0, v1 = v0 | (t0 & low), v1 | (t1 & high)
        t0, t1 = t0 | low, t1 | high
    return (s0, s1, t0, t1), (u0, u1, v0, v1)


@compiled
def _keep(s: Search, depth: int, allowed: Four) -> int:
    """Drop the cells on diagonals that are not allowed: a line without a cell, or `NOTHING`."""
    lines = s.marks[depth, OPEN_ROWS]
    while lines != _ZERO:
        i = trailing_zeros(lines)
        lines &= lines - _ONE
        up = np.uint64(i)
        down = _TOP - up
        by_sum = (allowed[0] >> up) | ((allowed[1] << _ONE) << down)
        by_step = (allowed[2] >> down) | ((allowed[3] << _ONE) << up)
        word = s.lines[depth, i]
        lost = word & ~(by_sum & by_step)
        if lost != _ZERO:
            s.lines[depth, i] = word & ~lost
            if word == lost:
                return i
            bit = ~(_ONE << up)
            while lost != _ZERO:
                s.lines[depth, WIDTH + trailing_zeros(lost)] &= bit
                lost &= lost - _ONE
    return wiped(s, depth)


@compiled
def _range(low: int, high: int) -> Two:
    """Return the two words that hold the numbers low to high."""
    first, last = _ZERO, _ZERO
    low = max(low, 0)
    if low < WIDTH and high >= low:
        first = (_ALL << np.uint64(low)) & (_ALL >> np.uint64(WIDTH - 1 - min(high, WIDTH - 1)))
    low, high = max(low - WIDTH, 0), min(high - WIDTH, WIDTH - 1)
    if low <= high:
        last = (_ALL << np.uint64(low)) & (_ALL >> np.uint64(WIDTH - 1 - high))
    return first, last


# Choices ------------------------------------------------------------------------------------------


@compiled
def _fitting(s: Search, start: int, count: int, low: Two, high: Two) -> int:
    """Bring to the front, and count, the choices that hold a set and are held by another."""
    i, end = start, start + count
    while i < end:
        here = s.order[i]
        first, last = s.choices[here, 0], s.choices[here, 1]
        if ((low[0] & ~first) | (low[1] & ~last) | (first & ~high[0]) | (last & ~high[1])) == _ZERO:
            i += 1
        else:
            end -= 1
            s.order[i], s.order[end] = s.order[end], here
    return end - start


@compiled
def _partnered(s: Search, family: int, start: int, count: int, now: int) -> int:
    """Bring to the front, and count, the choices whose key the other family has; stamp theirs."""
    i, end = start, start + count
    while i < end:
        here = s.order[i]
        if s.stamps[1 - family, s.keys[here]] == now:
            s.stamps[family, s.keys[here]] = now
            i += 1
        else:
            end -= 1
            s.order[i], s.order[end] = s.order[end], here
    return end - start


@compiled
def _all_and_any(s: Search, start: int, count: int) -> Four:
    """Return what all choices hold, and what any of them holds."""
    all0, all1, any0, any1 = _ALL, _ALL, _ZERO, _ZERO
    for i in range(start, start + count):
        first, last = s.choices[s.order[i], 0], s.choices[s.order[i], 1]
        all0, all1, any0, any1 = all0 & first, all1 & last, any0 | first, any1 | last
    return all0, all1, any0, any1


@compiled
def _choose(s: Search, depth: int, free: Four) -> tuple[bool, Four, Four]:
    """Return whether choices are left, which diagonals they all hold, which any of them holds."""
    u0, u1 = s.marks[depth, USED], s.marks[depth, USED + 1]
    v0, v1 = s.marks[depth, USED + 2], s.marks[depth, USED + 3]
    start, second, level = 0, s.state[SECOND], s.levels
    sums = _fitting(s, start, level[depth, SUMS], (u0, u1), (u0 | free[0], u1 | free[1]))
    steps = _fitting(s, second, level[depth, STEPS], (v0, v1), (v0 | free[2], v1 | free[3]))
    s.state[STAMP] += 1
    now = s.state[STAMP]
    for i in range(sums):
        s.stamps[0, s.keys[s.order[i]]] = now
    steps = _partnered(s, 1, second, steps, now)
    sums = _partnered(s, 0, start, sums, now)
    level[depth, SUMS], level[depth, STEPS] = sums, steps
    a0, a1, b0, b1 = _all_and_any(s, start, sums)
    c0, c1, d0, d1 = _all_and_any(s, second, steps)
    forced = (a0 & ~u0, a1 & ~u1, c0 & ~v0, c1 & ~v1)
    return sums > 0 and steps > 0, forced, (b0, b1, d0, d1)


# Bound --------------------------------------------------------------------------------------------


@compiled
def _values(low: np.uint64, high: np.uint64, values: IntArray) -> int:
    """Write the members of a set of two words in order; return their number."""
    count = 0
    while low != _ZERO:
        values[count] = trailing_zeros(low)
        low &= low - _ONE
        count += 1
    while high != _ZERO:
        values[count] = WIDTH + trailing_zeros(high)
        high &= high - _ONE
        count += 1
    return count


@compiled
def _within(found: IntArray, spare: int) -> Two:
    """Return the values whose use costs no more than there is to spare."""
    to_left, to_right = found[3] - found[1], found[2] - found[3]
    low = found[1] - spare // (2 * to_left) if to_left else 0
    high = found[2] + spare // (2 * to_right) if to_right else 2 * WIDTH - 1
    return _range(low, min(high, 2 * WIDTH - 1))


@compiled
def _too_dear(low: int, high: int, below: int, above: int, excess: int, spare: int) -> Two:
    """Return the values of a range that cost more to leave out than there is to spare."""
    while low <= high and leaving_cost(low, below, above, excess) <= spare:
        low += 1
    while low <= high and leaving_cost(high, below, above, excess) <= spare:
        high -= 1
    return _range(low, high)


@compiled
def _needed(values: IntArray, count: int, place: int, k: int, found: IntArray, spare: int) -> Two:
    """Return a set of values such that leaving any out costs more than there is to spare."""
    if count == k:
        return _range(values[0], values[count - 1])
    below = values[place - 1] if place > 0 else -1
    above = values[place + k + 1] if place + k + 1 < count else -1
    excess, right = found[3], found[2]
    more = _too_dear(excess + 1, right, below, above, excess, spare)
    less = _too_dear(found[1], excess - 1, below, above, excess, spare)
    return more[0] | less[0], more[1] | less[1]


@compiled
def _bound(s: Search, depth: int, free: Four) -> tuple[bool, Four, Four]:
    """Return whether the squares can be had, which diagonals are needed, which are not too dear."""
    level, found = s.levels[depth], s.found
    k, difference = level[MISSING], level[COLUMNS] - level[ROWS]
    none = (_ZERO, _ZERO, _ZERO, _ZERO)
    spare = level[SQUARES] + 2 * SHIFT * difference + SHIFT * SHIFT * k  # of shifted differences
    sums, steps = s.values[0], s.values[1]
    count = _values(free[0], free[1], sums), _values(free[2], free[3], steps)
    here = window(sums, count[0], k, level[ROWS] + level[COLUMNS], found[0])
    there = window(steps, count[1], k, difference + SHIFT * k, found[1])
    if here < 0 or there < 0:
        return False, none, none
    spare -= found[0, 0] + found[1, 0]
    if spare < 0:
        return False, none, none
    for family in range(2):
        if found[family, 4] < 0:
            place = here if family == 0 else there
            price = detour(s.values[family], count[family], k, place, found[family, 3])
            spare -= price
            found[family, 4] = price
            if price < 0 or spare < 0:
                return False, none, none
    own, other = spare + found[0, 4], spare + found[1, 4]
    a, b = _needed(sums, count[0], here, k, found[0], own), _within(found[0], own)
    c, d = _needed(steps, count[1], there, k, found[1], other), _within(found[1], other)
    needed = (a[0] & free[0], a[1] & free[1], c[0] & free[2], c[1] & free[3])
    return True, needed, (b[0], b[1], d[0], d[1])


# Pruning ------------------------------------------------------------------------------------------


@compiled
def prune(s: Search, depth: int) -> int:
    """Drop cells until nothing changes: `NOTHING`, or the line that is left without a cell.

    The next line of the level is set where a diagonal needs the only cell it has.
    """
    has_choices = len(s.choices) > 0
    while True:
        free, twice = _diagonals(s, depth)
        if has_choices:
            is_left, forced, allowed = _choose(s, depth, free)
        else:
            is_left, forced, allowed = _bound(s, depth, free)
        if not is_left:
            return BY_BOUND
        if (
            (free[0] & ~allowed[0])
            | (free[1] & ~allowed[1])
            | (free[2] & ~allowed[2])
            | (free[3] & ~allowed[3])
        ) == _ZERO:
            break
        failed = _keep(s, depth, allowed)
        if failed != NOTHING:
            return failed
    for w in range(4):
        s.marks[depth, FORCED + w] = forced[w]
    if s.levels[depth, LINE] < 0:
        once = forced[0] & ~twice[0], forced[1] & ~twice[1]
        more = forced[2] & ~twice[2], forced[3] & ~twice[3]
        if once[0] | once[1] != _ZERO:
            s.levels[depth, LINE] = 2 * WIDTH + _lowest(once[0], once[1])
        elif more[0] | more[1] != _ZERO:
            s.levels[depth, LINE] = 4 * WIDTH + _lowest(more[0], more[1])
    return NOTHING


@compiled
def _lowest(low: np.uint64, high: np.uint64) -> int:
    lowest: int = trailing_zeros(low) if low != _ZERO else WIDTH + trailing_zeros(high)
    return lowest

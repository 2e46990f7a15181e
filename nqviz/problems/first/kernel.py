"""The search of a probe: open rows and columns as 64-bit words, one level for each queen.

Rows and columns are counted from the first open ones. Each is a word of its free cells, kept for
every level, so that going back costs nothing. Sums s = r + c and differences t = c - r + `SHIFT` of
the free cells are the bits of two words each. What diagonals may and must still hold a queen is
told by the listed choices of `choices` where there are any, else by the bound of
`nqviz.solvers.planar_bound`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from ...board import IntArray
from ...jit import compiled
from ...solvers.bits import ones, trailing_zeros
from ...solvers.planar_bound import detour, leaving_cost, window
from .choices import SHIFT, Words2
from .rest import WIDTH

REFUTED, FOUND, PAUSED = 0, 1, 2

DEPTH, NODES, BEGUN, STAMP = range(4)
"""Where the numbers of a search stand in its `state`."""

MISSING, ROWS, COLUMNS, SQUARES, LINE, ROW, COLUMN, SUMS, STEPS = range(9)
"""Where the numbers of a level stand: how many queens are missing; the sums of the open rows, of
the open columns, of twice their squares; the line that is branched on; the queen that is tried; how
many choices of sums and of differences are left."""

NOTHING = -1
"""No line: a row is told as it is, a column from `WIDTH` on, a sum from 2 `WIDTH` on, a difference
from 4 `WIDTH` on."""
BY_BOUND = 6 * WIDTH
"""What pruning gives where no line is to blame."""

Four: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""A set of diagonals: two words of sums, two words of differences."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_TOP = np.uint64(WIDTH - 1)


class Search(NamedTuple):
    """A search as arrays, which the kernel takes as one.

    Attributes
    ----------
    size, wide : int
        How many rows and columns there are.
    rows, columns : array of shape (levels, WIDTH)
        The free cells of each line.
    open : array of shape (levels, 2)
        The open rows and the open columns.
    used, forced : array of shape (levels, 4)
        The sums (two words) and the differences that have a queen, and those that need one.
    levels : array of shape (levels, 9)
    sums, steps : array of shape (choices, 2)
        The listed choices, see `Choices`; empty if there are none to go by.
    sum_keys, step_keys : array of shape (choices,)
    sum_order, step_order : array of shape (choices,)
        The choices that are left at a level stand first.
    stamps : array of shape (2, keys)
        When each key was last seen with a choice of sums, and of differences.
    values : array of shape (2, 2 WIDTH)
        Scratch: the diagonals in order.
    found : array of shape (2, 5)
        Scratch: what the bound tells of each family.
    weights : array of shape (6 WIDTH,)
        How often each line was left without a cell.
    state : array of shape (4,)
    """

    size: int
    wide: int
    rows: Words2
    columns: Words2
    open: Words2
    used: Words2
    forced: Words2
    levels: IntArray
    sums: Words2
    steps: Words2
    sum_keys: IntArray
    step_keys: IntArray
    sum_order: IntArray
    step_order: IntArray
    stamps: IntArray
    values: IntArray
    found: IntArray
    weights: IntArray
    state: IntArray


# Lines --------------------------------------------------------------------------------------------


@compiled
def _attack(words: Words2, depth: int, lines: np.uint64, line: int, place: int) -> tuple[int, int]:
    """Give the next level what a queen leaves of each open line: one that is empty, one with one.

    Each is -1 if there is none.
    """
    bit = _ONE << np.uint64(place)
    single = -1
    while lines != _ZERO:
        other = trailing_zeros(lines)
        lines &= lines - _ONE
        step = np.uint64(abs(other - line))
        word = words[depth, other] & ~(bit | (bit << step) | (bit >> step))
        words[depth + 1, other] = word
        if word & (word - _ONE) == _ZERO:
            if word == _ZERO:
                return other, single
            single = other
    return -1, single


@compiled
def _wiped(words: Words2, depth: int, lines: np.uint64) -> int:
    """Give an open line without a cell, -1 if there is none."""
    while lines != _ZERO:
        line = trailing_zeros(lines)
        if words[depth, line] == _ZERO:
            return line
        lines &= lines - _ONE
    return -1


@compiled
def _fewest(
    words: Words2, depth: int, lines: np.uint64, weights: IntArray, offset: int
) -> tuple[int, int, int]:
    """Give the open line with the fewest cells, of such the heaviest, of such the last."""
    best, fewest, heaviest = NOTHING, WIDTH + 1, -1
    while lines != _ZERO:
        line = trailing_zeros(lines)
        lines &= lines - _ONE
        count = ones(words[depth, line])
        if count < fewest or (count == fewest and weights[offset + line] >= heaviest):
            best, fewest, heaviest = offset + line, count, weights[offset + line]
    return best, fewest, heaviest


# Diagonals ----------------------------------------------------------------------------------------


@compiled
def _diagonals(s: Search, depth: int) -> tuple[Four, Four]:
    """Give the diagonals that have a free cell, and those that have two or more."""
    s0, s1, t0, t1 = _ZERO, _ZERO, _ZERO, _ZERO
    u0, u1, v0, v1 = _ZERO, _ZERO, _ZERO, _ZERO
    lines = s.open[depth, 0]
    while lines != _ZERO:
        i = trailing_zeros(lines)
        lines &= lines - _ONE
        word, up = s.rows[depth, i], np.uint64(i)
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
    lines = s.open[depth, 0]
    while lines != _ZERO:
        i = trailing_zeros(lines)
        lines &= lines - _ONE
        up = np.uint64(i)
        down = _TOP - up
        by_sum = (allowed[0] >> up) | ((allowed[1] << _ONE) << down)
        by_step = (allowed[2] >> down) | ((allowed[3] << _ONE) << up)
        word = s.rows[depth, i]
        lost = word & ~(by_sum & by_step)
        if lost != _ZERO:
            s.rows[depth, i] = word & ~lost
            if word == lost:
                return i
            bit = ~(_ONE << up)
            while lost != _ZERO:
                s.columns[depth, trailing_zeros(lost)] &= bit
                lost &= lost - _ONE
    column = _wiped(s.columns, depth, s.open[depth, 1])
    return NOTHING if column < 0 else WIDTH + column


@compiled
def _range(low: int, high: int) -> tuple[np.uint64, np.uint64]:
    """Give the two words that hold the numbers low to high."""
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
def _fitting(
    choices: Words2,
    order: IntArray,
    count: int,
    low: tuple[np.uint64, np.uint64],
    high: tuple[np.uint64, np.uint64],
) -> int:
    """Bring to the front, and count, the choices that hold a set and are held by another."""
    i = 0
    while i < count:
        here = order[i]
        first, last = choices[here, 0], choices[here, 1]
        if ((low[0] & ~first) | (low[1] & ~last) | (first & ~high[0]) | (last & ~high[1])) == _ZERO:
            i += 1
        else:
            count -= 1
            order[i], order[count] = order[count], here
    return count


@compiled
def _partnered(
    keys: IntArray, order: IntArray, count: int, stamps: IntArray, family: int, now: int
) -> int:
    """Bring to the front, and count, the choices whose key the other family has; stamp theirs."""
    i = 0
    while i < count:
        here = order[i]
        if stamps[1 - family, keys[here]] == now:
            stamps[family, keys[here]] = now
            i += 1
        else:
            count -= 1
            order[i], order[count] = order[count], here
    return count


@compiled
def _all_and_any(
    choices: Words2, order: IntArray, count: int
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Give what all choices hold, and what any of them holds."""
    all0, all1, any0, any1 = _ALL, _ALL, _ZERO, _ZERO
    for i in range(count):
        first, last = choices[order[i], 0], choices[order[i], 1]
        all0, all1, any0, any1 = all0 & first, all1 & last, any0 | first, any1 | last
    return all0, all1, any0, any1


@compiled
def _choose(s: Search, depth: int, free: Four) -> tuple[bool, Four, Four]:
    """Tell whether choices are left, which diagonals they all hold, which any of them holds."""
    u0, u1, v0, v1 = s.used[depth, 0], s.used[depth, 1], s.used[depth, 2], s.used[depth, 3]
    level = s.levels
    sums = _fitting(s.sums, s.sum_order, level[depth, SUMS], (u0, u1), (u0 | free[0], u1 | free[1]))
    steps = _fitting(
        s.steps, s.step_order, level[depth, STEPS], (v0, v1), (v0 | free[2], v1 | free[3])
    )
    s.state[STAMP] += 1
    now = s.state[STAMP]
    for i in range(sums):
        s.stamps[0, s.sum_keys[s.sum_order[i]]] = now
    steps = _partnered(s.step_keys, s.step_order, steps, s.stamps, 1, now)
    sums = _partnered(s.sum_keys, s.sum_order, sums, s.stamps, 0, now)
    level[depth, SUMS], level[depth, STEPS] = sums, steps
    a0, a1, b0, b1 = _all_and_any(s.sums, s.sum_order, sums)
    c0, c1, d0, d1 = _all_and_any(s.steps, s.step_order, steps)
    forced = (a0 & ~u0, a1 & ~u1, c0 & ~v0, c1 & ~v1)
    return sums > 0 and steps > 0, forced, (b0, b1, d0, d1)


# Bound --------------------------------------------------------------------------------------------


@compiled
def _values(low: np.uint64, high: np.uint64, values: IntArray) -> int:
    """Write the members of a set of two words in order; give their number."""
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
def _within(found: IntArray, spare: int) -> tuple[np.uint64, np.uint64]:
    """Give the values whose use costs no more than there is to spare."""
    to_left, to_right = found[3] - found[1], found[2] - found[3]
    low = found[1] - spare // (2 * to_left) if to_left else 0
    high = found[2] + spare // (2 * to_right) if to_right else 2 * WIDTH - 1
    return _range(low, min(high, 2 * WIDTH - 1))


@compiled
def _needed(
    values: IntArray, count: int, place: int, k: int, found: IntArray, spare: int
) -> tuple[np.uint64, np.uint64]:
    """Give a set of values such that leaving any out costs more than there is to spare."""
    if count == k:
        return _range(values[0], values[count - 1])
    below = values[place - 1] if place > 0 else -1
    above = values[place + k + 1] if place + k + 1 < count else -1
    excess, right = found[3], found[2]
    low, high = excess + 1, right
    while low <= high and leaving_cost(low, below, above, excess) <= spare:
        low += 1
    while low <= high and leaving_cost(high, below, above, excess) <= spare:
        high -= 1
    more = _range(low, high)
    low, high = found[1], excess - 1
    while low <= high and leaving_cost(low, below, above, excess) <= spare:
        low += 1
    while low <= high and leaving_cost(high, below, above, excess) <= spare:
        high -= 1
    less = _range(low, high)
    return more[0] | less[0], more[1] | less[1]


@compiled
def _bound(s: Search, depth: int, free: Four) -> tuple[bool, Four, Four]:
    """Tell whether the squares can be had, which diagonals are needed, which are not too dear."""
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


# Search -------------------------------------------------------------------------------------------


@compiled
def _prune(s: Search, depth: int) -> int:
    """Drop cells until nothing changes: `NOTHING`, or the line that is left without a cell.

    The next line of the level is set where a diagonal needs the only cell it has.
    """
    has_choices = len(s.sums) > 0
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
        s.forced[depth, w] = forced[w]
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


@compiled
def _heaviest(low: np.uint64, high: np.uint64, weights: IntArray, offset: int) -> tuple[int, int]:
    """Give the heaviest line of a set, and its weight; the last of such."""
    best, heaviest = NOTHING, -1
    for w in range(2):
        word = high if w else low
        while word != _ZERO:
            line = offset + WIDTH * w + trailing_zeros(word)
            word &= word - _ONE
            if weights[line] >= heaviest:
                best, heaviest = line, weights[line]
    return best, heaviest


@compiled
def _select(s: Search, depth: int) -> int:
    """Give the line with the fewest cells among rows, columns and diagonals that need a queen."""
    row, fewest, weight = _fewest(s.rows, depth, s.open[depth, 0], s.weights, 0)
    column, count, other = _fewest(s.columns, depth, s.open[depth, 1], s.weights, WIDTH)
    if count < fewest or (count == fewest and other >= weight):
        row, fewest = column, count
    if fewest <= 2:
        return row
    # how many cells each diagonal has, bit by bit: 1, 2, 4, and whether there are 8 or more
    c1 = (_ZERO, _ZERO, _ZERO, _ZERO)
    c2, c4, c8 = c1, c1, c1
    lines = s.open[depth, 0]
    while lines != _ZERO:
        i = trailing_zeros(lines)
        lines &= lines - _ONE
        word, up = s.rows[depth, i], np.uint64(i)
        down = _TOP - up
        more = (word << up, (word >> _ONE) >> down, word << down, (word >> _ONE) >> up)
        carry = (c1[0] & more[0], c1[1] & more[1], c1[2] & more[2], c1[3] & more[3])
        c1 = (c1[0] ^ more[0], c1[1] ^ more[1], c1[2] ^ more[2], c1[3] ^ more[3])
        more = (c2[0] & carry[0], c2[1] & carry[1], c2[2] & carry[2], c2[3] & carry[3])
        c2 = (c2[0] ^ carry[0], c2[1] ^ carry[1], c2[2] ^ carry[2], c2[3] ^ carry[3])
        carry = (c4[0] & more[0], c4[1] & more[1], c4[2] & more[2], c4[3] & more[3])
        c4 = (c4[0] ^ more[0], c4[1] ^ more[1], c4[2] ^ more[2], c4[3] ^ more[3])
        c8 = (c8[0] | carry[0], c8[1] | carry[1], c8[2] | carry[2], c8[3] | carry[3])
    for count in range(2, min(fewest, 8)):
        o1 = _ZERO if count & 1 else _ALL
        o2 = _ZERO if count & 2 else _ALL
        o4 = _ZERO if count & 4 else _ALL
        f = s.forced[depth]
        m0 = f[0] & (c1[0] ^ o1) & (c2[0] ^ o2) & (c4[0] ^ o4) & ~c8[0]
        m1 = f[1] & (c1[1] ^ o1) & (c2[1] ^ o2) & (c4[1] ^ o4) & ~c8[1]
        m2 = f[2] & (c1[2] ^ o1) & (c2[2] ^ o2) & (c4[2] ^ o4) & ~c8[2]
        m3 = f[3] & (c1[3] ^ o1) & (c2[3] ^ o2) & (c4[3] ^ o4) & ~c8[3]
        if (m0 | m1 | m2 | m3) != _ZERO:
            sum_, weight = _heaviest(m0, m1, s.weights, 2 * WIDTH)
            step, other = _heaviest(m2, m3, s.weights, 4 * WIDTH)
            return step if other >= weight else sum_
    return row


@compiled
def _cell(s: Search, depth: int) -> int:
    """Give a free cell of the line that is branched on as 64 row + column; -1 without one."""
    line = s.levels[depth, LINE]
    if line < 0:
        return -1
    if line < WIDTH:
        word = s.rows[depth, line]
        return WIDTH * line + trailing_zeros(word) if word != _ZERO else -1
    if line < 2 * WIDTH:
        word = s.columns[depth, line - WIDTH]
        return WIDTH * trailing_zeros(word) + line - WIDTH if word != _ZERO else -1
    lines = s.open[depth, 0]
    while lines != _ZERO:
        row = trailing_zeros(lines)
        lines &= lines - _ONE
        column = line - 2 * WIDTH - row if line < 4 * WIDTH else line - 4 * WIDTH - SHIFT + row
        if 0 <= column < WIDTH and s.rows[depth, row] >> np.uint64(column) & _ONE != _ZERO:
            return int(WIDTH * row + column)
    return -1


@compiled
def _remove(s: Search, depth: int) -> None:
    """Take the queen that was tried away; if a line is left without a cell, nothing is left."""
    row, column = s.levels[depth, ROW], s.levels[depth, COLUMN]
    s.rows[depth, row] &= ~(_ONE << np.uint64(column))
    s.columns[depth, column] &= ~(_ONE << np.uint64(row))
    if s.rows[depth, row] == _ZERO or s.columns[depth, column] == _ZERO:
        s.levels[depth, LINE] = NOTHING


@compiled
def _place(s: Search, depth: int) -> int:
    """Write the next level after the queen that is tried: `NOTHING`, or a line without a cell."""
    row, column = s.levels[depth, ROW], s.levels[depth, COLUMN]
    after = depth + 1
    s.open[after, 0] = s.open[depth, 0] & ~(_ONE << np.uint64(row))
    s.open[after, 1] = s.open[depth, 1] & ~(_ONE << np.uint64(column))
    failed, single = _attack(s.rows, depth, s.open[after, 0], row, column)
    if failed >= 0:
        return failed
    failed, other = _attack(s.columns, depth, s.open[after, 1], column, row)
    if failed >= 0:
        return WIDTH + failed
    levels = s.levels
    levels[after, LINE] = single if single >= 0 else WIDTH + other if other >= 0 else NOTHING
    levels[after, MISSING] = levels[depth, MISSING] - 1
    levels[after, ROWS] = levels[depth, ROWS] - row
    levels[after, COLUMNS] = levels[depth, COLUMNS] - column
    levels[after, SQUARES] = levels[depth, SQUARES] - 2 * (row * row + column * column)
    levels[after, SUMS], levels[after, STEPS] = levels[depth, SUMS], levels[depth, STEPS]
    for w in range(4):
        s.used[after, w] = s.used[depth, w]
    here = row + column
    s.used[after, here >> 6] |= _ONE << np.uint64(here & 63)
    here = column - row + SHIFT
    s.used[after, 2 + (here >> 6)] |= _ONE << np.uint64(here & 63)
    return NOTHING


@compiled
def _go_down(s: Search, depth: int, ordered: bool) -> int:
    """Place the queen that is tried and prune: `NOTHING`, or what failed."""
    failed = _place(s, depth)
    if failed != NOTHING:
        return failed
    if ordered:
        s.levels[depth + 1, LINE] = s.levels[depth, LINE] + 1
        return NOTHING
    failed = _prune(s, depth + 1)
    if failed == NOTHING and s.levels[depth + 1, LINE] < 0:
        s.levels[depth + 1, LINE] = _select(s, depth + 1)
    return failed


@compiled
def _begin(s: Search, ordered: bool) -> bool:
    """Prepare the first level; False if there is no completion."""
    depth = s.state[DEPTH]  # no literal, for which all would be compiled once more
    if (
        _wiped(s.rows, depth, s.open[depth, 0]) >= 0
        or _wiped(s.columns, depth, s.open[depth, 1]) >= 0
    ):
        return False
    if not ordered:
        s.levels[depth, LINE] = NOTHING
        if _prune(s, depth) != NOTHING:
            return False
        if s.levels[depth, LINE] < 0:
            s.levels[depth, LINE] = _select(s, depth)
    return True


@compiled
def search(s: Search, ordered: bool, node_limit: int) -> int:
    """Search until there is an answer, or so many nodes have been tried since the beginning."""
    state, levels = s.state, s.levels
    if not state[BEGUN]:
        state[BEGUN] = 1
        if not _begin(s, ordered):
            return REFUTED
    depth = state[DEPTH]
    while True:
        cell = _cell(s, depth)
        if cell < 0:
            if depth == 0:
                state[DEPTH] = 0
                return REFUTED
            depth -= 1
            _remove(s, depth)
            continue
        if state[NODES] >= node_limit:
            state[DEPTH] = depth
            return PAUSED
        state[NODES] += 1
        levels[depth, ROW], levels[depth, COLUMN] = cell >> 6, cell & 63
        if levels[depth, MISSING] == 1:
            state[DEPTH] = depth
            return FOUND
        failed = _go_down(s, depth, ordered)
        if failed == NOTHING:
            depth += 1
            continue
        if failed < BY_BOUND:
            s.weights[failed] += 1
        _remove(s, depth)

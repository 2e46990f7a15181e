"""The search of a probe: depth-first over rows, columns and diagonals that need a queen."""

from __future__ import annotations

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.engines.bits import ones, trailing_zeros

from .choices import SHIFT
from .pruning import prune, wiped
from .rest import WIDTH
from .state import (
    BEGUN,
    BY_BOUND,
    COLUMN,
    COLUMNS,
    DEPTH,
    FORCED,
    FOUND,
    LINE,
    MISSING,
    NODES,
    NOTHING,
    OPEN_COLUMNS,
    OPEN_ROWS,
    PAUSED,
    REFUTED,
    ROW,
    ROWS,
    SQUARES,
    STEPS,
    SUMS,
    USED,
    Search,
)

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_TOP = np.uint64(WIDTH - 1)


@compiled
def _attack(
    s: Search, depth: int, lines: np.uint64, line: int, place: int, offset: int
) -> tuple[int, int]:
    """Return the next level what a queen leaves of each open line: an empty one, one with one cell.

    Each is `NOTHING` if there is none.
    """
    bit = _ONE << np.uint64(place)
    single = NOTHING
    while lines != _ZERO:
        other = trailing_zeros(lines)
        lines &= lines - _ONE
        step = np.uint64(abs(other - line))
        word = s.lines[depth, offset + other] & ~(bit | (bit << step) | (bit >> step))
        s.lines[depth + 1, offset + other] = word
        if word & (word - _ONE) == _ZERO:
            if word == _ZERO:
                return offset + other, single
            single = offset + other
    return NOTHING, single


@compiled
def _fewest(s: Search, depth: int, lines: np.uint64, offset: int) -> tuple[int, int, int]:
    """Return the open line with the fewest cells, of such the heaviest, of such the last."""
    best, fewest, heaviest = NOTHING, WIDTH + 1, -1
    while lines != _ZERO:
        line = offset + trailing_zeros(lines)
        lines &= lines - _ONE
        count = ones(s.lines[depth, line])
        if count < fewest or (count == fewest and s.weights[line] >= heaviest):
            best, fewest, heaviest = line, count, s.weights[line]
    return best, fewest, heaviest


@compiled
def _heaviest(low: np.uint64, high: np.uint64, weights: IntArray, offset: int) -> tuple[int, int]:
    """Return the heaviest line of a set, and its weight; the last of such."""
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
    """Return the line with the fewest cells among rows, columns and diagonals that need a queen."""
    row, fewest, weight = _fewest(s, depth, s.marks[depth, OPEN_ROWS], 0)
    column, count, other = _fewest(s, depth, s.marks[depth, OPEN_COLUMNS], WIDTH)
    if count < fewest or (count == fewest and other >= weight):
        row, fewest = column, count
    if fewest <= 2:
        return row
    # how many cells each diagonal has, bit by bit: 1, 2, 4, and whether there are 8 or more
    c1 = (_ZERO, _ZERO, _ZERO, _ZERO)
    c2, c4, c8 = c1, c1, c1
    lines = s.marks[depth, OPEN_ROWS]
    while lines != _ZERO:
        i = trailing_zeros(lines)
        lines &= lines - _ONE
        word, up = s.lines[depth, i], np.uint64(i)
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
        f = s.marks[depth, FORCED:]
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
    """Return a free cell of the line that is branched on as 64 row + column; -1 without one."""
    line = s.levels[depth, LINE]
    if line < 0:
        return -1
    if line < WIDTH:
        word = s.lines[depth, line]
        return WIDTH * line + trailing_zeros(word) if word != _ZERO else -1
    if line < 2 * WIDTH:
        word = s.lines[depth, WIDTH + line - WIDTH]
        return WIDTH * trailing_zeros(word) + line - WIDTH if word != _ZERO else -1
    lines = s.marks[depth, OPEN_ROWS]
    while lines != _ZERO:
        row = trailing_zeros(lines)
        lines &= lines - _ONE
        column = line - 2 * WIDTH - row if line < 4 * WIDTH else line - 4 * WIDTH - SHIFT + row
        if 0 <= column < WIDTH and s.lines[depth, row] >> np.uint64(column) & _ONE != _ZERO:
            return int(WIDTH * row + column)
    return -1


@compiled
def _remove(s: Search, depth: int) -> None:
    """Remove the cell of the last queen; if a line has no cell left, the level is refuted."""
    row, column = s.levels[depth, ROW], s.levels[depth, COLUMN]
    s.lines[depth, row] &= ~(_ONE << np.uint64(column))
    s.lines[depth, WIDTH + column] &= ~(_ONE << np.uint64(row))
    if s.lines[depth, row] == _ZERO or s.lines[depth, WIDTH + column] == _ZERO:
        s.levels[depth, LINE] = NOTHING


@compiled
def _place(s: Search, depth: int) -> int:
    """Write the next level after the queen that is tried: `NOTHING`, or a line without a cell."""
    row, column = s.levels[depth, ROW], s.levels[depth, COLUMN]
    after = depth + 1
    s.marks[after, OPEN_ROWS] = s.marks[depth, OPEN_ROWS] & ~(_ONE << np.uint64(row))
    s.marks[after, OPEN_COLUMNS] = s.marks[depth, OPEN_COLUMNS] & ~(_ONE << np.uint64(column))
    failed, single = _attack(s, depth, s.marks[after, OPEN_ROWS], row, column, 0)
    if failed >= 0:
        return failed
    failed, other = _attack(s, depth, s.marks[after, OPEN_COLUMNS], column, row, WIDTH)
    if failed >= 0:
        return failed
    levels = s.levels
    levels[after, LINE] = single if single >= 0 else other
    levels[after, MISSING] = levels[depth, MISSING] - 1
    levels[after, ROWS] = levels[depth, ROWS] - row
    levels[after, COLUMNS] = levels[depth, COLUMNS] - column
    levels[after, SQUARES] = levels[depth, SQUARES] - 2 * (row * row + column * column)
    levels[after, SUMS], levels[after, STEPS] = levels[depth, SUMS], levels[depth, STEPS]
    for w in range(4):
        s.marks[after, USED + w] = s.marks[depth, USED + w]
    here = row + column
    s.marks[after, USED + (here >> 6)] |= _ONE << np.uint64(here & 63)
    here = column - row + SHIFT
    s.marks[after, USED + 2 + (here >> 6)] |= _ONE << np.uint64(here & 63)
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
    failed = prune(s, depth + 1)
    if failed == NOTHING and s.levels[depth + 1, LINE] < 0:
        s.levels[depth + 1, LINE] = _select(s, depth + 1)
    return failed


@compiled
def _begin(s: Search, ordered: bool) -> bool:
    """Prepare the first level; False if there is no completion."""
    depth = s.state[DEPTH]  # no literal, for which all would be compiled once more
    if wiped(s, depth) != NOTHING:
        return False
    if not ordered:
        s.levels[depth, LINE] = NOTHING
        if prune(s, depth) != NOTHING:
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

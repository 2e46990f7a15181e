"""The search of a probe: open rows and columns as 64-bit words, one level for each queen.

Rows and columns are counted from the first open ones. Each is a word of its free cells, kept for
every level, so that going back costs nothing.
"""

from __future__ import annotations

import numpy as np

from ...board import IntArray
from ...jit import compiled
from ...solvers.bits import Words, ones, trailing_zeros
from .diagonals import beyond, detour, window

REFUTED, FOUND, PAUSED = 0, 1, 2

WIDTH = 64
"""The widest range of open rows or columns that is searched."""

DEPTH, NODES, BEGUN = range(3)
"""Where the numbers of a search stand in its `state`."""

MISSING, ROWS, COLUMNS, SQUARES, LINE, ROW, COLUMN = range(7)
"""Where the numbers of a level stand: how many queens are missing; the sums of the open rows, of
the open columns, of twice their squares; the line that is branched on; the queen that is tried."""

PASSED, BY_BOUND = -1, 2 * WIDTH
"""What pruning gives, beside a line without a cell: a row as it is, a column `WIDTH` higher."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_TOP = np.uint64(WIDTH - 1)


@compiled
def _attack(words: Words, after: Words, count: int, line: int, place: int, left: Words) -> None:
    """Give what a queen leaves of each line, which lines are empty, which have one cell at most."""
    bit = _ONE << np.uint64(place)
    empty, single = _ZERO, _ZERO
    for other in range(count):
        step = np.uint64(abs(other - line))
        word = words[other] & ~(bit | (bit << step) | (bit >> step))
        after[other] = word
        here = _ONE << np.uint64(other)
        if word == _ZERO:
            empty |= here
        if (word & (word - _ONE)) == _ZERO:
            single |= here
    after[line] = _ZERO
    left[0] = empty
    left[1] = single


@compiled
def _cut(words: Words, count: int, sums: tuple[int, int], steps: tuple[int, int]) -> None:
    """Keep of line i the places j with i + j and j - i in two ranges."""
    for i in range(count):
        low = max(sums[0] - i, steps[0] + i, 0)
        high = min(sums[1] - i, steps[1] + i, WIDTH - 1)
        if low > high:
            words[i] = _ZERO
        else:
            words[i] &= (_ALL << np.uint64(low)) & (_ALL >> np.uint64(WIDTH - 1 - high))


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
def _available(rows: Words, size: int, sums: IntArray, steps: IntArray) -> tuple[int, int]:
    """Write the diagonals of either kind that have a free cell; give their numbers.

    Differences are counted from the least that can be, `WIDTH` - 1 below 0.
    """
    sums_low, sums_high, steps_low, steps_high = _ZERO, _ZERO, _ZERO, _ZERO
    for i in range(size):
        word, up = rows[i], np.uint64(i)
        sums_low |= word << up
        sums_high |= (word >> _ONE) >> (_TOP - up)
        steps_low |= word << (_TOP - up)
        steps_high |= (word >> _ONE) >> up
    return _values(sums_low, sums_high, sums), _values(steps_low, steps_high, steps)


@compiled
def _wiped(rows: Words, columns: Words, open_: Words) -> int:
    """Give an open row or column without a cell, PASSED if there is none."""
    line = _empty(rows, open_[0])
    if line >= 0:
        return line
    line = _empty(columns, open_[1])
    return WIDTH + line if line >= 0 else PASSED


@compiled
def _empty(words: Words, open_: np.uint64) -> int:
    """Give an open line without a cell, -1 if there is none."""
    while open_ != _ZERO:
        line = trailing_zeros(open_)
        if words[line] == _ZERO:
            return line
        open_ &= open_ - _ONE
    return -1


@compiled
def _range(found: IntArray, spare: int) -> tuple[int, int]:
    """Give the range of values whose use costs no more than there is to spare."""
    to_left, to_right = found[3] - found[1], found[2] - found[3]
    low = found[1] - spare // (2 * to_left) if to_left else -1
    high = found[2] + spare // (2 * to_right) if to_right else 2 * WIDTH
    return low, high


@compiled
def _cuts(values: IntArray, count: int, found: IntArray, spare: int) -> bool:
    """Whether a value is too dear."""
    low, high = _range(found, spare)
    return bool(values[0] < low or values[count - 1] > high)


@compiled
def _slack(
    slack: int,
    sums: IntArray,
    steps: IntArray,
    count: tuple[int, int],
    place: tuple[int, int],
    found: tuple[IntArray, IntArray],
    k: int,
) -> int:
    """Take from the slack what missing excesses cost; -1 if nothing is left.

    The full price is sought only where some price could change anything.
    """
    most_sums = most_steps = 0
    if found[0][4] < 0:
        most_sums = beyond(sums, count[0], k, place[0], found[0][3])
    if found[1][4] < 0:
        most_steps = beyond(steps, count[1], k, place[1], found[1][3])
    if (
        most_sums >= 0
        and most_steps >= 0
        and slack >= most_sums + most_steps
        and not _cuts(sums, count[0], found[0], slack - most_steps)
        and not _cuts(steps, count[1], found[1], slack - most_sums)
    ):
        found[0][4] = found[1][4] = 0
        return slack
    for values, size, where, mine in (
        (sums, count[0], place[0], found[0]),
        (steps, count[1], place[1], found[1]),
    ):
        if mine[4] < 0:
            mine[4] = detour(values, size, k, where, mine[3])
            if mine[4] < 0:
                return -1
    left: int = slack - found[0][4] - found[1][4]
    return left


@compiled
def _prune(
    size: int,
    wide: int,
    rows: Words,
    columns: Words,
    open_: Words,
    level: IntArray,
    scratch: IntArray,
) -> int:
    """Apply the bound on diagonals until it changes nothing: PASSED, or what failed."""
    sums, steps = scratch[: 2 * WIDTH], scratch[2 * WIDTH : 4 * WIDTH]
    found = scratch[4 * WIDTH : 4 * WIDTH + 5], scratch[4 * WIDTH + 5 : 4 * WIDTH + 10]
    k = level[MISSING]
    shift = WIDTH - 1  # of the differences; the bound holds for shifted values alike
    difference = level[COLUMNS] - level[ROWS]
    squares = level[SQUARES] + 2 * shift * difference + shift * shift * k
    failed = PASSED
    while failed == PASSED:
        count = _available(rows, size, sums, steps)
        here = window(sums, count[0], k, level[ROWS] + level[COLUMNS], found[0])
        there = window(steps, count[1], k, difference + shift * k, found[1])
        if here < 0 or there < 0:
            return BY_BOUND
        slack = squares - found[0][0] - found[1][0]
        if slack >= 0 and (found[0][4] < 0 or found[1][4] < 0):
            slack = _slack(slack, sums, steps, count, (here, there), found, k)
        if slack < 0:
            return BY_BOUND
        of_sums = _range(found[0], slack + found[0][4])
        of_steps = _range(found[1], slack + found[1][4])
        if (
            of_sums[0] <= sums[0]
            and of_sums[1] >= sums[count[0] - 1]
            and of_steps[0] <= steps[0]
            and of_steps[1] >= steps[count[1] - 1]
        ):
            return PASSED
        _cut(rows, size, of_sums, (of_steps[0] - shift, of_steps[1] - shift))
        _cut(columns, wide, of_sums, (shift - of_steps[1], shift - of_steps[0]))
        failed = _wiped(rows, columns, open_)
    return failed


@compiled
def _choose(
    rows: Words, columns: Words, open_: Words, row_weights: IntArray, column_weights: IntArray
) -> int:
    """Give the open line with the fewest cells, of such the heaviest, of such the last."""
    best, fewest, heaviest = -1, WIDTH + 1, -1
    left = open_[0]
    while left != _ZERO:
        line = trailing_zeros(left)
        left &= left - _ONE
        count = ones(rows[line])
        if count < fewest or (count == fewest and row_weights[line] >= heaviest):
            best, fewest, heaviest = line, count, row_weights[line]
    left = open_[1]
    while left != _ZERO:
        line = trailing_zeros(left)
        left &= left - _ONE
        count = ones(columns[line])
        if count < fewest or (count == fewest and column_weights[line] >= heaviest):
            best, fewest, heaviest = WIDTH + line, count, column_weights[line]
    return best


@compiled
def _remove(rows: Words, columns: Words, level: IntArray) -> None:
    """Take the queen that was tried away; if a line is left without a cell, nothing is left."""
    row, column, line = level[ROW], level[COLUMN], level[LINE]
    rows[row] &= ~(_ONE << np.uint64(column))
    columns[column] &= ~(_ONE << np.uint64(row))
    if rows[row] == _ZERO or columns[column] == _ZERO:
        if line < WIDTH:
            rows[line] = _ZERO
        else:
            columns[line - WIDTH] = _ZERO


@compiled
def _blame(failed: int, row_weights: IntArray, column_weights: IntArray) -> None:
    """Count a line that was left without a cell."""
    if failed < WIDTH:
        row_weights[failed] += 1
    elif failed < BY_BOUND:
        column_weights[failed - WIDTH] += 1


@compiled
def _place(
    size: int,
    wide: int,
    rows: tuple[Words, Words],
    columns: tuple[Words, Words],
    open_: tuple[Words, Words],
    level: tuple[IntArray, IntArray],
    left: Words,
) -> tuple[int, int]:
    """Write the next level after the queen that is tried: what failed, and a line with one cell."""
    row, column = level[0][ROW], level[0][COLUMN]
    open_[1][0] = open_[0][0] & ~(_ONE << np.uint64(row))
    open_[1][1] = open_[0][1] & ~(_ONE << np.uint64(column))
    single = -1
    _attack(rows[0], rows[1], size, row, column, left)
    if left[0] & open_[1][0] != _ZERO:
        return trailing_zeros(left[0] & open_[1][0]), single
    if left[1] & open_[1][0] != _ZERO:
        single = trailing_zeros(left[1] & open_[1][0])
    _attack(columns[0], columns[1], wide, column, row, left)
    if left[0] & open_[1][1] != _ZERO:
        return WIDTH + trailing_zeros(left[0] & open_[1][1]), single
    if single < 0 and left[1] & open_[1][1] != _ZERO:
        single = WIDTH + trailing_zeros(left[1] & open_[1][1])
    level[1][MISSING] = level[0][MISSING] - 1
    level[1][ROWS] = level[0][ROWS] - row
    level[1][COLUMNS] = level[0][COLUMNS] - column
    level[1][SQUARES] = level[0][SQUARES] - 2 * (row * row + column * column)
    return PASSED, single


@compiled
def search(  # noqa: C901 - a kernel
    size: int,
    wide: int,
    ordered: bool,
    all_rows: Words,
    all_columns: Words,
    all_open: Words,
    levels: IntArray,
    scratch: IntArray,
    row_weights: IntArray,
    column_weights: IntArray,
    state: IntArray,
    node_limit: int,
) -> int:
    """Search until there is an answer, or so many nodes have been tried since the beginning."""
    left = np.zeros(2, dtype=np.uint64)
    if not state[BEGUN]:
        state[BEGUN] = 1
        rows, columns, open_, level = all_rows[0], all_columns[0], all_open[0], levels[0]
        failed = _wiped(rows, columns, open_)
        if not ordered and failed == PASSED:
            failed = _prune(size, wide, rows, columns, open_, level, scratch)
            level[LINE] = _choose(rows, columns, open_, row_weights, column_weights)
        if failed != PASSED:
            return REFUTED
    while True:
        depth = state[DEPTH]
        rows, columns, level = all_rows[depth], all_columns[depth], levels[depth]
        line = level[LINE]
        word = rows[line] if line < WIDTH else columns[line - WIDTH]
        if word == _ZERO:
            if depth == 0:
                return REFUTED
            state[DEPTH] = depth - 1
            _remove(all_rows[depth - 1], all_columns[depth - 1], levels[depth - 1])
            continue
        if state[NODES] >= node_limit:
            return PAUSED
        state[NODES] += 1
        place = trailing_zeros(word)
        level[ROW] = line if line < WIDTH else place
        level[COLUMN] = place if line < WIDTH else line - WIDTH
        if level[MISSING] == 1:
            return FOUND
        then_rows, then_columns = all_rows[depth + 1], all_columns[depth + 1]
        then_open, then = all_open[depth + 1], levels[depth + 1]
        failed, then[LINE] = _place(
            size,
            wide,
            (rows, then_rows),
            (columns, then_columns),
            (all_open[depth], then_open),
            (level, then),
            left,
        )
        if ordered:
            then[LINE] = line + 1
        elif failed == PASSED:
            failed = _prune(size, wide, then_rows, then_columns, then_open, then, scratch)
            if failed == PASSED and then[LINE] < 0:
                then[LINE] = _choose(
                    then_rows, then_columns, then_open, row_weights, column_weights
                )
        if failed == PASSED:
            state[DEPTH] = depth + 1
            continue
        _blame(failed, row_weights, column_weights)
        _remove(rows, columns, level)

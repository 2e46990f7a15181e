"""The kernel of the search for full planar placements, and the arrays that it works on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled
from nqviz.engines.bits import (
    Words,
    add_shifted,
    count_members,
    keep_range,
    list_members,
    trailing_zeros,
)

from .bound import detour, window

REFUTED, FOUND, PAUSED = 0, 1, 2

BoolArray = npt.NDArray[np.bool_]

(
    AT_DEPTH, AT_NODES, AT_BEGUN, AT_MISSING, AT_ROWS, AT_COLUMNS, AT_SQUARES, AT_CHANCE,
    AT_COUNTS, AT_FOUND,
) = range(10)  # fmt: skip
"""Where the numbers of a search stand in `SearchArrays.state`."""
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


class SearchArrays(NamedTuple):
    """A search as arrays, which the kernel takes as one; d counts queens, w words.

    Lines are the n rows and then the n columns.

    `lines`, shape (d, 2 n, w): the free cells of each line, at each depth.
    `is_open`, shape (2 n,): whether a line has no queen yet.
    `stack`, shape (d, 3): the line branched on and the row and column of the queen tried there, at
    each depth.
    `weights`, shape (2 n,): how often each line was left without a cell.
    `group_of`, shape (n, n): the group that a cell is in, or -1.
    `starts`, `cells`: where the cells of each group begin, and the cells.
    `room`, shape (d, groups): how many queens more each group may hold.
    `needs_all`, shape (groups,): whether a group holds no fewer queens either.
    `diagonals`, shape (2, w'): scratch: the sums and differences of free cells.
    `values`, shape (2, 2 n): scratch: those of each kind in order.
    `found`, shape (2, 5): scratch: the result of `window` for each kind.
    `ends`, shape (2, 2): scratch: the least and the greatest diagonal of each kind.
    `state`: depth, nodes, whether the search has begun; the queens missing, the sums of the open
    rows and columns, and twice the sum of their squares; the state of the random numbers; whether
    placements are counted, and how many were found.
    """

    lines: Words
    is_open: BoolArray
    stack: IntArray
    weights: IntArray
    group_of: IntArray
    starts: IntArray
    cells: IntArray
    room: IntArray
    needs_all: BoolArray
    diagonals: Words
    values: IntArray
    found: IntArray
    ends: IntArray
    state: IntArray


@compiled
def _attack(before: Words, after: Words, row: int, column: int) -> None:
    """Return the free cells that a queen leaves on each line."""
    n = len(before) // 2
    for other in range(2 * n):
        line, place = (row, column) if other < n else (n + column, row)
        for w in range(before.shape[1]):
            after[other, w] = before[other, w] if other != line else _ZERO
        step = abs(other - line)
        for cell in (place, place + step, place - step):
            if 0 <= cell < n:
                after[other, cell >> 6] &= ~(_ONE << np.uint64(cell & 63))


@compiled
def _drop(lines: Words, row: int, column: int) -> None:
    """Make a cell unfree."""
    lines[row, column >> 6] &= ~(_ONE << np.uint64(column & 63))
    lines[len(lines) // 2 + column, row >> 6] &= ~(_ONE << np.uint64(row & 63))


@compiled
def _fill_group(s: SearchArrays, depth: int, row: int, column: int) -> None:
    """Count a queen in its group; a full group loses its free cells."""
    n = len(s.group_of)
    s.room[depth] = s.room[depth - 1]
    group = s.group_of[row, column]
    if group >= 0:
        s.room[depth, group] -= 1
        if s.room[depth, group] == 0:
            for i in range(s.starts[group], s.starts[group + 1]):
                _drop(s.lines[depth], s.cells[i] // n, s.cells[i] % n)


@compiled
def _heed_groups(s: SearchArrays, depth: int) -> bool:
    """Leave groups that need all their free cells these alone; False if one has too few."""
    n = len(s.group_of)
    lines = s.lines[depth]
    for group in range(s.needs_all.shape[0]):
        room = s.room[depth, group]
        if room == 0 or not s.needs_all[group]:
            continue
        count = 0
        for i in range(s.starts[group], s.starts[group + 1]):
            row, column = s.cells[i] // n, s.cells[i] % n
            count += int(lines[row, column >> 6] >> np.uint64(column & 63) & _ONE)
        if count < room:
            return False
        if count == room:
            for i in range(s.starts[group], s.starts[group + 1]):
                row, column = s.cells[i] // n, s.cells[i] % n
                bit = _ONE << np.uint64(column & 63)
                if lines[row, column >> 6] & bit:
                    lines[row] = _ZERO
                    lines[row, column >> 6] = bit
    return True


@compiled
def _tightest(s: SearchArrays, depth: int) -> int:
    """Return the open line with the fewest free cells; -1 if a line has none."""
    best, fewest, heaviest = -1, len(s.is_open), -1
    for line in range(len(s.is_open)):
        if s.is_open[line]:
            count = count_members(s.lines[depth, line])
            if count == 0:
                s.weights[line] += 1
                return -1
            if count < fewest or (count == fewest and s.weights[line] >= heaviest):
                best, fewest, heaviest = line, count, int(s.weights[line])
    return best


@compiled
def _reach(most: int, end: int, excess: int, spare: int) -> int:
    """Return how far beyond the end of a window a diagonal may lie, at most `most`."""
    price = 2 * abs(end - excess)
    return most if price == 0 else min(most, spare // price)


@compiled
def _bound(s: SearchArrays, lines: Words) -> int:
    """Bound the squares of both kinds of diagonals; return the slack, negative if infeasible."""
    n = len(lines) // 2
    shift = n - 1  # added to differences, so that none is below 0
    k, rows, columns = s.state[AT_MISSING], s.state[AT_ROWS], s.state[AT_COLUMNS]
    spare = s.state[AT_SQUARES] + 2 * shift * (columns - rows) + shift * shift * k
    s.diagonals[:] = _ZERO
    counts, places = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for kind in range(2):
        for row in range(n):
            add_shifted(s.diagonals[kind], lines[row], row if kind == 0 else shift - row)
        values = s.values[kind]
        counts[kind] = count = list_members(s.diagonals[kind], values)
        total = columns + rows if kind == 0 else columns - rows + shift * k
        places[kind] = window(values, count, k, total, s.found[kind])
        if places[kind] < 0:
            return -1
        spare -= s.found[kind, 0]
        s.ends[kind, 0], s.ends[kind, 1] = values[0], values[count - 1]
    for kind in range(2):  # what takes longer to price comes last
        if spare >= 0 and s.found[kind, 4] < 0:
            excess = s.found[kind, 3]
            price = detour(s.values[kind], counts[kind], k, places[kind], excess)
            s.found[kind, 4] = price
            spare = spare - price if price >= 0 else -1
    return int(spare)


@compiled
def _prune(s: SearchArrays, lines: Words) -> bool:
    """Drop the cells on diagonals that cost too much until none is; False if nothing is left."""
    size = len(lines)
    n = size // 2
    while True:
        spare = _bound(s, lines)
        if spare < 0:
            return False
        changes = False
        for kind in range(2):
            found = s.found[kind]
            low = found[1] - _reach(size, found[1], found[3], spare + found[4])
            high = found[2] + _reach(size, found[2], found[3], spare + found[4])
            changes |= low > s.ends[kind, 0] or high < s.ends[kind, 1]
            s.ends[kind, 0], s.ends[kind, 1] = low, high
        if not changes:
            return True
        low, high = s.ends[1, 0] - (n - 1), s.ends[1, 1] - (n - 1)
        for line in range(size):
            if s.is_open[line]:
                i = line if line < n else line - n
                first, last = (i + low, i + high) if line < n else (i - high, i - low)
                keep_range(lines[line], max(s.ends[0, 0] - i, first), min(s.ends[0, 1] - i, last))
                if count_members(lines[line]) == 0:
                    s.weights[line] += 1
                    return False


@compiled
def _pick(words: Words, state: IntArray) -> int:
    """Return a random member of a set; -1 if it is empty."""
    count = count_members(words)
    if count == 0:
        return -1
    state[AT_CHANCE] = (state[AT_CHANCE] * 1103515245 + 12345) % 2147483648
    left = (state[AT_CHANCE] >> 8) % count
    for w in range(len(words)):
        word = words[w]
        while word != _ZERO:
            if left == 0:
                return 64 * w + trailing_zeros(word)
            word &= word - _ONE
            left -= 1
    return -1


@compiled
def _move(s: SearchArrays, row: int, column: int, by: int) -> None:
    """Close (by = 1) or open (by = -1) the lines of a queen."""
    s.is_open[row] = s.is_open[len(s.is_open) // 2 + column] = by < 0
    s.state[AT_MISSING] -= by
    s.state[AT_ROWS] -= by * row
    s.state[AT_COLUMNS] -= by * column
    s.state[AT_SQUARES] -= by * 2 * (row * row + column * column)


@compiled
def run(s: SearchArrays, last_node: int) -> int:
    """Go on until there is a placement, there is none any more, or the nodes are spent."""
    n = len(s.group_of)
    depth = s.state[AT_DEPTH]
    is_new = not s.state[AT_BEGUN]
    s.state[AT_BEGUN] = 1
    if is_new and s.state[AT_MISSING] == 0:
        s.state[AT_DEPTH] = -1
        s.state[AT_FOUND] = 1
        return REFUTED if s.state[AT_COUNTS] else FOUND
    end = REFUTED
    while depth >= 0:
        lines = s.lines[depth]
        place = -1
        if is_new:
            chosen = _tightest(s, depth)
            if chosen >= 0 and _prune(s, lines) and _heed_groups(s, depth):
                chosen = _tightest(s, depth)
                s.stack[depth, 0] = chosen
            else:
                chosen = -1
            is_new = False
            if chosen < 0:
                depth = _back(s, depth)
                continue
        if s.state[AT_NODES] >= last_node:
            end = PAUSED
            break
        line = s.stack[depth, 0]
        place = _pick(lines[line], s.state)
        if place < 0:
            depth = _back(s, depth)
            continue
        row, column = (line, place) if line < n else (place, line - n)
        s.state[AT_NODES] += 1
        s.stack[depth, 1], s.stack[depth, 2] = row, column
        _drop(lines, row, column)
        if s.state[AT_MISSING] == 1:
            s.state[AT_FOUND] += 1
            if s.state[AT_COUNTS]:
                continue
            end = FOUND
            break
        depth += 1
        is_new = True
        _attack(lines, s.lines[depth], row, column)
        _fill_group(s, depth, row, column)
        _move(s, row, column, 1)
    s.state[AT_DEPTH] = depth
    return end


@compiled
def _back(s: SearchArrays, depth: int) -> int:
    """Remove the last queen; backtrack further if its lines need it."""
    n = len(s.group_of)
    while depth > 0:
        depth -= 1
        row, column = s.stack[depth, 1], s.stack[depth, 2]
        _move(s, row, column, -1)
        if count_members(s.lines[depth, row]) > 0 and count_members(s.lines[depth, n + column]) > 0:
            return depth
    return -1

"""The checker's own search for a queen in each open row and column of a flat board.

It branches on the row, the column or the group with the fewest free cells, and goes no deeper where
the squares of the diagonals cannot be had, see `squares`. Groups of cells may have a number of
queens: the most, or the exact one, on which it branches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nqviz.core.jit import compiled

from .claim import Mask
from .proof import FOUND, NONE, ON
from .squares import WIDTH, Numbers, Words, prune

MANY = WIDTH * WIDTH
"""More cells than a row or a column has."""
DONE = 2 * WIDTH
"""No line: all queens are placed. Groups are lines from the number after it on."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)


@dataclass(frozen=True)
class Groups:
    """Groups of cells with a number of queens each.

    `cells`, shape (groups, rows, columns): the cells of each.
    `room`, shape (groups,): how many queens may stand there.
    `is_exact`, shape (groups,): whether no fewer may.
    """

    cells: Mask
    room: Numbers
    is_exact: Mask

    @classmethod
    def none(cls, shape: tuple[int, ...]) -> Groups:
        """Return no groups for free cells of a shape."""
        cells = np.zeros((0, *shape), np.bool_)
        return cls(cells, np.zeros(0, np.int64), np.zeros(0, np.bool_))


class _Tree(NamedTuple):
    """A search as arrays; `words`, `lines`, `room` and `branch` have a row for each level.

    `words`: the free cells of each row. `lines`: the open rows and columns. `groups`: the cells of
    each row of each group. `branch`: the line that is branched on. `values`: scratch.
    """

    words: Words
    lines: Words
    groups: Words
    room: Numbers
    is_exact: Mask
    branch: Numbers
    values: Numbers
    state: Numbers


class QueensSearch:
    """A search that runs in slices.

    `free`: the free cells of rows, by column; shape (rows, width), both at most `WIDTH`.
    `columns`: the open columns, increasing; no other has a free cell.
    `rows`: the open rows, as many; all by default.
    `groups`: of cells, by row and column as `free`.
    """

    def __init__(
        self,
        free: Mask,
        columns: Numbers,
        rows: Numbers | None = None,
        groups: Groups | None = None,
    ) -> None:
        k, (height, width) = len(columns), free.shape
        rows = np.arange(k) if rows is None else rows
        groups = Groups.none(free.shape) if groups is None else groups
        powers = _ONE << np.arange(width, dtype=np.uint64)
        self._tree = tree = _Tree(
            np.zeros((k + 1, height), np.uint64),
            np.zeros((k + 1, 2), np.uint64),
            groups.cells @ powers,
            np.zeros((k + 1, len(groups.room)), np.int64),
            groups.is_exact,
            np.zeros(k + 1, np.int64),
            np.zeros(2 * WIDTH, np.int64),
            np.array([-1, 0]),
        )
        tree.words[0], tree.room[0] = free @ powers, groups.room
        for line, numbers in enumerate((rows, columns)):
            tree.lines[0, line] = np.bitwise_or.reduce(_ONE << numbers.astype(np.uint64))

    @property
    def nodes(self) -> int:
        """How many queens have been tried."""
        return int(self._tree.state[1])

    def go_on(self, nodes: int) -> int:
        """Continue the search for about `nodes` nodes; return NONE, FOUND or ON."""
        return int(_search(self._tree, nodes))


@compiled
def _count(word: np.uint64) -> int:
    count = 0
    while word:
        word &= word - _ONE
        count += 1
    return count


@compiled
def _keep_to_group(words: Words, rows: np.uint64, cells: Words, room: int, is_exact: bool) -> int:
    """Clear a full group; leave rows only its cells if it needs all.

    Returns the number of cells, one of which has a queen: MANY if that is not so, -1 if too few.
    """
    count = 0
    for row in range(len(words)):
        if rows >> np.uint64(row) & _ONE:
            if room == 0:
                words[row] &= ~cells[row]
            count += _count(words[row] & cells[row])
    if room == 0 or not is_exact or count > room:
        if room < 0:
            return -1
        return count if room > 0 and is_exact else MANY
    for row in range(len(words)):
        if rows >> np.uint64(row) & _ONE and words[row] & cells[row]:
            words[row] &= cells[row]
    return count if count == room else -1


@compiled
def _enter(words: Words, rows: np.uint64, columns: np.uint64, values: Numbers) -> tuple[int, int]:
    """Return the row, or `WIDTH` and the column, with the fewest cells; -1 where nothing is left.

    The second result is the number of cells.
    """
    if not prune(words, rows, columns, values):
        return -1, 0
    best, fewest = -1, WIDTH + 1
    once, twice, thrice, more = _ZERO, _ZERO, _ZERO, _ZERO  # columns with so many cells or more
    for row in range(len(words)):
        if not rows >> np.uint64(row) & _ONE:
            continue
        word = words[row]
        count = _count(word)
        if count < fewest:
            best, fewest = row, count
        more |= thrice & word
        thrice |= twice & word
        twice |= once & word
        once |= word
    if fewest == 0 or once != columns:
        return -1, 0
    for count, exact in ((1, once & ~twice), (2, twice & ~thrice), (3, thrice & ~more)):
        if count < fewest and exact:
            column = 0
            while not exact >> np.uint64(column) & _ONE:
                column += 1
            return WIDTH + column, count
    return best, fewest


@compiled
def _next(words: Words, rows: np.uint64, groups: Words, line: int) -> int:
    """Return a free cell of a line as `WIDTH` row + column; -1 without one."""
    if line < WIDTH:
        word = words[line]
        for column in range(WIDTH):
            if word >> np.uint64(column) & _ONE:
                return int(WIDTH * line + column)
        return -1
    if line > DONE:
        for row in range(len(words)):
            word = words[row] & groups[line - DONE - 1, row]
            if rows >> np.uint64(row) & _ONE and word:
                column = 0
                while not word >> np.uint64(column) & _ONE:
                    column += 1
                return WIDTH * row + column
        return -1
    for row in range(len(words)):
        if rows >> np.uint64(row) & words[row] >> np.uint64(line - WIDTH) & _ONE:
            return int(WIDTH * row + line - WIDTH)
    return -1


@compiled
def _enter_level(s: _Tree, level: int) -> int:
    """Return the line that is branched on, -1 where nothing is left, DONE after the last queen."""
    words, lines, room, best, fewest = s.words[level], s.lines[level], s.room[level], -1, MANY
    for group in range(len(room)):
        count = _keep_to_group(words, lines[0], s.groups[group], room[group], s.is_exact[group])
        if count < 0:
            return -1
        if count < fewest:
            best, fewest = DONE + 1 + group, count
    if not lines[0]:
        return DONE
    line, count = _enter(words, lines[0], lines[1], s.values)
    return best if line >= 0 and fewest < count else line


@compiled
def _place(s: _Tree, level: int, row: int, bit: np.uint64) -> None:
    """Write the free cells of rows, and the room of groups, after a queen at a level."""
    for other in range(s.words.shape[1]):
        step = np.uint64(abs(other - row))
        s.words[level + 1, other] = s.words[level, other] & ~(bit | (bit << step) | (bit >> step))
    for group in range(s.room.shape[1]):
        s.room[level + 1, group] = s.room[level, group]
        if s.groups[group, row] & bit:
            s.room[level + 1, group] -= 1


@compiled
def _search(s: _Tree, nodes: int) -> int:
    level = s.state[0]
    if level < 0:
        s.branch[0] = _enter_level(s, 0)
        if s.branch[0] < 0:
            return NONE
        level = 0
    while nodes > 0:
        cell = _next(s.words[level], s.lines[level, 0], s.groups, s.branch[level])
        if cell < 0:
            level -= 1
            if level < 0:
                return NONE
            continue
        nodes -= 1
        s.state[1] += 1
        row, column = cell // WIDTH, cell % WIDTH
        bit = _ONE << np.uint64(column)
        s.words[level, row] &= ~bit
        below = level + 1
        s.lines[below, 0] = s.lines[level, 0] & ~(_ONE << np.uint64(row))
        s.lines[below, 1] = s.lines[level, 1] & ~bit
        _place(s, level, row, bit)
        s.branch[below] = _enter_level(s, below)
        if s.branch[below] == DONE:
            return FOUND
        if s.branch[below] >= 0:
            level = below
    s.state[0] = level
    return ON

"""Exhaustive search for few cells that dominate a board: the proof that fewer do not.

Some cell that nothing dominates yet is chosen, the one with the fewest cells near it that may still
be taken; one of these must be. Each is tried in turn, and excluded afterwards. A node is closed
when the largest numbers of cells that as many more cells would dominate do not sum up to all that
is left; a cell that gains too little for that is excluded. The first cells are tried up to
symmetry: one of each orbit, which is excluded as a whole. Flat boards are split by the outermost
lines without a queen before, which brings further numbers that have to sum up; see `boxes`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.jit import compiled
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Permutations
from nqviz.engines.bits import Words, ones, pack, pack_rows, trailing_zeros
from nqviz.engines.exhaustive.splitting import SearchBoard

from .boxes import Mask, box_start, boxes, has_boxes, line_demands

EXHAUSTED, PAUSED, FOUND = range(3)
MAX_CELLS = 1000
"""The most cells of a board: beyond, no search of this kind comes to an end."""
SLICE_NODES = 20_000

_ONE = np.uint64(1)


class DominationTree(NamedTuple):
    """A search as arrays, so that it can be left and taken up between nodes.

    What is to be met are the cells, which have to be dominated, and on flat boards also lines that
    have to hold a queen: *demands*.

    `meets`, shape (size, words): the demands that each cell meets, that of its own among them.
    `takers`, shape (demands, words): the cells that meet each demand.
    `counted`, shape (counts, words): sets of demands; the gains of each have to sum up.
    `open`, shape (levels + 1, words): for each level the demands that are not met.
    `allowed`, shape (levels + 1, words): the cells that may be taken.
    `choices`, shape (levels, size): the cells to be tried at each level, best first.
    `counts`, `tried`, shape (levels,): how many they are, and how many of them have been tried.
    `state`, shape (2,): the level, below 0 at the end; the nodes.
    """

    meets: Words
    takers: Words
    counted: Words
    open: Words
    allowed: Words
    choices: IntArray
    counts: IntArray
    tried: IntArray
    state: IntArray


class Beginning(NamedTuple):
    """Cells that were taken, and what that leaves.

    `open`, shape (demands,); `allowed`, shape (size,); `counted`, shape (counts, demands).
    """

    taken: tuple[int, ...]
    open: Mask
    allowed: Mask
    counted: Mask


class DominationSplit:
    """The search on a board, split by its first cells up to symmetry.

    `independent`: whether no cell taken may attack another.
    """

    def __init__(self, board: Board, independent: bool) -> None:
        self._board = SearchBoard(Placement(board))
        self.size = self._board.size
        self.order = self._board.order
        self.near = self._board.neighbours | np.eye(self.size, dtype=np.bool_)
        lines = line_demands(board)[self.order]
        self._meets = np.hstack([self.near, lines])
        self.demands = self._meets.shape[1]
        self._packed = pack_rows(self._meets), pack_rows(self._meets.T)
        self._independent = independent

    def beginnings(self, most: int) -> Iterator[Beginning]:
        """Yield beginnings of all sets of at most `most` cells that dominate, up to symmetry."""
        cells = np.arange(self.demands) < self.size
        board, group = self._board.board, self._board.group
        if not has_boxes(board, most):
            start = Beginning((), cells, np.ones(self.size, np.bool_), cells[None])
            yield from self._below(start, group, min(2, most))
            return
        for box in boxes(board, most):
            allowed, lines, counted = box_start(board, box)
            inside = allowed[self.order]
            open_ = np.concatenate([cells[: self.size], lines])
            sums = np.hstack([counted[:, : self.size][:, self.order], counted[:, self.size :]])
            start = Beginning((), open_, inside, np.vstack([cells[None], sums]))
            kept = group[(inside[group] == inside).all(axis=1)]
            yield from self._below(start, kept, 1 if len(kept) > 1 else 0)

    def _below(self, at: Beginning, group: Permutations, depth: int) -> Iterator[Beginning]:
        if depth == 0 or not at.open.any():
            yield at
            return
        open_ = np.flatnonzero(at.open[: self.size])
        may = self.near[open_] & at.allowed
        tries = np.flatnonzero(may[np.argmin(may.sum(axis=1))])
        gains = self.near[tries][:, open_].sum(axis=1)
        allowed = at.allowed.copy()
        for choice in tries[np.argsort(-gains, kind="stable")].tolist():
            if not allowed[choice]:
                continue
            below = allowed & ~self.near[choice] if self._independent else allowed.copy()
            open_below = at.open & ~self._meets[choice]
            child = Beginning((*at.taken, choice), open_below, below, at.counted)
            yield from self._below(child, group[group[:, choice] == choice], depth - 1)
            allowed[group[:, choice]] = False

    def tree(self, beginning: Beginning, more: int, backwards: bool = False) -> DominationTree:
        """Begin the search for at most `more` further cells.

        `backwards`: number the cells in reverse order, which gives another search.
        """
        cells, demands = np.arange(self.size), np.arange(self.demands)
        meets, takers = self._packed
        if backwards:
            cells = cells[::-1]
            demands = np.append(cells, demands[self.size :])
            meets = pack_rows(self._meets[cells][:, demands])
            takers = pack_rows(self._meets[cells][:, demands].T)
        tree = DominationTree(
            meets,
            takers,
            pack_rows(beginning.counted[:, demands]),
            np.zeros((more + 1, meets.shape[1]), np.uint64),
            np.zeros((more + 1, takers.shape[1]), np.uint64),
            np.zeros((max(more, 1), self.size), np.int64),
            np.zeros(max(more, 1), np.int64),
            np.zeros(max(more, 1), np.int64),
            np.zeros(2, np.int64),
        )
        tree.open[0] = pack(np.flatnonzero(beginning.open[demands]), self.demands)
        tree.allowed[0] = pack(np.flatnonzero(beginning.allowed[cells]), self.size)
        return tree

    def search(
        self, count: int, cancelled: threading.Event, seconds: float | None, nodes: IntArray
    ) -> tuple[int, IntArray | None]:
        """Search for at most `count` cells that dominate the board.

        `count`: at least 1.
        `cancelled`: ends the search.
        `seconds`: the most time it may take.
        `nodes`, shape (1,): counts its nodes.
        Returns FOUND with the indices of the cells, shape (k,); EXHAUSTED: there are none; PAUSED:
        it was ended.
        """
        deadline = None if seconds is None else time.perf_counter() + seconds
        for beginning in self.beginnings(count):
            tree = self.tree(beginning, count - len(beginning.taken))
            end = PAUSED
            while end == PAUSED:
                before = int(tree.state[1])
                end = next_dominating_set(tree, self._independent, SLICE_NODES)
                nodes[0] += int(tree.state[1]) - before
                if end == FOUND:
                    return FOUND, self.order[[*beginning.taken, *chosen(tree)]]
                late = deadline is not None and time.perf_counter() > deadline
                if cancelled.is_set() or late:
                    return PAUSED, None
        return EXHAUSTED, None


def chosen(tree: DominationTree) -> list[int]:
    """Return the cells that a search has taken on its way to where it is."""
    return [int(tree.choices[i, tree.tried[i] - 1]) for i in range(int(tree.state[0]))]


@compiled
def next_dominating_set(s: DominationTree, independent: bool, budget: int) -> int:
    """Go on until all demands are met, the search ends, or it has taken `budget` cells."""
    levels = len(s.open) - 1
    level = s.state[0]
    last = s.state[1] + budget
    if level == 0 and s.tried[0] == 0:
        end = _choose(s, level, levels)
        if end != PAUSED:
            s.state[0] = level if end == FOUND else -1
            return end
    while level >= 0:
        if s.state[1] >= last:
            s.state[0] = level
            return PAUSED
        if s.tried[level] == s.counts[level]:
            level -= 1
            continue
        _take(s, level, independent)
        end = _choose(s, level + 1, levels - (level + 1))
        if end == FOUND:
            s.state[0] = level + 1
            return FOUND
        if end == PAUSED:
            level += 1
    s.state[0] = -1
    return EXHAUSTED


@compiled
def _take(s: DominationTree, level: int, independent: bool) -> None:
    """Take the next cell of a level, and exclude it for the later ones of the level."""
    cell = s.choices[level, s.tried[level]]
    s.tried[level] += 1
    s.state[1] += 1
    s.allowed[level, cell // 64] &= ~(_ONE << np.uint64(cell % 64))
    for w in range(s.open.shape[1]):
        s.open[level + 1, w] = s.open[level, w] & ~s.meets[cell, w]
    for w in range(s.allowed.shape[1]):
        s.allowed[level + 1, w] = s.allowed[level, w]
        if independent:  # the takers of the demand of a cell are those that attack it
            s.allowed[level + 1, w] &= ~s.takers[cell, w]


@compiled
def _choose(s: DominationTree, level: int, more: int) -> int:
    """List what to try at a level; FOUND: nothing is left to meet, EXHAUSTED: no use."""
    left = 0
    for w in range(s.open.shape[1]):
        left += ones(s.open[level, w])
    if left == 0:
        return FOUND
    if more == 0:
        return EXHAUSTED
    gains = np.zeros(len(s.meets), np.int64)
    for place in range(len(s.counted) - 1, -1, -1):  # the first last: its gains order the choices
        if not _can_sum_up(s, level, place, more, gains):
            return EXHAUSTED
    _list(s, level, gains)
    return PAUSED if s.counts[level] > 0 else EXHAUSTED


@compiled
def _gain(met: Words, of: Words) -> int:
    """Return how many demands of a set a cell meets."""
    gain = 0
    for w in range(len(of)):
        if of[w] != 0:
            gain += ones(met[w] & of[w])
    return gain


@compiled
def _can_sum_up(s: DominationTree, level: int, place: int, more: int, gains: IntArray) -> bool:
    """Return whether the demands of a set can be met, and exclude the cells that gain too little.

    `gains`, shape (size,): becomes how many of them each cell that may be taken would meet.
    """
    left = 0
    words = s.open[level] & s.counted[place]
    for w in range(len(words)):
        left += ones(words[w])
    largest = np.zeros(more, np.int64)  # in falling order
    for v in range(s.allowed.shape[1]):
        rest = s.allowed[level, v]
        while rest != 0:
            cell = 64 * v + trailing_zeros(rest)
            rest &= rest - _ONE
            gain = _gain(s.meets[cell], words)
            gains[cell] = gain
            for i in range(more):
                if gain > largest[i]:
                    gain, largest[i] = largest[i], gain
                elif gain == 0:
                    break
    # Beside the next cell there are more - 1 others: if it gains too little, it is of no use.
    least = left - (largest.sum() - largest[more - 1])
    if largest[more - 1] < least:
        return False
    _exclude(s, level, gains, least)
    return True


@compiled
def _exclude(s: DominationTree, level: int, gains: IntArray, least: int) -> None:
    """Exclude the cells that gain less."""
    for v in range(s.allowed.shape[1]):
        rest = s.allowed[level, v]
        while rest != 0:
            cell = 64 * v + trailing_zeros(rest)
            if gains[cell] < least:
                s.allowed[level, v] &= ~(rest & (~rest + _ONE))
            rest &= rest - _ONE


@compiled
def _list(s: DominationTree, level: int, gains: IntArray) -> None:
    """List the cells that meet the demand with the fewest choices, best first."""
    chosen, count = _narrowest(s, level), 0
    for v in range(s.allowed.shape[1]):
        rest = s.takers[chosen, v] & s.allowed[level, v]
        while rest != 0:
            cell = 64 * v + trailing_zeros(rest)
            rest &= rest - _ONE
            place = count
            while place > 0 and gains[s.choices[level, place - 1]] < gains[cell]:
                s.choices[level, place] = s.choices[level, place - 1]
                place -= 1
            s.choices[level, place] = cell
            count += 1
    s.counts[level] = count
    s.tried[level] = 0


@compiled
def _narrowest(s: DominationTree, level: int) -> int:
    """Return the open demand with the fewest choices."""
    fewest, chosen = len(s.meets) + 1, 0
    for w in range(s.open.shape[1]):
        rest = s.open[level, w]
        while rest != 0:
            demand = 64 * w + trailing_zeros(rest)
            rest &= rest - _ONE
            count = 0
            for v in range(s.allowed.shape[1]):
                count += ones(s.takers[demand, v] & s.allowed[level, v])
            if count < fewest:
                fewest, chosen = count, demand
    return chosen

"""Exhaustive search for few cells that dominate a board: the proof that fewer do not.

Some cell that nothing dominates yet is chosen, the one with the fewest cells near it that may still
be taken; one of these must be. Each is tried in turn, and barred afterwards. A node is closed when
the largest numbers of cells that as many more cells would dominate do not sum up to all that is
left. The first two cells are tried up to symmetry: one of each orbit, which is barred as a whole.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.jit import compiled
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Permutations
from nqviz.engines.bits import Words, ones, pack, pack_rows, trailing_zeros
from nqviz.engines.exhaustive.splitting import SearchBoard

EXHAUSTED, PAUSED, FOUND = range(3)
MAX_CELLS = 1000
"""The most cells of a board: beyond, no search of this kind comes to an end."""
SLICE_NODES = 20_000

_ONE = np.uint64(1)
_Mask = npt.NDArray[np.bool_]


class DominationTree(NamedTuple):
    """A search as arrays, so that it can be left and taken up between nodes.

    `near`, shape (size, words): the cells that each cell dominates, itself among them.
    `open`, `barred`, shape (levels + 1, words): for each level what is not dominated, and what may
    not be taken.
    `choices`, shape (levels, size): the cells to be tried at each level, best first.
    `counts`, `tried`, shape (levels,): how many they are, and how many of them have been tried.
    `state`, shape (2,): the level, below 0 at the end; the nodes.
    """

    near: Words
    open: Words
    barred: Words
    choices: IntArray
    counts: IntArray
    tried: IntArray
    state: IntArray


class Beginning(NamedTuple):
    """Cells that were taken, and what that leaves."""

    taken: tuple[int, ...]
    open: _Mask
    barred: _Mask


class DominationSplit:
    """The search on a board, split by its first cells up to symmetry.

    `independent`: whether no cell taken may attack another.
    """

    def __init__(self, board: Board, independent: bool) -> None:
        self._board = SearchBoard(Placement(board))
        self.size = self._board.size
        self.order = self._board.order
        self.near = self._board.neighbours | np.eye(self.size, dtype=np.bool_)
        self._independent = independent

    def beginnings(self, depth: int) -> Iterator[Beginning]:
        """Yield all ways to take `depth` cells or fewer, up to symmetry."""
        start = Beginning((), np.ones(self.size, np.bool_), np.zeros(self.size, np.bool_))
        yield from self._below(start, self._board.group, depth)

    def _below(self, at: Beginning, group: Permutations, depth: int) -> Iterator[Beginning]:
        if depth == 0 or not at.open.any():
            yield at
            return
        may = self.near & ~at.barred
        cell = np.flatnonzero(at.open)[np.argmin(may[at.open].sum(axis=1))]
        gains = (self.near & at.open).sum(axis=1)
        barred = at.barred.copy()
        for choice in sorted(np.flatnonzero(may[cell]).tolist(), key=lambda c: -int(gains[c])):
            if barred[choice]:
                continue
            below = barred | self.near[choice] if self._independent else barred.copy()
            child = Beginning((*at.taken, choice), at.open & ~self.near[choice], below)
            yield from self._below(child, group[group[:, choice] == choice], depth - 1)
            barred[group[:, choice]] = True

    def tree(self, beginning: Beginning, more: int, backwards: bool = False) -> DominationTree:
        """Begin the search for at most `more` further cells.

        `backwards`: number the cells in reverse order, which gives another search.
        """
        order = slice(None, None, -1 if backwards else 1)
        words = len(pack(np.zeros(0, np.int64), self.size))
        tree = DominationTree(
            pack_rows(self.near[order, order]),
            np.zeros((more + 1, words), np.uint64),
            np.zeros((more + 1, words), np.uint64),
            np.zeros((max(more, 1), self.size), np.int64),
            np.zeros(max(more, 1), np.int64),
            np.zeros(max(more, 1), np.int64),
            np.zeros(2, np.int64),
        )
        tree.open[0] = pack(np.flatnonzero(beginning.open[order]), self.size)
        tree.barred[0] = pack(np.flatnonzero(beginning.barred[order]), self.size)
        return tree

    def found(self, beginning: Beginning, tree: DominationTree) -> IntArray:
        """Return the indices on the board of the cells that a search has found.

        Shape (k,), int64.
        """
        level = int(tree.state[0])
        last = [int(tree.choices[i, tree.tried[i] - 1]) for i in range(level)]
        return np.asarray(self.order[[*beginning.taken, *last]], dtype=np.int64)

    def search(
        self, count: int, cancelled: threading.Event, seconds: float | None, nodes: IntArray
    ) -> tuple[int, IntArray | None]:
        """Search for at most `count` cells that dominate the board.

        `count`: at least 1.
        `cancelled`: ends the search.
        `seconds`: the most time it may take.
        `nodes`, shape (1,): counts its nodes.
        Returns FOUND with the cells; EXHAUSTED: there are none; PAUSED: it was ended.
        """
        deadline = None if seconds is None else time.perf_counter() + seconds
        depth = min(2, count)
        for beginning in self.beginnings(depth):
            tree = self.tree(beginning, count - len(beginning.taken))
            end = PAUSED
            while end == PAUSED:
                before = int(tree.state[1])
                end = next_dominating_set(tree, self._independent, SLICE_NODES)
                nodes[0] += int(tree.state[1]) - before
                if end == FOUND:
                    return FOUND, self.found(beginning, tree)
                late = deadline is not None and time.perf_counter() > deadline
                if cancelled.is_set() or late:
                    return PAUSED, None
        return EXHAUSTED, None


@compiled
def next_dominating_set(s: DominationTree, independent: bool, budget: int) -> int:
    """Go on until all is dominated, the search ends, or it has taken `budget` cells."""
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
    """Choose the next cell of a level, and exclude it for the later ones of the level."""
    cell = s.choices[level, s.tried[level]]
    s.tried[level] += 1
    s.state[1] += 1
    for w in range(s.near.shape[1]):
        s.open[level + 1, w] = s.open[level, w] & ~s.near[cell, w]
        s.barred[level + 1, w] = s.barred[level, w]
        if independent:
            s.barred[level + 1, w] |= s.near[cell, w]
    s.barred[level, cell // 64] |= _ONE << np.uint64(cell % 64)


@compiled
def _choose(s: DominationTree, level: int, more: int) -> int:
    """List what to try at a level; FOUND: nothing is left to dominate, EXHAUSTED: no use."""
    left = 0
    for w in range(s.near.shape[1]):
        left += ones(s.open[level, w])
    if left == 0:
        return FOUND
    if more == 0:
        return EXHAUSTED
    gains = np.zeros(len(s.near), np.int64)
    largest = np.zeros(more, np.int64)
    _count_gains(s, level, gains, largest)
    total = largest.sum()
    if total < left:
        return EXHAUSTED
    # Beside the next cell there are more - 1 others: if it gains too little, it is of no use.
    _list(s, level, gains, left - (total - largest[more - 1]))
    return PAUSED


@compiled
def _count_gains(s: DominationTree, level: int, gains: IntArray, largest: IntArray) -> None:
    """Count what each cell that may be taken would dominate anew; the largest in falling order."""
    for cell in range(len(gains)):
        if s.barred[level, cell // 64] >> np.uint64(cell % 64) & _ONE:
            continue
        for w in range(s.near.shape[1]):
            gains[cell] += ones(s.near[cell, w] & s.open[level, w])
        gain = gains[cell]
        for place in range(len(largest)):
            if gain > largest[place]:
                gain, largest[place] = largest[place], gain


@compiled
def _list(s: DominationTree, level: int, gains: IntArray, least: int) -> None:
    """List the cells near the cell with the fewest choices that gain enough, best first."""
    chosen, count = _narrowest(s, level), 0
    for w in range(s.near.shape[1]):
        rest = s.near[chosen, w] & ~s.barred[level, w]
        while rest != 0:
            cell = 64 * w + trailing_zeros(rest)
            rest &= rest - _ONE
            if gains[cell] < least:
                continue
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
    """Return the cell that nothing dominates with the fewest choices."""
    size, words = s.near.shape
    fewest, chosen = size + 1, 0
    for w in range(words):
        rest = s.open[level, w]
        while rest != 0:
            cell = 64 * w + trailing_zeros(rest)
            rest &= rest - _ONE
            count = 0
            for v in range(words):
                count += ones(s.near[cell, v] & ~s.barred[level, v])
            if count < fewest:
                fewest, chosen = count, cell
    return chosen

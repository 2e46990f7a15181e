"""The checker's own search for k cells that dominate others, plain and complete.

Some open cell has to be dominated: the one with the fewest choices. Each choice is tried, and
excluded for those tried after it. A node is closed when the k largest numbers of open cells that a
choice dominates add up to less than there are; a choice is left out when the others cannot make up
for it. Other things that cells have to meet are treated as open cells are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled

from .claim import Mask
from .plain_search import Sets, sets
from .proof import FOUND, NONE, ON

_ONE = np.uint64(1)
_EVERY_2ND = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


class _Tree(NamedTuple):
    """A search as arrays: `open`, `allowed`, `tries` and `gains` have a row for each level."""

    meets: Sets
    takers: Sets
    sums: Sets
    open: Sets
    allowed: Sets
    tries: Sets
    gains: IntArray
    state: IntArray


class DominationSearch:
    """A search that runs in slices.

    What has to be met are demands, the first n of them that each cell is dominated.

    `meets` has shape (n, m): which demands each cell meets; the first n columns are symmetric.
    `open_` and `allowed` have shape (m,) and (n,): what is to be met, and what may be chosen.
    `k`: how many cells may be chosen.
    `independent`: whether no chosen cell may dominate another.
    `sums` has shape (s, m): sets of demands, each of which must be within reach of k cells; the
    gains in the last decide which cell is tried first.
    """

    def __init__(
        self,
        meets: Mask,
        open_: Mask,
        allowed: Mask,
        k: int,
        independent: bool,
        sums: Mask | None = None,
    ) -> None:
        n, m = meets.shape
        self._tree = _Tree(
            sets(meets),
            sets(meets.T),
            sets(np.ones((1, m), np.bool_) if sums is None else sums),
            np.repeat(sets(open_[None]), k + 1, axis=0),
            np.repeat(sets(allowed[None]), k + 1, axis=0),
            np.repeat(sets(allowed[None]), k + 1, axis=0),
            np.zeros((k + 1, n), np.int64),
            np.full(1, -1, np.int64),
        )
        self._independent = independent

    def go_on(self, nodes: int) -> int:
        """Continue the search for about `nodes` nodes; return NONE, FOUND or ON."""
        return int(_search(self._tree, self._independent, nodes))


@compiled
def _size(word: np.uint64) -> int:
    """Return the number of bits of a word."""
    word -= (word >> _ONE) & _EVERY_2ND
    word = (word & _PAIRS) + ((word >> np.uint64(2)) & _PAIRS)
    word = (word + (word >> np.uint64(4))) & _NIBBLES
    return int((word * _BYTES) >> np.uint64(56))


@compiled
def _holds(cells: Sets, cell: int) -> bool:
    return bool(cells[cell // 64] >> np.uint64(cell % 64) & _ONE)


@compiled
def _common(first: Sets, second: Sets) -> int:
    """Return the number of cells of two sets."""
    count = 0
    for w in range(len(first)):
        count += _size(first[w] & second[w])
    return count


@compiled
def _others(times: IntArray, k: int) -> int:
    """Return the sum of the k - 1 largest gains; the k-th, or 0, becomes the last entry.

    `times`: how often each gain occurs; changed.
    """
    total, gain = 0, len(times) - 1
    for _ in range(k - 1):
        while gain > 0 and times[gain] == 0:
            gain -= 1
        if gain > 0:
            times[gain] -= 1
            total += gain
    while gain > 0 and times[gain] == 0:
        gain -= 1
    times[-1] = gain
    return total


@compiled
def _narrowest(takers: Sets, open_: Sets, allowed: Sets) -> int:
    """Return the open demand with the fewest choices."""
    fewest, chosen = 64 * len(allowed) + 1, 0
    for demand in range(len(takers)):
        if _holds(open_, demand):
            choices = _common(takers[demand], allowed)
            if choices < fewest:
                fewest, chosen = choices, demand
    return chosen


@compiled
def _within_reach(
    meets: Sets, open_: Sets, allowed: Sets, of: Sets, gains: IntArray, k: int
) -> bool:
    """Return whether k cells can meet the open demands in `of`; exclude cells that gain too little.

    A cell gains too little when the others cannot make up for it.
    """
    wanted = open_ & of
    left = _common(wanted, wanted)
    times = np.zeros(left + 1, np.int64)
    for cell in range(len(meets)):
        gains[cell] = _common(meets[cell], wanted) if _holds(allowed, cell) else 0
        times[gains[cell]] += 1
    others = _others(times, k)
    if others + times[-1] < left:
        return False
    for cell in range(len(meets)):
        if gains[cell] < left - others:
            allowed[cell // 64] &= ~(_ONE << np.uint64(cell % 64))
    return True


@compiled
def _enter(s: _Tree, level: int) -> int:
    """List what is to be tried at a node: ON; NONE where it is closed; FOUND: nothing is open."""
    open_, allowed, k = s.open[level], s.allowed[level], len(s.open) - 1 - level
    if _common(open_, open_) == 0:
        return FOUND
    if k == 0:
        return NONE
    for each in range(len(s.sums)):
        if not _within_reach(s.meets, open_, allowed, s.sums[each], s.gains[level], k):
            return NONE
    chosen = _narrowest(s.takers, open_, allowed)
    for w in range(len(allowed)):
        s.tries[level, w] = s.takers[chosen, w] & allowed[w]
    return ON


@compiled
def _best(tries: Sets, gains: IntArray) -> int:
    """Return the cell to be tried that dominates most open cells; -1 without one."""
    best, most = -1, -1
    for w in range(len(tries)):
        if tries[w] == 0:
            continue
        for cell in range(64 * w, min(64 * w + 64, len(gains))):
            if tries[w] >> np.uint64(cell % 64) & _ONE and gains[cell] > most:
                best, most = cell, gains[cell]
    return best


@compiled
def _choose(s: _Tree, cell: int, level: int, independent: bool) -> None:
    """Set what is open and allowed at a level to that of the level before and a chosen cell."""
    meets, takers, open_, allowed = s.meets, s.takers, s.open, s.allowed
    for w in range(open_.shape[1]):
        open_[level, w] = open_[level - 1, w] & ~meets[cell, w]
    for w in range(allowed.shape[1]):
        allowed[level, w] = allowed[level - 1, w]
        if independent:  # the takers of the demand of a cell are those that attack it
            allowed[level, w] &= ~takers[cell, w]


@compiled
def _search(s: _Tree, independent: bool, nodes: int) -> int:
    allowed, tries, gains, level = s.allowed, s.tries, s.gains, s.state[0]
    if level < 0:
        end = _enter(s, 0)
        if end != ON:
            return end
        level = 0
    while nodes > 0:
        cell = _best(tries[level], gains[level])
        if cell < 0:
            level -= 1
            if level < 0:
                return NONE
            continue
        nodes -= 1
        bit = ~(_ONE << np.uint64(cell % 64))
        tries[level, cell // 64] &= bit
        allowed[level, cell // 64] &= bit
        _choose(s, cell, level + 1, independent)
        end = _enter(s, level + 1)
        if end == FOUND:
            return FOUND
        if end == ON:
            level += 1
    s.state[0] = level
    return ON

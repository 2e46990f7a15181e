"""The checker's own search for k cells that dominate others, plain and complete.

Some open cell has to be dominated: the one with the fewest choices. Each choice is tried, and
excluded for those tried after it. A node is closed when the k largest numbers of open cells that a
choice dominates add up to less than there are; a choice is left out when the others cannot make up
for it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled

from .claim import Mask

Sets = npt.NDArray[np.uint64]

NONE, FOUND, ON = range(3)

_ONE = np.uint64(1)
_EVERY_2ND = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


def _sets(rows: Mask) -> Sets:
    """Return rows of a table as sets, 64 cells to a word, shape (rows, words), uint64."""
    bits = np.zeros((len(rows), -(-rows.shape[1] // 64) * 64), dtype=np.uint8)
    bits[:, : rows.shape[1]] = rows
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


class DominationSearch:
    """A search that runs in slices.

    `dominates` has shape (n, n): which cells each cell dominates, symmetric.
    `open_` and `allowed` have shape (n,): what is to be dominated, and what may be chosen.
    `k`: how many cells may be chosen.
    `independent`: whether no chosen cell may dominate another.
    """

    def __init__(
        self, dominates: Mask, open_: Mask, allowed: Mask, k: int, independent: bool
    ) -> None:
        n = len(dominates)
        self._near = _sets(dominates)
        words = self._near.shape[1]
        self._levels = np.zeros((3, k + 1, words), np.uint64)
        self._levels[0, 0], self._levels[1, 0] = _sets(open_[None])[0], _sets(allowed[None])[0]
        self._gains = np.zeros((k + 1, n), np.int64)
        self._independent = independent
        self._state = np.full(1, -1, np.int64)

    def go_on(self, nodes: int) -> int:
        """Continue the search for about `nodes` nodes; return NONE, FOUND or ON."""
        return int(
            _search(self._near, self._levels, self._gains, self._state, self._independent, nodes)
        )


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
def _narrowest(near: Sets, open_: Sets, allowed: Sets) -> int:
    """Return the open cell with the fewest choices."""
    fewest, chosen = len(near) + 1, 0
    for cell in range(len(near)):
        if _holds(open_, cell):
            choices = _common(near[cell], allowed)
            if choices < fewest:
                fewest, chosen = choices, cell
    return chosen


@compiled
def _enter(near: Sets, open_: Sets, allowed: Sets, tries: Sets, gains: IntArray, k: int) -> int:
    """List what is to be tried at a node: ON; NONE where it is closed; FOUND: nothing is open."""
    left = _common(open_, open_)
    if left == 0:
        return FOUND
    if k == 0:
        return NONE
    times = np.zeros(left + 1, np.int64)
    for cell in range(len(near)):
        gains[cell] = _common(near[cell], open_) if _holds(allowed, cell) else 0
        times[gains[cell]] += 1
    others = _others(times, k)
    if others + times[-1] < left:
        return NONE
    chosen = _narrowest(near, open_, allowed)
    for w in range(len(tries)):
        tries[w] = near[chosen, w] & allowed[w]
    for cell in range(len(near)):
        if gains[cell] < left - others:
            tries[cell // 64] &= ~(_ONE << np.uint64(cell % 64))
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
def _search(
    near: Sets,
    levels: Sets,
    gains: IntArray,
    state: IntArray,
    independent: bool,
    nodes: int,
) -> int:
    open_, allowed, tries = levels[0], levels[1], levels[2]
    k, words = len(open_) - 1, near.shape[1]
    level = state[0]
    if level < 0:
        end = _enter(near, open_[0], allowed[0], tries[0], gains[0], k)
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
        for w in range(words):
            open_[level + 1, w] = open_[level, w] & ~near[cell, w]
            allowed[level + 1, w] = allowed[level, w]
            if independent:
                allowed[level + 1, w] &= ~near[cell, w]
        after = level + 1
        end = _enter(near, open_[after], allowed[after], tries[after], gains[after], k - after)
        if end == FOUND:
            return FOUND
        if end == ON:
            level = after
    state[0] = level
    return ON

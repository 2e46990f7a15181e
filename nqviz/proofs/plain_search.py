"""The checker's own search for k cells without attacks, plain and complete.

To find k queens, the cells are partitioned greedily into cliques; the first k - 1 cliques have at
most k - 1 queens, so some queen is on a cell of the others. Each of these cells is tried, and
excluded for those tried after it. The cells are numbered so that the last ones attack the most of
those before them: they are left over, are tried first, and leave few cells.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nqviz.core.jit import compiled

from .proof import FOUND, NONE, ON

Sets = npt.NDArray[np.uint64]

# A de Bruijn sequence of 64 bits: six consecutive bits occur once, so the top ones give the shift.
_SEQUENCE = np.uint64(0x03F79D71B4CB0A89)
_PLACES = np.zeros(64, dtype=np.int64)
for _shift in range(64):
    _PLACES[((int(_SEQUENCE) << _shift) & (2**64 - 1)) >> 58] = _shift


def sets(rows: npt.NDArray[np.bool_]) -> Sets:
    """Return rows of a table as sets, 64 cells to a word, shape (rows, words), uint64."""
    bits = np.zeros((len(rows), -(-rows.shape[1] // 64) * 64), dtype=np.uint8)
    bits[:, : rows.shape[1]] = rows
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


class PlainSearch:
    """A search that runs in slices.

    `attacks` has shape (n, n).
    `k`: the number of cells to find, at least 1.
    """

    def __init__(self, attacks: npt.NDArray[np.bool_], k: int) -> None:
        n = len(attacks)
        order = _order(attacks)
        self._attacked = sets(attacks[order][:, order])
        words = self._attacked.shape[1]
        self._open = np.zeros((k + 1, words), np.uint64)
        self._tries = np.zeros((k + 1, words), np.uint64)
        self._open[0] = sets(np.ones((1, n), dtype=np.bool_))[0]
        self._state = np.full(2, -1, np.int64)

    def go_on(self, nodes: int) -> int:
        """Continue the search for about `nodes` nodes; return NONE, FOUND or ON."""
        return int(_search(self._attacked, self._open, self._tries, self._state, nodes))


@compiled
def _order(attacks: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return an order in which each cell attacks the most of those up to it, shape (n,)."""
    n = len(attacks)
    order, left = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for row in attacks:
        left += row
    for place in range(n - 1, -1, -1):
        cell = order[place] = np.argmax(left)
        left -= attacks[cell]
        left[cell] = -n
    return order


@compiled
def _part(cells: Sets, attacked: Sets, cliques: int, rest: Sets) -> bool:
    """Remove greedy cliques from the cells; return whether any cell is left in `rest`."""
    words = len(cells)
    one = np.uint64(1)
    for w in range(words):
        rest[w] = cells[w]
    fit = np.empty(words, np.uint64)
    start = 0
    for _ in range(cliques):
        while start < words and rest[start] == 0:
            start += 1
        if start == words:
            return False
        for w in range(start, words):
            fit[w] = rest[w]
        word = start
        while word < words:
            lowest = fit[word] & (~fit[word] + one)
            if lowest == 0:
                word += 1
                continue
            rest[word] ^= lowest
            cell = 64 * word + _place(lowest)
            for w in range(word, words):
                fit[w] &= attacked[cell, w]
    while start < words and rest[start] == 0:
        start += 1
    return start < words


@compiled
def _place(bit: np.uint64) -> int:
    """Return the position of the only bit of a word."""
    return int(_PLACES[(bit * _SEQUENCE) >> np.uint64(58)])


@compiled
def _highest(word: np.uint64) -> np.uint64:
    """Return the highest bit of a word that is not 0."""
    for shift in (1, 2, 4, 8, 16, 32):
        word |= word >> np.uint64(shift)
    return word ^ (word >> np.uint64(1))


@compiled
def _search(
    attacked: Sets, candidates: Sets, tries: Sets, state: npt.NDArray[np.int64], nodes: int
) -> int:
    k, words = len(candidates) - 1, candidates.shape[1]
    level = state[0]
    if level < 0:
        if state[1] >= 0 or not _part(candidates[0], attacked, k - 1, tries[0]):
            return NONE
        level = state[1] = 0
    while nodes > 0:
        word = words - 1
        while word >= 0 and tries[level, word] == 0:
            word -= 1
        if word < 0:
            level -= 1
            if level < 0:
                state[0] = -1
                return NONE
            continue
        bit = _highest(tries[level, word])
        tries[level, word] ^= bit
        candidates[level, word] ^= bit
        nodes -= 1
        if level == k - 1:
            return FOUND
        cell = 64 * word + _place(bit)
        for w in range(words):
            candidates[level + 1, w] = candidates[level, w] & ~attacked[cell, w]
        if _part(candidates[level + 1], attacked, k - level - 2, tries[level + 1]):
            level += 1
    state[0] = level
    return ON

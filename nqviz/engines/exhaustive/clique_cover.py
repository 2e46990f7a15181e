"""Search for sets of k cells of which no two attack each other: the compiled kernel.

A greedy cover by cliques decides where to branch. To find `need` queens among some cells, cover as
many of the cells as possible by need - 1 cliques of attacking cells: a clique holds one queen at
most, so one queen stands on a cell that is left over. Each of those is tried in turn, the last one
first, and taken away afterwards, so that every set is met exactly once. No cell left over: there is
no set.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.interruption import check_interruption
from nqviz.core.jit import compiled
from nqviz.engines.bits import Words, leading_zeros, ones, pack, pack_rows, trailing_zeros, unpack

EXHAUSTED, PAUSED, FOUND = range(3)

_ONE = np.uint64(1)
_NONE, _SEVERAL = -1, -2
FIRST, FREE, WAITS, ON = range(4)
"""Rows of numbers: for each clique its first word, whether it serves no cell, whether it may get a
queen in the chain that is sought; for each queen of the chain the clique that it stands on."""
PORTION = 10_000
"""Queens placed between two looks at whether the search is to end: far less than a tenth of a
second."""
MANY = 128
"""More cells than this are put in order again after the first queen."""


def cube_order(board: Board) -> IntArray:
    """Return the indices of all cells, the cells of each cube of side 2 one after another.

    In this order the greedy covers find cubes, whose corners all attack each other, before lines.
    Shape (size,), int64.
    """
    cells = board.cells(np.arange(board.size)).T
    order: IntArray = np.lexsort([*(cells % 2)[::-1], *(cells // 2)[::-1]])
    return order


class CliqueCoverSearch(NamedTuple):
    """A search as arrays, so that it can be left and taken up between nodes.

    `adjacent`, shape (size, words): for each cell the set of the cells in line with it, without
    itself.
    `queens`, shape (k,): the set: the queens placed before the search, then those of its levels.
    `rest`, `branches`, shape (levels, words): for each level the cells left, and those of them that
    are still to be tried.
    `level`, shape (1,): the level that the search is at; below 0 it has ended.
    `nodes`, shape (1,): counts the queens that the search places, while it runs.
    """

    adjacent: Words
    queens: IntArray
    rest: Words
    branches: Words
    level: IntArray
    nodes: IntArray


def clique_cover_search(
    adjacent: Words, cells: Words, queens: IntArray, placed: int, nodes: IntArray
) -> CliqueCoverSearch:
    """Begin the search for every set that extends the first `placed` queens by given cells.

    `adjacent` has shape (size, words).
    `cells`, shape (words,): where queens may be added.
    `queens`, shape (k,): starts with the queens placed already, fewer than k; the others are filled
    in.
    `nodes` has shape (1,).
    """
    need, words = len(queens) - placed, len(cells)
    search = CliqueCoverSearch(
        adjacent,
        queens,
        np.zeros((need, words), np.uint64),
        np.zeros((need, words), np.uint64),
        np.zeros(1, np.int64),
        nodes,
    )
    search.rest[0] = cells
    if not uncovered(search.rest[0], adjacent, need - 1, search.branches[0]):
        search.level[0] = -1
    return search


def crowded_searches(
    attacks: npt.NDArray[np.bool_], need: int, nodes: IntArray, many: int = MANY
) -> Iterator[tuple[CliqueCoverSearch, IntArray]]:
    """Yield searches that together find every set of `need` cells, in orders that suit few cells.

    More than `many` cells are divided by the first queen, since an order suits fewer cells better.
    `attacks`, shape (n, n). `nodes`, shape (1,): counts what the searches place, one after another.
    Each comes with an order: what it numbers i is cell order[i].
    """
    order = crowded_last(attacks)
    adjacent = pack_rows(attacks[order][:, order])
    everything = pack(np.arange(len(order)), len(order))
    whole = clique_cover_search(adjacent, everything, np.zeros(need, np.int64), 0, nodes)
    if len(order) <= many or need < 2:
        yield whole, order
        return
    left = np.ones(len(order), np.bool_)
    for first in order[unpack(whole.branches[0])[::-1]]:
        nodes[0] += 1
        left[first] = False
        cells = np.flatnonzero(left & ~attacks[first])
        part = crowded_last(np.ascontiguousarray(attacks[cells][:, cells]))
        cells = cells[part]
        queens = np.full(need, len(cells))
        adjacent = pack_rows(attacks[cells][:, cells])
        everything = pack(np.arange(len(cells)), len(cells))
        yield clique_cover_search(adjacent, everything, queens, 1, nodes), np.append(cells, first)


def next_crowded(search: CliqueCoverSearch, budget: int) -> int:
    """Go on with a search as `next_set` does; raise Interrupted if it is no longer needed."""
    last, stop = int(search.nodes[0]) + budget, np.zeros(1, np.uint8)
    while True:
        check_interruption()
        left = last - int(search.nodes[0])
        end = next_set(search, min(PORTION, left), stop)
        if end != PAUSED or left <= PORTION:
            return end


@compiled
def crowded_last(attacks: npt.NDArray[np.bool_]) -> IntArray:
    """Return an order of cells in which each attacks the most of those up to it, shape (n,).

    Covers of cells in this order leave over cells that attack many: few cells are left beside them.
    `attacks`, shape (n, n).
    """
    n = len(attacks)
    order = np.empty(n, np.int64)
    counts = np.zeros(n, np.int64)
    for i in range(n):
        for j in range(n):
            counts[i] += attacks[i, j]
    for place in range(n - 1, -1, -1):
        cell = np.argmax(counts)
        order[place] = cell
        counts[cell] = -n  # others subtract less than n from it
        for j in range(n):
            counts[j] -= attacks[cell, j]
    return order


@compiled
def uncovered(cells: Words, adjacent: Words, cliques: int, left: Words) -> bool:
    """Cover cells by cliques and put those that are left over into `left`.

    `cells` has shape (words,).
    `adjacent` has shape (size, words).
    `cliques`: how many cliques may be used.
    `left`, shape (words,): filled with the cells that no clique covers, and that are not shown to
    be covered by chains (`_absorb`).
    Returns whether any is left over.
    """
    sets, numbers = _room(cliques, len(cells))
    return _leaves_over(cells, adjacent, cliques, left, sets, numbers)


@compiled
def _room(cliques: int, words: int) -> tuple[Words, IntArray]:
    """Return sets and numbers for what `_leaves_over` computes with up to so many cliques.

    Of the sets the first are the cliques; then come those that each queen of a chain takes away.
    """
    return np.empty((2 * cliques + 2, words), np.uint64), np.empty((4, cliques + 1), np.int64)


@compiled
def _leaves_over(
    cells: Words, adjacent: Words, cliques: int, left: Words, sets: Words, numbers: IntArray
) -> bool:
    """Do what `uncovered` does, in the arrays of `_room`."""
    words = len(cells)
    for w in range(words):
        left[w] = cells[w]
    common = sets[cliques]
    low = 0  # all words before are empty
    for k in range(cliques):
        while low < words and left[low] == 0:
            low += 1
        if low == words:
            return False
        for w in range(words):
            sets[k, w] = left[w]
        _take_clique(left, adjacent, common, low)
        for w in range(words):
            sets[k, w] ^= left[w]
        numbers[FIRST, k] = low
    count = 0
    for w in range(words):
        count += ones(left[w])
    if 0 < count <= cliques // 2:  # of more not all can be absorbed: each needs two cliques
        count -= _absorb(cells, adjacent, cliques, left, sets, numbers)
    return count > 0


@compiled
def _take_clique(left: Words, adjacent: Words, common: Words, low: int) -> None:
    """Take a clique from some cells, greedily from the first one, which is in the word `low`."""
    words = len(left)
    bit = trailing_zeros(left[low])
    left[low] &= left[low] - _ONE
    cell = 64 * low + bit
    for w in range(low, words):
        common[w] = left[w] & adjacent[cell, w]
    for at in range(low, words):
        word = common[at]
        while word != 0:
            bit = trailing_zeros(word)
            left[at] ^= _ONE << np.uint64(bit)
            cell = 64 * at + bit
            word &= adjacent[cell, at]
            for w in range(at + 1, words):
                common[w] &= adjacent[cell, w]


@compiled
def _absorb(
    cells: Words, adjacent: Words, cliques: int, left: Words, sets: Words, numbers: IntArray
) -> int:
    """Take away cells left over whose queen would leave a clique without one.

    A queen on such a cell leaves one cell of some cliques, which gets a queen if the clique does,
    and so on, until a clique has no cell left (the unit propagation of C. M. Li and Z. Quan, An
    efficient branch-and-bound algorithm based on MaxSAT for the maximum clique problem, 2010). So
    the cell and the m cliques of this chain have m queens at most, and count as m cliques; each
    clique serves one cell.
    `sets`, `numbers`: see `_room`. Returns the number of cells taken away.
    """
    taken = 0
    for k in range(cliques):
        numbers[FREE, k] = 1
    for w in range(len(cells)):
        word = left[w]
        while word != 0:
            bit = trailing_zeros(word)
            word &= word - _ONE
            if _leaves_none(64 * w + bit, cells, adjacent, cliques, sets, numbers):
                left[w] &= ~(_ONE << np.uint64(bit))
                taken += 1
    return taken


@compiled
def _leaves_none(
    cell: int, cells: Words, adjacent: Words, cliques: int, sets: Words, numbers: IntArray
) -> bool:
    """Return whether a queen on a cell leaves a clique without one, by a chain of free cliques.

    Those of the chain are free no longer. What each queen of the chain takes away is put into
    `sets` after the cliques, and the clique that it stands on into numbers[ON].
    """
    words = len(cells)
    rest = sets[2 * cliques + 1]
    for w in range(words):
        rest[w] = cells[w] & ~adjacent[cell, w]
        sets[cliques, w] = cells[w] & adjacent[cell, w]
    for k in range(cliques):
        numbers[WAITS, k] = numbers[FREE, k]
    length, before = 1, 0
    while length > before:
        before = length
        for k in range(cliques):
            first = numbers[FIRST, k]
            queen = _only_common(sets[k], rest, first) if numbers[WAITS, k] != 0 else _SEVERAL
            if queen == _NONE:
                _mark_chain(k, length, cliques, sets, numbers)
                return True
            if queen != _SEVERAL:
                numbers[WAITS, k] = 0
                numbers[ON, length] = k
                for w in range(words):
                    sets[cliques + length, w] = rest[w] & adjacent[queen, w]
                    rest[w] &= ~adjacent[queen, w]
                length += 1
    return False


@compiled
def _only_common(some: Words, others: Words, first: int) -> int:
    """Return the only common member of two sets, from the word `first` on, or _NONE or _SEVERAL."""
    found = _NONE
    for w in range(first, len(some)):
        common = some[w] & others[w]
        if common != 0:
            if found != _NONE or common & (common - _ONE) != 0:
                return _SEVERAL
            found = 64 * w + trailing_zeros(common)
    return found


@compiled
def _mark_chain(empty: int, length: int, cliques: int, sets: Words, numbers: IntArray) -> None:
    """Take away the cliques whose queens together leave a clique empty; see `_leaves_none`."""
    words = sets.shape[1]
    numbers[FREE, empty] = 0
    members = sets[2 * cliques + 1]
    for w in range(words):
        members[w] = sets[empty, w]
    for link in range(length - 1, 0, -1):
        counts = False  # whether it takes away a cell of a clique that counts
        for w in range(words):
            counts |= (members[w] & sets[cliques + link, w]) != 0
        if counts:
            k = numbers[ON, link]
            numbers[FREE, k] = 0
            for w in range(words):
                members[w] |= sets[k, w]


@compiled
def next_set(s: CliqueCoverSearch, budget: int, stop: npt.NDArray[np.uint8]) -> int:
    """Go on with a search until it finds a set, ends, or has placed `budget` queens.

    `stop`, shape (1,): pauses the search as soon as it is not 0.
    Returns FOUND: the set is in `queens`. EXHAUSTED: there is no other. PAUSED: it can go on.
    """
    need, words = s.rest.shape
    placed = len(s.queens) - need
    level = s.level[0]
    last = s.nodes[0] + budget
    sets, numbers = _room(need, words)
    while level >= 0:
        if s.nodes[0] >= last or stop[0] != 0:
            s.level[0] = level
            return PAUSED
        at = words - 1
        while at >= 0 and s.branches[level, at] == 0:
            at -= 1
        if at < 0:
            level -= 1
            continue
        cell = 64 * at + 63 - leading_zeros(s.branches[level, at])
        s.branches[level, at] &= ~(_ONE << np.uint64(cell % 64))
        s.rest[level, at] &= ~(_ONE << np.uint64(cell % 64))
        s.queens[placed + level] = cell
        s.nodes[0] += 1
        more = need - level - 1
        if more == 0:
            s.level[0] = level
            return FOUND
        count = 0
        for w in range(words):
            s.rest[level + 1, w] = s.rest[level, w] & ~s.adjacent[cell, w]
            count += ones(s.rest[level + 1, w])
        if count >= more and _leaves_over(
            s.rest[level + 1], s.adjacent, more - 1, s.branches[level + 1], sets, numbers
        ):
            level += 1
    s.level[0] = -1
    return EXHAUSTED

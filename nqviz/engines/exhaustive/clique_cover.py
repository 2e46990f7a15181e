"""Search for sets of k cells of which no two attack each other: the compiled kernel.

A greedy cover by cliques decides where to branch. To find `need` queens among some cells, cover as
many of the cells as possible by need - 1 cliques of attacking cells: a clique holds one queen at
most, so one queen stands on a cell that is left over. Each of those is tried in turn, and taken
away afterwards, so that every set is met exactly once. No cell left over: there is no set.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.jit import compiled
from nqviz.engines.bits import Words, ones, trailing_zeros

EXHAUSTED, PAUSED, FOUND = range(3)

_ONE = np.uint64(1)


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


@compiled
def uncovered(cells: Words, adjacent: Words, cliques: int, left: Words) -> bool:
    """Cover cells by cliques and put those that are left over into `left`.

    `cells` has shape (words,).
    `adjacent` has shape (size, words).
    `cliques`: how many cliques may be used.
    `left`, shape (words,): filled with the cells that no clique covers.
    Returns whether any is left over.
    """
    words = len(cells)
    for w in range(words):
        left[w] = cells[w]
    common = np.empty(words, np.uint64)
    low = 0  # all words before are empty
    for _ in range(cliques):
        while low < words and left[low] == 0:
            low += 1
        if low == words:
            return False
        bit = trailing_zeros(left[low])
        left[low] &= left[low] - _ONE
        cell = 64 * low + bit
        for w in range(low, words):
            common[w] = left[w] & adjacent[cell, w]
        at = low
        while at < words:
            if common[at] == 0:
                at += 1
                continue
            bit = trailing_zeros(common[at])
            left[at] &= ~(_ONE << np.uint64(bit))
            cell = 64 * at + bit
            for w in range(at, words):
                common[w] &= adjacent[cell, w]
    while low < words and left[low] == 0:
        low += 1
    return low < words


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
    while level >= 0:
        if s.nodes[0] >= last or stop[0] != 0:
            s.level[0] = level
            return PAUSED
        at = 0
        while at < words and s.branches[level, at] == 0:
            at += 1
        if at == words:
            level -= 1
            continue
        cell = 64 * at + trailing_zeros(s.branches[level, at])
        s.branches[level, at] &= s.branches[level, at] - _ONE
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
        if count >= more and uncovered(
            s.rest[level + 1], s.adjacent, more - 1, s.branches[level + 1]
        ):
            level += 1
    s.level[0] = -1
    return EXHAUSTED

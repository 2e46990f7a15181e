"""Find every set of k cells of which no two attack each other: the compiled kernel.

A greedy cover by cliques decides where to branch. To find `need` queens among some cells, cover as
many of the cells as possible by need - 1 cliques of attacking cells: a clique holds one queen at
most, so one queen stands on a cell that is left over. Each of those is tried in turn, and taken
away afterwards, so that every set is met exactly once. No cell left over: there is no set.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..board import IntArray
from ..jit import compiled
from ..symmetry import Permutations
from .bits import Words, ones, trailing_zeros

_ONE = np.uint64(1)


@compiled
def uncovered(cells: Words, adjacent: Words, cliques: int, left: Words) -> bool:
    """Cover cells by cliques and put those that are left over into `left`.

    Parameters
    ----------
    cells : array of shape (words,)
    adjacent : array of shape (size, words)
        For each cell the set of the cells in line with it, without itself.
    cliques : int
        How many cliques may be used.
    left : array of shape (words,)
        Filled with the cells that no clique covers.

    Returns
    -------
    bool
        Whether any is left over.
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
def search(
    cells: Words,
    adjacent: Words,
    queens: IntArray,
    placed: int,
    first_orbit: Words,
    second_orbit: Words,
    group: Permutations,
    only_one: bool,
    found: IntArray,
    used: IntArray,
    fixed: IntArray,
    nodes: IntArray,
    stop: npt.NDArray[np.uint8],
) -> None:
    """Find every set of queens that extends the first `placed` ones by cells of a given set.

    Parameters
    ----------
    cells : array of shape (words,)
        Where queens may be added.
    adjacent : array of shape (size, words)
        For each cell the set of the cells in line with it, without itself.
    queens : array of shape (k,)
        Starts with the queens placed already; the others are filled in.
    placed : int
    first_orbit, second_orbit : array of shape (words,)
        Orbits of cells; a set is entered under the number of its queens on each of them.
    group : array of shape (order, size)
        The symmetries, to find how many of them keep a set.
    only_one : bool
        Whether to end at the first set, which stays in `queens`.
    found : array of shape (k + 1, k + 1)
        How many sets were found, by their queens on the two orbits.
    used : array of shape (k + 1, k + 1, size)
        How many of them use each cell.
    fixed : array of shape (k + 1, k + 1)
        The sum of the numbers of symmetries that keep them.
    nodes : array of shape (1,)
        Counts the queens that the search places, while it runs.
    stop : array of shape (1,)
        Ends the search as soon as it is not 0.
    """
    words = len(cells)
    need = len(queens) - placed
    if need == 0:
        _enter(queens, first_orbit, second_orbit, group, found, used, fixed)
        return
    rest = np.empty((need, words), np.uint64)
    branches = np.empty((need, words), np.uint64)
    rest[0] = cells
    level = 0 if uncovered(rest[0], adjacent, need - 1, branches[0]) else -1
    while level >= 0 and stop[0] == 0:
        at = 0
        while at < words and branches[level, at] == 0:
            at += 1
        if at == words:
            level -= 1
            continue
        cell = 64 * at + trailing_zeros(branches[level, at])
        branches[level, at] &= branches[level, at] - _ONE
        rest[level, at] &= ~(_ONE << np.uint64(cell % 64))
        queens[placed + level] = cell
        nodes[0] += 1
        more = need - level - 1
        if more == 0:
            _enter(queens, first_orbit, second_orbit, group, found, used, fixed)
            if only_one:
                break
            continue
        count = 0
        for w in range(words):
            rest[level + 1, w] = rest[level, w] & ~adjacent[cell, w]
            count += ones(rest[level + 1, w])
        if count >= more and uncovered(rest[level + 1], adjacent, more - 1, branches[level + 1]):
            level += 1


@compiled
def _enter(
    queens: IntArray,
    first_orbit: Words,
    second_orbit: Words,
    group: Permutations,
    found: IntArray,
    used: IntArray,
    fixed: IntArray,
) -> None:
    """Enter one set of queens into the tables."""
    words = len(first_orbit)
    own = np.zeros(words, np.uint64)
    for queen in queens:
        own[queen // 64] |= _ONE << np.uint64(queen % 64)
    on_first, on_second = 0, 0
    for w in range(words):
        on_first += ones(own[w] & first_orbit[w])
        on_second += ones(own[w] & second_orbit[w])
    found[on_first, on_second] += 1
    for queen in queens:
        used[on_first, on_second, queen] += 1
    keep = 0
    for symmetry in range(len(group)):
        kept = True
        for queen in queens:
            image = group[symmetry, queen]
            if own[image // 64] >> np.uint64(image % 64) & _ONE == 0:
                kept = False
                break
        keep += kept
    fixed[on_first, on_second] += keep

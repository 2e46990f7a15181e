"""Enter every set of k cells that the clique-cover search finds into tables."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..board import IntArray
from ..jit import compiled
from ..solvers.bits import Words, ones
from ..solvers.clique_cover import FOUND, CoverSearch, cover_search, next_set
from ..symmetry import Permutations

_ONE = np.uint64(1)
_NO_LIMIT = 2**62


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
    if len(queens) == placed:
        _enter(queens, first_orbit, second_orbit, group, found, used, fixed)
        return
    sets = cover_search(adjacent, cells, queens, placed, nodes)
    _enter_all(sets, first_orbit, second_orbit, group, only_one, found, used, fixed, stop)


@compiled
def _enter_all(
    sets: CoverSearch,
    first_orbit: Words,
    second_orbit: Words,
    group: Permutations,
    only_one: bool,
    found: IntArray,
    used: IntArray,
    fixed: IntArray,
    stop: npt.NDArray[np.uint8],
) -> None:
    while next_set(sets, _NO_LIMIT, stop) == FOUND:
        _enter(sets.queens, first_orbit, second_orbit, group, found, used, fixed)
        if only_one:
            break


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

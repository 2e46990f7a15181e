"""The bound for boards with three cells a side: queens are disjoint subcubes of different kinds.

Write the coordinates of the (3,d)-board as -1, 0, 1. A queen then represents a subcube of
{-1,1}^d: its non-zero coordinates are fixed, and the axes of its zeros are free; the set of free
axes is the kind of the subcube. Two queens that do not attack each other differ by 2 on some axis,
so their subcubes are disjoint, and by 1 on some axis, so their kinds differ. There are C(d,f) kinds
with f free axes, and a subcube of such a kind has 2^f of the 2^d corners. The bound is that of F.
van der Plancke (2006), OEIS A115993.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb

import numpy as np

from nqviz.core.board import IntArray


@lru_cache(maxsize=64)
def most_subcubes(d: int) -> int:
    """Return the maximum number of subcubes of different kinds with 2^d corners in total."""
    return _most((comb(d, free) for free in range(d + 1)), 2**d)


def most_more_subcubes(givens: IntArray, free: IntArray) -> int:
    """Return an upper bound on the number of queens that can be added to given ones.

    `givens`, shape (k, d), int64: cells of queens that do not attack each other, coordinates 0, 1,
    2.
    `free`, shape (m, d), int64: the free cells.
    """
    corners = 2 ** givens.shape[1] - int((1 << (givens == 1).sum(axis=1)).sum())
    kinds = np.unique(free == 1, axis=0).sum(axis=1)
    return _most(np.bincount(kinds, minlength=1).tolist(), corners)


def _most(kinds: Iterable[int], corners: int) -> int:
    """Return the maximum number of subcubes with at most `corners` corners in total.

    `kinds`: the number of kinds with 0, 1, 2, ... free axes.
    """
    count = 0
    for free, number in enumerate(kinds):
        taken = min(number, corners >> free)
        corners -= taken << free
        count += taken
    return count


SIDE_3 = "with -1, 0, 1 as coordinates queens are disjoint subcubes of different kinds"

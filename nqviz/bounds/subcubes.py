"""The bound for boards with three cells a side: queens are disjoint subcubes of different kinds.

Write the coordinates of the (3,d)-board as -1, 0, 1. A queen then stands for the subcube of
{-1,1}^d that has her coordinates where they are not 0, and is free where they are; the axes that
are free are its kind. Two queens that do not attack each other differ by 2 on some axis, so their
subcubes are disjoint, and by 1 on some axis, so their kinds differ. There are C(d,f) kinds with f
free axes, and a subcube of such a kind has 2^f of the 2^d corners.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb


@lru_cache(maxsize=64)
def most_subcubes(d: int) -> int:
    """Give how many subcubes of different kinds have at most 2^d corners together, d at least 1."""
    left, count = 2**d, 0
    for free in range(d + 1):
        kinds = min(comb(d, free), left >> free)
        left -= kinds << free
        count += kinds
    return count


SIDE_3 = "with -1, 0, 1 as coordinates queens are disjoint subcubes of different kinds"

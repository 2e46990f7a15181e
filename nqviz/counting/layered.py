"""Layered placements: n queens, exactly one in each layer of the last direction.

Two queens whose layers are m apart attack exactly when every other coordinate differs by 0 or m.
That condition factors over the coordinates, so by inclusion and exclusion over the pairs P of
layers (Barr & Rao, Observations on n-queens in higher dimensions)

    L(n,d) = sum over E subset of P of (-1)^|E| c(E)^(d-1),

c(E) the number of sequences (x_1..x_n) in {1..n}^n with |x_i - x_j| in {0, j - i} for all pairs in
E. Equal c are collected once, which leaves a short signed sum of powers, good for every d.
"""

from __future__ import annotations

import threading
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..board import IntArray
from ..errors import InputError
from ..jit import compiled
from ..work import Limit, Status, Stopwatch
from .count import Count

METHOD = "inclusion and exclusion over pairs of layers"

MAX_LAYERS = 8
"""The largest n: its 2^28 sets of pairs fill a gigabyte."""


def signed_powers(
    n: int, limit: Limit | None = None, stop: threading.Event | None = None
) -> dict[int, int] | None:
    """Give the signed sum of powers whose value is L(n,d) for every d.

    Parameters
    ----------
    n : int
        1 to `MAX_LAYERS`.
    limit, stop
        See `nqviz.work`.

    Returns
    -------
    dict of int to int, or None
        c and its factor: L(n,d) is the sum of factor * c^(d-1). None if it was ended before.

    Raises
    ------
    InputError
        If n is out of reach.
    """
    if not 1 <= n <= MAX_LAYERS:
        raise InputError(f"layered placements are counted for n = 1 to {MAX_LAYERS}, not {n}")
    watch = Stopwatch(limit, stop)
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    counts = np.zeros(1 << len(pairs), dtype=np.int32)
    _count_sequences(counts, n, table)
    for bit in range(len(pairs)):
        if watch.ended() is not None:
            return None
        _add_supersets(counts, bit)
    totals = np.zeros(n**n + 1, dtype=np.int64)
    _collect(counts, totals)
    return {int(c): int(totals[c]) for c in np.flatnonzero(totals)}


@lru_cache(maxsize=MAX_LAYERS)
def _known_powers(n: int) -> dict[int, int]:
    powers = signed_powers(n)
    assert powers is not None
    return powers


def count_layered(
    n: int, d: int, limit: Limit | None = None, stop: threading.Event | None = None
) -> Count:
    """Count the placements of n queens on the (n,d)-board with one in each layer.

    Raises
    ------
    InputError
        If n or d is out of reach.
    """
    if d < 1:
        raise InputError(f"dimension {d} is not possible; it is 1 or more")
    watch = Stopwatch(limit, stop)
    quick = limit is None and stop is None
    powers = _known_powers(n) if quick else signed_powers(n, limit, stop)
    if powers is None:
        return Count(watch.ended() or Status.STOPPED, seconds=watch.seconds, method=METHOD)
    total = sum(factor * c ** (d - 1) for c, factor in powers.items())
    return Count(Status.OPTIMAL, total, seconds=watch.seconds, method=METHOD)


@compiled
def _count_sequences(counts: npt.NDArray[np.int32], n: int, pairs: IntArray) -> None:
    """Count the sequences by the set of all pairs that they satisfy, as bits of the index."""
    sequence = np.zeros(n, dtype=np.int64)
    while True:
        mask = 0
        for bit in range(len(pairs)):
            i, j = pairs[bit, 0], pairs[bit, 1]
            apart = abs(sequence[i] - sequence[j])
            if apart in (0, j - i):
                mask |= 1 << bit
        counts[mask] += 1
        place = 0
        while place < n and sequence[place] == n - 1:
            sequence[place] = 0
            place += 1
        if place == n:
            return
        sequence[place] += 1


@compiled
def _add_supersets(counts: npt.NDArray[np.int32], bit: int) -> None:
    """Add to each set without a pair the sum of the same set with it."""
    step = 1 << bit
    for start in range(0, len(counts), 2 * step):
        for index in range(start, start + step):
            counts[index] += counts[index + step]


@compiled
def _collect(counts: npt.NDArray[np.int32], totals: IntArray) -> None:
    """Add up the signs of the sets by their counts."""
    for index in range(len(counts)):
        ones, rest = 0, index
        while rest:
            rest &= rest - 1
            ones ^= 1
        totals[counts[index]] += 1 - 2 * ones

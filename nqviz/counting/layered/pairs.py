"""Sequences of one coordinate, by the pairs of layers that they leave in line.

A layered placement of the (n,d)-board is d - 1 sequences (x_1..x_n), one for each other coordinate.
A sequence *separates* a pair of layers i < j if x_i - x_j is neither 0 nor +-(j - i), and the
placement has no attack exactly when every pair is separated by one of its sequences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled

Table: TypeAlias = npt.NDArray[np.int32] | npt.NDArray[np.int64]

SLICE_LAYERS = 6
"""The number of layers whose values are listed at once."""


def pairs_of(n: int) -> list[tuple[int, int]]:
    """Return the pairs of n layers, the lower layer first."""
    return list(combinations(range(n), 2))


def mirrored_pairs(n: int) -> list[tuple[tuple[int, int], ...]]:
    """Return the pairs of n layers, each with the one that reversing the layers maps it to."""
    groups = {tuple(sorted({(i, j), (n - 1 - j, n - 1 - i)})): None for i, j in pairs_of(n)}
    return list(groups)


def sequence_slices(n: int) -> Iterator[IntArray]:
    """Yield all sequences of n values from 0 to n - 1, in arrays of shape (m, n)."""
    inner = min(n, SLICE_LAYERS)
    tail = np.indices((n,) * inner).reshape(inner, -1).T.astype(np.int64)
    for head in product(range(n), repeat=n - inner):
        first = np.broadcast_to(np.array(head, dtype=np.int64), (len(tail), n - inner))
        yield np.concatenate((first, tail), axis=1)


def in_line(sequences: IntArray, groups: Sequence[Sequence[tuple[int, int]]]) -> IntArray:
    """Return for each sequence the groups of pairs that it leaves all in line, as bits.

    `sequences`, shape (m, n): one sequence a row.
    `groups`: bit b of a result is that of group b; at most 62.
    Returns shape (m,), int64.
    """
    bits = np.zeros(len(sequences), dtype=np.int64)
    for bit, group in enumerate(groups):
        held = np.ones(len(sequences), dtype=np.bool_)
        for i, j in group:
            apart = np.abs(sequences[:, i] - sequences[:, j])
            held &= (apart == 0) | (apart == j - i)
        bits |= held.astype(np.int64) << bit
    return bits


@compiled
def add_supersets(counts: Table) -> None:
    """Add to each set of pairs its supersets, recursively by halves, which fit in the cache.

    `counts`, shape (2^k,): by the bits of the sets, changed.
    """
    half = len(counts) // 2
    if half == 4:
        for i in range(0, 8, 2):
            counts[i] += counts[i + 1]
        for i in range(0, 8, 4):
            counts[i] += counts[i + 2]
            counts[i + 1] += counts[i + 3]
        for i in range(4):
            counts[i] += counts[i + 4]
    elif half:
        lower, upper = counts[:half], counts[half:]
        for i in range(half):
            lower[i] += upper[i]
        add_supersets(lower)
        add_supersets(upper)


def signs(bits: int) -> IntArray:
    """Return (-1)^k for each set of so many things, k its size; shape (2^bits,)."""
    found = np.ones(1, dtype=np.int64)
    for _ in range(bits):
        found = np.concatenate((found, -found))
    return found

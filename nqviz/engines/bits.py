"""Sets of cells as bits of 64-bit words, for compiled kernels: bit i of word w is cell 64 w + i."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled, instruction

Words: TypeAlias = npt.NDArray[np.uint64]

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def word_count(size: int) -> int:
    """Return the number of words that hold `size` bits."""
    return (size + 63) // 64


def pack(cells: IntArray, size: int) -> Words:
    """Make a bit set of the cells with the given indices, shape (words,)."""
    member = np.zeros(64 * word_count(size), dtype=np.uint8)
    member[cells] = 1
    return np.packbits(member, bitorder="little").view(np.dtype("<u8")).astype(np.uint64)


def pack_rows(members: npt.NDArray[np.bool_]) -> Words:
    """Make a bit set of each row of a table of members, shape (rows, words)."""
    rows, size = members.shape
    padded = np.zeros((rows, 64 * word_count(size)), dtype=np.bool_)
    padded[:, :size] = members
    packed = np.packbits(padded, axis=1, bitorder="little").view(np.dtype("<u8"))
    return np.ascontiguousarray(packed.astype(np.uint64))


def unpack(words: Words) -> IntArray:
    """Return the indices of the cells of a bit set, shape (words,), in order."""
    octets = words.astype(np.dtype("<u8")).view(np.uint8)
    return np.flatnonzero(np.unpackbits(octets, bitorder="little")).astype(np.int64)


def _trailing_zeros(_typing: Any, _word: Any) -> Any:
    from numba import types
    from numba.core import cgutils

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.uint64), generate


def _leading_zeros(_typing: Any, _word: Any) -> Any:
    from numba import types
    from numba.core import cgutils

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], cgutils.true_bit)

    return types.int64(types.uint64), generate


def _ones(_typing: Any, _word: Any) -> Any:
    from numba import types

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


# The processor's own instructions, which NumPy's functions do not compile to.
trailing_zeros: Callable[[np.uint64], int] = instruction(_trailing_zeros)
"""Return the position of the lowest bit of a word that is not 0."""

leading_zeros: Callable[[np.uint64], int] = instruction(_leading_zeros)
"""Return how many bits are above the highest bit of a word that is not 0."""

ones: Callable[[np.uint64], int] = instruction(_ones)
"""Count the bits of a word."""


# Sets in kernels -----------------------------------------------------------------------------


@compiled
def count_members(words: Words) -> int:
    """Count the members of a set; `words`, shape (w,), uint64."""
    count = 0
    for w in range(len(words)):
        count += ones(words[w])
    return count


@compiled
def add_shifted(target: Words, words: Words, by: int) -> None:
    """Add the members of a set, moved up, to another.

    `words`, shape (w,), `target`, shape (more,), uint64.
    """
    at, up = by >> 6, np.uint64(by & 63)
    for w in range(len(words)):
        target[at + w] |= words[w] << up
        # In two steps, as a shift by 64 is none.
        target[at + w + 1] |= (words[w] >> _ONE) >> (np.uint64(63) - up)


@compiled
def list_members(words: Words, values: IntArray) -> int:
    """Write the members of a set in order; return their number.

    `words`, shape (w,); `values`, shape (members,), written.
    """
    count = 0
    for w in range(len(words)):
        word = words[w]
        while word != _ZERO:
            values[count] = 64 * w + trailing_zeros(word)
            word &= word - _ONE
            count += 1
    return count


@compiled
def keep_range(words: Words, low: int, high: int) -> None:
    """Keep the members low to high of a set; `words`, shape (w,), written."""
    for w in range(len(words)):
        first, last = max(low - 64 * w, 0), min(high - 64 * w, 63)
        if first > last:
            words[w] = _ZERO
        else:
            words[w] &= (_ALL << np.uint64(first)) & (_ALL >> np.uint64(63 - last))

"""Sets of cells as bits of 64-bit words, for compiled kernels: bit i of word w is cell 64 w + i."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..board import IntArray

Words: TypeAlias = npt.NDArray[np.uint64]


def word_count(size: int) -> int:
    """Give the number of words that hold `size` bits."""
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
    """Give the indices of the cells of a bit set, shape (words,), in order."""
    octets = words.astype(np.dtype("<u8")).view(np.uint8)
    return np.flatnonzero(np.unpackbits(octets, bitorder="little")).astype(np.int64)


def _trailing_zeros(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.uint64), generate


def _ones(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


# The processor's own instructions, which NumPy's functions do not compile to.
trailing_zeros: Callable[[np.uint64], int] = cast(Any, intrinsic(_trailing_zeros))
"""Give the position of the lowest bit of a word that is not 0."""

ones: Callable[[np.uint64], int] = cast(Any, intrinsic(_ones))
"""Count the bits of a word."""

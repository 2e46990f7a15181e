"""Bases in which matrices that commute with permutations of tensor factors fall into blocks.

The symmetric group on m factors of (R^e)^m has one irreducible representation for each partition
of m; of those with at most e rows each occurs in the space. A matrix that commutes with the group
is given by one block for each of them, on the vectors that belong to one standard tableau: the
common eigenvectors of the Jucys-Murphy elements J_k = (1 k) + ... + (k-1 k), with the contents of
the tableau as eigenvalues (A. Okounkov, A. Vershik, A new approach to representation theory of
symmetric groups, 1996). Permutations keep the values of a word, so each vector is zero outside of
the words with the same values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray

SAME = 1e-6
"""How far apart eigenvalues of one tableau may be computed."""


@dataclass(frozen=True)
class Module:
    """The vectors of one tableau."""

    multiplicity: int
    """The dimension of the representation: how often the block occurs."""
    basis: sp.csr_array
    """Orthonormal columns, shape (e^m, size)."""


@lru_cache(maxsize=64)
def modules(e: int, m: int) -> tuple[Module, ...]:
    """Return the blocks of (R^e)^m under the permutations of its m factors.

    `e`: at least 0.
    `m`: at least 0.
    """
    if m == 0:
        return (Module(1, sp.csr_array(np.ones((1, 1)))),)
    shapes = [shape for shape in _partitions(m, m) if len(shape) <= e]
    factors = np.sqrt(np.arange(2.0, m + 2.0)) % 1 + 0.5
    targets = [float(factors @ _contents(shape)) for shape in shapes]
    columns: list[list[tuple[IntArray, npt.NDArray[np.float64]]]] = [[] for _ in shapes]
    strides = e ** np.arange(m)[::-1]
    for values in combinations_with_replacement(range(e), m):
        words = _words(values)
        eigenvalues, vectors = np.linalg.eigh(_element(words, factors))
        for target, into in zip(targets, columns, strict=True):
            chosen = vectors[:, np.abs(eigenvalues - target) < SAME]
            into += [(words @ strides, vector) for vector in chosen.T]
    found = []
    for shape, vectors_of in zip(shapes, columns, strict=True):
        rows = np.concatenate([places for places, _ in vectors_of])
        data = np.concatenate([vector for _, vector in vectors_of])
        lengths = [len(vector) for _, vector in vectors_of]
        column = np.repeat(np.arange(len(lengths)), lengths)
        basis = sp.csr_array((data, (rows, column)), shape=(e**m, len(lengths)))
        found.append(Module(_tableaux(shape), basis))
    return tuple(found)


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        yield from ((first, *rest) for rest in _partitions(total - first, first))


def _contents(shape: tuple[int, ...]) -> IntArray:
    """Return column minus row of the entries of the tableau that is filled row by row."""
    return np.array([column - row for row, length in enumerate(shape) for column in range(length)])


def _tableaux(shape: tuple[int, ...]) -> int:
    """Return the number of standard tableaux, by the lengths of hooks."""
    hooks = [
        length - column + sum(below > column for below in shape[row + 1 :])
        for row, length in enumerate(shape)
        for column in range(length)
    ]
    return factorial(sum(shape)) // prod(hooks)


def _words(values: tuple[int, ...]) -> IntArray:
    """Return the distinct orders of some values, shape (words, m), sorted."""
    if len(values) == 1:
        return np.array([values])
    parts = []
    for place, first in enumerate(values):
        if place == 0 or values[place - 1] != first:
            rest = _words(values[:place] + values[place + 1 :])
            parts.append(np.insert(rest, 0, first, axis=1))
    return np.concatenate(parts)


def _element(words: IntArray, factors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the sum of factor k times the k-th Jucys-Murphy element on some words."""
    count, m = words.shape
    codes = words @ (words.max() + 1) ** np.arange(m)[::-1]
    element = np.zeros((count, count))
    for k in range(m):
        for i in range(k):
            swapped = words.copy()
            swapped[:, [i, k]] = words[:, [k, i]]
            images = np.searchsorted(codes, swapped @ (words.max() + 1) ** np.arange(m)[::-1])
            element[images, np.arange(count)] += factors[k]
    return element

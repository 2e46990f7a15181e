"""Split invariant symmetric matrices into blocks by symmetries of order 2 that commute.

Such symmetries generate a group whose characters take the values 1 and -1. A matrix that the group
leaves unchanged maps the vectors of each character among themselves: in their basis it falls into
one block for each character, and eigendecompositions cost what those of the blocks do. Of the
matrix itself the rows of one cell of each orbit say all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.jit import compiled

Matrix = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float32]
Cube = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Blocks:
    """A group of commuting symmetries of order 2 and what its characters live on.

    The basis of a character has one vector for each orbit in its support, of the same entry, up
    to sign, on the whole orbit.
    """

    images: IntArray
    """The image of each cell under each symmetry, shape (order, n)."""
    first: IntArray
    """The first cell of each orbit, shape (orbits,)."""
    signs: Matrix
    """The value of each character, by rows, at each symmetry. Shape (order, order)."""
    sizes: Vector
    """The square root of the number of cells of each orbit, shape (orbits,)."""
    places: list[IntArray]
    """For each character the positions in `first` of the orbits in its support, shape (m,)."""

    @classmethod
    def of(cls, group: IntArray, most: int = 64) -> Blocks:
        """Choose symmetries from a group.

        `group`, shape (order, n): the image of each cell under each symmetry, the identity among
        them.
        `most`: the most symmetries that are used.
        """
        exponents, images = _commuting(group, most)
        characters = np.array(list(product((0, 1), repeat=exponents.shape[1])), dtype=np.int64)
        signs = 1 - 2 * (characters @ exponents.T % 2)
        first = np.flatnonzero(images.min(axis=0) == np.arange(group.shape[1]))
        fixing = (images[:, first] == first).astype(np.int64)
        # The support of a character: orbits on which it is 1 for all that fix the first cell.
        support = signs @ fixing == fixing.sum(axis=0)
        sizes = np.sqrt(len(images) / fixing.sum(axis=0))
        return cls(
            np.ascontiguousarray(images),
            first,
            np.ascontiguousarray(signs, dtype=np.float32),
            np.asarray(sizes, dtype=np.float32),
            [np.flatnonzero(row) for row in support],
        )

    def map(self, change: Callable[[Matrix], Matrix], w: Matrix) -> Matrix:
        """Change each block of an invariant matrix, and put the matrix together again.

        `change`: gives for a symmetric block another one.
        `w` has shape (n, n).
        """
        if len(self.images) == 1:
            return change(w)
        split = np.empty((len(self.images), len(self.first), len(self.first)), np.float32)
        _split(w, self.images, self.first, self.signs, self.sizes, split)
        for square, places in zip(split, self.places, strict=True):
            if len(places) == len(square):  # no copies
                square[:] = change(square)
            elif len(places):
                block = np.ix_(places, places)
                square[block] = change(square[block])
        whole = np.empty_like(w)
        _join(split, self.images, self.first, self.signs, self.sizes, whole)
        return whole


@compiled
def _split(
    w: Matrix, images: IntArray, first: IntArray, signs: Matrix, sizes: Vector, split: Cube
) -> None:
    """Fill in the block of each character; rows and columns where it does not live become 0."""
    order, orbits = len(images), len(first)
    moved = images[:, first]
    scale = sizes / np.float32(order)
    for a in range(orbits):
        row = w[first[a]]
        for character in range(order):
            into = split[character, a]
            into[:] = np.float32(0)
            for g in range(order):
                sign = signs[character, g] * sizes[a]
                for b in range(orbits):
                    into[b] += sign * row[moved[g, b]]
            for b in range(orbits):
                into[b] *= scale[b]


@compiled
def _join(
    split: Cube, images: IntArray, first: IntArray, signs: Matrix, sizes: Vector, whole: Matrix
) -> None:
    """Put a matrix together from the blocks of the characters."""
    order, orbits = len(images), len(first)
    moved = images[:, first]
    values = np.empty(orbits, np.float32)
    for a in range(orbits):
        row = whole[first[a]]
        for g in range(order):
            values[:] = np.float32(0)
            for character in range(order):
                sign = signs[character, g] / sizes[a]
                from_block = split[character, a]
                for b in range(orbits):
                    values[b] += sign * from_block[b]
            for b in range(orbits):
                row[moved[g, b]] = values[b] / sizes[b]
        for h in range(1, order):
            if moved[h, a] != first[a]:
                image, target = images[h], whole[moved[h, a]]
                for j in range(len(row)):
                    target[image[j]] = row[j]


def _commuting(group: IntArray, most: int) -> tuple[IntArray, IntArray]:
    """Gather symmetries of order 2 that commute, those that move most cells first.

    Returns `signs`, shape (2^k, k): each element of the group that they generate as a product of
    the k generators; `images`, shape (2^k, n).
    """
    everything = np.arange(group.shape[1])
    squares = np.take_along_axis(group, group, axis=1)
    candidates = group[(squares == everything).all(axis=1)]
    fixed = (candidates == everything).sum(axis=1)
    signs, images = np.zeros((1, 0), dtype=np.int64), everything[None, :]
    for symmetry in candidates[np.argsort(fixed, kind="stable")]:
        if 2 * len(images) > most:
            break
        products = symmetry[images]
        if (products != images[:, symmetry]).any() or (images == symmetry).all(axis=1).any():
            continue
        column = np.repeat([0, 1], len(signs))[:, None]
        signs = np.hstack((np.vstack((signs, signs)), column))
        images = np.concatenate((images, products))
    return signs, images

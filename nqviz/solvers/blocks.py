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

from ..board import IntArray

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Blocks:
    """A group of commuting symmetries of order 2 and the bases of its characters.

    Attributes
    ----------
    images : array of shape (order, n)
        The image of each cell under each symmetry.
    first : array of shape (orbits,)
        The first cell of each orbit.
    bases : list of arrays of shape (n, m)
        For each character an orthonormal basis, one vector for each orbit that it lives on.
    places : list of arrays of shape (m,)
        The positions in `first` of those orbits.
    """

    images: IntArray
    first: IntArray
    bases: list[Matrix]
    places: list[IntArray]

    @classmethod
    def of(cls, group: IntArray, most: int = 64) -> Blocks:
        """Choose symmetries from a group.

        Parameters
        ----------
        group : array of shape (order, n)
            The image of each cell under each symmetry, the identity among them.
        most : int
            The most symmetries that are used.
        """
        signs, images = _commuting(group, most)
        first = np.flatnonzero(images.min(axis=0) == np.arange(group.shape[1]))
        bases, places = [], []
        for character in product((0, 1), repeat=signs.shape[1]):
            values = 1.0 - 2.0 * (signs @ np.array(character, dtype=np.int64) % 2)
            vectors = np.zeros((group.shape[1], len(first)))
            for value, image in zip(values, images, strict=True):
                vectors[image[first], np.arange(len(first))] += value
            lengths = np.linalg.norm(vectors, axis=0)
            kept = np.flatnonzero(lengths > 0.5)  # the others cancel
            if len(kept):
                basis = vectors[:, kept] / lengths[kept]
                bases.append(np.ascontiguousarray(basis, dtype=np.float32))
                places.append(kept)
        return cls(images, first, bases, places)

    def map(self, change: Callable[[Matrix], Matrix], w: Matrix) -> Matrix:
        """Change each block of an invariant matrix, and put the matrix together again.

        Parameters
        ----------
        change : callable
            Gives for a symmetric block another one.
        w : array of shape (n, n)
        """
        if len(self.images) == 1:
            return change(w)
        rows = w[self.first]
        result = np.zeros_like(rows)
        for basis, places in zip(self.bases, self.places, strict=True):
            # A vector of the basis has the same entry, up to sign, on its whole orbit.
            entry = basis[self.first[places], np.arange(len(places))]
            block = change((rows[places] @ basis) / entry[:, None])
            result[places] += entry[:, None] * (block @ basis.T)
        whole = np.empty_like(w)
        for image in self.images:
            whole[image[self.first][:, None], image] = result
        return whole


def _commuting(group: IntArray, most: int) -> tuple[IntArray, IntArray]:
    """Gather symmetries of order 2 that commute, those that move most cells first.

    Returns
    -------
    signs : array of shape (2^k, k)
        Each element of the group that they generate as a product of the k generators.
    images : array of shape (2^k, n)
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

"""The images of a placement under some symmetries, told apart without keeping their cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.placement import Placement

from .group import Symmetry, image_blocks, symmetries
from .labelling import ODD, Hashes, mixed

_BLOCK = 2**20  # images of queens held at once


class Images:
    """The images of a placement, in the order of the symmetries that make them.

    Images are told apart by a key of 64 bits, the sum of one pseudorandom number a queen: equal
    images have equal keys, and two different ones have equal keys only by a rare accident.
    `maps`: the symmetries, the identity first; without them all that permute and reverse axes.
    `keys`, shape (len(maps),), uint64: the key of each image.
    Raises InputError if all symmetries are asked for and there are more than `MAX_ORDER`.
    """

    def __init__(self, placement: Placement, maps: Sequence[Symmetry] | None = None) -> None:
        self.placement = placement
        self.maps = symmetries(placement.board) if maps is None else maps
        blocks = image_blocks(placement, _BLOCK)
        if maps is not None:
            blocks = (each.indices(placement.indices)[None] for each in maps)
        self.keys: Hashes = np.concatenate([_sums(block) for block in blocks])
        self._first: dict[int, int] = {}
        for place, key in enumerate(self.keys.tolist()):
            self._first.setdefault(key, place)

    def __len__(self) -> int:
        return len(self.maps)

    def queens(self, place: int) -> IntArray:
        """Return the cells of the queens of an image, shape (queens,), in no order."""
        return self.maps[place].indices(self.placement.indices)

    @property
    def different(self) -> list[int]:
        """The places of the different images, of equal ones the first."""
        return list(self._first.values())

    @property
    def kept(self) -> tuple[Symmetry, ...]:
        """The symmetries that map the placement to itself."""
        own = np.sort(self.placement.indices)
        places = np.flatnonzero(self.keys == self.keys[0]).tolist()
        equal = (place for place in places if np.array_equal(np.sort(self.queens(place)), own))
        return tuple(self.maps[place] for place in equal)

    def find(self, queens: IntArray) -> int | None:
        """Return the first place at which these queens are the image, None without one.

        `queens`, shape (k,): cells, in any order.
        """
        return self._first.get(int(_sums(queens[None])[0]))


def is_rotation(symmetry: Symmetry) -> bool:
    """Return whether a symmetry is a rotation, and so no reflection: its determinant is 1."""
    axes, swaps = list(symmetry.permutation), 0
    for axis in range(len(axes)):
        while axes[axis] != axis:
            other = axes[axis]
            axes[axis], axes[other] = axes[other], axes[axis]
            swaps += 1
    return (swaps + sum(symmetry.reversed)) % 2 == 0


def _sums(images: IntArray) -> Hashes:
    """Return the keys, shape (k,), of images of shape (k, queens)."""
    keys: Hashes = mixed(images.astype(np.uint64) * ODD).sum(axis=1, dtype=np.uint64)
    return keys

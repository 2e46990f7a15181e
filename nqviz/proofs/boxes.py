"""Proofs by boxes: boxes that cover the board, each with a bound on its queens.

A box has at most as many queens as free and given cells, and at most one on each of its lines
along a longest side. A box with sides up to 2 has at most one: its cells all attack each other.

In a box with sides up to 3 write the coordinates as -1, 0, 1. A queen then represents a subcube of
the cube with corners {-1,1}^k; the axes of its zeros, along which the subcube extends, are its
kind. Two queens that do not attack each other have the difference 2 on some axis, so their subcubes
are disjoint, and 1 on some axis, so their kinds differ. So the corners of the given queens are
used up, and the others are of the kinds of the free cells, one of each. The bound is the number of
the smallest subcubes that the remaining corners suffice for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar

import numpy as np

from nqviz.core.board import IntArray
from nqviz.run.budgets import BOXES

from .claim import Claim, Mask
from .proof import Array, Flawed, Proof, Steps, integers

CELLS_AT_ONCE = 2**20
"""Cells of boxes between two checks of the clock."""


@dataclass(frozen=True)
class BoxProof(Proof):
    """Boxes that cover a board of queens."""

    kind: ClassVar[str] = "boxes"

    low: IntArray
    """The lowest coordinates of each box, from 0. Shape (boxes, d)."""
    sides: IntArray
    """Shape (boxes, d)."""

    def settings(self) -> dict[str, object]:
        """Return an empty dictionary: the arrays contain everything."""
        return {}

    def arrays(self) -> dict[str, Array]:
        """Return the arrays ``low`` and ``sides``, shape (boxes, d), int64."""
        return {"low": self.low.astype(np.int32), "sides": self.sides.astype(np.int32)}

    @classmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Read the boxes; ``low`` and ``sides`` of shape (boxes, d)."""
        low, sides = (
            integers(arrays[name], name, BOXES * claim.board.d, 2) for name in ("low", "sides")
        )
        return cls(claim, low, sides)

    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check that the boxes cover the board, and add up their bounds."""
        board = self.claim.board
        if board.piece != "queen":
            raise Flawed("boxes bound queens only")
        if self.low.shape != self.sides.shape or self.low.shape[1] != board.d:
            raise Flawed("the boxes have another dimension than the board")
        shape = np.array(board.shape)
        inside = (self.low >= 0) & (self.sides >= 1) & (self.sides <= shape)
        if not (inside & (self.low <= shape - self.sides)).all():
            raise Flawed("a box is empty or leaves the board")
        free = self.claim.free.reshape(board.shape)
        given = np.zeros(board.size, dtype=np.bool_)
        given[self.claim.givens.indices] = True
        given = given.reshape(board.shape)
        bare, bound, cells = free | given, 0, 0
        for place, (low, sides) in enumerate(
            zip(self.low.tolist(), self.sides.tolist(), strict=True)
        ):
            cells += prod(sides) + CELLS_AT_ONCE // 64
            if cells > CELLS_AT_ONCE:
                if over():
                    return False
                yield place / len(self.low)
                cells = 0
            box = tuple(slice(start, start + side) for start, side in zip(low, sides, strict=True))
            bound += _most(free[box], given[box])
            bare[box] = False
        if bare.any():
            cell = int(np.flatnonzero(bare)[0])
            raise Flawed(f"the cell with index {cell} is in no box")
        if bound > self.claim.most:
            raise Flawed(f"the boxes prove {bound} only, not {self.claim.most}")
        yield 1.0
        return True


def _most(free: Mask, given: Mask) -> int:
    """Return an upper bound on the queens in a box, from its free cells and given queens."""
    cells = int(np.count_nonzero(free)) + int(np.count_nonzero(given))
    longest = int(max(free.shape))
    most = min(cells, free.size // longest)
    if longest <= 2:
        return min(most, 1)
    return min(most, _most_subcubes(free, given)) if longest == 3 else most


def _most_subcubes(free: Mask, given: Mask) -> int:
    """Return the maximum number of disjoint subcubes of different kinds; see the module."""
    axes = np.flatnonzero(np.array(free.shape) > 1)
    corners, count = 2 ** len(axes), 0
    for cell in np.argwhere(given)[:, axes]:
        corners -= 1 << int(np.count_nonzero(cell == 1))
        count += 1
    kinds = np.unique((np.argwhere(free)[:, axes] == 1) @ (1 << np.arange(len(axes))))
    sizes = Counter(kind.bit_count() for kind in kinds.tolist())
    for size in sorted(sizes):
        more = min(sizes[size], corners >> size)
        corners -= more << size
        count += more
    return count

"""What a count has found, in exact numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nqviz.core.board import IntArray


@dataclass(frozen=True)
class Found:
    """Sets of queens beside the givens."""

    count: int
    orbits: int | None
    """Up to the symmetries that keep the givens, where all of these are known."""
    uses: list[Fraction]
    """How many queens of the sets stand on each orbit of free cells."""

    def on_cells(self, labels: IntArray) -> IntArray:
        """Spread the uses evenly over each orbit of cells, numbered by labels of shape (size,)."""
        sizes = np.bincount(labels, minlength=len(self.uses)).tolist()
        each = [whole(use / size) for use, size in zip(self.uses, sizes, strict=True)]
        return np.array(each, dtype=np.int64)[labels]


def whole(number: Fraction) -> int:
    """Return a fraction that is a whole number as one."""
    if number.denominator != 1:
        raise ArithmeticError(f"a count came out as {number}: the search is wrong")
    return number.numerator

"""The files of matrices with one value for each orbit of pairs or differences of cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray

from .claim import Claim
from .proof import Array, Flawed, Proof, integers


@dataclass(frozen=True)
class OrbitValues(Proof):
    """Integers e, one for each orbit, that stand for e / 2^q on attacks and 1 + e / 2^q elsewhere.

    The kinds of proofs differ in the orbits, and in how they bound the eigenvalues of the matrix.
    """

    most_values: ClassVar[int]
    """The maximum number of values."""
    max_shift: ClassVar[int]
    max_value: ClassVar[int]
    """`max_shift` and `max_value`: the greatest q, and the greatest absolute value of e."""

    values: npt.NDArray[np.signedinteger[Any]]
    """In the order of the module, shape (orbits,)."""
    shift: int
    """q."""

    def settings(self) -> dict[str, object]:
        """Return ``shift``."""
        return {"shift": self.shift}

    def arrays(self) -> dict[str, Array]:
        """Return the array ``values``, shape (orbits,)."""
        return {"values": self.values}

    @classmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Read the values; ``values`` of shape (orbits,)."""
        shift = settings["shift"]
        if type(shift) is not int:
            raise Flawed("the shift is not an integer")
        integers(arrays["values"], "values", cls.most_values)
        return cls(claim, arrays["values"], shift)

    def entries(
        self,
        labels: IntArray,
        attacks: npt.NDArray[np.bool_],
        own: Any,
        least: IntArray | None = None,
    ) -> IntArray:
        """Return 2^q times the entries of the matrix.

        `labels`: the number of the orbit of each entry; every orbit is met.
        `attacks`, of the same shape: whether the two cells of each entry attack each other.
        `own`: the entries of equal cells, as an index into both.
        `least`, shape (orbits,): the least e of cells that do not attack each other; without it, 0,
        and 0 is the only one for equal cells.
        Raises Flawed if the values are no such matrix.
        """
        values = integers(self.values, "values", self.most_values)
        count = int(labels.max()) + 1
        if len(values) != count:
            raise Flawed(f"the matrix has {len(values)} values; the board has {count} orbits")
        if not 0 <= self.shift <= self.max_shift or (np.abs(values) > self.max_value).any():
            raise Flawed("a value of the matrix is out of range")
        entries = values[labels]
        if least is None:
            if np.any(entries[own] != 0):
                raise Flawed("an entry other than 1 on the diagonal")
            if (entries[~attacks] < 0).any():
                raise Flawed("an entry below 1 for cells that do not attack each other")
        elif (entries < least[labels])[~attacks].any():
            raise Flawed("an entry below what the cliques allow")
        entries[~attacks] += 2**self.shift
        return entries

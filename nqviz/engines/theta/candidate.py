"""A matrix on orbits whose greatest eigenvalue bounds the number of queens, and its proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.proofs import Claim, OrbitProof

from .cell_cliques import CellClique
from .computed import MAX_SHIFT
from .pair_orbits import PairOrbits, Values


@dataclass(frozen=True)
class Candidate:
    """A matrix M with 1_S' M 1_S >= |S|^2 for every placement S.

    `values`, shape (orbits,): its entries.
    `inequalities`: what makes up for entries below 1 of cells that do not attack each other.
    `weights`, shape (m,): the weight of each for one cell, see `proofs.orbits`.
    """

    orbits: PairOrbits
    values: Values
    inequalities: tuple[CellClique, ...]
    weights: Values

    def greatest(self) -> float:
        """Return the greatest eigenvalue, about."""
        return _greatest(self.orbits, self.values)

    def proof(self, claim: Claim) -> OrbitProof:
        """Return a proof, with values rounded as coarsely as they still prove the claim."""
        slack = max(claim.most + 1 - self.greatest(), 1e-6)
        noise = 0.3 * self.orbits.board.size**0.5
        first = max(0, int(np.ceil(np.log2(noise / slack))))
        for shift in range(min(first, MAX_SHIFT), MAX_SHIFT + 1, 2):
            values, weights = self._rounded(shift)
            again = values / 2.0**shift + ~self.orbits.attacks
            if shift >= MAX_SHIFT - 1 or _greatest(self.orbits, again) < claim.most + 1 - slack / 4:
                break
        used = np.flatnonzero(weights)
        cliques = [self.inequalities[k] for k in used]
        return OrbitProof(
            claim,
            _narrow(values),
            shift,
            _narrow(np.array([each.row for each in cliques], dtype=np.int64)),
            _narrow(np.array([len(each.cells) for each in cliques], dtype=np.int64)),
            _narrow(np.concatenate([np.zeros(0, np.int64), *(each.cells for each in cliques)])),
            _narrow(weights[used]),
        )

    def _rounded(self, shift: int) -> tuple[IntArray, IntArray]:
        """Return values and weights times 2^shift as integers, shapes as above.

        The values are less 1 where cells do not attack each other, as in the file.
        """
        orbits = self.orbits
        weights = np.rint(self.weights * 2.0**shift).astype(np.int64)
        own = orbits.labels[orbits.own]
        least = np.zeros(len(self.values), np.int64)
        for weight, each in zip(weights.tolist(), self.inequalities, strict=True):
            weight *= int(orbits.sizes[own[each.row]])
            least[own[each.row]] += weight
            least[each.orbits] -= weight * each.counts
        least = -(-least // orbits.sizes.astype(np.int64))
        values = np.rint((self.values - ~orbits.attacks) * 2.0**shift).astype(np.int64)
        return np.where(orbits.attacks, values, np.maximum(values, least)), weights


def _greatest(orbits: PairOrbits, values: Values) -> float:
    return max(float(np.linalg.eigvalsh(block)[-1]) for block in orbits.split(values))


def _narrow(integers: IntArray) -> npt.NDArray[np.signedinteger[Any]]:
    """Return integers in the smallest type that has room for them."""
    most = int(np.abs(integers).max(initial=0))
    kind = np.int8 if most < 2**7 else np.int16 if most < 2**15 else np.int32
    return integers.astype(kind) if most < 2**31 else integers

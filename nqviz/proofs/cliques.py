"""Proofs by weights on cliques: the dual of a linear program, in integers.

A clique, a set of cells of which any two attack each other, has at most one queen. If the weights
of the cliques through each free cell add up to at least c, then c times the number of queens is at
most the sum of all weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from nqviz.core.board import IntArray
from nqviz.run.budgets import CLIQUE_CELLS, CLIQUE_MEMBERS

from .claim import Claim
from .proof import Array, Flawed, Proof, Steps, integers

MOST_WEIGHT = 2**40
PAIRS_AT_ONCE = 2**21


@dataclass(frozen=True)
class CliqueProof(Proof):
    """Weights on cliques."""

    kind: ClassVar[str] = "cliques"

    members: IntArray
    """The indices of the cells of all cliques, one clique after another. Shape (members,)."""
    lengths: IntArray
    """The number of cells of each clique, shape (cliques,)."""
    weights: IntArray
    """Above 0, shape (cliques,)."""
    least_weight: int
    """The least sum of weights through a free cell, above 0."""

    def settings(self) -> dict[str, object]:
        """Return ``cover``."""
        return {"cover": self.least_weight}

    def arrays(self) -> dict[str, Array]:
        """Return the arrays ``members``, ``lengths`` and ``weights``, shapes as above."""
        return {
            "members": self.members.astype(np.int32),
            "lengths": self.lengths.astype(np.int32),
            "weights": self.weights,
        }

    @classmethod
    def read(cls, claim: Claim, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Proof:
        """Read cliques and weights, shapes as above."""
        least = settings["cover"]
        if type(least) is not int or not 0 < least < MOST_WEIGHT * CLIQUE_MEMBERS:
            raise Flawed("cover is not an integer above 0")
        members, lengths, weights = (
            integers(arrays[name], name, CLIQUE_MEMBERS)
            for name in ("members", "lengths", "weights")
        )
        return cls(claim, members, lengths, weights, least)

    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check the cliques, the weights through each free cell, and the sum."""
        size = self.claim.board.size
        if len(self.lengths) != len(self.weights):
            raise Flawed("there are not as many weights as cliques")
        check_form(self.claim, self.members, self.lengths)
        if ((self.weights < 1) | (self.weights > MOST_WEIGHT)).any():
            raise Flawed("a weight is out of range")
        sums = np.zeros(size, np.int64)
        np.add.at(sums, self.members, np.repeat(self.weights, self.lengths))
        bare = np.flatnonzero(self.claim.free & (sums < self.least_weight))
        if len(bare):
            raise Flawed(f"the cell with index {bare[0]} is in cliques of too little weight")
        bound = len(self.claim.givens) + sum(self.weights.tolist()) // self.least_weight
        if bound > self.claim.most:
            raise Flawed(f"the weights prove {bound} only, not {self.claim.most}")
        return (yield from check_attacks(self.claim, self.members, self.lengths, over))


def check_form(claim: Claim, members: IntArray, lengths: IntArray) -> None:
    """Raise Flawed if lists of cells are not of the form that is checked.

    `members`, shape (members,), `lengths`, shape (cliques,): see `CliqueProof`.
    """
    size = claim.board.size
    if (lengths < 1).any():
        raise Flawed("a clique is empty")
    if (lengths > min(size, CLIQUE_CELLS)).any():
        raise Flawed("a clique has more cells than the board, or too many to check")
    if sum(lengths.tolist()) != len(members):
        raise Flawed("the lengths of the cliques do not add up")
    if ((members < 0) | (members >= size)).any():
        raise Flawed("a clique has a cell off the board")


def check_attacks(
    claim: Claim, members: IntArray, lengths: IntArray, over: Callable[[], bool]
) -> Steps:
    """Check that any two cells of each clique attack each other; see `Certificate.steps`.

    `members`, shape (members,), `lengths`, shape (cliques,): see `CliqueProof`.
    """
    starts = np.cumsum(lengths) - lengths
    done = 0
    for length in np.unique(lengths).tolist():
        first = starts[lengths == length]
        i, j = np.triu_indices(length, 1)
        step = max(1, PAIRS_AT_ONCE // max(1, len(i)))
        for block in range(0, len(first), step):
            if over():
                return False
            cliques = members[first[block : block + step, None] + np.arange(length)]
            attack = claim.attacks.between(cliques[:, i], cliques[:, j])
            if not attack.all():
                row, pair = np.argwhere(~attack)[0].tolist()
                a, b = cliques[row, [i[pair], j[pair]]].tolist()
                raise Flawed(f"cells {a} and {b} of a clique do not attack each other")
            done += len(cliques)
            yield done / len(lengths)
    return True

"""The theta bound of the open cells of a board with blocked cells.

The iteration is that of theta search at its root (see `bound`), in single precision, on the blocks
of the symmetries that keep the blocked cells. Its certificate is a tree of one matrix. Where lines
stop no certificate is checked: there the factorisation of `is_below` is the proof.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nqviz.proofs import Claim, Leaf, Symmetries, TreeProof, encode
from nqviz.run.blas_threads import blas_threads

from .bound import Candidate, is_below
from .computed import NAME, BoundWork
from .free_cells import search_cells
from .tree import MAX_SHIFT, NEWS, Node

LOOK = 10
"""Steps between two looks at the bound."""
MOST_STEPS = 2000
ENOUGH = 2e-5
"""Residuals below which a further step changes nothing that single precision shows."""
MARGIN = 3.0
"""How many times the relative residuals the estimate may be wrong."""


class OpenWork(BoundWork):
    """The work on a board with blocked cells: the root of the tree of theta search, and no more."""

    def improve(self) -> None:
        """Make steps until the integer part cannot become smaller, or is small enough."""
        self.report(f"{NAME}: open cells")
        free = search_cells(self.board.fresh(), ())
        self._node = Node.of(free, free.root, {})
        with blas_threads(1):
            blocks, mean = self._node.blocks, None
            for step in range(1, MOST_STEPS + 1):
                if self.over():
                    return
                relaxation = self._node.relaxation
                relaxation.step(blocks)
                newest = relaxation.candidate()
                mean = newest if mean is None else mean + NEWS * (newest - mean)
                if step % LOOK == 0:
                    self._look(step, newest, mean)
                    if self._is_least:
                        return

    def _look(self, step: int, *candidates: Candidate) -> None:
        """Keep the best matrix so far, and prove its bound where the integer part fell."""
        for candidate in candidates:
            top = float(np.linalg.eigvalsh(candidate)[-1])
            if top < self.best.value:
                self._best = candidate
            self.best = replace(self.best, value=min(top, self.best.value), steps=step)
        estimate = self._node.relaxation.estimate
        self.report(
            f"{NAME}: step {step:,}, bound {self.best.value:,.3f}, estimate {estimate:,.3f}"
        )

    @property
    def _is_least(self) -> bool:
        """Whether the integer part will hardly fall, or is as small as wanted."""
        relaxation = self._node.relaxation
        error = max(relaxation.primal, relaxation.dual)
        least = relaxation.estimate * (1.0 - MARGIN * error)
        return (
            self.best.value < self.least + 1
            or error < ENOUGH
            or (error < 0.01 and least > self.best.most)
        )

    def certify(self) -> None:
        """Prove the integer part of the best value so far, unless it has been proven."""
        if not self.board.stops:
            super().certify()
        elif self.best.value < np.inf and is_below(self._best, self.best.most + 1.0):
            self.best = replace(self.best, unchecked=self.best.most)

    def proof(self, claim: Claim) -> TreeProof:
        """Return a proof by the best matrix so far, rounded as coarsely as it still proves."""
        node = self._node
        entries = node.entries(self._best, claim.most + 1)
        if entries is None:  # the checker will say so
            order, attacks = node.by_index()
            entries = encode(self._best[np.ix_(order, order)], attacks, MAX_SHIFT)
        return TreeProof(claim, [(Leaf.MATRIX, 0)], [entries], Symmetries(permute=False))

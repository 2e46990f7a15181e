"""The theta bound of a whole board, by all its reversals and permutations of axes.

The iteration is that of `bound`, on one value for each orbit of pairs of cells, in double
precision; its eigendecompositions are those of the blocks of `pair_orbits`. A bound counts when the
checker of its certificate has accepted it: nothing that is computed here has to be trusted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nqviz.core.board import Board
from nqviz.proofs import Claim, OrbitProof
from nqviz.run.blas_threads import blas_threads

from .computed import MAX_SHIFT, NAME, BoundWork
from .pair_orbits import PairOrbits, Values

STEP = 1.618
SCALE = 0.17
BALANCE, TUNE, PAUSE = 0.3, 1.3, 10
"""When one residual is below this part of the other, the penalty changes by this factor, and rests
for so many steps."""
LOOK = 10
"""Steps between two looks at the bound."""
MOST_STEPS = 20_000
CALM = 2e-5
"""A relative change below which the estimate has arrived."""
ENOUGH = 1e-6
"""Residuals below which a further step changes nothing that counts."""
TREND = 2.0
"""How much more an estimate may fall than it did in the last half of the steps."""
CHECKING = 0.25
"""The most time that checking may take of the whole, before the end."""


class RootBound:
    """Where the iteration stands.

    `x`, `s`, shape (orbits,): the values of the primal matrix and of the dual slack.
    `sigma`: the penalty.
    `estimate`: about the bound; no proof.
    `primal`, `dual`: the relative residuals.
    """

    def __init__(self, board: Board) -> None:
        self.orbits = PairOrbits(board)
        self.x: Values = np.where(self.orbits.diagonal, 1.0 / board.size, 0.0)
        self.s: Values = np.zeros(len(self.x))
        self.sigma = SCALE / board.size
        self.estimate = self.primal = self.dual = np.inf
        self.steps = 0
        self._tuned = 0

    def step(self, over: Callable[[], bool] = lambda: False) -> bool:
        """Make one step; return False if it was broken off."""
        orbits, size = self.orbits, self.orbits.board.size
        sizes, diagonal, inverse = orbits.sizes, orbits.diagonal, 1.0 / self.sigma
        free = -1.0 - self.s - self.x * inverse
        multiplier = (float(sizes[diagonal] @ free[diagonal]) + inverse) / size
        dual = np.where(orbits.attacks, free, np.maximum(free, 0.0))
        dual[diagonal] = multiplier
        w = -1.0 - dual - self.x * inverse
        parts = []
        for block in orbits.split(w):
            if over():
                return False
            values, vectors = np.linalg.eigh(block)
            parts.append((vectors * np.maximum(values, 0.0)) @ vectors.T)
        self.s = orbits.join(parts)
        moved = self.sigma * (self.s - w) - self.x
        self.x += STEP * moved
        self.estimate = -multiplier
        self.dual = float(np.sqrt(sizes @ moved**2)) * inverse / (1.0 + size)
        wrong = np.where(orbits.attacks, self.x, np.minimum(self.x, 0.0))
        wrong[diagonal] = 0.0
        trace = float(sizes[diagonal] @ self.x[diagonal])
        self.primal = (float(np.sqrt(sizes @ wrong**2)) + abs(trace - 1.0)) / 2.0
        self.steps += 1
        self._tune()
        return True

    def _tune(self) -> None:
        if self.steps - self._tuned < PAUSE:
            return
        if self.primal < BALANCE * self.dual:
            self.sigma *= TUNE
        elif self.dual < BALANCE * self.primal:
            self.sigma /= TUNE
        else:
            return
        self._tuned = self.steps

    def candidate(self) -> Values:
        """Return the values of the matrix M of the present dual variables."""
        free = -1.0 - self.s - self.x / self.sigma
        orbits = self.orbits
        values = 1.0 + np.where(orbits.attacks, free, np.maximum(free, 0.0))
        values[orbits.diagonal] = 1.0
        return values

    def greatest(self, values: Values) -> float:
        """Return the greatest eigenvalue of the matrix with some values, about."""
        return max(float(np.linalg.eigvalsh(block)[-1]) for block in self.orbits.split(values))

    def rounded(self, values: Values, top: float, most: int) -> tuple[Values, int]:
        """Round values to multiples of 1 / 2^q as coarsely as they still prove a bound.

        Returns `values`, shape (orbits,): integers; see `proofs.orbits`; `shift`: q.
        """
        attacks = self.orbits.attacks
        free = np.where(attacks, values, np.maximum(values - 1.0, 0.0))
        free[self.orbits.diagonal] = 0.0
        slack = max(most + 1 - top, 1e-6)
        noise = 0.3 * self.orbits.board.size**0.5
        first = max(0, int(np.ceil(np.log2(noise / slack))))
        for shift in range(min(first, MAX_SHIFT), MAX_SHIFT + 1, 2):
            integers = np.rint(free * 2.0**shift)
            again = integers / 2.0**shift + ~attacks
            if shift >= MAX_SHIFT - 1 or self.greatest(again) < most + 1 - slack / 4:
                break
        return integers, shift


class RootWork(BoundWork):
    """The work on a flat board, by steps of `RootBound`."""

    def improve(self) -> None:
        """Make steps until the integer part cannot become smaller, or is small enough."""
        self.report(f"{NAME}: orbits of pairs of cells")
        self._start = time.perf_counter()
        self._estimates: list[float] = []
        with blas_threads(1):
            self.root = RootBound(self.board)
            while not self._step():
                pass

    def _step(self) -> bool:
        """Make some steps, look at the bound and prove it; return whether that was all."""
        root = self.root
        for _ in range(LOOK):
            if not root.step(self.over):
                return True
        self._look()
        is_last = root.steps >= MOST_STEPS or self._is_final or self.best.value < self.least + 1
        spent = time.perf_counter() - self._start
        if self.checking <= CHECKING * spent:
            self.certify()
        return is_last

    def _look(self) -> None:
        root = self.root
        values = root.candidate()
        top = root.greatest(values)
        if top < self.best.value:
            self._values = values
        self.best = replace(self.best, value=min(top, self.best.value), steps=root.steps)
        self._estimates.append(root.estimate)
        self.report(
            f"{NAME}: step {root.steps:,}, bound {self.best.value:,.3f},"
            f" estimate {root.estimate:,.3f}"
        )

    @property
    def _is_final(self) -> bool:
        """Whether the integer part will hardly fall further, or nothing moves any more.

        What is still to come is about what the last half of the steps brought, or less.
        """
        root = self.root
        error = max(root.primal, root.dual)
        recent = self._estimates[len(self._estimates) // 2 :]
        swing = max(recent) - min(recent)
        least = root.estimate * (1.0 - 3.0 * error) - TREND * swing
        still = len(recent) > 10 and error < CALM and swing < CALM * root.estimate
        return error < ENOUGH or still or (error < 0.01 and least > self.best.most)

    def proof(self, claim: Claim) -> OrbitProof:
        """Return a proof by the best matrix so far."""
        integers, shift = self.root.rounded(self._values, self.best.value, claim.most)
        kind = np.int16 if np.abs(integers).max() < 2**15 else np.int32
        return OrbitProof(claim, integers.astype(kind), shift)

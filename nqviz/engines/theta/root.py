"""The theta bound of a whole board, by all its reversals and permutations of axes.

The iteration is that of `bound`, on one value for each orbit of pairs of cells, in double
precision; its eigendecompositions are those of the blocks of `pair_orbits`. Once theta alone has
arrived, the inequalities of `cell_cliques` are added in rounds. A bound counts when the checker of
its certificate has accepted it: nothing that is computed here has to be trusted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nqviz.core.board import Board
from nqviz.proofs import Claim, OrbitProof
from nqviz.run.blas_threads import blas_threads

from .candidate import Candidate
from .cell_cliques import Cliques, Constraints
from .computed import NAME, BoundWork
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
"""How much more an estimate may fall than it did in the last half of the steps, or last round."""
READY = 1e-3
"""Residuals below which inequalities are looked for."""
ROUND, LONG_ROUND = 100, 300
"""Steps between two searches for inequalities, and more while the residuals are not small."""
SHARE, FEW, MANY = 30, 100, 600
"""A search adds one inequality for so many orbits, and a few more, but not too many."""
CHECKING = 0.25
"""The most time that checking may take of the whole, before the end."""


class RootBound:
    """Where the iteration stands.

    `x`, `s`, `v`, shape (orbits,): the values of the primal matrix, of the dual slack, and of the
    multipliers of the entries.
    `constraints`: the trace, and inequalities of cells and cliques.
    `sigma`: the penalty.
    `estimate`: about the bound; no proof.
    `primal`, `dual`: the relative residuals.
    """

    def __init__(self, board: Board) -> None:
        self.orbits = PairOrbits(board)
        self.x: Values = np.where(self.orbits.diagonal, 1.0 / board.size, 0.0)
        self.s: Values = np.zeros(len(self.x))
        self.v: Values = np.zeros(len(self.x))
        self.constraints = Constraints(self.orbits)
        self.sigma = SCALE / board.size
        self.estimate = self.primal = self.dual = np.inf
        self.steps = 0
        self._tuned = 0

    def step(self, over: Callable[[], bool] = lambda: False) -> bool:
        """Make one step; return False if it was broken off.

        The multipliers are computed before and after those of the entries, which makes the order
        of a symmetric Gauss-Seidel sweep (D. Sun, K.-C. Toh, L. Yang, A convergent 3-block
        semiproximal alternating direction method of multipliers, SIAM J. Optim. 25, 2015).
        """
        orbits, constraints, sigma = self.orbits, self.constraints, self.sigma
        back = 1.0 + self.x / sigma
        constraints.solve(-back - self.s - self.v, sigma)
        self.v = self._entries(-back - self.s - constraints.spread(constraints.multipliers))
        constraints.set_dual_slack(sigma)
        constraints.solve(-back - self.s - self.v, sigma)
        w = -back - self.v - constraints.spread(constraints.multipliers)
        parts = []
        for block in orbits.split(w):
            if over():
                return False
            values, vectors = np.linalg.eigh(block)
            parts.append((vectors * np.maximum(values, 0.0)) @ vectors.T)
        self.s = orbits.join(parts)
        moved = sigma * (self.s - w) - self.x
        self.x += STEP * moved
        rest = constraints.move(sigma, STEP)
        self.estimate = -float(constraints.multipliers[0])
        sizes, size = orbits.sizes, orbits.board.size
        self.dual = float(np.sqrt(sizes @ moved**2 + rest)) / sigma / (1.0 + size)
        wrong = np.where(orbits.attacks, self.x, np.minimum(self.x, 0.0))
        wrong[orbits.diagonal] = 0.0
        self.primal = (float(np.sqrt(sizes @ wrong**2)) + constraints.residual(self.x)) / 2.0
        self.steps += 1
        self._tune()
        return True

    def _entries(self, free: Values) -> Values:
        """Return values as multipliers of entries: any for attacks, at least 0 for the others."""
        values = np.where(self.orbits.attacks, free, np.maximum(free, 0.0))
        values[self.orbits.diagonal] = 0.0
        return values

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

    def candidate(self) -> Candidate:
        """Return the matrix M of the present dual variables."""
        multipliers = np.minimum(self.constraints.multipliers, 0.0)
        multipliers[0] = 0.0
        added = self.constraints.spread(multipliers)
        values = 1.0 + added + self._entries(-1.0 - added - self.s - self.x / self.sigma)
        return Candidate(
            self.orbits, values, self.constraints.inequalities, self.constraints.weights()
        )


class RootWork(BoundWork):
    """The work on a flat board, by steps of `RootBound`: theta alone, then with inequalities."""

    def improve(self) -> None:
        """Make steps until the integer part cannot become smaller, or is small enough."""
        self.report(f"{NAME}: orbits of pairs of cells")
        self._start = time.perf_counter()
        with blas_threads(1):
            self.root = RootBound(self.board)
            self._advance(MOST_STEPS, READY)
            self._strengthen()
            self._advance(MOST_STEPS)

    @property
    def _is_done(self) -> bool:
        return self.over() or self.best.value < self.least + 1

    def _strengthen(self) -> None:
        """Add the inequalities that are violated most, as long as the integer part may fall."""
        root = self.root
        self.report(f"{NAME}: cliques")
        cliques, most = Cliques(root.orbits), min(FEW + len(root.x) // SHARE, MANY)
        last = root.estimate
        while not self._is_done:
            kept = {each.key for each in root.constraints.inequalities}
            more = cliques.violated(root.x, most, kept)
            if not more:
                break
            root.constraints = root.constraints.exchanged(more)
            self._advance(ROUND)
            self._advance(LONG_ROUND, READY)
            gain, last = max(last - root.estimate, 0.0), root.estimate
            if self._is_least(gain) or (self._error < READY and gain < CALM * last):
                break

    def _advance(self, steps: int, residual: float = 0.0) -> None:
        """Make so many steps, or until the residuals are small or the integer part has arrived."""
        self._estimates: list[float] = []
        end = self.root.steps + steps
        while not self._is_done and self.root.steps < end:
            self._step()
            if self._is_final or self._error < residual:
                break

    def _step(self) -> None:
        """Make some steps, look at the bound and prove it."""
        for _ in range(LOOK):
            if not self.root.step(self.over):
                return
        self._look()
        spent = time.perf_counter() - self._start
        if self.checking <= CHECKING * spent:
            self.certify()

    def _look(self) -> None:
        root = self.root
        candidate = root.candidate()
        top = candidate.greatest()
        if top < self.best.value:
            self._candidate = candidate
        self.best = replace(self.best, value=min(top, self.best.value), steps=root.steps)
        self._estimates.append(root.estimate)
        count = len(root.constraints.inequalities)
        self.report(
            f"{NAME}: step {root.steps:,}, bound {self.best.value:,.3f},"
            f" estimate {root.estimate:,.3f}" + (f", {count:,} inequalities" if count else "")
        )

    @property
    def _error(self) -> float:
        return max(self.root.primal, self.root.dual)

    def _is_least(self, gain: float) -> bool:
        """Return whether the integer part will hardly fall, if it falls by about a gain."""
        least = self.root.estimate * (1.0 - 3.0 * self._error) - TREND * gain
        return self._error < 0.01 and least > self.best.most

    @property
    def _is_final(self) -> bool:
        """Whether the integer part will hardly fall further, or nothing moves any more.

        What is still to come is about what the last half of the steps brought, or less.
        """
        recent = self._estimates[len(self._estimates) // 2 :] or [np.inf]
        swing = max(recent) - min(recent)
        still = len(recent) > 10 and self._error < CALM and swing < CALM * self.root.estimate
        return self._error < ENOUGH or still or self._is_least(swing)

    def proof(self, claim: Claim) -> OrbitProof:
        """Return a proof by the best matrix so far."""
        return self._candidate.proof(claim)

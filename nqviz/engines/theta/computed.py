"""A bound of a whole board that is computed step by step, and proven when it improves."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import floor

import numpy as np

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.proofs import Claim, Flawed, Proof
from nqviz.run.outcome import Status

NAME = "theta by symmetry"
ROUNDING = 1e-6
"""How far below an integer a greatest eigenvalue may be computed that is the integer."""
MAX_SHIFT = 24
"""Entries are rounded to multiples of 2^-24 or coarser ones."""


@dataclass(frozen=True)
class ComputedBound:
    """The theta bound of a whole board."""

    value: float = np.inf
    """The greatest eigenvalue of the best matrix found, in floating point; inf before the first."""
    proof: Proof | None = None
    """The proof of its integer part that the checker has accepted."""
    unchecked: int | None = None
    """Its integer part where lines stop, whose proofs are not checked: proven in floating point
    with bounds on the rounding errors."""
    steps: int = 0
    ended: Status | None = None
    """STOPPED or LIMIT if more steps could have made the integer part smaller."""

    @property
    def bound(self) -> int | None:
        """The bound on the number of queens that is proven; None without one."""
        return self.unchecked if self.proof is None else self.proof.bound

    @property
    def most(self) -> int:
        """The bound on the number of queens, where a value just below an integer counts as it."""
        return floor(self.value + ROUNDING)


class BoundWork(ABC):
    """The work on a bound; it counts when the checker has accepted its proof.

    `over`: whether to end.
    `report`: called with the activity in words.
    `found`: called with a bound when its proof has been checked, and at the end.
    `below`: only a smaller bound is worth a proof.
    `least`: no smaller bound is wanted.
    """

    def __init__(
        self,
        board: Board,
        over: Callable[[], bool],
        report: Callable[[str], None],
        found: Callable[[ComputedBound], None],
        below: int | None = None,
        least: int | None = None,
    ) -> None:
        self.board, self.over, self.report, self.found = board, over, report, found
        self.below = board.size if below is None else below
        self.least = 1 if least is None else least
        self.best = ComputedBound()
        self.checking = 0.0

    def run(self) -> None:
        """Work until the integer part cannot become smaller, or is small enough."""
        self.improve()
        if not self.over():
            self.certify()
        self.found(self.best)

    @abstractmethod
    def improve(self) -> None:
        """Improve `best` as far as it goes, or until it is over."""

    @abstractmethod
    def proof(self, claim: Claim) -> Proof:
        """Return the proof of a claim by the best matrix so far."""

    def certify(self) -> None:
        """Prove the integer part of the best value so far, unless it has been proven."""
        best = self.best
        known = self.below if best.proof is None else best.proof.bound
        if best.value == np.inf or best.most >= known:
            return
        begin = time.perf_counter()
        claim = Claim(Placement(self.board), max(best.most, self.least))
        proof = self.proof(claim)
        try:
            for _ in proof.steps(self.over):
                pass
        except Flawed:
            return
        finally:
            self.checking += time.perf_counter() - begin
        if not self.over():
            self.best = replace(best, proof=proof)
            self.found(self.best)

"""Trees that theta bounds prune: what the search for a proof and the counts share.

A node has queens, and cells that are left for others. Its bound is computed in steps, which may be
interrupted between any two without an effect on the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.run.blas_threads import blas_threads
from nqviz.run.tasks import TaskState

from .blocks import Blocks
from .bound import Candidate, Relaxation

MANY_CELLS, FEW_CELLS = 180, 60
"""From how many cells downwards the search by clique covers is tried, and takes over."""
MANY_CHOICES = 3_500
"""Up to how many cells times needed queens it is tried: what it takes grows with both, and beyond
this it seldom ends in its trial, which is longer than the bounds of the node and those below."""
TRIAL = 200_000
"""How many queens it may place while it is tried: at most about half a second."""
PLAIN_CELLS, PLAIN_CHOICES = 1.33, 2.0
"""How many times as many cells and choices are tried to d = 3 where no symmetry keeps the givens:
bounds are seldom sharp there."""
COLD_STEPS, WARM_STEPS = 150, 60
LOOK = 2
"""Steps between two looks at the bound."""
NEARLY = 1.005
"""Up to how many times the need an estimate may be when a proof is looked for."""
DOUBT = 1.5
"""How many times the relative residuals an estimate may be wrong when primal and dual have met.

Below 1 nodes are split that a few more steps prune, above 2 steps are wasted at nodes that stay
open."""
WEIGHT, DEEP_WEIGHT, PLAIN_WEIGHT = 36.0, 120.0, 14.0
"""What the root of the share of a cell in the bound counts against its attacks: to d = 3, beyond,
and to d = 3 where no symmetry keeps the givens."""
PRUNED, OPEN, PAUSED = range(3)
"""How the computation of a bound ends: below the need, not below it, or not yet."""


class Plan(NamedTuple):
    """Parameters of a tree search; they do not change what it proves or counts.

    `weight`: the weight of the root of the share of a cell in the bound against its attacks when a
    cell is chosen.
    `last`: whether the last of equal cells is chosen, not the first.
    `many`, `few`: the numbers of cells below which the search by clique covers is tried, and is
    always used.
    `choices`: the number of cells times needed queens up to which it is tried.
    `trial`: the number of queens that it may place when it is tried.
    `cold`, `warm`: the steps of a bound that begins from nothing, or from that of another node.
    `depth`: nodes with at most this number of queens are tasks.
    `budget`: the number of bounds after which a task leaves its open nodes to others.
    `single`: whether a slice ends after each node.
    """

    weight: float
    last: bool = False
    many: int = MANY_CELLS
    few: int = FEW_CELLS
    choices: int = MANY_CHOICES
    trial: int = TRIAL
    cold: int = COLD_STEPS
    warm: int = WARM_STEPS
    depth: int = 2
    budget: int = 2**62
    single: bool = False

    @classmethod
    def of(cls, board: Board, other: bool = False, symmetric: bool = True) -> Plan:
        """Return the plan for a board, or another one that confirms its result.

        `symmetric`: whether any symmetry keeps the givens.
        """
        weight = DEEP_WEIGHT if board.d > 3 else WEIGHT if symmetric else PLAIN_WEIGHT
        if other:
            return cls(weight / 3, True, 140, 40, MANY_CHOICES, 30_000)
        many, choices = MANY_CELLS, MANY_CHOICES
        if not symmetric and board.d <= 3:
            many, choices = int(PLAIN_CELLS * many), int(PLAIN_CHOICES * choices)
        return cls(weight, False, many, FEW_CELLS, choices, TRIAL, COLD_STEPS, WARM_STEPS)

    def tries(self, cells: int, need: int) -> bool:
        """Return whether the search by clique covers is tried on some cells for some queens."""
        return cells <= self.many and cells * need <= self.choices


class TaskSearch(Protocol):
    """The search of the tree below the node of a task."""

    def run(self, until: float) -> None:
        """Go on until some time, by `time.perf_counter`."""

    def state(self) -> TaskState:
        """Return the state of the task."""


@dataclass(frozen=True)
class TreeWork:
    """The work of tasks: continue for some seconds the search of the tree below a node."""

    board: Board
    givens: tuple[int, ...]
    """The indices of the given queens."""
    plan: Plan

    def __call__(self, task: Any, part: TaskState, seconds: float) -> TaskState:
        """Return the next state of a task after its last one."""
        with blas_threads(1):
            search = self.search(task, part)
            search.run(time.perf_counter() + seconds)
            return search.state()

    def search(self, task: Any, part: TaskState) -> TaskSearch:
        """Return the search of a task from its last state."""
        raise NotImplementedError


@dataclass
class TreeNode:
    """A part of a tree."""

    queens: tuple[int, ...]
    """The placed queens."""
    cells: IntArray
    """The remaining cells, increasing. Shape (n,)."""
    relaxation: Relaxation
    """The relaxation on the remaining cells."""
    bound: float = field(default=np.inf, kw_only=True)
    """The last approximate bound on the remaining cells, infinite before."""
    steps: int = field(default=0, kw_only=True)
    last: int = field(default=0, kw_only=True)
    """`steps` and `last`: of the current computation of the bound: the steps made, and their
    total number."""
    covered: bool = field(default=False, kw_only=True)
    """Whether the search by clique covers has been tried."""
    proof: Candidate | None = field(default=None, kw_only=True)
    """The matrix that prunes the node."""

    _blocks: list[Blocks | None] = field(default_factory=list, kw_only=True)

    @property
    def blocks(self) -> Blocks | None:
        """The blocks of the matrices of the bound by symmetry; None without any."""
        if not self._blocks:
            self._blocks.append(self._find_blocks())
        return self._blocks[0]

    def _find_blocks(self) -> Blocks | None:
        raise NotImplementedError

    @property
    def begins_bound(self) -> bool:
        """Whether the next step is the first of a computation of the bound."""
        return self.steps == 0

    def go_on(
        self, plan: Plan, need: int, until: float, look: Callable[[], None] | None = None
    ) -> int:
        """Continue to compute the bound until some time; return PRUNED, OPEN or PAUSED.

        `bound` is finite when the computation is complete.

        Parameters
        ----------
        need : int
            The number of queens that are still to be placed.
        until : float
            The end of the slice, by `time.perf_counter`.
        look : callable, optional
            Called after every `LOOK` steps.
        """
        relaxation, blocks = self.relaxation, self.blocks
        if self.begins_bound:
            self.last = plan.warm if np.isfinite(relaxation.estimate) else plan.cold
            self.bound = np.inf
        while self.steps < self.last:
            relaxation.step(blocks)
            self.steps += 1
            if self.steps % LOOK == 0:
                if look is not None:
                    look()
                if relaxation.estimate < NEARLY * need:
                    self.proof = relaxation.proof(need)
                    if self.proof is not None:
                        return PRUNED
                if self._is_settled(need):
                    break
            if self.steps == self.last == plan.warm and relaxation.estimate < need:
                self.last += plan.warm  # the proof is near
            if time.perf_counter() > until:
                return PAUSED
        self.bound, self.steps = relaxation.estimate, 0
        return OPEN

    def _is_settled(self, need: int) -> bool:
        """Return whether primal and dual have met above the need."""
        relaxation = self.relaxation
        error = max(relaxation.primal, relaxation.dual)
        return relaxation.estimate * (1.0 - DOUBT * error) > need + 0.02 and error < 0.02

    def is_bounded(self, need: int) -> bool:
        """Return whether the bound is known, and too large to be closed by what was excluded."""
        return need <= self.bound < np.inf

    def choose(self, plan: Plan, need: int) -> int:
        """Return a cell that attacks many others, of those to be excluded until the bound is met.

        These are the cells of greatest value: of large shares in the bound, and many attacks.

        Parameters
        ----------
        need : int
            The number of queens that are still to be placed.
        """
        shares = self.relaxation.weights
        attacks = np.count_nonzero(self.relaxation.attacks, axis=1)
        values = attacks + plan.weight * np.sqrt(shares * len(shares))
        places = np.arange(len(values))[:: -1 if plan.last else 1]
        places = places[np.argsort(-values[places], kind="stable")]
        bound = min(self.bound, float(len(values)))
        needed = np.count_nonzero(bound * (1.0 - np.cumsum(shares[places])) >= need)
        few = places[: needed + 1]
        return int(self.cells[few[np.argmax(attacks[few])]])

    def exclude(self, orbit: IntArray) -> None:
        """Exclude the cells of an orbit, which symmetries keep; `orbit`, shape (k,)."""
        gone: npt.NDArray[np.bool_] = np.isin(self.cells, orbit)
        kept = np.flatnonzero(~gone)
        share = float(self.relaxation.weights[gone].sum())
        self.bound = self.bound * (1.0 - share) if np.isfinite(self.bound) else np.inf
        self.relaxation = self.relaxation.restricted(kept)
        self.cells = self.cells[kept]
        self.covered = True
        self._blocks = []

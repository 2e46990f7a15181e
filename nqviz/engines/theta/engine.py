"""Theta search: a small tree over which the theta bound prunes, up to symmetry.

At a node some queens are placed and some cells are left. If the bound on the cells left is below
the number of queens that are still needed, the node is done. Else a cell is chosen that attacks
many others and weighs much in the bound: first it gets a queen; then it is taken away, with its
whole orbit under the symmetries that keep the node, and the bound is computed again. A pair of
queens that is refuted attacks from then on, as do its images (see `tree.Node`). Where not many
cells are left a search by clique covers is tried first, and where few are left it takes over.

The tree is shared by tasks (see `tree`): they run in threads, in processes, on a cluster or in
shards, and always make the same tree for the same number of queens.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.engines.bits import unpack
from nqviz.engines.exhaustive.engine import identity
from nqviz.engines.problem import Problem
from nqviz.engines.search_state import SearchState
from nqviz.proofs import Claim, Entries, Leaf, TreeProof
from nqviz.run.blas_threads import blas_threads
from nqviz.run.outcome import Known
from nqviz.run.tasks import Execution, Growth, Recheck, TaskRunner, TaskState, WorkersLost, held

from .free_cells import ThetaTask, search_cells
from .nodes import Plan
from .record import check_part, check_task, joined
from .tree import RESULTS, ProofWork, matrices_of, others_of
from .warm_start import durations, handed_down, starts_of

NAME = "theta search"
MAX_CELLS = 1500
"""The most free cells: an eigendecomposition of this size takes about a second."""
TASK_BOUNDS = 64
"""How many bounds a task computes before it leaves its open nodes to others."""


def check_theta(problem: Problem) -> None:
    """Raise InputError if a board has too many free cells for the theta bound."""
    board = problem.board
    if board.size > MAX_CELLS and problem.free > MAX_CELLS:
        raise InputError(
            f"theta search takes at most {MAX_CELLS:,} free cells; the {board} has {problem.free:,}"
        )


def prove_by_theta(state: SearchState, split: Execution | None = None) -> str | None:
    """Search the whole tree: find a placement of the target size, or prove that there is none.

    `split`: where the tasks run, and where they are kept.
    """
    try:
        ThetaSearch(state, split).run()
    except WorkersLost as lost:
        return str(lost)
    return None


class ThetaSearch:
    """One search: it follows the tasks, and passes on what they find.

    Raises InputError if a shard would prove no number of queens.
    """

    def __init__(self, state: SearchState, split: Execution | None = None) -> None:
        problem = state.problem
        if split is not None and split.shard is not None and problem.wanted is None:
            raise InputError(
                "shards of a theta search prove a number of queens: give --prove K, or --target K"
            )
        self.state = state
        self.givens = problem.givens.indices
        # A board without what it has cached is small to send.
        board = problem.board.fresh()
        queens = tuple(self.givens.tolist())
        self.free = search_cells(board, queens)
        limit = state.context.limit
        plan = Plan.of(board, symmetric=len(self.free.group) > 1)
        plan = plan._replace(budget=TASK_BOUNDS, single=limit.nodes is not None)
        kept = identity(problem)
        self.runner = TaskRunner(
            ProofWork(board, queens, plan),
            [self.free.root],
            split,
            limit.threads,
            {**kept, "what": f"{kept['what']} by theta bounds", "engine": "theta"},
            grow=Growth(
                _children,
                lambda task: len(task.queens) < plan.depth,
                _smaller,
                _level,
                starts_of,
            ),
            recheck=Recheck(partial(check_task, board, queens), RESULTS, RESULTS),
        )
        self._saved = 0
        self._needed = self._need
        """The need when the best placement was last saved: tasks begin with it."""
        self._seen: list[TaskState] = []
        self._before = 0
        self._looked = (-1, 0, 0)
        """What was known at the last look: the slices, the lost workers, the queens."""

    def run(self) -> None:
        """Search until the tree is done or the search is cancelled."""
        state, runner = self.state, self.runner
        self._resume()
        self._needed = self._need
        with blas_threads(1):  # each task asks for it, and a change between two takes time
            runner.run(self._look, self._begin)
        self._look()
        if not state.is_over and runner.done:
            with runner.reading():
                parts = dict(zip(runner.names, runner.slices, strict=True))
                self._limit_to(state.target - 1, *joined(parts))

    def _limit_to(self, most: int, tree: list[tuple[int, int]], matrices: list[Entries]) -> None:
        claim = Claim(self.state.problem.givens, most)
        self.state.certificate = TreeProof(claim, tree, matrices, self.free.symmetries, True)
        self.state.tighten_bound(most, Known.CERTIFIED)

    @property
    def _need(self) -> int:
        return self.state.target - len(self.givens)

    def _resume(self) -> None:
        """Check the tasks of a checkpoint; their matrices are checked again."""
        runner, checkpoint = self.runner, self.runner.checkpoint
        if checkpoint is None:
            return
        self.state.premises += runner.premises
        with checkpoint.reading():
            if "queens" in checkpoint.best:
                self.state.submit_incumbent(checkpoint.best["queens"].astype(np.int64))
            for index, part in enumerate(runner.slices):
                self._offer_found(part)
                if not part.done:
                    runner.slices[index] = TaskState()  # it begins anew, see `tree`
                    continue
                check_part(self.free, cast(ThetaTask, runner.tasks[index]), part)
            needs = [int(part.arrays["need"]) for part in runner.slices if part.done]
            if max(needs, default=0) > self._need:
                raise ValueError("a task was searched for more queens")
        self._before = runner.nodes

    def _begin(self, index: int) -> TaskState:
        """Return the first state of a task, with its warm start from the task that left it."""
        arrays = {"need": np.array(self._needed), **handed_down(self.runner, index)}
        return TaskState(arrays=arrays)

    def _look(self) -> bool:
        """Pass on what tasks have found; return whether to go on."""
        state, runner = self.state, self.runner
        best = state.best  # other engines may improve it at any moment
        now = (runner.taken, runner.replaced, len(best))
        if now == self._looked:
            return not state.is_over
        self._looked = now
        if len(best) > self._saved:
            self._saved = len(best)
            runner.save_best({"queens": best.indices})
        before, wanted = self._needed, state.problem.wanted
        self._needed = (len(best) + 1 if wanted is None else wanted) - len(self.givens)
        changed = self._needed != before
        for index, part in enumerate(runner.slices):
            if changed or index >= len(self._seen) or part is not self._seen[index]:
                self._take(index, part)
        self._seen = list(runner.slices)
        state.nodes = runner.nodes - self._before
        state.fraction = runner.fraction
        state.activity = runner.describe(NAME)
        return not state.is_over

    def _take(self, index: int, part: TaskState) -> None:
        """Pass on what a slice has found or bounded."""
        self._offer_found(part)
        if "root entries" in part.arrays:
            most = int(part.arrays["bound"]) + len(self.givens)
            if most < self.state.bound:
                self._limit_to(most, [(Leaf.MATRIX, 0)], matrices_of(part.arrays, "root "))
        if not part.done and part.arrays and int(part.arrays["need"]) < self._needed:
            arrays = {**part.arrays, "need": np.array(self._needed)}
            self.runner.slices[index] = replace(part, arrays=arrays)

    def _offer_found(self, part: TaskState) -> None:
        """Submit the set that a task has found, if it is larger than the incumbent."""
        cells: IntArray | None = part.arrays.get("found")
        if cells is None or len(cells) <= len(self.state.best) - len(self.givens):
            return
        indices = self.free.index[cells]
        if not self.state.submit_incumbent(np.concatenate((self.givens, indices))):
            raise ArithmeticError("theta search found a flawed placement")


def _children(part: TaskState) -> list[tuple[object, float]]:
    """Return the nodes that a task leaves to others, with estimates of their durations."""
    nodes = others_of(part)
    weights = durations(part, [len(unpack(node.cells)) for node in nodes])
    return list(zip(nodes, weights.tolist(), strict=True))


def _smaller(part: TaskState) -> TaskState:
    """Return the first state of a task that computes one bound, and leaves what is open then."""
    return TaskState(arrays={"need": part.arrays["need"], "budget": np.array(1)})


def _level(task: ThetaTask, part: TaskState) -> TaskState:
    """Return the state of a task that leaves the nodes with more queens than its own to others."""
    if "search" not in part.arrays:
        return replace(part, arrays={**part.arrays, "depth": np.array(len(task.queens) + 1)})
    search = part.arrays["search"][0].take()
    search.keep_level()
    return replace(part, arrays={**part.arrays, "search": held(search)})

"""HiGHS: the integer program of a board, solved by branch and cut."""

from __future__ import annotations

from functools import partial
from math import floor

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.ilp import Program
from nqviz.ilp.highs import Floats, Model, ModelStatus, highs_name, own_scheduler, search_options
from nqviz.ilp.root import row_sides, tighten

from .process import in_process
from .program_engine import ROUNDING, ProgramEngine, limit_by_solver, open_program
from .search_state import SearchState

SMALL = 256
"""The most free cells on which HiGHS polls its interrupt often enough."""


class HighsEngine(ProgramEngine):
    """Branch and cut by HiGHS on the integer program.

    For a target K the objective stays and one row requires K queens. Cuts of the separated
    families are added to the linear program at the root. The start of the problem is passed on.
    HiGHS may not poll its interrupt for many seconds: with more than a few free cells it runs in a
    process of its own.
    """

    separates_cuts = True

    @property
    def name(self) -> str:
        """HiGHS with its version."""
        return highs_name()

    def prove(self, state: SearchState) -> str | None:
        """Solve by branch and cut; return why HiGHS ended."""
        program = open_program(state, state.problem.target == "full")
        if program is None:
            return None
        work = partial(branch_and_cut, program=program, seed=self.seed)
        return work(state) if len(program.cells) <= SMALL else in_process(work)(state)


def branch_and_cut(state: SearchState, program: Program, seed: int = 0) -> str | None:
    """Solve by branch and cut a program without the cells that the givens attack."""
    state.activity = "linear program"
    cuts, givens = state.problem.program_cuts, len(state.problem.givens)
    program = tighten(
        program,
        cuts,
        state.cancelled,
        lambda value: state.tighten_bound(floor(value + ROUNDING) + givens),
    )
    if state.answered or state.cancelled.is_set():
        return None
    with own_scheduler():
        return BranchAndCut(state, program).solve(seed)


class BranchAndCut:
    """Branch and cut on a program in the calling thread."""

    def __init__(self, state: SearchState, program: Program) -> None:
        self.state = state
        self.program = program
        self.givens = state.problem.givens.indices
        self.known = 0  # queens of the best placement that HiGHS has
        self.fault = ""

    def solve(self, seed: int) -> str | None:
        """Solve; return HiGHS's message, or what is wrong with its solution."""
        state = self.state
        state.activity = "branch and cut"
        model = self._model(seed)
        if len(state.best) > len(self.givens):
            model.set_start(self._best_values())
        status = model.solve()
        state.nodes = model.nodes
        if status is ModelStatus.INFEASIBLE:
            wanted = state.problem.wanted
            if wanted is None:
                piece = state.problem.board.piece
                return f"{model.message}, though the {piece}s to keep are a solution"
            if len(state.best) < wanted:
                state.tighten_bound(wanted - 1)
        elif status is ModelStatus.OPTIMAL:
            self._submit(model.values)
            limit_by_solver(self.state, model.bound)
        return self.fault or model.message

    def _model(self, seed: int) -> Model:
        """Build the model; for a target K one row more: the sum of all cells is at least K."""
        program, wanted = self.program, self.state.problem.wanted
        matrix, lower, upper = program.matrix, row_sides(program.lower), program.upper
        columns = len(program.cells)
        if wanted is not None:
            total = sp.csr_array(np.ones((1, columns), dtype=matrix.dtype))
            matrix = sp.csr_array(sp.vstack([matrix, total]))
            lower = np.append(lower, wanted - len(self.givens))
            upper = np.append(upper.astype(np.float64), np.inf)
        return Model(
            matrix,
            lower,
            upper,
            np.ones(columns),
            maximise=True,
            is_integer=True,
            offset=len(self.givens),
            options=search_options(seed, self.state.context),
            is_over=self.state.cancelled.is_set,
            on_solution=self._on_solution,
            on_bound=self._on_bound,
            suggest=lambda: self._best_values() if len(self.state.best) > self.known else None,
        )

    def _best_values(self) -> Floats:
        """Return the incumbent of the state as values of the columns."""
        best = self.state.best
        self.known = len(best)
        return np.isin(self.program.cells, best.indices).astype(np.float64)

    def _on_solution(self, objective: float, values: Floats) -> None:
        self.known = max(self.known, round(objective))
        if self.known > len(self.state.best):
            self._submit(values)

    def _on_bound(self, bound: float, nodes: int) -> None:
        self.state.nodes = nodes
        limit_by_solver(self.state, bound)

    def _submit(self, values: Floats) -> None:
        chosen: IntArray = self.program.cells[values > 0.5]
        if not self.state.submit_incumbent(np.concatenate((self.givens, chosen))):
            self.fault = "a solution of HiGHS is no placement"

"""What the engines of integer programs share: settings, the program, and bounds of a solver."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from math import floor, isfinite

import numpy as np

from nqviz.ilp import Program, build_program, check_cuts
from nqviz.run.outcome import Known

from .base import Engine, Work
from .problem import Problem
from .search_state import SearchState

ROUNDING = 1e-6
"""How far a floating-point bound may lie below the integer that it stands for."""


class ProgramEngine(Engine):
    """An engine that solves the integer program of a board with the cuts of the problem.

    Cells that a given queen attacks are no variables.
    `seed`: of the random choices of the solver; times differ much between seeds.
    """

    uses_cuts = takes_blocked = True
    seed: int

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def prepare(self, problem: Problem) -> tuple[Work, Mapping[str, object]]:
        """Return the work of the solver, and its settings.

        Raises InputError if the solver is not installed, or a cut is unknown, does not hold on the
        board, or makes the program too large.
        """
        self.check_installed()
        check_cuts(problem.board, problem.program_cuts)
        settings = {"cuts": list(problem.program_cuts), "seed": self.seed}
        return self.prove, settings

    @abstractmethod
    def prove(self, state: SearchState) -> str | None:
        """Solve the program; return why the solver ended without an answer."""


def open_program(state: SearchState, full: bool = False) -> Program | None:
    """Return the program of the cells that no given queen attacks; None if that is answered.

    `full`: whether the rows of full placements are in it.
    """
    problem = state.problem
    state.activity = "building the program"
    program = build_program(problem.board, problem.program_cuts, full)
    program = program.given(problem.givens.indices)
    _fill(state, program)
    if state.answered or state.cancelled.is_set():
        return None
    if not len(program.cells):
        state.tighten_bound(len(problem.givens), Known.EXACT)
        return None
    return program


def _fill(state: SearchState, program: Program) -> None:
    """Submit a first placement: add the queen that leaves the most cells free, until none is free.

    `program`: of what the givens leave; its rows with an upper bound of 1 say which cells attack.
    """
    rows = program.matrix[program.upper == 1].astype(np.int64)
    columns = rows.T.tocsr()
    free = np.ones(len(program.cells), dtype=np.bool_)
    chosen: list[int] = []
    while free.any() and not state.cancelled.is_set():
        lost = columns @ (rows @ free)  # counts a cell once for each row it shares
        column = int(np.argmin(np.where(free, lost, np.iinfo(np.int64).max)))
        free[rows[columns[[column]].indices].indices] = False
        free[column] = False
        chosen.append(column)
    state.submit_incumbent(np.concatenate((state.problem.givens.indices, program.cells[chosen])))


def limit_by_solver(state: SearchState, bound: float) -> None:
    """Submit a bound of a solver on all queens, which excludes nothing below the target."""
    if isfinite(bound):
        wanted = state.problem.wanted
        value = floor(bound + ROUNDING)
        state.tighten_bound(value if wanted is None else max(value, wanted - 1))

"""HiGHS: the integer program of a board, solved by branch and cut."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import floor, isfinite

import highspy
import numpy as np
import numpy.typing as npt
from highspy import HighsModelStatus, cb

from nqviz.core.board import IntArray
from nqviz.ilp import Program, build_program, check_cuts
from nqviz.ilp.root import tighten
from nqviz.run.process import in_process

from .base import Engine, SearchState, Work
from .local.greedy import fill
from .problem import Problem

ROUNDING = 1e-6
"""How far a floating-point bound may lie below the integer that it stands for."""
SMALL = 256
"""The most free cells on which HiGHS looks at its interrupt often enough."""


class HighsEngine(Engine):
    """The integer program, given to HiGHS as arrays.

    Cells that a given queen attacks are no variables. For a target K the objective stays and one
    row asks for K queens. Rows of the separated families are added to the linear program before
    it branches. A start of the question is a start for HiGHS, too. HiGHS may not look at its
    interrupt for many seconds: where more than a few cells are free it works in a process of its
    own.

    Parameters
    ----------
    seed : int
        Of HiGHS's own choices among equals; times differ much from one seed to another.
    """

    uses_cuts = separates_cuts = True

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @property
    def name(self) -> str:
        """HiGHS with its version."""
        return f"HiGHS {highspy.Highs().version()}"

    def with_seed(self, seed: int) -> HighsEngine:
        """Return the engine with another seed."""
        return HighsEngine(seed)

    def prepare(self, question: Problem) -> tuple[Work, Mapping[str, object]]:
        """Return branch and cut, and its settings.

        Raises
        ------
        InputError
            If a cut is unknown, does not hold on the board, or makes the program too large.
        """
        check_cuts(question.board, question.program_cuts)
        settings = {"cuts": list(question.program_cuts), "seed": self.seed}
        return partial(prove_by_highs, seed=self.seed), settings


def prove_by_highs(findings: SearchState, seed: int = 0) -> str | None:
    """Answer by branch and cut; say in a word why HiGHS ended."""
    question = findings.question
    findings.activity = "building the program"
    program = build_program(question.board, question.program_cuts, question.target == "full")
    program = program.given(question.givens.indices)
    fill(findings, program)
    if findings.answered or findings.over.is_set():
        return None
    if not len(program.cells):
        findings.tighten_bound(len(question.givens))
        return None
    work = partial(branch_and_cut, program=program, seed=seed)
    return work(findings) if len(program.cells) <= SMALL else in_process(work)(findings)


def branch_and_cut(findings: SearchState, program: Program, seed: int = 0) -> str | None:
    """Answer by branch and cut on what the givens leave of a program."""
    findings.activity = "linear program"
    cuts, givens = findings.question.program_cuts, len(findings.question.givens)
    program = tighten(
        program,
        cuts,
        findings.over,
        lambda value: findings.tighten_bound(floor(value + ROUNDING) + givens),
    )
    if findings.answered or findings.over.is_set():
        return None
    # The workers belong to this thread: a linear program before this run, or the next run, may
    # want another number of them, and HiGHS refuses a run that does not.
    highspy.Highs.resetGlobalScheduler(True)
    try:
        return _Run(findings, program, seed).solve()
    finally:
        highspy.Highs.resetGlobalScheduler(True)


class _Run:
    """One run of HiGHS in the thread that it is made in."""

    def __init__(self, findings: SearchState, program: Program, seed: int = 0) -> None:
        self.findings = findings
        self.program = program
        self.seed = seed
        self.givens = findings.question.givens.indices
        self.faulty = False
        self.known = 0  # queens of the best placement that HiGHS has heard of
        self.error: Exception | None = None
        self.highs = highspy.Highs()
        self._set_options()
        self._pass_model()
        self._pass_start()
        self.highs.setCallback(self._called, None)
        for event in (
            cb.kCallbackMipSolution,
            cb.kCallbackMipInterrupt,
            cb.kCallbackMipUserSolution,
        ):
            self.highs.startCallback(event)

    def _set_options(self) -> None:
        watch = self.findings.watch
        options: dict[str, bool | int | float] = {
            "output_flag": False,
            "threads": watch.limit.threads,
            "random_seed": self.seed,
            # Counts are integers: a gap below 1 is none.
            "mip_rel_gap": 0.0,
            "mip_abs_gap": 0.99,
        }
        if watch.remaining is not None:
            # The caller goes when the time is up; this only makes HiGHS follow soon.
            options["time_limit"] = watch.remaining + 1.0
        if watch.limit.nodes is not None:
            options["mip_max_nodes"] = watch.limit.nodes
        for name, value in options.items():
            if self.highs.setOptionValue(name, value) != highspy.HighsStatus.kOk:
                raise ValueError(f"HiGHS does not take {name} = {value}")

    def _pass_model(self) -> None:
        """Pass the rows, for a target K with one more: the sum of all cells is at least K."""
        program, wanted = self.program, self.findings.question.wanted
        matrix, columns = program.matrix, len(program.cells)
        starts, indices = matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32)
        lower, upper = program.lower.astype(np.float64), program.upper.astype(np.float64)
        lower[lower <= 0] = -highspy.kHighsInf
        if wanted is not None:
            starts = np.append(starts, np.int32(len(indices) + columns))
            indices = np.append(indices, np.arange(columns, dtype=np.int32))
            lower = np.append(lower, float(wanted - len(self.givens)))
            upper = np.append(upper, highspy.kHighsInf)
        ones = np.ones(columns)
        status = self.highs.passModel(
            columns,
            len(lower),
            len(indices),
            int(highspy.MatrixFormat.kRowwise),
            int(highspy.ObjSense.kMaximize),
            float(len(self.givens)),
            ones,
            np.zeros(columns),
            ones,
            lower,
            upper,
            starts,
            indices,
            np.ones(len(indices)),
            np.full(columns, int(highspy.HighsVarType.kInteger), dtype=np.int32),
        )
        if status == highspy.HighsStatus.kError:
            raise ValueError(f"HiGHS refused the {program}")

    def _pass_start(self) -> None:
        if len(self.findings.best) > len(self.givens):
            values = self._best_values()
            self.highs.setSolution(len(values), np.arange(len(values), dtype=np.int32), values)

    def _best_values(self) -> npt.NDArray[np.float64]:
        """Return the best placement so far, whoever found it, as values of the columns."""
        best = self.findings.best
        self.known = len(best)
        return np.isin(self.program.cells, best.indices).astype(np.float64)

    def solve(self) -> str | None:
        """Run; tell the findings all that is certain, and give HiGHS's word where it gave up."""
        self.findings.activity = "branch and cut"
        self.highs.run()
        if self.error is not None:
            raise self.error
        status = self.highs.getModelStatus()
        word = self.highs.modelStatusToString(status)
        info = self.highs.getInfo()
        findings = self.findings
        findings.nodes = max(0, int(info.mip_node_count))
        if status == HighsModelStatus.kInfeasible:
            wanted = findings.question.wanted
            if wanted is None:
                return f"{word}, though the {findings.question.board.piece}s to keep are a solution"
            if len(findings.best) < wanted:
                findings.tighten_bound(wanted - 1)
        elif status == HighsModelStatus.kOptimal:
            self._offer(np.array(self.highs.getSolution().col_value))
            self._limit_to(info.mip_dual_bound)
        if self.faulty:
            return "a solution of HiGHS is no placement"
        return word

    def _called(
        self,
        event: cb.HighsCallbackType,
        _message: str,
        news: cb.HighsCallbackOutput,
        answer: cb.HighsCallbackInput,
        _data: object,
    ) -> None:
        """Take news from HiGHS in the midst of its run, and tell it when nobody waits any more."""
        try:
            if event == cb.kCallbackMipSolution:
                self.known = max(self.known, round(news.objective_function_value))
                if self.known > len(self.findings.best):
                    self._offer(news.mip_solution)
                return
            if event == cb.kCallbackMipUserSolution:
                if len(self.findings.best) > self.known:
                    answer.setSolution(self._best_values())
                return
            self.findings.nodes = max(0, int(news.mip_node_count))
            self._limit_to(news.mip_dual_bound)
            if self.findings.over.is_set() or self.error is not None:
                answer.user_interrupt = True
        except Exception as error:  # noqa: BLE001 - it must not cross HiGHS; `solve` raises it
            self.error = error
            answer.user_interrupt = True

    def _offer(self, values: npt.NDArray[np.float64]) -> None:
        chosen: IntArray = self.program.cells[values > 0.5]
        if not self.findings.submit_incumbent(np.concatenate((self.givens, chosen))):
            self.faulty = True

    def _limit_to(self, bound: float) -> None:
        """Take a bound of HiGHS; it knows nothing of placements below the target."""
        if isfinite(bound):
            wanted = self.findings.question.wanted
            value = floor(bound + ROUNDING)
            self.findings.tighten_bound(value if wanted is None else max(value, wanted - 1))

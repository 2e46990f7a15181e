"""Several engines on one problem: local search for incumbents, provers in turn for bounds.

Incumbents pass from local search to the prover at work, and the best bound of all counts. Where
the prover can use all threads local search takes a fifth of the time only, once it has found
nothing for a while.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.ilp import check_cuts
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome, Status
from nqviz.run.tasks import Execution

from .base import Engine, Work, side_by_side
from .exact_cover import ExactCoverEngine, prove_by_cover
from .exhaustive.engine import NAME as EXHAUSTIVE_NAME
from .exhaustive.engine import check_exhaustive, prove_by_exhaustion
from .highs_engine import HighsEngine
from .local.engine import LocalSearch, LocalSearchEngine
from .lp_bound import prove_by_lp
from .problem import Problem
from .search_state import SearchState, message_for
from .theta.computed import NAME as ROOT_NAME
from .theta.engine import MAX_CELLS, check_theta, prove_by_theta
from .theta.engine import NAME as THETA_NAME
from .theta.whole_board import check_root, prove_by_root

HEAD_START = 0.3
"""Seconds during which local search does not rest."""
PATIENCE = 0.5
"""It rests when it has found nothing better for this part of the time."""
REST = 4.0
"""How much longer it rests than it works then, where the prover can use all threads; with the
square of the time it has waited, so four times as long where it has found nothing at all."""


@dataclass(frozen=True)
class Prover:
    """An engine as a part of a portfolio."""

    name: str
    check: Callable[[Problem], None]
    """Raises InputError if it cannot solve a problem."""
    work: Work
    """Tightens the bound of the state; returns why it ended without an answer."""
    splits: bool = False
    """Whether it uses all threads of the limit."""


class UnsuitedError(InputError):
    """A prover could take a problem but is of no use for it."""


def _check_program(problem: Problem) -> None:
    check_cuts(problem.board, problem.program_cuts)


def _check_cover(problem: Problem) -> None:
    if not ExactCoverEngine.takes(problem):
        raise UnsuitedError("exact cover finds full placements only")


EXACT_COVER = Prover(ExactCoverEngine().name, _check_cover, prove_by_cover)
LINEAR_PROGRAM = Prover("linear program", _check_program, prove_by_lp)
TIGHTENED_PROGRAM = replace(LINEAR_PROGRAM, work=partial(prove_by_lp, separate=True))
"""With the rows that its solutions violate, where such cuts are chosen."""
THETA_SEARCH = Prover(THETA_NAME, check_theta, prove_by_theta, splits=True)


def _check_large(problem: Problem) -> None:
    check_root(problem)
    if problem.board.size <= MAX_CELLS and problem.board.is_flat:
        raise InputError("theta search bounds small boards itself")


THETA_ROOT = Prover(ROOT_NAME, _check_large, prove_by_root)
EXHAUSTIVE_SEARCH = Prover(EXHAUSTIVE_NAME, check_exhaustive, prove_by_exhaustion, splits=True)
BRANCH_AND_CUT = Prover(HighsEngine().name, _check_program, HighsEngine().prove)


def _deep(prover: Prover) -> Prover:
    """Return a prover by theta bounds for where it is the best choice."""

    def check(problem: Problem) -> None:
        prover.check(problem)
        if problem.board.d <= 2 and not problem.board.torus:
            raise UnsuitedError("the bound of the linear program serves planar boards better")

    return replace(prover, check=check)


DEEP_THETA_ROOT, DEEP_THETA_SEARCH = _deep(THETA_ROOT), _deep(THETA_SEARCH)


class PortfolioEngine(Engine):
    """Local search beside some provers, which take turns until one answers.

    Parameters
    ----------
    name : str
        The name in outcomes.
    provers : sequence of Prover
        Those that cannot solve a problem are left out, and named.
    first : Prover, optional
        It runs before them where it can.
    is_lenient : bool
        Whether a problem that no prover takes is no error: then the start is the answer.
    """

    uses_cuts = separates_cuts = takes_blocked = True

    def __init__(
        self,
        name: str,
        provers: Sequence[Prover],
        first: Prover | None = None,
        is_lenient: bool = False,
    ) -> None:
        self._name = name
        self.provers = provers
        self.first = first
        self.is_lenient = is_lenient

    @property
    def name(self) -> str:
        """The name in outcomes."""
        return self._name

    def prepare(self, problem: Problem) -> tuple[Work, Mapping[str, object]]:
        """Return the run of the usable provers, and their names.

        Raises InputError if a cut is unknown or does not hold on the board, or no prover can take
        the problem.
        """
        if problem.cuts is not None:
            _check_program(problem)
        provers, left_out = self._usable(problem, self.provers)
        if not provers and left_out and not self.is_lenient:
            raise list(left_out.values())[-1]
        if self.first is not None:
            provers = self._usable(problem, [self.first])[0] + provers
        settings = {
            "cuts": list(problem.program_cuts),
            "provers": [prover.name for prover in provers],
            "left_out": {
                name: str(error)
                for name, error in left_out.items()
                if not isinstance(error, UnsuitedError)
            },
        }
        return _PortfolioSearch(provers).work, settings

    def solve(self, problem: Problem, run: RunContext | None = None) -> Outcome[Placement]:
        """Solve a problem; without a proof the message names the provers that were left out.

        Raises InputError if no prover can take the problem, unless the engine is lenient.
        """
        outcome = super().solve(problem, run)
        left_out = outcome.settings.get("left_out")
        is_open = outcome.status in (Status.LIMIT, Status.FAILED)
        if not is_open or not isinstance(left_out, dict) or not left_out:
            return outcome
        if not outcome.settings["provers"] and outcome.status is Status.FAILED:
            assert outcome.placement is not None
            assert outcome.bound is not None
            message = message_for(
                Status.LIMIT, outcome.placement, outcome.bound, len(problem.givens)
            ).removeprefix("The limit was reached: ")
            outcome = replace(outcome, status=Status.LIMIT, message=message, is_exhausted=True)
        names: dict[str, list[str]] = {}
        for name, why in left_out.items():
            names.setdefault(why.removeprefix(f"{name} "), []).append(name)
        words = "; ".join(f"{' and '.join(who)} ({why})" for why, who in names.items())
        return replace(outcome, message=f"{outcome.message} Left out: {words}.")

    @staticmethod
    def _usable(
        problem: Problem, provers: Sequence[Prover]
    ) -> tuple[list[Prover], dict[str, InputError]]:
        """Return the provers that take a problem, and the objections of the others by name."""
        usable, left_out = [], {}
        for prover in provers:
            try:
                prover.check(problem)
                usable.append(prover)
            except InputError as error:
                left_out[prover.name] = error
        return usable, left_out


class _PortfolioSearch:
    """One run of a portfolio."""

    def __init__(self, provers: Sequence[Prover]) -> None:
        self.provers = provers
        self.splits = False
        self.given_up = threading.Event()

    def work(self, state: SearchState) -> str | None:
        works: list[Work] = [self._prove]
        if LocalSearchEngine.takes(state.problem.board):
            local = LocalSearch(state, ended=self.given_up)
            walks = max(1, state.context.limit.threads - 1)
            works += [local.walker(i, pause=self._pause(state)) for i in range(walks)]
        return side_by_side(state, works)

    def _prove(self, state: SearchState) -> str | None:
        """Run the provers in turn; return the reason of the last one."""
        reason = None
        try:
            for prover in self.provers:
                state.prover = prover.name
                self.splits = prover.splits
                reason = prover.work(state)
                if state.answered or state.cancelled.is_set():
                    break
        finally:
            # Local search goes on where a time limit ends it, and only there.
            if state.context.limit.seconds is None or state.context.limit.nodes is not None:
                self.given_up.set()
        return reason

    def _pause(self, state: SearchState) -> Callable[[float], float]:
        def pause(seconds: float) -> float:
            now = state.context.seconds
            waited = (now - state.improved) / max(HEAD_START, PATIENCE * now)
            spare = state.context.limit.threads > 1 and not self.splits
            return 0.0 if waited < 1.0 or spare else REST * waited**2 * seconds

        return pause


class SearchInTasks(PortfolioEngine):
    """A search in tasks after cheaper bounds.

    Parameters
    ----------
    execution : Execution, optional
        Where its tasks run, and the file in which they are kept.
    """

    uses_cuts = separates_cuts = False
    takes_executor = takes_checkpoint = True
    called: str
    before: Sequence[Prover] = ()
    search: Prover
    prove: Callable[..., str | None]

    def __init__(self, execution: Execution | None = None) -> None:
        search = replace(self.search, work=partial(self.prove, split=execution))
        super().__init__(self.called, [*self.before, search], first=LINEAR_PROGRAM)

    def with_execution(self, execution: Execution) -> Self:
        """Return the engine with an executor and a checkpoint."""
        return type(self)(execution)


class ThetaEngine(SearchInTasks):
    """Theta search after the bounds of the linear program and of the whole board by symmetry."""

    called, before, search = "theta proof", [THETA_ROOT], THETA_SEARCH
    prove = staticmethod(prove_by_theta)


class ExhaustiveEngine(SearchInTasks):
    """Exhaustive search after the bound of the linear program."""

    called, search = EXHAUSTIVE_NAME, EXHAUSTIVE_SEARCH
    prove = staticmethod(prove_by_exhaustion)

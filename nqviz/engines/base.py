"""The base of all engines: the interface, and the run of an engine.

An engine runs in a thread of its own and submits incumbents and bounds to a `SearchState`. The
caller waits and returns as soon as the problem is solved, the user stops or the time limit is
reached; the engine's thread is cancelled, and ends soon after. The outcome depends on the
incumbent and the upper bound of the state alone, not on what an engine returns.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Self, TypeAlias, TypeVar

from nqviz.bounds import completion_upper
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.analysis import Analysis, analysis
from nqviz.run.context import Limit, Progress, RunContext
from nqviz.run.outcome import Contradiction, Known, NoAnswer, Outcome, Status, how_known
from nqviz.run.tasks import Execution

from .problem import Problem
from .search_state import EngineState, SearchState, message_for, premises_of, status_for
from .threads import run_apart, start_work

KNOWN_BOUNDS = "known bounds"
"""The engine of an outcome that follows from a bound without a search."""
POLL_SECONDS = 0.02
REPORT_SECONDS = 0.1


class Engine(ABC):
    """An algorithm that solves problems within a limit."""

    uses_cuts = False
    """Whether it solves an integer program, so that chosen cuts have an effect."""
    separates_cuts = False
    """Whether it adds violated cuts while it solves."""
    takes_executor = False
    takes_checkpoint = False
    """`takes_executor` and `takes_checkpoint`: whether `with_execution` accepts an executor, or
    a file that keeps finished work."""
    proves = True
    """Whether it can prove a bound."""
    takes_blocked = False
    """Whether it takes boards with blocked cells; others are refused."""
    seed: int | None = None
    """The seed of its random choices; None where it makes none."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name, with the version of an external solver."""

    @abstractmethod
    def prepare(self, problem: Problem) -> tuple[Work, Mapping[str, object]]:
        """Return the work that solves a problem, and the settings to record.

        Raises InputError if the engine cannot solve the problem.
        """

    @property
    def missing(self) -> str:
        """What the engine needs and is not installed, in one line; empty if nothing."""
        return ""

    @property
    def is_installed(self) -> bool:
        """Whether all that the engine needs is installed."""
        return not self.missing

    def check_installed(self) -> None:
        """Raise InputError if something that the engine needs is not installed."""
        if self.missing:
            raise InputError(self.missing)

    def check_board(self, board: Board) -> None:
        """Raise InputError if the board has blocked cells that the engine does not take."""
        if not self.takes_blocked:
            board.require_open(f"searches by {self.name}")

    def with_seed(self, seed: int) -> Self:
        """Return this engine with another seed, or the engine itself if it has none."""
        if self.seed is None:
            return self
        engine = copy(self)
        engine.seed = seed
        return engine

    def with_execution(self, execution: Execution) -> Engine:
        """Return this engine with an executor or a checkpoint.

        Raises InputError if the engine takes neither.
        """
        raise InputError(f"{self.name} takes no executor and no checkpoint")

    def solve(self, problem: Problem, run: RunContext | None = None) -> Outcome[Placement]:
        """Solve a problem; progress callbacks run in the caller's thread.

        Raises InputError if the engine cannot solve the problem.
        """
        run = run or RunContext()
        self.check_board(problem.board)
        prepared = run_apart(
            lambda _left: self.prepare(problem), lambda: run.ended() is not None, self.name
        )
        work, settings = prepared or (_wait_for_end, {})
        return run_beside(self.name, work, problem, run, settings=settings)

    def analysis(
        self, problem: Problem, limit: Limit | None = None
    ) -> Analysis[Outcome[Placement]]:
        """Start work on a problem and return a handle to iterate over its progress and stop it.

        Examples
        --------
        >>> from nqviz import Board, Placement
        >>> from nqviz.engines import ENGINES, Problem
        >>> with ENGINES["highs"].analysis(Problem(Placement(Board.cube(4, 3)))) as analysis:
        ...     bounds = [progress.bound for progress in analysis]
        >>> analysis.result().count
        7
        """
        return analysis(self.solve, problem, limit=limit)


StateT = TypeVar("StateT", bound=EngineState)
Work: TypeAlias = Callable[[SearchState], str | None]
"""Work on a problem: it updates the state, and returns a reason if it gives up."""


def _wait_for_end(state: SearchState) -> None:
    """Wait until the caller sees that the limit or a stop came before the work."""
    state.cancelled.wait()


def run_beside(
    engine: str,
    work: Work,
    problem: Problem,
    run: RunContext,
    *,
    settings: Mapping[str, object] | None = None,
) -> Outcome[Placement]:
    """Run an engine's work in its own thread until the problem is solved or a limit is reached.

    `engine`: its name.
    `work`: updates the state and polls `SearchState.cancelled`. It returns None, or in a few words
    why it ended without an answer; an exception makes the outcome FAILED.
    Raises InputError if the engine raised it; Contradiction if a placement or a bound contradicts
    another one, or what is known of the board.
    """
    state = SearchState(problem, run)
    state.prover = engine
    has_run = False

    def bounded(state: SearchState) -> str | None:
        nonlocal has_run
        if problem.takes_bounds:
            state.tighten_bound(completion_upper(problem.givens).value, Known.EXACT, "")
        has_run = not state.answered
        return work(state) if has_run else None

    reason, ended = (None, None) if state.answered else run_work(bounded, state, engine, run)
    best, bound = state.best, state.bound
    status = status_for(len(best), bound, problem.wanted) or ended or Status.FAILED
    if status is Status.FAILED and reason is None:
        reason = "no reason is known"
    is_proof, by = status.is_proof, state.bound_by or engine
    known = state.known if is_proof else None
    premises: tuple[str, ...] = ()
    if is_proof and state.bound_by:
        cuts = () if known is Known.CERTIFIED else problem.program_cuts
        premises = (*state.premises, *premises_of(cuts))
    return Outcome(
        status=status,
        value=best,
        bound=bound,
        engine=_credited(engine, state) if has_run or not is_proof else KNOWN_BOUNDS,
        settings={
            "target": problem.target,
            "threads": run.limit.threads,
            "time_limit": run.limit.seconds,
            "node_limit": run.limit.nodes,
            **(settings or {}),
        },
        seconds=run.seconds,
        nodes=state.nodes,
        message=message_for(
            status,
            best,
            bound,
            len(problem.givens),
            f"{engine} ended without an answer: {reason}",
            how_known(known, by, premises),
        ),
        certificate=state.certificate,
        known=known,
        by=by if known is Known.FLOATING_POINT else "",
        premises=premises,
    )


def run_work(
    work: Callable[[StateT], str | None], state: StateT, name: str, run: RunContext
) -> tuple[str | None, Status | None]:
    """Run work on a state in its own thread until that is answered or a limit is reached.

    Returns why the work gave up, an error in words, and why it was cancelled; None where not.
    Raises `state.fault`, and InputError, Contradiction and NoAnswer of the work.
    """
    thread, result = start_work(partial(work, state), state.cancelled, name)
    try:
        ended = wait_for(thread, state, run)
    finally:
        state.cancelled.set()
    if state.fault is not None:
        raise state.fault
    error = result.exception() if result.done() else None
    if isinstance(error, InputError | Contradiction | NoAnswer):
        raise error
    if error is not None:
        return f"{type(error).__name__}: {error}", ended
    return result.result() if result.done() else None, ended


def _credited(engine: str, state: SearchState) -> str:
    """Return the engine with the sources of the placement and the bound."""
    parts = {"placement": state.found_by, "bound": state.bound_by}
    words = ", ".join(f"{what} by {who}" for what, who in parts.items() if who not in ("", engine))
    return f"{engine}: {words}" if words else engine


def side_by_side(state: StateT, works: Sequence[Callable[[StateT], str | None]]) -> str | None:
    """Run several works on one state at once, the first in this thread.

    Returns the reason of the first work that gave up, None if none did.
    """
    name = threading.current_thread().name
    others = [
        start_work(partial(work, state), state.cancelled, f"{name} {place}")
        for place, work in enumerate(works[1:], start=1)
    ]
    try:
        reasons = [works[0](state)]
    except Exception:
        state.cancelled.set()  # else the others go on to the limit, which would be the reason
        raise
    finally:
        for thread, _ in others:
            thread.join()
    reasons += (result.result() for _, result in others)
    return next((reason for reason in reasons if reason is not None), None)


def wait_for(thread: threading.Thread, state: EngineState, run: RunContext) -> Status | None:
    """Wait for an engine and report progress; return why it was cancelled, None if it ended."""
    reported: tuple[object, ...] = ()
    next_report = 0.0
    while True:
        thread.join(POLL_SECONDS)
        latest = (state.activity, state.best, state.bound, state.nodes)
        if latest != reported and run.seconds >= next_report:
            activity, placement, bound, nodes = reported = latest
            run.progress(Progress(activity, run.seconds, state.fraction, placement, bound, nodes))
            # Most improvements come in the first moments, right after a click.
            next_report = run.seconds + min(REPORT_SECONDS, run.seconds)
        if not thread.is_alive() or state.answered or state.fault is not None:
            break
        ended = run.ended()
        if ended is not None:
            return ended
    is_spent = not state.answered and run.limit.is_spent(state.nodes)
    return Status.LIMIT if is_spent else None

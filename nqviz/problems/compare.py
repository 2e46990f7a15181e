"""Integer programs and engines side by side: the comparison of Kunt's thesis, section 6.

Everything runs one after another, so that the times can be compared; cases that run side by side,
see `compare_tasks`, share a machine, or each has one of a cluster.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from statistics import median

import numpy as np

from nqviz.bounds import best_lower, bracket
from nqviz.catalogue.times import published_times
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.tabular import csv_text
from nqviz.engines import KNOWN_BOUNDS, Problem, Target, named_engine
from nqviz.engines.lp_bound import dual_bound, orbits
from nqviz.ilp import FAMILIES, Program, build_program, check_cuts, separated
from nqviz.ilp.root import LinearProgram, tighten
from nqviz.run.context import Progress, ProgressCallback, RunContext, ignore_progress
from nqviz.run.outcome import Outcome, Status

from .placements import check_engine_cuts

INFEASIBLE, WARM = "inf", "warm"
"""Parts of a formulation's name that are no rows: the target is K + 1 queens; a start is given."""

SETTLED = "settled by a bound"
"""The status of a row whose question a bound answers without its engine."""

WORST_FIRST = (
    Status.STOPPED,
    Status.FAILED,
    Status.LIMIT,
    Status.FEASIBLE,
    Status.INFEASIBLE,
    Status.OPTIMAL,
)


@dataclass(frozen=True)
class Formulation:
    """A program to compare."""

    name: str
    """As in ``base+cube+inf``."""
    cuts: tuple[str, ...] = ()
    """Families of rows beside the lines."""
    infeasible: bool = False
    """Whether the target is one queen more than the best known placement has."""
    warm: bool = False
    """Whether the best known placement is given as a start."""

    @classmethod
    def parse(cls, name: str) -> Formulation:
        """Read a name: ``base``, or families, ``inf`` and ``warm`` joined by a plus.

        Raises InputError if a part of it is unknown.
        """
        parts = [part.strip() for part in name.split("+")]
        for part in parts:
            if part not in (*FAMILIES, INFEASIBLE, WARM):
                known = ", ".join((*FAMILIES, INFEASIBLE, WARM))
                raise InputError(f"program {name!r}: no rows {part!r}; choose among {known}")
        cuts = tuple(part for part in parts if part not in ("base", INFEASIBLE, WARM))
        return cls("+".join(parts), cuts, INFEASIBLE in parts, WARM in parts)


@dataclass(frozen=True)
class Row:
    """One line of the comparison."""

    instance: str
    program: str
    engine: str
    """`instance`, `program` and `engine`: the program is empty for engines that solve none."""
    rows: int | None = None
    """Rows of the program, without those that others make superfluous."""
    lp_bound: float | None = None
    """The value of its linear program, rounded up safely: no placement has more queens."""
    nodes: float | None = None
    seconds: float | None = None
    """`nodes` and `seconds`: medians over the seeds."""
    fastest: float | None = None
    slowest: float | None = None
    status: str = "not applicable"
    """The worst over the seeds; ``not applicable`` where the note says why; `SETTLED` where the
    engine did not run."""
    count: int | None = None
    bound: int | None = None
    """`count` and `bound`: the best over the seeds."""
    seeds: int = 0
    """How many were run."""
    published: str = ""
    """What the thesis measured for this program."""
    note: str = ""
    fewest_nodes: int | None = None
    most_nodes: int | None = None
    """`fewest_nodes` and `most_nodes`: over the seeds."""
    known: str = ""
    """How a proof is known, the weakest over the seeds, in words: ``proven``, or by a solver
    within its tolerance."""

    @property
    def is_solved(self) -> bool:
        """Whether every seed ended with a proof."""
        return self.status in (Status.OPTIMAL, Status.INFEASIBLE)

    @property
    def interval(self) -> str:
        """Where the maximum lies: ``[21]``, ``[20, 22]``, ``at least 20``, or nothing."""
        if self.count is None:
            return ""
        if self.bound is None and not self.is_solved:
            return f"at least {self.count:,}"
        return bracket(self.count, self.count if self.is_solved else self.bound or self.count)


@dataclass(frozen=True)
class Comparing(Progress):
    """A moment of a comparison: the rows that are done."""

    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Instance:
    """A placement to complete: a full one on flat squares whose lines pass, else a maximum."""

    name: str
    givens: Placement

    @property
    def target(self) -> Target:
        """What is asked for."""
        board = self.givens.board
        return "full" if board.without_blocked().is_classical and not board.stops else "max"


@dataclass(frozen=True)
class Case:
    """One line of a comparison before it is run."""

    board: Board
    formulation: Formulation | None
    engine: str
    instance: Instance | None = None
    """A placement from outside; None for the empty board."""


Starts = Callable[[Board], Placement | None]


def no_start(_board: Board) -> Placement | None:
    """Return that no placement is known to start from."""
    return None


def cases(
    boards: Sequence[Board | Instance], programs: Sequence[Formulation], engines: Sequence[str]
) -> tuple[Case, ...]:
    """List what a comparison runs: each engine on each board, with each program if it solves any.

    Raises InputError if nothing is to be compared, or an engine is unknown.
    """
    if not boards or not engines:
        raise InputError("nothing to compare: give a board and an engine at least")
    solvers = [engine for engine in engines if named_engine(engine).uses_cuts]
    if not programs and solvers:
        raise InputError("nothing to compare: give a program, such as base+cube")
    for engine in solvers:
        for each in programs:
            check_engine_cuts(engine, each.cuts)
    return tuple(
        Case(board, each, engine)
        if isinstance(board, Board)
        else Case(board.givens.board, each, engine, board)
        for board in boards
        for engine in engines
        for each in (programs if engine in solvers else [None])
    )


def compare(
    chosen: Sequence[Case],
    run: RunContext | None = None,
    *,
    seeds: int = 1,
    starts: Starts = no_start,
    takes_bounds: bool = True,
) -> tuple[Row, ...]:
    """Run one case after another.

    `chosen`: see `cases`.
    `seeds`: how often each is run, by seeds 0, 1, ...; medians are reported.
    `starts`: gives the placement to start from on a board, for programs with ``warm``.
    `takes_bounds`: whether bounds that need no search count; without them every engine runs.
    `run`: the limit is that of each single run. Progress comes as `Comparing` values with the
    finished rows; a stopped comparison returns them, the last one as ``stopped``.
    Raises InputError if the number of seeds is not positive.
    """
    check_seeds(seeds)
    run = run or RunContext()
    rows: list[Row] = []
    for place, case in enumerate(chosen):
        if run.stop.is_set():
            break

        def report(news: Progress, place: int = place, case: Case = case) -> None:
            run.progress(
                Comparing(
                    f"{place + 1} of {len(chosen)}: {words_of(case)}",
                    run.seconds,
                    place / len(chosen),
                    news.incumbent,
                    news.bound,
                    news.nodes,
                    tuple(rows),
                )
            )

        report(Progress("", 0.0))
        rows.append(
            row_of(case, run, seeds=seeds, starts=starts, takes_bounds=takes_bounds, report=report)
        )
    run.progress(Comparing("compared", run.seconds, 1.0, rows=tuple(rows)))
    return tuple(rows)


def check_seeds(seeds: int) -> None:
    """Raise InputError if the number of seeds is not positive."""
    if seeds < 1:
        raise InputError(f"{seeds} seeds are not possible; give 1 or more")


def words_of(case: Case) -> str:
    """Return the instance, the program and the engine of a case."""
    program = "" if case.formulation is None else f", {case.formulation.name}"
    return f"{_instance_name(case)}{program}, {case.engine}"


def _instance_name(case: Case) -> str:
    return str(case.board) if case.instance is None else case.instance.name


def row_of(
    case: Case,
    run: RunContext,
    *,
    seeds: int = 1,
    starts: Starts = no_start,
    takes_bounds: bool = True,
    report: ProgressCallback = ignore_progress,
) -> Row:
    """Run a case; see `compare`. `report` gets the progress of its engine."""
    name = "" if case.formulation is None else case.formulation.name
    row = Row(_instance_name(case), name, case.engine)
    try:
        problem = replace(_problem(case, starts), takes_bounds=takes_bounds)
        if case.formulation is not None:
            board, cuts = case.board, case.formulation.cuts
            row = replace(row, rows=_program(board, cuts).matrix.shape[0])
            if case.instance is None:
                published = "; ".join(published_times(board, name))
                row = replace(row, published=published, lp_bound=lp_bound(board, cuts, run.stop))
        outcomes = list(_outcomes(case.engine, problem, seeds, report, run))
    except InputError as error:
        return replace(row, note=str(error))
    if not outcomes:
        return replace(row, status=str(Status.STOPPED))
    if all(outcome.engine == KNOWN_BOUNDS for outcome in outcomes):
        first = outcomes[0]
        row = replace(row, status=SETTLED, count=first.count, bound=first.bound)
        return replace(row, known=first.evidence, note=first.message)
    times = [outcome.seconds for outcome in outcomes]
    nodes = [outcome.nodes for outcome in outcomes if outcome.nodes is not None]
    worst = min(outcomes, key=lambda outcome: WORST_FIRST.index(outcome.status))
    return replace(
        row,
        nodes=median(nodes) if nodes else None,
        fewest_nodes=min(nodes, default=None),
        most_nodes=max(nodes, default=None),
        seconds=median(times),
        fastest=min(times),
        slowest=max(times),
        status=str(worst.status),
        known=_known(outcomes),
        count=max(outcome.count or 0 for outcome in outcomes),
        bound=min((o.bound for o in outcomes if o.bound is not None), default=None),
        seeds=len(outcomes),
        note=worst.message,
    )


def _known(outcomes: Sequence[Outcome[Placement]]) -> str:
    """Return how the proofs are known, by the weakest; nothing where one is none."""
    words = [outcome.evidence for outcome in outcomes]
    return "" if "" in words else next((each for each in words if each != "proven"), "proven")


def _problem(case: Case, starts: Starts) -> Problem:
    formulation = case.formulation
    if case.instance is not None:
        if formulation is not None and (formulation.warm or formulation.infeasible):
            raise InputError(f"{WARM} and {INFEASIBLE} are for boards without given queens")
        cuts = None if formulation is None else formulation.cuts
        return Problem(case.instance.givens, case.instance.target, cuts)
    if formulation is None:
        return Problem(Placement(case.board))
    start = starts(case.board) if formulation.warm else None
    if formulation.warm and start is None:
        raise InputError(f"no placement of the {case.board} is known to start from")
    more = best_lower(case.board).value + 1
    target: Target = more if formulation.infeasible else "max"
    return Problem(Placement(case.board), target, formulation.cuts, start)


def _outcomes(
    engine: str, problem: Problem, seeds: int, report: ProgressCallback, run: RunContext
) -> Iterator[Outcome[Placement]]:
    for seed in range(seeds):
        if run.stop.is_set():
            return
        yield named_engine(engine).with_seed(seed).solve(problem, run.again(report))


# The linear program ---------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _program(board: Board, cuts: tuple[str, ...]) -> Program:
    return build_program(board, cuts)


def lp_bound(
    board: Board, cuts: tuple[str, ...], cancelled: threading.Event | None = None
) -> float | None:
    """Return the value of a program without its integers.

    Without separated families it comes from weights on the rows that were checked in integers.
    Odd cycles destroy the symmetry that makes those cheap; the value with them is HiGHS's own.

    Returns rounded up at the fourth decimal; None when it was ended.
    Raises InputError if a cut does not apply to the board.
    """
    program = _program(board, cuts)
    if separated(check_cuts(board, cuts)):
        solution = LinearProgram(tighten(program, cuts, cancelled), cancelled).solve()
        value = None if solution is None else solution[0]
    else:
        bound = dual_bound(program, orbits(Placement(board)), cancelled)
        if bound is None:
            return None
        pairs = zip(bound.weights.tolist(), program.upper.tolist(), strict=True)
        value = sum(weight * upper for weight, upper in pairs) / bound.least_weight
    return None if value is None else float(np.ceil(value * 1e4 - 1e-2) / 1e4)


# Tables ---------------------------------------------------------------------------------------


def rows_csv(rows: Iterable[Row]) -> str:
    """Write rows as CSV, with a heading."""
    names = [field.name for field in fields(Row)]
    return csv_text(names, ([getattr(row, name) for name in names] for row in rows))

"""Large placements: the most queens on a board, and placements that contain given queens."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from nqviz.bounds import best_upper, lower_bounds
from nqviz.constructions.from_catalogue import build_bound
from nqviz.constructions.witnesses import constructed
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted, either
from nqviz.core.placement import Placement
from nqviz.engines import (
    AUTO,
    ENGINES,
    KNOWN_BOUNDS,
    Engine,
    ExactCoverEngine,
    PlanarEngine,
    Problem,
    Target,
    message_for,
    separates_cuts,
    uses_cuts,
    with_execution,
)
from nqviz.engines.theta.engine import MAX_CELLS
from nqviz.engines.theta.nodes import MANY_CELLS
from nqviz.ilp import FAMILIES, separated
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status, how_known
from nqviz.run.tasks import Execution


def check_engine_cuts(engine: str, cuts: tuple[str, ...] | None) -> None:
    """Raise InputError if chosen cuts would be without effect on an engine."""
    if not cuts or engine not in ENGINES:
        return
    if not uses_cuts(engine):
        raise InputError(
            f"{engine} solves no integer program, so cuts do not apply to it; choose"
            f" {either(filter(uses_cuts, ENGINES.choices))}"
        )
    late = [family.name for family in separated(FAMILIES[c] for c in cuts if c in FAMILIES)]
    if late and not separates_cuts(engine):
        raise InputError(
            f"the cut {late[0]!r} is added while the program is solved, which {engine} cannot;"
            f" choose {either(filter(separates_cuts, ENGINES.choices))}"
        )


def maximum(
    board: Board,
    run: RunContext | None = None,
    *,
    prove: int | None = None,
    cuts: tuple[str, ...] | None = None,
    engine: str = AUTO,
    start: Placement | None = None,
    split: Execution | None = None,
) -> Outcome[Placement]:
    """Find the most pieces that a board holds, or decide whether a number of them fits.

    A search uses no published maximum: its proof rests on its own work, and on bounds that need no
    more than an argument. Where ``auto`` reaches a limit without a proof, a published bound that
    its placement reaches is the answer, known as published. Where a construction answers by
    itself, ``auto`` takes it.

    Parameters
    ----------
    prove : int, optional
        Decide whether so many fit: INFEASIBLE means a proof that they do not.
    cuts : tuple of str, optional
        The cuts of the integer program, see `nqviz.ilp.FAMILIES`; None: the useful ones.
    engine : str
        ``auto`` or a name in `nqviz.engines.ENGINES`.
    start : Placement, optional
        A placement to start from.
    split : Execution, optional
        Where the tasks of a search run, and the file in which they are kept: of theta search or
        exhaustive search, of which ``auto`` takes the one that serves the board.

    Returns
    -------
    Outcome
        OPTIMAL: the placement is proven to be maximum. FEASIBLE: as many as `prove` fit.
        INFEASIBLE: they do not. LIMIT, STOPPED: no answer, the placement is the best found.

    Raises
    ------
    InputError
        If the engine or a cut is unknown or does not suit the problem, or the start is flawed.
    """
    run = run or RunContext()
    target: Target = "max" if prove is None else prove
    problem = Problem(Placement(board), target, cuts, start)
    chosen = _engine(engine, problem, split)
    answer = _refuted(problem, published=False)
    plain = engine == AUTO and cuts is None and (split is None or split == Execution())
    if answer is None and plain:
        answer = _constructed(problem)
        if answer is None and start is None:
            problem = replace(problem, start=_best_known(board))
    return answer or _with_known_bound(chosen.solve(problem, run), engine == AUTO)


def complete(
    givens: Placement,
    target: Target = "full",
    run: RunContext | None = None,
    *,
    cuts: tuple[str, ...] | None = None,
    engine: str = AUTO,
    start: Placement | None = None,
    split: Execution | None = None,
) -> Outcome[Placement]:
    """Find a placement that contains given queens.

    Parameters
    ----------
    givens : Placement
        The board, and queens on it that do not attack each other.
    target : "full", "max" or int
        A full placement, the largest one, or a number of queens.
    run, cuts, engine, start, split
        As for `maximum`.

    Returns
    -------
    Outcome
        OPTIMAL: found, and no placement that contains the given queens is larger. FEASIBLE: found,
        nothing is proven beyond. INFEASIBLE: there is none, by search or by a known bound, which
        the message names. LIMIT, STOPPED: no answer, the placement is the best found.

    Raises
    ------
    InputError
        If the given queens attack each other, the target is below their number or above the full
        count, or the engine or a cut is unknown or does not suit the problem.
    """
    run = run or RunContext()
    problem = Problem(givens, target, cuts, start)
    chosen = _engine(engine, problem, split)
    board = givens.board
    if isinstance(target, int) and target > largest_target(board):
        bound = best_upper(board, published=False)
        raise InputError(
            f"target {target} is not possible: the {board} holds {bound.value:,} {board.piece}s"
            f" at most ({bound.source})"
        )
    return _refuted(problem, published=True) or _with_known_bound(
        chosen.solve(problem, run), engine == AUTO
    )


def largest_target(board: Board) -> int:
    """Return the largest possible target, in pieces.

    It is that of a full placement where that is defined. Pieces that leave lines along an axis
    unattacked, as bishops do, and boards whose lines stop can hold more; a bound says how many.
    """
    if board.has_full:
        return board.full_count
    most = best_upper(board, published=False).value
    return most if board.stops else max(board.full_count, most)


def automatic(givens: Placement, target: Target) -> str:
    """Return which engine ``auto`` picks for a board with given queens and a target."""
    full = target in ("full", givens.board.full_count)
    if full and PlanarEngine.takes_board(givens.board):
        return "planar"
    # Given queens leave local search no chance to find a full placement before the cover does.
    cover = full and len(givens) > 0 and ExactCoverEngine.takes_board(givens.board)
    return "exact-cover" if cover else "portfolio"


def objection(engine: str, problem: Problem) -> str:
    """Return in one line why an engine does not answer a problem; empty where it does.

    It is the message of the InputError of the engine.

    Parameters
    ----------
    engine : str
        ``auto`` or a name in `nqviz.engines.ENGINES`.
    """
    try:
        chosen = _engine(engine, problem, None)
        chosen.check_board(problem.board)
        chosen.prepare(problem)
    except InputError as error:
        return str(error)
    return ""


def _engine(name: str, problem: Problem, split: Execution | None) -> Engine:
    """Return the engine of a name, or the one that suits the problem."""
    check_engine_cuts(name, problem.cuts)
    if split is not None and split != Execution():
        return with_execution(_splitting(problem) if name == AUTO else name, split)
    if name == AUTO:
        return ENGINES[automatic(problem.givens, problem.target)]
    return ENGINES[ENGINES.resolve(name)]


def _splitting(problem: Problem) -> str:
    """Return which engine ``auto`` picks where the work is split."""
    serves = problem.board.d > 2 and MANY_CELLS <= problem.free <= MAX_CELLS
    return "theta" if serves and not problem.board.blocked else "exhaustive"


def _refuted(problem: Problem, published: bool) -> Outcome[Placement] | None:
    """Return the outcome of a target above a known bound; None for other problems."""
    board = problem.board
    bound = best_upper(board, published)
    if problem.wanted is None or problem.wanted <= bound.value:
        return None
    return Outcome(
        Status.INFEASIBLE,
        value=problem.givens,
        bound=bound.value,
        engine=KNOWN_BOUNDS,
        settings={"target": problem.target},
        message=f"No placement of the {board} has more than"
        f" {counted(bound.value, board.piece)}: {bound.source}.",
        known=Known.PUBLISHED if bound.published else Known.EXACT,
        by=bound.source if bound.published else "",
    )


def _best_known(board: Board) -> Placement | None:
    """Return the best placement that is known of a board, or the best that is quickly built."""
    for bound in lower_bounds(board):
        with suppress(InputError):
            return build_bound(board, bound)
    return None if board.blocked else constructed(board, 1)


def _with_known_bound(outcome: Outcome[Placement], is_auto: bool) -> Outcome[Placement]:
    """Return an outcome without a proof with the published bound, where that is tighter.

    A placement that reaches the published bound is maximum, known by its source. A chosen engine
    answers for itself, and a search that was stopped or has failed stays so.
    """
    best, bound = outcome.placement, outcome.bound
    is_asked = outcome.settings.get("target") in ("max", "full")
    if outcome.status.is_proof or best is None or bound is None or not is_asked:
        return outcome
    known = best_upper(best.board)
    if known.value >= bound:
        return outcome
    if len(best) >= known.value and is_auto and outcome.status is Status.LIMIT:
        how = how_known(Known.PUBLISHED, known.source)
        return replace(
            outcome,
            status=Status.OPTIMAL,
            bound=known.value,
            message=message_for(Status.OPTIMAL, best, known.value, 0, how=how),
            known=Known.PUBLISHED,
            by=known.source,
        )
    words = f"at most {bound:,} possible"
    message = outcome.message.replace(
        words, f"at most {known.value:,} possible ({known.source})", 1
    )
    return replace(outcome, bound=known.value, message=message)


def _constructed(problem: Problem) -> Outcome[Placement] | None:
    """Return the outcome of a problem that a construction solves; None for other problems.

    It reaches the target, or an upper bound that needs no search.
    """
    board = problem.board
    if board.blocked:
        return None
    bound = best_upper(board, published=False)
    wanted = bound.value if problem.wanted is None else problem.wanted
    found = constructed(board, wanted) if board.piece == "queen" else None
    if found is None or len(found) < wanted or not found.is_valid():
        return None
    placement = Placement(board, found.cells[:wanted])
    status = Status.OPTIMAL if len(placement) == bound.value else Status.FEASIBLE
    return Outcome(
        status,
        value=placement,
        bound=bound.value,
        engine="construction",
        settings={"target": problem.target},
        message=message_for(status, placement, bound.value, 0),
        known=Known.EXACT if status.is_proof else None,
    )

"""Domination: the fewest queens that occupy or attack every cell of a board.

Queens block no line, so that a set dominates when every cell is in line with one of its queens.
In an *independent* dominating set no queen attacks another: it is a placement to which no queen can
be added, with as few queens as such a placement can have.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.engines import AUTO, ENGINES, Registry
from nqviz.engines.base import run_work, side_by_side
from nqviz.engines.domination.engine import (
    MAX_ENTRIES,
    DominationState,
    DominationWork,
    dominate_by_cp_sat,
    dominate_by_exhaustion,
    dominate_by_greed,
    dominate_by_highs,
    dominate_by_linear_program,
    dominate_by_provers,
    dominate_by_search,
    dominating,
    is_listed,
    matrix_entries,
)
from nqviz.engines.domination.greedy import check_lines
from nqviz.engines.domination.tasks import dominate_in_tasks
from nqviz.proofs.domination import square_closes
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome, Status, how_known
from nqviz.run.tasks import Execution

DOMINATION_ENGINES: Registry[tuple[DominationWork, ...]] = Registry(
    {
        "portfolio": (dominate_by_provers, dominate_by_search),
        "highs": (dominate_by_highs,),
        "cp-sat": (dominate_by_cp_sat,),
        "lp": (dominate_by_linear_program, dominate_by_search),
        "exhaustive": (dominate_by_exhaustion, dominate_by_search),
        "local-search": (dominate_by_search,),
    },
    "domination",
    "portfolio",
)
"""The engines for domination, with the works that run side by side."""

SPLITTING = "exhaustive"
"""The engine that splits into tasks."""
GREEDY = "queen after queen"
"""The name of what dominates larger boards."""


def dominate(
    board: Board,
    run: RunContext | None = None,
    *,
    independent: bool = False,
    at_most: int | None = None,
    engine: str = "auto",
    split: Execution | None = None,
) -> Outcome[Placement]:
    """Find the fewest pieces that occupy or attack every cell that is not blocked.

    Parameters
    ----------
    independent : bool
        Whether no piece may attack another.
    at_most : int, optional
        Decide only whether so many pieces dominate the board.
    engine : str
        ``auto`` or a name in `DOMINATION_ENGINES`.
    split : Execution, optional
        Where the tasks of the exhaustive search run, and the file in which they are kept; ``auto``
        is that search then.

    Returns
    -------
    Outcome
        OPTIMAL: no fewer dominate. With `at_most` also FEASIBLE: so many dominate; INFEASIBLE:
        proven that so many do not. LIMIT, STOPPED: the placement is the best found, if there is
        one. Its bound is the number that is proven to be needed at least. The pieces of the
        placement attack each other unless they are independent.

    Raises
    ------
    InputError
        If the engine is unknown or not installed, or does not split where it should, the board is
        too large, or `at_most` is below 1.
    """
    split = None if split == Execution() else split
    name = _check(board, engine if split is None or engine != AUTO else SPLITTING)
    if split is not None and name != SPLITTING:
        raise InputError(
            f"an executor, a checkpoint and shards go with the engine {SPLITTING}, not with {name}"
        )
    if at_most is not None and at_most < 1:
        raise InputError(f"{at_most} pieces cannot dominate a board: give 1 or more")
    run = run or RunContext()
    state = DominationState(board, independent, simple_bound(board), run, at_most=at_most)
    if name == GREEDY:
        failure = _run(state, (dominate_by_greed,), run)
    elif split is not None:
        failure = dominate_in_tasks(state, split)
    else:
        failure = _run(state, DOMINATION_ENGINES[name], run)
    return _outcome(state, name, failure)


def simple_bound(board: Board) -> int:
    """Return a lower bound that takes no time.

    It is the cells over the most that one piece dominates, and on squares of n x n cells
    (n - 1) / 2, or (n + 1) / 2 where n is 1 modulo 4; see `square_closes` for the proof.
    """
    least = _by_cells(board)
    while square_closes(board, least):
        least += 1
    return least


def _by_cells(board: Board) -> int:
    """Return the open cells over the most that one piece dominates, rounded up."""
    is_even = not board.has_leaps and (board.is_flat or board.torus)
    if is_listed(board) and (board.blocked or not is_even):
        return -(-board.open_count // int(np.diff(dominating(board).indptr).max()))
    plain = board.without_blocked()
    if is_even:  # no cell attacks more than the middle: lines from edge to edge are the longest
        middle = board.index([side // 2 for side in board.shape])
        lines = [np.r_[line] for line in plain.lines_through(middle)]
        most = len(np.unique(np.concatenate([[middle], *lines])))
    else:
        cells = board.cells(np.arange(board.size))
        directions = range(len(board.directions))
        most = 1 + sum(int(plain.line_lengths(cells, k).max()) - 1 for k in directions)
    return -(-board.open_count // most)


def domination_objection(engine: str, board: Board) -> str:
    """Return in one line why an engine finds no dominating set of a board; empty where it does.

    It is the message of the InputError of `dominate`.
    """
    try:
        _check(board, engine)
    except InputError as error:
        return str(error)
    return ""


def _check(board: Board, engine: str) -> str:
    """Return the engine's name; raise InputError if it or the board is not possible."""
    name = DOMINATION_ENGINES.resolve(engine)
    ENGINES[name].check_installed()
    if is_listed(board):
        return name
    if engine != AUTO:
        raise InputError(
            f"domination of the {board} makes a program of up to {matrix_entries(board):,} entries;"
            f" at most {MAX_ENTRIES:,} are possible; auto places queen after queen"
        )
    check_lines(board)
    return GREEDY


def _run(state: DominationState, works: Sequence[DominationWork], run: RunContext) -> str | None:
    """Run the works at once until one succeeds or a limit is reached; return why all gave up."""
    return run_work(partial(side_by_side, works=works), state, "domination", run)[0]


def _outcome(state: DominationState, engine: str, failure: str | None) -> Outcome[Placement]:
    best, bound, context = state.best, state.bound, state.context
    is_spent = context.limit.is_spent(state.nodes)
    ended = context.ended() or (Status.LIMIT if is_spent else None)
    is_found = engine == GREEDY and state.best is not None
    status = _decided(state) if state.answered else ended or Status.FAILED
    status = Status.FEASIBLE if is_found and status is Status.FAILED else status
    is_proof = status.is_proof
    return Outcome(
        status,
        None if status is Status.INFEASIBLE else best,
        bound,
        f"domination: {engine}",
        {
            "independent": state.independent,
            "at_most": state.at_most,
            "engine": engine,
            "threads": context.limit.threads,
            "time_limit": context.limit.seconds,
        },
        context.seconds,
        state.nodes,
        _message(state, status, failure),
        known=state.known if is_proof else None,
        by=state.by if is_proof else "",
        premises=tuple(state.premises) if is_proof else (),
    )


def _decided(state: DominationState) -> Status:
    """Return the status of an answered question."""
    if state.best is not None and len(state.best) <= state.bound:
        # More than `at_most` are needed, and the fewest are known.
        too_many = state.at_most is not None and len(state.best) > state.at_most
        return Status.INFEASIBLE if too_many else Status.OPTIMAL
    is_out = state.at_most is not None and state.bound > state.at_most
    return Status.INFEASIBLE if is_out else Status.FEASIBLE


def _message(state: DominationState, status: Status, failure: str | None) -> str:
    best, bound, board = state.best, state.bound, state.board
    evidence = how_known(state.known, state.by, tuple(state.premises))
    word = "independent " if state.independent else ""
    if status is Status.OPTIMAL and best is not None:
        if len(best) == 1:
            return f"1 {board.piece} dominates the {board}."
        pieces = counted(len(best), f"{word}{board.piece}")
        return f"{pieces} dominate the {board}, and no fewer do{evidence}."
    if status is Status.FEASIBLE and best is not None:
        pieces = counted(len(best), f"{word}{board.piece}")
        return f"{pieces} dominate the {board}; at least {bound:,} are needed."
    if status is Status.INFEASIBLE and state.at_most is not None:
        pieces = counted(state.at_most, f"{word}{board.piece}")
        return f"{pieces} cannot dominate the {board}: at least {bound:,} are needed{evidence}."
    found = "none found" if best is None else f"{counted(len(best), board.piece)} found"
    known = f"{found}, at least {bound:,} needed"
    if status is Status.FAILED:
        return f"The engine ended without an answer: {failure}; {known}."
    ended = "Stopped" if status is Status.STOPPED else "The limit was reached"
    return f"{ended}: {known}; nothing is proven beyond that."

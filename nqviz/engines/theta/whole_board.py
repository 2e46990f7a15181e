"""The theta bound of a whole board, flat or torus, for searches and for callers."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.engines.base import POLL_SECONDS
from nqviz.engines.problem import Problem
from nqviz.engines.search_state import SearchState
from nqviz.engines.threads import start_thread
from nqviz.run.budgets import ORBIT_PAIRS, ORBIT_SIDE
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Known

from .computed import NAME, BoundWork, ComputedBound
from .engine import MAX_CELLS
from .open_cells import OpenWork
from .pair_orbits import PairOrbits
from .root import RootWork
from .torus import TorusWork, displacement_orbits

MAX_DISPLACEMENTS, MAX_ORBITS = 2**20, 2000
"""The most cells of a torus, and the most orbits of its displacements."""


def _work_for(board: Board) -> type[BoundWork]:
    if board.blocked:
        return OpenWork
    return TorusWork if board.torus else RootWork


def check_root(problem: Problem) -> None:
    """Raise InputError if the bound by symmetry does not apply to a problem."""
    if len(problem.givens):
        raise InputError("the theta bound by symmetry is for boards without given queens")
    problem.board.require_open("theta bounds by symmetry")
    check_size(problem.board)


def check_size(board: Board) -> None:
    """Raise InputError if a board is too small or too large for the bound."""
    if board.open_count < 2:
        kind = "open cell" if board.blocked else "cell"
        raise InputError(f"a board of one {kind} needs no theta bound")
    if not (board.torus or board.is_flat):
        raise InputError(
            f"the theta bound by symmetry is for flat boards and tori, not for the {board}"
        )
    if board.blocked:
        large = board.open_count > MAX_CELLS
    elif board.torus:
        large = board.size > MAX_DISPLACEMENTS or displacement_orbits(board) > MAX_ORBITS
    else:
        large = PairOrbits.pairs(board) > ORBIT_PAIRS or PairOrbits.side(board) > ORBIT_SIDE
    if large:
        raise InputError(f"the {board} is too large for the theta bound")


def prove_by_root(state: SearchState) -> str | None:
    """Tighten the bound of a whole board until its integer part cannot become smaller.

    Returns the bound in words.
    """
    wanted = state.problem.wanted

    def found(news: ComputedBound) -> None:
        if news.proof is not None and news.proof.bound < state.bound:
            state.certificate = news.proof
            state.tighten_bound(news.proof.bound, Known.CERTIFIED)

    def report(activity: str) -> None:
        state.activity = activity

    def over() -> bool:
        return state.cancelled.is_set() or state.answered

    least = None if wanted is None else wanted - 1
    board = state.problem.board
    work = _work_for(board)(board, over, report, found, state.bound, least)
    work.run()
    return f"the theta bound is {work.best.value:,.2f}"


def theta_bound(board: Board, run: RunContext | None = None) -> ComputedBound:
    """Compute the theta bound of a whole board by its symmetries.

    With blocked cells it is that of the open cells, by the symmetries that keep them, without
    inequalities of cliques.

    Parameters
    ----------
    run : RunContext, optional
        The limit, the progress callback and the stop flag.

    Raises
    ------
    InputError
        If the board is too small or too large.

    Examples
    --------
    >>> from nqviz import Board
    >>> from nqviz.engines import theta_bound
    >>> theta_bound(Board.cube(6, 3)).proof.bound
    23
    """
    check_size(board)
    run = run or RunContext()
    cancelled = threading.Event()
    activity = [NAME]
    latest = [ComputedBound()]
    errors: list[Exception] = []

    def guarded() -> None:
        try:
            work = _work_for(board)(
                board,
                cancelled.is_set,
                partial(activity.__setitem__, 0),
                partial(latest.__setitem__, 0),
            )
            work.run()
        except Exception as error:  # noqa: BLE001 - it is raised below
            errors.append(error)

    thread = start_thread(guarded, cancelled, NAME)
    ended = None
    while thread.is_alive() and ended is None:
        thread.join(POLL_SECONDS)
        ended = run.ended()
        run.progress(Progress(activity[0], run.seconds, bound=latest[0].bound))
    cancelled.set()
    if errors:
        raise errors[0]
    return latest[0] if ended is None else replace(latest[0], ended=ended)

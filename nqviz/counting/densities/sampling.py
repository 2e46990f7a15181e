"""Densities by sampling, if counting is out of reach: many placements by local search.

A sample consists of the results of the searches, not of uniform draws from all placements: its
density is an estimate, and reports the number and the variety of its placements.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from nqviz.bounds import best_upper
from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.interruption import Interrupted, interrupted_by
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.symmetry import canonical, symmetry_count
from nqviz.engines import LocalSearchEngine
from nqviz.engines.local.tabu import BEST, new_walk, walk_on
from nqviz.run.context import RunContext
from nqviz.run.outcome import Outcome, Status

from .exact import Density, Spread

METHOD = "local searches from the empty board"
MOST_SAMPLES = 100_000
MOVES = 200_000
"""Moves of a search that does not reach its number of queens."""
AT_ONCE = 5_000
"""Moves between two checks of the clock."""
MOST_IMAGES = 50_000
"""With more symmetries than this, placements are compared without symmetries."""


def sample_density(
    board: Board,
    run: RunContext | None = None,
    *,
    samples: int,
    queens: int | None = None,
    seed: int = 0,
) -> Outcome[Density]:
    """Return an estimate of the density of large placements by local searches.

    Parameters
    ----------
    run : RunContext, optional
        With a limit, the searches that have ended by then are the sample.
    samples : int
        The number of searches, 1 to `MOST_SAMPLES`.
    queens : int, optional
        Each search ends with this number of queens; without it each makes `MOVES` moves, and the
        sample consists of the largest placements found.
    seed : int
        The same seed gives the same sample, whatever the number of threads.

    Returns
    -------
    Outcome of Density
        FEASIBLE with a sample, also one cut short by a limit or a stop. Without a value STOPPED or
        LIMIT; the moves of a search are a limit, too.

    Raises
    ------
    InputError
        If the board is too large for local search, or a number is out of range.
    """
    if not 1 <= samples <= MOST_SAMPLES:
        raise InputError(f"a sample is of 1 to {MOST_SAMPLES:,} placements, not {samples}")
    bound = best_upper(board)
    if queens is not None and not 1 <= queens <= bound.value:
        raise InputError(
            f"{counted(queens, board.piece)} do not fit on the {board}: give 1 to {bound.value}"
            f" ({bound.source})"
        )
    if not LocalSearchEngine.takes(board):
        raise InputError(f"the {board} is too large for local search")
    run = run or RunContext()
    goal = bound.value if queens is None else queens

    try:
        with interrupted_by(lambda: run.ended() is not None):
            cells = np.flatnonzero(~board.is_blocked)
            graph = sp.csr_array(board.attack_graph[cells][:, cells])
    except Interrupted:
        return Outcome(run.ended() or Status.LIMIT, engine=METHOD, seconds=run.seconds)
    seeds = range(seed * MOST_SAMPLES, seed * MOST_SAMPLES + samples)
    found: list[IntArray] = []
    with ThreadPoolExecutor(run.limit.threads, thread_name_prefix="sample") as pool:
        for number, columns in enumerate(
            pool.map(lambda each: _search(graph, goal, each, run), seeds), start=1
        ):
            if columns is not None:
                found.append(columns)
            run.report("sampling placements", number / samples)
    most = max(map(len, found), default=0) if queens is None else queens
    chosen = [cells[columns[:most]] for columns in found if len(columns) >= most]
    if not chosen or not most:
        status = run.ended()
        message = "" if status else "no search found so many"
        return Outcome(status or Status.LIMIT, engine=METHOD, seconds=run.seconds, message=message)
    value = _density(board, most, chosen, len(found), seed)
    return Outcome(Status.FEASIBLE, value, engine=METHOD, seconds=run.seconds)


def _search(graph: sp.csr_array, goal: int, seed: int, run: RunContext) -> IntArray | None:
    """Return the vertices of the set of one local search; None if there is no time."""
    if run.ended() is not None:
        return None
    walk = new_walk(graph, seed)
    for _ in range(MOVES // AT_ONCE):
        if run.ended() is not None:
            return None
        walk_on(walk, AT_ONCE, goal)
        if walk.state[BEST] >= goal:
            break
    return np.sort(walk.best[: walk.state[BEST]]).astype(np.int64)


def _density(board: Board, queens: int, chosen: list[IntArray], walks: int, seed: int) -> Density:
    counts = np.bincount(np.concatenate(chosen), minlength=board.size)
    placements = [Placement.from_indices(board, cells) for cells in chosen]
    if symmetry_count(board.without_blocked()) <= MOST_IMAGES:
        placements = [canonical(placement) for placement in placements]
    often = np.array(list(Counter(placements).values()), dtype=np.float64)
    effective = float(often.sum() ** 2 / (often**2).sum())
    return Density(
        board,
        queens,
        len(chosen),
        counts,
        None,
        "sampled",
        "placements",
        Spread(walks, len(often), effective, seed),
    )

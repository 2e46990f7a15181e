"""Full planar placements by search on bit masks with random restarts.

Most boards with given queens have many full placements, but a run with a bad first choice takes
very long. A run therefore ends after some nodes, and the next one has more; a run that is exhausted
proves that there is none. The weights of hard lines pass on to the next run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.engines.base import Engine, Work
from nqviz.engines.problem import Problem
from nqviz.engines.search_state import SearchState
from nqviz.run.outcome import Known

from .search import FOUND, MAX_SIDE, PAUSED, REFUTED, PlanarSearch

FIRST_NODES = 300
GROWTH = 1.3
SLICE_SECONDS = 0.05
MANY = 1 << 40
NAME = "planar search"


class PlanarEngine(Engine):
    """Depth-first search for full placements of square boards; it also proves that there is none.

    Parameters
    ----------
    seed : int
        Of its random choices.
    """

    takes_blocked = True
    seed: int

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @property
    def name(self) -> str:
        """The name in outcomes."""
        return NAME

    @staticmethod
    def takes_board(board: Board) -> bool:
        """Return whether it is a flat square for queens; lines may pass over blocked cells."""
        is_plain = board.without_blocked().is_classical and not board.stops
        return is_plain and board.n <= MAX_SIDE

    def prepare(self, problem: Problem) -> tuple[Work, Mapping[str, object]]:
        """Return the search for a full placement, and its settings.

        Raises InputError if the target is not a full placement, or the board is no flat square.
        """
        board = problem.board
        if not self.takes_board(board) or problem.wanted != board.full_count:
            raise InputError(
                f"the planar engine finds full placements of flat square boards up to n ="
                f" {MAX_SIDE}; target {problem.target} on the {board} is not one of them"
            )
        return self._work, {"seed": self.seed}

    def _work(self, state: SearchState) -> str | None:
        givens, limit = state.problem.givens, state.context.limit.nodes
        n = givens.board.n
        state.activity = NAME

        def left(nodes: int) -> int:
            state.nodes = nodes
            if state.cancelled.is_set():
                return 0
            return MANY if limit is None else limit - nodes

        search, end = search_anew(
            lambda weights, seed: planar_search(givens, None, weights, seed), n, left, self.seed
        )
        if end == REFUTED:
            state.tighten_bound(n - 1, Known.EXACT)
        elif end == FOUND:
            queens = search.queens
            cells = queens[:, 0] * n + queens[:, 1]
            if not state.submit_incumbent(np.concatenate((givens.indices, cells))):
                return "its placement is flawed"
        return None


def search_anew(
    make: Callable[[IntArray, int], PlanarSearch], n: int, left: Callable[[int], int], seed: int = 0
) -> tuple[PlanarSearch, int]:
    """Run searches with the weights of those before, each longer, until one answers.

    `make`: makes a search from the weights of the 2 n lines and a seed.
    `left`: takes the nodes so far, every few hundredths of a second; returns how many more are
    allowed.
    Returns the last search, and FOUND, REFUTED or, where no nodes were left, PAUSED.
    """
    weights = np.zeros(2 * n, dtype=np.int64)
    most, done = float(FIRST_NODES), 0
    slice_ = 100
    while True:
        search = make(weights, seed)
        while search.nodes < int(most):
            budget = min(slice_, int(most) - search.nodes, left(done + search.nodes))
            if budget <= 0:
                return search, PAUSED
            began = time.perf_counter()
            end = search.run(budget)
            seconds = max(time.perf_counter() - began, 1e-9)
            if end != PAUSED:
                left(done + search.nodes)
                return search, end
            slice_ = max(1, min(4 * slice_, int(slice_ * SLICE_SECONDS / seconds)))
        done += search.nodes
        seed, most = seed + 1, most * GROWTH


def planar_search(
    givens: Placement,
    excluded: npt.NDArray[np.bool_] | None = None,
    weights: IntArray | None = None,
    seed: int = 0,
    without: tuple[Sequence[int], Sequence[int]] = ((), ()),
) -> PlanarSearch:
    """Prepare the search for the full placements of a square board that contain given queens.

    `givens`: on a board that `PlanarEngine.takes_board`; they do not attack each other.
    `excluded`, shape (n, n): cells that may hold no queen, beside the blocked ones.
    `weights`, `seed`: see `PlanarSearch`.
    `without`: rows and columns, from 0, that hold no queen.
    """
    board = givens.board
    n = board.n
    queens = givens.indices
    free = np.ones(board.size, dtype=np.bool_)
    if excluded is not None:
        free &= ~excluded.ravel()
    if board.blocked:
        free &= ~board.is_blocked
    i, j = np.divmod(np.arange(board.size), n)
    for queen in queens.tolist():
        row, column = divmod(queen, n)
        free &= (i + j != row + column) & (i - j != row - column)
    rows = np.setdiff1d(np.arange(n), [*(queens // n).tolist(), *without[0]])
    columns = np.setdiff1d(np.arange(n), [*(queens % n).tolist(), *without[1]])
    return PlanarSearch(free.reshape(n, n), rows, columns, weights=weights, seed=seed)

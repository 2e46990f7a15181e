"""Local search: large placements found quickly; it proves nothing by itself.

Walks side by side make one run of a tabu search (see `tabu`) after the other, as `runs` says. In
one process they share the best placement; as tasks (see `walks`) each goes its own way.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import TypeAlias

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.engines.base import Engine, Work, side_by_side
from nqviz.engines.problem import Problem
from nqviz.engines.search_state import SearchState
from nqviz.run.outcome import Known
from nqviz.run.tasks import Execution

from . import tabu
from .runs import FreeGraph
from .walks import NAME, search_by_walks

SLICE_SECONDS = 0.05
MAX_ENTRIES = 60_000_000
"""The largest attack graph that is built, in pairs of cells."""

Pause: TypeAlias = Callable[[float], float]
"""Returns how many seconds to rest after a slice of some seconds."""


class LocalSearchEngine(Engine):
    """Tabu search over placements that contain the given queens.

    Parameters
    ----------
    seed : int
        The same seed, with one thread, gives the same walk.
    execution : Execution, optional
        Where the walks run as tasks, and where they are kept; without it they are threads.
    """

    proves = False
    takes_blocked = True
    takes_executor = takes_checkpoint = True

    seed: int

    def __init__(self, seed: int = 0, execution: Execution | None = None) -> None:
        self.seed = seed
        self._execution = execution

    @property
    def name(self) -> str:
        """The name in outcomes."""
        return NAME

    @staticmethod
    def takes(board: Board) -> bool:
        """Return whether a board is small enough."""
        return board.size * len(board.directions) * board.n <= MAX_ENTRIES

    def with_execution(self, execution: Execution) -> LocalSearchEngine:
        """Return the engine with an executor and a checkpoint."""
        return LocalSearchEngine(self.seed, execution)

    def prepare(self, problem: Problem) -> tuple[Work, Mapping[str, object]]:
        """Return the walks to a placement as large as asked, or to ever larger ones until an end.

        A node limit counts moves.

        Raises InputError if the board is too large.
        """
        if not self.takes(problem.board):
            raise InputError(
                f"the {problem.board} is too large for local search: its cells have more than"
                f" {MAX_ENTRIES:,} pairs on a line"
            )
        if self._execution is None:
            return self._work, {"seed": self.seed}
        work = partial(search_by_walks, seed=self.seed, split=self._execution)
        return work, {"seed": self.seed}

    def _work(self, state: SearchState) -> str | None:
        state.activity = "local search"
        search = LocalSearch(state, self.seed)
        walks = state.context.limit.threads
        return side_by_side(state, [search.walker(i, counting=True) for i in range(walks)])


class LocalSearch:
    """A local search for one problem: the free cells and what several walks share.

    `state`: where placements are offered; the search ends when its `over` is set.
    `ended`: ends the search as well.
    """

    def __init__(
        self, state: SearchState, seed: int = 0, ended: threading.Event | None = None
    ) -> None:
        problem = state.problem
        self.state, self.seed = state, seed
        self._ended = ended or threading.Event()
        self.graph = FreeGraph.of(problem.givens)
        self.givens, self.free = self.graph.givens, self.graph.free
        self._lock = threading.Lock()

    def walker(
        self, number: int = 0, counting: bool = False, pause: Pause = lambda _seconds: 0.0
    ) -> Callable[[SearchState], str | None]:
        """Return the work of one walk.

        `number`: which of the walks side by side it is.
        `counting`: whether its moves count as nodes.
        """

        def work(state: SearchState) -> str | None:
            if not len(self.free):
                state.tighten_bound(len(self.givens), Known.EXACT)
                return None
            rng = np.random.default_rng((self.seed, number))
            walk = self.graph.new_walk(rng)
            arms = self.graph.arms(number)
            scores = np.zeros(len(arms), np.int64)
            for run in count():
                best = state.best.indices
                arm, length = self.graph.begin(walk, arms, scores, run, rng, best)
                if not self._run(walk, length, counting, pause):
                    break
                if arms[arm][0]:
                    scores[arm] = walk.state[tabu.BEST]
            return None

        return work

    def _run(self, walk: tabu.Walk, length: int, counting: bool, pause: Pause) -> bool:
        """Make some moves and submit the best placement; return whether to go on."""
        state = self.state
        slice_moves = 1000
        while True:
            self._offer(walk)
            if state.cancelled.is_set() or self._ended.is_set() or state.answered:
                return False
            left = length - int(walk.state[tabu.MOVES])
            if left <= 0:
                return True
            moves = min(slice_moves, left)
            if counting:
                moves = self._allowed(moves)
                if moves <= 0:
                    return False
            start, before = time.perf_counter(), int(walk.state[tabu.MOVES])
            tabu.walk_on(walk, moves, self._goal)
            seconds = time.perf_counter() - start
            if counting:
                self._count(int(walk.state[tabu.MOVES]) - before)
            slice_moves = max(1, min(4 * moves, int(moves * SLICE_SECONDS / max(seconds, 1e-9))))
            state.cancelled.wait(pause(seconds))

    @property
    def _goal(self) -> int:
        """How many cells to add to the givens before there is something to tell."""
        state = self.state
        most = state.bound if state.problem.wanted is None else state.problem.wanted
        return min(most, len(state.best) + 1) - len(self.givens)

    def _allowed(self, moves: int) -> int:
        """Return how many of some moves the limit of nodes allows."""
        most = self.state.context.limit.nodes
        return moves if most is None else min(moves, most - (self.state.nodes or 0))

    def _count(self, moves: int) -> None:
        with self._lock:
            self.state.nodes = (self.state.nodes or 0) + moves

    def _offer(self, walk: tabu.Walk) -> None:
        best = int(walk.state[tabu.BEST])
        if best + len(self.givens) > len(self.state.best):
            cells = self.free[walk.best[:best]]
            if not self.state.submit_incumbent(np.concatenate((self.givens, cells)), NAME):
                raise ArithmeticError("local search found a flawed placement")

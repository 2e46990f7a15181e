"""Local search: large placements found quickly; it proves nothing by itself.

Every run is a tabu search (see `tabu`) of some length with one tenure from one start: the empty
board, a constructed placement, or the best so far. No tenure suits all boards, about ten or twenty
is good for d = 3 and 4 and two or three for more dimensions, so they take turns, and so do the
starts; every second run repeats the pair that went best. Runs become longer as time goes by.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from itertools import count
from typing import TypeAlias

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.engines.base import Engine, Work, side_by_side
from nqviz.engines.problem import Problem
from nqviz.engines.search_state import SearchState
from nqviz.run.outcome import Known

from . import tabu
from .warm_starts import Draw, starts

NAME = "local search"
SLICE_SECONDS = 0.05
TENURES = (10, 20, 2, 5)
PATIENCE = 20_000
"""Moves without improvement after which a walk is kicked."""
FIRST_RUN, ROUND, LONGEST = 100_000, 24, 8
"""Moves of each of the first runs; they double after so many runs, so many times at most."""
MAX_ENTRIES = 60_000_000
"""The largest attack graph that is built, in pairs of cells."""


Pause: TypeAlias = Callable[[float], float]


def no_pause(_seconds: float) -> float:
    """Rest for no time."""
    return 0.0


def _nothing(_chance: np.random.Generator) -> IntArray:
    return np.zeros(0, np.int64)


class LocalSearchEngine(Engine):
    """Tabu search over placements that contain the given queens.

    Parameters
    ----------
    seed : int
        The same seed, with one thread, gives the same walk.
    """

    proves = False
    takes_blocked = True

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @property
    def name(self) -> str:
        """The name in outcomes."""
        return NAME

    @staticmethod
    def takes(board: Board) -> bool:
        """Return whether a board is small enough."""
        return board.size * len(board.directions) * board.n <= MAX_ENTRIES

    def with_seed(self, seed: int) -> LocalSearchEngine:
        """Return the engine with another seed."""
        return LocalSearchEngine(seed)

    def prepare(self, problem: Problem) -> tuple[Work, Mapping[str, object]]:
        """Return the walks to a placement as large as asked, or to ever larger ones until an end.

        A node limit counts moves.

        Raises
        ------
        InputError
            If the board is too large.
        """
        if not self.takes(problem.board):
            raise InputError(
                f"the {problem.board} is too large for local search: its cells have more than"
                f" {MAX_ENTRIES:,} pairs on a line"
            )
        return self._work, {"seed": self.seed}

    def _work(self, state: SearchState) -> str | None:
        state.activity = "local search"
        search = LocalSearch(state, self.seed)
        walks = state.context.limit.threads
        return side_by_side(state, [search.walker(i, counting=True) for i in range(walks)])


class LocalSearch:
    """A local search for one problem: the free cells and what several walks share.

    Parameters
    ----------
    state : SearchState
        Where placements are offered; the search ends when its `over` is set.
    ended : threading.Event, optional
        Ends the search as well.
    """

    def __init__(
        self, state: SearchState, seed: int = 0, ended: threading.Event | None = None
    ) -> None:
        problem = state.problem
        self.state, self.seed = state, seed
        self._ended = ended or threading.Event()
        self.givens = problem.givens.indices
        self.free = AttackCounts.of(problem.givens).free_cells()
        self.graph = sp.csr_array(problem.board.attack_graph[self.free][:, self.free])
        self._column = np.full(problem.board.size, -1, dtype=np.int64)
        self._column[self.free] = np.arange(len(self.free))
        self._lock = threading.Lock()

    def walker(
        self, number: int = 0, counting: bool = False, pause: Pause = no_pause
    ) -> Callable[[SearchState], str | None]:
        """Return the work of one walk.

        Parameters
        ----------
        number : int
            Which of the walks side by side it is.
        counting : bool
            Whether its moves count as nodes.
        pause : callable
            How many seconds to rest after a slice of some seconds.
        """

        def work(state: SearchState) -> str | None:
            if not len(self.free):
                state.tighten_bound(len(self.givens), Known.EXACT)
                return None
            rng = np.random.default_rng((self.seed, number))
            walk = tabu.new_walk(self.graph, int(rng.integers(2**62)))
            walk.state[tabu.PATIENCE] = PATIENCE
            arms = self._arms(number)
            scores = np.zeros(len(arms))
            for run in count():
                # Every second run repeats what has gone best so far.
                arm = run // 2 % len(arms)
                if run % 2 and scores.any():
                    arm = int(rng.choice(np.flatnonzero(scores == scores.max())))
                draw, tenure = arms[arm]
                walk.state[tabu.TENURE] = tenure
                tabu.restart(walk, self._columns(draw(rng)))
                length = FIRST_RUN << min(run // ROUND, LONGEST)
                if not self._run(walk, length, counting, pause):
                    break
                if draw != self._best:
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

    def _arms(self, number: int) -> list[tuple[Draw, int]]:
        """Pair each kind of start with each tenure, in the order in which they take turns."""
        kinds = [self._best, *starts(self.state.problem.board), _nothing]
        rounds = range(number, number + len(TENURES))
        return [
            (kind, TENURES[(place + shift) % len(TENURES)])
            for shift in rounds
            for place, kind in enumerate(kinds)
        ]

    def _best(self, _chance: np.random.Generator) -> IntArray:
        return self.state.best.indices

    def _columns(self, cells: IntArray) -> IntArray:
        columns: IntArray = self._column[cells]
        return columns[columns >= 0]

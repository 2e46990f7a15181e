"""Walks of a local search as tasks: each goes its own way, on any executor, and can be saved.

With a limit of nodes so many walks share it, and the answer depends on the seed alone.
"""

from __future__ import annotations

import time
from functools import lru_cache, partial

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.engines.exhaustive.engine import identity
from nqviz.engines.search_state import SearchState
from nqviz.run.outcome import Known
from nqviz.run.tasks import Execution, TaskRunner, TaskState, WorkersLost, is_abandoned

from . import tabu
from .runs import FreeGraph

NAME = "local search"
MOST_WALKS = 1024
"""Walks that run side by side, where there are so many workers."""
LIMITED_WALKS = 16
"""Walks that share a limit of nodes."""
MOVES = 2_000
"""The number of moves between two looks at the clock."""


def search_by_walks(state: SearchState, seed: int, split: Execution) -> str | None:
    """Search by walks in tasks until a placement is as large as asked, or an end.

    Raises InputError for a shard: walks have no end.
    """
    if split.shard is not None:
        raise InputError("walks of a local search have no end: give no shard")
    state.activity = NAME
    if not state.problem.free:
        state.tighten_bound(len(state.problem.givens), Known.EXACT)
        return None
    try:
        _Walks(state, seed, split).run()
    except WorkersLost as lost:
        return str(lost)
    return None


class _Walks:
    """Follows the walks of one search, and passes on what they find."""

    def __init__(self, state: SearchState, seed: int, split: Execution) -> None:
        problem, most = state.problem, state.context.limit.nodes
        self.state, self._is_limited = state, most is not None
        self._givens = problem.givens.indices
        board, queens = problem.board.fresh(), tuple(self._givens.tolist())
        moves = 0 if most is None else -(-most // LIMITED_WALKS)
        goal = (problem.wanted or problem.board.size) - len(queens)
        kept = identity(problem)
        self.runner = TaskRunner(
            partial(walk_task, board, queens, seed, moves, goal),
            range(LIMITED_WALKS if self._is_limited else MOST_WALKS),
            split,
            state.context.limit.threads,
            {**kept, "what": f"{kept['what']} by local search", "seed": seed, "moves": moves},
        )
        self._free = _graph(board, queens).free
        self._seen = [TaskState()] * len(self.runner.slices)

    def run(self) -> None:
        """Search until an end."""
        with self.runner.reading():
            self._look()
        self.runner.run(self._look)
        if self.runner.done:
            for part in self.runner.slices:  # in their order, so that the same one counts
                self._offer(part)

    def _look(self) -> bool:
        state = self.state
        state.nodes = self.runner.nodes
        for index, part in enumerate(self.runner.slices):
            if part is not self._seen[index] and not self._is_limited:
                self._seen[index] = part
                self._offer(part)
        return not (state.cancelled.is_set() or state.answered)

    def _offer(self, part: TaskState) -> None:
        found = part.arrays.get("found")
        if found is None or len(found) + len(self._givens) <= len(self.state.best):
            return
        indices = np.concatenate((self._givens, self._free[found]))
        if not self.state.submit_incumbent(indices, NAME):
            raise ArithmeticError("local search found a flawed placement")


@lru_cache(maxsize=2)
def _graph(board: Board, queens: tuple[int, ...]) -> FreeGraph:
    """Return the graph of the free cells, cached in each process."""
    return FreeGraph.of(Placement.from_indices(board, queens))


def walk_task(
    board: Board,
    queens: tuple[int, ...],
    seed: int,
    moves: int,
    goal: int,
    task: int,
    part: TaskState,
    seconds: float,
) -> TaskState:
    """Go on with a walk for some seconds.

    Done when it has made so many moves, unless they are 0, or found a set of `goal` free cells.
    Returns "found", the largest set, shape (size,), as positions among the free cells.
    """
    until = time.monotonic() + seconds
    graph = _graph(board, queens)
    walk, arms = graph.new_walk(np.random.default_rng((seed, task))), graph.arms(task)
    arrays = part.arrays
    for name in tabu.CHANGED if arrays else ():
        getattr(walk, name)[...] = arrays[name]
    found = arrays.get("found", np.zeros(0, np.int64))
    scores = arrays.get("scores", np.zeros(len(arms), np.int64)).copy()
    run, arm, length = arrays.get("run", np.array([-1, 0, 0])).tolist()
    nodes, is_done = part.nodes, False
    while not is_done:
        before = int(walk.state[tabu.MOVES])
        if before >= length:
            if arms[arm][0]:
                scores[arm] = walk.state[tabu.BEST]
            run, before = run + 1, 0
            rng = np.random.default_rng((seed, task, run))
            arm, length = graph.begin(walk, arms, scores, run, rng, graph.free[found])
        tabu.walk_on(walk, min(MOVES, length - before, moves - nodes if moves else MOVES), goal)
        nodes += int(walk.state[tabu.MOVES]) - before
        best = int(walk.state[tabu.BEST])
        if best > len(found):
            found = walk.best[:best].astype(np.int64)
        is_done = len(found) >= goal or 0 < moves <= nodes
        if time.monotonic() > until or is_abandoned():
            break
    kept = {name: getattr(walk, name) for name in tabu.CHANGED}
    kept |= {"found": found, "scores": scores, "run": np.array([run, arm, length])}
    return TaskState(is_done, nodes, kept)

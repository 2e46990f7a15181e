"""Tabu searches for colourings as tasks: each goes its own way, on any executor, and can be saved.

Each walk searches for one colour fewer than the best colouring that was known when it began; what
one of them finds, others that begin anew start below.
"""

from __future__ import annotations

import time
from functools import lru_cache, partial

import numpy as np

from nqviz.constructions.tabu_colouring import TabuWalk, on_board, open_graph
from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.formats.entries import board_entries
from nqviz.run.context import Progress, RunContext
from nqviz.run.tasks import Execution, TaskRunner, TaskState, WorkersLost, is_abandoned

WALKS = 1024
"""Walks that run side by side, where there are so many workers."""


def colour_by_walks(
    board: Board, colours: int, least: int, run: RunContext, *, seed: int, split: Execution
) -> IntArray | None:
    """Return the colouring with the fewest colours that was found, -1 on blocked cells.

    `colours`, `least`: the numbers of colours to begin with, and to end at.
    `split`: where the walks run, and the file in which they are saved.
    Returns colours in the shape of the board; None, which proves nothing, if none was found.
    Raises InputError for a shard, as walks have no end, or if the workers are lost.
    """
    if split.shard is not None:
        raise InputError("walks of a search for colours have no end: give no shard")
    walks = _Walks(board, colours, least, seed, split, run)
    try:
        walks.run()
    except WorkersLost as lost:
        raise InputError(str(lost)) from lost
    return None if walks.best is None else on_board(board, walks.best)


class _Walks:
    """Follows the walks of one search; `best`, shape (k,): the colours of the open cells."""

    def __init__(
        self, board: Board, colours: int, least: int, seed: int, split: Execution, run: RunContext
    ) -> None:
        self.context, self._least = run, least
        self.best: IntArray | None = None
        self._need, self._graph = colours, open_graph(board)
        asked = f"{colours}" if least == colours else f"{least} to {colours}"
        identity = {
            "what": f"the search for {asked} colours of the {board}",
            **board_entries(board),
            "colours": [least, colours],
            "seed": seed,
        }
        work = partial(walk_task, board.fresh(), seed)
        self.runner = TaskRunner(work, range(WALKS), split, run.limit.threads, identity)

    def run(self) -> None:
        """Run the walks until a colouring has as few colours as asked for, or an end."""
        checkpoint = self.runner.checkpoint
        with self.runner.reading():
            if checkpoint is not None and "colours" in checkpoint.best:
                self._offer(checkpoint.best["colours"].astype(np.int64))
            for index, part in enumerate(self.runner.slices):
                self.runner.slices[index] = (part.done and self._again(index)) or part
        self.runner.run(self._look, self._begin, self._again)

    @property
    def _is_over(self) -> bool:
        return self._need < self._least

    def _look(self) -> bool:
        words = self.runner.describe(f"colouring with {self._need} colours")
        self.context.progress(Progress(words, self.context.seconds, nodes=self.runner.nodes))
        return not self._is_over and self.context.ended() is None

    def _begin(self, _index: int) -> TaskState:
        return TaskState(arrays={"need": np.array(self._need)})

    def _again(self, index: int) -> TaskState | None:
        """Take what a walk has found, and let it begin anew with one colour fewer."""
        part = self.runner.slices[index]
        self._offer(part.arrays["square"])
        if self._is_over:
            return None
        return TaskState(nodes=part.nodes, arrays={"need": np.array(self._need)})

    def _offer(self, square: IntArray) -> None:
        """Keep a colouring if it has fewer colours; raise ValueError if it is none."""
        ends = self._graph.tocoo()
        is_whole = square.shape == (self._graph.shape[0],) and int(square.min()) >= 0
        if not is_whole or (square[ends.row] == square[ends.col]).any():
            raise ValueError("a flawed colouring")
        _, named = np.unique(square, return_inverse=True)
        used = int(named.max()) + 1
        if used <= self._need:
            self.best, self._need = named.astype(np.int64), used - 1
            self.runner.save_best({"colours": self.best})


@lru_cache(maxsize=2)
def _prepared(board: Board) -> sp.csr_array:
    """Return which open cells attack each other, cached in each process."""
    return open_graph(board)


def walk_task(board: Board, seed: int, task: int, part: TaskState, seconds: float) -> TaskState:
    """Go on with a walk for some seconds; done when no cells of a colour attack each other.

    Returns "square", the colours, shape (k,).
    """
    until = time.monotonic() + seconds
    graph, need, arrays = _prepared(board), int(part.arrays["need"]), part.arrays
    step = int(arrays.get("step", 0))
    rng = np.random.default_rng((seed, task, need, step))
    if "square" in arrays:
        square, barred = arrays["square"].copy(), arrays["barred"].copy()
        if barred.shape != (graph.shape[0], need) or square.shape != barred.shape[:1]:
            raise ValueError("the state of a walk has another size")
        if int(square.min()) < 0 or int(square.max()) >= need:
            raise ValueError("the state of a walk has other colours")
        walk = TabuWalk(graph, rng, square, barred, part.nodes)
    else:
        walk = TabuWalk.new(graph, need, rng)
    is_done = False
    while not is_done:
        walk.rng = np.random.default_rng((seed, task, need, step + 1))
        is_done, step = walk.go_on() == 0, step + 1
        if time.monotonic() > until or is_abandoned():
            break
    kept = {"need": part.arrays["need"], "square": walk.square}
    if not is_done:
        kept |= {"barred": walk.barred, "step": np.array(step)}
    return TaskState(is_done, walk.moves, kept)

"""Exhaustive search: every set of queens up to symmetry, by tasks that run anywhere.

The search is split by its first two queens (`splitting`), and each task is searched by clique
covers (`clique_cover`). A task that was refuted for k queens is refuted for more, so that the
search for the most queens passes over the tasks once, whenever a larger placement is found.

The linear program bounds the whole before the search begins. Inside it would be of no use: with
the weights of its rows kept as they are, it closes 179 of the 86,599 nodes of (6,3) and 515 of the
40,028 of (3,5) that the covers leave open, and takes as long as they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.symmetry import symmetry_count
from nqviz.engines.bits import Words, pack_rows, unpack
from nqviz.engines.problem import Problem
from nqviz.engines.search_state import SearchState
from nqviz.formats.entries import board_entries
from nqviz.proofs import Claim, Leaf, Symmetries, TreeProof
from nqviz.run.outcome import Known
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState, WorkersLost

from .clique_cover import FOUND, PAUSED, next_set
from .splitting import MAX_TABLE, SearchBoard, Task
from .tasks import FOUND_ONE, SetSearch, ended, paced, search_state, taken_up

NAME = "exhaustive search"
MAX_CELLS = 2**12
"""The most free cells: beyond, the table of who attacks whom takes long to make."""


def check_exhaustive(problem: Problem) -> None:
    """Raise InputError if a board has too many free cells for an exhaustive search."""
    board = problem.board
    if board.size > MAX_CELLS and problem.free > MAX_CELLS:
        raise InputError(
            f"exhaustive search takes at most {MAX_CELLS:,} free cells; the {board} has"
            f" {problem.free:,}"
        )


def prove_by_exhaustion(state: SearchState, split: Execution | None = None) -> str | None:
    """Search exhaustively: find a placement of the target size, or prove that there is none.

    `split`: where the tasks run, and where they are kept.
    """
    state.activity = "splitting the search"
    search_board = SearchBoard(state.problem.givens)
    tasks = []
    for task in search_board.tasks():
        if state.cancelled.is_set():
            return None
        tasks.append(task)
    try:
        ExhaustiveSearch(state, search_board, tasks, split).run()
    except WorkersLost as lost:
        return str(lost)
    return None


class ExhaustiveSearch(SetSearch):
    """One search.

    `search_board`: the free cells.
    `tasks`: the search, split by its first two queens.
    """

    name, best = NAME, "queens"
    state: SearchState

    def __init__(
        self,
        state: SearchState,
        search_board: SearchBoard,
        tasks: Sequence[Task],
        split: Execution | None = None,
    ) -> None:
        problem = state.problem
        self.state = state
        self.givens = problem.givens
        self.search_board = search_board
        self.offer(_greedy(search_board))
        self.tasks = tasks
        work = partial(search_task, problem.board.fresh(), tuple(self.givens.indices.tolist()))
        runner = TaskRunner(
            partial(work, False),
            [(task.queens, task.cells) for task in self.tasks],
            split,
            state.context.limit.threads,
            identity(problem),
            [float(len(unpack(task.cells))) ** 8 for task in self.tasks],
            recheck=Recheck(partial(work, True), (FOUND_ONE,), ("need",)),
        )
        super().__init__(state, runner)

    def run(self) -> None:
        """Search until all tasks are done or the search is cancelled."""
        super().run()
        if not self.state.is_over and self.runner.done:
            self.state.certificate = self._proof()
            self.state.tighten_bound(self.state.target - 1, Known.CERTIFIED)

    def _proof(self) -> TreeProof:
        """Return the tasks, all of them done, as a tree: their first queens, their second ones.

        When a cell is done, its orbit is taken away from the tasks that follow.
        """
        tree: list[tuple[int, int]] = []
        order: list[int] = self.search_board.order.tolist()
        pairs = zip(self.tasks, self.runner.slices, strict=True)
        for first, branch in groupby(pairs, key=lambda pair: pair[0].queens[0]):
            tree.append((Leaf.PLACE, order[first]))
            for task, part in branch:
                tree += [(Leaf.PLACE, order[task.queens[1]]), (Leaf.SEARCH, part.nodes)]
            tree.append((Leaf.SEARCH, 0))  # the cells of all orbits have been taken away
        tree.append((Leaf.SEARCH, 0))
        claim = Claim(self.givens, self.state.target - 1)
        return TreeProof(claim, tree, symmetries=_symmetries(self.search_board))

    @property
    def need(self) -> int:
        """The number of cells that the tasks search for."""
        return self.state.target - len(self.givens)

    def is_outdated(self, need: int) -> bool:
        """Return whether a refutation of so many cells proves nothing: there were to be more."""
        return need > self.need

    def offer(self, cells: IntArray) -> None:
        """Submit the placement of a set of cells, shape (k,)."""
        indices = self.search_board.order[cells]
        if not self.state.submit_incumbent(np.concatenate((self.givens.indices, indices))):
            raise ArithmeticError("exhaustive search found a flawed placement")


def _greedy(search_board: SearchBoard) -> IntArray:
    """Place greedily on the free cell that attacks fewest free cells, until none is free."""
    free = np.ones(search_board.size, dtype=np.bool_)
    chosen = []
    while free.any():
        attacked = search_board.degrees(free)
        cell = int(np.flatnonzero(free)[np.argmin(attacked[free])])
        chosen.append(cell)
        free &= ~search_board.neighbours[cell]
        free[cell] = False
    return np.array(chosen, dtype=np.int64)


def _symmetries(search_board: SearchBoard) -> Symmetries:
    board = search_board.board
    if symmetry_count(board.without_blocked()) * board.size > MAX_TABLE:
        return Symmetries(permute=False)
    long = tuple(axis for axis, side in enumerate(board.shape) if side > 1)
    return Symmetries(True, long, bool(board.shift_axes) and search_board.complete)


def identity(problem: Problem) -> dict[str, object]:
    """Return in a checkpoint what search it is of."""
    board, givens = problem.board, problem.givens
    asked = {"max": "the most", "full": "a full placement of"}
    target = asked.get(str(problem.target), f"{problem.target:}")
    beside = f" beside {len(givens)} given" if len(givens) else ""
    return {
        "what": f"the search for {target} {board.piece}s on the {board}{beside}",
        **board_entries(board),
        "givens": sorted(givens.indices.tolist()),
        "target": problem.target,
    }


# Tasks, wherever they run --------------------------------------------------------------------


@lru_cache(maxsize=2)
def search_board(board: Board, givens: tuple[int, ...]) -> SearchBoard:
    """Return a board prepared for the search, cached in each process."""
    return SearchBoard(Placement.from_indices(board, givens))


def search_task(
    board: Board,
    givens: tuple[int, ...],
    backwards: bool,
    task: tuple[tuple[int, ...], Words],
    part: TaskState,
    seconds: float,
) -> TaskState:
    """Go on with a task for some seconds.

    Returns done with `FOUND_ONE`, and "found", the cells of a set, if there is one.
    `backwards`: whether the order of the cells is reversed, which gives another search.
    `task`: the queens placed, and the set of cells, shape (words,).
    """
    prepared = search_board(board, givens)
    placed, need = task[0], int(part.arrays["need"])
    if need <= len(placed):
        return ended(part, placed[:need])
    cells = unpack(task[1])[:: -1 if backwards else 1]
    adjacent = pack_rows(prepared.neighbours[np.ix_(cells, cells)])
    search = taken_up(adjacent, need - len(placed), part)
    stop = np.zeros(1, np.uint8)
    end = paced(lambda budget: next_set(search, budget, stop), search.nodes, seconds)
    part = TaskState(False, int(search.nodes[0]), {"need": part.arrays["need"]})
    if end == PAUSED:
        return replace(part, arrays={**part.arrays, **search_state(search)})
    return ended(part, [*placed, *cells[search.queens]] if end == FOUND else None)

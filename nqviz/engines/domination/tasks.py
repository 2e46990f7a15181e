"""The exhaustive search for dominating sets in tasks, which run anywhere and are kept in a file.

A task searches below a beginning. Tasks look for one cell fewer than the best set that is
known: what was refuted for so many cells is refuted for fewer, so that the search passes over the
tasks once, whenever a smaller set is found.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.engines.bits import Words, pack, pack_rows, unpack
from nqviz.engines.exhaustive.tasks import FOUND_ONE, SetSearch, ended, paced, with_state
from nqviz.formats.entries import board_entries
from nqviz.run.context import Progress
from nqviz.run.outcome import Known
from nqviz.run.tasks import Execution, Recheck, TaskRunner, TaskState, WorkersLost

from .boxes import Mask
from .engine import DominationState, submit_units
from .exhaustive import (
    FOUND,
    MAX_CELLS,
    PAUSED,
    Beginning,
    DominationSplit,
    DominationTree,
    chosen,
    next_dominating_set,
)
from .local_search import empty_set, improve, unit_families

NAME = "exhaustive search for dominating sets"
BEST = "dominating"
"""The name of the best set in a checkpoint."""
ROUNDS = 2_000
"""Rounds of local search before the tasks begin: always the same."""
_STATE = ("open", "allowed", "choices", "counts", "tried", "state")

DominationTask = tuple[tuple[int, ...], Words, Words, Words]
"""A beginning, with its sets as words."""


def dominate_in_tasks(state: DominationState, split: Execution) -> str | None:
    """Search exhaustively, for `at_most` cells or the fewest; return why it gave up, if it did.

    Raises InputError if the board has too many cells, ShardDone and Planned; see `TaskRunner.run`.
    """
    if state.board.size > MAX_CELLS:
        raise InputError(f"exhaustive search takes at most {MAX_CELLS:,} cells")
    if state.answered:
        return None
    try:
        _Search(state, split).run()
    except WorkersLost as lost:
        return str(lost)
    return None


class _Search(SetSearch):
    name, best = NAME, BEST
    state: DominationState

    def __init__(self, state: DominationState, split: Execution) -> None:
        self.state = state
        board, independent = state.board.fresh(), state.independent
        self._order = _prepared(board, independent).order
        _start(state)
        tasks = tasks_of(board, independent, self.need)
        work = partial(domination_task, board, independent)
        runner = TaskRunner(
            partial(work, False),
            tasks,
            split,
            state.context.limit.threads,
            _identity(state),
            [float(len(unpack(task[1]))) ** 4 for task in tasks],
            recheck=Recheck(partial(work, True), (FOUND_ONE,), ("need",)),
        )
        super().__init__(state, runner)

    @property
    def need(self) -> int:
        if self.state.at_most is not None:
            return self.state.at_most
        assert self.state.best is not None
        return len(self.state.best) - 1

    def run(self) -> None:
        super().run()
        if self.runner.done and not self.state.answered:
            self.state.tighten_bound(self.need + 1, Known.EXACT, "")

    def is_outdated(self, need: int) -> bool:
        return need < self.need  # what fewer cells do not dominate, more may

    def look(self) -> bool:
        state, context, goes_on = self.state, self.state.context, super().look()
        figures = state.fraction, state.best, state.bound, state.nodes
        context.progress(Progress(state.activity, context.seconds, *figures))
        return goes_on and context.ended() is None

    def offer(self, cells: IntArray) -> None:
        if not self.state.submit_incumbent(self._order[cells]):
            raise ArithmeticError("exhaustive search found a flawed dominating set")


def _start(state: DominationState) -> None:
    """Find sets that dominate the board by a short local search."""
    for units in unit_families(state.board, state.dominates, state.independent):
        found = empty_set(state.dominates, units)
        if improve(found, state.independent, ROUNDS):
            submit_units(state, units, found)


def _identity(state: DominationState) -> dict[str, object]:
    board, most = state.board, state.at_most
    word = "independent " if state.independent else ""
    asked = "the fewest" if most is None else f"{most}"
    return {
        "what": f"the search for {asked} {word}{board.piece}s that dominate the {board}",
        **board_entries(board),
        "independent": state.independent,
        "at most": most,
        "split": "boxes",  # files of before have other tasks
    }


# Tasks, wherever they run --------------------------------------------------------------------


@lru_cache(maxsize=2)
def _prepared(board: Board, independent: bool) -> DominationSplit:
    """Return a board prepared for the search, cached in each process."""
    return DominationSplit(board, independent)


def tasks_of(board: Board, independent: bool, most: int) -> list[DominationTask]:
    """Return the beginnings of all sets of at most `most` cells that dominate, up to symmetry."""
    split = _prepared(board, independent)
    return [
        (
            each.taken,
            pack(np.flatnonzero(each.open), split.demands),
            pack(np.flatnonzero(each.allowed), split.size),
            pack_rows(each.counted),
        )
        for each in split.beginnings(most)
    ]


def domination_task(
    board: Board,
    independent: bool,
    backwards: bool,
    task: DominationTask,
    part: TaskState,
    seconds: float,
) -> TaskState:
    """Go on with a task for some seconds.

    Returns done with `FOUND_ONE`, and "found", the cells of a set, if one has "need" or fewer.
    `backwards`: whether the order of the cells is reversed, which gives another search.
    """
    split, taken, need = _prepared(board, independent), task[0], int(part.arrays["need"])
    if len(taken) > need:
        return ended(part, None)
    beginning = _beginning(split, task)
    tree = _taken_up(split.tree(beginning, need - len(taken), backwards), part)
    step = partial(next_dominating_set, tree, independent)
    end = paced(step, tree.state[1:2], seconds)
    part = TaskState(False, int(tree.state[1]), {"need": part.arrays["need"]})
    if end == PAUSED:
        kept = {name: getattr(tree, name) for name in _STATE}
        return replace(part, arrays={**part.arrays, **kept})
    last = chosen(tree)
    if backwards:
        last = [split.size - 1 - cell for cell in last]
    return ended(part, [*taken, *last] if end == FOUND else None)


def _beginning(split: DominationSplit, task: DominationTask) -> Beginning:
    taken, open_, allowed, counted = task
    sums = np.array([_mask(words, split.demands) for words in counted])
    return Beginning(taken, _mask(open_, split.demands), _mask(allowed, split.size), sums)


def _mask(words: Words, size: int) -> Mask:
    mask = np.zeros(size, np.bool_)
    mask[unpack(words)] = True
    return mask


def _taken_up(fresh: DominationTree, part: TaskState) -> DominationTree:
    """Return a search as a slice left it; raise ValueError if it is another, as of a bad file."""
    fresh.state[1] = part.nodes
    tree = with_state(fresh, _STATE, part)
    levels, size = tree.choices.shape
    inside = (tree.choices >= 0) & (tree.choices < size)
    counts = (tree.counts >= 0) & (tree.counts <= size)
    tried = (tree.tried >= 0) & (tree.tried <= tree.counts)
    # Cells are excluded and demands met, never the other way round.
    outside = (tree.open & ~fresh.open[0]).any() or (tree.allowed & ~fresh.allowed[0]).any()
    is_level = -1 <= int(tree.state[0]) < levels
    if not (inside.all() and counts.all() and tried.all() and is_level) or outside:
        raise ValueError("the state of a search is out of range")
    return tree

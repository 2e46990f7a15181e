"""Searches by clique covers as tasks: in slices of time, each able to go on where one ended."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from nqviz.core.board import IntArray
from nqviz.engines.bits import Words, pack
from nqviz.engines.search_state import EngineState
from nqviz.run.tasks import TaskRunner, TaskState

from .clique_cover import PAUSED, CliqueCoverSearch, clique_cover_search

LOOK_NODES = 2000
"""How many queens are placed before the first look at the clock."""
LOOK_SECONDS = 0.03

FOUND_ONE = "is found"
"""The name of what a search in another order has to agree on: whether there is a set."""

_STATE = ("queens", "rest", "branches", "level")

SearchT = TypeVar("SearchT", bound=NamedTuple)


def with_state(fresh: SearchT, names: Sequence[str], part: TaskState) -> SearchT:
    """Return a search with the arrays of a slice in place of its own; itself if there are none.

    Raises ValueError if they, which may be of a file, have other shapes or types.
    """
    if part.arrays.keys().isdisjoint(names):
        return fresh
    taken = fresh._replace(**{name: part.arrays[name].copy() for name in names})
    for name in names:
        ours, theirs = getattr(fresh, name), getattr(taken, name)
        if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
            raise ValueError(f"the state of a search has other {name}")
    return taken


def taken_up(adjacent: Words, need: int, part: TaskState) -> CliqueCoverSearch:
    """Begin a search for `need` of some cells, or take it up where a slice left it.

    Raises ValueError if the state, which may be of a file, is not one of such a search.
    `adjacent`, shape (cells, words).
    """
    nodes = np.array([part.nodes], dtype=np.int64)
    everything = pack(np.arange(len(adjacent)), len(adjacent))
    fresh = clique_cover_search(adjacent, everything, np.zeros(need, dtype=np.int64), 0, nodes)
    taken = with_state(fresh, _STATE, part)
    if taken is fresh:
        return fresh
    inside = (taken.queens >= 0) & (taken.queens < len(adjacent))
    outside = (taken.rest | taken.branches) & ~everything
    if not inside.all() or outside.any() or not -1 <= int(taken.level[0]) < need:
        raise ValueError("the state of a search is out of range")
    return taken


def search_state(search: CliqueCoverSearch) -> dict[str, IntArray | Words]:
    """Return the arrays that a search is taken up from, shapes as in `CliqueCoverSearch`."""
    return {name: getattr(search, name) for name in _STATE}


def paced(step: Callable[[int], int], nodes: IntArray, seconds: float) -> int:
    """Go on with a search until it pauses no more, or for some seconds.

    `step`: takes how many queens may be placed; returns PAUSED, or how the search has ended.
    `nodes`, shape (1,): counts the queens placed.
    """
    began = last = time.perf_counter()
    budget = LOOK_NODES
    while True:
        before = int(nodes[0])
        end = step(budget)
        now = time.perf_counter()
        if end != PAUSED or now - began > seconds:
            return end
        speed = (int(nodes[0]) - before) / max(now - last, 1e-9)
        budget = max(1, min(4 * budget, int(speed * LOOK_SECONDS)))
        last = now


def ended(part: TaskState, found: Sequence[int] | None) -> TaskState:
    """Return a task that has ended: with the cells it has found, or without any."""
    arrays = {"need": part.arrays["need"], FOUND_ONE: np.array(found is not None)}
    if found is not None:
        arrays["found"] = np.array(found, dtype=np.int64)
    return TaskState(True, part.nodes, arrays)


class SetSearch(ABC):
    """Follows the tasks that search for sets of so many cells, and passes on what they find.

    `name`: of the search, in its activity.
    `best`: the name of the best set in a checkpoint.
    """

    name: str
    best: str

    def __init__(self, state: EngineState, runner: TaskRunner) -> None:
        self.state, self.runner = state, runner
        self._saved = 0

    @property
    @abstractmethod
    def need(self) -> int:
        """The number of cells that the tasks search for."""

    @abstractmethod
    def is_outdated(self, need: int) -> bool:
        """Return whether a refutation of so many cells proves nothing for the number needed now."""

    @abstractmethod
    def offer(self, cells: IntArray) -> None:
        """Submit a set that a task has found; cells as tasks number them, shape (k,)."""

    def run(self) -> None:
        """Search until all tasks are done, or the search is over."""
        state, runner = self.state, self.runner
        state.premises += runner.premises
        with runner.reading():
            kept = {} if runner.checkpoint is None else runner.checkpoint.best
            if self.best in kept:
                state.submit_incumbent(kept[self.best].astype(np.int64))
            for index, part in enumerate(runner.slices):
                if part.arrays and self.is_outdated(int(part.arrays["need"])):
                    runner.slices[index] = TaskState()
                elif part.done and "need" not in part.arrays:
                    raise KeyError("need")
        runner.run(self.look, lambda _index: _needing(self.need), self._again)

    def look(self) -> bool:
        """Tell the state how far the tasks are; return whether to go on."""
        state, runner = self.state, self.runner
        state.nodes, state.fraction = runner.nodes, runner.fraction
        state.activity = runner.describe(self.name)
        if state.best is not None and len(state.best) != self._saved:
            self._saved = len(state.best)
            runner.save_best({self.best: state.best.indices})
        return not state.is_over

    def _again(self, index: int) -> TaskState | None:
        """Begin a task anew when it has found a set."""
        part = self.runner.slices[index]
        if "found" not in part.arrays:
            return None
        self.offer(part.arrays["found"])
        return None if self.state.is_over else _needing(self.need, part.nodes)


def _needing(need: int, nodes: int = 0) -> TaskState:
    """Return the state in which a task begins to search for so many cells."""
    return TaskState(nodes=nodes, arrays={"need": np.array(need)})

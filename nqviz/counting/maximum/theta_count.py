"""Find every set of k queens of a board in a tree that is pruned by the theta bound.

A node is closed if its bound on the remaining cells is below the number of queens still needed.
With not many remaining cells the search by clique covers is tried, and with few it closes the
node. Sets are found up to symmetry; `theta_nodes` describes how many each of them represents.
Nodes with few queens are tasks; below each of them the tree is searched depth first.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.counting.count import Found, whole
from nqviz.engines.bits import Words, pack, unpack
from nqviz.engines.exhaustive.clique_cover import EXHAUSTED, FOUND, crowded_searches, next_crowded
from nqviz.engines.theta.nodes import OPEN, PRUNED, Plan, TreeWork
from nqviz.engines.theta.warm_start import WarmStarts, durations, starts_of
from nqviz.run.context import RunContext
from nqviz.run.tasks import Arrays, Execution, Growth, Recheck, TaskRunner, TaskState, held

from .theta_nodes import CountCells, Node, count_cells

METHOD = "theta bounds over clique covers, queens up to symmetry"
OTHER_METHOD = f"{METHOD}, by another order of cells"

ENDLESS = 2**62


class ThetaCountTask(NamedTuple):
    """A node as a task: its queens, their orbits, and the remaining cells, as bit sets."""

    queens: tuple[int, ...]
    orbits: tuple[Words, ...]
    cells: Words


class Totals:
    """The sums over the sets found, each with its multiplicity.

    `found`, `fixed`: the number of sets, and the sum of the numbers of symmetries that keep them.
    `used`: for each orbit of cells the number of queens of the sets on it.
    `texts`, shape (2 + orbits,).
    """

    def __init__(self, orbits: int, texts: npt.NDArray[Any] | None = None) -> None:
        values = [Fraction(0)] * (2 + orbits) if texts is None else [*map(Fraction, texts.tolist())]
        self.found, self.fixed, self.used = values[0], values[1], values[2:]

    def enter(self, free: CountCells, orbits: tuple[IntArray, ...], sets: IntArray) -> None:
        """Add sets of cells, shape (m, k), found below queens with these orbits."""
        factors = [_members(free, orbit)[sets].sum(axis=1) for orbit in orbits]
        on_orbits = np.stack(factors, axis=1) if factors else np.zeros((len(sets), 0), np.int64)
        kept = free.kept_by(sets)
        labels = free.orbits[sets]
        rows, kinds = np.unique(on_orbits, axis=0, return_inverse=True)
        size = prod(len(orbit) for orbit in orbits)
        for kind, row in enumerate(rows.tolist()):
            chosen = kinds.ravel() == kind
            weight = Fraction(size, prod(row))
            self.found += weight * int(chosen.sum())
            self.fixed += weight * int(kept[chosen].sum())
            uses = np.bincount(labels[chosen].ravel(), minlength=len(self.used))
            self.used = [
                old + weight * new for old, new in zip(self.used, uses.tolist(), strict=True)
            ]

    def add(self, other: Totals) -> None:
        """Add the sums of another part of the tree."""
        self.found += other.found
        self.fixed += other.fixed
        self.used = [old + new for old, new in zip(self.used, other.used, strict=True)]

    def texts(self) -> npt.NDArray[Any]:
        """Return the exact numbers as an array of strings, shape (2 + orbits,)."""
        return np.array([str(value) for value in (self.found, self.fixed, *self.used)])


def _members(free: CountCells, cells: IntArray) -> npt.NDArray[np.bool_]:
    member = np.zeros(free.size, dtype=np.bool_)
    member[cells] = True
    return member


PATH, OTHERS = "open", "left to others"
"""The open nodes of a search: on its path, and left to other tasks."""


def _arrays(tasks: list[ThetaCountTask], name: str) -> dict[str, npt.NDArray[Any]]:
    """Return nodes as arrays; each node has a row for each of its queens."""
    lengths = np.array([len(task.queens) for task in tasks], dtype=np.int64)
    queens = [queen for task in tasks for queen in task.queens]
    orbits = [orbit for task in tasks for orbit in task.orbits]
    if not tasks:
        return {}
    words = len(tasks[0].cells)
    return {
        name: lengths,
        f"{name}: queens": np.array(queens, dtype=np.int64),
        f"{name}: orbits": np.array(orbits, dtype=np.uint64).reshape(-1, words),
        f"{name}: cells": np.stack([task.cells for task in tasks]),
    }


def _nodes(arrays: Arrays, name: str) -> list[ThetaCountTask]:
    """Return the nodes in arrays made by `_arrays`."""
    tasks, start = [], 0
    if name not in arrays:
        return []
    queens, orbits = arrays[f"{name}: queens"], arrays[f"{name}: orbits"]
    for length, cells in zip(arrays[name].tolist(), arrays[f"{name}: cells"], strict=True):
        chosen = slice(start, start + length)
        tasks.append(ThetaCountTask(tuple(queens[chosen].tolist()), tuple(orbits[chosen]), cells))
        start += length
    return tasks


class CountWork(TreeWork):
    """The work of the tasks of a count.

    The first state of a task has "need", the number of queens to place besides the givens, and may
    have "depth" in place of that of the plan. Later states have: "totals", see `Totals.texts`; the
    nodes left to other tasks; while it is unfinished the open nodes, each the parent of the next:
    "nodes" as an object, and for files the data they are made from.
    """

    def search(self, task: ThetaCountTask, part: TaskState) -> _Search:
        """Return the search of a task from its last state."""
        return _Search(count_cells(self.board, self.givens), self.plan, task, part)


class _Search:
    """The search of the tree below one node, from the state of the last slice."""

    def __init__(self, free: CountCells, plan: Plan, task: ThetaCountTask, part: TaskState) -> None:
        self.free, self.plan = free, plan
        self.visited = part.nodes
        arrays = part.arrays
        self.wanted = int(arrays["need"])
        if "depth" in arrays:
            self.plan = plan._replace(depth=int(arrays["depth"]))
        self.totals = Totals(int(free.orbits.max(initial=-1)) + 1, arrays.get("totals"))
        self.others = _nodes(arrays, OTHERS)
        if "nodes" in arrays:
            self.path: list[Node]
            self.path, self.starts = arrays["nodes"][0].take()
        else:
            self.starts = WarmStarts()
            # From a file all nodes of the path begin cold.
            start = arrays if PATH not in arrays else {}
            nodes = _nodes(arrays, PATH) or [task]
            self.path = [
                Node.of(free, each.queens, tuple(map(unpack, each.orbits)), unpack(cells), start)
                for each in nodes
                if (cells := each.cells).any()
            ]

    def run(self, until: float) -> None:
        while self.path and time.perf_counter() < until:
            self._go_on(self.path[-1], until)

    def state(self) -> TaskState:
        arrays: dict[str, npt.NDArray[Any]]
        arrays = {"totals": self.totals.texts(), **_arrays(self.others, OTHERS)}
        if self.path:
            size = self.free.size
            tasks = [
                ThetaCountTask(
                    node.queens,
                    tuple(pack(orbit, size) for orbit in node.orbits),
                    pack(node.cells, size),
                )
                for node in self.path
            ]
            arrays |= {"need": np.array(self.wanted), "nodes": held((self.path, self.starts))}
            arrays["depth"] = np.array(self.plan.depth)
            arrays |= _arrays(tasks, PATH)
        else:
            arrays |= self.starts.arrays()
        return TaskState(not self.path, self.visited, arrays)

    def _go_on(self, node: Node, until: float) -> None:
        """Close a node, or continue with it until some time."""
        plan, need = self.plan, self.wanted - len(node.queens)
        if len(node.cells) < need:
            self.path.pop()
            return
        few = len(node.cells) <= plan.few
        if few or (len(node.cells) <= plan.many and not node.covered):
            node.covered = True
            if self._cover(node, need, ENDLESS if few else plan.trial):
                self.path.pop()
                return
        # The cells removed since the last bound may be too few to close the gap.
        if not node.is_bounded(need):
            self.visited += node.begins_bound
            end = node.go_on(self.plan, need, until)
            if end == PRUNED:
                self.path.pop()
            if end != OPEN:
                return
        self._branch(node, need)

    def _branch(self, node: Node, need: int) -> None:
        """Place a queen on a cell, and then exclude its orbit."""
        cell = node.choose(self.plan, need)
        orbit = node.orbit(cell)
        self._place(node, need, cell, orbit)
        node.exclude(orbit)

    def _place(self, node: Node, need: int, cell: int, orbit: IntArray) -> None:
        """Enter the set, the task or the node that a queen on a cell leaves."""
        if need == 1:
            sets = np.array([[*node.queens, cell]], dtype=np.int64)
            self.totals.enter(self.free, (*node.orbits, orbit), sets)
            return
        left = self.free.apart(node.cells, cell)
        if len(left) < need - 1:
            return
        child = node.placed(cell, orbit, left)
        if len(node.queens) < self.plan.depth:
            size = self.free.size
            orbits = (*node.orbits, orbit)
            self.others.append(
                ThetaCountTask(
                    (*node.queens, cell),
                    tuple(pack(each, size) for each in orbits),
                    pack(left, size),
                )
            )
            self.starts.add(child.relaxation)
        else:
            self.path.append(child)

    def _cover(self, node: Node, need: int, budget: int) -> bool:
        """Search a node by clique covers; return whether the node is closed."""
        placed = np.zeros(1, np.int64)
        found, end = [], EXHAUSTED
        for search, order in crowded_searches(node.relaxation.attacks, need, placed):
            end = FOUND
            while end == FOUND:
                end = next_crowded(search, budget - int(placed[0]))
                if end == FOUND:
                    found.append(node.cells[order[search.queens]])
            if end != EXHAUSTED:
                break
        self.visited += int(placed[0])
        if end == EXHAUSTED and found:
            sets = np.array(found)
            before = np.tile(np.array(node.queens, dtype=np.int64), (len(sets), 1))
            self.totals.enter(self.free, node.orbits, np.hstack((before, sets)))
        return end == EXHAUSTED


class ThetaTree:
    """A count in a tree that theta bounds prune.

    `givens`: the given queens.
    """

    words = METHOD
    complete = True
    other = False

    def __init__(self, board: Board, givens: tuple[int, ...]) -> None:
        self.board, self.givens = board, givens
        self.cells = count_cells(board, givens)
        self.free: IntArray = self.cells.index
        self.orbits: IntArray = self.cells.orbits

    def runner(
        self, split: Execution | None, identity: dict[str, object], run: RunContext
    ) -> TaskRunner | None:
        """Return a runner with the task of the whole board, which adds others; None if stopped."""
        size = self.cells.size
        plan = Plan.of(self.board, self.other)
        root = ThetaCountTask((), (), pack(np.arange(size), size))
        if run.ended() is not None:
            return None
        return TaskRunner(
            CountWork(self.board, self.givens, plan),
            [root],
            split,
            run.limit.threads,
            identity,
            grow=Growth(
                _children,
                lambda task: len(task.queens) < plan.depth,
                level=_level,
                starts=starts_of,
            ),
            recheck=Recheck(
                CountWork(self.board, self.givens, Plan.of(self.board, not self.other)),
                ("totals",),
            ),
        )

    def found(self, slices: Sequence[TaskState]) -> Found:
        """Return the sums of all tasks."""
        kinds = int(self.orbits.max(initial=-1)) + 1
        totals = Totals(kinds)
        for part in slices:
            totals.add(Totals(kinds, part.arrays["totals"]))
        orbits = whole(totals.fixed / len(self.cells.maps))
        return Found(whole(totals.found), orbits, totals.used)


class OtherThetaTree(ThetaTree):
    """The same count with another order of cells, which confirms the first."""

    words = OTHER_METHOD
    other = True


def _children(part: TaskState) -> list[tuple[object, float]]:
    """Return the nodes that a task leaves to new tasks, with estimates of their durations."""
    nodes = _nodes(part.arrays, OTHERS)
    weights = durations(part, [len(unpack(node.cells)) for node in nodes])
    return list(zip(nodes, weights.tolist(), strict=True))


def _level(task: ThetaCountTask, part: TaskState) -> TaskState:
    """Return the state of a task that leaves the nodes with more queens than its own to others."""
    arrays = {**part.arrays, "depth": np.array(len(task.queens) + 1)}
    if "nodes" in arrays:
        nodes, starts = arrays["nodes"][0].take()
        for node in nodes[1:]:
            starts.add(node.relaxation)
        path = _nodes(arrays, PATH)
        arrays |= _arrays(_nodes(arrays, OTHERS) + path[1:], OTHERS)
        arrays |= {"nodes": held((nodes[:1], starts)), **_arrays(path[:1], PATH)}
    return replace(part, arrays=arrays)

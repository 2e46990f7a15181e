"""The tree of a theta search in tasks: the work below a node, in slices that any process continues.

What a task does depends on its node and on the number of wanted queens alone, neither on the length
of its slices nor on other tasks, so that a repeated search makes the same tree. Nodes with few
queens, and what a task has not closed after some bounds, are left to tasks of their own.

A task begins its first bound from the matrices of the node above (see `warm_start`). One that was
cut off goes on in another process with all that its bounds start from; from a file, which does not
keep that, it begins anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from nqviz.core.board import IntArray
from nqviz.core.symmetry import Permutations
from nqviz.engines.bits import pack, unpack
from nqviz.engines.exhaustive.clique_cover import EXHAUSTED, FOUND, crowded_searches, next_crowded
from nqviz.proofs import Entries, Leaf, encode
from nqviz.run.tasks import Arrays, TaskState, held

from .blocks import Blocks
from .bound import DISTANCE, Candidate, is_below, proven_bound
from .free_cells import SearchCells, ThetaTask, mark_pairs, search_cells
from .nodes import OPEN, PRUNED, Plan, TreeNode, TreeWork
from .warm_start import WarmStarts, started

NEWS = 0.2
"""The weight of the newest matrix in the mean of the last ones at the root."""
REPORT_STEPS = 20
"""Steps between two bounds at the root."""
MAX_SHIFT = 22
"""Matrices are rounded to multiples of 2^-22 or coarser ones."""
LEFT = len(Leaf)
"""The kind of a step that leaves a node to another task: its number is the place among those."""
ENDLESS = 2**62


@dataclass
class Node(TreeNode):
    """A part of the tree.

    When a node with the queens u and v is closed, no placement sought has u and v: neither on the
    cells of the node nor on those that the node of u has excluded before v, since with u and
    such a cell w the pair of u and w is one refuted before. The cells left to the root when u
    was placed are kept by all symmetries, so the images of the pair are refuted as well: from then
    on the two cells of each of them attack each other, wherever u stands.
    """

    free: SearchCells
    group: Permutations
    """The symmetries that keep the queens and the cells, shape (order, size)."""
    refuted: tuple[int, ...] = ()
    """The cells refuted together with the first queen."""

    @classmethod
    def of(cls, free: SearchCells, task: ThetaTask, arrays: Arrays) -> Node:
        """Return the node of a task, from its first state."""
        cells = unpack(task.cells)
        relaxation = started(free.attacks_of(task, cells), arrays)
        return cls(task.queens, cells, relaxation, free, free.keeping(task.queens), task.refuted)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without what another process can compute."""
        return {**vars(self), "free": self.free.key, "group": None, "_blocks": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state, with the `SearchCells` of this process."""
        own = search_cells(*state["free"])
        vars(self).update(state, free=own, group=own.keeping(state["queens"]))

    @property
    def is_root(self) -> bool:
        """Whether it is the whole tree."""
        return len(self.cells) == self.free.size

    @property
    def task(self) -> ThetaTask:
        """The node as a task."""
        return ThetaTask(self.queens, pack(self.cells, self.free.size), self.refuted)

    def _find_blocks(self) -> Blocks | None:
        if len(self.group) == 1:
            return None
        places = np.zeros(self.free.size, dtype=np.int64)
        places[self.cells] = np.arange(len(self.cells))
        return Blocks.of(places[self.group[:, self.cells]])

    def placed(self, cell: int) -> Node:
        """Return the node with a queen on a cell."""
        place = int(np.searchsorted(self.cells, cell))
        kept = np.flatnonzero(~self.relaxation.attacks[place] & (self.cells != cell))
        relaxation = self.relaxation.placed(place, kept)
        group = self.group[self.group[:, cell] == cell]
        queens = (*self.queens, cell)
        return Node(queens, self.cells[kept], relaxation, self.free, group, self.refuted)

    def refute(self, cell: int) -> None:
        """Exclude the orbit of a cell, and what the images of a pair of queens exclude."""
        if len(self.queens) != 1:
            self.exclude(np.unique(self.group[:, cell]))
            return
        self.refuted = (*self.refuted, cell)
        first, second = self.free.pairs(self.queens, (cell,))
        self.exclude(np.unique(second[first == self.queens[0]]))  # the orbit is among them
        mark_pairs(self.relaxation.attacks, self.cells, first, second)

    def by_index(self) -> tuple[IntArray, npt.NDArray[np.bool_]]:
        """Return the order of the cells by their index, and which of them attack each other.

        Shapes (k,) and (k, k).
        """
        order = np.argsort(self.free.index[self.cells])
        return order, self.relaxation.attacks[order][:, order]

    def entries(self, m: Candidate, need: int) -> Entries | None:
        """Round a matrix that proves less than the need as coarsely as it still does, if it can."""
        order, attacks = self.by_index()
        m = m[order][:, order]  # faster than by np.ix_
        # Rounding errors are like noise: their norm is about this at one entry in 2^shift.
        noise, slack = 0.3 * len(m) ** 0.5, need - self.relaxation.estimate
        first = int(np.ceil(np.log2(noise / min(max(slack, DISTANCE), 1.0))))
        for shift in range(max(first, 0), MAX_SHIFT + 1, 2):
            rounded = np.rint(m * 2.0**shift) / 2.0**shift
            if is_below(rounded, need):
                return encode(rounded, attacks, shift)
        return None


class ProofWork(TreeWork):
    """The work of the tasks of a proof.

    The first state of a task has "need", the number of wanted queens beside the givens; a warm
    start (`starts_of`), except at the root; and "budget" where the task is to leave its open nodes
    to others after fewer bounds than the plan says, or "depth" in place of that of the plan. Later
    states have: "need"; "found", the cells of a set, where one was found; of the root "bound" and
    the matrix that proves it; "search" as an object while it is unfinished, and after that the tree
    (`steps_of`) and the warm starts of the nodes that it left.
    """

    def search(self, task: ThetaTask, part: TaskState) -> TreeSearch:
        """Return the search of a task from its last state."""
        if "search" not in part.arrays:
            return TreeSearch(search_cells(self.board, self.givens), self.plan, task, part)
        search: TreeSearch = part.arrays["search"][0].take()
        search.need = max(search.need, int(part.arrays["need"]))
        return search


class TreeSearch:
    """The search below one node; `SearchCells` numbers queens and cells, the board the steps."""

    def __init__(self, free: SearchCells, plan: Plan, task: ThetaTask, part: TaskState) -> None:
        self.key = free.key
        self.need = int(part.arrays["need"])
        self.plan = plan._replace(
            budget=int(part.arrays.get("budget", plan.budget)),
            depth=int(part.arrays.get("depth", plan.depth)),
        )
        self.bound = free.size + 1
        self.proof: Entries | None = None
        self.found: IntArray | None = None
        self.visited = 0
        self.tree: list[tuple[int, int]] = []
        self.matrices: list[Entries] = []
        self.others: list[ThetaTask] = []
        self.starts = WarmStarts()
        self.mean: Candidate | None = None
        self.path = [Node.of(free, task, part.arrays)]

    @property
    def free(self) -> SearchCells:
        """The cells."""
        return search_cells(*self.key)

    def run(self, until: float) -> None:
        """Go on until some time."""
        while self.path and time.perf_counter() < until:
            visited = self.visited
            if visited >= self.plan.budget and self.path[-1].begins_bound:
                self._leave_from(0)
                return
            self._go_on(self.path[-1], until)
            if self.plan.single and self.visited > visited:
                return

    def state(self) -> TaskState:
        """Return the state of the task."""
        arrays: dict[str, npt.NDArray[Any]] = {"need": np.array(self.need)}
        if self.found is not None:
            arrays["found"] = self.found
        if self.proof is not None:
            arrays |= {"bound": np.array(self.bound), **_packed([self.proof], "root ")}
        if self.path:
            return TaskState(False, self.visited, {**arrays, "search": held(self)})
        size = len(pack(np.zeros(0, np.int64), self.free.size))
        arrays |= {
            "tree": np.array(self.tree, dtype=np.int64).reshape(-1, 2),
            **_packed(self.matrices),
            "others": np.array([len(each.queens) for each in self.others], dtype=np.int64),
            "queens": np.array([q for each in self.others for q in each.queens], dtype=np.int64),
            "pairs": np.array([len(each.refuted) for each in self.others], dtype=np.int64),
            "refuted": np.array([w for each in self.others for w in each.refuted], dtype=np.int64),
            "cells": np.array([each.cells for each in self.others], np.uint64).reshape(-1, size),
            **self.starts.arrays(),
        }
        return TaskState(True, self.visited, arrays)

    def _go_on(self, node: Node, until: float) -> None:
        """Close a node, or continue with it until some time."""
        plan, need = self.plan, self.need - len(node.queens)
        if need <= 0:
            self._keep(np.array(node.queens, dtype=np.int64))
            return
        if len(node.cells) < need:
            self._close(Leaf.FEW)
            return
        few = len(node.cells) <= plan.few
        if not node.is_root and (few or (plan.tries(len(node.cells), need) and not node.covered)):
            node.covered = True
            self._cover(node, need, ENDLESS if few else plan.trial)
            return
        if not node.is_bounded(need):
            self.visited += node.begins_bound
            look = self._look_at_root if node.is_root else None
            end = node.go_on(plan, need, until, look)
            if end == PRUNED and node.proof is not None:
                entries = node.entries(node.proof, need)
                if entries is not None:
                    self.matrices.append(entries)
                    self._close(Leaf.MATRIX, len(self.matrices) - 1)
            if end != OPEN:
                return
            if node.is_root:
                self._bound_whole()
        self._branch(node, need)

    def _close(self, kind: Leaf, number: int = 0) -> None:
        """Close the last node."""
        self.tree.append((kind, number))
        self.path.pop()

    def keep_level(self) -> None:
        """Leave the nodes with more queens than the first one to others, now and from now on."""
        self.plan = self.plan._replace(depth=len(self.path[0].queens) + 1, budget=ENDLESS)
        self._leave_from(1)

    def _leave_from(self, place: int) -> None:
        """Leave the nodes of the path from some place on to other tasks."""
        for node in reversed(self.path[place:]):
            self._leave(node)
        del self.path[place:]

    def _leave(self, node: Node) -> None:
        """Leave a node to another task."""
        self.tree.append((LEFT, len(self.others)))
        self.others.append(node.task)
        self.starts.add(node.relaxation)

    def _keep(self, cells: IntArray) -> None:
        """Keep a set, and search for a larger one from now on."""
        self.found = cells
        self.need = len(cells) + 1

    def _branch(self, node: Node, need: int) -> None:
        """Place a queen on a cell, and exclude afterwards what is refuted by then."""
        cell = node.choose(self.plan, need)
        self.tree.append((Leaf.PLACE, int(self.free.index[cell])))
        child = node.placed(cell)
        if len(node.queens) < self.plan.depth and len(child.cells) > self.plan.few:
            self._leave(child)
        else:
            self.path.append(child)
        node.refute(cell)

    def _cover(self, node: Node, need: int, budget: int) -> None:
        """Search the few cells of a node by clique covers, until the budget is spent."""
        self.visited += 1
        members = np.zeros(1, np.int64)
        for search, order in crowded_searches(node.relaxation.attacks, need, members):
            end = next_crowded(search, budget - int(members[0]))
            if end == FOUND:
                node.covered = False
                cells = node.cells[order[search.queens]]
                self._keep(np.array([*node.queens, *cells], dtype=np.int64))
            if end != EXHAUSTED:
                return
        self._close(Leaf.SEARCH, int(members[0]))

    def _look_at_root(self) -> None:
        """Follow the mean of the last matrices, and look at the bound now and then."""
        newest = self.path[-1].relaxation.candidate()
        self.mean = newest if self.mean is None else self.mean + NEWS * (newest - self.mean)
        if self.path[-1].steps % REPORT_STEPS == 0:
            self._bound_whole()

    def _bound_whole(self) -> None:
        """Prove a bound of the whole board, by the last matrix or by the mean of the last few.

        The matrices that prove are a convex set, and so are those that prove a bound: the mean
        smoothes what swings about the least.
        """
        node = self.path[-1]
        newest = node.relaxation.candidate()
        bounds = [(proven_bound(m), m) for m in (newest, self.mean) if m is not None]
        proven = [(bound, m) for bound, m in bounds if bound is not None]
        if not proven:
            return
        bound, candidate = min(proven, key=lambda pair: pair[0])
        bound = max(bound, self.need - 1)
        entries = node.entries(candidate, bound + 1) if bound < self.bound else None
        if entries is not None:
            self.bound, self.proof = bound, entries


# The tree of a task in arrays ---------------------------------------------------------------------

RESULTS = (
    *("need", "tree", "entries", "sizes", "shifts"),
    *("others", "queens", "pairs", "refuted", "cells"),
)
"""The arrays of a finished task."""


def _packed(matrices: list[Entries], name: str = "") -> dict[str, npt.NDArray[Any]]:
    values = [each.values for each in matrices]
    return {
        f"{name}entries": np.concatenate([np.zeros(0, np.int8), *values]),
        f"{name}sizes": np.array([len(each) for each in values], dtype=np.int64),
        f"{name}shifts": np.array([each.shift for each in matrices], dtype=np.int64),
    }


def matrices_of(arrays: Arrays, name: str = "") -> list[Entries]:
    """Return the matrices of a task; with `name` "root " that of the bound of the whole.

    Raises ValueError if the arrays are not those of a task.
    """
    values, sizes = arrays[f"{name}entries"], arrays[f"{name}sizes"]
    if sizes.sum() != len(values) or (sizes < 0).any():
        raise ValueError("the entries of matrices have other sizes")
    found = []
    parts = np.split(values, np.cumsum(sizes)[:-1]) if len(sizes) else []
    for part, shift in zip(parts, arrays[f"{name}shifts"].tolist(), strict=True):
        largest = int(np.abs(part).max(initial=0))
        kind = np.int8 if largest < 2**7 else np.int16 if largest < 2**15 else np.int32
        found.append(Entries(part.astype(kind), shift))
    return found


def others_of(part: TaskState) -> list[ThetaTask]:
    """Return the nodes that a finished task leaves to others."""
    arrays = part.arrays
    queens, refuted = iter(arrays["queens"].tolist()), iter(arrays["refuted"].tolist())
    sizes = zip(arrays["others"].tolist(), arrays["pairs"].tolist(), strict=True)
    return [
        ThetaTask(tuple(islice(queens, few)), cells, tuple(islice(refuted, pairs)))
        for (few, pairs), cells in zip(sizes, arrays["cells"], strict=True)
    ]


def steps_of(arrays: Arrays) -> Iterator[tuple[int, int]]:
    """Yield the steps of a finished task, a kind and a number each."""
    yield from map(tuple, arrays["tree"].tolist())

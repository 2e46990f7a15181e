"""Theta search: a small tree over which the theta bound prunes, up to symmetry.

At a node some queens are placed and some cells are left. If the bound on the cells left is below
the number of queens that are still needed, the node is done. Else a cell is chosen that attacks
many others and weighs much in the bound: first it gets a queen; then it is taken away, with its
whole orbit under the symmetries that keep the node, and the bound is computed again. Where not many
cells are left a search by clique covers is tried first, and where few are left it takes over.

Of several threads one begins. While another has nothing to do, it gets the part of the tree below
the next queen.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.core.symmetry import Permutations
from nqviz.engines.base import side_by_side
from nqviz.engines.bits import pack, pack_rows
from nqviz.engines.exhaustive.clique_cover import (
    EXHAUSTED,
    FOUND,
    PAUSED,
    CoverSearch,
    cover_search,
    cube_order,
    next_set,
)
from nqviz.engines.problem import Problem
from nqviz.engines.search_state import SearchState
from nqviz.proofs import Claim, Entries, Flawed, Leaf, TreeProof, encode
from nqviz.run.blas_threads import blas_threads
from nqviz.run.outcome import Known
from nqviz.run.work_sharing import Sharing

from .blocks import Blocks
from .bound import Candidate, Relaxation, is_below, proven_bound
from .group import symmetries
from .record import Branch, Step, TreeRecord

NAME = "theta search"
MAX_CELLS = 1500
"""The most free cells: an eigendecomposition of this size takes about a second."""
MANY_CELLS, FEW_CELLS = 180, 60
"""From how many cells downwards the search by clique covers is tried, and takes over."""
TRIAL = 200_000
"""How many queens it may place while it is tried: about as long as the bound takes."""
COLD_STEPS, WARM_STEPS = 150, 60
LOOK = 2
"""Steps between two looks at the bound."""
NEWS = 0.2
"""The weight of the newest matrix in the mean of the last ones at the root."""
WEIGHT, DEEP_WEIGHT = 20.0, 60.0
"""What the share of a cell in the bound counts against its degree, to d = 3 and beyond."""
SLICE_SECONDS = 0.05
MAX_SHIFT = 22
"""Matrices are rounded to multiples of 2^-22 or coarser ones."""


def check_theta(problem: Problem) -> None:
    """Raise InputError if a board has too many free cells for the theta bound."""
    board = problem.board
    if board.size > MAX_CELLS and problem.free > MAX_CELLS:
        raise InputError(
            f"theta search takes at most {MAX_CELLS:,} free cells; the {board} has {problem.free:,}"
        )


def prove_by_theta(state: SearchState, checkpoint: str | None = None) -> str | None:
    """Search the whole tree: find a placement of the target size, or prove that there is none.

    `checkpoint`: a file in which what is done is kept; the search goes on from it if it is there.
    """
    record = TreeRecord(state, checkpoint)
    try:
        with blas_threads(1):  # the threads share the tree
            ThetaSearch(state, record).run()
    finally:
        record.close()
    return None


@dataclass
class _Node:
    """A part of the tree."""

    branch: Branch
    """Where its steps are kept."""
    queens: tuple[int, ...]
    """Those placed."""
    cells: IntArray
    """Those left, shape (n,)."""
    group: Permutations
    """The symmetries that keep the queens and the cells, shape (order, size)."""
    relaxation: Relaxation
    """Of the cells left."""
    bound: float = np.inf
    """Estimate of the last bound on the cells left."""

    def without(self, gone: npt.NDArray[np.bool_]) -> _Node:
        """Return the node without some of its cells, a mask of shape (n,)."""
        kept = np.flatnonzero(~gone)
        left = self.relaxation.restricted(kept)
        share = float(self.relaxation.weights[gone].sum())
        bound = self.bound * (1.0 - share) if np.isfinite(self.bound) else np.inf
        return _Node(self.branch, self.queens, self.cells[kept], self.group, left, bound)


class ThetaSearch:
    """One search. All cells are free cells of the board, numbered in the order of the cubes."""

    def __init__(self, state: SearchState, record: TreeRecord) -> None:
        problem = state.problem
        board = problem.board
        self.state = state
        self.givens = problem.givens.indices
        order = cube_order(board)
        free = np.zeros(board.size, dtype=np.bool_)
        free[AttackCounts.of(problem.givens).free_cells()] = True
        self.index: IntArray = order[free[order]]
        dense = board.attack_graph[self.index][:, self.index].toarray()
        self.attacks: npt.NDArray[np.bool_] = np.asarray(dense, dtype=np.bool_)
        self.group, self.symmetries = symmetries(board, self.givens, self.index)
        self.weight = DEEP_WEIGHT if board.d > 3 else WEIGHT
        self.nodes = 0
        self.record = record
        self._lock = threading.Lock()

    def run(self) -> None:
        """Search until the tree is done or the search is cancelled."""
        state = self.state
        state.activity = NAME
        state.nodes = 0
        cells = np.arange(len(self.index))
        relaxation = Relaxation.cold(self.attacks)
        root = _Node(self.record.root, (), cells, self.group, relaxation)
        workers = state.watch.limit.threads
        sharing = self._sharing = Sharing(workers, root)
        side_by_side(state, [lambda _state: sharing.work(self._visit)] * workers)
        if not self._ended:
            self._limit_to(self.state.target - 1, *self.record.proof())

    def _limit_to(self, most: int, tree: list[tuple[int, int]], matrices: list[Entries]) -> None:
        claim = Claim(self.state.problem.givens, most)
        self.state.certificate = TreeProof(claim, tree, matrices, self.symmetries)
        self.state.tighten_bound(most, Known.CERTIFIED)

    @property
    def _spent(self) -> bool:
        most = self.state.watch.limit.nodes
        return most is not None and self.nodes >= most

    @property
    def _ended(self) -> bool:
        return self.state.cancelled.is_set() or self.state.answered or self._spent

    def _count_node(self) -> None:
        with self._lock:
            self.nodes += 1
            self.state.nodes = self.nodes

    def _needed(self, node: _Node) -> int:
        return self.state.target - len(self.givens) - len(node.queens)

    def _visit(self, node: _Node) -> None:
        """Search a part of the tree."""
        left = self._repeat(node)
        if left is None:
            return
        root = len(left.cells) == len(self.index)
        node = left
        few = len(node.cells) <= MANY_CELLS and not root and not self._ended
        if few and self._cover(node, TRIAL):
            return
        while not self._ended:
            need = self._needed(node)
            if need <= 0:
                self._offer(np.array(node.queens, dtype=np.int64))
                continue
            if len(node.cells) < need:
                self.record.close_leaf(node.branch, Step(Leaf.FEW))
                return
            if len(node.cells) <= FEW_CELLS and not root:
                self._cover(node)
                return
            # What was taken away since the last bound may be too little to close the gap.
            if not need <= node.bound < np.inf:
                cold = not np.isfinite(node.relaxation.estimate)
                if self._prune(node, COLD_STEPS if cold else WARM_STEPS, root):
                    return
                root = False
            cell = self._choose(node)
            self._descend(
                self._placed(node, cell, self.record.place(node.branch, self.index[cell]))
            )
            node = node.without(np.isin(node.cells, node.group[:, cell]))

    def _descend(self, child: _Node) -> None:
        """Search the part below a queen, or let a thread do so that has nothing else to do."""
        if not self._sharing.submit_incumbent(child):
            self._visit(child)

    def _repeat(self, node: _Node) -> _Node | None:
        """Restore a node from the checkpoint; return its open part, None if it is closed."""
        while not self._ended and (step := node.branch.next_kept()) is not None:
            if step.child is None:
                self._look_at(node, step)
                return None
            cells = np.flatnonzero(self.index == step.number)
            if not np.isin(cells, node.cells).any():
                raise self.record.refuse()
            cell = int(cells[0])
            self._descend(self._placed(node, cell, step.child))
            node = node.without(np.isin(node.cells, node.group[:, cell]))
        return node

    def _look_at(self, node: _Node, step: Step) -> None:
        """Check a leaf of the checkpoint again, if that is quick."""
        need = self._needed(node)
        if step.matrix is not None:
            order = np.argsort(self.index[node.cells])
            attacks = node.relaxation.attacks[np.ix_(order, order)]
            try:
                fits = is_below(step.matrix.matrix(attacks), need)
            except Flawed:
                fits = False
        else:
            fits = step.kind == Leaf.SEARCH or len(node.cells) < need
        if not fits:
            raise self.record.refuse()

    def _prune(self, node: _Node, steps: int, root: bool) -> bool:
        """Compute the bound on the cells left; return whether it is proven to be too small."""
        self._count_node()
        relaxation = node.relaxation
        blocks = self._blocks(node)
        mean = relaxation.candidate() if root else None
        for step in range(1, steps + 1):
            relaxation.step(blocks)
            if self._ended:
                return False
            if step % LOOK:
                continue
            need = self._needed(node)
            if mean is not None:
                mean += NEWS * (relaxation.candidate() - mean)
                if step % 20 == 0:
                    self._report_bound(node, mean)
            if relaxation.estimate < need:
                entries = self._entries(node, relaxation.candidate(), need)
                if entries is not None:
                    self.record.close_leaf(node.branch, Step(Leaf.MATRIX, matrix=entries))
                    return True
            if self._hopeless(relaxation, need):
                break
        if mean is not None:
            self._report_bound(node, mean)
        node.bound = relaxation.estimate
        return False

    def _blocks(self, node: _Node) -> Blocks | None:
        if len(node.group) == 1:
            return None
        places = np.zeros(len(self.index), dtype=np.int64)
        places[node.cells] = np.arange(len(node.cells))
        return Blocks.of(places[node.group[:, node.cells]])

    @staticmethod
    def _hopeless(relaxation: Relaxation, need: int) -> bool:
        """Return whether primal and dual have met above the need."""
        error = max(relaxation.primal, relaxation.dual)
        return relaxation.estimate * (1.0 - 3.0 * error) > need + 0.02 and error < 0.02

    def _entries(self, node: _Node, m: Candidate, need: int) -> Entries | None:
        """Round the matrix of a node as coarsely as it still proves less than the need, if any."""
        if not is_below(m, need):
            return None
        order = np.argsort(self.index[node.cells])
        block = np.ix_(order, order)
        m, attacks = m[block], node.relaxation.attacks[block]
        # Rounding errors are like noise: their norm is about this at one entry in 2^shift.
        noise, slack = 0.3 * len(m) ** 0.5, need - node.relaxation.estimate
        first = int(np.ceil(np.log2(noise / min(max(slack, 1e-4), 1.0))))
        for shift in range(max(first, 0), MAX_SHIFT + 1, 2):
            entries = encode(m, attacks, shift)
            if is_below(entries.matrix(attacks), need):
                return entries
        return None

    def _report_bound(self, node: _Node, mean: Candidate) -> None:
        """Report the bound at the root, by the last matrix or by the mean of the last few.

        The matrices that prove are a convex set, and so are those that prove a bound: the mean
        smoothes what swings about the least.
        """
        bounds = [(proven_bound(m), m) for m in (node.relaxation.candidate(), mean)]
        proven = [(bound, m) for bound, m in bounds if bound is not None]
        if not proven:
            return
        bound, candidate = min(proven, key=lambda pair: pair[0])
        most = max(bound + len(self.givens), self.state.target - 1)
        if most >= self.state.bound:
            return
        entries = self._entries(node, candidate, bound + 1)
        if entries is not None:
            self._limit_to(most, [(Leaf.MATRIX, 0)], [entries])

    def _choose(self, node: _Node) -> int:
        """Choose a cell that attacks many of the others and weighs much in the bound."""
        weights = node.relaxation.weights * len(node.cells)
        degrees = np.count_nonzero(node.relaxation.attacks, axis=1)
        return int(node.cells[np.argmax(degrees + self.weight * weights)])

    def _placed(self, node: _Node, cell: int, branch: Branch) -> _Node:
        gone = self.attacks[cell, node.cells] | (node.cells == cell)
        group = node.group[node.group[:, cell] == cell]
        kept = np.flatnonzero(~gone)
        return _Node(
            branch,
            (*node.queens, cell),
            node.cells[kept],
            group,
            node.relaxation.placed(int(np.searchsorted(node.cells, cell)), kept),
        )

    def _cover(self, node: _Node, budget: int = 2**62) -> bool:
        """Search the few cells of a node by clique covers; return whether the node is closed."""
        self._count_node()
        members = np.zeros(1, np.int64)
        adjacent = pack_rows(node.relaxation.attacks)
        everything = pack(np.arange(len(node.cells)), len(node.cells))
        while not self._ended:
            need = self._needed(node)
            if need <= 0:
                self._offer(np.array(node.queens, dtype=np.int64))
                continue
            queens = np.zeros(need, dtype=np.int64)
            end = self._find(cover_search(adjacent, everything, queens, 0, members), budget)
            if end == EXHAUSTED:
                self.record.close_leaf(node.branch, Step(Leaf.SEARCH, int(members[0])))
            if end != FOUND:
                return end == EXHAUSTED
            self._offer(np.array([*node.queens, *node.cells[queens]], dtype=np.int64))
        return False

    def _find(self, search: CoverSearch, budget: int) -> int:
        """Search for a set, in slices of time, until the budget is spent or it is cancelled."""
        stop = np.zeros(1, np.uint8)
        last = int(search.nodes[0]) + budget
        slice_nodes = 1000
        while not self.state.cancelled.is_set() and search.nodes[0] < last:
            before, start = int(search.nodes[0]), time.perf_counter()
            end = next_set(search, min(slice_nodes, last - before), stop)
            if end != PAUSED:
                return end
            speed = (int(search.nodes[0]) - before) / max(time.perf_counter() - start, 1e-9)
            slice_nodes = max(1, min(4 * slice_nodes, int(speed * SLICE_SECONDS)))
        return PAUSED

    def _offer(self, cells: IntArray) -> None:
        if not self.state.submit_incumbent(np.concatenate((self.givens, self.index[cells]))):
            raise ArithmeticError("theta search found a flawed placement")

"""Proofs that fewer queens do not dominate a board: a tree whose leaves are closed.

A node has queens that are placed, open cells that none of them dominates, cells that may still hold
a queen, and a group of symmetries that keep these sets. The steps of a proof, in depth-first order,
are pairs of a kind and a number:

- BRANCH v: a queen has to dominate the open cell v. The cells that may hold it are taken in turn,
  those that dominate most open cells first, the lower index first among equals. When the node with
  a queen on u is closed, no cell of the orbit of u holds a queen any more, because a symmetry maps
  a dominating set with such a queen to one with u.
- WEIGHTS w: closed by integer weights on the open cells. If no cell that may hold a queen dominates
  cells with a sum of weights above c, then k queens dominate cells with a sum up to k c. It is the
  dual of the linear program.
- SEARCH c: closed by a plain search of about c nodes; the checker runs its own search.
- SQUARE: closes the root of a square of n x n cells by one of two theorems; see `square_closes`.
- BOXES: closes the root of a flat board by a search for each pair of outermost empty columns and
  rows; the checker runs its own searches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, ClassVar

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.run.budgets import DOMINATION_CELLS, TREE_CELLS

from .claim import DominationClaim, Mask
from .domination_boxes import box_searches, boxes_cover
from .domination_search import DominationSearch
from .group import Symmetries, Table
from .proof import Array, Certificate, Flawed, Steps, integers, read_steps, searched

MOST_WEIGHT = 2**40
SLICE_WORK = 2**26
"""About as many operations of a search between two checks of the clock."""


class DominationLeaf(IntEnum):
    """The kinds of steps."""

    BRANCH = 0
    WEIGHTS = 1
    SEARCH = 2
    SQUARE = 3
    BOXES = 4


@dataclass(frozen=True)
class DominationNode:
    """A node of the tree; the sets have the shape (size,)."""

    more: int
    """How many queens may still be placed."""
    open: Mask
    allowed: Mask
    group: Table | None  # that of the root is computed at first use

    @property
    def held(self) -> int:
        """The number of cells and images that it holds."""
        return 2 * self.open.size + (0 if self.group is None else self.group.size)


@dataclass(frozen=True)
class DominationProof(Certificate):
    """A tree of branchings and orbits, closed by weights and searches."""

    kind: ClassVar[str] = "domination"

    claim: DominationClaim
    tree: list[tuple[int, int]]
    """The steps, a `DominationLeaf` and a number each."""
    weights: list[IntArray] = field(default_factory=list)
    """Not below 0, for the open cells of a node in the order of their indices."""
    symmetries: Symmetries = field(default_factory=Symmetries)

    @property
    def bound(self) -> int:
        """The least number of queens."""
        return self.claim.least

    def settings(self) -> dict[str, object]:
        """Return the symmetries."""
        return self.symmetries.settings()

    def arrays(self) -> dict[str, Array]:
        """Return ``tree`` of shape (steps, 2), and each ``weights-...`` of shape (open cells,)."""
        tree = np.array(self.tree, dtype=np.int64).reshape(-1, 2)
        return {"tree": tree} | {f"weights-{i}": each for i, each in enumerate(self.weights)}

    @classmethod
    def read(
        cls, claim: DominationClaim, settings: Mapping[str, Any], arrays: Mapping[str, Array]
    ) -> DominationProof:
        """Read the steps and the weights, shapes as of `arrays`; raise Flawed as `Proof.read`."""
        tree = read_steps(arrays["tree"])
        weights = [
            integers(arrays[f"weights-{i}"], "weights", DOMINATION_CELLS)
            for i in range(len(arrays) - 1)
        ]
        return cls(claim, tree, weights, Symmetries.read(settings, claim.board))

    # Checking ------------------------------------------------------------------------------

    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check every step of the tree."""
        board = self.claim.board
        if board.size > DOMINATION_CELLS:
            raise Flawed(f"domination of the {board} is not checked: the board is too large")
        stack = [self.root()]
        held = 0
        for place, (kind, number) in enumerate(self.tree):
            if not stack:
                raise Flawed("the tree has steps after its end")
            node = stack.pop()
            if kind == DominationLeaf.BRANCH:
                branches = self.branches(node, number)
                held += sum(each.held for each in branches)
                if held > TREE_CELLS:
                    raise Flawed("the open nodes of the tree have too many cells to check")
                stack += branches[::-1]
            elif not (yield from self._check_leaf(node, place, over)) or over():
                return False
            yield (place + 1) / len(self.tree)
        if stack:
            raise Flawed("the tree ends before all nodes are closed")
        return True

    def _check_leaf(self, node: DominationNode, place: int, over: Callable[[], bool]) -> Steps:
        """Check the leaf at a place; return whether its searches were run to their end."""
        kind, number = self.tree[place]
        if kind == DominationLeaf.SEARCH:
            near, independent = self.claim.dominates, self.claim.independent
            search = DominationSearch(near, node.open, node.allowed, node.more, independent)
            return (yield from self._ends(search, over, place / len(self.tree)))
        if kind == DominationLeaf.BOXES:
            return (yield from self._search_boxes(node, over))
        if kind == DominationLeaf.WEIGHTS:
            self._check_weights(node, number)
            return True
        is_closed = place == 0 and square_closes(self.claim.board, node.more)
        if kind != DominationLeaf.SQUARE or not is_closed:
            raise Flawed(f"step {place + 1} of the tree closes a node that stays open")
        return True

    def root(self) -> DominationNode:
        """Return the root of the tree."""
        cells = ~self.claim.board.is_blocked
        return DominationNode(self.claim.least - 1, cells, cells, None)

    def branches(self, node: DominationNode, cell: int) -> list[DominationNode]:
        """Return the nodes with a queen that dominates a cell, in the order of their steps."""
        size, near = self.claim.board.size, self.claim.dominates
        if not 0 <= cell < size or not node.open[cell]:
            raise Flawed("the tree branches on a cell that is not open")
        if node.more == 0:
            raise Flawed("the tree places more queens than its bound")
        group = self.symmetries.table(self.claim.board) if node.group is None else node.group
        allowed = node.allowed.copy()
        choices = np.flatnonzero(near[cell] & allowed)
        gains = (near[choices] & node.open).sum(axis=1)
        nodes = []
        for choice in choices[np.argsort(-gains, kind="stable")].tolist():
            if not allowed[choice]:
                continue
            images = group[:, choice]
            below = allowed & ~near[choice] if self.claim.independent else allowed.copy()
            below[choice] = False
            kept = group[images == choice]
            nodes.append(DominationNode(node.more - 1, node.open & ~near[choice], below, kept))
            allowed[images] = False
        return nodes

    def _check_weights(self, node: DominationNode, number: int) -> None:
        if not 0 <= number < len(self.weights):
            raise Flawed(f"the tree refers to weights {number}, which are missing")
        weights = self.weights[number]
        cells = np.flatnonzero(node.open)
        if len(weights) != len(cells):
            raise Flawed(f"there are {len(weights)} weights for {len(cells)} open cells")
        if ((weights < 0) | (weights > MOST_WEIGHT)).any():
            raise Flawed("a weight is out of range")
        sums = self.claim.dominates[node.allowed][:, cells].astype(np.int64) @ weights
        if sum(weights.tolist()) <= node.more * int(sums.max(initial=0)):
            raise Flawed(f"weights {number} do not show that {node.more} queens are too few")

    def _search_boxes(self, node: DominationNode, over: Callable[[], bool]) -> Steps:
        """Search all boxes of the root; return whether they were searched to their end."""
        board, claim = self.claim.board, self.claim
        if len(self.tree) > 1 or not boxes_cover(board, node.more):
            raise Flawed("the tree closes a node by boxes that has none")
        for search in box_searches(board, claim.dominates, node.more, claim.independent):
            if not (yield from self._ends(search, over, 0.0)):
                return False
        return True

    def _ends(self, search: DominationSearch, over: Callable[[], bool], fraction: float) -> Steps:
        """Return whether a search was run to its end; raise Flawed if it finds a set."""
        slice_ = max(1, SLICE_WORK // self.claim.board.size**2)
        found = f"a search finds {self.claim.least - 1} queens that dominate the board"
        return (yield from searched(search, slice_, over, fraction, found))


def square_closes(board: Board, queens: int) -> bool:
    """Return whether a theorem rules out so many queens on a plain square of n x n cells.

    Fewer than (n - 1) / 2 are too few (P. H. Spencer; V. Raghavan and S. M. Venkatesan, On bounds
    for a board covering problem, 1987). If each row or each column holds a queen, there are n. Else
    let a and b be the outermost columns without a queen, c and d the outermost such rows, and
    e = b - a >= d - c without restriction. Choose e neighbouring rows with c to d among them, or c
    to d - 1 if d - c = e. Of the 2 e cells of the columns a and b in these rows a queen in such a
    row dominates at most 4, two by its row and one on each diagonal, and a queen in another row at
    most 2. At least n - e - 1 of the other rows hold a queen. So 4 k - 2 (n - e - 1) >= 2 e for k
    queens.

    Where n is 1 modulo 4, (n - 1) / 2 are too few, too (W. D. Weakley, Domination in the queen's
    graph, 1995). For this k all is tight. So d - c = e, since otherwise n - e of the other rows
    hold a queen; no cell on the edge of the box of columns a to b and rows c to d is dominated
    twice, with the rows c to d - 1, c + 1 to d, and so for columns; and each diagonal with a queen
    meets the columns a and b once in either of these choices, which excludes the diagonals of a
    single corner. Count cells from the corner (a, c), which is dominated on its long diagonal then,
    by one queen. For 0 < i < e just one of these holds queens, and just one queen: row i, the
    diagonal through (0, i) that rises, or the one that falls through (0, i) and (i, 0); and for
    (i, 0): column i, the rising diagonal, or the same falling one. The box has k - (n - e - 1)
    queens in its rows, and as many in its columns. So the sum over i shows that the number of
    rising diagonals with queens, but for the long one, is even. Each queen is on another one of
    them: k is odd, and n = 2 k + 1 is 3 modulo 4.
    """
    n = board.n
    is_plain = board.d == 2 and board.is_cube and not (board.wraps or board.blocked)
    is_too_few = 2 * queens < n - 1 or (2 * queens == n - 1 and n % 4 == 1)
    return is_plain and board.piece == "queen" and is_too_few

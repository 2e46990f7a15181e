"""Proofs that a placement of n queens on a flat square is the first: what comes before is refuted.

A node has queens in the first rows, columns that the next row may have, and cells where the other
queens may stand: those that are not attacked, and not removed. For each row of the placement there
is a node with the queens of the rows before, and with the columns before that of its own queen;
where no placement is claimed, one node holds the empty board. All have to be closed, in the order
of the rows. A node is closed where an open row or column has no free cell. The steps of a proof, in
depth-first order, are pairs of a kind and a number:

- PLACE c: first comes the node with a queen on column c of the next row. When it is closed, the
  node continues without this column.
- PRICES p: removes free cells by the integers from place p of the list of prices on: a price a for
  each open column, a price of 0 or more for each diagonal with a free cell, b for sums and d for
  differences, in increasing order, and y. Let a queen on row r and column c cost
  a_c + b_(r+c) + d_(c-r) + y (r + c - m)^2, where m is the mean of the sums, rounded down. All the
  queens cost at most the sum of all prices of columns and diagonals, and y times a bound on the
  squares. They cost at least the sum over the open rows of the cheapest free cell; a cell that is
  dearer than the cheapest of its row by more than the difference is removed, as no queen of a
  placement can stand there.
- LISTED p: the same without y. Prices of diagonals may have any sign, and those of all queens
  together are at most the highest of any choice of diagonals, see `diagonals`. Both kinds of prices
  are duals of linear programs.
- SEARCH c: closed by a plain search of about c nodes; the checker runs its own search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import ClassVar

import numpy as np

from nqviz.core.board import IntArray
from nqviz.run.budgets import FIRST_PRICES, FIRST_SIDE

from .claim import FirstClaim
from .first_node import FirstNode
from .proof import Array, Certificate, Flawed, Steps, integers, read_steps
from .queens_search import FOUND, ON, QueensSearch

SLICE = 100_000
"""Nodes of a search between two checks of the clock."""
SPEED = 1e6
"""The approximate number of nodes of a search that take a second."""


class FirstLeaf(IntEnum):
    """The kinds of steps."""

    PLACE = 0
    SEARCH = 1
    PRICES = 2
    LISTED = 3


@dataclass(frozen=True)
class FirstProof(Certificate):
    """A tree of first rows, closed by prices and searches."""

    kind: ClassVar[str] = "first"

    claim: FirstClaim
    tree: list[tuple[int, int]]
    """The steps, a `FirstLeaf` and a number each."""
    prices: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    """Those of all steps, one after the other, shape (prices,)."""

    @property
    def bound(self) -> int:
        """The number of queens."""
        return self.claim.board.n

    def settings(self) -> dict[str, object]:
        """Return nothing: all is in the arrays."""
        return {}

    def arrays(self) -> dict[str, Array]:
        """Return ``tree`` of shape (steps, 2), and ``prices`` of shape (prices,)."""
        tree = np.array(self.tree, dtype=np.int64).reshape(-1, 2)
        return {"tree": tree, "prices": self.prices}

    @classmethod
    def read(cls, claim: FirstClaim, arrays: Mapping[str, Array]) -> FirstProof:
        """Read the steps and the prices, shapes as of `arrays`; raise Flawed as `Proof.read`."""
        prices = integers(arrays["prices"], "the list of prices", FIRST_PRICES)
        return cls(claim, read_steps(arrays["tree"]), prices)

    # Checking ------------------------------------------------------------------------------

    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check every step of the tree."""
        board = self.claim.board
        if not board.is_classical or board.n > FIRST_SIDE:
            raise Flawed(f"first placements on the {board} are not checked")
        stack = list(self.roots())[::-1]
        efforts = np.cumsum([self._effort(*step) for step in self.tree])
        for place, (kind, number) in enumerate(self.tree):
            node = _next_open(stack)
            if node is None:
                raise Flawed("the tree has steps after its end")
            if kind == FirstLeaf.PLACE:
                stack += self._branches(node, number)
            elif kind == FirstLeaf.SEARCH:
                if not (yield from self._search(node, over, efforts[place] / efforts[-1])):
                    return False
            else:
                stack.append(self._priced(node, place))
            if over():
                return False
            yield float(efforts[place] / efforts[-1])
        if _next_open(stack) is not None:
            raise Flawed("the tree ends before all nodes are closed")
        return True

    def roots(self) -> Iterator[FirstNode]:
        """Yield the nodes that have to be closed, in the order of their steps.

        Raises Flawed if the claim is no placement of n queens without attacks.
        """
        node, columns = FirstNode.root(self.claim), self.claim.columns
        if not columns:
            yield node
        elif sorted(columns) != list(range(self.claim.board.n)):
            raise Flawed("the placement does not have a queen in each row and column")
        for row, column in enumerate(columns):
            if not node.free[row, column]:
                raise Flawed("queens of the placement attack each other")
            yield node.before(column)
            node = node.below(column)

    @staticmethod
    def _effort(kind: int, number: int) -> float:
        """Return the estimated seconds of checking a step."""
        nodes = min(max(number, 0), 10**15) if kind == FirstLeaf.SEARCH else 0
        return 1e-3 + nodes / SPEED

    @staticmethod
    def _branches(node: FirstNode, column: int) -> list[FirstNode]:
        """Return the node without a column, and that with a queen there, which comes first."""
        if column not in node.choices:
            raise Flawed("a queen is placed on a cell that is not free")
        if len(node.rows) + 1 == len(node.free):
            raise Flawed("the tree holds a placement that comes before the claimed one")
        return [node.without(column), node.below(column)]

    def _priced(self, node: FirstNode, place: int) -> FirstNode:
        """Return what prices leave of a node, by the step at a place."""
        kind, number = self.tree[place]
        if kind not in (FirstLeaf.PRICES, FirstLeaf.LISTED):
            raise Flawed(f"step {place + 1} of the tree is of an unknown kind")
        is_listed = kind == FirstLeaf.LISTED
        end = number + node.lines().price_count(is_listed)
        if not 0 <= number < end <= len(self.prices):
            raise Flawed(f"the tree refers to prices from {number} on, which are missing")
        left = node.priced(self.prices[number:end], is_listed)
        if (left.free == node.free).all():
            raise Flawed(f"step {place + 1} of the tree removes no cell")
        return left

    @staticmethod
    def _search(node: FirstNode, over: Callable[[], bool], fraction: float) -> Steps:
        """Search a leaf; return whether it was searched to its end."""
        lines = node.lines()
        search = QueensSearch(lines.free, lines.columns)
        while (end := search.go_on(SLICE)) == ON:
            if over():
                return False
            yield float(fraction)
        if end == FOUND:
            raise Flawed("a search finds a placement that comes before the claimed one")
        return True


def _next_open(stack: list[FirstNode]) -> FirstNode | None:
    """Remove and return the last node that is still open; None without one."""
    while stack:
        node = stack.pop()
        if node.choices:
            return node
    return None

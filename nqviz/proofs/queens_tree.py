"""Trees that refute placements of n queens on a flat square: queens, prices and searches.

The nodes are closed in their order. The steps, in depth-first order, are pairs of a kind and a
number; each is for the first node that is still open. The checker computes anew what prices remove,
and runs every search to its end: the numbers of nodes are estimates of its work.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, Self, TypeVar

import numpy as np

from nqviz.core.board import IntArray
from nqviz.run.budgets import FIRST_PRICES, FIRST_SIDE

from .choice_search import ChoiceSearch
from .claim import BeautifulClaim, FirstClaim
from .proof import Array, Certificate, Flawed, Steps, integers, read_steps, searched
from .queens_node import QueensNode
from .queens_search import QueensSearch

SLICE = 100_000
"""Nodes of a search between two checks of the clock."""
EARLIER = "a search finds a placement that comes before the claimed one"
SPEED = 1e6
"""The approximate number of nodes of a search that take a second."""


class QueensLeaf(IntEnum):
    """The kinds of steps; SAME: for most beautiful placements; LISTED, CHOICES, WIDE: for first."""

    PLACE = 0
    SEARCH = 1
    PRICES = 2
    LISTED = 3
    SAME = 4
    CHOICES = 5
    WIDE = 6


NodeT = TypeVar("NodeT", bound=QueensNode)


@dataclass(frozen=True)
class QueensTree(Certificate, Generic[NodeT]):
    """A tree with its prices."""

    tree: list[tuple[int, int]]
    """The steps, a kind and a number each."""
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
    def read(cls, claim: Any, arrays: Mapping[str, Array]) -> Self:
        """Read the steps and the prices, shapes as of `arrays`; raise Flawed as `Proof.read`."""
        prices = integers(arrays["prices"], "the list of prices", FIRST_PRICES)
        return cls(claim, read_steps(arrays["tree"]), prices)

    @abstractmethod
    def roots(self) -> Iterator[NodeT]:
        """Yield the nodes that have to be closed, in the order of their steps.

        Raises Flawed if the claim is no placement of n queens without attacks.
        """

    @abstractmethod
    def branches(self, node: NodeT, number: int) -> Sequence[NodeT]:
        """Return the nodes that a PLACE step leaves, the first one last; raise Flawed."""

    def search(self, node: NodeT, kind: int) -> QueensSearch | ChoiceSearch | None:
        """Return the search of a step of a kind, None if that has none; raise Flawed."""
        return node.search() if kind == QueensLeaf.SEARCH else None

    @abstractmethod
    def price_count(self, node: NodeT, kind: int) -> int | None:
        """Return how many prices a step of a kind has; None if there is no such kind."""

    @abstractmethod
    def priced(self, node: NodeT, kind: int, prices: IntArray) -> NodeT:
        """Return the node without the cells that prices, shape (prices,), remove; raise Flawed."""

    # Checking ------------------------------------------------------------------------------

    def steps(self, over: Callable[[], bool]) -> Steps:
        """Check every step of the tree."""
        board = self.claim.board
        if not board.is_classical or board.n > FIRST_SIDE:
            raise Flawed(f"placements of n queens on the {board} are not checked")
        stack = list(self.roots())[::-1]
        states: Counter[Hashable] = Counter()
        efforts = np.cumsum([_effort(*step) for step in self.tree])
        for place, (kind, number) in enumerate(self.tree):
            node = _next_open(stack)
            if node is None:
                raise Flawed("the tree has steps after its end")
            states[node.state()] += 1
            if kind == QueensLeaf.PLACE:
                stack += self.branches(node, number)
            elif (search := self.search(node, kind)) is not None:
                fraction = float(efforts[place] / efforts[-1])
                if not (yield from searched(search, SLICE, over, fraction, EARLIER)):
                    return False
            else:
                stack += self._left(node, place, states[node.state()])
            if over():
                return False
            yield float(efforts[place] / efforts[-1])
        if _next_open(stack) is not None:
            raise Flawed("the tree ends before all nodes are closed")
        return True

    def _left(self, node: NodeT, place: int, count: int) -> list[NodeT]:
        """Return what prices, or an earlier node, leave of a node, by the step at a place.

        `count`: of the nodes in its state so far, of which none is an ancestor: these have more
        free cells.
        """
        kind, number = self.tree[place]
        if kind == QueensLeaf.SAME and node.state() is not None:
            if count == 1:
                raise Flawed(f"step {place + 1} of the tree refers to a node that is not there")
            return []
        needed = self.price_count(node, kind)
        if needed is None:
            raise Flawed(f"step {place + 1} of the tree is of an unknown kind")
        if not 0 <= number < number + needed <= len(self.prices):
            raise Flawed(f"the tree refers to prices from {number} on, which are missing")
        left = self.priced(node, kind, self.prices[number : number + needed])
        if (left.free == node.free).all():
            raise Flawed(f"step {place + 1} of the tree removes no cell")
        return [left]


def check_placement(claim: FirstClaim | BeautifulClaim) -> None:
    """Raise Flawed if the columns of a claim are no placement of n queens without attacks."""
    columns, n = np.array(claim.columns), claim.board.n
    if sorted(columns.tolist()) != list(range(n)):
        raise Flawed("the placement does not have a queen in each row and column")
    cells = np.arange(n) * n + columns
    if claim.attacks.between(cells[:, None], cells[None, :])[~np.eye(n, dtype=np.bool_)].any():
        raise Flawed("queens of the placement attack each other")


def _effort(kind: int, number: int) -> float:
    """Return the estimated seconds of checking a step."""
    searches = QueensLeaf.SEARCH, QueensLeaf.CHOICES
    nodes = min(max(number, 0), 10**15) if kind in searches else 0
    return 1e-3 + nodes / SPEED


def _next_open(stack: list[NodeT]) -> NodeT | None:
    """Remove and return the last node that is still open; None without one."""
    while stack:
        node = stack.pop()
        if not node.is_closed:
            return node
    return None

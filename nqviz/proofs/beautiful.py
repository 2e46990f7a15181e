"""Proofs that a placement is a most beautiful one: none of n queens has a lesser fingerprint.

The cost of a cell is four times its squared distance from the middle, an integer; a level is the
cells of one cost. A fingerprint is less than that of the placement where, on the highest level on
which their numbers of queens differ, it has fewer. So there is a node for each level of the
placement: as many queens as it has on each of its levels before, fewer on this one, and none on
other cells of a higher cost. All have to be closed, the highest first. A node is closed where an
open row or column has no free cell, or a level too few. The steps of a proof, in depth-first order,
are pairs of a kind and a number:

- PLACE c: first comes the node with a queen on cell c, n times its row and its column. When it is
  closed, the node continues without this cell; while it has no queen, without the eight images of
  the cell, as an image of a placement is as beautiful.
- PRICES p: removes free cells by the integers from place p of the list of prices on: a price a for
  each open column, a price of 0 or more for each diagonal with a free cell, b for sums and d for
  differences, in increasing order, and a price g for each level of the node, of 0 or more on the
  last. Let a queen cost the prices of its lines and its level. All the queens cost at most the
  prices of all columns and diagonals, and those of levels times their room. They cost at least the
  sum over the open rows of the cheapest free cell; a cell that is dearer than the cheapest of its
  row by more than the difference is removed. Prices are duals of linear programs.
- SEARCH c: closed by a plain search of about c nodes; the checker runs its own search.
- SAME 0: closed as an earlier node is: both have as many queens, and equal levels and free cells
  after a symmetry of the square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from nqviz.core.board import IntArray

from .claim import BeautifulClaim
from .level_node import LevelNode
from .proof import Flawed
from .queens_tree import QueensLeaf, QueensTree, check_placement


@dataclass(frozen=True)
class BeautifulProof(QueensTree[LevelNode]):
    """A tree of queens for each level, closed by prices and searches."""

    kind: ClassVar[str] = "beautiful"

    claim: BeautifulClaim

    def roots(self) -> Iterator[LevelNode]:
        """Yield the nodes that have to be closed, the highest level first.

        Raises Flawed if the claim is no placement of n queens without attacks.
        """
        check_placement(self.claim)
        for place in range(len(self.claim.levels)):
            yield LevelNode.root(self.claim, place)

    def branches(self, node: LevelNode, number: int) -> list[LevelNode]:
        """Return the node without a cell, and that with a queen there, which comes first."""
        n = self.claim.board.n
        if not (0 <= number < n * n and node.free.flat[number]):
            raise Flawed("a queen is placed on a cell that is not free")
        below = node.below(number)
        if len(below.queens) == n and not below.is_closed:
            raise Flawed("the tree holds a placement that is more beautiful than the claimed one")
        return [node.without_cell(number), below]

    def price_count(self, node: LevelNode, kind: int) -> int | None:
        """Return how many prices a step of a kind has; None if there is no such kind."""
        return node.price_count() if kind == QueensLeaf.PRICES else None

    def priced(self, node: LevelNode, kind: int, prices: IntArray) -> LevelNode:
        """Return the node without the cells that prices, shape (prices,), remove."""
        del kind
        return node.priced(prices)

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
- WIDE p: as PRICES, in a node with more open rows, or a wider range of open columns, than the other
  steps are for.
- SEARCH c: closed by a plain search of about c nodes; the checker runs its own search.
- CHOICES c: closed by searches of about c nodes together, one for each pair of choices of
  diagonals, see `choice_search`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from nqviz.core.board import IntArray

from .choice_search import ChoiceSearch
from .claim import FirstClaim
from .first_node import FirstNode
from .proof import Flawed
from .queens_search import QueensSearch
from .queens_tree import QueensLeaf, QueensTree, check_placement


@dataclass(frozen=True)
class FirstProof(QueensTree[FirstNode]):
    """A tree of first rows, closed by prices and searches."""

    kind: ClassVar[str] = "first"

    claim: FirstClaim

    def roots(self) -> Iterator[FirstNode]:
        """Yield the nodes that have to be closed, in the order of their steps.

        Raises Flawed if the claim is no placement of n queens without attacks.
        """
        node, columns = FirstNode.root(self.claim), self.claim.columns
        if not columns:
            yield node
            return
        check_placement(self.claim)
        for column in columns:
            yield node.before(column)
            node = node.below(column)

    @property
    def version(self) -> int:
        """3 with prices of wide nodes, 2 with searches by choices: earlier ones know neither."""
        kinds = {kind for kind, _ in self.tree}
        return 3 if QueensLeaf.WIDE in kinds else 2 if QueensLeaf.CHOICES in kinds else 1

    def search(self, node: FirstNode, kind: int) -> QueensSearch | ChoiceSearch | None:
        """Return the search of a step of a kind, None if that has none; raise Flawed."""
        if kind == QueensLeaf.CHOICES:
            return ChoiceSearch(node.lines())
        return super().search(node, kind)

    def branches(self, node: FirstNode, number: int) -> list[FirstNode]:
        """Return the node without a column, and that with a queen there, which comes first."""
        if number not in node.choices:
            raise Flawed("a queen is placed on a cell that is not free")
        if len(node.queens) + 1 == len(node.free):
            raise Flawed("the tree holds a placement that comes before the claimed one")
        return [node.without(number), node.below(number)]

    def price_count(self, node: FirstNode, kind: int) -> int | None:
        """Return how many prices a step of a kind has; None if there is no such kind."""
        if kind not in (QueensLeaf.PRICES, QueensLeaf.LISTED, QueensLeaf.WIDE):
            return None
        return node.lines(kind == QueensLeaf.WIDE).price_count(kind == QueensLeaf.LISTED)

    def priced(self, node: FirstNode, kind: int, prices: IntArray) -> FirstNode:
        """Return the node without the cells that prices, shape (prices,), remove."""
        return node.priced(prices, kind == QueensLeaf.LISTED, kind == QueensLeaf.WIDE)

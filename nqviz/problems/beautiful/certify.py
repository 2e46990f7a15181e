"""Certificates of most beautiful placements: prices of linear programs, and trees for searches.

Whatever is more beautiful is refuted anew, with the rules and the search of the checker.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf

from nqviz.catalogue import reference
from nqviz.core.board import Board
from nqviz.core.interruption import check_interruption
from nqviz.core.placement import Placement
from nqviz.ilp.highs import own_scheduler
from nqviz.problems.planar import check_full, proven, published_beautiful
from nqviz.proofs import (
    BeautifulClaim,
    BeautifulProof,
    FirstClaim,
    FirstProof,
    QueensLeaf,
    TreeMaker,
)
from nqviz.proofs.level_node import LevelNode
from nqviz.run.budgets import FIRST_SIDE
from nqviz.run.context import RunContext
from nqviz.run.outcome import Contradiction, Known, Status

from .level_search import Beautiful
from .refutation import CellProgram

FEW, MANY = 3_000, 400_000
"""Nodes of a search before and after the linear programs of a node."""
WORTH = 0.8
"""A node has a program where it has no more than this part of the cells of the one before."""


def beautiful_certificate(
    found: Beautiful, run: RunContext | None = None
) -> BeautifulProof | FirstProof | None:
    """Return a proof that a placement is a most beautiful one, or that there is none.

    None if nothing is proven, or the run ends before.

    Raises
    ------
    Contradiction
        If a placement is more beautiful than the proven one.
    """
    if found.status is Status.INFEASIBLE:  # of 2 and 3 queens
        return FirstProof(FirstClaim(Board.cube(found.n, 2), ()), [(QueensLeaf.SEARCH, 0)])
    if not found.status.is_proof or found.permutation is None:
        return None
    claim = BeautifulClaim(Board.cube(found.n, 2), found.permutation)
    if found.n > FIRST_SIDE:  # the checker refuses them
        return None
    with own_scheduler():
        return _Maker(BeautifulProof(claim, []), run or RunContext()).made()


def recorded_beautiful(n: int) -> tuple[int, ...] | None:
    """Return a most beautiful placement that is published or was found, if one is recorded.

    The column, from 0, of each row.
    """
    published = published_beautiful(n)
    found = reference("records/beautiful-queens-found")["entries"]
    rows = next((entry["permutation"] for entry in found if entry["shape"] == [n, n]), None)
    return published if rows is None else tuple(column - 1 for column in rows)


def refute_more_beautiful(
    placement: Placement, run: RunContext | None = None
) -> tuple[Beautiful, BeautifulProof | FirstProof | None]:
    """Prove that a full placement is a most beautiful one, without a search for it.

    Returns what `proven` does: OPTIMAL, or no decided costs. Raises InputError if the placement is
    not n queens without attacks on the (n,2)-board, Contradiction if one is more beautiful.
    """
    n = check_full("most beautiful queens", placement)
    claimed = Beautiful(
        status=Status.OPTIMAL,
        value=placement,
        engine="refutation",
        message="No placement is more beautiful than this one.",
        known=Known.EXACT,
        n=n,
        decided=n,
    )
    unproven = "Not all that is more beautiful is refuted."
    return proven(claimed, beautiful_certificate, unproven, run or RunContext(), decided=0)


class _Maker(TreeMaker[LevelNode, BeautifulProof]):
    def __init__(self, proof: BeautifulProof, run: RunContext) -> None:
        super().__init__(proof, run)
        self._states: set[Hashable] = set()

    def close(self, node: LevelNode, tried: float = inf) -> None:
        """Write the steps that close a node; `tried`: how many cells the last program had."""
        while not node.is_closed and (cell := node.only_choice()) is not None:
            node = self._below(node, cell)
        if node.is_closed or self._is_known(node) or (node.queens and self._is_searched(node, FEW)):
            return
        if (count := int(node.free.sum())) <= WORTH * tried:
            node, tried = self._priced(node), count
        if node.is_closed or self._is_searched(node, MANY):
            return
        while not node.is_closed:
            cell = node.branch()
            self.close(self._below(node, cell), tried)
            node = node.without_cell(cell)

    def _is_known(self, node: LevelNode) -> bool:
        """Close a node if one in the same state is closed; return whether there is one."""
        state = node.state()
        if state not in self._states:
            self._states.add(state)
            return False
        self.proof.tree.append((QueensLeaf.SAME, 0))
        return True

    def _below(self, node: LevelNode, cell: int) -> LevelNode:
        """Write a queen and return the node with it."""
        self.place(cell)
        below = node.below(cell)
        if len(below.queens) == len(below.free) and not below.is_closed:
            raise Contradiction("a placement is more beautiful than the claimed one")
        return below

    def _is_searched(self, node: LevelNode, most: int) -> bool:
        """Close a node by the checker's search if that takes no more nodes than these."""
        return node.fits and self.search(node, most)

    def _priced(self, node: LevelNode) -> LevelNode:
        """Write the prices that remove cells; return what they leave."""
        program = CellProgram(node, lambda: self.is_over)
        for prices in program.refuting():
            check_interruption()
            program.node = node = self.remove(node, prices, QueensLeaf.PRICES)
            if node.is_closed:
                break
        check_interruption()
        return node

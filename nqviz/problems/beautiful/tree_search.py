"""A search of a question by a tree of queens, which meets each state of the board once.

Where linear programs have barred most cells, the outer queens of each side are fixed but for mirror
images, which leave the same board to the others. So lines with one free cell are filled, and a
search on bit masks is given up after some nodes for the two or three cells of the shortest line; a
node in a state that had no answer before has none. The method is the project's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.engines.planar.search import FOUND, PAUSED, PlanarSearch
from nqviz.proofs import BeautifulClaim
from nqviz.proofs.level_node import LevelNode

from .questions import SLICE_NODES, Columns, Question, Unanswered, checked, columns_of

LEAF_NODES = 50_000
"""Nodes of a search before a further queen is placed."""


def search_tree(
    question: Question, nodes: int, weights: IntArray, count_nodes: Callable[[int], bool]
) -> Columns:
    """Answer by a tree of queens; arguments as of `find_columns`.

    `weights`, shape (2 n,).
    Raises Unanswered if the nodes were spent, or it has to end.
    """
    claim = BeautifulClaim(Board.cube(question.n, 2), ())
    decided = sorted(question.decided.items(), reverse=True)
    asked = (-1, question.n) if question.asked is None else question.asked
    levels, room = zip(*decided, asked, strict=True)
    root = LevelNode((), question.free(), claim, levels, room)
    found = _Tree(nodes, weights, count_nodes).answer(root)
    return None if found is None else checked(found, question, "the tree")


class _Tree:
    def __init__(self, nodes: int, weights: IntArray, count_nodes: Callable[[int], bool]) -> None:
        self._left, self._weights, self._count_nodes = nodes, weights, count_nodes
        self._states: set[Hashable] = set()

    def answer(self, node: LevelNode) -> Columns:
        """Return a placement that a node holds, None if there is none."""
        while not node.is_closed and (cell := node.only_choice()) is not None:
            node = node.below(cell)
            if len(node.queens) == len(node.free):
                return None if node.is_closed else self._columns(node)
        if node.is_closed or (state := node.state()) in self._states:
            return None
        self._states.add(state)
        search = self._search(node)
        end = PAUSED
        while end == PAUSED and search.nodes < LEAF_NODES:
            before = search.nodes
            end = search.run(SLICE_NODES)
            self._left -= search.nodes - before
            if self._count_nodes(search.nodes - before) or self._left < 0:
                raise Unanswered
        if end == FOUND:
            return self._columns(node, search.queens)
        while end == PAUSED and not node.is_closed:
            cell = node.branch()
            found = self.answer(node.below(cell))
            if found is not None:
                return found
            node = node.without_cell(cell)
        return None

    def _search(self, node: LevelNode) -> PlanarSearch:
        rows, columns = node.open_lines()
        costs = node.claim.costs.ravel()
        exact = len(node.levels) - 1
        groups = [
            (np.flatnonzero(costs == level), room, place < exact)
            for place, (level, room) in enumerate(zip(node.levels, node.room, strict=True))
            if room > 0 and level >= 0
        ]
        return PlanarSearch(node.free, rows, columns, groups, self._weights)

    @staticmethod
    def _columns(node: LevelNode, others: IntArray | None = None) -> IntArray:
        n = len(node.free)
        queens = np.stack(np.divmod(np.array(node.queens, dtype=np.int64), n), axis=1)
        return columns_of(queens if others is None else np.vstack((queens, others)), n)

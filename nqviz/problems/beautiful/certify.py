"""Certificates of most beautiful placements: prices of linear programs, and trees for searches.

Whatever is more beautiful is refuted anew, with the rules and the search of the checker.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.ilp.highs import Floats, Model, ModelStatus, Options, own_scheduler
from nqviz.proofs import (
    BeautifulClaim,
    BeautifulLeaf,
    BeautifulProof,
    FirstClaim,
    FirstLeaf,
    FirstProof,
    Flawed,
)
from nqviz.proofs.level_node import LevelNode
from nqviz.proofs.queens_search import FOUND, NONE, ON
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Contradiction, Status

from .level_search import Beautiful

FEW, MANY = 3_000, 60_000
"""Nodes of a search before and after the linear programs of a node."""
SLICE = 20_000
"""Nodes of a search between two looks at the clock."""
PENALTY = 8.0
"""What it costs a linear program to miss a queen of a line or a level."""
SHIFTS = (20, 8)
"""Prices are rounded to multiples of one over these powers of 2, the second where it suffices."""
WORTH = 0.05
"""A further linear program follows where the one before removed this part of the free cells."""


class _Ended(Exception):  # noqa: N818 - it is no error
    """The work is over before its end."""


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
        return FirstProof(FirstClaim(Board.cube(found.n, 2), ()), [(FirstLeaf.SEARCH, 0)])
    if not found.status.is_proof or found.permutation is None:
        return None
    claim = BeautifulClaim(Board.cube(found.n, 2), found.permutation)
    try:
        with own_scheduler():
            return _Maker(claim, run or RunContext()).made()
    except (_Ended, Flawed):  # the checker does not search sides over 64
        return None


class _Maker:
    """Closes the nodes of a proof, one after the other, and writes down the steps."""

    def __init__(self, claim: BeautifulClaim, run: RunContext) -> None:
        self._proof = BeautifulProof(claim, [])
        self._prices: list[IntArray] = []
        self._price_count = 0
        self._run = run

    def made(self) -> BeautifulProof:
        """Return the proof; raise _Ended if the run ends before."""
        roots = list(self._proof.roots())
        for i, node in enumerate(roots):
            seconds = self._run.seconds
            self._run.progress(Progress("writing the proof", seconds, fraction=i / len(roots)))
            self._close(node)
        return replace(self._proof, prices=np.concatenate([self._proof.prices, *self._prices]))

    def _close(self, node: LevelNode) -> None:
        """Write the steps that close a node."""
        if node.is_closed or (node.queens and self._search(node, FEW)):
            return
        node = self._priced(node)
        if node.is_closed or self._search(node, MANY if node.queens else FEW):
            return
        while not node.is_closed:
            cell = node.branch()
            self._proof.tree.append((BeautifulLeaf.PLACE, cell))
            self._close(node.below(cell))
            node = node.without_cell(cell)

    def _search(self, node: LevelNode, most: int) -> bool:
        """Close a node by the checker's search if it needs no more nodes than these."""
        search, end = node.search(), ON
        while end == ON and search.nodes < most:
            if self._run.ended() is not None:
                raise _Ended
            end = search.go_on(min(SLICE, most))
        if end == FOUND:
            raise Contradiction("a search finds a more beautiful placement")
        if end == NONE:
            self._proof.tree.append((BeautifulLeaf.SEARCH, search.nodes))
        return end == NONE

    def _priced(self, node: LevelNode) -> LevelNode:
        """Write prices as long as they remove many cells; return what they leave."""
        while not node.is_closed:
            if self._run.ended() is not None:
                raise _Ended
            count = int(node.free.sum())
            node = self._remove(node, _dual_prices(node))
            if node.free.sum() > (1 - WORTH) * count:
                break
        return node

    def _remove(self, node: LevelNode, exact: Floats | None) -> LevelNode:
        """Write rounded prices, shape (prices,), if they remove cells; return what they leave."""
        if exact is None:
            return node
        fine, coarse = (np.rint(exact * 2.0**shift).astype(np.int64) for shift in SHIFTS)
        left, less = node.priced(fine), node.priced(coarse)
        if (left.free == node.free).all():
            return node
        is_enough = less.is_closed or not (left.is_closed or (less.free & ~left.free).any())
        self._proof.tree.append((BeautifulLeaf.PRICES, self._price_count))
        self._prices.append(coarse if is_enough else fine)
        self._price_count += len(fine)
        return less if is_enough else left


# Linear program -----------------------------------------------------------------------------------


def _dual_prices(node: LevelNode) -> Floats | None:
    """Return prices by the duals of the program of a node, not rounded, shape (prices,).

    The cost is the number of queens on the last level, whose cells the program may use even where
    the node may not: the more it needs, the more cells are removed.
    """
    costs, groups, lines = node.claim.costs, node.groups(), node.lines()
    free = node.free | (node.unattacked & (costs == node.levels[-1]) & (node.room[-1] == 0))
    rows, columns = np.nonzero(free)
    open_rows = np.setdiff1d(np.arange(len(free)), np.array(node.queens, int) // len(free))
    sums, steps = np.unique(rows + columns), np.unique(columns - rows)
    sizes = [len(open_rows), len(lines[0]), len(sums), len(steps), len(node.levels) - 1]
    starts = np.cumsum([0, *sizes])
    numbers = [
        np.searchsorted(open_rows, rows),
        starts[1] + np.searchsorted(lines[0], columns),
        starts[2] + np.searchsorted(sums, rows + columns),
        starts[3] + np.searchsorted(steps, columns - rows),
    ]
    cells = [np.arange(len(rows))] * 4
    for group in range(sizes[4]):
        inside = np.flatnonzero(groups.cells[group][rows, columns])
        numbers.append(np.full(len(inside), starts[4] + group))
        cells.append(inside)
    where = np.concatenate(numbers), np.concatenate(cells)
    shape = int(starts[-1]), len(rows)
    matrix = sp.csr_array((np.ones(len(where[0])), where), shape=shape)
    upper = np.ones(shape[0])
    upper[starts[4] :] = groups.room[:-1]
    is_equal = np.ones(shape[0], dtype=np.bool_)
    is_equal[starts[2] : starts[4]] = False
    missed = sp.csr_array(sp.csc_array(np.eye(shape[0])[:, is_equal]))
    model = Model(
        sp.csr_array(sp.hstack([matrix, missed, -missed])),
        np.where(is_equal, upper, -np.inf),
        upper,
        np.append(costs[rows, columns] == node.levels[-1], np.full(2 * is_equal.sum(), PENALTY)),
        column_upper=np.full(shape[1] + 2 * int(is_equal.sum()), np.inf),
        options=_OPTIONS,
    )
    if model.solve() is not ModelStatus.OPTIMAL:
        return None
    _, of_columns, of_sums, of_steps, of_levels = np.split(-model.row_duals, starts[1:-1])
    of_sums = of_sums[np.isin(sums, lines[1])]
    of_steps = of_steps[np.isin(steps, lines[2])]
    diagonals = np.maximum(np.concatenate((of_sums, of_steps)), 0.0)
    return np.concatenate((of_columns, diagonals, of_levels, [1.0]))


_OPTIONS: Options = {"solver": "simplex", "presolve": "off"}

"""Certificates of most beautiful placements: prices of linear programs, and trees for searches.

Whatever is more beautiful is refuted anew, with the rules and the search of the checker.
"""

from __future__ import annotations

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board
from nqviz.ilp.highs import Floats, Model, ModelStatus, Options, own_scheduler
from nqviz.proofs import (
    BeautifulClaim,
    BeautifulProof,
    FirstClaim,
    FirstProof,
    QueensLeaf,
    TreeMaker,
)
from nqviz.proofs.level_node import LevelNode
from nqviz.proofs.squares import WIDTH
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status

from .level_search import Beautiful

FEW, MANY = 3_000, 400_000
"""Nodes of a search before and after the linear programs of a node."""
PENALTY = 8.0
"""What it costs a linear program to miss a queen of a line or a level."""
WORTH = 0.05
"""A further linear program follows where the one before removed this part of the free cells."""


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
    if found.n > WIDTH:  # the checker does not search them
        return None
    with own_scheduler():
        return _Maker(BeautifulProof(claim, []), run or RunContext()).made()


class _Maker(TreeMaker[LevelNode, BeautifulProof]):
    def close(self, node: LevelNode) -> None:
        """Write the steps that close a node."""
        if node.is_closed or (node.queens and self.search(node, FEW)):
            return
        node = self._priced(node)
        if node.is_closed or self.search(node, MANY if node.queens else FEW):
            return
        while not node.is_closed:
            cell = node.branch()
            self.place(cell)
            self.close(node.below(cell))
            node = node.without_cell(cell)

    def _priced(self, node: LevelNode) -> LevelNode:
        """Write prices as long as they remove many cells; return what they leave."""
        while not node.is_closed:
            self.look()
            count = int(node.free.sum())
            exact = _dual_prices(node)
            if exact is None:
                break
            node = self.remove(node, exact, QueensLeaf.PRICES)
            if node.free.sum() > (1 - WORTH) * count:
                break
        return node


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

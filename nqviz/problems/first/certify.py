"""Certificates of first placements: prices of linear programs, and trees for the checker's search.

What comes before the placement is refuted anew, with the rules and the search of the checker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board
from nqviz.core.interruption import check_interruption
from nqviz.core.placement import Placement
from nqviz.ilp.highs import Floats, Model, ModelStatus, Options, own_scheduler
from nqviz.problems.planar import check_full, permutation, proven
from nqviz.proofs import FirstClaim, FirstProof, QueensLeaf, TreeMaker
from nqviz.proofs.diagonals import diagrams
from nqviz.proofs.first_node import FirstNode, Lines
from nqviz.proofs.proof import Flawed
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Status

from .engines import First
from .refutation import removing_prices

FEW, MANY = 10_000, 300_000
"""Nodes of a search before and after the linear programs of a node."""
BY_CHOICES = 1_000_000
"""Nodes of a search by choices of diagonals, before the linear programs."""
PENALTY = 1000.0
"""The largest dual of a ray: more than any column of a row."""


def first_certificate(first: First, run: RunContext | None = None) -> FirstProof | None:
    """Return a proof that a placement is the first one, or that there is none.

    None if nothing is proven, or the run ends before.

    Raises
    ------
    Contradiction
        If a placement comes before the proven one.
    """
    if not first.status.is_proof:
        return None
    columns = first.certain if first.status is Status.OPTIMAL else ()
    claim = FirstClaim(Board.cube(first.n, 2), columns)
    with own_scheduler():
        return _Maker(FirstProof(claim, []), run or RunContext()).made()


def refute_earlier(
    placement: Placement, run: RunContext | None = None
) -> tuple[First, FirstProof | None]:
    """Prove that a full placement is the first one, without a search for it.

    Returns what `proven` does: OPTIMAL, or no certain rows. Raises InputError if the placement is
    not n queens without attacks on the (n,2)-board, Contradiction if one comes before it.
    """
    n = check_full("first placements", placement)
    claimed = First(
        status=Status.OPTIMAL,
        value=placement,
        engine="refutation",
        message="no placement comes before this one",
        known=Known.EXACT,
        n=n,
        certain=permutation(placement),
    )
    unproven = "not all that comes before it is refuted"
    found, proof = proven(claimed, first_certificate, unproven, run or RunContext(), certain=())
    return replace(found, nodes=None if proof is None else len(proof.tree)), proof


class _Maker(TreeMaker[FirstNode, FirstProof]):
    def close(self, node: FirstNode) -> None:
        """Write the steps that close a node."""
        if node.is_closed:
            return
        if not node.fits:
            node = self._by_squares(node, QueensLeaf.WIDE)
        else:
            if self.search(node, FEW) or self.search(node, BY_CHOICES, QueensLeaf.CHOICES):
                return
            node = self._priced(node)
            if node.is_closed or self.search(node, MANY):
                return
        while not node.is_closed:
            column = node.choices[0]
            self.place(column)
            self.close(node.below(column))
            node = node.without(column)

    def _priced(self, node: FirstNode) -> FirstNode:
        """Write the prices that remove cells; return what they leave."""
        lines = node.lines()
        try:
            both = diagrams(lines.totals, lines.sums, lines.steps)
        except Flawed:  # more than the checker lists
            return self._by_squares(node, QueensLeaf.PRICES)
        if both is None:
            return self.remove(node, np.zeros(lines.price_count(is_listed=True)), QueensLeaf.LISTED)
        for prices in removing_prices(lines, both, lambda: self.is_over):
            check_interruption()
            of_columns, of_sums, of_steps = np.split(prices, lines.ends[:2])
            left = node.lines()
            of_sums = of_sums[np.isin(lines.sums, left.sums)]
            of_steps = of_steps[np.isin(lines.steps, left.steps)]
            exact = np.concatenate((of_columns, of_sums, of_steps))
            node = self.remove(node, exact, QueensLeaf.LISTED)
            if node.is_closed:
                break
        check_interruption()
        return node

    def _by_squares(self, node: FirstNode, kind: QueensLeaf) -> FirstNode:
        """Continue as long as the linear program with a row of squares removes cells."""
        before = None
        while node is not before and not node.is_closed:
            check_interruption()
            before = node
            for exact in _dual_prices(node.lines(is_wide=True), lambda: self.is_over):
                if node is before:
                    node = self.remove(node, exact, kind)
        check_interruption()
        return node


# Linear program -----------------------------------------------------------------------------------


def _dual_prices(lines: Lines, is_over: Callable[[], bool]) -> list[Floats]:
    """Return prices by the duals of the program of open lines, or by both signs of its ray.

    They are not rounded; shape (prices,) each. The cost is the column of the next row. `is_over`
    ends the program, with no prices.
    """
    bounds = lines.squares()
    if bounds is None:
        return [np.zeros(lines.price_count(is_listed=False))]  # any close it
    mean, *squares = bounds
    k = len(lines.columns)
    ends = np.cumsum([k, k, len(lines.sums), len(lines.steps)])
    numbers = [
        lines.rows,
        k + lines.at_column,
        ends[1] + lines.at_sum,
        ends[2] + lines.at_step,
        np.full(len(lines.rows), ends[3]),
    ]
    values = (lines.rows + lines.places - mean) ** 2
    unit = 1.0 / max(1, int(values.max()))
    data = np.concatenate((np.ones(4 * len(values)), values * unit))
    places = np.tile(np.arange(len(values)), 5)
    height = int(ends[3]) + 1
    matrix = sp.csr_array((data, (np.concatenate(numbers), places)), shape=(height, len(values)))
    lower, upper = np.zeros(height), np.ones(height)
    lower[: 2 * k] = 1.0
    lower[-1], upper[-1] = (unit * each for each in squares)
    cost = np.where(lines.rows == 0, lines.places, 0).astype(np.float64)
    options: Options = {
        "solver": "simplex",
        "presolve": "off",
        "simplex_dual_edge_weight_strategy": 1,
        "simplex_scale_strategy": 0,
        "simplex_iteration_limit": 10 * height,
    }
    model = Model(matrix, lower, upper, cost, options=options, is_over=is_over)
    status = model.solve()
    if status is ModelStatus.LIMIT:  # Devex, mostly faster, stalls on some wide boards
        model.set_options(
            {"simplex_dual_edge_weight_strategy": -1, "simplex_iteration_limit": MANY}
        )
        status = model.solve()
    if status is ModelStatus.OPTIMAL:
        return [_as_prices(model.row_duals[k:], k, unit)]
    ray = model.dual_ray() if status is ModelStatus.INFEASIBLE else None
    if ray is None or not ray.any():
        return []
    ray = ray[k:] * (PENALTY / float(np.abs(ray).max()))
    return [_as_prices(each, k, unit) for each in (ray, -ray)]


def _as_prices(duals: Floats, k: int, unit: float) -> Floats:
    """Return prices by the duals of k columns, of diagonals and of squares in a unit."""
    prices = -duals
    prices[-1] *= unit
    prices[k:-1] = np.maximum(prices[k:-1], 0.0)
    return prices

"""Certificates of first placements: prices of linear programs, and trees for the checker's search.

What comes before the placement is refuted anew, with the rules and the search of the checker.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.ilp.highs import Floats, Model, ModelStatus, Options, own_scheduler
from nqviz.proofs import FirstClaim, FirstLeaf, FirstProof, Flawed
from nqviz.proofs.first_node import FirstNode, Lines
from nqviz.proofs.queens_search import FOUND, NONE, ON
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Contradiction, Status

from .choices import list_choices
from .engines import First
from .hull import PENALTY, HullProgram
from .rest import Rest

FEW, MANY = 10_000, 300_000
"""Nodes of a search before and after the linear programs of a node."""
SLICE = 50_000
"""Nodes of a search between two looks at the clock."""
ROOM = 1 << 17
"""How many choices of diagonals are listed at most."""
SHIFTS = (20, 8)
"""Prices are rounded to multiples of one over these powers of 2, the second where it suffices."""
LARGEST = 4000.0
"""The largest price that is used."""


class _Ended(Exception):  # noqa: N818 - it is no error
    """The work is over before its end."""


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
    try:
        with own_scheduler():
            return _Maker(claim, run or RunContext()).made()
    except _Ended:
        return None


class _Maker:
    """Closes the nodes of a proof, one after the other, and writes down the steps."""

    def __init__(self, claim: FirstClaim, run: RunContext) -> None:
        self._proof = FirstProof(claim, [])
        self._prices: list[IntArray] = []
        self._price_count = 0
        self._run = run

    def made(self) -> FirstProof:
        """Return the proof; raise _Ended if the run ends before."""
        roots = list(self._proof.roots())
        for i, node in enumerate(roots):
            seconds = self._run.seconds
            self._run.progress(Progress("writing the proof", seconds, fraction=i / len(roots)))
            self._close(node)
        return replace(self._proof, prices=np.concatenate([self._proof.prices, *self._prices]))

    def _close(self, node: FirstNode) -> None:
        """Write the steps that close a node."""
        if not node.choices:
            return
        if node.fits:
            if self._search(node, FEW):
                return
            node = self._priced(node)
            if not node.choices or self._search(node, MANY):
                return
        while choices := node.choices:
            self._proof.tree.append((FirstLeaf.PLACE, choices[0]))
            self._close(node.below(choices[0]))
            node = node.without(choices[0])

    def _look(self) -> None:
        if self._run.ended() is not None:
            raise _Ended

    def _search(self, node: FirstNode, most: int) -> bool:
        """Close a node by the checker's search if it needs no more nodes than these."""
        search, end = node.search(), ON
        while end == ON and search.nodes < most:
            self._look()
            end = search.go_on(min(SLICE, most))
        if end == FOUND:
            raise Contradiction("a search finds a placement that comes before the first one")
        if end == NONE:
            self._proof.tree.append((FirstLeaf.SEARCH, search.nodes))
        return end == NONE

    def _priced(self, node: FirstNode) -> FirstNode:
        """Write the prices that remove columns of the next row; return what they leave."""
        lines = node.lines()
        rest = Rest(len(node.rows), lines.left, lines.columns, lines.free.astype(np.uint64))
        choices = list_choices(rest, ROOM)
        if choices is None:
            return self._by_squares(node)
        program = HullProgram(rest, choices, lambda: self._run.ended() is not None)
        program.candidates()
        self._look()
        every: list[Floats | None] = [*program.decisive]
        for duals in every or [None]:
            if not node.choices:
                break
            lines = node.lines()
            of_columns, of_sums, of_steps = program.prices(duals)
            exact = np.concatenate((of_columns, of_sums[lines.sums], of_steps[lines.steps]))
            node = self._remove(node, exact, FirstLeaf.LISTED)
        return node

    def _by_squares(self, node: FirstNode) -> FirstNode:
        """Go on as long as the linear program with a row of squares removes columns."""
        while choices := node.choices:
            self._look()
            for exact in _dual_prices(node.lines()):
                if node.choices == choices:
                    node = self._remove(node, exact, FirstLeaf.PRICES)
            if node.choices == choices:
                break
        return node

    def _remove(self, node: FirstNode, exact: Floats, kind: FirstLeaf) -> FirstNode:
        """Write rounded prices, shape (prices,), if they remove columns; return what they leave."""
        fine, coarse = (
            np.rint(np.clip(exact, -LARGEST, LARGEST) * 2.0**shift).astype(np.int64)
            for shift in SHIFTS
        )
        is_listed = kind == FirstLeaf.LISTED
        try:
            left = node.priced(fine, is_listed)
        except Flawed:  # more than the checker lists
            return node
        if left.choices == node.choices:
            return node
        less = node.priced(coarse, is_listed)
        is_enough = less.choices == left.choices
        self._proof.tree.append((kind, self._price_count))
        self._prices.append(coarse if is_enough else fine)
        self._price_count += len(fine)
        return less if is_enough else left


# Linear program -----------------------------------------------------------------------------------


def _dual_prices(lines: Lines) -> list[Floats]:
    """Return prices by the duals of the program of open lines, or by both signs of its ray.

    They are not rounded; shape (prices,) each. The cost is the column of the next row.
    """
    bounds = lines.squares()
    if bounds is None:
        return []  # a search closes it at once
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
    options: Options = {"solver": "simplex", "presolve": "off", "simplex_scale_strategy": 0}
    model = Model(matrix, lower, upper, cost, options=options)
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

"""The linear program that refutes first rows: choices of diagonals as columns, made when needed.

Over the free cells x, one queen on each open row and column stands on diagonals that are a mixture
of choices, each of sums and differences that go together. Where they do not fit, the program pays
one for each diagonal that is missed; and a little for the column of the next row, the more the
farther it is. So it has to pay most where the first rows have no completion, and else shows which
columns of the next row have none.

There are far too many choices to list them. By the duals of a program with some of them, diagrams
find the cheapest choice of each key, see `nqviz.proofs.diagonals`; those that cost less than the
program takes for granted are added. For any prices the cheapest choice of all gives a bound: the
columns that cost less are refuted. The method is the project's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.interruption import Interrupted
from nqviz.ilp.highs import Floats, Model, ModelStatus
from nqviz.proofs.diagonals import Arcs, Diagram, diagrams
from nqviz.proofs.first_node import BEYOND, Lines
from nqviz.proofs.proof import Flawed

from .program import RowProgram, start_after
from .rest import Rest

SCALE = 1 << 20
"""Duals and costs are multiples of one over this."""
MOST_DUAL = 2.0**20
"""The largest dual that is used: any is valid, and sums of some must fit into 64 bits."""
MARGIN = SCALE // 10_000
"""A bound that is higher by less is not used: the checker rounds prices once more."""
FARTHEST = SCALE // 10
"""What the columns of the next row cost at most."""
AT_ONCE = 60
"""How many choices the program begins with, and how many are added at a time."""


def columns_left(
    n: int, first: Sequence[int], columns: Sequence[int], is_over: Callable[[], bool]
) -> list[int]:
    """Return which of some columns of the next row a linear program leaves, in order.

    `first`: the columns of the queens in the first rows. `is_over` ends the program.
    """
    rest = Rest.after(n, first)
    if rest.fits:
        free = rest.free.astype(np.bool_)
        free[0] &= np.isin(np.arange(free.shape[1]) + rest.left, columns)
        if not (free.any(axis=1).all() and free[:, rest.columns].any(axis=0).all()):
            return []
        lines = Lines(free, rest.columns)
        try:
            both = diagrams(lines.totals, lines.sums, lines.steps)
        except Flawed:  # too many choices of diagonals
            pass
        else:
            left = () if both is None else _Program(lines, both, is_over).left()
            return [rest.left + each for each in left]
    try:
        start = start_after(n, tuple(first), is_over)
    except Interrupted:
        return list(columns)
    program = RowProgram(n, first, is_over, start)
    program.forbid(np.setdiff1d(np.arange(n), columns))
    return program.candidates()


def removing_prices(
    lines: Lines, both: tuple[Diagram, Diagram], is_over: Callable[[], bool]
) -> Iterator[Floats]:
    """Yield prices of columns, sums and differences that remove columns of the next row, or all.

    They are not rounded, and of shape (prices,). `is_over` ends the program.
    """
    program = _Program(lines, both, is_over)
    yield from (-duals[program.k : -1] / SCALE for duals in program.refuting())


class _Program:
    """The program: its rows are open rows, columns, sums, differences, and the number of choices.

    `model`: it has the columns of the choices so far.
    `k`: the number of open rows.
    """

    def __init__(
        self, lines: Lines, both: tuple[Diagram, Diagram], is_over: Callable[[], bool]
    ) -> None:
        self.k = k = len(lines.columns)
        self._lines, self._both = lines, both
        self._ends = np.cumsum([k, k, len(lines.sums), len(lines.steps)])
        height, cells = int(self._ends[-1]) + 1, len(lines.rows)
        numbers = [lines.rows, k + lines.at_column]
        numbers += [self._ends[1] + lines.at_sum, self._ends[2] + lines.at_step]
        where = np.concatenate(numbers), np.tile(np.arange(cells), 4)
        matrix = sp.csc_array((np.ones(4 * cells), where), shape=(height, cells))
        missed = sp.csc_array(np.eye(height)[:, 2 * k : -1])
        sides = np.zeros(height)
        sides[: 2 * k] = sides[-1] = 1.0
        payments = 2 * missed.shape[1]
        self._cost = np.where(lines.rows == 0, lines.places * (FARTHEST // lines.free.shape[1]), 0)
        self._next = np.flatnonzero(lines.rows == 0)
        self.model = Model(
            sp.csc_array(sp.hstack([matrix, missed, -missed])),
            sides,
            sides,
            np.append(self._cost / SCALE, np.ones(payments)),
            column_upper=np.repeat([1.0, np.inf], [cells, payments]),
            options={
                "solver": "simplex",
                "presolve": "off",
                "simplex_strategy": 4,
                "simplex_scale_strategy": 0,
            },
            is_over=is_over,
        )
        self._known: set[bytes] = set()
        prices, last = self._cheapest(np.random.default_rng(0).integers(0, SCALE, height))
        self._add(np.argsort(prices)[:AT_ONCE], last)

    def left(self) -> list[int]:
        """Return the columns of the next row that are not refuted, in order."""
        for _ in self.refuting():
            pass
        left: list[int] = self._lines.places[self._next].tolist()
        return left

    def refuting(self) -> Iterator[IntArray]:
        """Yield the rounded duals, shape (rows,), that refute columns, until no more do."""
        while len(self._next) and self.model.solve() is ModelStatus.OPTIMAL:
            least, cheapest = self.model.objective, int(self._cost[self._next[0]])
            near = np.clip(np.nan_to_num(self.model.row_duals), -MOST_DUAL, MOST_DUAL)
            duals = np.rint(SCALE * near).astype(np.int64)
            bound, is_new = self._continue_by(duals)
            if bound > cheapest + MARGIN:
                yield duals
                self._drop(bound - MARGIN)
            elif not is_new or SCALE * least <= cheapest + MARGIN:
                return

    def _drop(self, bound: int) -> None:
        """Forbid the columns of the next row that cost less."""
        is_left = self._cost[self._next] >= bound
        self.model.set_bounds(self._next[~is_left], 0.0, 0.0)
        self._next = self._next[is_left]

    def _continue_by(self, duals: IntArray) -> tuple[int, bool]:
        """Return the bound of rounded duals, shape (rows,), and whether choices were added."""
        of_columns, of_sums, of_steps = np.split(duals[self.k : -1], self._ends[1:-1] - self.k)
        lines = self._lines
        costs = np.full(lines.free.shape, BEYOND)
        costs[lines.rows, lines.places] = self._cost - (
            of_columns[lines.at_column] + of_sums[lines.at_sum] + of_steps[lines.at_step]
        )
        costs[0, np.setdiff1d(lines.places[lines.rows == 0], lines.places[self._next])] = BEYOND
        prices, last = self._cheapest(duals)
        bound = int(costs.min(axis=1).sum() + of_columns.sum() + prices.min())
        order = np.argsort(prices)[:AT_ONCE]
        return bound, self._add(order[prices[order] < duals[-1]], last)

    def _cheapest(self, duals: IntArray) -> tuple[IntArray, list[Arcs]]:
        """Return the least price of each key, shape (keys,), and how diagrams find its choices."""
        families = np.split(duals[2 * self.k : -1], [self._ends[2] - 2 * self.k])
        found = [each.highest(-of) for each, of in zip(self._both, families, strict=True)]
        return -(found[0][0] + found[1][0]), [last for _, last in found]

    def _add(self, keys: IntArray, last: list[Arcs]) -> bool:
        """Add the cheapest choices of some keys, shape (k,); return whether any is new."""
        columns = []
        for key in keys.tolist():
            pairs = zip(self._both, last, strict=True)
            chosen = np.concatenate([each.choice(arcs, key) for each, arcs in pairs])
            if chosen.tobytes() not in self._known:
                self._known.add(chosen.tobytes())
                columns.append(np.concatenate((np.zeros(2 * self.k), -1.0 * chosen, [1.0])))
        if columns:
            self.model.add_columns(sp.csc_array(np.array(columns).T))
        return bool(columns)

"""The linear program of the open rows: the lowest column that a row can have.

Bounds are computed in integers from rounded duals, so that the results are exact.

Source of the program: Fischetti and Salvagnin (2019), sections 2 and 3.3; the row of squares and
the bounds from inexact duals are the project's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.interruption import Interrupted
from nqviz.engines.planar.bound import least_squares
from nqviz.ilp.highs import Floats, Model, ModelStatus, Options, Standing

from .rest import free_after

MARGIN = 1e-6
"""How far a bound in floating point must lie beyond an integer to count."""
SCALE = 2**40
"""Bounds are computed from duals that are rounded to multiples of one over this."""
MOST_DUAL = 2.0**12
"""The largest dual that is used: any number is valid, and sums of a few must fit into 64 bits."""


def rounded(duals: Floats) -> IntArray:
    """Return numbers times `SCALE` as integers of at most 53 bits, same shape; 0 for no number."""
    near = np.clip(np.nan_to_num(duals), -MOST_DUAL, MOST_DUAL)
    return np.rint(near * SCALE).astype(np.int64)


def total(values: IntArray) -> int:
    """Return the sum of integers of any shape, also where it does not fit into 64 bits."""
    return (int((values >> 32).sum()) << 32) + int((values & (2**32 - 1)).sum())


@dataclass(frozen=True)
class Squares:
    """The row lower <= values x <= upper of the squares of the sums, in integers.

    For k queens whose sums s add up to t it is the sum of (k s - t)^2.

    `values`, shape (cells,).
    """

    values: IntArray
    lower: int
    upper: int

    @property
    def unit(self) -> float:
        """The factor for a linear program: the largest value becomes 1."""
        return 1.0 / max(1, int(self.values.max()))

    def dual(self, dual: float) -> int:
        """Return the dual of the row of the linear program for this row, times `SCALE`.

        Products with the values have at most 54 bits.
        """
        most = 2**54 // max(1, int(self.values.max()))
        near = float(np.clip(np.nan_to_num(dual), -1e15, 1e15))
        return max(-most, min(most, round(near * self.unit * SCALE)))


@dataclass(frozen=True)
class Lines:
    """The rows lower <= matrix x <= upper for the queens that are missing after the first rows.

    `rows`, `columns`, shape (cells,): the free cells, one variable each.
    `numbers`, shape (lines,): which of the 2 n rows and columns and 4 n diagonals, or last the
    squares, each line is.
    `matrix` has shape (lines, cells).
    `lower`, `upper` have shape (lines,).
    """

    rows: IntArray
    columns: IntArray
    numbers: IntArray
    matrix: sp.csr_array
    lower: Floats
    upper: Floats
    squares: Squares | None = None
    """What the last row is in integers, where it is one of squares."""

    @classmethod
    def after(cls, n: int, first: Sequence[int], forbidden: Sequence[int] = ()) -> Lines | None:
        """Write the lines: one queen in each open row and column, at most one on a diagonal.

        `first`: the columns of the queens in the first rows.
        `forbidden`: columns that the next row must not have.
        Returns None if a row or a column is left without a cell.
        """
        free = free_after(n, first)
        free[len(first), list(forbidden)] = 0
        rows, columns = np.nonzero(free)
        missing = n - len(first)
        if len(np.unique(rows)) < missing or len(np.unique(columns)) < missing:
            return None
        number = np.concatenate([rows, n + columns, 2 * n + rows + columns, 5 * n + columns - rows])
        cells = np.tile(np.arange(len(rows)), 4)
        matrix = sp.csr_array((np.ones(len(cells)), (number, cells)), shape=(6 * n, len(rows)))
        is_equal = np.arange(6 * n) < 2 * n
        held = np.diff(matrix.indptr)
        keep = np.flatnonzero((held > 1) | (is_equal & (held > 0)))
        lower = np.where(is_equal[keep], 1.0, 0.0)
        return cls(rows, columns, keep, sp.csr_array(matrix[keep]), lower, np.ones(len(keep)))

    def with_squares(self) -> Lines | None:
        """Add what `least_squares` proves of the squares of the sums; None if nothing satisfies it.

        The squares are taken around the mean sum, so that they stay small.
        """
        rows, columns = np.unique(self.rows), np.unique(self.columns)
        k = len(rows)
        found = np.zeros(5, dtype=np.int64)
        bounds = []
        for values, wanted in (
            (self.rows + self.columns, int(rows.sum() + columns.sum())),
            (self.columns - self.rows, int(columns.sum() - rows.sum())),
        ):
            available = np.unique(values)
            if not least_squares(available, len(available), k, wanted, found):
                return None
            bounds.append(int(found[0]))
        most = 2 * int((rows**2).sum() + (columns**2).sum()) - bounds[1]
        if bounds[0] > most:
            return None
        sums = int(rows.sum() + columns.sum())
        squares = Squares(
            (k * (self.rows + self.columns) - sums) ** 2,
            k * (k * bounds[0] - sums * sums),
            k * (k * most - sums * sums),
        )
        row = sp.csr_array(squares.values[None, :] * squares.unit)
        return replace(
            self,
            numbers=np.append(self.numbers, -1),
            matrix=sp.csr_array(sp.vstack([self.matrix, row])),
            lower=np.append(self.lower, squares.lower * squares.unit),
            upper=np.append(self.upper, squares.upper * squares.unit),
            squares=squares,
        )


def lines_model(
    lines: Lines,
    cost: Floats,
    is_over: Callable[[], bool],
    options: Options,
    is_integer: bool = False,
) -> Model:
    """Build the model min cost x over the lines, x between 0 and 1; `cost`, shape (columns,)."""
    return Model(
        lines.matrix,
        lines.lower,
        lines.upper,
        cost,
        is_integer=is_integer,
        options=options,
        is_over=is_over,
    )


class Basis(NamedTuple):
    """Where the simplex method ended: how cells and lines stand in its basis, as in `Model.basis`.

    `cells`, shape (n, n); `lines`, shape (6 n + 1,): see `Lines.numbers`.
    """

    cells: Standing
    lines: Standing


class RowProgram:
    """The relaxation after some first rows, with the column of the next row to minimise.

    The dual simplex method goes on from its last basis. Bounds are computed anew in integers from
    the rounded duals, with every variable between 0 and 1, so that they hold however inexact it
    was.

    `first`: the columns of the queens in the first rows.
    `is_over`: interrupts the simplex method; the result is then valid but weak.
    `start`: the basis to start from, if any.
    """

    def __init__(
        self,
        n: int,
        first: Sequence[int],
        is_over: Callable[[], bool] = lambda: False,
        start: Basis | None = None,
    ) -> None:
        self._n = n
        plain = Lines.after(n, first)
        self._lines = None if plain is None else plain.with_squares()
        if self._lines is None:
            return
        self._is_next = self._lines.rows == len(first)
        self._most = np.ones(len(self._lines.rows))
        self._cost = np.where(self._is_next, self._lines.columns, 0).astype(np.float64)
        self._costs = self._cost.astype(np.int64) * SCALE
        self._plain = sp.csr_array(self._lines.matrix[:-1].astype(np.int64))
        options: Options = {
            "solver": "simplex",
            "presolve": "off",
            "simplex_strategy": 1,
            "simplex_scale_strategy": 0,
        }
        self._model = lines_model(self._lines, self._cost, is_over, options)
        if start is not None:
            cells = start.cells[self._lines.rows, self._lines.columns]
            self._model.set_basis(cells, start.lines[self._lines.numbers])

    def basis(self, is_primal: bool) -> Basis | None:
        """Solve the program by the primal or dual simplex method; return its basis, if it has one.

        Raises Interrupted.
        """
        if self._lines is None:
            return None
        self._model.set_options({"simplex_strategy": 4 if is_primal else 1})
        if self._model.solve() is ModelStatus.INTERRUPTED:
            raise Interrupted
        found = self._model.basis
        if found is None:
            return None
        basis = Basis(np.zeros((self._n, self._n), np.int8), np.ones(6 * self._n + 1, np.int8))
        basis.cells[self._lines.rows, self._lines.columns], basis.lines[self._lines.numbers] = found
        return basis

    def forbid(self, columns: IntArray) -> None:
        """Exclude columns of the next row; `columns`, shape (k,)."""
        if self._lines is not None:
            self._drop(self._is_next & np.isin(self._lines.columns, columns))

    def _drop(self, is_lost: npt.NDArray[np.bool_]) -> None:
        lost = np.flatnonzero(is_lost & (self._most > 0))
        self._most[lost] = 0.0
        self._model.set_bounds(lost, 0.0, 0.0)

    def candidates(self) -> list[int]:
        """Return the columns left for the next row, in order; [] refutes the first rows."""
        while self._lines is not None:
            columns = self._lines.columns
            left: list[int] = np.sort(columns[self._is_next & (self._most > 0)]).tolist()
            if not left:
                return []
            status = self._model.solve()
            if status is ModelStatus.INFEASIBLE and self._is_refuted():
                return []
            if status is not ModelStatus.OPTIMAL:
                return left
            lowest = -(-self._bound(self._costs, self._model.row_duals) // SCALE)
            if lowest <= left[0]:
                return left
            self._drop(self._is_next & (columns < lowest))
        return []

    def _bound(self, cost: IntArray, duals: Floats) -> int:
        """Bound cost x from below for every x in the program, times `SCALE`, for any duals."""
        assert self._lines is not None
        squares = self._lines.squares
        assert squares is not None
        weights, of_squares = rounded(duals[:-1]), squares.dual(duals[-1])
        sides = np.where(weights > 0, self._lines.lower[:-1], self._lines.upper[:-1])
        reduced = cost - self._plain.T @ weights - squares.values * of_squares
        side = squares.lower if of_squares > 0 else squares.upper
        bound = total(weights * sides.astype(np.int64)) + side * of_squares
        return bound + total(np.minimum(reduced, 0)[self._most > 0])

    def _is_refuted(self) -> bool:
        """Whether the ray of HiGHS proves, as is checked here, that no x exists."""
        ray = self._model.dual_ray()
        size = 0.0 if ray is None else float(np.abs(ray).max(initial=0.0))
        if ray is None or size == 0.0:
            return False
        nothing = np.zeros_like(self._costs)
        return max(self._bound(nothing, sign * ray / size) for sign in (1.0, -1.0)) > 0


@lru_cache(maxsize=256)
def kept_start(n: int, first: tuple[int, ...]) -> list[Basis | None]:
    """Return where the answer of `start_after` is kept, empty before it is known."""
    return []


def start_after(n: int, first: tuple[int, ...], is_over: Callable[[], bool]) -> Basis | None:
    """Return the basis of the program after some first rows, if it has one.

    It starts from that of the rows before, which the primal simplex method adapts in few steps; so
    it depends on nothing but the rows. Raises Interrupted.
    """
    kept = kept_start(n, first)
    if not kept:
        start = start_after(n, first[:-1], is_over) if first else None
        kept.append(RowProgram(n, first, is_over, start).basis(is_primal=start is not None))
    return kept[0]

"""Linear programs of a question: a bound on its queens, and cells that it cannot use.

Every question looks the same after each of the eight symmetries of the square. So the average of a
solution of its linear program over them is a solution as well, and the program may be written for
orbits of cells and of lines, an eighth as many.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.symmetry import cell_orbits
from nqviz.ilp.highs import Floats, Model, ModelStatus, Options, own_scheduler
from nqviz.problems.planar import cell_costs

from .integer import LevelProgram
from .questions import Question

ROUNDING = 1e-6
"""How far the floating-point values may be wrong."""
SURE = 1 - 1e-6
"""A cell with so much of a queen in a solution can hold one."""
MOST_SOLUTIONS = 2_000
"""So many solutions of linear programs are kept."""
PROBING: Options = {
    "solver": "simplex",
    "presolve": "off",
    "simplex_dual_edge_weight_strategy": 1,
}
"""Of programs of which only bounds change: Devex takes half the time of steepest edge here."""
MOST_ITERATIONS = 2_000
"""Of the simplex method in one program of a probe; more mean that it stalls."""
INTERIOR: Options = {"solver": "ipm", "presolve": "on", "run_crossover": "off"}
"""Where the simplex method stalls: programs of 80 queens take it seconds, and this 0.05 s."""


@dataclass(frozen=True, eq=False)
class Relaxed:
    """A bound from a linear program."""

    bound: float
    """No placement has fewer queens where the question wants few."""
    prices: Floats
    """A placement with a queen on a cell has at least the bound and its price, shape (n, n)."""

    @property
    def least(self) -> int:
        """The bound as a whole number."""
        return ceil(self.bound - ROUNDING)

    def barred(self, most: int) -> npt.NDArray[np.bool_]:
        """Return which cells no placement uses that has at most so many queens there.

        Shape (n, n).
        """
        return np.asarray(self.prices > most - self.bound + ROUNDING)


def relax(question: Question) -> Relaxed:
    """Bound from below the queens on the wanted level, or above the highest.

    Notes
    -----
    Minimise c x under the rows A x = b or <= b and 0 <= x <= 1, x being how much of a queen stands
    on every cell of an orbit. Whatever y the solver gives, with no y above 0 for a row <= b and
    d = c - A' y: a placement has at least b y + the negative entries of d, and d of an orbit with a
    queen on it in addition, shared by the orbit's cells. So the bound does not rest on the solver.
    """
    n = question.n
    orbits = cell_orbits(Board.cube(n, 2))
    wide = question.wide()
    free, wanted = wide.free().ravel(), question.wanted().ravel()
    sizes = np.bincount(orbits)
    i, j = np.divmod(np.arange(n * n), n)
    half = (n + 1) // 2
    rows: list[IntArray] = [np.flatnonzero(i == line) for line in range(half)]
    rows += [np.flatnonzero(i + j == line) for line in range(n)]
    costs = cell_costs(n).ravel()
    decided = {level: count for level, count in question.decided.items() if count > 0}
    rows += [np.flatnonzero(costs == level) for level in decided]
    ones = sp.csr_array(
        np.array([np.bincount(orbits[row][free[row]], None, len(sizes)) for row in rows])
    )
    upper = np.array([1.0] * (half + n) + [float(count) for count in decided.values()])
    lower = upper.copy()
    lower[half : half + n] = -np.inf
    weights = np.bincount(orbits[wanted & free], None, len(sizes)).astype(np.float64)
    duals = _duals(ones, lower, upper, weights)
    duals[half : half + n] = np.minimum(duals[half : half + n], 0)
    slack = weights - ones.T @ duals
    bound = float(upper @ duals + np.minimum(slack, 0).sum())
    return Relaxed(bound, (np.maximum(slack, 0) / sizes)[orbits].reshape(n, n))


def _duals(matrix: sp.csr_array, lower: Floats, upper: Floats, weights: Floats) -> Floats:
    model = Model(matrix, lower, upper, weights)
    with own_scheduler():
        model.solve()
    duals = model.row_duals
    return duals if len(duals) == len(upper) else np.zeros(len(upper))


class Solutions:
    """Solutions of linear programs: they show of which cells nothing bars a queen.

    A question is mostly narrower than the one before, and a solution that still answers it spares
    its cells another program.
    """

    def __init__(self) -> None:
        self._kept: deque[tuple[IntArray, Floats]] = deque(maxlen=MOST_SOLUTIONS)

    def add(self, cells: IntArray, values: Floats) -> IntArray:
        """Keep how much of a queen is on each cell, shape (k,) each; return the sure cells."""
        is_used = values > ROUNDING
        self._kept.append((cells[is_used], values[is_used]))
        return cells[values > SURE]

    def sure(self, question: Question) -> IntArray:
        """Return the cells that have a queen in a solution that answers a question, shape (k,)."""
        free, costs = question.free().ravel(), cell_costs(question.n).ravel()
        counts = np.zeros((2, costs.max() + 1))
        counts[1] = question.n
        for level, most in question.decided.items():
            counts[:, level] = most - ROUNDING, most + ROUNDING
        if question.asked is not None:
            counts[1, question.asked[0]] = question.asked[1] + ROUNDING
        found = [np.zeros(0, np.int64)]
        for cells, values in self._kept:
            if free[cells].all():
                sums = np.bincount(costs[cells], values, counts.shape[1])
                if (counts[0] <= sums).all() and (sums <= counts[1]).all():
                    found.append(cells[values > SURE])
        return np.concatenate(found)


def probe(question: Question, cancelled: threading.Event, solutions: Solutions) -> Question | None:
    """Bar cells on which a queen makes the linear program infeasible; None: it is so without.

    A cell is probed for its orbit, the outermost first; it ends when cancelled, or when no cell has
    been barred in a round. What it solves is added to `solutions`.
    """
    orbits = cell_orbits(Board.cube(question.n, 2))
    costs = cell_costs(question.n).ravel()
    program = LevelProgram.of(question)
    if program.is_empty:
        return None
    cells = np.concatenate(program.cells)
    nothing = np.zeros(len(cells))
    firsts = np.unique(orbits[cells], return_index=True)[1]
    order = firsts[np.argsort(-costs[cells[firsts]], kind="stable")].tolist()
    with own_scheduler():
        sides, is_over = (program.lower, program.upper), cancelled.is_set
        options = {**PROBING, "simplex_iteration_limit": MOST_ITERATIONS}
        model = Model(program.matrix, *sides, nothing, options=options, is_over=is_over)
        status = _solved(model)
        if status is ModelStatus.INFEASIBLE:
            return None
        if status is ModelStatus.OPTIMAL:
            solutions.add(cells, model.values)
        is_barred = True
        while is_barred and order and not cancelled.is_set():
            possible = np.zeros(orbits.max() + 1, dtype=np.bool_)
            possible[orbits[solutions.sure(question)]] = True
            barred = np.zeros(question.n**2, dtype=np.bool_)
            order = [
                column
                for column in order
                if cancelled.is_set()
                or possible[orbits[cells[column]]]
                or not _is_barred(model, column, cells, orbits, solutions, possible, barred)
            ]
            is_barred = bool(barred.any())
            question = question.without(barred.reshape(question.n, -1))
            if is_barred and _solved(model) is ModelStatus.INFEASIBLE:
                return None
    return question


def _solved(model: Model) -> ModelStatus:
    """Solve a program of a probe, by interior points from the first on that the simplex leaves."""
    status = model.solve()
    if status is ModelStatus.LIMIT:
        model.set_options(INTERIOR)
        status = model.solve()
    return status


def _is_barred(
    model: Model,
    column: int,
    cells: IntArray,
    orbits: IntArray,
    solutions: Solutions,
    possible: npt.NDArray[np.bool_],
    barred: npt.NDArray[np.bool_],
) -> bool:
    """Return whether no solution has a queen in a column; bar the cells of its orbit then.

    `possible`, shape (orbits,), and `barred`, shape (n^2,), are written.
    """
    here = np.array([column])
    model.set_bounds(here, 1.0, 1.0)
    status = _solved(model)
    if status is ModelStatus.INFEASIBLE:
        same = orbits[cells] == orbits[cells[column]]
        barred[cells[same]] = True
        model.set_bounds(np.flatnonzero(same), 0.0, 0.0)
        return True
    if status is ModelStatus.OPTIMAL:
        possible[orbits[solutions.add(cells, model.values)]] = True
    model.set_bounds(here, 0.0, 1.0)
    return False

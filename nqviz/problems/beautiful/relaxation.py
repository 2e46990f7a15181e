"""Linear programs of a question: a bound on its queens, and cells that it cannot use.

Every question looks the same after each of the eight symmetries of the square. So the average of a
solution of its linear program over them is a solution as well, and the program may be written for
orbits of cells and of lines, an eighth as many.
"""

from __future__ import annotations

import threading
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
PROBING: Options = {
    "solver": "simplex",
    "presolve": "off",
    "simplex_dual_edge_weight_strategy": 1,
}
"""Of programs of which only bounds change: Devex takes half the time of steepest edge here."""


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


def probe(question: Question, cancelled: threading.Event) -> Question | None:
    """Bar cells on which a queen makes the linear program infeasible; None: it is so without.

    A cell is probed for its orbit, the outermost first; it ends when cancelled, or when no cell has
    been barred in a round.
    """
    orbits = cell_orbits(Board.cube(question.n, 2))
    costs = cell_costs(question.n).ravel()
    is_barred = True
    with own_scheduler():
        while is_barred:
            is_barred = False
            program = LevelProgram.of(question)
            if program.is_empty:
                return None
            cells = np.concatenate(program.cells)
            model = Model(
                program.matrix,
                program.lower,
                program.upper,
                np.zeros(len(cells)),
                options=PROBING,
            )
            if model.solve() is ModelStatus.INFEASIBLE:
                return None
            barred = np.zeros(question.n**2, dtype=np.bool_)
            possible = np.zeros(orbits.max() + 1, dtype=np.bool_)
            possible[orbits[cells[model.values > SURE]]] = True
            firsts = np.unique(orbits[cells], return_index=True)[1]
            for column in firsts[np.argsort(-costs[cells[firsts]], kind="stable")].tolist():
                if cancelled.is_set():
                    return question.without(barred.reshape(question.n, -1))
                if possible[orbits[cells[column]]]:
                    continue
                here = np.array([column])
                model.set_bounds(here, 1.0, 1.0)
                if model.solve() is ModelStatus.INFEASIBLE:
                    same = orbits[cells] == orbits[cells[column]]
                    barred[cells[same]] = is_barred = True
                    model.set_bounds(np.flatnonzero(same), 0.0, 0.0)
                else:
                    possible[orbits[cells[model.values > SURE]]] = True
                    model.set_bounds(here, 0.0, 1.0)
            question = question.without(barred.reshape(question.n, -1))
    return question

"""The row-wise lexicographic simplex method: Fischetti and Salvagnin (2019), sections 3.4 and 3.5.

One linear program of the whole board stays in HiGHS. For a row that is next, the sum of its columns
is minimised by dual simplex steps from the last basis. Were the lowest free column j possible with
the value 1, the minimum would be j; so all columns below the minimum can go, and the row is
minimised again, until its lowest column has the value 1 (the *mini-cutloop*). Rows are gone
through in this way down to the last, also where a solution happens to be integer early: no
solution is taken for the first one that was not minimised in every row.

The results of both engines hold within the tolerances of HiGHS.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.jit import compiled
from nqviz.ilp import Rows, check_cuts, separated
from nqviz.ilp.highs import Floats, ModelStatus, Options

from .first_search import FirstSearch
from .integer import depth_first
from .program import MARGIN, Lines, lines_model
from .rest import free_after

Free = npt.NDArray[np.uint64]

ROUNDS = 3
"""The most rounds of separation at a node."""


def lexicographic_search(search: FirstSearch, cuts: Sequence[str] = ()) -> list[int] | None:
    """LEX-DFS: depth-first over the rows, with mini-cutloop, propagation and separated rows.

    `cuts`: families of rows that are separated: ``planar``, ``odd-cycle``,
    ``clique``.
    Returns None if there is no placement at all.
    Raises Ended at a limit or a stop.
    Raises InputError if a family does not apply.
    """
    program = _BoardProgram(search, cuts)
    return depth_first(search, program.lowest)


def cut_nogoods(search: FirstSearch) -> list[int] | None:
    """Find the first placement by nogood cuts alone (eq. 10 of the paper, lifted).

    Let F be queens in the first rows that are tried, and let the minimum of the next row be above
    the columns J. Then F and a column of J are not together in any placement; as a row holds one
    queen, sum(x over F) + sum(x over J) <= |F|. If nothing is left, sum(x over F) <= |F| - 1, and
    the lexicographic minimum is sought anew from the first row. See `lexicographic_search`.
    """
    program = _BoardProgram(search)
    n = search.n
    rows: list[int] = []
    while len(rows) < n:
        search.check(1)
        search.report(rows)
        row = len(rows)
        queens = [i * n + column for i, column in enumerate(rows)]
        free = free_after(n, rows)
        program.restrict(free, rows)
        least = program.minimise(row)
        while least is not None and free[row, :least].any():
            lower = row * n + np.flatnonzero(free[row, :least])
            program.add(_at_most(n, [*queens, *lower.tolist()], len(rows)))
            free[row, :least] = 0
            program.restrict(free, rows)
            least = program.minimise(row)
        if least is not None:
            rows.append(least)
        elif rows:
            program.add(_at_most(n, queens, len(rows) - 1))
            rows = []
        else:
            return None
    search.settle(rows)
    return rows


def _at_most(n: int, cells: Sequence[int], most: int) -> Rows:
    places = (np.zeros(len(cells), dtype=np.int64), np.array(cells, dtype=np.int64))
    matrix = sp.csr_array((np.ones(len(cells), dtype=np.int8), places), shape=(1, n * n))
    return Rows.at_most(matrix, np.array([most], dtype=np.int64))


class _BoardProgram:
    """The linear program of a whole board, restricted to free cells and solved repeatedly."""

    def __init__(self, search: FirstSearch, cuts: Sequence[str] = ()) -> None:
        n = search.n
        self._search = search
        self._n = n
        self._board = Board.cube(n, 2)
        self._families = separated(check_cuts(self._board, cuts))
        self._most: Floats = np.ones(n * n)
        self._row = 0
        lines = Lines.after(n, [])
        assert lines is not None
        options: Options = {"solver": "simplex", "presolve": "off", "simplex_strategy": 1}
        self._model = lines_model(lines, np.zeros(n * n), search.is_over, options)
        self._values: Floats = np.zeros(n * n)

    def lowest(self, rows: Sequence[int], forbidden: Sequence[int]) -> int | None:
        """Return the lowest column of the next row that the linear program allows; None if none."""
        row = len(rows)
        free = free_after(self._n, rows)
        free[row, list(forbidden)] = 0
        rounds = 0
        while propagate(free, row):
            self.restrict(free, rows)
            least = self.minimise(row)
            if least is None:
                return None
            if free[row, :least].any():
                free[row, :least] = 0
            elif rounds == ROUNDS or not self._separate():
                return least
            else:
                rounds += 1
        return None

    def restrict(self, free: Free, rows: Sequence[int]) -> None:
        """Restrict the columns to free cells and the queens of the first rows."""
        most = free.astype(np.float64)
        most[np.arange(len(rows)), list(rows)] = 1.0
        most = most.ravel()
        changed = np.flatnonzero(most != self._most)
        self._most = most
        self._model.set_bounds(changed, 0.0, most[changed])

    def minimise(self, row: int) -> int | None:
        """Return the least column of a row, rounded up; None if nothing is feasible."""
        n = self._n
        for which, cost in ((self._row, np.zeros(n)), (row, np.arange(n, dtype=np.float64))):
            self._model.set_objective(np.arange(which * n, (which + 1) * n), cost)
        self._row = row
        status = self._model.solve()
        self._search.check()
        if status is ModelStatus.INFEASIBLE:
            return None
        if status is not ModelStatus.OPTIMAL:
            raise ValueError(f"HiGHS ended without an answer: {self._model.message}")
        self._values = self._model.values
        return ceil(self._model.objective - MARGIN)

    def add(self, rows: Rows) -> None:
        """Add rows over all cells of the board."""
        self._model.add_rows(rows.matrix, np.full(len(rows.upper), -np.inf), rows.upper)

    def _separate(self) -> bool:
        """Add the cuts that the last solution violates; return whether there were any."""
        cells: IntArray = np.arange(self._n**2)
        added = 0
        for family in self._families:
            if family.separate is not None:
                rows = family.separate(self._board, cells, self._values)
                if len(rows.upper):
                    self.add(rows)
                added += len(rows.upper)
        return added > 0


@compiled
def propagate(free: Free, top: int) -> bool:
    """Remove the cells attacked by forced queens; return False if a row or column is empty.

    `free`, shape (n, n): 1 where a queen can stand.
    `top`: the first open row.
    """
    n = len(free)
    is_done = np.zeros(n, dtype=np.bool_)
    changed = True
    while changed:
        changed = False
        for line in range(top, 2 * n):
            row, column, count = _only(free, line, top)
            if count == 0 and line < n:
                return False
            if count != 1 or is_done[row]:
                continue
            is_done[row] = True
            for i in range(top, n):
                step = abs(i - row)
                for j in range(n):
                    meets = i == row or j == column or abs(j - column) == step
                    if free[i, j] and meets and not (i == row and j == column):
                        free[i, j] = 0
                        changed = True
    return True


@compiled
def _only(free: Free, line: int, top: int) -> tuple[int, int, int]:
    """Return a free cell of a row, or from n on of a column, and how many there are."""
    n = len(free)
    row, column, count = -1, -1, 0
    for place in range(n):
        i, j = (line, place) if line < n else (place, line - n)
        if i >= top and free[i, j]:
            row, column, count = i, j, count + 1
    return row, column, count

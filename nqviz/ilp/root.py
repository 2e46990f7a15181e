"""The linear program at the root: rows that its solution violates are added until there are none.

Source of the families: Fischetti and Salvagnin (2019), section 2; Kunt (2023), section 5.2.4.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from math import inf

import numpy as np

from nqviz.core.board import IntArray

from . import FAMILIES, Program, Rows, separated
from .highs import Floats, Model, ModelStatus

ROUNDS = 30
"""The most rounds of separation."""
PATIENCE = 4
"""Rounds without gain after which no more rows are sought."""
GAIN = 1e-3


def tighten(
    program: Program,
    cuts: Iterable[str],
    cancelled: threading.Event | None = None,
    tell: Callable[[float], object] = lambda bound: None,
) -> Program:
    """Add the rows of the separated families that solutions of the linear program violate.

    `cuts`: names of families; those that are not separated do not count.
    `cancelled`: ends the work; what has been added so far stays.
    `tell`: gets the value of each linear program that was solved.
    Returns the program itself when there is nothing to add.
    """
    families = separated(FAMILIES[name] for name in cuts)
    if not families or not len(program.cells):
        return program
    linear = LinearProgram(program, cancelled)
    best, idle = inf, 0
    for _ in range(ROUNDS):
        solution = linear.solve()
        if solution is None:
            break
        value, values = solution
        tell(value)
        idle = 0 if value < best - GAIN else idle + 1
        best = min(best, value)
        added = 0
        for family in families:
            if family.separate is not None and idle < PATIENCE:
                rows = family.separate(program.board, program.cells, values)
                program = program.extended(family.name, rows)
                linear.add(rows)
                added += len(rows.upper)
        if not added:
            break
    return program


class LinearProgram:
    """The linear relaxation of a program, solved again after each addition of rows.

    `cancelled`: ends a solve.
    """

    def __init__(self, program: Program, cancelled: threading.Event | None = None) -> None:
        self._model = Model(
            program.matrix,
            row_sides(program.lower),
            program.upper,
            np.ones(len(program.cells)),
            maximise=True,
            is_over=None if cancelled is None else cancelled.is_set,
        )

    def add(self, rows: Rows) -> None:
        """Add rows; the next solve starts from the last solution."""
        self._model.add_rows(rows.matrix, row_sides(rows.lower), rows.upper)

    def solve(self) -> tuple[float, Floats] | None:
        """Return the value and the solution, a vertex; None if interrupted or infeasible.

        Shape (cells,).
        """
        if self._model.solve() is not ModelStatus.OPTIMAL:
            return None
        return self._model.objective, self._model.values


def row_sides(lower: IntArray) -> Floats:
    """Return the lower sides of rows over binary columns; -inf for 0 or less, which is no limit.

    Shape (rows,).
    """
    return np.where(lower > 0, lower, -np.inf)

"""The linear program at the root: rows that its solution violates are added until there are none.

Source of the families: Fischetti and Salvagnin (2019), section 2; Kunt (2023), section 5.2.4.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from math import inf

import highspy
import numpy as np
import numpy.typing as npt
from highspy import HighsModelStatus, cb

from . import FAMILIES, Program, Rows, separated

ROUNDS = 30
"""The most rounds of separation."""
PATIENCE = 4
"""Rounds without gain after which no more rows are sought."""
GAIN = 1e-3


def tighten(
    program: Program,
    cuts: Iterable[str],
    over: threading.Event | None = None,
    tell: Callable[[float], object] = lambda bound: None,
) -> Program:
    """Add the rows of the separated families that solutions of the linear program violate.

    Parameters
    ----------
    program : Program
    cuts : iterable of str
        Names of families; those that are not separated do not count.
    over : threading.Event, optional
        Ends the work; what has been added so far stays.
    tell : callable
        Gets the value of each linear program that was solved.

    Returns
    -------
    Program
        The program itself when there is nothing to add.
    """
    families = separated(FAMILIES[name] for name in cuts)
    if not families or not len(program.cells):
        return program
    linear = LinearProgram(program, over)
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
    """A program without its integers, solved again after each addition of rows.

    Parameters
    ----------
    program : Program
    over : threading.Event, optional
        Ends a solve.
    """

    def __init__(self, program: Program, over: threading.Event | None = None) -> None:
        self.over = over
        self.columns = len(program.cells)
        self.highs = highspy.Highs()
        self.highs.setOptionValue("output_flag", False)
        self.highs.setOptionValue("threads", 1)
        self.highs.setCallback(self._called, None)
        self.highs.startCallback(cb.kCallbackSimplexInterrupt)
        ones = np.ones(self.columns)
        self.highs.addVars(self.columns, np.zeros(self.columns), ones)
        self.highs.changeColsCost(self.columns, np.arange(self.columns, dtype=np.int32), ones)
        self.highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
        self.add(Rows(program.matrix, program.lower, program.upper))

    def add(self, rows: Rows) -> None:
        """Add rows; the next solve starts from the last solution."""
        lower = rows.lower.astype(np.float64)
        lower[lower <= 0] = -highspy.kHighsInf
        matrix = rows.matrix
        self.highs.addRows(
            matrix.shape[0],
            lower,
            rows.upper.astype(np.float64),
            matrix.nnz,
            matrix.indptr[:-1].astype(np.int32),
            matrix.indices.astype(np.int32),
            np.ones(matrix.nnz),
        )

    def solve(self) -> tuple[float, npt.NDArray[np.float64]] | None:
        """Return the value and the solution, a vertex; None when it was ended or has none."""
        self.highs.run()
        if self.highs.getModelStatus() != HighsModelStatus.kOptimal:
            return None
        value = float(self.highs.getInfo().objective_function_value)
        return value, np.array(self.highs.getSolution().col_value)

    def _called(
        self,
        _event: cb.HighsCallbackType,
        _message: str,
        _news: cb.HighsCallbackOutput,
        answer: cb.HighsCallbackInput,
        _data: object,
    ) -> None:
        if self.over is not None and self.over.is_set():
            answer.user_interrupt = True

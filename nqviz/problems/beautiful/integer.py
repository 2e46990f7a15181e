"""Questions of most beautiful queens as integer programs, for HiGHS and CP-SAT."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.engines.cp_sat import BinaryProgram, News, run_cp_sat
from nqviz.engines.threads import run_apart
from nqviz.ilp.highs import Model, ModelStatus, own_scheduler
from nqviz.problems.planar import cell_costs

from .questions import Columns, Question, Unanswered, checked, columns_of


@dataclass(frozen=True)
class LevelProgram:
    """A question as rows over binary columns; a column is a cell or, with a turn, an orbit."""

    matrix: sp.csr_array
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    cells: list[IntArray]

    @classmethod
    def of(cls, question: Question) -> LevelProgram:
        """Write the rows of lines and levels; lower and upper are the bounds of their sums."""
        n = question.n
        orbits = _orbits(n, question.turn)
        free = question.free().ravel()
        inverse = np.full(n * n, -1, dtype=np.int64)
        i, j = np.divmod(np.arange(n * n), n)
        lines = np.stack((i, n + j, 2 * n + i + j, 5 * n + j - i))
        kept: list[IntArray] = []
        for orbit in orbits:
            attacks = any(len(np.unique(kind[orbit])) < len(orbit) for kind in lines)
            if free[orbit].all() and not attacks:
                inverse[orbit] = len(kept)
                kept.append(orbit)
        used = np.flatnonzero(inverse >= 0)
        groups = [group for group in question.levels() if group[1] > 0]
        entries = [(lines[kind, used], inverse[used]) for kind in range(4)]
        for number, (cells, _, _) in enumerate(groups):
            inside = cells[inverse[cells] >= 0]
            entries.append((np.full(len(inside), 6 * n + number), inverse[inside]))
        rows, columns = (np.concatenate(part) for part in zip(*entries, strict=True))
        matrix = sp.csr_array(
            (np.ones(len(rows)), (rows, columns)), shape=(6 * n + len(groups), len(kept))
        )
        matrix.sum_duplicates()
        lower = np.full(matrix.shape[0], -np.inf)
        lower[: 2 * n] = 1.0
        upper = np.ones(matrix.shape[0])
        for number, (_, most, exact) in enumerate(groups):
            upper[6 * n + number] = most
            lower[6 * n + number] = most if exact else -np.inf
        needed = np.flatnonzero((np.diff(matrix.indptr) > 1) | (lower > 0))
        return cls(sp.csr_array(matrix[needed]), lower[needed], upper[needed], kept)

    @property
    def is_empty(self) -> bool:
        """Whether no queen may stand on some line or level that needs one."""
        sizes = np.diff(self.matrix.indptr)
        return not len(self.cells) or bool((sizes[self.lower > 0] == 0).any())

    def columns(self, chosen: npt.NDArray[np.bool_], n: int) -> IntArray:
        """Return the column of each row for the chosen columns of the program.

        `chosen`, shape (columns,); returns shape (n,).
        """
        cells = np.concatenate([self.cells[i] for i in np.flatnonzero(chosen)])
        return columns_of(np.stack((cells // n, cells % n), axis=1), n)


def _orbits(n: int, turn: int) -> list[IntArray]:
    """Return the cells that rotations by a half or a quarter carry to each other."""
    i, j = np.divmod(np.arange(n * n), n)
    quarter = j * n + (n - 1 - i)
    images = [np.arange(n * n)]
    for _ in range(3):
        images.append(quarter[images[-1]])
    kept = np.stack([images[k] for k in range(0, 4, 4 // turn)]).T
    return [np.unique(orbit) for orbit in kept if orbit[0] == orbit.min()]


def ask_highs(
    question: Question,
    cancelled: threading.Event,
    seconds: float | None = None,
    fewest: bool = False,
) -> Columns:
    """Solve by HiGHS in a thread of its own, which ends by itself when cancelled.

    `cancelled`: ends it.
    `seconds`: processor time of this process, which does not depend on the load of the machine.
    `fewest`: put as few queens on the highest level as possible.
    Raises Unanswered.
    """
    end = math.inf if seconds is None else time.process_time() + seconds
    answer = run_apart(
        lambda left: [_run_highs(question, left, fewest)],
        lambda: cancelled.is_set() or time.process_time() >= end,
        "HiGHS for a level",
    )
    if answer is None:
        raise Unanswered
    return answer[0]


def _run_highs(question: Question, left: threading.Event, fewest: bool) -> Columns:
    program = LevelProgram.of(question)
    if program.is_empty:
        return None
    costs = cell_costs(question.n).ravel()
    weights = [
        float((costs[cells] == question.highest).sum()) if fewest else 0.0
        for cells in program.cells
    ]
    model = Model(
        program.matrix,
        program.lower,
        program.upper,
        weights,
        is_integer=True,
        is_over=left.is_set,
    )
    with own_scheduler():
        status = model.solve()
    if status is ModelStatus.INFEASIBLE:
        return None
    if status is not ModelStatus.OPTIMAL:
        raise Unanswered
    return checked(program.columns(model.values > 0.5, question.n), question, "HiGHS")


def ask_cp_sat(question: Question, cancelled: threading.Event, seconds: float) -> Columns:
    """Solve by CP-SAT within a time limit; without a turn.

    Raises Unanswered.
    """
    program = LevelProgram.of(question)
    found: list[IntArray] = []

    def take(news: News) -> None:
        if "incumbent" in news:
            chosen = np.zeros(program.matrix.shape[1], dtype=np.bool_)
            chosen[news["incumbent"]] = True
            found.append(checked(program.columns(chosen, question.n), question, "CP-SAT"))

    binary = BinaryProgram(
        program.matrix,
        np.maximum(program.lower, 0).astype(np.int64),
        program.upper.astype(np.int64),
        True,
        None,
        np.zeros(0, dtype=np.int64),
    )
    word = run_cp_sat(binary, take, cancelled, 1, seconds)
    if found:
        return found[0]
    if word != "INFEASIBLE":
        raise Unanswered
    return None

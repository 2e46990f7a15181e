"""Engines for domination: few cells that occupy or attack every cell of a board.

The program: one binary column a cell, minimise their sum, one row a cell: it or a cell in line with
it is chosen. Where the chosen cells may not attack each other, the rows of the lines are added.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from math import ceil, isfinite

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.placement import Placement
from nqviz.engines.cp_sat import BinaryProgram, News, run_cp_sat
from nqviz.ilp.highs import Floats, Model, ModelStatus, own_scheduler
from nqviz.run.context import RunContext
from nqviz.run.process import in_process

from .exhaustive import EXHAUSTED, FOUND, MAX_CELLS, CoverSplit
from .local_search import empty_cover, improve

ROUNDING = 1e-6
ROUNDS = 200
"""Rounds of local search between two looks."""
PATIENCE = 20_000
"""Rounds without a better cover after which local search rests for the others."""
REST_SECONDS = 0.2
SMALL = 150
"""The most cells of a board on which HiGHS looks at its interrupt often enough."""

TRIAL_SECONDS = 4.0
"""How long exhaustive search may try before the integer program."""

CoverWork = Callable[["DominationState"], str | None]


class DominationState:
    """What is known of the fewest cells that dominate a board.

    Parameters
    ----------
    board : Board
    independent : bool
        Whether the chosen cells may not attack each other.
    watch : RunContext
    bound : int
        A proven lower bound.

    Attributes
    ----------
    best : Placement, optional
        The fewest found.
    activity : str
        What is being done, in a few words.
    over : threading.Event
        Set when nobody waits any more.
    """

    def __init__(self, board: Board, independent: bool, run: RunContext, bound: int) -> None:
        self.board = board
        self.independent = independent
        self.watch = run
        self.bound = bound
        self.best: Placement | None = None
        self.over = threading.Event()
        self.activity = "covering"
        self.nodes: int | None = None
        self.dominates = dominating(board)
        self._lock = threading.Lock()

    @property
    def answered(self) -> bool:
        """Whether the best has no more cells than the bound."""
        return self.best is not None and len(self.best) <= self.bound

    def submit_incumbent(self, cells: IntArray) -> bool:
        """Take cells if they are fewer than the best; False when they do not dominate."""
        if self.best is not None and len(cells) >= len(self.best):
            return True
        chosen = np.zeros(self.board.size, dtype=np.int64)
        chosen[cells] = 1
        placement = Placement.from_indices(self.board, np.flatnonzero(chosen))
        if not (self.dominates @ chosen).all() or (self.independent and not placement.is_valid()):
            return False
        with self._lock:
            if self.best is None or len(placement) < len(self.best):
                self.best = placement
        return True

    def tighten_bound(self, bound: float) -> None:
        """Take a proven lower bound, rounded up."""
        if isfinite(bound):
            with self._lock:
                self.bound = max(self.bound, ceil(bound - ROUNDING))

    def copied(self) -> Callable[[RunContext], DominationState]:
        """Return what makes the same findings in another process."""
        cells = None if self.best is None else self.best.indices
        board = Board(self.board.shape, self.board.torus, self.board.piece)
        return partial(_copy, board, self.independent, self.bound, cells)


def _copy(
    board: Board, independent: bool, bound: int, cells: IntArray | None, watch: RunContext
) -> DominationState:
    findings = DominationState(board, independent, watch, bound)
    if cells is not None:
        findings.submit_incumbent(cells)
    return findings


def dominating(board: Board) -> sp.csr_array:
    """Return which cells each cell occupies or attacks: symmetric, shape (size, size), int64."""
    own = sp.eye_array(board.size, dtype=np.int64)
    return sp.csr_array(sp.csr_array(board.attack_graph.astype(np.int64)) + own)


def cover_by_search(findings: DominationState) -> str | None:
    """Look for ever fewer cells until nobody waits any more."""
    cover = empty_cover(findings.dominates)
    idle = 0
    while not findings.over.is_set() and not findings.answered:
        before = None if findings.best is None else len(findings.best)
        improve(cover, findings.independent, ROUNDS)
        if not findings.submit_incumbent(np.flatnonzero(cover.chosen)):
            raise ArithmeticError("local search found a flawed cover")
        assert findings.best is not None
        idle = 0 if len(findings.best) != before else idle + ROUNDS
        if idle > PATIENCE and findings.watch.limit.threads == 1:
            findings.over.wait(REST_SECONDS)
    return None


def cover_by_exhaustion(findings: DominationState, seconds: float | None = None) -> str | None:
    """Prove number by number that so few cells do not dominate the board.

    Parameters
    ----------
    seconds : float, optional
        The most time it may take.
    """
    if findings.board.size > MAX_CELLS:
        return f"exhaustive search takes at most {MAX_CELLS:,} cells"
    watch, nodes = RunContext(), np.zeros(1, np.int64)
    split = CoverSplit(findings.board, findings.independent)
    while not findings.over.is_set() and not findings.answered:
        left = None if seconds is None else seconds - watch.seconds
        end, cells = split.search(findings.bound, findings.over, left, nodes)
        findings.nodes = int(nodes[0])
        if end == FOUND and cells is not None and not findings.submit_incumbent(cells):
            raise ArithmeticError("exhaustive search found a flawed cover")
        if end == EXHAUSTED:
            findings.tighten_bound(findings.bound + 1)
        elif end != FOUND:
            break
    return None


def cover_by_provers(findings: DominationState) -> str | None:
    """Let exhaustive search try for a while, then branch and cut."""
    cover_by_exhaustion(findings, TRIAL_SECONDS)
    if findings.over.is_set() or findings.answered:
        return None
    return cover_by_highs(findings)


# Integer programs ----------------------------------------------------------------------------


def _rows(findings: DominationState) -> tuple[sp.csr_array, IntArray, IntArray]:
    """Return the rows: cells that are dominated, then lines that hold one at most."""
    cover = findings.dominates
    size = cover.shape[0]
    if not findings.independent:
        return cover, np.ones(size, np.int64), np.full(size, size)
    lines = findings.board.incidence
    more = lines.shape[0]
    return (
        sp.csr_array(sp.vstack([cover, lines.astype(np.int64)], format="csr")),
        np.repeat([1, 0], [size, more]),
        np.repeat([size, 1], [size, more]),
    )


def cover_by_cp_sat(findings: DominationState) -> str | None:
    """Answer by CP-SAT; say in a word why it ended without an answer."""
    matrix, lower, upper = _rows(findings)
    faults: list[str] = []

    def take(news: News) -> None:
        findings.nodes = news.get("branches", findings.nodes)
        chosen = news.get("incumbent")
        if chosen is not None and not findings.submit_incumbent(np.array(chosen, dtype=np.int64)):
            faults.append("a solution of CP-SAT does not dominate")
        if "bound" in news and news.get("end") not in ("INFEASIBLE", "MODEL_INVALID"):
            findings.tighten_bound(news["bound"])

    best = findings.best
    hint = np.zeros(0, np.int64) if best is None else best.indices
    program = BinaryProgram(matrix, lower, upper, False, None, hint)
    seconds = findings.watch.remaining
    threads = findings.watch.limit.threads
    seconds = None if seconds is None else seconds + 1.0
    word = run_cp_sat(program, take, findings.over, threads, seconds)
    return faults[0] if faults else word


def cover_by_highs(findings: DominationState) -> str | None:
    """Answer by HiGHS; say in a word why it ended without an answer."""
    # It looks at its interrupt too rarely where the board is not small.
    work = branch_and_cut if findings.board.size <= SMALL else in_process(branch_and_cut)
    return work(findings)


def branch_and_cut(findings: DominationState) -> str | None:
    """Run HiGHS in this thread; return its message."""
    known = findings.board.size + 1  # cells of the best cover that HiGHS has

    def submit(values: Floats) -> None:
        if not findings.submit_incumbent(np.flatnonzero(values > 0.5)):
            raise ValueError("a solution of HiGHS does not dominate")

    def on_bound(bound: float, nodes: int) -> None:
        findings.nodes = nodes
        findings.tighten_bound(bound)

    def suggest() -> Floats | None:
        nonlocal known
        best = findings.best
        if best is None or len(best) >= known:
            return None
        known = len(best)
        values = np.zeros(findings.board.size)
        values[best.indices] = 1.0
        return values

    matrix, lower, upper = _rows(findings)
    threads = findings.watch.limit.threads
    with own_scheduler():
        model = Model(
            matrix,
            lower,
            upper,
            np.ones(findings.board.size),
            is_integer=True,
            options={"threads": threads, "mip_rel_gap": 0.0, "mip_abs_gap": 0.99},
            is_over=lambda: findings.over.is_set() or findings.answered,
            on_solution=lambda _objective, values: submit(values),
            on_bound=on_bound,
            suggest=suggest,
        )
        status = model.solve()
    findings.nodes = model.nodes
    if status is ModelStatus.OPTIMAL:
        submit(model.values)
        findings.tighten_bound(model.bound)
    return model.message

"""Engines for domination: few cells that occupy or attack every cell of a board.

The program: one binary column a cell, minimise their sum, one row a cell: it or a cell in line with
it is chosen. Where the chosen cells may not attack each other, the rows of the lines are added.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import cycle
from math import ceil, isfinite

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import Board, IntArray
from nqviz.core.cached import cached_property
from nqviz.core.placement import Placement
from nqviz.engines.cp_sat import BinaryProgram, News, cp_sat_name, run_cp_sat
from nqviz.engines.process import in_process
from nqviz.engines.search_state import EngineState
from nqviz.ilp.highs import Floats, Model, ModelStatus, highs_name, own_scheduler
from nqviz.run.context import RunContext
from nqviz.run.outcome import Contradiction, Known

from .boxes import has_boxes
from .exhaustive import EXHAUSTED, FOUND, MAX_CELLS, DominationSplit
from .greedy import LineCover
from .linear import domination_weights
from .local_search import DominatingSet, empty_set, improve, unit_families

ROUNDING = 1e-6
ROUNDS = 200
"""Rounds of local search between two polls."""
TRIES = 50
"""Tries to dominate a board by a family of units."""
PATIENCE = 200_000
"""Rounds without improvement after which local search pauses for the provers."""
REST = 2.0
"""For how long it pauses: so many times as long as it worked."""
MAX_ENTRIES = 8_000_000
"""The most entries of a matrix: cells times the cells that each dominates."""
SMALL = 150
"""The most cells of a board on which HiGHS polls its interrupt often enough."""

TRIAL_SECONDS = 4.0
"""The time limit of exhaustive search before the choice between it and the integer program."""
NEAR = 0.8
"""The share of the fewest cells found, from which the linear program comes near."""

DominationWork = Callable[["DominationState"], str | None]


class DominationState(EngineState):
    """The incumbent and bound of a search for the fewest cells that dominate a board.

    `independent`: whether the chosen cells may not attack each other.
    `bound`: a proven lower bound.
    `at_most`: a number of cells; the search ends when it is known whether so many suffice.
    `best`: the fewest found; at first the cells of `start`, shape (m,), if they dominate.
    `cells`, shape (k,): the indices of the open cells, which are to be dominated and may be chosen.
    `by`: the solver whose tolerance the bound depends on, if any.
    """

    def __init__(
        self,
        board: Board,
        independent: bool,
        bound: int,
        run: RunContext,
        *,
        at_most: int | None = None,
        start: IntArray | None = None,
    ) -> None:
        super().__init__("domination", run)
        self.board = board
        self.independent = independent
        self.bound = bound
        self.at_most = at_most
        self.best: Placement | None = None
        self.by = ""
        self.cells: IntArray = np.flatnonzero(~board.is_blocked)
        if start is not None:
            self.submit_incumbent(start)

    @cached_property
    def dominates(self) -> sp.csr_array:
        """Which open cells each of them occupies or attacks, shape (k, k); see `dominating`."""
        return dominating(self.board)

    @cached_property
    def cover(self) -> LineCover:
        """The lines of each cell."""
        return LineCover(self.board)

    @property
    def answered(self) -> bool:
        """Whether the best has no more cells than the bound, or `at_most` cells are decided."""
        if self.at_most is not None and self.bound > self.at_most:
            return True
        least = max(self.bound, self.at_most or 0)
        return self.best is not None and len(self.best) <= least

    def goes_on(self) -> bool:
        """Return whether the result is still needed."""
        return not self.cancelled.is_set()

    def submit_incumbent(self, cells: IntArray) -> bool:
        """Keep cells if they are fewer than the incumbent; return False if they do not dominate.

        `cells`, shape (k,).
        """
        if self.best is not None and len(cells) >= len(self.best):
            return True
        chosen = np.isin(self.cells, cells).astype(np.int64)
        placement = Placement.from_indices(self.board, self.cells[chosen > 0])
        if is_listed(self.board):
            is_right = bool((self.dominates @ chosen).all())
        else:
            is_right = self.cover.is_dominated(placement.indices)
        if not is_right or (self.independent and not placement.is_valid()):
            return False
        with self._lock:
            if len(placement) < self.bound:
                raise self._contradicted(len(placement), self.bound)
            if self.best is None or len(placement) < len(self.best):
                self.best = placement
        return True

    def tighten_bound(
        self, bound: float, known: Known = Known.FLOATING_POINT, by: str | None = None
    ) -> None:
        """Keep a proven lower bound, rounded up, if it is tighter; by default it is one of HiGHS.

        Raises Contradiction if fewer cells are known to dominate the board.
        """
        if not isfinite(bound):
            return
        least = ceil(bound - ROUNDING)
        with self._lock:
            if self.best is not None and least > len(self.best):
                raise self._contradicted(len(self.best), least)
            if least > self.bound:
                self.bound, self.known = least, known
                self.by = highs_name() if by is None else by

    def _contradicted(self, found: int, needed: int) -> Contradiction:
        what = f"{found} {self.board.piece}s dominate the {self.board}"
        return self._refuse(f"{what}, but {needed} are proven to be needed")

    def copied(self) -> Callable[[RunContext], DominationState]:
        """Return a picklable function that makes a copy of the state in another process."""
        start = None if self.best is None else self.best.indices
        given = self.board.fresh(), self.independent, self.bound
        return partial(DominationState, *given, at_most=self.at_most, start=start)


def matrix_entries(board: Board) -> int:
    """Return about how many entries the matrix of a board has, from above; see `dominating`."""
    return board.size * max(1, len(board.directions)) * board.n


def is_listed(board: Board) -> bool:
    """Return whether the matrix of a board is built."""
    return matrix_entries(board) <= MAX_ENTRIES


def dominating(board: Board) -> sp.csr_array:
    """Return which cells each cell occupies or attacks: symmetric, shape (k, k), int64.

    Rows and columns are the open cells, in the order of their indices.
    """
    graph = sp.csr_array(board.attack_graph.astype(np.int64))
    if board.blocked:
        cells = np.flatnonzero(~board.is_blocked)
        graph = sp.csr_array(graph[cells][:, cells])
    return sp.csr_array(graph + sp.eye_array(board.open_count, dtype=np.int64))


def dominate_by_search(state: DominationState) -> str | None:
    """Search for fewer cells until cancelled, from what is dominated queen after queen."""
    _greedy(state, None)
    sets = _searched(state)
    # Half of the time is for single cells, which are all sets.
    turns = [each for other in sets[1:] for each in (sets[0], other)] or sets
    idle = 0
    for units, chosen in cycle(turns):
        if state.is_over:
            break
        before, begun = None if state.best is None else len(state.best), time.perf_counter()
        if improve(chosen, state.independent, ROUNDS):
            submit_units(state, units, chosen)
        idle = 0 if state.best is None or len(state.best) != before else idle + ROUNDS
        if idle > PATIENCE and state.context.limit.threads == 1:
            state.cancelled.wait(REST * (time.perf_counter() - begun))
    return None


def dominate_by_greed(state: DominationState) -> str | None:
    """Place queen after queen; where time is limited, again and again with ties at random."""
    _greedy(state, None)
    generator = np.random.default_rng(0)
    while state.context.limit.seconds is not None and state.goes_on() and not state.answered:
        _greedy(state, generator)
    return None


def _greedy(state: DominationState, generator: np.random.Generator | None) -> None:
    found = state.cover.greedy(state.independent, generator, state.goes_on)
    if found is not None and not state.submit_incumbent(found):
        raise ArithmeticError("a set placed queen after queen does not dominate")


def _searched(state: DominationState) -> list[tuple[sp.csr_array, DominatingSet]]:
    """Return the families of units that seem to dominate the board, with an empty set of each."""
    families = unit_families(state.board, state.dominates, state.independent)
    return [
        (units, chosen)
        for units in families
        for chosen in (empty_set(state.dominates, units),)
        if any(improve(chosen, state.independent, 1) for _ in range(TRIES))
    ]


def submit_units(state: DominationState, units: sp.csr_array, chosen: DominatingSet) -> None:
    """Keep the cells of chosen units; raise ArithmeticError if they do not dominate.

    `units`: shape (units, cells).
    """
    cells = units[np.flatnonzero(chosen.chosen)].indices
    if not state.submit_incumbent(state.cells[cells]):
        raise ArithmeticError("local search found a flawed dominating set")


def dominate_by_exhaustion(state: DominationState, seconds: float | None = None) -> str | None:
    """Prove number by number that so few cells do not dominate the board.

    `seconds`: the time limit.
    """
    if state.board.size > MAX_CELLS:
        return f"exhaustive search takes at most {MAX_CELLS:,} cells"
    context, nodes = RunContext(), np.zeros(1, np.int64)
    split = DominationSplit(state.board, state.independent)
    while not state.is_over:
        left = None if seconds is None else seconds - context.seconds
        end, cells = split.search(state.bound, state.cancelled, left, nodes)
        state.nodes = int(nodes[0])
        if end == FOUND and cells is not None and not state.submit_incumbent(cells):
            raise ArithmeticError("exhaustive search found a flawed dominating set")
        if end == EXHAUSTED:
            state.tighten_bound(state.bound + 1, Known.EXACT, "")
        elif end != FOUND:
            break
    return None


def dominate_by_linear_program(state: DominationState) -> str | None:
    """Tighten the bound by the dual of the linear program; return the bound in words."""
    state.activity = "linear program"
    _, bound = domination_weights(state.board, state.dominates, state.cancelled)
    state.tighten_bound(bound, Known.CERTIFIED, "")
    return f"the linear program shows that {bound} are needed"


def dominate_by_provers(state: DominationState) -> str | None:
    """Run the linear program, exhaustive search for a limited time, then what seems better.

    Branch and cut is where the linear program comes near; elsewhere its bound rises too slowly.
    Flat boards of queens are searched box by box, whatever the linear program says.
    """
    dominate_by_linear_program(state)
    linear, is_small = state.bound, state.board.size <= MAX_CELLS
    if is_small and has_boxes(state.board, linear):
        return dominate_by_exhaustion(state)
    dominate_by_exhaustion(state, TRIAL_SECONDS)
    if state.is_over:
        return None
    fewest = state.board.size if state.best is None else len(state.best)
    if not is_small or linear >= NEAR * fewest:
        return dominate_by_highs(state)
    return dominate_by_exhaustion(state)


# Integer programs ----------------------------------------------------------------------------


def _rows(state: DominationState) -> tuple[sp.csr_array, IntArray, IntArray]:
    """Return the rows: cells that are dominated, then lines that hold one at most."""
    dominates = state.dominates
    size = dominates.shape[0]
    if not state.independent:
        return dominates, np.ones(size, np.int64), np.full(size, size)
    lines = sp.csr_array(state.board.incidence[:, state.cells])
    more = lines.shape[0]
    return (
        sp.csr_array(sp.vstack([dominates, lines.astype(np.int64)], format="csr")),
        np.repeat([1, 0], [size, more]),
        np.repeat([size, 1], [size, more]),
    )


def dominate_by_cp_sat(state: DominationState) -> str | None:
    """Solve by CP-SAT; return why it ended without an answer."""
    matrix, lower, upper = _rows(state)
    faults: list[str] = []

    def take(news: News) -> None:
        state.nodes = news.get("branches", state.nodes)
        chosen = np.array(news.get("incumbent", []), dtype=np.int64)
        if "incumbent" in news and not state.submit_incumbent(state.cells[chosen]):
            faults.append("a solution of CP-SAT does not dominate")
        if "bound" in news and news.get("end") not in ("INFEASIBLE", "MODEL_INVALID"):
            state.tighten_bound(news["bound"], by=cp_sat_name())
        if state.is_over:
            state.cancelled.set()

    best = state.best
    hint = np.searchsorted(state.cells, [] if best is None else np.sort(best.indices))
    program = BinaryProgram(matrix, lower, upper, False, None, hint)
    seconds, threads = state.context.remaining, state.context.limit.threads
    seconds = None if seconds is None else seconds + 1.0
    word = run_cp_sat(program, take, state.cancelled, threads, seconds)
    return faults[0] if faults else word


def dominate_by_highs(state: DominationState) -> str | None:
    """Solve by HiGHS; return why it ended without an answer."""
    # HiGHS polls its interrupt too rarely on larger boards.
    return (branch_and_cut if state.board.size <= SMALL else in_process(branch_and_cut))(state)


def branch_and_cut(state: DominationState) -> str | None:
    """Run HiGHS in this thread; return its message."""
    known = state.board.size + 1  # cells of the best set that HiGHS has

    def submit(values: Floats) -> None:
        if not state.submit_incumbent(state.cells[np.flatnonzero(values > 0.5)]):
            raise ValueError("a solution of HiGHS does not dominate")

    def on_bound(bound: float, nodes: int) -> None:
        state.nodes = nodes
        state.tighten_bound(bound)

    def suggest() -> Floats | None:
        nonlocal known
        best = state.best
        if best is None or len(best) >= known:
            return None
        known = len(best)
        return np.isin(state.cells, best.indices).astype(np.float64)

    matrix, lower, upper = _rows(state)
    threads = state.context.limit.threads
    with own_scheduler():
        model = Model(
            matrix,
            lower,
            upper,
            np.ones(len(state.cells)),
            is_integer=True,
            options={"threads": threads, "mip_rel_gap": 0.0, "mip_abs_gap": 0.99},
            is_over=lambda: state.is_over,
            on_solution=lambda _objective, values: submit(values),
            on_bound=on_bound,
            suggest=suggest,
        )
        status = model.solve()
    state.nodes = model.nodes
    if status is ModelStatus.OPTIMAL:
        submit(model.values)
        state.tighten_bound(model.bound)
    return model.message

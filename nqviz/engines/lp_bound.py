"""Upper bounds from the linear program of lines and cliques, exact in integers.

Any weights w >= 0 on the rows, with a sum of at least c through every cell, prove that no placement
has more than sum(w) / c queens. A linear program finds good weights; they are rounded to integers
and checked in integers, so that its rounding errors cost at most a little of the bound and never
its truth. Symmetric weights suffice, so the program has one column for each orbit of cells only.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.placement import Placement
from nqviz.core.symmetry import MAX_ORDER, cell_orbits, stabiliser, symmetry_count
from nqviz.ilp import Program
from nqviz.ilp.highs import Floats, Model
from nqviz.ilp.root import tighten
from nqviz.proofs import Claim, CliqueProof
from nqviz.run.outcome import Known

from .program_engine import open_program
from .search_state import SearchState

SCALE = 2**30
"""The weights are multiples of one over this."""
MOST_SHARE = 2.0**10
"""The largest weight of a row over `SCALE`: a row needs 1 at most, and sums must not overflow."""
LARGE = 400
"""Columns from which on the interior point method is quicker than the simplex method."""


@dataclass(frozen=True)
class DualBound:
    """Weights on the rows of a program that bound the number of queens."""

    program: Program
    weights: IntArray
    """At least 0, shape (rows,)."""
    least_weight: int
    """The least sum of the weights of the rows through a cell, at least 1."""

    @property
    def value(self) -> int:
        """The most queens: the sum of weights over the least weight of a cell, rounded down."""
        pairs = zip(self.weights.tolist(), self.program.upper.tolist(), strict=True)
        return int(sum(weight * upper for weight, upper in pairs) // self.least_weight)


def prove_by_lp(state: SearchState, separate: bool = False) -> str | None:
    """Tighten the bound by the linear program; return the bound in words.

    `separate`: whether rows of the families that are sought at the root are added, too.
    """
    problem = state.problem
    program = open_program(state)
    if program is None:
        return None
    state.activity = "linear program"
    bound = dual_bound(program, orbits(problem.givens), state.cancelled)
    if bound is None:
        return "the linear program was not solved"
    most = bound.value + len(problem.givens)
    state.certificate = clique_proof(bound, problem.givens)
    state.tighten_bound(most, Known.CERTIFIED if state.certificate else Known.EXACT)
    if separate and most > len(state.best):
        most = min(most, _limit_tightened(state, program))
    return f"the linear program allows {most}"


def _limit_tightened(state: SearchState, program: Program) -> int:
    """Tighten the bound by the program with violated cuts added; return its bound.

    The rows are added one by one, without their images: no symmetry is left to make use of.
    """
    problem = state.problem
    tight = tighten(program, problem.program_cuts, state.cancelled)
    if tight is program:
        return state.bound
    bound = dual_bound(tight, np.arange(problem.board.size), state.cancelled)
    if bound is None:
        return state.bound
    most = bound.value + len(problem.givens)
    if most < state.bound:
        state.certificate = clique_proof(bound, problem.givens)
        state.tighten_bound(most, Known.CERTIFIED if state.certificate else Known.EXACT)
    return most


def clique_proof(bound: DualBound, givens: Placement) -> CliqueProof | None:
    """Return what a checker needs of a bound; None where a row with weight is no clique.

    `bound`: of the program of what is left when the given queens stand.
    """
    used = bound.weights > 0
    if (bound.program.upper[used] != 1).any():
        return None
    rows = sp.csr_array(bound.program.matrix[used])
    return CliqueProof(
        Claim(givens, bound.value + len(givens)),
        bound.program.cells[rows.indices],
        np.diff(rows.indptr).astype(np.int64),
        bound.weights[used],
        bound.least_weight,
    )


def orbits(givens: Placement) -> IntArray:
    """Label each cell with its orbit under the symmetries that keep the givens.

    Returns an array of shape (size,): equal for cells of one orbit. Of groups too large to be
    listed only the identity counts, unless there are no givens.
    """
    board = givens.board
    if not len(givens):
        is_transitive = board.torus and not board.blocked
        return np.zeros(board.size, np.int64) if is_transitive else cell_orbits(board)
    labels: IntArray = np.arange(board.size)
    if symmetry_count(board.without_blocked()) <= MAX_ORDER:
        for symmetry in stabiliser(givens):
            labels = np.minimum(labels, labels[symmetry.index_permutation])
    return labels


def dual_bound(
    program: Program, labels: IntArray, cancelled: threading.Event | None = None
) -> DualBound | None:
    """Find weights on the rows of a program that give a good bound.

    `program`: without equations.
    `labels`, shape (size,): the orbit of each cell of the board, see `orbits`.
    `cancelled`: ends the search for weights.
    Returns None when it was ended, a cell lies on no row, or the duals are no numbers.
    """
    if not len(program.cells):
        return DualBound(program, np.zeros(len(program.upper), np.int64), 1)
    # Rows that look alike to the orbits share their weight: what comes out is symmetric again.
    _, orbit, sizes = np.unique(labels[program.cells], return_inverse=True, return_counts=True)
    onto = sp.csr_array((np.ones(len(orbit)), (np.arange(len(orbit)), orbit)))
    rows = sp.csr_array(program.matrix.astype(np.float64) @ onto)
    first, kind, alike = _kinds(rows, program.upper)
    duals = _duals(sp.csr_array(rows[first]), program.upper[first], sizes, cancelled)
    if duals is None or len(duals) != len(first):
        return None
    shares = np.maximum(duals / alike, 0.0)
    if not (shares <= MOST_SHARE).all():  # nor is a number that is none
        return None
    weights = np.ceil(SCALE * shares).astype(np.int64)[kind]
    least = int((program.matrix.T.astype(np.int64) @ weights).min())
    return DualBound(program, weights, least) if least > 0 else None


def _kinds(rows: sp.csr_array, upper: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Sort rows by kind: the first row of each kind, the kind of each row, the rows of each kind.

    Rows are compared by random sums of their entries. Should two that differ ever agree, the
    weights would be worse, never wrong.
    """
    rng = np.random.default_rng(0)
    values = np.concatenate((rows @ rng.random((rows.shape[1], 2)), upper[:, None]), axis=1)
    _, first, kind, alike = np.unique(
        values.round(9), axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    return first, kind.ravel(), alike


def _duals(
    rows: sp.csr_array, upper: IntArray, sizes: IntArray, cancelled: threading.Event | None
) -> Floats | None:
    """Solve max sizes' x, rows x <= upper, x >= 0, and return the duals of the rows."""
    count = len(sizes)
    model = Model(
        rows,
        np.full(rows.shape[0], -np.inf),
        upper,
        sizes,
        column_upper=np.full(count, np.inf),
        maximise=True,
        options={"solver": "ipm", "run_crossover": "off"} if count >= LARGE else {},
        is_over=None if cancelled is None else cancelled.is_set,
    )
    model.solve()
    return None if cancelled is not None and cancelled.is_set() else model.row_duals

"""The linear program: weights that prove, checked in integers, and bounds that are never wrong."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from nqviz import Board, Limit, Placement, Status
from nqviz.engines import ENGINES, Problem
from nqviz.engines.lp_bound import DualBound, dual_bound, orbits
from nqviz.ilp import build_program
from nqviz.ilp.root import tighten
from nqviz.run.context import RunContext
from tests.nqviz.stopping import StopWhen

PATIENT = Limit(seconds=100)
"""Only with a time limit local search goes on when the linear program has no more to say."""


@pytest.mark.parametrize(("n", "d", "count"), [(4, 4, 16), (6, 4, 80), (4, 5, 32)])
def test_maxima_that_the_program_proves(n: int, d: int, count: int) -> None:
    outcome = ENGINES["lp"].solve(Problem(Placement(Board.cube(n, d))), RunContext(PATIENT))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, count, count)


@pytest.mark.parametrize("givens", [[], [(0, 0)]])
def test_rows_added_at_the_root_lower_the_bound_and_it_still_holds(
    givens: list[tuple[int, int]],
) -> None:
    problem = Placement(Board((5, 6)), givens)
    bounds = []
    for cuts in ((), ("odd-cycle",)):
        outcome = ENGINES["lp"].solve(Problem(problem, cuts=cuts), RunContext(Limit(nodes=1)))
        assert outcome.bound is not None
        bounds.append(outcome.bound)
    truth = ENGINES["exhaustive"].solve(Problem(problem)).count
    assert truth is not None
    assert truth <= bounds[1] <= bounds[0]


def test_planar_cliques_tell_the_lp_more_than_lines() -> None:
    board = Board((3, 3))
    lines = build_program(board, ())
    programs = (lines, tighten(lines, ("planar",)))
    bounds = [dual_bound(program, np.arange(board.size)) for program in programs]
    assert [bound and bound.value for bound in bounds] == [3, 2]


def test_who_proved_and_who_found_is_said() -> None:
    outcome = ENGINES["lp"].solve(Problem(Placement(Board.cube(6, 4))), RunContext(PATIENT))
    assert outcome.engine == "LP proof: placement by local search, bound by linear program"


@pytest.mark.parametrize(("n", "d", "value"), [(6, 3, 26), (7, 3, 40), (8, 3, 58), (5, 4, 43)])
def test_bounds_of_boards_without_given_queens(n: int, d: int, value: int) -> None:
    board = Board.cube(n, d)
    bound = dual_bound(build_program(board), orbits(Placement(board)))
    assert bound is not None
    assert bound.value == value


@pytest.mark.parametrize("seed", range(10))
def test_the_weights_cover_every_cell_in_integers(seed: int) -> None:
    rng = random.Random(seed)
    board = rng.choice([Board((3, 4, 5)), Board((5, 5)), Board.cube(4, 3), Board.cube(3, 3, True)])
    givens = Placement.from_indices(board, [0])
    program = build_program(board).given(givens.indices)
    bound = dual_bound(program, orbits(givens))
    assert bound is not None
    weights = bound.weights.tolist()
    assert min(weights, default=0) >= 0
    for column in program.matrix.toarray().astype(object).T:
        assert (
            sum(weight for weight, on in zip(weights, column, strict=True) if on)
            >= bound.least_weight
        )


def test_the_bound_is_rounded_down_in_integers_however_large() -> None:
    program = build_program(Board.cube(2, 2), cuts=())
    count = len(program.upper)
    weights = np.full(count, 2**61, dtype=np.int64)
    assert DualBound(program, weights, 2**61).value == count


def test_orbits_are_those_of_the_symmetries_that_keep_the_givens() -> None:
    board = Board.cube(3, 2)
    assert len(np.unique(orbits(Placement(board)))) == 3
    corner = orbits(Placement(board, [(0, 0)]))
    assert corner[1] == corner[3]  # (1, 2) and (2, 1)
    assert len(np.unique(corner)) == 6
    assert not orbits(Placement(Board.cube(3, 2, torus=True))).any()


def test_an_end_in_the_midst_gives_no_bound() -> None:
    cancelled = threading.Event()
    cancelled.set()
    board = Board.cube(4, 3)
    assert dual_bound(build_program(board), orbits(Placement(board)), cancelled) is None


def test_a_gap_is_no_proof() -> None:
    problem = Problem(Placement(Board.cube(5, 3)))
    stop = StopWhen(lambda news: len(news.incumbent or ()) == 13 and news.bound == 15)
    outcome = ENGINES["lp"].solve(problem, RunContext(PATIENT, stop.watch, stop))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.STOPPED, 13, 15)
    assert "nothing is proven beyond that" in outcome.message
    without_limit = ENGINES["lp"].solve(problem)
    assert without_limit.status is Status.FAILED
    assert "the linear program allows" in without_limit.message


@pytest.mark.parametrize("dual", [np.nan, np.inf, -np.inf, 1e9])
def test_duals_that_are_no_numbers_are_refused(
    monkeypatch: pytest.MonkeyPatch, dual: float
) -> None:
    def solved(rows: object, upper: np.ndarray, *_rest: object) -> np.ndarray:
        duals = np.ones(len(upper))
        duals[0] = dual
        return duals

    monkeypatch.setattr("nqviz.engines.lp_bound._duals", solved)
    board = Board.cube(5, 3)
    bound = dual_bound(build_program(board), orbits(Placement(board)))
    assert bound is None or (dual < 0 and bound.value >= 13)

"""Every engine against brute force on small boards with given queens: found, refuted, proven."""

from __future__ import annotations

import random
from importlib.util import find_spec

import pytest

from nqviz import Board, Placement, Status
from nqviz.engines import ENGINES, Problem
from nqviz.run.outcome import Known
from tests.nqviz.oracle import largest_placement, some_givens

BOARDS = [
    Board((6, 6)),
    Board((4, 4, 4)),
    Board((3, 4, 5)),
    Board((5, 5, 5)),
    Board((6, 6), torus=True),
    Board((4, 4, 4), torus=True),
    Board((3, 3, 3, 3)),
    Board((2, 3, 4), piece="rook"),
    Board((5, 5), piece="bishop"),
]
PROVERS = ["portfolio", "theta", "exhaustive"]


def cases() -> list[object]:
    return [
        pytest.param(board, seed, id=f"{board}-{seed}") for board in BOARDS for seed in range(3)
    ]


def question_givens(board: Board, seed: int) -> tuple[int, ...]:
    rng = random.Random(seed)
    count = rng.randint(1, 3) if board.size < 100 else rng.randint(3, 5)
    return some_givens(board, count, rng)


@pytest.mark.parametrize("engine", ["local-search", *PROVERS])
@pytest.mark.parametrize(("board", "seed"), cases())
def test_as_many_as_fit_are_found(engine: str, board: Board, seed: int) -> None:
    givens = question_givens(board, seed)
    most = largest_placement(board, givens)
    problem = Problem(Placement.from_indices(board, givens), most)
    outcome = ENGINES[engine].solve(problem)
    assert outcome.status in (Status.FEASIBLE, Status.OPTIMAL)
    assert outcome.count == most
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert set(givens) <= set(outcome.placement.indices.tolist())


@pytest.mark.parametrize("engine", PROVERS)
@pytest.mark.parametrize(("board", "seed"), cases())
def test_the_maximum_is_proven_and_one_more_refuted(engine: str, board: Board, seed: int) -> None:
    givens = question_givens(board, seed)
    most = largest_placement(board, givens)
    placement = Placement.from_indices(board, givens)
    outcome = ENGINES[engine].solve(Problem(placement))
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, most, most)
    more = ENGINES[engine].solve(Problem(placement, most + 1))
    assert (more.status, more.bound) == (Status.INFEASIBLE, most)


@pytest.mark.skipif(find_spec("ortools") is None, reason="the extra cpsat is not installed")
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_cp_sat_proves_the_same(board: Board) -> None:
    givens = question_givens(board, 0)
    most = largest_placement(board, givens)
    problem = Problem(Placement.from_indices(board, givens))
    outcome = ENGINES["cp-sat"].solve(problem)
    assert (outcome.status, outcome.count, outcome.bound) == (Status.OPTIMAL, most, most)


@pytest.mark.parametrize(
    ("engine", "known"),
    [("exhaustive", Known.CERTIFIED), ("highs", Known.FLOATING_POINT)],
)
def test_a_proof_states_how_it_is_known(engine: str, known: Known) -> None:
    outcome = ENGINES[engine].solve(Problem(Placement(Board.cube(4, 3))))
    assert outcome.status is Status.OPTIMAL
    assert outcome.known is known

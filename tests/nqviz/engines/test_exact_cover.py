"""Exact cover: full placements, found or proven impossible, against plain enumeration."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations

import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.engines import ExactCoverEngine, Problem
from nqviz.run.context import RunContext
from tests.nqviz.oracle import some_givens
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

ENGINE = ExactCoverEngine()


@cache
def planar_solutions(n: int, torus: bool = False) -> list[tuple[int, ...]]:
    """Enumerate the planar full placements as permutations."""
    wrap = n if torus else 10**9
    return [
        p
        for p in permutations(range(n))
        if len({(i + p[i]) % wrap for i in range(n)}) == n
        and len({(i - p[i]) % wrap for i in range(n)}) == n
    ]


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7])
def test_planar_boards_have_the_full_placements_that_enumeration_finds(n: int, torus: bool) -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(n, 2, torus)), "full"))
    possible = bool(planar_solutions(n, torus))
    assert outcome.status is (Status.OPTIMAL if possible else Status.INFEASIBLE)
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert (outcome.count == n) == possible


@pytest.mark.parametrize("seed", range(40))
def test_completions_on_the_chessboard_agree_with_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    board = Board.cube(8, 2)
    givens = some_givens(board, rng.randint(1, 4), rng)
    rows = {tuple(board.cell(cell)) for cell in givens}
    possible = any(all(p[i] == j for i, j in rows) for p in planar_solutions(8))
    outcome = ENGINE.solve(Problem(Placement.from_indices(board, givens), "full"))
    assert outcome.status is (Status.OPTIMAL if possible else Status.INFEASIBLE)
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert set(givens) <= set(outcome.placement.indices.tolist())


def test_there_are_solutions_for_both_answers() -> None:
    assert len(planar_solutions(8)) == 92


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("cell", [(0, 0, 0), (5, 5, 5), (1, 7, 4)])
def test_any_queen_extends_to_a_full_cube_of_side_11(cell: tuple[int, ...], torus: bool) -> None:
    board = Board.cube(11, 3, torus)
    outcome = ENGINE.solve(Problem(Placement(board, [cell]), "full"))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 121)
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    assert cell in set(outcome.placement)


@pytest.mark.parametrize("n", [5, 6, 7, 8])
def test_small_cubes_have_no_full_placement(n: int) -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(n, 3)), "full"))
    assert outcome.status is Status.INFEASIBLE
    assert outcome.bound is not None
    assert outcome.bound < n * n
    assert outcome.message.startswith(f"No placement of the ({n},3) board has more than")


def test_rooks_fill_boxes() -> None:
    board = Board((3, 4, 5), piece="rook")
    outcome = ENGINE.solve(Problem(Placement(board, [(2, 3, 4), (0, 0, 0)]), "full"))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 12)


def test_a_box_fills_along_its_longest_side() -> None:
    outcome = ENGINE.solve(Problem(Placement(Board((4, 6))), "full"))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 4)
    refuted = ENGINE.solve(Problem(Placement(Board((2, 3))), "full"))
    assert refuted.status is Status.OPTIMAL  # (1, 1) and (2, 3)
    assert refuted.count == 2


def test_a_stop_shows_and_keeps_the_deepest_placement() -> None:
    stop = StopWhen(lambda news: bool(news.incumbent))
    problem = Problem(Placement(Board.cube(12, 3)), "full")
    outcome = ENGINE.solve(problem, run=RunContext(progress=stop.watch, stop=stop))
    assert stop.age < STALL
    assert outcome.status is Status.STOPPED
    assert outcome.count
    assert outcome.placement is not None
    assert outcome.placement.is_valid()


def test_a_node_limit_is_kept_to_the_node_and_proves_nothing() -> None:
    outcome = ENGINE.solve(
        Problem(Placement(Board.cube(12, 3)), "full"), RunContext(Limit(nodes=1000))
    )
    assert outcome.status is Status.LIMIT
    assert outcome.nodes == 1000


def test_pauses_do_not_change_the_search() -> None:
    board = Board.cube(9, 3)  # a few thousand nodes without a solution
    outcomes = []
    for _ in range(2):
        outcomes.append(ENGINE.solve(Problem(Placement(board), "full")))
        ENGINE.solve(Problem(Placement(board), "full"), RunContext(Limit(nodes=7)))
    assert outcomes[0].status is Status.INFEASIBLE
    assert outcomes[0].nodes == outcomes[1].nodes


def test_other_targets_are_refused() -> None:
    with pytest.raises(InputError, match="exact cover engine finds full placements"):
        ENGINE.solve(Problem(Placement(Board.cube(5, 3)), "max"))
    with pytest.raises(InputError, match="exact cover engine finds full placements"):
        ENGINE.solve(Problem(Placement(Board.cube(301, 3)), "full"))


def test_a_full_count_is_a_full_placement() -> None:
    assert ExactCoverEngine.takes(Problem(Placement(Board.cube(5, 2)), 5))
    assert not ExactCoverEngine.takes(Problem(Placement(Board.cube(5, 2)), 4))

"""Local search: valid placements as large as brute force finds, givens kept, no proof claimed."""

from __future__ import annotations

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.engines import LocalSearchEngine, Problem
from nqviz.engines.local import tabu
from nqviz.engines.local.warm_starts import starts
from nqviz.run.context import RunContext
from tests.nqviz.stopping import StopWhen, has_found
from tests.patience import STALL

ENGINE = LocalSearchEngine()


@pytest.mark.parametrize(("n", "d", "count"), [(6, 3, 21), (8, 3, 48), (5, 4, 38), (12, 3, 133)])
def test_published_maxima_are_reached(n: int, d: int, count: int) -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(n, d)), count))
    assert (outcome.status, outcome.count) == (Status.FEASIBLE, count)


def test_starts_of_queens_serve_superqueens() -> None:
    """Cells that superqueens attack, but queens do not, are left out of a start."""
    board = Board.cube(11, 2, piece="superqueen")
    outcome = ENGINE.solve(Problem(Placement(board)), RunContext(Limit(nodes=300_000)))
    assert outcome.value is not None
    assert outcome.value.is_valid()
    assert len(outcome.value) >= 10


def test_what_does_not_fit_is_never_claimed_and_nothing_is_proven() -> None:
    problem = Problem(Placement(Board.cube(4, 3)), 8)  # the maximum is 7
    outcome = ENGINE.solve(problem, RunContext(Limit(nodes=20_000)))
    assert (outcome.status, outcome.count) == (Status.LIMIT, 7)
    assert "nothing is proven" in outcome.message


def test_the_bound_met_is_a_proof() -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(11, 3))))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 121)


def test_a_board_that_the_givens_fill_is_answered() -> None:
    outcome = ENGINE.solve(Problem(Placement(Board.cube(3, 3), [(1, 1, 1)])))
    assert (outcome.status, outcome.count) == (Status.OPTIMAL, 1)


def test_a_stop_shows_and_keeps_the_best() -> None:
    stop = StopWhen(has_found(55))
    problem = Problem(Placement(Board.cube(9, 3)))
    outcome = ENGINE.solve(problem, run=RunContext(progress=stop.watch, stop=stop))
    assert stop.age < STALL
    assert outcome.status is Status.STOPPED
    assert outcome.count is not None
    assert outcome.count >= 55


def test_several_walks_at_once() -> None:
    problem = Problem(Placement(Board.cube(6, 3)), 21)
    assert ENGINE.solve(problem, RunContext(Limit(threads=3))).count == 21


def test_one_seed_gives_one_walk() -> None:
    problem = Problem(Placement(Board.cube(6, 3)))
    counts = []
    for seed in (1, 1, 2):
        outcome = LocalSearchEngine(seed).solve(problem, RunContext(Limit(nodes=3000)))
        assert outcome.status is Status.LIMIT
        assert outcome.nodes == 3000
        assert outcome.placement is not None
        counts.append(outcome.placement)
    assert counts[0] == counts[1]
    assert counts[0] != counts[2]


def test_a_board_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="too large for local search"):
        ENGINE.solve(Problem(Placement(Board.cube(101, 3))))


@pytest.mark.parametrize(
    "board",
    [
        Board.cube(9, 2),
        Board.cube(7, 3),
        Board((3, 5, 9)),
        Board.cube(4, 4),
        Board.cube(11, 3, torus=True),
        Board.cube(6, 3, piece="rook"),
        Board((4, 6, 6), torus=True, piece="rook"),
    ],
    ids=str,
)
def test_starts_are_placements(board: Board) -> None:
    draws = starts(board)
    assert draws
    rng = np.random.default_rng(0)
    for draw in draws * 5:
        cells = draw(rng)
        assert Placement.from_indices(board, cells).is_valid()


@pytest.mark.parametrize("board", [Board.cube(5, 3), Board.cube(6, 2, torus=True)], ids=str)
def test_a_walk_keeps_its_books(board: Board) -> None:
    graph = board.attack_graph
    walk = tabu.new_walk(graph, 3)
    walk.state[tabu.PATIENCE] = 50
    for _ in range(40):
        tabu.walk_on(walk, 25, 10**6)
        inside = walk.inside
        assert sorted(walk.chosen[: walk.state[tabu.SIZE]].tolist()) == inside.nonzero()[0].tolist()
        attackers = graph.astype(np.int64) @ inside.astype(np.int64)
        assert (walk.attackers == attackers).all()
        assert not attackers[inside].any()
        for which in range(3):
            expected = np.flatnonzero(~inside & (attackers == which))
            assert sorted(walk.bucket[which, : walk.filled[which]].tolist()) == expected.tolist()

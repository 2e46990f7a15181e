"""The theta bound of whole boards by symmetry: its blocks, its values and its certificates."""

from __future__ import annotations

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.core.symmetry import index_permutations
from nqviz.engines import ENGINES, Problem, theta_bound
from nqviz.engines.base import run_beside
from nqviz.engines.theta.computed import ComputedBound
from nqviz.engines.theta.pair_orbits import PairOrbits
from nqviz.engines.theta.root import RootBound, RootWork
from nqviz.engines.theta.whole_board import check_root, prove_by_root
from nqviz.engines.theta.young import modules
from nqviz.engines.threads import wait_for_engines
from nqviz.proofs import DisplacementProof, OrbitProof, check
from nqviz.run.context import RunContext
from tests.nqviz.oracle import largest_placement
from tests.nqviz.stopping import StopWhen
from tests.patience import STALL

SMALL = [
    Board((5,)),
    Board((3, 3)),
    Board((4, 4, 4)),
    Board((4, 3, 4)),
    Board((3, 3, 3, 3)),
    Board((1, 5, 2, 5)),
    Board((4, 4), torus=True),
]


def whole(board: Board, orbits: PairOrbits, values: np.ndarray) -> np.ndarray:
    """Return the matrix with some values on the orbits, by the images of every pair of a row."""
    order = [*orbits.axes, *(axis for axis, side in enumerate(board.shape) if side == 1)]
    cells = np.arange(board.size).reshape(board.shape).transpose(order).ravel()
    matrix = np.full((board.size, board.size), np.nan)
    group = index_permutations(board)
    for row in orbits.labels:
        first = cells[np.flatnonzero(orbits.diagonal[row])[0]]
        assert np.count_nonzero(orbits.diagonal[row]) == 1
        for image in group:
            assert (
                np.isnan(matrix[image[first], image[cells]]).all()
                or (matrix[image[first], image[cells]] == values[row]).all()
            )
            matrix[image[first], image[cells]] = values[row]
    return matrix


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_blocks_and_orbits_are_those_of_the_whole_matrix(board: Board) -> None:
    orbits = PairOrbits(board)
    rng = np.random.default_rng(0)
    values = rng.normal(size=len(orbits.sizes))
    matrix = whole(board, orbits, values)
    assert np.array_equal(matrix, matrix.T)
    blocks = orbits.split(values)
    own = [np.repeat(np.linalg.eigvalsh(block), m) for m, block in zip_(orbits, blocks)]
    assert np.allclose(np.sort(np.concatenate(own)), np.linalg.eigvalsh(matrix))
    assert np.allclose(orbits.join(blocks), values)
    square = whole(board, orbits, orbits.join([block @ block for block in blocks]))
    assert np.allclose(square, matrix @ matrix)
    assert np.array_equal(whole(board, orbits, orbits.attacks * 1.0), board.attack_graph.toarray())
    assert orbits.sizes.sum() == board.size**2


def zip_(orbits: PairOrbits, blocks: list[np.ndarray]) -> list[tuple[int, np.ndarray]]:
    return list(zip(orbits.multiplicities, blocks, strict=True))


@pytest.mark.parametrize(("e", "m"), [(1, 3), (2, 4), (3, 3), (4, 2), (3, 5)])
def test_the_bases_of_all_tableaux_fill_the_tensors(e: int, m: int) -> None:
    found = modules(e, m)
    assert sum(each.multiplicity * each.basis.shape[1] for each in found) == e**m
    for each in found:
        gram = (each.basis.T @ each.basis).toarray()
        assert np.allclose(gram, np.eye(len(gram)))


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_bounds_of_small_boards_hold_and_are_certified(board: Board) -> None:
    bound = theta_bound(board)
    truth = largest_placement(board, ())
    assert bound.ended is None
    assert bound.proof is not None
    assert truth <= bound.proof.bound <= bound.value
    assert check(bound.proof).valid


@pytest.mark.parametrize(("n", "d", "value"), [(6, 3, 24.625), (4, 4, 16.0), (5, 4, 40.91)])
def test_values_of_whole_boards(n: int, d: int, value: float) -> None:
    root = RootBound(Board.cube(n, d))
    for _ in range(400):
        root.step()
    top = root.candidate().greatest()
    assert value - 0.002 < top < value + 0.02
    assert root.estimate == pytest.approx(top, abs=0.02)


def test_a_bound_that_is_asked_for_is_proven_and_no_more() -> None:
    problem = Problem(Placement(Board.cube(6, 3)), 26)
    outcome = run_beside("theta", prove_by_root, problem, RunContext())
    assert (outcome.status, outcome.bound) == (Status.INFEASIBLE, 25)
    assert isinstance(outcome.certificate, OrbitProof)
    assert check(outcome.certificate).valid
    open_problem = Problem(Placement(Board.cube(6, 3)), 22)
    outcome = run_beside("theta", prove_by_root, open_problem, RunContext())
    assert (outcome.status, outcome.bound) == (Status.FAILED, 23)
    assert "the theta bound is 23." in outcome.message


def test_large_boards_get_the_bound_from_the_theta_engine() -> None:
    board = Board.cube(7, 4)
    outcome = ENGINES["theta"].solve(Problem(Placement(board), 149), RunContext(Limit(100.0)))
    assert (outcome.status, outcome.bound) == (Status.INFEASIBLE, 148)
    assert isinstance(outcome.certificate, OrbitProof)
    assert check(outcome.certificate).valid


def test_a_torus_gets_its_bound_from_the_theta_engine() -> None:
    board = Board.cube(7, 3, torus=True)
    outcome = ENGINES["theta"].solve(Problem(Placement(board), 25), RunContext(Limit(100.0)))
    assert (outcome.status, outcome.bound) == (Status.INFEASIBLE, 24)
    assert isinstance(outcome.certificate, DisplacementProof)
    assert check(outcome.certificate).valid


def test_a_stop_ends_it_and_keeps_what_was_proven() -> None:
    stop = StopWhen(lambda news: news.bound is not None)
    bound = theta_bound(Board.cube(7, 4), RunContext(Limit(100.0), stop.watch, stop))
    assert stop.age < STALL
    assert bound.ended is Status.STOPPED
    assert bound.proof is not None
    assert wait_for_engines(STALL)


def test_a_value_just_below_an_integer_is_certified_as_the_integer() -> None:
    assert ComputedBound(15.99999999).most == ComputedBound(16.0).most == 16
    assert ComputedBound(15.999).most == 15
    board = Board.cube(4, 4)
    work = RootWork(board, lambda: False, lambda _: None, lambda _: None)
    work.improve()
    work.best = ComputedBound(15.99999999)
    work.certify()
    assert work.best.proof is not None
    assert work.best.proof.bound == 16


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="one cell"):
        theta_bound(Board((1, 1)))
    with pytest.raises(InputError, match="too large"):
        theta_bound(Board.cube(100, 3))
    board = Board.cube(5, 3)
    with pytest.raises(InputError, match="without given"):
        check_root(Problem(Placement.from_indices(board, [0])))

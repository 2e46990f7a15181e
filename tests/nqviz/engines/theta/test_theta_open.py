"""The theta bound of boards with blocked cells."""

import numpy as np
import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.engines import theta_bound
from nqviz.engines.theta.bound import Relaxation
from nqviz.proofs import TreeProof, check
from nqviz.run.context import RunContext
from tests.nqviz.oracle import largest_set

BOARDS = [
    Board((5, 5), blocked=[(0, 1), (2, 2)]),
    Board((4, 5), blocked=[(1, 1), (1, 3), (3, 2)]),
    Board((3, 3, 3), blocked=[(1, 1, 1)]),
    Board((4, 4, 3), blocked=[(0, 0, 0), (3, 3, 2), (1, 2, 1)]),
    Board((5, 5), torus=True, blocked=[(0, 1), (2, 2)]),
    Board((4, 4), piece="rook", blocked=[(0, 0), (1, 1)]),
]


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_bounds_hold_and_are_proven(board: Board, stops: bool) -> None:
    board = board.with_blocked(board.blocked, stops)
    found = theta_bound(board)
    assert found.ended is None
    free = np.flatnonzero(~board.is_blocked)
    most = largest_set(board.attack_graph.toarray()[np.ix_(free, free)])
    assert most <= found.bound == found.most
    assert (found.proof is None) == stops
    if found.proof is not None:
        assert isinstance(found.proof, TreeProof)
        assert found.proof.claim.givens == Placement(board)
        assert check(found.proof).valid


def test_cells_that_all_attack_each_other_hold_one_queen() -> None:
    blocked = [index for index in range(25) if index // 5 != 2]  # one row is open
    assert theta_bound(Board((5, 5), blocked=blocked)).value == pytest.approx(1.0, abs=1e-3)
    stopping = Board((1, 7), blocked=[3], stops=True)  # two parts of a row
    assert theta_bound(stopping).value == pytest.approx(2.0, abs=1e-3)
    assert theta_bound(stopping).bound == 2


def test_cells_apart_hold_all_queens() -> None:
    queens = {(0, 1), (1, 3), (2, 0), (3, 2)}
    blocked = [(x, y) for x in range(4) for y in range(4) if (x, y) not in queens]
    found = theta_bound(Board((4, 4), blocked=blocked))
    assert (found.value, found.bound) == (pytest.approx(4.0, abs=1e-3), 4)


@pytest.mark.parametrize("stops", [False, True])
def test_symmetries_do_not_change_the_value(stops: bool) -> None:
    board = Board((6, 6), blocked=[(0, 0), (0, 5), (5, 0), (5, 5)], stops=stops)
    free = np.flatnonzero(~board.is_blocked)
    relaxation = Relaxation.cold(board.attack_graph.toarray()[np.ix_(free, free)])
    for _ in range(400):
        relaxation.step()  # without symmetries
    found = theta_bound(board)
    assert found.bound == int(relaxation.estimate + 1e-3)
    assert found.value > relaxation.estimate - 1e-3


def test_blocking_more_cells_makes_the_bound_smaller() -> None:
    plain = theta_bound(Board((5, 5, 5), blocked=[0])).value
    assert theta_bound(Board((5, 5, 5), blocked=list(range(25)))).value < plain


def test_what_is_too_large_or_too_small_is_refused() -> None:
    with pytest.raises(InputError, match="one open cell"):
        theta_bound(Board((2, 2), blocked=[0, 1, 2]))
    with pytest.raises(InputError, match="too large for the theta bound"):
        theta_bound(Board((12, 12, 12), blocked=[0]))


def test_a_limit_ends_it() -> None:
    found = theta_bound(Board((9, 9, 9), blocked=[0]), RunContext(Limit(seconds=0.3)))
    assert found.ended is Status.LIMIT

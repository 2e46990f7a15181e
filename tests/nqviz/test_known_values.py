"""The published values come out of the code, which does not look them up."""

import numpy as np
import pytest

from nqviz import Board, Status
from nqviz.constructions import construct
from nqviz.constructions.subcube import best_cut
from nqviz.counting import density
from nqviz.problems import maximum


@pytest.mark.parametrize(("n", "d"), [(11, 3), (13, 3), (17, 4)])
def test_regular_solutions_hold_no_attack(n, d):
    placement = construct(Board.cube(n, d), "regular").placement
    assert len(placement) == n ** (d - 1)
    assert placement.is_valid()


def test_the_smallest_regular_solution_in_five_dimensions_holds_none_at_some_of_its_queens():
    board = Board.cube(37, 5)
    placement = construct(board, "regular").placement
    stands = np.zeros(board.size, dtype=np.bool_)
    stands[placement.indices] = True
    assert stands.sum() == len(placement) == 37**4
    for index in placement.indices[:: 37**4 // 100].tolist():
        assert all(stands[line].sum() == 1 for line in board.lines_through(index))


@pytest.mark.parametrize(
    ("m", "count"),
    [(9, 67), (10, 91), (12, 133), (15, 199), (16, 241), (18, 307), (21, 403), (22, 463)],
)
def test_the_best_subcube_cuts(m, count):
    cut = best_cut(m, 3)
    assert cut.count == len(cut.placement) == count
    assert cut.placement.is_valid()


@pytest.mark.parametrize(
    ("n", "d", "count"), [(3, 3, 4), (4, 3, 7), (5, 3, 13), (6, 3, 21), (3, 4, 6), (4, 4, 16)]
)
def test_the_maxima_of_small_boards_are_proven(n, d, count):
    outcome = maximum(Board.cube(n, d))
    assert outcome.status is Status.OPTIMAL
    assert outcome.count == outcome.bound == count
    assert outcome.placement.is_valid()


@pytest.mark.parametrize(("n", "d", "total"), [(8, 2, 92), (3, 3, 16), (4, 3, 1344)])
def test_maximum_placements_and_their_density(n, d, total):
    found = density(Board.cube(n, d), fresh=True).value
    assert found.total == total
    assert found.counts.sum() == total * found.queens
    assert found.counts.max() <= total

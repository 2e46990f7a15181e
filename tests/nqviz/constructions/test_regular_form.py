"""Regular solutions are recognised, and nothing else is."""

import pytest

from nqviz.constructions import admissible_coefficients, classical, regular
from nqviz.constructions.greedy import random_maximal
from nqviz.constructions.regular import regular_form
from nqviz.core.board import Board
from nqviz.core.placement import Placement


@pytest.mark.parametrize(("n", "d"), [(5, 2), (7, 2), (11, 3), (17, 4)])
def test_coefficients_and_shift_come_back(n: int, d: int) -> None:
    board = Board.cube(n, d)
    for row in admissible_coefficients(n, d, limit=6).tolist():
        for shift in (0, 1, n - 1):
            placement = regular(board, row, shift)
            shuffled = Placement(board, placement.cells[::-1])
            assert regular_form(shuffled) == (tuple(row), shift)


def test_other_placements_have_no_form() -> None:
    linear = regular(Board.cube(5, 2))
    moved = linear.cells.copy()
    moved[4, 1] = (moved[4, 1] + 1) % 5
    others = [
        classical(8),
        Placement(linear.board, moved),
        Placement(linear.board, [[0, 0]] * 5),
        Placement(linear.board, [[i, i] for i in range(5)]),
        Placement(linear.board, linear.cells[1:]),
        random_maximal(Board((3, 4, 5))),
        Placement(Board.cube(1, 2), [[0, 0]]),
    ]
    assert [regular_form(each) for each in others] == [None] * len(others)

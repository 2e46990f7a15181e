"""Problems are answered by their names."""

import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.problems.registry import PROBLEMS, solve


@pytest.mark.parametrize(
    ("name", "count"),
    [("maximum", 4), ("full", 4), ("dominating", 2), ("independent-dominating", 3)],
)
def test_a_problem_is_answered(name: str, count: int) -> None:
    assert name in PROBLEMS
    assert solve(name, Placement(Board.cube(4, 2))).count == count


def test_given_queens_stay() -> None:
    givens = Placement(Board.cube(4, 2), [(0, 1)])
    found = solve("maximum", givens).placement
    assert found is not None
    assert len(found) == 4
    assert givens <= found


def test_what_cannot_be_asked_is_refused() -> None:
    givens = Placement(Board.cube(4, 2), [(0, 1)])
    with pytest.raises(InputError, match="takes no given queens"):
        solve("dominating", givens)
    with pytest.raises(InputError, match="unknown problem 'most'; choose one of maximum"):
        solve("most", givens)

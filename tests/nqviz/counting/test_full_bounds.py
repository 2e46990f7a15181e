"""Bounds on the number of full solutions, against exact counts."""

import math

import pytest

from nqviz import Board
from nqviz.counting import count_full, count_planar
from nqviz.counting.full_bounds import FullBounds, full_bounds, least_full, most_full


@pytest.mark.parametrize("n", range(1, 12))
def test_planar_solutions_lie_between(n: int) -> None:
    found = count_planar(Board.cube(n, 2)).count
    most = most_full(n, 2)
    assert most is not None
    assert least_full(n, 2).value <= (found or 0) == most.value


def test_solutions_in_space_lie_between() -> None:
    found, most = count_full(Board.cube(11, 3)).count, most_full(11, 3)
    assert most is not None
    assert least_full(11, 3).value == found == 264 <= most.value == 2680**11
    assert str(most) == "2,680^11"
    assert str(least_full(121, 3)) == "264^121"
    assert least_full(12, 3).value == 0
    assert most_full(28, 3) is None


def test_bounds_in_words_and_in_json() -> None:
    bounds = full_bounds(Board.cube(11, 3))
    assert bounds == FullBounds(11, 3)
    rooks = round(bounds.rooks, 3)
    entries = {"least": ["264", 1], "most": ["2680", 11], "rooks_log10": rooks}
    assert bounds.entries() == entries
    assert "at least 264 " in bounds.words()
    assert "at most 2,680^11 " in bounds.words()
    # (11/e^2)^121 full placements of rooks, to the leading term.
    assert bounds.rooks == pytest.approx(121 * (math.log10(11) - 2 / math.log(10)))
    for other in (Board((3, 4)), Board.cube(5, 2, torus=True), Board((4, 4), blocked=[0])):
        assert full_bounds(other) is None

"""Samples of pieces of which more fit than there are lines along an axis."""

from __future__ import annotations

import pytest

from nqviz import Board, InputError
from nqviz.counting import sample_density


@pytest.mark.parametrize(
    ("board", "most"), [(Board((4, 4), piece="bishop"), 6), (Board((3, 3, 3), piece="3"), 16)]
)
def test_a_sample_reaches_the_most_that_fit(board: Board, most: int) -> None:
    found = sample_density(board, samples=10).value
    assert found is not None
    assert found.queens == most > board.full_count
    assert found.counts.sum() == found.total * most


def test_more_than_can_fit_are_refused_with_a_true_bound() -> None:
    with pytest.raises(InputError, match="give 1 to 4"):
        sample_density(Board.cube(4, 2), samples=2, queens=5)
    six = sample_density(Board((4, 4), piece="bishop"), samples=10, queens=6).value
    assert six is not None
    assert six.queens == 6

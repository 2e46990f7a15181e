"""Overlays: values of cells, the titles of their legends and the text for one cell."""

import numpy as np
import pytest

from nqviz import Board
from nqviz.core.errors import InputError
from nqviz.counting import density, limit_density, sample_density
from nqviz.view.overlay import Overlay, number_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (7, "7"),
        (9999, "9999"),
        (10_000, "10k"),
        (12_345, "12k"),
        (3_400_000, "3.4M"),
        (9_960_000, "10M"),
        (2.5e12, "2.5T"),
        (0.25, "0.25"),
    ],
)
def test_numbers_are_short(value, text):
    assert number_text(value) == text


def test_a_scale_has_ticks_at_whole_counts():
    assert Overlay(np.array([3.0, 29.0])).ticks() == [(0, "0"), (10, "10"), (20, "20")]
    assert Overlay(np.array([1.0])).ticks() == [(0, "0"), (1, "1")]
    assert [text for _, text in Overlay(np.array([0.5])).ticks()] == ["0", "0.2", "0.4"]
    assert Overlay(np.zeros(2)).top == 1.0
    assert Overlay(np.array([0.5]), kind="answer").top == 1.0


def test_large_counts_are_shares_whose_ticks_stand_where_they_say():
    overlay = Overlay(np.array([0.0, 1e6, 3e6]), 12_000_000)
    assert overlay.is_relative
    assert [text for _, text in overlay.ticks()] == ["0", "10", "20"]
    assert [value / overlay.total for value, _ in overlay.ticks()] == pytest.approx([0, 0.1, 0.2])
    assert overlay.number(1e6) == "8.3"
    assert overlay.ends == ("never", "25 % of placements")
    counted = Overlay(np.array([0.0, 9_999.0]), 9_999)
    assert not counted.is_relative
    assert counted.number(9_999.0) == "9999"


def test_never_is_said_only_where_a_cell_is_never_used():
    assert Overlay(np.array([0.0, 2.0]), 9).zero_text == "never"
    assert Overlay(np.array([1.0, 2.0]), 9).zero_text == ""
    assert Overlay(np.array([1.0, 2.0]), 9).ends == ("0", "2 of 9")
    assert Overlay(np.array([0.0, 1.0]), 1, kind="answer").zero_text == "no"


def test_the_text_for_a_cell_follows_from_the_kind():
    answers = Overlay(np.array([0.0, 1.0]), 1, "x", "answer", ("a", "b"), {1.0: "yes", 0.0: "no"})
    assert [answers.cell_text(cell) for cell in (0, 1)] == ["no", "yes"]
    relative = Overlay(np.array([2.0]), kind="relative", scale=("times", "the mean"))
    assert relative.cell_text(0) == "2 times the mean"
    assert Overlay(np.array([2.0]), 9).cell_text(0) == "2 of 9 placements"
    assert Overlay.of_costs(Board.cube(3, 2)).cell_text(4) == "cost 0"


@pytest.mark.parametrize(
    ("overlay", "titles"),
    [
        (Overlay(np.ones(4), 1200), ("placements", "of 1,200")),
        (Overlay(np.ones(4), 12_000_000), ("% of placements", "of 12,000,000")),
        (Overlay(np.ones(4), 30, kind="sample"), ("sample", "of 30")),
        (Overlay(np.ones(4)), ("placements", "in all")),
        (Overlay(np.ones(4), kind="field", scale=("a", "b")), ("a", "b")),
    ],
)
def test_titles_follow_from_kind_and_total(overlay, titles):
    assert overlay.titles == titles


def test_a_count_becomes_an_overlay_that_describes_itself():
    found = density(Board.cube(4, 2)).value
    overlay = Overlay.of_density(found)
    assert overlay.values.tolist() == found.counts.tolist()
    assert overlay.has_value.sum() == 8
    assert overlay.describe().endswith("in 1 to 1. 8 of 16 cells are never used.")


def test_a_limit_is_relative_to_its_mean():
    overlay = Overlay.of_limit(limit_density(8).value, 4)
    assert overlay.values.shape == (16,)
    assert overlay.values.mean() == pytest.approx(1.0)
    assert "n-queens constant between" in overlay.caption


def test_costs_are_of_flat_squares_and_made_once():
    board = Board.cube(4, 2)
    assert Overlay.of_costs(board) is Overlay.of_costs(board)
    assert Overlay.of_costs(board).has_value.all()
    with pytest.raises(InputError):
        Overlay.of_costs(Board.cube(3, 3))


def test_the_distribution_counts_the_cells_of_each_value():
    overlay = Overlay(np.array([0, 4, 4, 14, 14, 14]), 96)
    assert overlay.distribution == ((0.0, 1), (4.0, 2), (14.0, 3))
    assert overlay.never == 1
    assert Overlay.of_costs(Board.cube(3, 2)).never == 0, "a cost of 0 is a value"


def test_values_are_said_beside_the_whole():
    overlay = Overlay(np.array([0.0, 14.0]), 96)
    assert [overlay.value_text(value) for value in (0.0, 14.0)] == ["never", "14 of 96"]
    relative = Overlay(np.array([1.26]), kind="relative", scale=("times", "the mean"))
    assert relative.value_text(1.26) == "1.26 times the mean"


def test_a_count_says_what_is_counted():
    found = density(Board.cube(7, 3)).value
    overlay = Overlay.of_density(found)
    assert overlay.heading == "96 placements"
    assert overlay.summary == "of 32 queens each, 2 up to symmetry. Exact."
    assert (overlay.queens, overlay.orbits, overlay.error) == (32, 2, None)
    assert overlay.never == 1


def test_a_sample_says_its_error():
    found = sample_density(Board.cube(3, 3), samples=4, queens=4).value
    overlay = Overlay.of_density(found)
    assert overlay.kind == "sample"
    assert overlay.error == pytest.approx(0.5 / np.sqrt(overlay.total))
    assert "A sample, not exact" in overlay.summary

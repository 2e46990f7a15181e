"""Numbers are written short, and never where they cannot be read."""

import pytest

from nqviz.rendering.canvas.numbers import number_size, number_text, scale_values


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


def test_text_shrinks_with_its_length_and_vanishes_when_too_small():
    assert number_size(["1"], 40) > number_size(["12345"], 40) > 0
    assert number_size(["12345"], 12) == 0
    assert number_size([], 40) > 0


def test_a_scale_names_values_that_are_counts():
    assert scale_values(29) == [0.0, 14.0, 29]
    assert scale_values(0.5) == [0.0, 0.25, 0.5]
    assert scale_values(0) == [0.0]

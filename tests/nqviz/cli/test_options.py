"""Values of options, and what is said of those that are none."""

import argparse

import pytest

from nqviz.cli.option_table import numbers, sides


@pytest.mark.parametrize("text", ["4,5,6", "4x5x6", "4x5,6", " 4, 5 ,6"])
def test_sides_are_parted_by_commas_or_x(text):
    assert sides(text) == (4, 5, 6)


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (sides, "4,x", "a number is missing in '4,x'"),
        (sides, "", "a number is missing in ''"),
        (sides, "4xa", "'a' is not a whole number"),
        (numbers, "4x5", "'4x5' is not a whole number"),
        (numbers, "4,,5", "a number is missing in '4,,5'"),
    ],
)
def test_what_is_wrong_is_told_as_it_was_written(read, text, words):
    with pytest.raises(argparse.ArgumentTypeError) as error:
        read(text)
    assert str(error.value) == words

"""What is wrong with a file is said of the piece that stands on its board."""

import json

import pytest

from nqviz import Board, InputError, Placement
from nqviz.formats import Layout, format_placement, parse_placement


def text_of(queens, piece="rook"):
    data = {"format": "nqviz-placement", "version": 1, "shape": [4, 4], "piece": piece}
    return json.dumps({**data, "queens": queens})


@pytest.mark.parametrize(
    ("queens", "said"),
    [
        ([[1, 1], [2, 5]], "rook 2: coordinate 2 is 5, off the (4,2) board of rooks"),
        ([[1, 1], [1, 1]], "rook 2: a second rook on (1, 1), the first is rook 1"),
        ([[1, 1, 1]], "rook 1: 3 coordinates; the board has 2 dimensions"),
        ([7], "rook 1: 7 is no list of coordinates"),
        ([[1, "a"]], "rook 1: a is not a whole number"),
    ],
)
def test_flaws_of_a_file_name_its_piece(queens, said):
    with pytest.raises(InputError) as caught:
        parse_placement(text_of(queens), "a.json")
    assert said in str(caught.value)
    with pytest.raises(InputError) as caught:
        parse_placement(text_of(queens, "queen"), "a.json")
    assert said.replace(" board of rooks", " board").replace("rook", "queen") in str(caught.value)


@pytest.mark.parametrize("layout", [Layout.PERMUTATION, Layout.SQUARE])
def test_layouts_that_do_not_fit_name_the_piece(layout):
    placement = Placement(Board.cube(4, 2, piece="bishop"), [(0, 0)])
    with pytest.raises(InputError, match="bishop"):
        format_placement(placement, layout)

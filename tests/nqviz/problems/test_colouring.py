"""Colourings of the planar queen graph, against the known chromatic numbers and the definition."""

import json
import threading

import numpy as np
import pytest

from nqviz.board import Board
from nqviz.cli import main
from nqviz.constructions import construct
from nqviz.constructions.colourings import (
    colouring_placement,
    exact_colouring,
    is_colouring,
    known_chromatic,
    linear_colouring,
    product_colouring,
    symmetric_colouring,
)
from nqviz.errors import InputError
from nqviz.placement import Placement
from nqviz.problems.colouring import colour
from nqviz.work import Limit, Status


def is_proper(square: np.ndarray) -> bool:
    attack = Board.cube(len(square), 2).attack_graph.tocoo()
    flat = square.ravel()
    return bool((flat[attack.row] != flat[attack.col]).all())


@pytest.mark.parametrize("n", range(1, 12))
def test_the_fewest_colours_are_the_known_ones_and_proven(n: int) -> None:
    found = colour(n, limit=Limit(seconds=60))
    assert found.status is Status.OPTIMAL
    assert found.square is not None
    assert found.colours == known_chromatic()[n][0] == found.lower
    assert is_proper(found.square)
    assert is_colouring(found.square)


@pytest.mark.parametrize("n", [2, 3, 4, 6, 8, 9, 10])
def test_one_colour_less_is_refuted(n: int) -> None:
    found = colour(n, known_chromatic()[n][0] - 1, limit=Limit(seconds=60))
    assert found.status is Status.INFEASIBLE
    assert found.square is None


def test_twelve_colours_for_twelve_by_symmetry() -> None:
    found = colour(12)
    assert found.status is Status.OPTIMAL
    assert found.square is not None
    assert is_proper(found.square)
    flat = found.square
    classes = {frozenset(zip(*np.nonzero(flat == c), strict=True)) for c in range(12)}
    mirrored = {frozenset((11 - i, j) for i, j in cells) for cells in classes}
    assert classes == mirrored


def test_no_symmetric_colouring_of_eight() -> None:
    assert symmetric_colouring(8, "turn") is None
    assert symmetric_colouring(8, "mirror") is None
    assert exact_colouring(8) is None


def test_products_need_an_inner_colouring_of_the_torus() -> None:
    square = product_colouring(linear_colouring(5), linear_colouring(7))
    assert square.max() == 34
    assert is_proper(square)
    four = colour(4).square
    assert four is not None
    assert is_proper(product_colouring(four, linear_colouring(5)))
    assert not is_proper(product_colouring(linear_colouring(5), four))


@pytest.mark.parametrize("n", [4, 6, 9])
def test_linear_colourings_name_the_nearest_side(n: int) -> None:
    with pytest.raises(InputError, match="nearest n"):
        linear_colouring(n)


def test_a_limit_and_a_stop_prove_nothing() -> None:
    found = colour(9, 9 + 1, limit=Limit(seconds=1e-9))
    assert (found.status, found.square) == (Status.LIMIT, None)
    stop = threading.Event()
    stop.set()
    assert colour(15, 15, stop=stop).status is Status.STOPPED
    with pytest.raises(InputError, match="n = 1 to 100"):
        colour(0)
    with pytest.raises(InputError, match="not possible"):
        colour(8, 65)


def test_a_colouring_is_a_placement_with_a_class_in_each_layer() -> None:
    placement = construct(Board.cube(12, 2), "colouring").placement
    assert placement.board == Board.cube(12, 3, piece="rook")
    assert placement.is_valid()
    flat = Board.cube(12, 2)
    for layer in range(12):
        cells = placement.cells[placement.cells[:, 2] == layer, :2]
        assert len(cells) == 12
        assert Placement(flat, cells).is_valid()


def test_the_verb_answers_with_a_square(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["colour", "--n", "7", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    square = np.array(answer["square"])
    assert answer["status"] == "optimal"
    assert answer["colours"] == square.max() == 7
    assert square.min() == 1
    assert is_proper(square)
    assert main(["colour", "--n", "8", "--colours", "8"]) == 1
    assert "infeasible" in capsys.readouterr().out
    assert main(["colour", "--n", "14", "--colours", "14", "--time-limit", "0.2"]) == 3
    capsys.readouterr()


def test_the_verb_writes_layers(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "square.json"
    assert main(["colour", "--n", "5", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    assert "25 rooks" in capsys.readouterr().out
    assert colouring_placement(linear_colouring(5)).board == Board.cube(5, 3, piece="rook")

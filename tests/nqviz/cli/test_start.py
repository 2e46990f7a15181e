"""The verb ``maximum`` with a placement to start from."""

from __future__ import annotations

import json

import pytest

from nqviz import Board, Placement
from nqviz.cli import main
from nqviz.formats import write_placement


@pytest.fixture
def start(tmp_path):
    path = tmp_path / "start.json"
    write_placement(path, Placement(Board.cube(4, 2), [(0, 1), (1, 3), (2, 0), (3, 2)]))
    return str(path)


def test_a_start_that_is_full_is_the_answer(start, capsys) -> None:
    arguments = ["maximum", "--n", "4", "--d", "2", "--start", start, "--engine", "highs", "--json"]
    assert main(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["status"] == "optimal"
    assert answer["queens"] == [[1, 2], [2, 4], [3, 1], [4, 3]]


def test_a_start_on_another_board_is_refused(start, capsys) -> None:
    assert main(["maximum", "--n", "5", "--d", "2", "--start", start]) == 2
    assert "not for the (5,2) board" in capsys.readouterr().err


def test_cuts_that_do_not_apply_are_one_line(capsys) -> None:
    assert main(["maximum", "--n", "4", "--d", "3", "--cuts", "cube,layer"]) == 2
    error = capsys.readouterr().err
    assert "'layer' does not apply to the (4,3) board" in error
    assert error.count("\n") == 1

"""The options of boards that wrap: --torus, --wrap-axes and --twist."""

import pytest

from nqviz.core.board import Board
from nqviz.formats import parse_code
from nqviz.problems import maximum


@pytest.mark.parametrize(
    ("words", "board"),
    [
        ("--shape 4,5,3 --wrap-axes 3,1", Board((4, 5, 3), wraps=(0, 2))),
        ("--n 4 --d 2 --wrap-axes 1,2", Board.cube(4, 2, torus=True)),
        ("--shape 4,6 --wrap-axes 2 --twist", Board((4, 6), wraps=(1,), twist=True)),
    ],
)
def test_an_answer_is_about_the_board_of_the_options(run, tmp_path, words, board):
    path = tmp_path / "found.json"
    status, out, _ = run("maximum", *words.split(), "-o", path)
    assert status == 0
    assert str(board) in out
    status, out, _ = run("code", path)
    assert status == 0
    assert parse_code(out.strip()).placement.board == board
    assert run("verify", path)[0] == 0


def test_comparisons_are_of_cubes_that_wrap(run):
    status, out, _ = run("compare", "4,2", "--wrap-axes", "1", "--cuts", "base")
    assert status == 0
    board = Board.cube(4, 2, wraps=(0,))
    assert str(board) in out
    assert f"{maximum(board).count} of {maximum(board).count}" in out
    status, _, err = run("compare", "4,2", "--wrap-axes", "3")
    assert status == 2
    assert "axis 3 cannot wrap" in err

"""The options of boards that wrap: --torus, --wrap-axes and --twist."""

import pytest

from nqviz.core.board import Board
from nqviz.formats import parse_code
from nqviz.problems import maximum


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--n 4 --d 2 --wrap-axes 3", "axis 3 cannot wrap: the axes are 1 to 2"),
        ("--n 4 --d 2 --wrap-axes 0", "axis 0 cannot wrap: the axes are 1 to 2"),
        ("--n 4 --d 2 --wrap-axes=-1", "axis -1 cannot wrap: the axes are 1 to 2"),
        ("--n 4 --d 2 --wrap-axes 2,2", "axis 2 wraps twice; name each axis once"),
        ("--n 4 --d 2 --wrap-axes x", "argument --wrap-axes: 'x' is not a whole number"),
        (f"--n 4 --d 2 --wrap-axes {10**20}", "argument --wrap-axes: 1000000"),
        ("--n 4 --d 2 --wrap-axes 1 --torus", "leave out --wrap-axes"),
        ("--n 4 --d 2 --twist", "boards of two dimensions that wrap along one axis"),
        ("--n 4 --d 2 --torus --twist", "boards of two dimensions that wrap along one axis"),
        ("--n 4 --d 3 --wrap-axes 1 --twist", "boards of two dimensions that wrap along one axis"),
        ("--shape 4,5 --wrap-axes 1 --twist", "both even or both odd"),
        ("--n 4 --d 2 --wrap-axes 1 --twist --piece knight", "a twist turns their leaps"),
        ("--wrap-axes 1", "need a board: give --n N"),
        ("--twist", "need a board: give --n N"),
    ],
)
def test_what_cannot_wrap_is_refused_in_one_line(run, words, message):
    status, out, err = run("bounds", *words.split())
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("bounds --n 5 --d 3 --wrap-axes 1 --compute", "flat boards and tori, not for the (5,3)"),
        ("count layered --n 4 --d 3 --wrap-axes 1", "queens on flat cubes, not on the (4,3)"),
        ("count threshold --n 4 --d 2 --wrap-axes 1", "flat cubes of two dimensions or more"),
        ("rings --n 8 --wrap-axes 1", "rings are for queens on flat squares, not for the (8,2)"),
        (
            "maximum --shape 5,5 --wrap-axes 1 --twist --certificate none.proof",
            "(5,2) Moebius strip along axis 1 are not checked",
        ),
    ],
)
def test_what_is_not_defined_where_axes_wrap_says_why(run, words, message):
    status, _, err = run(*words.split())
    assert status == 2
    assert message in err
    assert len(err.splitlines()) == 1

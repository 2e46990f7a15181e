"""The nearest board of every family, against the line that says why there is nothing."""

import pytest

from nqviz.constructions import FAMILIES
from nqviz.core.board import Board
from nqviz.core.pieces import HYPERPLANE

BOARDS = [
    Board.cube(3, 2),
    Board.cube(14, 2),
    Board.cube(30, 2, torus=True),
    Board.cube(12, 3, torus=True),
    Board.cube(12, 4),
    Board.cube(150, 3),
    Board((4, 5, 6)),
]


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_line_names_the_nearest_board(name: str, board: Board) -> None:
    family = FAMILIES[name]
    objection = family.objection(board)
    near = family.nearest(board)
    assert near is not None
    assert family.suits(near)
    if objection is None:
        assert family.suits(board)
        assert near == board or not board.is_cube
    else:
        assert not family.suits(board)
        assert objection.endswith(f"; the nearest is the {near}")


@pytest.mark.parametrize(
    ("name", "board", "near"),
    [
        ("classical", Board.cube(5, 2, torus=True), Board.cube(5, 2)),
        ("classical", Board.cube(8, 3, piece="rook"), Board.cube(8, 2)),
        ("classical", Board.cube(2, 12), Board.cube(4, 2)),
        ("rings", Board.cube(8, 2, piece="rook"), Board.cube(8, 2)),
        ("regular", Board.cube(12, 3, torus=True), Board.cube(11, 3, torus=True)),
        ("regular", Board.cube(5, 2, piece=HYPERPLANE), Board.cube(5, 2, torus=True)),
        ("regular", Board.cube(6, 2, wraps=(1,)), Board.cube(5, 2, wraps=(1,))),
        ("regular", Board.cube(3, 6), Board.cube(37, 5)),
        ("subcube", Board.cube(9, 3, torus=True), Board.cube(9, 3)),
        ("stacked", Board.cube(512, 3), Board.cube(60, 3)),
        ("random", Board.cube(10**8, 1), Board.cube(2000, 2)),
    ],
    ids=str,
)
def test_the_nearest_keeps_what_it_can(name: str, board: Board, near: Board) -> None:
    assert FAMILIES[name].nearest(board) == near

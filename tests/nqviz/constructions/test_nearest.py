"""The nearest board of every family, against the line that says why there is nothing."""

import pytest

from nqviz.board import Board
from nqviz.constructions import FAMILIES

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
    objection = family.applies(board)
    near = family.nearest(board)
    assert near is not None
    assert family.applies(near) is None
    if objection is None:
        assert near == board or not board.is_cube
    else:
        assert (
            f"({near.n},{near.d})" in objection
            or f"n is {near.n}" in objection
            or (f"n = {near.n}" in objection)
        )

"""The cells of single cliques, against the queen graph and the rows of the programs."""

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.ilp import FAMILIES, clique_cells

BOARDS = [
    Board.cube(5, 2),
    Board.cube(4, 3),
    Board((5, 1, 3)),
    Board((4, 5), torus=True),
    Board.cube(5, 3, torus=True),
    Board.cube(3, 4),
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("kind", ["cube", "star", "cross"])
def test_any_two_cells_of_a_clique_attack_each_other(board, kind):
    found = 0
    graph = board.attack_graph.toarray()
    for index in range(board.size):
        for h in range(1, board.n):
            cells = clique_cells(board, index, kind, h)
            found += len(cells) > 2
            assert len(cells) == 0 or index in cells
            assert (graph[np.ix_(cells, cells)] | np.eye(len(cells), dtype=bool)).all()
    assert found


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_a_clique_is_a_row_of_its_family(board):
    for kind in ("cube", "star", "cross"):
        matrix = FAMILIES[kind].rows(board).matrix.toarray()
        rows = {tuple(np.flatnonzero(row).tolist()) for row in matrix}
        longest = min(side for side in board.shape if side > 1) if kind == "cube" else board.n
        for index in range(board.size):
            for h in range(1, longest):
                cells = clique_cells(board, index, kind, h)
                assert len(cells) < 2 or tuple(cells.tolist()) in rows


def test_the_cliques_of_the_thesis_figures():
    board = Board.cube(9, 3)
    cube = clique_cells(board, board.index((1, 1, 1)), "cube", 6)
    assert len(cube) == 9
    assert board.index((4, 4, 4)) in cube
    star = clique_cells(board, board.index((4, 4, 4)), "star", 3)
    assert sorted(map(board.cell, star.tolist())) == sorted(
        [(4, 4, 4), (1, 4, 4), (7, 4, 4), (4, 1, 4), (4, 7, 4), (4, 4, 1), (4, 4, 7)]
    )


def test_what_leaves_the_board_is_dropped_or_turned_round():
    board = Board.cube(4, 2)
    corner = board.index((3, 3))
    cells = clique_cells(board, corner, "cube", 3)
    assert {board.cell(int(i)) for i in cells} == {(0, 0), (0, 3), (3, 0), (3, 3)}
    assert len(clique_cells(board, board.index((1, 1)), "cube", 3)) == 0
    assert len(clique_cells(board, corner, "star", 2)) == 3


@pytest.mark.parametrize(("kind", "h"), [("ball", 1), ("cube", 0), ("star", -2)])
def test_a_clique_that_does_not_exist_is_refused(kind, h):
    with pytest.raises(InputError, match="no clique at"):
        clique_cells(Board.cube(4, 2), 3, kind, h)
    with pytest.raises(InputError, match="queens"):
        clique_cells(Board.cube(4, 2, piece="rook"), 3, "cube", 1)

"""Bounds of boards of any size by formulas, against those of boards and exhaustive search."""

from __future__ import annotations

import numpy as np
import pytest

from nqviz import Board
from nqviz.bounds import best_lower, best_upper, lower_bounds, outline_bounds, upper_bounds
from nqviz.bounds.boards import bishops_lower
from nqviz.bounds.filling import filled_bounds
from nqviz.core.errors import InputError
from nqviz.core.outline import Outline, TooManyCellsError

from ..oracle import independent_sets, largest_placement

LARGE = (
    Outline((600,) * 3),
    Outline((600,) * 3, torus=True),
    Outline((601,) * 3, torus=True),
    Outline((600,) * 3, wraps=(0,)),
    Outline((600, 700, 800), torus=True, piece="rook"),
    Outline((600,) * 3, piece="bishop"),
    Outline((601,) * 3, torus=True, piece="bishop"),
    Outline((600,) * 3, piece="superqueen"),
    Outline((20_000, 20_000), wraps=(1,), twist=True),
    Outline((100,) * 12),
    Outline((99_991,) * 12, torus=True),
)


@pytest.mark.parametrize("outline", LARGE, ids=str)
def test_outlines_of_any_size_have_bounds(outline):
    lower, upper = best_lower(outline).value, best_upper(outline).value
    assert 1 <= lower <= upper <= outline.size
    assert all(bound.value >= lower for bound in upper_bounds(outline))


def test_a_large_torus_has_layers_of_the_planar_maximum():
    assert best_upper(Outline((600,) * 3, torus=True)).value == 600 * 598
    assert best_lower(Outline((601,) * 3, torus=True)).value == 601**2


@pytest.mark.parametrize("piece", ["queen", "rook", "bishop", "knight", "superqueen", "1+3"])
@pytest.mark.parametrize("wraps", [(), (0,), (0, 1, 2)])
def test_formulas_are_the_same_with_and_without_cells(piece, wraps):
    board = Board((5, 5, 5), piece=piece, wraps=wraps)
    assert upper_bounds(Outline.of(board)) == upper_bounds(board)
    assert set(lower_bounds(Outline.of(board))) <= set(lower_bounds(board))


@pytest.mark.parametrize(
    "shape", [(1, 4), (2, 2), (3, 3), (4, 4), (5, 5), (3, 5), (2, 3, 3), (3, 3, 3)]
)
@pytest.mark.parametrize("torus", [False, True])
def test_bounds_of_bishops_hold(shape, torus):
    board = Board(shape, torus=torus, piece="bishop")
    most = largest_placement(board)
    assert all(bound.value <= most for bound in bishops_lower(board))
    assert all(bound.value >= most for bound in upper_bounds(board))
    if len(set(shape)) == 1 and len(shape) == 2 and not torus:
        assert max(bound.value for bound in bishops_lower(board)) == best_upper(board).value == most


def test_bounds_of_bishops_count_where_filling_finds_fewer():
    board = Board.cube(30, 2, piece="bishop")
    assert best_lower(board).value == best_upper(board).value == 58
    assert best_lower(board).value > max(bound.value for bound in filled_bounds(board, ()))


def test_lines_of_bishops_over_queens_do_not_attack():
    queens = [(0, 1), (1, 3), (2, 0), (3, 2)]
    cells = [(x, *queen) for x in range(4) for queen in queens]
    board = Board.cube(4, 3, piece="bishop")
    assert not board.attack_graph[board.indices(cells)][:, board.indices(cells)].nnz
    assert [bound.value for bound in bishops_lower(board)] == [len(cells)]


def test_a_board_that_is_too_large_names_its_outline():
    with pytest.raises(TooManyCellsError, match="216,000,000 cells") as raised:
        Board.cube(600, 3, torus=True, piece="rook")
    assert raised.value.outline == Outline((600,) * 3, torus=True, piece="rook")


def test_an_outline_is_checked_as_a_board_is():
    with pytest.raises(InputError, match="hyperplane queens"):
        Outline((4, 5), piece="hyperplane-queen")
    with pytest.raises(InputError, match="Moebius"):
        Outline((4, 5), wraps=(0,), twist=True)


def test_blocked_cells_of_a_board_that_is_too_large_change_its_bounds():
    with pytest.raises(TooManyCellsError) as raised:
        Board((600, 600, 600), blocked=[(0, 0, 0), (0, 0, 0), (0, 1, 0)])
    outline = raised.value.outline
    assert (raised.value.blocked, raised.value.stops) == (2, False)
    lower, upper = outline_bounds(outline, 2)
    assert lower[0].value == best_lower(outline).value - 2
    assert upper[0].value == best_upper(outline).value
    assert outline_bounds(outline, 2, stops=True)[1][0].value == 600**3 - 2


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize("blocked", [[0], [5], [0, 1, 2, 3], range(15)])
def test_bounds_without_the_places_of_blocked_cells_hold(blocked, stops):
    board = Board((4, 4), blocked=blocked, stops=stops)
    lower, upper = outline_bounds(Outline((4, 4)), len(board.blocked), stops)
    is_open = np.flatnonzero(~board.is_blocked)
    most = max(map(len, independent_sets(board.attack_graph.toarray(), is_open)))
    assert lower[0].value <= most <= upper[0].value

"""Bounds of tori against exhaustive search and the encyclopedia."""

from __future__ import annotations

import pytest

from nqviz import Board, Status, maximum
from nqviz.bounds import best_lower, best_upper, lower_bounds
from nqviz.bounds.known import lower_entries
from nqviz.bounds.torus import planar_torus_maximum, torus_upper
from nqviz.catalogue.records import records
from nqviz.constructions.from_catalogue import build_bound, is_maximum

from ..oracle import largest_placement

A085801 = [1, 1, 1, 2, 5, 4, 7, 6, 7, 9, 11, 10, 13, 13, 13, 14, 17, 16, 19, 18, 19, 21, 23, 22, 25]
"""OEIS A085801, from n = 1 on."""


def test_the_formula_gives_the_published_maxima():
    assert [planar_torus_maximum(n) for n in range(1, 26)] == A085801


@pytest.mark.parametrize("n", range(1, 8))
def test_the_formula_gives_the_maxima_of_exhaustive_search(n):
    board = Board.cube(n, 2, torus=True)
    assert largest_placement(board) == planar_torus_maximum(n)
    assert best_lower(board).value == best_upper(board).value == planar_torus_maximum(n)


@pytest.mark.parametrize("shape", [(3, 3, 3), (4, 4, 2), (4, 4, 3), (3, 3, 4), (2, 2, 5)])
def test_the_bound_by_squares_holds_on_boxes(shape):
    board = Board(shape, torus=True)
    most = largest_placement(board)
    assert all(bound.value >= most for bound in torus_upper(board))


@pytest.mark.parametrize(("n", "d", "most"), [(5, 3, 7), (7, 3, 19), (9, 3, 27), (16, 2, 14)])
def test_tori_have_placements_in_the_library(n, d, most):
    board = Board.cube(n, d, torus=True)
    [record] = [each for each in records() if each.board == board]
    assert best_lower(board).value == best_upper(board).value == record.count == most
    assert is_maximum(record)
    known = [bound for bound in lower_bounds(board) if bound.witness is not None]
    placement = build_bound(board, known[0])
    assert (len(placement), placement.is_valid()) == (most, True)
    cylinder = Board.cube(n, d, wraps=(0,))
    assert best_lower(cylinder).value >= most


def test_placements_on_tori_bound_no_flat_box_and_no_strip():
    assert not any(entry.torus for entry in lower_entries())
    strip = Board.cube(16, 2, wraps=(0,), twist=True)
    assert not any(bound.published for bound in lower_bounds(strip))


def test_squares_improve_the_bound_of_a_box():
    found = best_upper(Board((12, 12, 2), torus=True))
    assert found.value == 20
    assert "2 squares (12,2), at most 10 each on the torus" in found.source


def test_the_computed_maximum_of_a_torus_is_found_again():
    board = Board.cube(5, 3, torus=True)
    outcome = maximum(board)
    assert outcome.status is Status.OPTIMAL
    assert best_lower(board).value == best_upper(board).value == len(outcome.placement) == 7

"""Rings of squares with blocked cells, against all solutions of the plain squares."""

import random
from collections import Counter

import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.rings import ring_vector
from nqviz.problems.rings import completions, distribution, explain, search_patterns
from nqviz.run.outcome import Status
from nqviz.view.board_overlays import BoardOverlays
from tests.nqviz.oracle import full_planar_placements

SQUARES = [
    (4, [(0, 0)]),
    (5, [(2, 2)]),
    (6, [(0, 1), (0, 2)]),
    (7, [(0, 0), (3, 3)]),
    (8, [(0, 3), (3, 3), (7, 4)]),
]


def open_solutions(board):
    """The cells of the full placements of a square without a queen on a blocked cell."""
    every = (list(enumerate(files)) for files in full_planar_placements(board.n))
    return [cells for cells in every if not any(board.is_blocked[board.index(c)] for c in cells)]


@pytest.mark.parametrize(("n", "blocked"), SQUARES)
def test_completions_by_rings_against_brute_force(n, blocked):
    board = Board((n, n), blocked=blocked)
    rng = random.Random(n)
    some = open_solutions(board)[0]
    for givens in ([], rng.sample(some, 1), rng.sample(some, 2)):
        expected = [cells for cells in open_solutions(board) if set(givens) <= set(cells)]
        for search in (completions, explain):
            found = search(Placement(board, givens))
            assert found.status is (Status.OPTIMAL if expected else Status.INFEASIBLE)
            solutions = found.value.solutions
            assert sorted(map(sorted, solutions)) == sorted(map(sorted, expected))
            assert all(each.board == board and each.is_valid() for each in solutions)
            assert sum(found.value.counts) == len(expected)


@pytest.mark.parametrize(("n", "blocked"), SQUARES)
def test_distributions_against_brute_force(n, blocked):
    board = Board((n, n), blocked=blocked)
    expected = Counter(ring_vector(Placement(board, cells)) for cells in open_solutions(board))
    assert distribution(board).value.counts == expected


def test_where_lines_stop_rings_count_queens_but_hold_no_full_placement():
    board = Board((6, 6), blocked=[(0, 1), (2, 2)], stops=True)
    standing = Placement(board, [(0, 0), (0, 2)])
    assert standing.is_valid()
    assert ring_vector(standing) == (0, 0, 2)
    for refused in (completions, explain):
        with pytest.raises(InputError, match=r"full placements are not defined .* lines stop"):
            refused(standing)
    with pytest.raises(InputError, match=r"full placements are not defined .* lines stop"):
        distribution(board)


def test_what_has_no_meaning_with_blocked_cells_is_refused():
    board = Board((4, 4), blocked=[(0, 0)])
    with pytest.raises(InputError, match="patterns for larger boards do not take blocked cells"):
        search_patterns(Placement(board, [(0, 1), (1, 3), (2, 0), (3, 2)]))
    BoardOverlays().lay("rings", board)
    for what in ("costs", "greedy"):
        with pytest.raises(InputError, match="greedy queens do not take blocked cells"):
            BoardOverlays().lay(what, board)

"""Counts on boards with blocked cells, against all full placements of the plain board."""

from itertools import permutations, product

import numpy as np
import pytest

from nqviz import Board, InputError, Placement
from nqviz.constructions.stacking import planar_solutions
from nqviz.core.symmetry import CLASSES, placement_classes
from nqviz.counting import count_planar, second_count
from nqviz.counting.enumerate_full import all_full, count_full
from nqviz.counting.kinds import count
from nqviz.counting.rotational import TURNS
from nqviz.run.context import RunContext


def open_solutions(board):
    """The full solutions of a square without a queen on a blocked cell, as frozen sets."""
    rows = planar_solutions(board.n).astype(int) + board.n * np.arange(board.n)
    return {frozenset(row) for row in rows.tolist() if not board.is_blocked[row].any()}


def kept_maps(board):
    """The maps of indices that permute and reverse axes and keep the blocked cells."""
    cells = board.cells(np.arange(board.size))
    maps = []
    for axes in permutations(range(board.d)):
        for turns in product((False, True), repeat=board.d):
            image = cells[:, axes]
            image = board.indices(np.where(turns, np.array(board.shape) - 1 - image, image))
            if set(image[list(board.blocked)].tolist()) == set(board.blocked):
                maps.append(image)
    return maps


def orbit_count(board, sets):
    """The number of orbits of sets of cells under the maps that keep the blocked cells."""
    maps, left, orbits = kept_maps(board), set(sets), 0
    while left:
        orbits += 1
        one = list(left.pop())
        left -= {frozenset(image[one].tolist()) for image in maps}
    return orbits


SQUARES = [
    (8, [(0, 0), (7, 7)]),
    (8, [(0, 0), (0, 7), (7, 0), (7, 7)]),
    (8, [(1, 2), (2, 6), (6, 5), (5, 1)]),
    (8, [(0, 1)]),
    (9, [(4, 4)]),
    (10, [(0, 1), (9, 8)]),
    (12, [(0, 3), (3, 11), (11, 8), (8, 0)]),
]


@pytest.mark.parametrize(("n", "blocked"), SQUARES)
def test_symmetric_solutions_by_looking_at_all(n, blocked):
    board = Board((n, n), blocked=blocked)
    cells = board.cells(np.arange(board.size))
    turned = {"half-turn": n - 1 - cells, "quarter-turn": np.c_[cells[:, 1], n - 1 - cells[:, 0]]}
    for turn in TURNS:
        image = board.indices(turned[turn])
        is_symmetry = set(image[list(board.blocked)].tolist()) == set(board.blocked)
        kept = [
            each
            for each in open_solutions(board)
            if is_symmetry and frozenset(image[list(each)].tolist()) == each
        ]
        found = count(board, "planar", symmetric=turn)
        assert (found.value, found.orbits) == (len(kept), orbit_count(board, kept))


@pytest.mark.parametrize(("n", "blocked"), [*SQUARES, (5, [(0, 0)]), (7, [(3, 3)]), (11, [(0, 1)])])
def test_classes_of_solutions_by_looking_at_all(n, blocked):
    board = Board((n, n), blocked=blocked)
    classes = [
        placement_classes(Placement.from_indices(board, sorted(each)))
        for each in open_solutions(board)
    ]
    for name in CLASSES:
        expected = sum(name in each for each in classes)
        assert count(board, "planar", symmetric=name).value == expected


def test_no_solution_is_full_where_lines_stop():
    board = Board((8, 8), blocked=[(0, 0), (7, 7)], stops=True)
    for name in (*TURNS, *CLASSES):
        with pytest.raises(InputError, match="full placements are not defined on"):
            count(board, "planar", symmetric=name)


@pytest.mark.parametrize(
    ("n", "blocked"), [*SQUARES, (6, [(0, 1)]), (7, [(0, 0), (3, 3)]), (1, [])]
)
def test_planar_solutions_by_looking_at_all(n, blocked):
    board = Board((n, n), blocked=blocked)
    solutions = open_solutions(board)
    found = count(board, "planar")
    assert (found.value, found.orbits) == (len(solutions), orbit_count(board, solutions))
    cells = np.bincount([i for each in solutions for i in each], minlength=board.size)
    assert (count_planar(board, tally=True).cells == cells).all()
    if n > 1:
        assert second_count(board, what="planar").value == len(solutions)


@pytest.mark.parametrize("n", [5, 7, 11])
def test_toroidal_solutions_with_blocked_cells(n):
    board = Board((n, n), torus=True, blocked=[(0, 1), (2, 2)])
    flat = open_solutions(Board((n, n), blocked=board.blocked))
    placements = (Placement.from_indices(board, sorted(each)) for each in flat)
    expected = sum(placement.is_valid() for placement in placements)
    assert count(board, "planar").value == expected


@pytest.mark.parametrize(
    "blocked", [[(0, 0, 0)], [(5, 5, 5)], [(0, 1, 2), (3, 4, 5)], [(0, 0, 0), (10, 10, 10)]]
)
def test_full_placements_of_three_dimensions(blocked):
    plain = Board((11, 11, 11))
    board = plain.with_blocked(blocked)
    members, _ = all_full(plain, RunContext())
    expected = [frozenset(row) for row in members.tolist() if not board.is_blocked[row].any()]
    found = count(board, "full")
    assert (found.value, found.orbits) == (len(expected), orbit_count(board, expected))


def test_small_cubes_have_no_full_placements_with_blocked_cells():
    assert count(Board((4, 4, 4), blocked=[(0, 0, 0)]), "full").value == 0


@pytest.mark.parametrize("counted", [count_planar, count_full])
def test_counts_of_full_placements_refuse_lines_that_stop(counted):
    sides = (5, 5) if counted is count_planar else (5, 5, 5)
    with pytest.raises(InputError, match="full placements are not defined"):
        counted(Board(sides, blocked=[0], stops=True))


def test_counts_of_tori_do_not_ignore_blocked_cells():
    with pytest.raises(InputError, match="do not take blocked cells"):
        count_planar(Board((5, 5), torus=True, blocked=[0]))


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize("torus", [False, True])
def test_maximum_counts_are_confirmed_cell_by_cell(torus, stops):
    board = Board((5, 5), torus, blocked=[(0, 1), (2, 2)], stops=stops)
    found = count(board, "maximum")
    assert found.count > 0
    assert second_count(board, what="maximum", queens=found.queens).count == found.count

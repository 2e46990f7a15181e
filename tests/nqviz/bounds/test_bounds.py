"""Bounds: true on every board small enough to search, and the published figures as they stand."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import gcd, prod

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nqviz import Board, Placement
from nqviz.bounds import (
    best_lower,
    best_upper,
    bounds_table,
    completion_upper,
    lower_bounds,
    upper_bounds,
)
from nqviz.bounds.guillotine import best_partition, cube_values
from nqviz.bounds.lower import best_shift_count, flat_lower, window_modulus
from nqviz.bounds.subcubes import most_subcubes
from nqviz.constructions import construct
from nqviz.constructions.from_catalogue import build_bound
from nqviz.core.attack_counts import AttackCounts
from nqviz.engines.lp_bound import dual_bound, orbits
from nqviz.ilp import build_program, default_cuts

from ...boards import FEW_PIECES, random_boards
from ..oracle import largest_placement

small_boards = random_boards(5, 3, cells=27, pieces=(*FEW_PIECES, "1+3", "3")) | st.builds(
    lambda n, d: Board.cube(n, d, piece="hyperplane-queen"), st.integers(1, 4), st.integers(1, 2)
)


@settings(deadline=None, max_examples=80)
@given(small_boards)
def test_bounds_hold_on_small_boards(board: Board) -> None:
    assume(board.piece == "queen" or board.size <= 18)
    most = largest_placement(board)
    assert all(bound.value >= most for bound in upper_bounds(board))
    assert all(bound.value <= most for bound in lower_bounds(board))


@settings(deadline=None, max_examples=60)
@given(st.data(), small_boards)
def test_bounds_on_completions_hold(data: st.DataObject, board: Board) -> None:
    assume(board.piece == "queen" or board.size <= 18)
    givens: list[int] = []
    for cell in data.draw(st.lists(st.integers(0, board.size - 1), max_size=3, unique=True)):
        if Placement.from_indices(board, [*givens, cell]).is_valid():
            givens.append(cell)
    bound = completion_upper(Placement.from_indices(board, givens))
    assert bound.value >= largest_placement(board, tuple(givens))
    assert not bound.published


def test_what_cannot_stand_has_a_bound_as_well() -> None:
    board = Board.cube(3, 3)
    givens = Placement(board, [(0, 0, 0), (1, 1, 1), (2, 2, 2), (1, 1, 0), (1, 0, 1)])
    assert 0 <= completion_upper(givens).value <= best_upper(board).value


@pytest.mark.parametrize("piece", ["queen", "bishop"])
@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 3)])
def test_bounds_of_other_pieces_hold(shape: tuple[int, ...], piece: str) -> None:
    board = Board(shape, piece=piece)
    assert best_lower(board).value <= largest_placement(board) <= best_upper(board).value


def test_what_is_counted_is_said_of_each_piece() -> None:
    pieces = "hyperplane-queen", "rook"
    hyperplanes, rooks = (best_upper(Board.cube(11, 3, piece=piece)) for piece in pieces)
    assert (hyperplanes.value, hyperplanes.source) == (11, "one hyperplane-queen in each layer")
    assert (rooks.value, rooks.source) == (121, "one rook on each line along a longest side")


@pytest.mark.parametrize(("n", "d"), [(1, 2), (2, 2), (3, 2), (2, 3), (7, 3), (15, 4)])
def test_any_two_hyperplane_queens_attack_each_other_where_the_side_is_small(
    n: int, d: int
) -> None:
    board = Board.cube(n, d, piece="hyperplane-queen")
    alone = AttackCounts.of(Placement(board, [(0,) * d]))
    assert alone.free == 0  # and so from every other cell, by translation
    assert best_upper(board).value == best_lower(board).value == 1


@pytest.mark.parametrize(("n", "d"), [(4, 2), (8, 3), (16, 4)])
def test_some_two_hyperplane_queens_do_not_where_it_is_larger(n: int, d: int) -> None:
    board = Board.cube(n, d, piece="hyperplane-queen")
    assert AttackCounts.of(Placement(board, [(0,) * d])).free > 0
    assert best_upper(board).value > 1


@pytest.mark.parametrize(
    ("n", "d", "count"),
    [(1, 3, 1), (2, 9, 1), (3, 2, 2), (8, 2, 8), (3, 3, 4), (4, 3, 7), (5, 3, 13), (6, 3, 21),
     (7, 3, 32), (8, 3, 48), (9, 3, 67), (10, 3, 91), (11, 3, 121), (13, 3, 169), (3, 4, 6),
     (4, 4, 16), (6, 4, 80), (3, 5, 11), (4, 5, 32), (3, 6, 19), (4, 6, 64), (17, 4, 17**3)],
)  # fmt: skip
def test_published_maxima_are_closed_on_both_sides(n: int, d: int, count: int) -> None:
    board = Board.cube(n, d)
    assert best_lower(board).value == best_upper(board).value == count


@pytest.mark.parametrize(
    ("n", "d", "lower", "upper"),
    [
        (12, 3, 133, 143),
        (14, 3, 172, 195),
        (15, 3, 199, 224),
        (16, 3, 241, 255),
        (8, 4, 241, 242),
        (5, 5, 94, 109),
    ],
)
def test_open_boards_stay_open(n: int, d: int, lower: int, upper: int) -> None:
    board = Board.cube(n, d)
    assert (best_lower(board).value, best_upper(board).value) == (lower, upper)


@pytest.mark.parametrize(
    ("n", "d"),
    [(5, 4), (7, 4), (8, 4), (5, 5)],
)
def test_bounds_of_linear_programs_are_found_again(n: int, d: int) -> None:
    board = Board.cube(n, d)
    program = build_program(board, default_cuts(board))
    found = dual_bound(program.given([]), orbits(Placement(board)))
    assert found is not None
    listed = [bound for bound in upper_bounds(board) if "linear program" in bound.source]
    assert min(bound.value for bound in listed) == found.value


def test_a_certificate_of_theta_bounds_closes_the_gap_of_5_4() -> None:
    best = best_upper(Board.cube(5, 4))
    assert best.value == best_lower(Board.cube(5, 4)).value == 38
    assert "theta bounds" in best.source


def test_a_belief_is_listed_but_not_used() -> None:
    beliefs = [bound for bound in upper_bounds(Board.cube(7, 4)) if not bound.proven]
    assert beliefs[0].value == 145
    assert "without a published proof" in beliefs[0].source


def test_bounds_by_argument_alone_name_no_publication() -> None:
    board = Board.cube(6, 3)
    assert best_upper(board).published
    bound = best_upper(board, published=False)
    assert (bound.value, bound.published) == (27, False)
    words = "27 = 3 x 3 x 3 boxes of (2,3), one queen each: all cells of a box of side 2 attack"
    assert bound.source == f"{words} each other"


def test_boxes_are_known_in_any_order_of_their_sides() -> None:
    assert best_upper(Board((6, 5, 5))).value == best_upper(Board((5, 6, 5))).value == 15


def test_a_torus_has_the_upper_bounds_of_the_flat_board_and_not_its_lower_ones() -> None:
    torus = Board.cube(8, 3, torus=True)
    assert best_upper(torus).value == 32  # by theta; 48 on the flat board
    assert 48 in {bound.value for bound in upper_bounds(torus)}
    assert best_upper(Board.cube(8, 3)).value == 48
    assert best_lower(torus).value == 28  # a record of the library
    assert any("half a side long" in bound.source for bound in lower_bounds(torus))
    assert best_lower(Board.cube(11, 3, torus=True)).value == 121


def test_rooks_always_fill_the_board() -> None:
    board = Board((4, 5, 6), piece="rook")
    assert best_lower(board).value == best_upper(board).value == 20


def test_a_queen_in_the_centre_leaves_nothing() -> None:
    bound = completion_upper(Placement(Board.cube(3, 3), [(1, 1, 1)]))
    assert bound.value == 1
    assert "hold a given queen or a free cell" in bound.source


def test_every_figure_has_a_source() -> None:
    for n in range(1, 13):
        for d in range(1, 7):
            bounds = (*upper_bounds(Board.cube(n, d)), *lower_bounds(Board.cube(n, d)))
            assert all(bound.source for bound in bounds)


# Boards of side 3 ---------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 2, 3])
def test_queens_on_side_three_are_disjoint_subcubes_of_different_kinds(d: int) -> None:
    board = Board.cube(3, d)
    corners = list(product((0, 2), repeat=d))
    subcubes = []
    for cell in map(board.cell, range(board.size)):
        free = {axis for axis in range(d) if cell[axis] == 1}
        fixed = set(range(d)) - free
        subcubes.append((free, {c for c in corners if all(c[a] == cell[a] for a in fixed)}))
    attacks = board.attack_graph.toarray()
    for one, (kind, inside) in enumerate(subcubes):
        for other, (other_kind, other_inside) in enumerate(subcubes):
            apart = kind != other_kind and not inside & other_inside
            assert apart == (one != other and not attacks[one, other])


def test_side_three_is_bounded_by_the_corners_of_subcubes() -> None:
    # The maxima for d = 3, ..., 8 as published; 89 for d = 9, where 88 queens are known.
    assert [most_subcubes(d) for d in range(1, 11)] == [1, 2, 4, 6, 11, 19, 32, 52, 89, 158]
    for d in range(2, 10):
        assert best_upper(Board.cube(3, d)).value == most_subcubes(d)
    assert best_lower(Board.cube(3, 9)).value == 88


# Cuts and windows against plain oracles -----------------------------------------------------


@cache
def least_sum(shape: tuple[int, ...]) -> int:
    """Cut a box in every way there is; bare sides, and nothing but arguments at the ends."""
    sides = tuple(sorted(side for side in shape if side > 1))
    if not sides:
        return 1
    best = 1 if sides[-1] == 2 else prod(sides) // sides[-1]
    if sides[-1] == 3:
        best = min(best, most_subcubes(len(sides)))
    for axis, side in enumerate(sides):
        rest = sides[:axis] + sides[axis + 1 :]
        for part in range(1, side // 2 + 1):
            best = min(best, least_sum((*rest, part)) + least_sum((*rest, side - part)))
    return best


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple))
def test_short_boxes_are_cut_in_the_best_of_all_ways(shape: tuple[int, ...]) -> None:
    value, pieces = best_partition(shape, with_published=False)
    assert value == least_sum(shape) == sum(piece.number * piece.value for piece in pieces)
    assert sum(piece.number * prod(piece.shape) for piece in pieces) == prod(shape)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=6).map(tuple), st.booleans())
def test_the_parts_of_any_box_make_up_the_box(shape: tuple[int, ...], published: bool) -> None:
    value, pieces = best_partition(shape, published)
    assert value == sum(piece.number * piece.value for piece in pieces)
    assert sum(piece.number * prod(piece.shape) for piece in pieces) == prod(shape)
    assert value <= prod(shape) // max(shape)
    assert published or not any(piece.published for piece in pieces)


def test_a_long_side_repeats_its_best_part() -> None:
    # Over 1000 the two best ways to go on are the same: 2 x 2 boxes of (2,12) a step.
    value, pieces = best_partition((1001, *(2,) * 11), with_published=False)
    assert value == 501
    assert sum(piece.number * prod(piece.shape) for piece in pieces) == 1001 * 2**11


def test_all_cubes_at_once_are_bounded_as_one_by_one() -> None:
    for d in (2, 3, 5):
        sides = [1, 3, 7, 14, 15, 23]
        one_by_one = [best_partition((n,) * d)[0] for n in sides]
        assert cube_values(d, sides) == one_by_one


def test_the_table_agrees_with_the_bounds_of_each_board() -> None:
    for (n, d), cell in bounds_table(9, 4).items():
        board = Board.cube(n, d)
        assert (cell.lower, cell.upper) == (best_lower(board).value, best_upper(board).value)


@pytest.mark.parametrize(("n", "k"), [(2, 3), (3, 2), (4, 2), (4, 4), (5, 3), (6, 3), (7, 2)])
def test_windows_of_linear_sets_hold_no_attack(n: int, k: int) -> None:
    board = Board.cube(n, k)
    modulus = window_modulus(n, k)
    residues = board.cells(np.arange(board.size)) @ (2 ** np.arange(k)) % modulus
    for shift in range(modulus):
        assert Placement.from_indices(board, np.flatnonzero(residues == shift)).is_valid()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple), st.integers(6, 40))
def test_the_best_shift_is_counted_exactly(sides: tuple[int, ...], modulus: int) -> None:
    values = np.zeros((), dtype=np.int64)
    for axis, side in enumerate(sides):
        values = values[..., None] + 2**axis * np.arange(side)
    assert best_shift_count(sides, modulus) == np.bincount(values.ravel() % modulus).max()


@pytest.mark.parametrize(
    ("n", "d", "count"), [(5, 5, 94), (6, 5, 219), (5, 6, 257), (8, 4, 241), (16, 3, 241)]
)
def test_windows_hold_as_many_queens_as_is_said(n: int, d: int, count: int) -> None:
    # (5,5) and (5,6) take moduli, 35 and 65, whose boards have no regular solution.
    board = Board.cube(n, d)
    bound = next(b for b in lower_bounds(board) if b.witness and b.witness.kind == "window")
    placement = build_bound(board, bound)
    assert len(placement) == bound.value == count
    assert placement.is_valid()


def test_no_smaller_modulus_serves_the_same_boxes() -> None:
    for n, k in [(3, 2), (4, 3), (5, 3), (4, 4)]:
        board = Board.cube(n, k)
        values = board.cells(np.arange(board.size)) @ (2 ** np.arange(k))
        for modulus in range(2, window_modulus(n, k)):
            classes = [np.flatnonzero(values % modulus == shift) for shift in range(modulus)]
            valid = [Placement.from_indices(board, cells).is_valid() for cells in classes]
            assert not all(valid)


def test_the_side_of_four_is_solved_in_every_even_dimension() -> None:
    for d in (2, 4, 6, 8, 10, 12):
        board = Board.cube(4, d)
        assert best_lower(board).value == best_upper(board, published=False).value == 2**d


@pytest.mark.parametrize(
    "board",
    [
        Board((2, 2, 5)),
        Board((4, 6, 9)),
        Board.cube(8, 3, torus=True),
        Board((3, 9, 9), piece="bishop"),
        Board((1, 1)),
    ],
    ids=str,
)
def test_the_lower_bound_is_that_of_the_best_placement_filled_up(board: Board) -> None:
    best = lower_bounds(board)[0]
    assert best.value <= upper_bounds(board)[0].value
    placement = build_bound(board, best)
    assert len(placement) == best.value
    assert AttackCounts.of(placement).free == 0
    assert placement.is_valid()


@pytest.mark.parametrize(("n", "d"), [(20, 3), (22, 3), (26, 3), (6, 4), (10, 4), (5, 5)])
def test_no_cut_that_is_filled_up_beats_the_lower_bound_of_a_cube(n: int, d: int) -> None:
    board = Board.cube(n, d)
    built = construct(board, "subcube", free="fill").placement
    assert len(built) <= best_lower(board).value


def test_the_corollary_of_the_thesis_holds_below_the_best_window() -> None:
    for n in (13, 14, 20, 33, 60, 211, 220):
        values = {bound.source: bound.value for bound in flat_lower((n, n, n))}
        (corollary,) = [value for source, value in values.items() if "Corollary 8.2" in source]
        # the side above n that is prime to 210, with two layers cut off and then eight
        side = n + 10
        cut = side**2 - 6 * side + 12 - sum(3 * k - 3 for k in range(n + 1, n + 9))
        assert corollary == cut == n * n - 10 * n - 32 <= max(values.values())
        assert any(gcd(m, 210) == 1 for m in range(n, n + 11))
    assert all("Corollary" not in bound.source for bound in flat_lower((12, 12, 12)))
    assert all("Corollary" not in bound.source for bound in flat_lower((20, 20, 21)))

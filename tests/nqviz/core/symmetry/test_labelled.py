"""Canonical labellings against listed groups, and on boards whose groups are too large to list."""

from __future__ import annotations

from itertools import combinations
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.symmetry import (
    Stabiliser,
    Symmetry,
    action,
    canonical,
    group,
    placement_classes,
    stabiliser,
    symmetries,
    symmetry_between,
    symmetry_count,
)
from nqviz.core.symmetry.labelled import Labelled

SMALL = [
    Board((3, 4)),
    Board((3, 1, 3)),
    Board.cube(3, 3),
    Board.cube(2, 4),
    Board((2, 3, 2, 3)),
    Board.cube(3, 3).with_blocked([0, 2, 13]),
    Board.cube(4, 2, torus=True),
    Board((2, 3, 2), torus=True),
    Board.cube(3, 3, torus=True),
]


def image(found: Labelled) -> list[int]:
    return sorted(found.map.placement(found.placement).indices.tolist())


@given(st.sampled_from(SMALL), st.booleans(), st.data())
@settings(max_examples=150, deadline=None)
def test_labellings_agree_with_the_listed_group(
    board: Board, moves: bool, data: st.DataObject
) -> None:
    moves = moves and board.torus
    free = [cell for cell in range(board.size) if cell not in board.blocked]
    cells = st.sets(st.sampled_from(free), max_size=5)
    first, second = (Placement.from_indices(board, sorted(data.draw(cells))) for _ in "ab")
    maps = symmetries(board, moves)
    shifts = list(np.ndindex(*board.shape)) if moves else [()]
    images = {
        Symmetry(board, s.permutation, s.reversed, shift).placement(first)
        for s in maps
        for shift in shifts
    }
    one, other = Labelled.of(first, moves), Labelled.of(second, moves)
    assert (image(one) == image(other)) == (second in images) == (one.image == other.image)
    assert one.map.placement(first) in images
    order = symmetry_count(board, moves)
    assert one.order * len(one.shifts) * len(images) == order
    every = one.elements()
    assert every is not None
    assert len(every) == one.order
    assert every[0].is_identity
    assert all(s.placement(first) == first for s in every)
    assert len({(s.permutation, s.reversed) for s in every}) == one.order


@pytest.mark.parametrize("n", [2, 3])
def test_all_small_sets_have_as_many_forms_as_orbits(n: int) -> None:
    board = Board.cube(n, 3)
    sets = [Placement.from_indices(board, cells) for cells in combinations(range(board.size), 3)]
    assert len({Labelled.of(p).image for p in sets}) == len({canonical(p) for p in sets})


def turned(placement: Placement, seed: int) -> Placement:
    board, rng = placement.board, np.random.default_rng(seed)
    order, ends = rng.permutation(board.d), rng.random(board.d) < 0.5
    shift = tuple(rng.integers(0, board.shape).tolist()) if board.torus else ()
    symmetry = Symmetry(board, tuple(order.tolist()), tuple(ends.tolist()), shift)
    return symmetry.placement(placement)


@pytest.mark.parametrize(
    ("board", "queens"),
    [
        (Board.cube(3, 7), 88),
        (Board.cube(2, 12), 1000),
        (Board.cube(3, 12), 3),
        (Board.cube(3, 10), 3000),
        (Board.cube(4, 7, torus=True), 200),
    ],
    ids=str,
)
def test_large_groups(board: Board, queens: int) -> None:
    rng = np.random.default_rng(queens)
    cells = np.sort(rng.choice(board.size, queens, replace=False))
    placement = Placement.from_indices(board, cells)
    moved = turned(placement, 1)
    assert canonical(moved, True) == canonical(placement, True)
    found = symmetry_between(placement, moved, True)
    assert found is not None
    assert found.placement(placement) == moved
    other = Placement.from_indices(board, [*cells[1:], *np.setdiff1d([0, 1], cells)][:queens])
    assert (symmetry_between(placement, other, True) is None) == (
        canonical(placement, True) != canonical(other, True)
    )
    whole = Stabiliser.of(placement, True)
    assert whole.order * whole.orbit_size == symmetry_count(board, board.torus)
    assert all(symmetry.placement(placement) == placement for symmetry in whole.symmetries)


def test_stabilisers_of_known_order() -> None:
    board = Board.cube(3, 12)
    middle = Placement(board, [(1,) * 12])
    assert Stabiliser.of(middle).order == 2**12 * factorial(12)
    assert Stabiliser.of(middle).name == "every symmetry of the board"
    assert Stabiliser.of(Placement(board, [(0,) * 12])).order == factorial(12)
    ends = Placement(board, [(0,) * 12, (2,) * 12])
    assert Stabiliser.of(ends).order == 2 * factorial(12)
    even = [cell for cell in range(2**8) if cell.bit_count() % 2 == 0]
    assert Stabiliser.of(Placement.from_indices(Board.cube(2, 8), even)).order == (
        2**7 * factorial(8)
    )
    with pytest.raises(InputError, match="479,001,600 symmetries keep the placement"):
        stabiliser(Placement(board, [(0,) * 12]))


def test_a_lattice_on_the_torus() -> None:
    torus = Board.cube(5, 7, torus=True)
    cells = torus.cells(np.arange(torus.size))
    lattice = Placement(torus, cells[(cells @ [1, 2, 1, 2, 1, 2, 1]) % 5 == 0])
    found = Stabiliser.of(lattice, True)
    # Axes of one factor are permuted, those of 2 = -3 exchanged by -1; all are reversed, and
    # multiplication by 2 maps the four axes of 1 to no three axes.
    assert len(found.shifts) == 5**6
    assert found.order == 5**6 * factorial(4) * factorial(3) * 2


def test_blocked_cells_keep_their_places_in_seven_dimensions() -> None:
    rng = np.random.default_rng(0)
    blocked = [0, 1, 3, 9]
    board = Board.cube(3, 7).with_blocked(blocked)
    assert symmetry_count(board) == factorial(3) * factorial(4) * 2**0
    placement = Placement.from_indices(board, [5, 100, 700, 2000])
    order = [*rng.permutation(4).tolist(), 4, 6, 5]  # the last three axes have the blocked cells
    moved = Symmetry(board, tuple(order), (False,) * 7).placement(placement)
    assert canonical(placement) == canonical(moved)
    assert symmetry_between(placement, moved) is not None
    plain = Symmetry(board, tuple(range(7)), (True,) + (False,) * 6).placement(placement)
    assert symmetry_between(placement, plain) is None


def test_forms_of_listed_groups_stay_those_of_the_least_image(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    placement = Placement.from_indices(Board.cube(3, 6), [5, 77, 300])
    least = canonical(placement)
    monkeypatch.setattr(action, "MAX_IMAGES", 0)
    labelled = canonical(placement)
    assert least.indices.tolist() <= labelled.indices.tolist()
    assert symmetry_between(least, labelled) is not None


def test_classes_beyond_listed_groups() -> None:
    board = Board.cube(3, 8)
    assert symmetry_count(board) > group.MAX_ORDER
    corner = np.array([2, 1, 1, 1, 0, 1, 2, 1])
    quarter = np.array([1, 1, 1, 1, 1, 1, 1, 1])
    cells = [corner]
    for _ in range(3):  # quarter turns in the planes of axes 1 and 2, 3 and 4, ...
        pairs = cells[-1].reshape(4, 2)
        cells.append(np.column_stack((pairs[:, 1], 2 - pairs[:, 0])).ravel())
    assert "doubly-symmetric" in placement_classes(Placement(board, [*cells, quarter]))
    assert placement_classes(Placement(board, cells[:2])) == ()

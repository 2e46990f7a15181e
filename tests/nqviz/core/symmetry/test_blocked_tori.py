"""Symmetries with translations of boards with blocked cells, against all maps of small boards."""

from itertools import permutations, product

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.core.symmetry import (
    Stabiliser,
    board_shifts,
    canonical,
    symmetries,
    symmetry_between,
    symmetry_count,
    translations,
)
from nqviz.core.symmetry.labelled import Labelled

BOARDS = [
    Board((5, 5), torus=True, blocked=[(1, 2)]),
    Board((4, 4), torus=True, blocked=[(0, 0), (2, 2)]),
    Board((4, 4), torus=True, blocked=[(0, 0), (0, 2), (2, 0), (2, 2)]),
    Board((6, 4), torus=True, blocked=[(0, 0), (3, 0)]),
    Board((5, 5), torus=True, blocked=[(0, 0), (1, 1), (2, 3)]),
    Board((3, 3, 3), torus=True, blocked=[(0, 1, 2), (1, 1, 1)]),
    Board((5, 4), wraps=(1,), blocked=[(1, 0), (1, 2)]),
    Board((3, 4, 4), wraps=(1, 2), blocked=[(1, 0, 1), (1, 2, 3)]),
    Board((2, 4), torus=True, blocked=[(0, 0)]),
    Board((5, 5), blocked=[(1, 2), (3, 2)]),
]
BOARDS += [board.with_blocked(board.blocked, True) for board in BOARDS]


def all_maps(board):
    """The different maps of indices that permute, reverse and translate, and keep what is blocked.

    Shape (k, size).
    """
    cells, kinds = board.cells(np.arange(board.size)), range(board.d)
    found = set()
    for axes in permutations(range(board.d)):
        if any(
            board.shape[a] != board.shape[b] or (a in board.wraps) != (b in board.wraps)
            for a, b in zip(axes, kinds, strict=True)
        ):
            continue
        for turned in product((False, True), repeat=board.d):
            image = np.where(turned, np.array(board.shape) - 1 - cells[:, axes], cells[:, axes])
            for shift in product(
                *(range(n if a in board.wraps else 1) for a, n in enumerate(board.shape))
            ):
                moved = board.indices((image + shift) % board.shape)
                if set(moved[list(board.blocked)].tolist()) == set(board.blocked):
                    found.add(tuple(moved.tolist()))
    return np.array(sorted(found))


def some_placements(board, count=6):
    """Random sets of open cells, some of which are images of others."""
    rng = np.random.default_rng(board.size)
    free = np.flatnonzero(~board.is_blocked)
    maps = all_maps(board)
    for _ in range(count):
        cells = rng.choice(free, rng.integers(1, 5), replace=False)
        yield Placement.from_indices(board, cells)
        yield Placement.from_indices(board, maps[rng.integers(len(maps)), cells])


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_group_by_looking_at_all_maps(board):
    maps = all_maps(board)
    assert symmetry_count(board, translations=True) == len(maps)
    group = symmetries(board, translations=True)
    shifts = board_shifts(board)
    assert group[0].is_identity
    assert len(group) * len(shifts) == len(maps)
    images = {
        tuple(board.indices((board.cells(each.index_permutation) + shift) % board.shape).tolist())
        for each in group
        for shift in shifts
    }
    assert images == set(map(tuple, maps.tolist()))


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_stabilisers_and_canonical_forms_by_looking_at_all_maps(board):
    maps, seen = all_maps(board), {}
    for placement in some_placements(board):
        own = frozenset(placement.indices.tolist())
        orbit = {frozenset(image[placement.indices].tolist()) for image in maps}
        kept = sum(frozenset(image[placement.indices].tolist()) == own for image in maps)
        found = Stabiliser.of(placement, with_translations=True)
        assert (found.order, found.orbit_size) == (kept, len(orbit))
        for each in found.symmetries:
            assert set(each.indices(placement.indices).tolist()) == own
        least = canonical(placement, with_translations=True)
        assert frozenset(least.indices.tolist()) in orbit
        assert least.indices.tolist() == min(sorted(each) for each in orbit)
        key = frozenset(orbit)
        assert seen.setdefault(key, least) == least
        for other in seen.values():
            map_to = symmetry_between(placement, other, with_translations=True)
            assert (map_to is not None) == (frozenset(other.indices.tolist()) in orbit)
            if map_to is not None:
                assert set(map_to.indices(placement.indices)) == set(other.indices.tolist())
                assert set(map_to.indices(board.blocked).tolist()) == set(board.blocked)


@pytest.mark.parametrize("board", [each for each in BOARDS if each.torus], ids=str)
def test_labellings_by_looking_at_all_maps(board):
    maps, seen = all_maps(board), {}
    assert Labelled.of(Placement(board), True).order * len(board_shifts(board)) == len(maps)
    for placement in some_placements(board):
        orbit = frozenset(frozenset(image[placement.indices].tolist()) for image in maps)
        kept = sum(
            set(image[placement.indices].tolist()) == set(placement.indices.tolist())
            for image in maps
        )
        found = Labelled.of(placement, with_translations=True)
        assert found.order * len(found.shifts) == kept
        image = frozenset(found.map.indices(placement.indices).tolist())
        assert image in orbit
        assert set(found.map.indices(board.blocked).tolist()) == set(board.blocked)
        assert seen.setdefault(orbit, (image, found.image)) == (image, found.image)
    assert len({image for _, image in seen.values()}) == len(seen)


def test_translates_keep_the_blocked_cells():
    board = Board((4, 4), torus=True, blocked=[(0, 0), (2, 2)])
    moved = {tuple(sorted(each)) for each in translations(Placement(board, [(0, 1)]))}
    assert moved == {((0, 1),), ((2, 3),)}


def test_seven_dimensions_with_translations():
    board = Board((2,) * 6 + (3,), torus=True, blocked=[(0,) * 7])
    assert symmetry_count(board, translations=True) == 720 * 2
    board = Board((3,) * 7, torus=True, blocked=[(0,) * 7, (1,) * 7])
    assert symmetry_count(board, translations=True) == 2 * 5040

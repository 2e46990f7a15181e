from functools import lru_cache
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.constructions import regular
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.core.symmetry import (
    CLASSES,
    Stabiliser,
    Symmetry,
    canonical,
    cell_orbits,
    index_permutations,
    orbit,
    placement_classes,
    stabiliser,
    symmetries,
    symmetry_between,
    symmetry_count,
    translate,
    translations,
)
from nqviz.core.symmetry.group import identity
from nqviz.core.symmetry.stabilisers import generators
from tests.nqviz.oracle import full_planar_placements, independent_sets

BOARDS = [
    Board.cube(4, 2),
    Board.cube(3, 3),
    Board.cube(2, 3),
    Board.cube(2, 4),
    Board((3, 4, 3)),
    Board((1, 4, 1)),
    Board((2, 3, 4)),
    Board.cube(4, 2, torus=True),
    Board.cube(4, 2, piece="bishop"),
]


@pytest.mark.parametrize(("n", "d"), [(2, 2), (5, 2), (3, 3), (2, 4), (3, 4), (2, 5)])
def test_cubes_have_hyperoctahedral_groups(n: int, d: int) -> None:
    group = symmetries(Board.cube(n, d))
    assert len(group) == symmetry_count(Board.cube(n, d)) == 2**d * factorial(d)
    assert group[0].is_identity
    assert len({(s.permutation, s.reversed) for s in group}) == len(group)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_group_is_closed_and_faithful(board: Board) -> None:
    group = symmetries(board)
    table = index_permutations(board)
    assert table.shape == (symmetry_count(board), board.size)
    rows = {row.tobytes(): i for i, row in enumerate(table)}
    assert len(rows) == len(group)
    step = max(1, len(group) // 48)
    for i, s in list(enumerate(group))[::step]:
        assert (table[i] == s.index_permutation).all()
        assert (s * s.inverse()).is_identity
        assert (s.inverse() * s).is_identity
        for j, t in list(enumerate(group))[::step]:
            product = rows[table[i][table[j]].tobytes()]  # t first
            assert group[product] == s * t


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_names_tell_symmetries_apart(board: Board) -> None:
    assert len({s.name for s in symmetries(board)}) == symmetry_count(board)


def test_names_say_what_moves() -> None:
    board = Board.cube(4, 2)
    right, down = [3, 1], [1, 3]
    named = {s.name: s for s in symmetries(board)}
    assert named["identity"].cells(right).tolist() == right
    assert named["reversal of axis 1"].cells(right).tolist() == [0, 1]
    assert named["half turn in axes 1 and 2"].cells(right).tolist() == [0, 2]
    assert named["swap of axes 1 and 2"].cells(right).tolist() == down
    assert named["swap of axes 1 and 2 with both reversed"].cells([0, 1]).tolist() == [2, 3]
    # The far end of axis 1 becomes the far end of axis 2.
    assert named["quarter turn from axis 1 to axis 2"].cells([3, 0]).tolist() == [3, 3]
    assert named["quarter turn from axis 1 to axis 2"].cells([3, 3]).tolist() == [0, 3]
    cycle = {s.name: s for s in symmetries(Board.cube(3, 3))}["cycle of axes 1 to 2 to 3 to 1"]
    assert cycle.cells([2, 1, 0]).tolist() == [0, 2, 1]


@given(st.sampled_from(BOARDS), st.data())
@settings(max_examples=60, deadline=None)
def test_attacks_are_invariant(board: Board, data: st.DataObject) -> None:
    queens = data.draw(st.sets(st.integers(0, board.size - 1), max_size=6))
    symmetry = data.draw(st.sampled_from(symmetries(board)))
    placement = Placement.from_indices(board, sorted(queens))
    image = symmetry.placement(placement)
    before, after = AttackCounts.of(placement), AttackCounts.of(image)
    assert (after.conflicts, after.free) == (before.conflicts, before.free)
    assert (after.counts[symmetry.index_permutation] == before.counts).all()
    assert canonical(image) == canonical(placement)
    images = orbit(placement)
    assert image in images
    assert images[0] == placement
    assert len(images) == len(set(images))
    assert len(images) * len(stabiliser(placement)) == symmetry_count(board)
    assert all(s.placement(placement) == placement for s in stabiliser(placement))


def test_the_92_solutions_form_12_orbits() -> None:
    board = Board.cube(8, 2)
    solutions = [Placement(board, list(enumerate(rows))) for rows in full_planar_placements(8)]
    assert len(solutions) == 92
    classes = {canonical(solution) for solution in solutions}
    assert len(classes) == 12
    assert sorted(len(orbit(p)) for p in classes) == [4] + [8] * 11
    assert {q for p in classes for q in orbit(p)} == set(solutions)


def test_the_maximum_placements_at_3_3_form_one_orbit() -> None:
    board = Board.cube(3, 3)
    sets = independent_sets(board.attack_graph.toarray(), range(board.size))
    placements = [Placement.from_indices(board, cells) for cells in sets if len(cells) == 4]
    assert len(placements) == 16
    assert set(orbit(placements[0])) == set(placements)


def test_canonical_is_the_least_of_the_orbit() -> None:
    placement = Placement.from_coordinates(Board.cube(4, 2), [[3, 4], [4, 1]])
    least = min(sorted(p.indices.tolist()) for p in orbit(placement))
    assert canonical(placement).indices.tolist() == least


def test_the_empty_placement_is_its_own_orbit() -> None:
    empty = Placement(Board.cube(3, 3))
    assert canonical(empty) == empty
    assert orbit(empty) == [empty]
    assert len(stabiliser(empty)) == 48


@pytest.mark.parametrize("board", [*BOARDS, Board.cube(5, 3)], ids=str)
def test_cell_orbits_are_those_of_the_group(board: Board) -> None:
    least = index_permutations(board).min(axis=0)
    order = {index: label for label, index in enumerate(np.unique(least).tolist())}
    assert cell_orbits(board).tolist() == [order[index] for index in least.tolist()]


def test_large_groups_are_refused_in_one_line() -> None:
    assert len(symmetries(Board((2, 3, 4, 5, 6, 7, 8)))) == 2**7
    with pytest.raises(InputError, match=r"645,120 symmetries; at most 46,080"):
        symmetries(Board.cube(3, 7))
    with pytest.raises(InputError, match="too large a table"):
        index_permutations(Board.cube(12, 5))


def test_bad_symmetries_are_refused() -> None:
    with pytest.raises(InputError, match=r"axes 2 and 1 .* differ in length"):
        Symmetry(Board((3, 4)), (1, 0), (False, False))
    with pytest.raises(InputError, match="permutes its 2 axes"):
        Symmetry(Board.cube(3, 2), (0, 0), (False, False))
    with pytest.raises(InputError, match="cannot move"):
        identity(Board.cube(3, 2)).placement(Placement(Board.cube(4, 2)))


def test_translations_of_the_torus() -> None:
    torus = Board.cube(5, 2, torus=True)
    linear = Placement(torus, [(i, 2 * i % 5) for i in range(5)])
    moved = translations(linear)
    assert moved[0] == linear
    assert len(moved) == 5  # the five shift classes
    assert all(p.is_valid() for p in moved)
    single = Placement(torus, [(4, 1)])
    assert translate(single, (1, -2)) == Placement(torus, [(0, 4)])
    assert len(translations(single)) == 25
    with pytest.raises(InputError, match="flat"):
        translate(Placement(Board.cube(5, 2)), (1, 1))
    with pytest.raises(InputError, match="has 2 numbers, not 3"):
        translate(single, (1, 1, 1))


# Translations, stabilisers by name, maps between placements ---------------------------------


TORI = [
    Board.cube(3, 2, torus=True),
    Board.cube(4, 2, torus=True),
    Board.cube(2, 3, torus=True),
    Board((2, 3), torus=True),
    Board.cube(3, 3, torus=True),
]


@lru_cache
def torus_group(board: Board) -> list[Symmetry]:
    return [
        Symmetry(board, s.permutation, s.reversed, shift)
        for s in symmetries(board, translations=True)
        for shift in np.ndindex(*board.shape)
    ]


@lru_cache
def torus_maps(board: Board) -> IntArray:
    return np.array([s.index_permutation for s in torus_group(board)])


@pytest.mark.parametrize("board", TORI, ids=str)
def test_the_group_of_the_torus_is_faithful_and_closed(board: Board) -> None:
    group = torus_group(board)
    images = {s.index_permutation.tobytes(): s for s in group}
    assert len(images) == len(group) == symmetry_count(board, translations=True)
    for first in group[:: max(1, len(group) // 12)]:
        assert (first * first.inverse()).index_permutation.tolist() == list(range(board.size))
        for second in group[:: max(1, len(group) // 9)]:
            both = (first * second).index_permutation
            assert (both == first.index_permutation[second.index_permutation]).all()
            assert both.tobytes() in images


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TORI), st.data())
def test_torus_orbits_against_the_whole_group(board: Board, data: st.DataObject) -> None:
    cells = sorted(data.draw(st.sets(st.integers(0, board.size - 1), max_size=5)))
    placement = Placement.from_indices(board, cells)
    images = [*map(tuple, np.sort(torus_maps(board)[:, cells], axis=1).tolist())]
    found = Stabiliser.of(placement, with_translations=True)
    assert found.order == images.count(tuple(cells))
    assert found.orbit_size == len(set(images))
    assert all(s.placement(placement) == placement for s in found.symmetries)
    assert tuple(sorted(canonical(placement, True).indices.tolist())) == min(images)
    image = Placement.from_indices(board, data.draw(st.sampled_from(images)))
    found_map = symmetry_between(placement, image, with_translations=True)
    assert found_map is not None
    assert found_map.placement(placement) == image


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARDS), st.data())
def test_maps_between_placements(board: Board, data: st.DataObject) -> None:
    cells = st.sets(st.integers(0, board.size - 1), min_size=3, max_size=3)
    first, second = (Placement.from_indices(board, sorted(data.draw(cells))) for _ in "ab")
    images = {s.placement(first) for s in symmetries(board)}
    found = symmetry_between(first, second)
    assert (found is not None) == (second in images)
    assert found is None or found.placement(first) == second
    whole = Stabiliser.of(first)
    assert whole.symmetries == stabiliser(first)
    assert whole.orbit_size == len(images)


def test_different_boards_or_numbers_of_queens_have_no_map() -> None:
    one = Placement(Board.cube(4, 2), [(0, 1)])
    with pytest.raises(InputError, match="no symmetry in common"):
        symmetry_between(one, Placement(Board.cube(5, 2), [(0, 1)]))
    assert symmetry_between(one, Placement(Board.cube(4, 2), [(0, 1), (2, 2)])) is None


def stabiliser_name(board: Board, cells: list[tuple[int, ...]]) -> str:
    return Stabiliser.of(Placement(board, cells)).name


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ([(0, 1)], "none"),
        ([(0, 1), (0, 4)], "reversal of axis 2"),
        ([(0, 1), (5, 4)], "half turn in axes 1 and 2"),
        ([(0, 1), (1, 0)], "swap of axes 1 and 2"),
        ([(0, 1), (1, 5), (5, 4), (4, 0)], "quarter turn from axis 2 to axis 1"),
        ([(0, 0), (0, 5), (5, 0), (5, 5)], "every symmetry of the board"),
        ([], "every symmetry of the board"),
    ],
)
def test_planar_stabilisers_by_name(cells: list[tuple[int, ...]], name: str) -> None:
    assert stabiliser_name(Board.cube(6, 2), cells) == name


def test_stabilisers_in_space_and_on_the_torus_by_name() -> None:
    three = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert "cycle of axes" in stabiliser_name(Board.cube(6, 3), three)
    wide = Stabiliser.of(Placement(Board.cube(6, 3), [(0, 0, 1), (0, 5, 1)]))
    assert wide.name == "reversal of axis 2"
    torus = regular(Board.cube(5, 2, torus=True))
    found = Stabiliser.of(torus, with_translations=True)
    assert len(found.shifts) == 5
    assert found.name.endswith("with 5 translations")
    assert found.orbit_size * found.order == symmetry_count(torus.board, True)


@given(st.sampled_from(BOARDS[:6]), st.data())
def test_generators_generate(board: Board, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.integers(0, board.size - 1), max_size=4))
    group = stabiliser(Placement.from_indices(board, sorted(cells)))
    chosen = generators(group)
    reached = {identity(board)}
    while True:
        more = reached | {a * b for a in reached for b in chosen}
        if more == reached:
            break
        reached = more
    assert reached == set(group)


def test_classes_by_all_symmetries_of_small_placements() -> None:
    generator = np.random.default_rng(3)
    seen = set()
    for shape in ((3, 3), (4, 4), (2, 2, 2), (3, 2, 2), (2, 2, 2, 2)):
        board = Board(shape)
        group = symmetries(board)
        central = [each for each in group if all(each.reversed) and _keeps_axes(each)]
        assert len(central) == 1
        for trial in range(30):
            cells = generator.random(board.size) < 0.3
            for _ in range(trial % 3):  # make it symmetric in some way
                chosen = group[int(generator.integers(len(group)))]
                for _ in range(4):
                    cells |= _moved(board, chosen, cells)
            placement = Placement.from_indices(board, np.flatnonzero(cells))
            kept = [each for each in group if (_moved(board, each, cells) == cells).all()]
            roots = [
                each
                for each in kept
                if (
                    _moved(board, each, _moved(board, each, _numbers(board)))
                    == _moved(board, central[0], _numbers(board))
                ).all()
            ]
            expected = {"symmetric"} if central[0] in kept else set()
            expected |= {"doubly-symmetric"} if roots else set()
            found = set(placement_classes(placement))
            assert found - {"doubly-periodic"} == expected
            assert set(placement_classes(placement, kept)) == found
            torus = Placement(Board(shape, torus=True), placement.cells)
            assert ("doubly-periodic" in found) == torus.is_valid()
            seen |= found
    assert seen == set(CLASSES)


def _keeps_axes(symmetry: Symmetry) -> bool:
    return symmetry.permutation == tuple(range(len(symmetry.permutation)))


def _numbers(board: Board) -> np.ndarray:
    return np.arange(board.size)


def _moved(board: Board, symmetry: Symmetry, values: np.ndarray) -> np.ndarray:
    """Return values of the cells at the images of the cells."""
    moved = np.zeros_like(values)
    moved[board.indices(symmetry.cells(board.cells(_numbers(board))))] = values
    return moved

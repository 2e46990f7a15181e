"""Cylinders, Moebius strips and leaps that wrap, against walks over the board step by step."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.attack_rule import attack_vectors, leap_vectors
from nqviz.core.board import Board
from nqviz.core.board_names import board_name
from nqviz.core.errors import InputError
from nqviz.core.language import use_language
from nqviz.core.moebius import moebius_moves
from nqviz.core.placement import Placement
from nqviz.core.symmetry import (
    Stabiliser,
    canonical,
    index_permutations,
    symmetries,
    symmetry_count,
)
from nqviz.counting import count_maximum
from nqviz.counting.kinds import count
from nqviz.formats import format_code, parse_code
from nqviz.formats.entries import board_entries, board_of
from nqviz.formats.json_layout import format_json, parse_json
from nqviz.formats.layout import Layout, PlacementFile
from nqviz.formats.text_layout import format_text, parse_text
from nqviz.problems import maximum
from nqviz.proofs.claim import Attacks
from tests.nqviz.oracle import largest_set

BOARDS = [
    Board((5, 5), wraps=(0,)),
    Board((5, 5), wraps=(1,), piece="rook"),
    Board((4, 6), wraps=(1,), piece="bishop"),
    Board((3, 7), wraps=(0,)),
    Board((2, 5), wraps=(0,)),
    Board((1, 4), wraps=(0,), piece="bishop"),
    Board((3, 4, 3), wraps=(0, 2)),
    Board((2, 3, 4), wraps=(0, 1), piece="2-rider"),
    Board((3, 3, 2, 2), wraps=(3,)),
    Board((6, 6), wraps=(0,), twist=True),
    Board((5, 7), wraps=(1,), twist=True),
    Board((2, 4), wraps=(0,), twist=True),
    Board((1, 5), wraps=(0,), twist=True, piece="rook"),
    Board((6, 4), wraps=(0,), twist=True, piece="bishop"),
    Board((5, 5), torus=True, piece="knight"),
    Board((4, 4), torus=True, piece="knight"),
    Board((3, 5), torus=True, piece="superqueen"),
    Board((4, 5), wraps=(0,), piece="superqueen"),
    Board((2, 6), wraps=(0,), piece="knight"),
    Board((3, 4, 4), wraps=(1,), piece="rook+1,2-leaper"),
    Board((6,), torus=True, piece="2-leaper"),
    Board((6, 5), torus=True, piece="bishop+2-leaper"),
]


def walked(board: Board) -> np.ndarray:
    """Return which cells attack each other, by steps from each cell until they come back."""
    attacks = np.zeros((board.size, board.size), dtype=bool)
    ways = [(vector, True) for vector in attack_vectors(board.piece, board.d).tolist()]
    ways += [(vector, False) for vector in leap_vectors(board.piece, board.d).tolist()]
    for cell, (vector, rides), sign in product(product(*map(range, board.shape)), ways, (1, -1)):
        here, seen = (cell, tuple(sign * entry for entry in vector)), set()
        while (here := stepped(board, *here)) is not None and here not in seen:
            seen.add(here)
            attacks[board.index(cell), board.index(here[0])] = True
            if not rides:
                break
    np.fill_diagonal(attacks, False)
    return attacks


def stepped(board: Board, cell: tuple[int, ...], vector: tuple[int, ...]):
    """Return the cell one step on and the step from there; None over an edge."""
    there, onward = [a + b for a, b in zip(cell, vector, strict=True)], list(vector)
    if any(
        axis not in board.wraps and not 0 <= there[axis] < side
        for axis, side in enumerate(board.shape)
    ):
        return None
    for axis in board.wraps:
        turns, there[axis] = divmod(there[axis], board.shape[axis])
        if board.twist and turns % 2:
            there[1 - axis] = board.shape[1 - axis] - 1 - there[1 - axis]
            onward[1 - axis] = -onward[1 - axis]
    return tuple(there), tuple(onward)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_attacks_are_those_of_a_walk(board):
    attacks = walked(board)
    assert (board.attack_graph.toarray() == attacks).all()
    if not board.twist:
        cells = np.arange(board.size)
        assert (Attacks(board).between(cells[:, None], cells[None]) == attacks).all()


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_each_direction_parts_the_cells_into_lines(board):
    everything = np.arange(board.size)
    cells = board.cells(everything)
    for direction in range(len(board.directions)):
        keys = board.line_keys(cells, direction)
        lengths = board.line_lengths(cells, direction)
        for index in everything.tolist():
            line = everything[board.lines_through(index)[direction]]
            assert {index, int(keys[index])} <= set(line.tolist())
            assert len(line) == lengths[index]
            assert sorted(line.tolist()) == np.flatnonzero(keys == keys[index]).tolist()


@pytest.mark.parametrize("board", [b for b in BOARDS if b.has_leaps], ids=str)
def test_a_leap_that_wraps_adds_no_pair_twice(board):
    rows = board.incidence[board.direction_classes[board.line_directions] == 0]
    pairs = [tuple(row.indices.tolist()) for row in rows]
    assert len(set(map(frozenset, pairs))) == len(pairs)
    lines = board.incidence[board.direction_classes[board.line_directions] != 0].astype(int)
    together = (lines.T @ lines).toarray()
    assert not any(together[first, second] for first, second in pairs)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_counts_follow_placing_and_removing(board):
    chance = np.random.default_rng(0)
    chosen = chance.permutation(board.size)[: min(board.size, 6)].tolist()
    counts, attacks = AttackCounts(board), walked(board)
    for number, index in enumerate(chosen, start=1):
        counts.place(index)
        standing = chosen[:number]
        assert counts.conflicts == attacks[np.ix_(standing, standing)].sum() // 2
        assert counts.attackers(index) == sorted(i for i in standing if attacks[i, index])
        pairs = {(i, j) for i in standing for j in standing if i < j and attacks[i, j]}
        assert set(counts.conflict_pairs(10**6)) == pairs
        assert counts.free == board.size - (attacks[standing].any(axis=0) | counts.occupied).sum()
    assert (AttackCounts.of(Placement.from_indices(board, chosen)).counts == counts.counts).all()
    for index in chosen:
        counts.remove(index)
    assert not counts.counts.any()
    assert counts.conflicts == 0


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_symmetries_keep_attacks_and_differ(board):
    attacks, images = walked(board), set()
    everything = np.arange(board.size)
    for symmetry, shift in product(symmetries(board, True), board.shifts):
        cells = (symmetry.cells(board.cells(everything)) + shift) % board.shape
        image = board.indices(cells)
        assert (attacks[np.ix_(image, image)] == attacks).all()
        images.add(tuple(image.tolist()))
    assert len(images) == symmetry_count(board, True)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_canonical_images_do_not_depend_on_the_image(data):
    board = data.draw(st.sampled_from(BOARDS))
    cells = data.draw(st.sets(st.integers(0, board.size - 1), min_size=1, max_size=5))
    placement = Placement.from_indices(board, sorted(cells))
    symmetry = data.draw(st.sampled_from(symmetries(board, True)))
    shift = data.draw(st.sampled_from(board.shifts.tolist()))
    moved = (symmetry.cells(placement.cells) + shift) % board.shape
    image = Placement.from_indices(board, np.sort(board.indices(moved)))
    assert canonical(image, True) == canonical(placement, True)
    assert Stabiliser.of(image, True).order == Stabiliser.of(placement, True).order


SMALL = [board for board in BOARDS if board.size <= 30]


@pytest.mark.parametrize(
    ("board", "engine"),
    [(board, "portfolio") for board in SMALL]
    + [(board, engine) for board in SMALL[:4] for engine in ("exhaustive", "highs")],
    ids=str,
)
def test_engines_find_the_maximum(board, engine):
    outcome = maximum(board, engine=engine)
    assert outcome.status.is_proof
    assert len(outcome.value) == largest_set(walked(board))
    assert outcome.value.is_valid()


def test_square_cylinders_have_the_counts_of_tori():
    # OEIS A007705: a square cylinder has the attacks of the torus.
    for n, known in ((5, 10), (7, 28)):
        board = Board.cube(n, 2, wraps=(1,))
        same = board.attack_graph != Board.cube(n, 2, torus=True).attack_graph
        assert same.nnz == 0
        assert count(board, "planar").value == known


@pytest.mark.parametrize("wraps", [(0,), (1,), (0, 1)])
def test_full_and_regular_placements_are_counted_where_lines_wrap(wraps):
    board = Board((5, 5), wraps=wraps)
    assert count(board, "regular").value == count(Board.cube(5, 2), "regular").value == 10
    blocked = board.with_blocked([0])
    assert count(blocked, "planar").value == 8
    assert count(blocked, "regular").value == 8


def test_a_box_that_wraps_is_named_where_it_has_no_count():
    for what in ("full", "regular"):
        with pytest.raises(InputError, match="not on the 3x4x3 cylinder along axis 2"):
            count(Board((3, 4, 3), wraps=(1,)), what)


def _file(board: Board) -> PlacementFile:
    return PlacementFile(Placement.from_indices(board, [0, board.size - 1]))


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_files_and_codes_keep_what_wraps(board):
    file = _file(board)
    assert parse_json(format_json(file)).placement == file.placement
    assert parse_code(format_code(file.placement)).placement == file.placement
    text = format_text(file.placement, Layout.QUEENS)
    assert parse_text(text).placement == file.placement
    assert board_of(board_entries(board)) == board


def test_older_versions_refuse_a_cylinder():
    entries = board_entries(Board((4, 4), wraps=(1,), twist=True))
    assert entries["torus"] == [2]  # they take true and false only
    assert '"version": 4' in format_json(_file(Board((4, 4), wraps=(1,))))
    assert '"version": 1' in format_json(_file(Board((4, 4), torus=True)))


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"torus": [3]}, "axis 3 cannot wrap"),
        ({"torus": [0]}, "axis 0 cannot wrap"),
        ({"torus": [1, 1]}, "axis 1 wraps twice"),
        ({"torus": ["1"]}, "not a whole number"),
        ({"torus": True, "twist": True}, "wrap along one axis"),
        ({"twist": True}, "wrap along one axis"),
        ({"shape": [4, 5], "torus": [1], "twist": True}, "both even or both odd"),
        ({"torus": [1], "twist": True, "piece": "knight"}, "a twist turns their leaps"),
    ],
)
def test_what_cannot_wrap_is_refused_in_one_line(entries, message):
    with pytest.raises(InputError, match=message):
        board_of({"shape": [4, 4], **entries})


def test_names_in_both_languages():
    board = Board((4, 4, 5), wraps=(0, 2), piece="rook")
    assert str(board) == "4x4x5 cylinder of rooks along axes 1 and 3"
    strip = Board((4, 4), wraps=(1,), twist=True)
    assert str(strip) == "(4,2) Moebius strip along axis 2"
    use_language("de")
    try:
        assert board_name(str(strip)) == "(4,2)-Möbiusband entlang Achse 2"
        assert "Achsen 1 und 3" in board_name(str(board))
    finally:
        use_language("en")


STRIPS = [
    Board(shape, piece=piece, wraps=(along,), twist=True)
    for shape, along, piece in (
        *(((4, 4), 0, "queen"), ((3, 5), 0, "queen"), ((5, 3), 0, "queen")),
        *(((4, 6), 1, "queen"), ((2, 4), 0, "rook"), ((3, 3), 1, "bishop")),
    )
]


@pytest.mark.parametrize("board", STRIPS, ids=str)
def test_orbits_on_a_strip_are_up_to_moves_along_it(board: Board) -> None:
    attacks, moves = walked(board), moebius_moves(board.shape, board.wraps[0])
    for move in moves:
        assert sorted(move.tolist()) == list(range(board.size))
        assert (attacks[np.ix_(move, move)] == attacks).all()
    found = count_maximum(board)
    rows = [
        each
        for each in combinations(range(board.size), found.queens)
        if not attacks[np.ix_(each, each)].any()
    ]
    maps = [*moves, *index_permutations(board)]
    left, orbits = set(rows), 0
    while left:
        orbits += 1
        todo = [left.pop()]
        while todo:
            images = {tuple(np.sort(each[list(todo[-1])]).tolist()) for each in maps} & left
            todo[-1:] = images
            left -= images
    assert (found.value, found.orbits) == (len(rows), orbits)

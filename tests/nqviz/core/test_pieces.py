"""Pieces by any choice of classes and the rule of hyperplanes, against brute force."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from nqviz.bounds import best_lower, best_upper
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import HYPERPLANE, either, known_piece, worded
from nqviz.core.placement import Placement
from nqviz.core.symmetry import index_permutations
from nqviz.counting import count_maximum
from nqviz.formats import Layout, format_placement, parse_placement
from nqviz.problems import maximum
from tests.nqviz.oracle import independent_sets

BOARDS = [
    Board((3, 3, 2), piece="1+3"),
    Board((3, 2, 3), piece="2+3"),
    Board.cube(3, 3, piece="3"),
    Board.cube(3, 3, torus=True, piece="1+3"),
    Board((4, 3), piece="2"),
    Board.cube(6, 1, piece=HYPERPLANE),
    Board.cube(4, 2, piece=HYPERPLANE),
    Board.cube(5, 2, piece=HYPERPLANE),
    Board.cube(3, 3, piece=HYPERPLANE),
]


@pytest.mark.parametrize(
    ("text", "d", "piece"),
    [
        ("1+3", 3, "1+3-rider"),
        ("3,1", 4, "1+3-rider"),
        ("1+3-rider", 2, "1+3-rider"),
        ("1", 3, "rook"),
        ("2", 3, "bishop"),
        ("2+1", 2, "queen"),
        ("1+2+3", 3, "queen"),
        ("1+2+3", 4, "1+2+3-rider"),
        ("1,2-leaper", 2, "knight"),
        ("2,1-leaper", 3, "knight"),
        ("queen+1,2-leaper", 3, "superqueen"),
        ("1+2-rider+1,2-leaper", 2, "superqueen"),
        ("1-rider+1,3+1,2-leaper", 3, "rook+1,2+1,3-leaper"),
    ],
)
def test_a_piece_is_written_in_one_way(text: str, d: int, piece: str) -> None:
    assert known_piece(text, d) == piece == known_piece(piece, d)
    assert Board.cube(3, d, piece=text) == Board.cube(3, d, piece=piece)


@pytest.mark.parametrize(
    "text", ["", "leaper", "queen+-leaper", "0,1-leaper", "0+1", "1+", "1-rider-rider", "1 + 3"]
)
def test_other_pieces_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="unknown piece"):
        Board.cube(3, 3, piece=text)


def test_a_leap_along_a_line_of_the_piece_is_refused() -> None:
    with pytest.raises(InputError, match="the leap 2,2 is part of a line of the queen"):
        Board.cube(4, 3, piece="queen+2,2-leaper")
    assert len(Board.cube(4, 3, piece="rook+2,2-leaper").directions) == 3 + 2 * 6


def test_leapers_do_not_live_on_moebius_strips() -> None:
    with pytest.raises(InputError, match="superqueens are not for Moebius strips"):
        Board((4, 4), wraps=(0,), twist=True, piece="superqueen")
    assert Board.cube(5, 2, torus=True, piece="superqueen").torus


@pytest.mark.parametrize(("n", "count"), [(9, 0), (10, 4), (11, 44)])
def test_superqueens_are_counted_as_published(n: int, count: int) -> None:
    assert count_maximum(Board.cube(n, 2, piece="superqueen"), k=n).value == count  # A051223


def test_bounds_of_queens_hold_for_superqueens() -> None:
    queens, more = Board.cube(6, 3), Board.cube(6, 3, piece="superqueen")
    bound = best_upper(more)
    assert bound.value == best_upper(queens).value
    assert "no more superqueens than queens" in bound.source


def test_hyperplane_queens_live_on_cubes() -> None:
    with pytest.raises(InputError, match="3x4 is not one"):
        Board((3, 4), piece=HYPERPLANE)
    assert Board.cube(4, 3, piece=HYPERPLANE).torus
    assert Board.cube(4, 3, piece=HYPERPLANE).full_count == 4


@pytest.mark.parametrize("n", [4, 5, 6])
def test_in_the_plane_the_rule_of_hyperplanes_is_the_torus(n: int) -> None:
    flat = Board.cube(n, 2, piece=HYPERPLANE)
    torus = Board.cube(n, 2, torus=True)
    assert (flat.attack_graph != torus.attack_graph).nnz == 0


def test_files_keep_the_piece() -> None:
    for board in BOARDS:
        placement = Placement(board, [(0,) * board.d])
        for layout in (Layout.JSON, Layout.QUEENS):
            assert parse_placement(format_placement(placement, layout), "a").placement == placement


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_counts_and_maxima_agree_with_brute_force(board: Board) -> None:
    sizes = Counter(map(len, independent_sets(board.attack_graph.toarray(), range(board.size))))
    best, number = max(sizes.items())
    assert best_lower(board).value <= best <= best_upper(board).value
    outcome = maximum(board)
    assert outcome.count == best
    assert outcome.placement is not None
    assert outcome.placement.is_valid()
    found = count_maximum(board)
    assert (found.queens, found.count) == (best, number)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_attack_counts_follow_the_graph(board: Board) -> None:
    attack = board.attack_graph.toarray()
    rng = np.random.default_rng(1)
    counts = AttackCounts(board)
    queens = rng.choice(board.size, 5, replace=False).tolist()
    for queen in queens:
        counts.place(queen)
    counts.remove(queens.pop())
    attacked = attack[queens].any(axis=0)
    attacked[queens] = True
    assert (counts.counts > 0).tolist() == attacked.tolist()
    assert counts.free == board.size - attacked.sum()
    assert counts.conflicts == sum(attack[a, b] for a, b in combinations(queens, 2))
    whole = AttackCounts.of(Placement.from_indices(board, queens))
    assert (whole.counts == counts.counts).all()
    assert whole.conflicts == counts.conflicts


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_symmetries_keep_attacks(board: Board) -> None:
    attack = board.attack_graph.toarray()
    for image in index_permutations(board):
        assert (attack[np.ix_(image, image)] == attack).all()


def test_a_choice_in_words():
    assert either(["rows"]) == "rows"
    assert either(["rows", "cp"]) == "rows or cp"
    assert either({"rows": 1, "cp": 2, "nogood": 3}) == "rows, cp or nogood"


@pytest.mark.parametrize(
    ("text", "piece", "said"),
    [
        ("Lock all queens", "rook", "Lock all rooks"),
        (
            "Queens in a layer; a queen, too.",
            "1+3-rider",
            "1+3-riders in a layer; a 1+3-rider, too.",
        ),
        ("The n-queens constant", "rook", "The n-queens constant"),
        (
            "Queens go along diagonals, rooks do not",
            "rook",
            "Queens go along diagonals, rooks do not",
        ),
        ("Queens and hyperplane-queens", "bishop", "Bishops and hyperplane-queens"),
        ("Lock all queens", "queen", "Lock all queens"),
    ],
)
def test_what_is_written_of_queens_is_said_of_other_pieces(text, piece, said):
    assert worded(text, piece) == said

"""What proofs are checked with: rules of attack, symmetries, rounding and the plain search."""

from __future__ import annotations

import numpy as np
import pytest

from nqviz import Board, InputError, Placement
from nqviz.proofs import Claim
from nqviz.proofs.claim import Attacks
from nqviz.proofs.group import signed_permutations
from nqviz.proofs.plain_search import PlainSearch
from nqviz.proofs.proof import FOUND, NONE, ON
from nqviz.proofs.rigour import is_positive_definite
from tests.nqviz.oracle import largest_set

BOARDS = [
    Board((5,)),
    Board((4, 6)),
    Board((3, 4, 5)),
    Board((3, 1, 4)),
    Board((2, 3, 3, 2)),
    Board((4, 6), torus=True),
    Board((2, 4, 3), torus=True),
    Board((3, 1, 4), torus=True),
    Board((5, 5), torus=True),
    Board((4, 4, 4), piece="rook"),
    Board((4, 5, 3), piece="bishop"),
    Board((4, 6), torus=True, piece="rook"),
    Board((4, 4, 4), piece="1+3-rider"),
    Board((5, 5), piece="hyperplane-queen"),
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_rule_of_attack_is_that_of_the_board(board: Board) -> None:
    every = np.arange(board.size)
    found = Attacks(board).between(every[:, None], every[None, :])
    assert (found == board.attack_graph.toarray()).all()


def test_free_cells_are_those_no_given_queen_attacks() -> None:
    board = Board.cube(4, 3)
    givens = Placement.from_indices(board, [0, 6])
    free = np.flatnonzero(Claim(givens, 7).free).tolist()
    added = [
        cell for cell in range(board.size) if Placement.from_indices(board, [0, 6, cell]).is_valid()
    ]
    assert free == added


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_symmetries_keep_attacks_and_form_a_group(board: Board) -> None:
    long = [axis for axis, side in enumerate(board.shape) if side > 1]
    table = signed_permutations(board, True, long, board.torus)
    attacks = board.attack_graph.toarray()
    assert (np.sort(table, axis=1) == np.arange(board.size)).all()
    for image in table:
        assert (attacks[np.ix_(image, image)] == attacks).all()
    rows = {tuple(row) for row in table.tolist()}
    for a in table[:: max(1, len(table) // 12)]:
        assert {tuple(row) for row in table[:, a].tolist()} == rows


def test_too_many_symmetries_are_refused() -> None:
    with pytest.raises(InputError, match="too many"):
        signed_permutations(Board.cube(4, 6), True, range(6), True)
    with pytest.raises(InputError, match="too many"):
        signed_permutations(Board.cube(2, 12), True, (), False)


@pytest.mark.parametrize("n", [1, 2, 40, 300])
def test_positive_definite_is_only_what_surely_is(n: int) -> None:
    rng = np.random.default_rng(n)
    m = rng.normal(size=(n, n))
    m = m + m.T
    least = float(np.linalg.eigvalsh(m)[0])
    shift = abs(least) + 1.0
    np.fill_diagonal(m, m.diagonal() + shift)  # the least eigenvalue is now about 1
    least = float(np.linalg.eigvalsh(m)[0])
    assert is_positive_definite(m.copy())
    assert is_positive_definite(m - (least - 1e-6) * np.eye(n))
    assert not is_positive_definite(m - least * np.eye(n))
    assert not is_positive_definite(m - (least + 1e-6) * np.eye(n))


def test_what_is_singular_or_no_number_is_not_positive_definite() -> None:
    for n in (2, 30, 200):
        assert not is_positive_definite(np.ones((n, n)))
        assert not is_positive_definite(n * np.eye(n) - np.ones((n, n)))
    assert not is_positive_definite(np.full((2, 2), np.nan))
    assert not is_positive_definite(np.array([[1.0, np.inf], [np.inf, 1.0]]))
    assert is_positive_definite(np.zeros((0, 0)))


@pytest.mark.parametrize("slices", [1, 7, 10**6])
@pytest.mark.parametrize("seed", range(6))
def test_the_plain_search_finds_what_there_is_and_nothing_else(seed: int, slices: int) -> None:
    rng = np.random.default_rng(seed)
    board = BOARDS[seed + 1]
    cells = np.sort(rng.choice(board.size, min(board.size, 70), replace=False))
    attacks = board.attack_graph.toarray()[np.ix_(cells, cells)]
    most = largest_set(attacks)
    for k in range(1, most + 3):
        search = PlainSearch(attacks, k)
        while (end := search.go_on(slices)) == ON:
            pass
        assert end == (FOUND if k <= most else NONE)

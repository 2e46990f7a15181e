"""The claim of a proof in words: it names all that it is about."""

from __future__ import annotations

import pytest

from nqviz import Board, Placement
from nqviz.proofs import Claim


@pytest.mark.parametrize(
    ("board", "givens", "most", "words"),
    [
        (Board.cube(4, 3), [], 7, "no placement on the (4,3) board has more than 7 queens"),
        (Board((3, 5)), [], 3, "no placement on the 3x5 board has more than 3 queens"),
        (
            Board((5, 5), torus=True, piece="rook"),
            [(0, 0)],
            5,
            (
                "no placement on the (5,2) torus of rooks that contains the given rook (1, 1)"
                " has more than 5 rooks"
            ),
        ),
        (
            Board.cube(5, 2),
            [(0, 0), (1, 2)],
            5,
            (
                "no placement on the (5,2) board that contains the given queens (1, 1), (2, 3)"
                " has more than 5 queens"
            ),
        ),
        (Board.cube(6, 2), [], 1, "no placement on the (6,2) board has more than 1 queen"),
    ],
)
def test_a_claim_names_board_torus_piece_and_given_queens(
    board: Board, givens: list[tuple[int, ...]], most: int, words: str
) -> None:
    assert str(Claim(Placement(board, givens), most)) == words


def test_a_claim_with_many_given_queens_counts_the_rest() -> None:
    board = Board((30, 30), piece="rook")
    text = str(Claim(Placement(board, [(i, i) for i in range(30)]), 30))
    assert "(20, 20), 10 more has more than 30 rooks" in text
    assert "(21, 21)" not in text

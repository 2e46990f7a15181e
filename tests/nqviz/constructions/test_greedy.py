import pytest

from nqviz.constructions import construct
from nqviz.constructions.greedy import random_maximal
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.errors import InputError


@pytest.mark.parametrize(
    "board",
    [
        Board.cube(8, 2),
        Board.cube(6, 3),
        Board.cube(6, 2, torus=True),
        Board((3, 4, 5)),
        Board.cube(5, 3, piece="rook"),
        Board.cube(1, 4),
        Board.cube(46, 3),
    ],
    ids=str,
)
def test_random_placements_are_maximal(board: Board) -> None:
    for seed in range(3):
        placement = random_maximal(board, seed)
        assert placement.is_valid()
        assert AttackCounts.of(placement).free == 0


def test_the_seed_decides() -> None:
    board = Board.cube(6, 3)
    assert random_maximal(board, 7).coordinates() == random_maximal(board, 7).coordinates()
    assert len({random_maximal(board, seed) for seed in range(20)}) == 20


def test_boards_too_large_are_refused() -> None:
    with pytest.raises(InputError, match=r"at most 4,000,000 .* nearest is the \(158,3\)"):
        construct(Board.cube(200, 3), "random")

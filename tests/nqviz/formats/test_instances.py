"""Instances of CSPLib 79 and 80 and of the ASP competitions."""

from itertools import permutations

import pytest

from nqviz import Board, InputError, Placement, complete
from nqviz.formats import parse_placement
from nqviz.problems.excluded import Exclusions, count_completions

COMPLETION = "letting n =  8\nletting init =  [[0, 3], [1, 6]]\n"
BLOCKED = "letting n =  4\nletting blocks =  [[1, 1], [2, 2], [4, 3]]\n"
FACTS = "% an instance\nboard(4).\nblock(1,1). block(2,2).\nblock(4, 3).\n"
NUMBERS = "num(1). num(2). num(3). num(4). block(1,1). block(2,2). block(4,3)."
ARRAYS = "n = 4;\nm = 3;\nrow = [1,2,4];\ncol = [1,2,3];\n"
DIAGONALS = "n = 10\nnumdiags = 3\ndiags = [[4, 1],\n[18, 0], [5, 0]]\n"


def test_completion_counts_from_zero() -> None:
    file = parse_placement(COMPLETION)
    assert file.placement == Placement.from_coordinates(Board.cube(8, 2), [[1, 4], [2, 7]])
    assert len(file.givens) == 2
    assert complete(file.placement).count == 8


PYCSP3 = '{\n  "n": 4,\n  "blocks": [\n    [0, 0],\n    [1, 1], [3, 2]\n  ]\n}\n'


@pytest.mark.parametrize(
    "text", [BLOCKED, FACTS, NUMBERS, ARRAYS, PYCSP3], ids=lambda text: text[:9]
)
def test_blocked_queens_count_from_one(text: str) -> None:
    placement = parse_placement(text).placement
    board = placement.board
    assert board == Board((4, 4), blocked=[(0, 0), (1, 1), (3, 2)])
    found = complete(placement)
    assert found.placement == Placement.from_coordinates(board, [[1, 3], [2, 1], [3, 4], [4, 2]])


def test_excluded_diagonals_are_blocked_cells() -> None:
    board = parse_placement(DIAGONALS).placement.board
    sums, differences = (6,), (-9, 4)
    mask = Exclusions(sums=sums, differences=differences).mask(10)
    assert (board.is_blocked.reshape(10, 10) == mask).all()


@pytest.mark.parametrize("text", [BLOCKED, DIAGONALS.replace("10", "6").replace("18", "9")])
def test_counts_on_blocked_boards_agree_with_all_permutations(text: str) -> None:
    placement = parse_placement(text).placement
    board = placement.board
    every = (Placement(board, list(enumerate(p))) for p in permutations(range(board.n)))
    assert count_completions(placement).value == sum(each.is_valid() for each in every)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("letting n = 4\nletting blocks = [[1, 5]]", "blocked cell 1: "),
        ("letting n = 4\nletting blocks = [[1, 2, 3]]", "blocks: 3 numbers are no pairs"),
        ("letting n = 4\nletting blocks = [[1, 1]]\nletting init = [[0, 0]]", "is blocked"),
        ("letting n = 4\nletting foo = 3", "is no entry of an instance"),
        ("block(1,2).", "the side is missing"),
        ("board(4). block(1).", "block has 1 numbers, not 2"),
        ("board(4). rock(1,2).", "is no fact"),
        ("n = 4\ndiags = [[7, 1]]", "[7, 1] is no diagonal"),
        ("n = 4;\nrow = [1];\ncol = [1, 2];", "row has 1 numbers, col has 2"),
        ("board(99999999999).", "is too large"),
    ],
)
def test_bad_instances(text: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        parse_placement(text)
    assert words in str(error.value)

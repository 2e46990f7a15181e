import pytest

from nqviz.constructions import classical, construct, extend
from nqviz.constructions.extension import even_pattern, has_free_diagonal
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement


def test_every_n_from_4_to_200() -> None:
    for n in (1, *range(4, 201)):
        placement = classical(n)
        assert len(placement) == n
        assert placement.board == Board.cube(n, 2)
        assert placement.is_valid()


@pytest.mark.parametrize(("pattern", "exception"), [("A", 2), ("B", 0)])
def test_each_pattern_where_it_serves(pattern: str, exception: int) -> None:
    for n in range(4, 100, 2):
        if n % 6 == exception:
            with pytest.raises(InputError, match=f"pattern {pattern} is not for n"):
                classical(n, pattern)
        else:
            placement, used = even_pattern(n, pattern)
            assert used == pattern
            assert len(placement) == n
            assert placement.is_valid()
            assert has_free_diagonal(placement)


def test_the_pattern_in_the_message_serves() -> None:
    with pytest.raises(InputError, match="use pattern B, or n = 6"):
        classical(8, "A")
    assert classical(8, "B").is_valid()
    assert classical(6, "A").is_valid()


def test_pattern_a_as_printed() -> None:
    assert classical(6).coordinates() == [[1, 2], [2, 4], [3, 6], [4, 1], [5, 3], [6, 5]]


def test_odd_n_ends_in_the_corner() -> None:
    assert classical(9).coordinates()[-1] == [9, 9]
    assert classical(9, "B") == extend(classical(8))


def test_extension_of_a_partial_placement() -> None:
    placement = Placement.from_coordinates(Board.cube(4, 2), [[1, 2], [3, 1]])
    larger = extend(placement)
    assert larger.board == Board.cube(5, 2)
    assert larger.coordinates() == [[1, 2], [3, 1], [5, 5]]
    assert larger.is_valid()


def test_what_cannot_be_extended() -> None:
    with pytest.raises(InputError, match="long diagonal"):
        extend(classical(5))
    with pytest.raises(InputError, match="flat squares"):
        extend(Placement(Board((4, 5))))
    with pytest.raises(InputError, match="flat squares"):
        extend(Placement(Board.cube(4, 2, torus=True)))


@pytest.mark.parametrize("n", [5, 7, 9, 15, 21])
def test_the_extended_family(n: int) -> None:
    construction = construct(Board.cube(n, 2), "extended")
    assert construction.placement.is_valid()
    assert len(construction.placement) == n


@pytest.mark.parametrize(
    ("family", "board", "message"),
    [
        ("classical", Board.cube(2, 2), r"n = 2; the nearest is the \(4,2\) board"),
        ("classical", Board.cube(3, 2), r"n = 3; the nearest is the \(4,2\) board"),
        ("classical", Board.cube(5, 3), r"flat squares.* is the \(5,2\)"),
        ("classical", Board((7, 8)), r"not for the 7x8 board; the nearest is the \(8,2\)"),
        ("classical", Board.cube(7, 2, torus=True), "flat squares"),
        ("extended", Board.cube(8, 2), r"not 8; the nearest is the \(7,2\)"),
        ("extended", Board.cube(3, 2), r"nearest is the \(5,2\)"),
        ("extended", Board.cube(4, 3), r"flat squares.* is the \(5,2\)"),
    ],
)
def test_boards_without_a_solution_name_the_nearest(
    family: str, board: Board, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        construct(board, family)

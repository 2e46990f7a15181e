"""Maximal placements, against brute force, the listed counts, and what else is known of them."""

from collections import Counter

import numpy as np
import pytest

from nqviz import Board, InputError, Status
from nqviz.counting import count_maximal, count_maximum
from nqviz.counting.maximal import _count_branches
from nqviz.counting.tables import printed_table
from nqviz.engines.bits import pack_rows
from nqviz.problems import dominate
from nqviz.run.context import Limit, RunContext
from nqviz.run.tasks import TaskState
from tests.nqviz.oracle import independent_sets


def brute_force(board: Board) -> dict[int, int]:
    """Count by listing all sets without attacks: a maximal one attacks all other cells."""
    attacks = board.attack_graph.toarray()
    sets = independent_sets(attacks, range(board.size))
    return Counter(
        len(cells)
        for cells in sets
        if attacks[list(cells)].any(axis=0).sum() == board.size - len(cells)
    )


@pytest.mark.parametrize(
    "board",
    [
        Board((1,)),
        Board((2, 3)),
        Board((3, 4)),
        Board((4, 4), torus=True),
        Board((4, 4), piece="rook"),
        Board((4, 4), piece="bishop"),
        Board((2, 2, 3)),
    ],
    ids=str,
)
def test_by_brute_force(board: Board) -> None:
    found = count_maximal(board)
    assert dict(found.sizes) == brute_force(board)
    assert found.count == sum(found.sizes.values())


@pytest.mark.parametrize("n", range(1, 11))
def test_the_listed_counts(n: int) -> None:
    printed = printed_table("maximal").cells[n, "d = 2"].cell.printed
    assert count_maximal(Board.cube(n, 2)).count == printed


@pytest.mark.parametrize(("n", "d"), [(4, 3), (3, 4), (5, 3), (6, 2)])
def test_the_largest_are_the_maximum_ones_and_the_smallest_dominate(n: int, d: int) -> None:
    board = Board.cube(n, d)
    sizes, most = count_maximal(board).sizes, count_maximum(board)
    assert (max(sizes), sizes[max(sizes)]) == (most.queens, most.count)
    assert min(sizes) == dominate(board, independent=True).count


def test_what_is_too_large_and_what_is_ended() -> None:
    with pytest.raises(InputError, match="up to 4,096 cells"):
        count_maximal(Board.cube(17, 3))
    found = count_maximal(Board.cube(10, 2), RunContext(Limit(seconds=1e-6)))
    assert (found.status, found.count, dict(found.sizes)) == (Status.LIMIT, None, {})


def test_a_long_branch_is_left_and_taken_up() -> None:
    board = Board.cube(7, 2)
    whole = pack_rows(np.ones((1, board.size), dtype=np.bool_))[0]
    part, pauses = TaskState(), 0
    while not part.done:  # one branch: the whole search
        part = _count_branches(board, False, [(whole, whole, 0)], part, 0.0)
        pauses += not part.done
    assert pauses > 0
    assert part.arrays["sizes"].sum() == count_maximal(board).count


def test_a_count_on_a_large_board_ends_at_its_limit() -> None:
    found = count_maximal(Board.cube(20, 2), RunContext(Limit(seconds=0.5)))
    assert (found.status, found.count) == (Status.LIMIT, None)
    assert found.seconds < 10.0

"""Stacks of planar solutions, against brute force and against regular solutions."""

from itertools import permutations

import numpy as np
import pytest

from nqviz.constructions import admissible_coefficients, construct, regular, stacking
from nqviz.constructions.stacked import stack
from nqviz.constructions.stacking import first_parts, full_stack, planar_solutions, stacks
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.counting import count_full, enumerate_full
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Status
from nqviz.run.tasks import TaskState
from tests.patience import STALL

SOLUTIONS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92}


@pytest.mark.parametrize(("n", "count"), SOLUTIONS.items())
def test_planar_solutions_are_all_of_them(n: int, count: int) -> None:
    found = {tuple(row) for row in planar_solutions(n).tolist()}
    board = Board.cube(n, 2)
    expected = (
        {
            rows
            for rows in permutations(range(n))
            if Placement(board, list(enumerate(rows))).is_valid()
        }
        if n < 8
        else found
    )
    assert found == expected
    assert len(found) == count
    sizes = np.concatenate([part for _, part in first_parts(n)])
    assert sizes.sum() == count
    if n == 8:
        assert len(sizes) == 12


def test_all_full_placements_of_eleven_are_the_regular_ones() -> None:
    found = count_full(Board.cube(11, 3))
    assert (found.status, found.count, found.orbits) == (Status.OPTIMAL, 264, 6)
    board = Board.cube(11, 3)
    known = {
        regular(board, row, shift)
        for row in admissible_coefficients(11, 3).tolist()
        for shift in range(11)
    }
    assert {placement for _, some in stacks(11) for placement in some} <= known


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_small_boards_have_no_full_placement(n: int) -> None:
    assert count_full(Board.cube(n, 3)).count == 0
    assert full_stack(n) is None


def test_a_full_stack_is_valid() -> None:
    placement = full_stack(11)
    assert placement is not None
    assert len(placement) == 121
    assert placement.is_valid()
    assert len(full_stack(1) or ()) == 1


def test_a_limit_ends_a_count_without_a_number() -> None:
    found = count_full(Board.cube(12, 3), RunContext(Limit(seconds=1e-9)))
    assert (found.status, found.count) == (Status.LIMIT, None)
    with pytest.raises(InputError, match="n = 1 to 62, not 63: a row does not fit"):
        count_full(Board.cube(63, 3))
    begun = RunContext(Limit(seconds=0.3))  # a single first layer takes years
    found = count_full(Board.cube(31, 3), begun)
    assert found.status is Status.LIMIT
    assert "years of one core" in found.message
    assert begun.seconds < 0.3 + STALL


def test_full_placements_by_beginnings_of_first_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumerate_full, "LARGEST_LISTED", 6)
    monkeypatch.setattr(enumerate_full, "ROWS_LEFT", 7)
    found = count_full(Board.cube(11, 3))
    assert (found.count, found.orbits) == (264, 6)
    monkeypatch.setattr(stacking, "STEPS", 20)
    total = slices = 0
    for task in enumerate_full._full_tasks(11, RunContext())[0]:
        for mirrored in (False, True):
            part = TaskState()
            while not part.done:  # some steps at a time
                part = enumerate_full._stack_task(11, task, part, 1e-9, mirrored=mirrored)
                slices += 1
            total += int(part.arrays["total"])
    assert total == 2 * 264
    assert slices > 1000


@pytest.mark.parametrize("n", [1, 2, 5, 8, 13])
@pytest.mark.parametrize("method", ["layers", "colouring"])
def test_partial_stacks_are_maximal(n: int, method: str) -> None:
    if method == "colouring" and np.gcd(n, 6) > 1:
        with pytest.raises(InputError, match="nearest n is"):
            construct(Board.cube(n, 3), "stacked", method=method)
        return
    placement = stack(n, method, tries=3)
    assert placement.is_valid()
    attacked = np.zeros(placement.board.size, dtype=bool)
    for index in placement.indices.tolist():
        for line in placement.board.lines_through(index):
            attacked[line] = True
    attacked[placement.indices] = True
    assert attacked.all()
    assert stack(n, method, tries=3) == placement


def test_stacks_of_colour_classes_can_be_full() -> None:
    assert len(stack(11, "colouring")) == 121


def test_where_no_full_stack_exists_the_nearest_is_named() -> None:
    with pytest.raises(InputError, match=r"no full placement .* is 11$"):
        construct(Board.cube(10, 3), "stacked", method="exhaustive")

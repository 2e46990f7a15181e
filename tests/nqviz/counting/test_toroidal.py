"""Full solutions of square tori, beside published counts and brute force."""

from __future__ import annotations

from itertools import permutations

import pytest

from nqviz import Board, Placement
from nqviz.core.errors import InputError
from nqviz.core.symmetry import canonical
from nqviz.counting.kinds import count
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution

PUBLISHED = {1: 1, 2: 0, 3: 0, 5: 10, 7: 28, 9: 0, 11: 88, 13: 4524, 17: 140692}
"""OEIS A007705."""


@pytest.mark.parametrize(("n", "published"), PUBLISHED.items())
def test_counts_are_the_published_ones(n, published):
    assert count(Board.cube(n, 2, torus=True), "planar").count == published


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_counts_and_orbits_are_those_of_brute_force(n):
    board = Board.cube(n, 2, torus=True)
    rows = range(n)
    solutions = {
        placement
        for columns in permutations(rows)
        if all(
            len({(c + s * r) % n for r, c in zip(rows, columns, strict=True)}) == n for s in (1, -1)
        )
        for placement in [Placement(board, list(zip(rows, columns, strict=True)))]
    }
    found = count(board, "planar")
    assert found.count == len(solutions)
    assert found.orbits == len({canonical(each, with_translations=True) for each in solutions})


def test_orbits_of_a_side_with_solutions_of_several_kinds_add_up():
    board = Board.cube(13, 2, torus=True)
    found = count(board, "planar")
    assert (found.count, found.orbits) == (4524, 11)


def test_a_count_stops_at_its_limit():
    found = count(Board.cube(23, 2, torus=True), "planar", run=RunContext(Limit(seconds=0.2)))
    assert (found.status, found.count) == (Status.LIMIT, None)


def test_sides_out_of_reach_are_refused():
    with pytest.raises(InputError, match="sides to 23, not 25"):
        count(Board.cube(25, 2, torus=True), "planar")


def test_a_count_from_a_checkpoint_says_so(tmp_path):
    board, split = Board.cube(11, 2, torus=True), Execution("threads:1", tmp_path / "count.tasks")
    first = count(board, "planar", split=split)
    again = count(board, "planar", split=split)
    assert again.value == first.value == 88
    assert first.premises == ()
    assert "of the checkpoint" in again.premises[0]

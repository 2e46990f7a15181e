"""Full solutions of square tori, beside published counts and brute force."""

from __future__ import annotations

import re
from itertools import permutations

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.core.errors import InputError
from nqviz.core.symmetry import canonical
from nqviz.counting import toroidal
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


@pytest.mark.parametrize("n", [25, 31, 35, 61])
def test_long_counts_say_how_long_they_take(n):
    found = count(Board.cube(n, 2, torus=True), "planar", run=RunContext(Limit(seconds=0.2)))
    assert (found.status, found.count) == (Status.LIMIT, None)
    assert found.seconds < 5.0
    assert re.fullmatch("all of it takes some .* (min|hours|days|years) of one core", found.message)


def test_parts_of_tasks_have_the_same_solutions(monkeypatch):
    monkeypatch.setattr(toroidal, "UNDIVIDED", 0)
    monkeypatch.setattr(toroidal, "_rows", lambda _n: 5)
    assert count(Board.cube(13, 2, torus=True), "planar").count == 4524


def test_sides_out_of_reach_are_refused_with_a_time():
    words = r"sides to 61, not 65: a row does not fit .* all of it takes some .* years"
    with pytest.raises(InputError, match=words):
        count(Board.cube(65, 2, torus=True), "planar")


@pytest.mark.parametrize("n", [35, 61])
def test_wide_rows_have_the_same_solutions(n):
    # The queens (i, 2i) of the torus are a solution; the last rows are searched again.
    task = tuple(2 * row % n for row in range(n - 12))
    queens, found = np.zeros(n, np.int64), np.zeros(2, np.int64)
    queens[: len(task)] = task
    toroidal._count_rows(n, *toroidal._lines(n, task), queens, found)
    rest = [tuple(task)]
    for _ in range(12):
        rest = [longer for each in rest for longer in toroidal._longer(n, each)]
    assert found[0] == len(rest) >= 1


def test_a_count_from_a_checkpoint_says_so(tmp_path):
    board, split = Board.cube(11, 2, torus=True), Execution("threads:1", tmp_path / "count.tasks")
    first = count(board, "planar", split=split)
    again = count(board, "planar", split=split)
    assert again.value == first.value == 88
    assert first.premises == ()
    assert "of the checkpoint" in again.premises[0]

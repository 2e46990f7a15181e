"""Excluded lines, counts of completions and the random questions, against enumeration."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz import Board, complete, count
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.problems.excluded import (
    Exclusions,
    complete_excluded,
    count_completions,
    random_exclusions,
    random_givens,
)
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Status


def enumerated(n: int, exclusions: Exclusions, givens: Placement) -> int:
    """How many placements there are on the allowed columns and rows."""
    mask = exclusions.mask(n)
    columns = [column for column in range(n) if column + 1 not in exclusions.columns]
    rows = [row for row in range(n) if row + 1 not in exclusions.rows]
    if len(columns) != len(rows):
        return 0
    wanted = {divmod(cell, n) for cell in givens.indices.tolist()}
    total = 0
    for chosen in permutations(rows):
        cells = list(zip(columns, chosen, strict=True))
        if (
            wanted <= set(cells)
            and not any(mask[cell] for cell in cells)
            and len({i + j for i, j in cells}) == len({i - j for i, j in cells}) == len(columns)
        ):
            total += 1
    return total


@given(st.integers(1, 7), st.lists(st.sets(st.integers(-7, 14)), min_size=4, max_size=4))
def test_lines_are_found_again_from_their_cells(n, lines) -> None:
    mask = Exclusions(*map(tuple, lines)).mask(n)
    found = Exclusions.of_mask(mask)
    assert (found.mask(n) == mask).all()
    found.check(n)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=80, deadline=None)
def test_agrees_with_enumeration(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    lines = [tuple(rng.choice(n, rng.integers(0, 2), False) + 1) for _ in range(2)]
    diagonals = random_exclusions(n, 0, int(rng.integers(0, 5)), seed)
    exclusions = Exclusions(*lines, diagonals.sums, diagonals.differences)
    givens = Placement(Board.cube(n, 2))
    free = np.flatnonzero(~exclusions.mask(n))
    if len(free) and rng.random() < 0.5:
        givens = Placement.from_indices(Board.cube(n, 2), [int(rng.choice(free))])
    expected = enumerated(n, exclusions, givens)
    counted = count_completions(givens, exclusions=exclusions)
    assert (counted.status, counted.value) == (Status.OPTIMAL, expected)
    outcome = complete_excluded(givens, exclusions=exclusions)
    assert outcome.status is (Status.FEASIBLE if expected else Status.INFEASIBLE)
    if expected:
        found = outcome.placement
        assert found is not None
        assert found.is_valid()
        assert len(found) == n - len(exclusions.columns)
        assert set(givens.indices.tolist()) <= set(found.indices.tolist())
        assert not exclusions.mask(n).ravel()[found.indices].any()


def test_nauck() -> None:
    """The question of 1850: two queens on the chessboard leave so many ways to go on."""
    givens = Placement(Board.cube(8, 2), [(1, 3), (3, 4)])
    assert count_completions(givens).value == enumerated(8, Exclusions(), givens)


def test_counts_end_in_time() -> None:
    counted = count_completions(Placement(Board.cube(16, 2)), run=RunContext(Limit(nodes=30_000)))
    assert counted.status is Status.LIMIT
    assert counted.value < 14_772_512


@given(st.integers(1, 12), st.integers(0, 2**32 - 1), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_random_exclusions_keep_cells(n: int, seed: int, least: int) -> None:
    least = min(least, n)
    full = random_exclusions(n, least, seed=seed)
    left = ~full.mask(n)
    assert min(left.sum(axis=0).min(), left.sum(axis=1).min()) >= least
    columns, rows = np.indices((n, n)) + 1
    for kind, values, every in (
        ("sums", full.sums, range(2, 2 * n + 1)),
        ("differences", full.differences, range(1 - n, n)),
    ):
        for value in set(every) - set(values):
            diagonal = columns + rows if kind == "sums" else rows - columns
            rest = left & (diagonal != value)
            assert min(rest.sum(axis=0).min(), rest.sum(axis=1).min()) < least
    some = random_exclusions(n, least, 3, seed)
    assert set(some.sums) <= set(full.sums)
    assert set(some.differences) <= set(full.differences)
    assert len(some.sums) + len(some.differences) == min(3, len(full.sums) + len(full.differences))


@given(n=st.integers(4, 9), seed=st.integers(0, 99), queens=st.integers(0, 3))
def test_random_exclusions_around_given_queens(n: int, seed: int, queens: int) -> None:
    givens = random_givens(n, min(queens, 2), seed)
    found = random_exclusions(n, 1, seed=seed, givens=givens)
    assert not found.mask(n).ravel()[givens.indices].any()
    assert Exclusions.of_diagonals(found.diagonals) == found
    alone = random_exclusions(n, 1, seed=seed)
    if not queens:
        assert found == alone


def test_random_givens() -> None:
    givens = random_givens(30, 8, 4)
    assert len(givens) == 8
    assert givens.is_valid()
    assert random_givens(30, 8, 4).indices.tolist() == givens.indices.tolist()
    with pytest.raises(InputError, match="found a free cell"):
        random_givens(3, 3)


@pytest.mark.parametrize(
    ("exclusions", "message"),
    [
        (Exclusions(columns=(9,)), "excluded column 9 is not on the board"),
        (Exclusions(rows=(0,)), "excluded row 0"),
        (Exclusions(sums=(1,)), "excluded sum 1 .* from 2 to 16"),
        (Exclusions(differences=(8,)), "excluded difference 8 .* from -7 to 7"),
        (Exclusions(columns=(1,)), "given queen .1, 1. is on an excluded line"),
    ],
)
def test_bad_lines(exclusions: Exclusions, message: str) -> None:
    givens = Placement(Board.cube(8, 2), [(0, 0)])
    with pytest.raises(InputError, match=message):
        complete_excluded(givens, exclusions=exclusions)


def test_diagonals_are_read() -> None:
    found = Exclusions.of_diagonals("s5, d-2,d0")
    assert (found.sums, found.differences) == ((5,), (-2, 0))
    for text in ("5", "s", "x5", "s5;d2", "s-"):
        with pytest.raises(InputError, match="names no diagonal"):
            Exclusions.of_diagonals(text)


def test_other_boards() -> None:
    with pytest.raises(InputError, match="flat square boards"):
        complete_excluded(Placement(Board.cube(4, 3)), exclusions=Exclusions())


@pytest.mark.parametrize("seed", range(8))
def test_excluded_lines_are_blocked_cells(seed):
    n, rng = 7, np.random.default_rng(seed)
    lines = [int(line) for line in rng.choice(np.arange(1, n + 1), seed % 3, replace=False)]
    sums = tuple(rng.choice(np.arange(2, 2 * n + 1), 3, replace=False).tolist())
    exclusions = Exclusions(tuple(lines), tuple(lines[::-1]), sums, (int(rng.integers(1 - n, n)),))
    board = Board.cube(n, 2)
    mask = exclusions.mask(n).ravel()
    blocked = board.with_blocked(np.flatnonzero(mask))
    wanted = n - len(lines)
    counted = count_completions(Placement(board), exclusions=exclusions).value
    assert count(blocked, "maximum", queens=wanted).count == counted
    found = complete_excluded(Placement(board), exclusions=exclusions)
    again = complete(Placement(blocked), wanted)
    assert (found.status is Status.INFEASIBLE) == (again.status is Status.INFEASIBLE)
    assert (counted == 0) == (again.status is Status.INFEASIBLE)


def test_lines_that_stop_are_refused():
    with pytest.raises(InputError, match="boards whose lines do not stop"):
        count_completions(Placement(Board((6, 6), blocked=[0], stops=True)))

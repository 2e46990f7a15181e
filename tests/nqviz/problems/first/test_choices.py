"""The choices of diagonals and their program, against enumeration."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.core.interruption import Interrupted, interrupted_by
from nqviz.problems.first import completion as completion_search
from nqviz.problems.first.choices import SHIFT, Choices, list_choices
from nqviz.problems.first.probe import FOUND, REFUTED
from nqviz.problems.first.program import SCALE, RowProgram, kept_start, start_after
from nqviz.problems.first.refutation import FARTHEST, _Program, columns_left
from nqviz.problems.first.rest import Rest
from nqviz.proofs import diagonals
from nqviz.proofs.first_node import Lines

from .boards import beginnings, completions

Beginning = tuple[int, tuple[int, ...]]
Pairs = set[tuple[tuple[int, ...], tuple[int, ...]]]


def members(words: np.ndarray) -> tuple[int, ...]:
    number = int(words[0]) | int(words[1]) << 64
    return tuple(v for v in range(128) if number >> v & 1)


def pairs(choices: Choices) -> Pairs:
    return {
        (members(sums), tuple(v - SHIFT for v in members(steps)))
        for sums, key in zip(choices.sums, choices.sum_keys, strict=True)
        for steps, other in zip(choices.steps, choices.step_keys, strict=True)
        if key == other
    }


def all_pairs(rest: Rest) -> Pairs:
    """Return the pairs by the equations, out of all subsets of the diagonals with a free cell."""
    rows, columns = np.nonzero(rest.free)
    row_sum, column_sum, squares = rest.sums
    sides = []
    for values, total in (
        (rows + columns, row_sum + column_sum),
        (columns - rows, column_sum - row_sum),
    ):
        some = combinations(sorted(set(values.tolist())), rest.size)
        sides.append([each for each in some if sum(each) == total])
    return {
        (sums, steps)
        for sums in sides[0]
        for steps in sides[1]
        if sum(v * v for v in sums) + sum(v * v for v in steps) == squares
        and sum(v % 2 for v in sums) == sum(v % 2 for v in steps)
    }


@given(beginnings(least=2, most=7))
@settings(max_examples=40, deadline=None)
def test_the_choices_are_those_of_the_equations(case: Beginning) -> None:
    rest = Rest.after(*case)
    choices = list_choices(rest, 1 << 14)
    assert choices is not None
    expected = all_pairs(rest)
    assert pairs(choices) == expected
    assert bool(choices) == bool(expected)
    assert {members(words) for words in choices.sums} == {sums for sums, _ in expected}
    assert len(choices.sums) == len({sums for sums, _ in expected})
    assert len(choices.steps) == len({steps for _, steps in expected})


@given(beginnings(least=2, most=7), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_families_of_diagrams_are_the_choices_of_the_equations(
    case: Beginning, together: int
) -> None:
    rest = Rest.after(*case)
    lines = Lines(rest.free.astype(np.bool_), rest.columns)
    both = diagonals.diagrams(lines.totals, lines.sums, lines.steps)
    expected = all_pairs(rest)
    listed = None if both is None else diagonals.families(both, len(expected), together)
    found = [
        (tuple(lines.sums[sums].tolist()), tuple((lines.steps[each.steps] - SHIFT).tolist()))
        for each in listed or ()
        for sums in each.sums
    ]
    assert len(found) == len(expected)
    assert set(found) == expected
    assert all(len(each.sums) <= together for each in listed or ())
    if both is not None and expected:
        assert diagonals.families(both, len(expected) - 1, together) is None


def test_diagrams_end_as_soon_as_they_are_not_needed() -> None:
    rest = Rest.after(30, [0, 2])
    lines = Lines(rest.free.astype(np.bool_), rest.columns)
    looks = iter([False, False])
    with pytest.raises(Interrupted), interrupted_by(lambda: next(looks, True)):
        diagonals.diagrams(lines.totals, lines.sums, lines.steps)
    assert next(looks, None) is None


@given(beginnings(most=9))
@settings(max_examples=40, deadline=None)
def test_families_of_choices_miss_no_completion(case: Beginning) -> None:
    n, first = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(completion_search, "PROBE_NODES", 0)
        found = completion_search.complete(n, first, np.zeros(6 * n, np.int64), lambda: False)
    expected = completions(n, first)
    assert found.answer == (FOUND if expected else REFUTED)
    assert not expected or tuple(found.columns) in {tuple(each) for each in expected}


@given(beginnings(most=9))
@settings(max_examples=40, deadline=None)
def test_every_completion_is_a_choice(case: Beginning) -> None:
    n, first = case
    choices = list_choices(Rest.after(n, first), 1 << 16)
    if choices is None:
        return
    found = pairs(choices) if len(choices.sums) < 500 else None
    left = min(set(range(n)) - set(first))
    for rows in completions(n, first):
        queens = [(i - len(first), c - left) for i, c in enumerate(rows) if i >= len(first)]
        sums = tuple(sorted(row + column for row, column in queens))
        steps = tuple(sorted(column - row for row, column in queens))
        if found is not None:
            assert (sums, steps) in found


def test_too_many_choices_are_not_listed() -> None:
    rest = Rest.after(30, [0, 2])
    assert list_choices(rest, 100) is None


def test_beginnings_without_a_completion_are_told_by_the_equations() -> None:
    # n = 45: the search alone takes half a million queens to refute this, and more for the next
    first = [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 6, 21, 9]
    for column in (25, 26, 27):
        choices = list_choices(Rest.after(45, [*first, column]), 1000)
        assert choices is not None
        assert not choices
    choices = list_choices(Rest.after(45, [*first, 28]), 1000)
    assert choices is not None
    assert len(choices.sums) == len(choices.steps) == 1


# The program ----------------------------------------------------------------------------------


def left_of(n: int, first: Sequence[int], columns: Sequence[int]) -> list[int]:
    return columns_left(n, first, columns, lambda: False)


@pytest.mark.parametrize("arcs", [0, diagonals.MOST_ARCS])
@given(case=beginnings(most=10))
@settings(max_examples=50, deadline=None)
def test_the_program_never_loses_a_column_that_is_possible(arcs: int, case: Beginning) -> None:
    n, first = case
    diagonals._diagrams.cache_clear()
    possible = {rows[len(first)] for rows in completions(n, first)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diagonals, "MOST_ARCS", arcs)
        left = left_of(n, first, range(n))
        assert possible <= set(left)
        assert left == sorted(left)
        fewer = left_of(n, first, left[1:])  # and goes on to be right when columns are taken away
    assert possible - set(left[:1]) <= set(fewer) <= set(left[1:])


@given(beginnings(least=1, most=8), st.integers(0, 2**32 - 1))
@settings(max_examples=50, deadline=None)
def test_the_bound_holds_for_any_duals(case: Beginning, seed: int) -> None:
    n, first = case
    columns = [rows[len(first)] for rows in completions(n, first)]
    if columns:
        rest = Rest.after(n, first)
        lines = Lines(rest.free.astype(np.bool_), rest.columns)
        both = diagonals.diagrams(lines.totals, lines.sums, lines.steps)
        assert both is not None
        program = _Program(lines, both, lambda: False)
        cost = (min(columns) - rest.left) * (FARTHEST // lines.free.shape[1])
        rng = np.random.default_rng(seed)
        height = 2 * rest.size + len(lines.sums) + len(lines.steps) + 1
        for size in (1, 1000, 1 << 20, 1 << 40):
            assert program._continue_by(rng.integers(-size, size + 1, height))[0] <= cost


@given(beginnings(least=1, most=8), st.integers(0, 2**32 - 1))
@settings(max_examples=50, deadline=None)
def test_the_bound_of_the_row_program_holds_for_any_duals(case: Beginning, seed: int) -> None:
    n, first = case
    columns = [rows[len(first)] for rows in completions(n, first)]
    if columns:
        program = RowProgram(n, first)
        assert program._lines is not None
        rng = np.random.default_rng(seed)
        for size in (0.1, 3.0, 50.0, 1e5, 1e300):
            duals = size * rng.standard_normal(len(program._lines.lower))
            assert program._bound(program._costs, duals) <= SCALE * min(columns)


def test_the_program_refutes_what_takes_millions_of_queens_to_refute() -> None:
    # n = 48 has no completion of these; the paper did not solve it in two days
    first = (0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 6, 21, 23, 25, 27)
    for column in (31, 32):
        assert left_of(48, (*first, column), range(48)) == []


def _never() -> bool:
    return False


def test_a_basis_depends_on_the_rows_alone() -> None:
    first = (0, 2, 4, 1, 3, 12)
    kept_start.cache_clear()
    cold = start_after(20, first, _never)
    kept_start.cache_clear()
    for other in ((0, 2, 4, 1, 7), (0, 3, 1), first[:3]):
        start_after(20, other, _never)
    warm = start_after(20, first, _never)
    assert cold is not None
    assert warm is not None
    for one, another in zip(cold, warm, strict=True):
        np.testing.assert_array_equal(one, another)


def test_the_programs_of_wide_boards_do_not_stall() -> None:
    until = time.process_time() + 20  # they take less than a second
    kept_start.cache_clear()
    for n in (109, 115):
        assert start_after(n, (), lambda: time.process_time() > until) is not None


def test_a_program_that_is_ended_leaves_all_columns_and_no_basis() -> None:
    kept_start.cache_clear()
    assert columns_left(70, (), range(5), lambda: True) == list(range(5))
    assert kept_start(70, ()) == []


def test_a_basis_outlives_the_run_that_made_it() -> None:
    class Run:
        def is_over(self) -> bool:
            return False

    run = Run()
    is_gone = weakref.ref(run)
    kept_start.cache_clear()
    found = start_after(12, (0, 2), run.is_over)
    del run
    gc.collect()
    assert is_gone() is None
    assert start_after(12, (0, 2), lambda: True) is found

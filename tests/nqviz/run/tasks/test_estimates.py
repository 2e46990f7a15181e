"""Estimates of what is left, and simulated runs on many workers."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from runpy import run_path

import pytest

from nqviz.run.tasks.estimate import duration, estimate, likely, remaining

simulate = run_path(str(Path(__file__).parents[4] / "docs" / "simulation.py"))["simulate"]


def test_equal_tasks_are_estimated_without_error() -> None:
    found = estimate([2.0, 2.0, 2.0], [6.0, 6.0, 6.0], 10.0)
    assert (found.seconds, found.error, found.longest) == (30.0, 0.0, 6.0)


def test_the_error_is_about_the_distance_from_the_truth() -> None:
    chosen = random.Random(5)
    inside = 0
    for _ in range(200):
        weights = [chosen.uniform(1, 5) for _ in range(400)]
        times = [weight * chosen.expovariate(1.0) for weight in weights]
        found = estimate(weights[:100], times[:100], sum(weights[100:]))
        assert found.seconds is not None
        assert found.error is not None
        inside += abs(found.seconds - sum(times[100:])) < 2 * found.error
    assert inside > 160


@pytest.mark.parametrize("times", [[], [0.0, 0.0]])
def test_nothing_is_known_from_nothing(times: list[float]) -> None:
    found = estimate([1.0] * len(times), times, 3.0)
    assert (found.seconds, found.told(0.0)) == (None, "unknown")
    assert estimate([], [], 0.0).seconds == 0.0
    assert estimate([1.0], [4.0], 3.0).told(4.0).startswith("12 s (likely ")


def test_times_are_named_with_the_unit_that_suits_them() -> None:
    assert [duration(each) for each in (0.5, 110.0, 150.0, 10_000.0, 1e6, 1e9)] == [
        "0.5 s",
        "110 s",
        "2.5 min",
        "2.78 hours",
        "11.6 days",
        "31.7 years",
    ]


def test_a_straggler_bounds_a_run_until_it_is_split() -> None:
    times = [10.0, *[1.0] * 30]
    whole = simulate(times, 10)
    assert (whole.makespan, whole.work) == (10.0, 40.0)
    assert whole.efficiency == pytest.approx(0.4)
    assert whole.alone == 7.0  # six workers end at 3 s
    split = simulate(times, 10, longest=1.0)
    assert (split.tasks, split.makespan, split.efficiency) == (40, 4.0, 1.0)
    slow = simulate(times, 10, longest=1.0, overhead=0.5)
    assert slow.makespan == 6.0


def test_no_run_is_shorter_than_its_work_or_its_longest_task() -> None:
    chosen = random.Random(3)
    for workers in (1, 7, 10_000):
        times = [chosen.expovariate(1.0) for _ in range(500)]
        run = simulate(times, workers)
        least = max(sum(times) / workers, *times)
        assert least - 1e-9 <= run.makespan <= 2 * least + 1e-9
    with pytest.raises(ValueError, match="0 workers"):
        simulate([1.0], 0)


def test_a_task_that_is_estimated_itself_counts_to_those_that_are_left() -> None:
    found = estimate([2.0, 2.0], [6.0, 8.0], 4.0, [0, 1])
    assert found.seconds == pytest.approx(3.5 * 4 + 8)
    more = estimate([2.0, 2.0], [6.0, 8.0], 4.0, [0, 100])
    assert found.error is not None
    assert more.error is not None
    assert more.error < found.error
    assert estimate([2.0], [6.0], 0.0, [3]).seconds == 6.0


def test_a_likely_range_narrows_with_what_was_seen() -> None:
    assert likely(10.0, 0.0, 10.0) == (10.0, 10.0)
    ends = [likely(100.0, 10.0, seen) for seen in (1.0, 50.0, 90.0)]
    assert all(low < 100.0 < high for low, high in ends)
    assert all(one[0] < two[0] and one[1] > two[1] for one, two in pairwise(ends))
    assert likely(100.0, None, 1.0)[1] > ends[0][1]
    assert likely(100.0, 80.0, 40.0)[0] >= 40.0


def test_tasks_under_way_count_with_what_they_have_taken() -> None:
    assert remaining([(1.0, 60.0)], [(1.0, 40.0)], 3.0).seconds == 70.0 * 1 + 40.0
    slow = remaining([(1.0, 1.0)], [(1.0, 100.0)], 2.0)  # far longer than its weight says
    assert slow.seconds == 100.0
    assert slow.error is not None
    assert slow.error >= 100.0
    assert remaining([(1.0, 5.0), (1.0, 7.0)], [], 2.0).seconds == 0.0
    assert remaining([], [], 2.0).seconds is None
    assert remaining([], [(1.0, 10.0)], 2.0).seconds == 30.0

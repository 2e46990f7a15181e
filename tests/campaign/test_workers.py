"""A short campaign of kills of workers and coordinators."""

import sys

import pytest

from .report import Length, Report


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are listed in /proc")
def test_killed_workers_and_coordinators_leave_the_sum_right() -> None:
    from .workers import run

    report = Report()
    run(2, Length(count=2), report)
    assert report.faults == []
    assert sum(report.figures.values()) == 2

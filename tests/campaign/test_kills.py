"""A short campaign of kills."""

import sys

import pytest

from .report import Length, Report


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork and no SIGKILL")
def test_kills_tear_no_file() -> None:
    from .kills import run

    report = Report()
    run(1, Length(count=12), report)
    assert report.faults == []
    assert report.figures["kills"] > 12

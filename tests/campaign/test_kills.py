"""A short campaign of kills."""

import sys

import pytest

from .report import Length


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork and no SIGKILL")
def test_kills_tear_no_file() -> None:
    from .kills import run

    report = run(1, Length(count=12))
    assert report.faults == []
    assert report.figures["kills"] > 12

"""A short campaign of mutated files."""

from .files import run
from .report import Length, Report


def test_mutated_files_are_refused_or_read_rightly() -> None:
    report = Report()
    run(1, Length(count=600, seconds=4.0), report)
    assert report.faults == []
    assert report.tried > 50

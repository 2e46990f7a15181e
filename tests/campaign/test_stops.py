"""A short campaign of stops."""

from .report import Length, Report
from .stops import run


def test_stopped_work_answers_and_ends_soon() -> None:
    report = Report()
    run(1, Length(count=12, seconds=4.0), report)
    assert report.faults == []
    assert report.tried > 0

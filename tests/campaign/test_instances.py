"""A short campaign of random instances."""

from .instances import run
from .report import Length, Report


def test_no_answer_about_a_small_instance_is_false() -> None:
    report = Report()
    run(1, Length(count=150, seconds=8.0), report)
    assert report.faults == []
    assert report.tried > 10

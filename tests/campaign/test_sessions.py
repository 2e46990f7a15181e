"""A short random session of the window."""

import pytest
from PySide6.QtWidgets import QApplication

from .report import Length, Report
from .sessions import run


@pytest.mark.timeout(300)
def test_a_random_session_finds_no_fault(qapp: QApplication) -> None:
    report = Report()
    run(7, Length(count=1), report, actions=60)
    assert report.faults == []
    assert report.tried == 1

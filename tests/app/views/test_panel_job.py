"""The work of a panel: one at a time, with its buttons, its stop and its text."""

import pytest
from PySide6.QtWidgets import QWidget

from nqviz.core.errors import InputError
from nqviz_app.document.board_tab import BoardTab
from nqviz_app.document.document import Document
from nqviz_app.jobs import JobRunner
from nqviz_app.views.panel_job import LATER, PanelJob
from nqviz_app.widgets.widgets import button


class Case:
    """A panel job with its buttons; it collects the texts and the results."""

    def __init__(self, document=None):
        self.panel = QWidget()
        self.texts, self.results = [], []
        self.run = button("case.run", "Run", "Search", True)
        self.other = button("case.other", "Other", "Count")
        for each in (self.run, self.other):
            each.setParent(self.panel)
        self.objection = ""
        runner = JobRunner(self.panel)
        self.job = PanelJob(self.panel, runner, self.texts.append, document)
        self.job.add_start(self.run, self.start, lambda: self.objection, toggles=True)
        self.job.add_start(self.other, self.start)

    def start(self, **more):
        self.job.start("Test", wait, self.results.append, **more)


def wait(run):
    run.stop.wait(5)
    return "partial"


@pytest.fixture
def case(qtbot):
    made = Case()
    qtbot.addWidget(made.panel)
    yield made
    made.job.drop()


def test_a_button_starts_and_stops_the_work(case, qtbot):
    case.run.click()
    assert case.run.text() == "Stop"
    assert not case.other.isEnabled()
    case.other.click()
    case.start()
    case.run.click()
    assert not case.run.isEnabled(), "it was asked to stop"
    qtbot.waitUntil(lambda: not case.job.is_running)
    assert case.results == ["partial"]
    assert case.texts == ["Searching …", "Stopping …"]
    assert case.job.was_stopped
    assert case.run.text() == "Run"
    assert case.other.toolTip() == "Count"


def test_an_objection_disables_a_button(case):
    case.objection = "There is no queen"
    case.job.update_buttons()
    assert not case.run.isEnabled()
    assert case.run.toolTip() == "There is no queen"
    assert case.other.isEnabled()


def test_work_that_fails_reports_why(case, qtbot):
    def fail(_run):
        raise InputError("no such board")

    case.job.start("Test", fail, case.results.append)
    qtbot.waitUntil(lambda: not case.job.is_running)
    assert case.texts[-1] == "No such board"
    assert case.results == []


def test_a_result_that_is_out_of_date_is_dropped(case, qtbot):
    document = Document()
    case.job.drop_at(document.board_changed, "Another board")
    case.start()
    document.board_changed.emit()
    assert not case.job.is_running
    assert case.texts[-1] == "Another board"
    case.job.start("Test", lambda _run: "second", case.results.append)
    qtbot.waitUntil(lambda: bool(case.results))
    assert case.results == ["second"]


def test_partial_results_replace_work_that_does_not_end(case, qtbot):
    case.job.start(
        "Test", lambda run: [run.stop.wait(), wait_long()], case.results.append,
        unfinished=lambda _news, _seconds: "left",
    )  # fmt: skip
    case.job.stop()
    qtbot.waitUntil(lambda: bool(case.results))
    assert case.results == ["left"]


def wait_long():
    import time

    time.sleep(1)


def test_a_result_waits_for_its_tab(qtbot):
    document = Document()
    case = Case(document)
    qtbot.addWidget(case.panel)
    first = document.tab
    case.job.start("Test", lambda _run: "found", case.results.append, in_tab=True)
    document.show_tab(BoardTab(first.state))
    assert case.job.is_away
    qtbot.waitUntil(lambda: case.texts[-1] == LATER)
    assert case.results == []
    document.show_tab(first)
    assert case.results == ["found"]

"""The jobs of the status bar: how far they are, how they are stopped, and what came of them."""

import threading

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QWidget,
)

from nqviz import Board, Placement
from nqviz.core.errors import InputError
from nqviz.run.context import Progress
from nqviz_app.document.board_tab import Finding, window_state
from nqviz_app.document.document import Document
from nqviz_app.jobs import JobRunner
from nqviz_app.window.activity import Activity
from tests.app.window_driver import find, wait_for_jobs


class Window(QMainWindow):
    """A status bar, and nothing else."""

    def __init__(self):
        super().__init__()
        self.document = Document(window_state(Placement(Board.cube(5, 3))), self)
        self.runner = JobRunner(self)
        self.activity = Activity(self.runner, self.document)
        self.statusBar().addPermanentWidget(self.activity)


@pytest.fixture
def window(show):
    window = Window()
    return show(window, (1400, 300), window.runner.shutdown)


@pytest.fixture
def gate():
    """An event that jobs wait for; it is set at the end of the test in any case."""
    gate = threading.Event()
    yield gate
    gate.set()


@pytest.fixture
def start(window, gate):
    def work(run):
        run.progress(Progress("counting", 0.1, fraction=0.25))
        while not (run.stop.is_set() or gate.wait(0.01)):
            pass

    def start(title, **more):
        nothing = {"succeeded": lambda _: None, "failed": lambda _: None}
        job = window.runner.start(title, more.pop("work", work), **nothing, **more)
        QCoreApplication.processEvents()  # it is shown in the next turn of the event loop
        return job

    return start


def text(window, name):
    return find(window, QAbstractButton, f"activity.{name}").text()


def click(qtbot, window, name):
    qtbot.mouseClick(find(window, QAbstractButton, f"activity.{name}"), Qt.MouseButton.LeftButton)


def test_a_job_shows_its_time_and_how_far_it_is(window, start, gate, qtbot):
    start("Solving (12,3)", limit=60.0)
    assert text(window, "job_1") == "Solving (12,3): 0 of 60 s"
    bar = find(window, QProgressBar, "activity.job_progress_1")
    qtbot.waitUntil(lambda: bar.value() == 250)
    assert bar.isVisible()
    assert (bar.width(), bar.height()) == (160, 6)
    gate.set()
    wait_for_jobs(qtbot, window)
    assert not bar.isVisible()


def test_the_time_limit_tells_how_far_a_job_is_that_does_not_say_it(window, start, gate):
    job = start("Solving", limit=100.0, work=lambda run: run.stop.wait())
    job.started -= 50
    window.activity._update_ui()
    assert abs(find(window, QProgressBar, "activity.job_progress_1").value() - 500) < 20
    assert text(window, "job_1") == "Solving: 50 of 100 s"
    job.started -= 60
    window.activity._update_ui()
    assert text(window, "job_1") == "Solving: ending after 100 s"
    job.stop()


def test_a_search_that_has_ended_no_task_is_as_far_as_its_time(window, start):
    def work(run):
        run.progress(Progress("searching", 0.1, fraction=0.0))
        run.stop.wait()

    job = start("Solving", limit=100.0, work=work)
    job.started -= 50
    window.activity._update_ui()
    assert find(window, QProgressBar, "activity.job_progress_1").value() >= 490
    job.stop()


def test_at_most_three_stand_there_and_all_in_a_list(window, start, gate, qtbot):
    jobs = [start(title) for title in ("First", "Second", "Third", "Fourth", "Fifth")]
    assert text(window, "job_1").startswith("Fifth")
    assert text(window, "more") == "+2"
    click(qtbot, window, "more")
    listed = find(window, QWidget, "activity.list")
    assert listed.isVisible()
    assert text(listed, "listed_5").startswith("First")
    click(qtbot, listed, "listed_stop_5")
    qtbot.waitUntil(lambda: not jobs[0].is_running)
    assert all(job.is_running and not job.is_stopping for job in jobs[1:])
    gate.set()
    wait_for_jobs(qtbot, window)
    qtbot.waitUntil(lambda: not listed.isVisible())
    assert not find(window, QPushButton, "activity.more").isVisible()


def test_jobs_that_a_narrow_window_has_no_room_for_are_counted(window, start, gate):
    """They were cut off at the edge of the window."""
    window.resize(780, 300)
    titles = ("One job", "Another job", "Exporting a-file-with-a-name-that-is-much-too-long.png")
    for title in titles:
        start(title, limit=600.0)
    job, more = (find(window, QAbstractButton, f"activity.{name}") for name in ("job_1", "more"))
    QApplication.processEvents()
    assert more.text() == "+2"
    for part in (job, find(window, QProgressBar, "activity.job_progress_1"), more):
        assert part.isVisible()
        assert part.width() >= part.sizeHint().width() or part is job
        assert part.mapTo(window, part.rect().bottomRight()).x() < window.width()
    assert "\u2026" in job.text()
    assert job.accessibleName().startswith(titles[2])
    window.resize(1800, 300)
    window.activity.fit()
    assert (more.isVisible(), text(window, "job_3")) == (False, "One job: 0 of 600 s")


def test_the_cross_stops_a_job_and_a_click_opens_its_drawer(window, start, qtbot):
    opened = []
    window.activity.opened.connect(opened.append)
    job = start("Counting", drawer="density")
    click(qtbot, window, "job_1")
    assert opened == ["density"]
    click(qtbot, window, "job_stop_1")
    assert job.is_stopping
    wait_for_jobs(qtbot, window)


def test_a_result_stays_for_a_while(window, start, gate, qtbot):
    window.activity._fading.setInterval(50)
    job = start("Solving (5,3)", drawer="solve")
    job.summary = "(5,3): 12,345 queens found."
    gate.set()
    result = find(window, QAbstractButton, "activity.result")
    assert not result.isVisible()
    qtbot.waitUntil(result.isVisible)
    assert result.text() == "(5,3): 12\u202f345 queens found."
    opened = []
    window.activity.opened.connect(opened.append)
    click(qtbot, window, "result")
    assert opened == ["solve"]
    qtbot.waitUntil(lambda: not result.isVisible())


def test_a_failure_says_why(window, start, qtbot):
    def fail(_run):
        raise InputError("there are too many cells")

    start("Counting", work=fail)
    wait_for_jobs(qtbot, window)
    result = find(window, QAbstractButton, "activity.result")
    assert (result.text(), result.kind) == ("There are too many cells", "warning")


def test_what_is_known_of_the_queens_stands_there_as_long_as_they_do(window):
    window.document.toggle(0)
    window.document.set_finding(Finding("possible", 13))
    result = find(window, QAbstractButton, "activity.result")
    assert result.text() == "Can still be finished: 13 queens found"
    assert result.isVisible()
    window.document.toggle(7)
    assert not result.isVisible()

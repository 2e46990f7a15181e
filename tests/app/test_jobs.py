"""Jobs: results arrive in the GUI thread, stops are honoured, nothing arrives after abandoning."""

import threading

import pytest
from PySide6.QtCore import QCoreApplication

from nqviz import InputError, Progress
from nqviz_app.jobs import JobRunner
from tests.patience import STALL


@pytest.fixture
def runner(qapp):
    runner = JobRunner()
    yield runner
    runner.shutdown()
    runner.deleteLater()


def start(runner, work):
    got = {"good": [], "bad": [], "news": [], "threads": set()}

    def take(kind):
        def slot(value):
            got[kind].append(value)
            got["threads"].add(threading.current_thread())

        return slot

    job = runner.start(
        "a job", work, succeeded=take("good"), failed=take("bad"), progressed=take("news")
    )
    return job, got


def test_a_result_arrives_in_the_gui_thread(runner, qtbot):
    _, got = start(runner, lambda run: 42)
    qtbot.waitUntil(lambda: not runner.jobs)
    assert got["good"] == [42]
    assert got["bad"] == []
    assert got["threads"] == {threading.main_thread()}


def test_progress_is_coalesced_and_the_last_is_never_lost(runner, qtbot):
    def work(run):
        for i in range(20_000):
            run.progress(Progress("counting", i))

    job, got = start(runner, work)
    job.thread_.join()  # the window is busy all the while
    qtbot.waitUntil(lambda: not runner.jobs)
    assert [news.seconds for news in got["news"]] == [19_999]


@pytest.mark.parametrize(
    ("error", "words"),
    [(InputError("side 1 is 0"), "side 1 is 0"), (OSError("disk full"), "OSError: disk full")],
)
def test_failures_are_one_line(runner, qtbot, error, words):
    def work(run):
        raise error

    job, got = start(runner, work)
    qtbot.waitUntil(lambda: not runner.jobs)
    assert got["good"] == []
    assert len(got["bad"]) == 1
    assert words in got["bad"][0]
    assert "\n" not in got["bad"][0]
    assert bool(job.details) == isinstance(error, OSError)


def test_a_stopped_job_still_gives_its_result(runner, qtbot):
    job, got = start(runner, lambda run: run.stop.wait() and "best so far")
    job.stop()
    assert job.is_stopping
    qtbot.waitUntil(lambda: not runner.jobs)
    assert got["good"] == ["best so far"]


def test_an_abandoned_job_gives_nothing(runner, qtbot):
    def work(run):
        run.stop.wait()
        run.progress(Progress("late", 1))
        return "late"

    job, got = start(runner, work)
    job.abandon()
    qtbot.waitUntil(lambda: not runner.jobs)
    assert got == {"good": [], "bad": [], "news": [], "threads": set()}


def test_shutdown_waits_for_no_thread_and_leaves_none(qapp):
    runner, go_on = JobRunner(), threading.Event()
    jobs = [start(runner, lambda run: (run.stop.wait(), go_on.wait()))[0] for _ in range(3)]
    runner.shutdown()
    assert all(job.thread_.is_alive() for job in jobs)
    go_on.set()
    for job in jobs:
        job.thread_.join(STALL)
        assert not job.thread_.is_alive()
    runner.deleteLater()


def test_a_thread_emits_nothing_after_shutdown(runner):
    gate, emitted = threading.Event(), []

    def work(run):
        gate.wait(STALL)
        run.progress(Progress("counting", 0.1))

    job, _ = start(runner, work)
    job._poked.connect(lambda: emitted.append(threading.current_thread()))
    runner.shutdown()
    gate.set()
    job.thread_.join()
    QCoreApplication.processEvents()
    assert not emitted  # Qt may have deleted the job by then

"""Files that are odd, large or gone, in the real main window."""

import os
import sys

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QMessageBox

from nqviz.formats import text_layout
from nqviz.run.context import RunContext

from ..hands import wait_for_jobs


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
@pytest.mark.parametrize("ending", [".txt", ".nqviz"])
def test_a_pipe_is_refused_in_one_line(make_window, qtbot, tmp_path, ending):
    window = make_window()
    before = window.document.tab
    pipe = tmp_path / f"pipe{ending}"
    os.mkfifo(pipe)
    window.files.open(pipe)
    wait_for_jobs(qtbot, window)
    box = window.findChild(QMessageBox, "message")
    assert box.text() == f"{pipe}: this is a pipe, not a file"
    box.close()
    assert window.document.tab is before


def test_opening_can_be_stopped(make_window, qtbot, tmp_path, monkeypatch):
    window = make_window()
    before, said = window.document.tab, []
    window.document.message.connect(said.append)
    path = tmp_path / "large.txt"
    path.write_text("1 1\n" + "+2 2\n" * 200)
    monkeypatch.setattr(text_layout, "_PART", 16)
    step = RunContext.step

    def step_and_wait(watch, activity, fraction=None):
        step(watch, activity, fraction)
        if activity == "reading lines":
            watch.stop.wait()

    monkeypatch.setattr(RunContext, "step", step_and_wait)
    window.files.open(path)
    (job,) = window.runner.jobs
    qtbot.waitUntil(
        lambda: job.last_progress is not None and job.last_progress.activity == "reading lines"
    )
    job.stop()
    wait_for_jobs(qtbot, window)
    assert window.findChild(QMessageBox, "message") is None
    assert said[-1] == "Stopped opening large.txt."
    assert window.document.tab is before


def test_all_files_that_are_dropped_are_opened(make_window, qtbot, tmp_path):
    window = make_window()
    paths = [tmp_path / f"{name}.txt" for name in "ab"]
    for path in paths:
        path.write_text("1 2\n2 4\n")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton, Qt.KeyboardModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, buttons.LeftButton, keys.NoModifier))
    wait_for_jobs(qtbot, window)
    assert {tab.file.path for tab in window.tabs.board_tabs if tab.file} >= set(paths)

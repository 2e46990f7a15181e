"""Errors in nqviz are noted in a file of the run, and offered at the next start."""

import gc
import os
import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from nqviz.run.temporary import FOLDER_VARIABLE
from nqviz_app.crash_reports import CrashReports, offer_reports, reports_left

CRASH = """
import faulthandler
from nqviz_app.crash_reports import CrashReports
reports = CrashReports()
reports.begin()
faulthandler._sigsegv()
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path / "reports"


@pytest.fixture
def reports(folder, qapp, capsys):
    made = CrashReports()
    made.begin()
    yield made
    made.end()


def fail():
    raise LookupError("nothing is there")


def test_a_run_without_errors_leaves_nothing(folder, qapp):
    made = CrashReports()
    made.begin()
    assert len(list(folder.iterdir())) == 1
    assert reports_left() == ""  # of a run that goes on
    made.end()
    assert list(folder.iterdir()) == []
    assert sys.excepthook is made._hooks[0]


def test_errors_in_slots_and_threads_are_noted(reports, folder, qtbot):
    seen = []
    reports.noted.connect(lambda *words: seen.append(words))
    QTimer.singleShot(0, fail)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen[0][0] == "An error in nqviz: LookupError: nothing is there"
    reports.end()
    text = reports_left()
    assert text.count("LookupError: nothing is there") == 2
    assert text.startswith("nqviz ")
    assert reports_left() == ""


def test_many_errors_are_one_report(reports, folder):
    for _ in range(50):
        reports._note(LookupError("again"))
    reports.end()
    assert reports_left().count("LookupError") == 20


def test_a_crash_of_native_code_is_offered(folder, qtbot):
    environment = {**os.environ, FOLDER_VARIABLE: str(folder.parent)}
    done = subprocess.run(
        [sys.executable, "-c", CRASH], env=environment, capture_output=True, check=False
    )
    assert done.returncode != 0
    text = reports_left()
    assert "Segmentation fault" in text or "access violation" in text
    window, said = QWidget(), []
    box = offer_reports(window, text, said.append)
    copy = next(each for each in box.buttons() if "Copy" in each.text())
    copy.click()
    assert QApplication.clipboard().text() == text
    assert said == ["The report is on the clipboard."]
    window.deleteLater()


def test_nothing_is_offered_after_a_kill_without_an_error(folder, qapp):
    code = CRASH.replace("faulthandler._sigsegv()", "import os; os._exit(9)")
    environment = {**os.environ, FOLDER_VARIABLE: str(folder.parent)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    assert len(list(folder.iterdir())) == 1
    assert reports_left() == ""
    assert list(folder.iterdir()) == []


def test_names_are_shown_as_they_are(qapp):
    window = QWidget()
    box = offer_reports(window, "<b>bold</b>", print)
    assert isinstance(box, QMessageBox)
    assert box.detailedText() == "<b>bold</b>"
    box.close()
    window.deleteLater()


class Faulty(QWidget):
    """A widget whose overrides fail."""

    def event(self, event):
        if event.type() == QEvent.Type.User:
            raise LookupError("event")
        return super().event(event)

    def sizeHint(self):
        raise LookupError("size")

    def resizeEvent(self, _event):
        self.stack.push(FaultyCommand())


class FaultyCommand(QUndoCommand):
    def redo(self):
        raise LookupError("redo")


def test_an_error_in_an_override_is_raised_by_the_call_that_led_to_it(qtbot):
    """Nothing has to guard the overrides: Qt goes on, and the caller gets the error."""
    widget = Faulty()
    qtbot.addWidget(widget)
    widget.stack = QUndoStack(widget)
    for _ in range(20):
        for call in (
            lambda: widget.stack.push(FaultyCommand()),
            lambda: QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.User)),
            widget.adjustSize,
        ):
            with pytest.raises(LookupError):
                call()
    with pytest.raises(LookupError):  # of an override beneath an override
        widget.show()
    gc.collect()

"""Exports that go wrong: one line, what was there is still there, nothing else is, no window dies.

A limit to the size of files stands for a disk that fills while it is written, and folders of the
system for those that nobody may write to.
"""

import multiprocessing
import signal
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton

from nqviz import Board, Placement
from nqviz.cli import main as command_line
from nqviz.formats import write_placement
from nqviz.rendering.export import FORMATS
from nqviz_app.dialogs.export_choices import Choices
from nqviz_app.dialogs.export_dialog import ExportDialog

LATIN = Placement(Board.cube(5, 3), [(i, j, (2 * i + j) % 5) for i in range(5) for j in range(5)])
KINDS = [
    (what, ending) for what in ("scene", "layers", "film", "solid") for ending in FORMATS[what]
]
ONE_OF_EACH = [(what, FORMATS[what][0]) for what in ("scene", "layers", "film", "solid")]
"""For those who export: in all formats is enough for one of them."""
FULL = 900
"""How many bytes a file may have on the disk that is full; all that is written here has more."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and folders of Linux")


@pytest.fixture
def here(monkeypatch):
    """Draw in a thread, which is quicker than to start a process."""
    monkeypatch.setattr("nqviz.rendering.export.subprocess_export.processes_allowed", lambda: False)


@pytest.fixture
def apart(monkeypatch):
    """Draw in a process of its own, as the window does."""
    monkeypatch.setattr("nqviz.rendering.export.subprocess_export.processes_allowed", lambda: True)


@pytest.fixture
def window(make_window):
    return make_window(LATIN)


@contextmanager
def full_disk():
    """Limit the size of files that this process and its children write."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def started(window, monkeypatch, what, path, frames=4):
    """Export by the dialog, as a person does; give the job."""
    exporting = window.exporting
    ending = path.suffix[1:]
    exporting.choices = Choices(what, {what: ending}, 320, 240, frames=frames)
    exporting.open_dialog()
    dialog = next(each for each in window.findChildren(ExportDialog) if each.isVisible())
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    dialog.findChild(QPushButton, "export.ok").click()
    return window.runner.jobs[-1]


def outcome(window, qtbot):
    """Wait for the end; give what the boxes say, and close them."""
    qtbot.waitUntil(lambda: not window.runner.jobs)
    boxes = [each for each in window.findChildren(QMessageBox) if each.isVisible()]
    said = [each.text() for each in boxes]
    for each in boxes:
        each.close()
    qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
    return said


def test_a_full_disk_is_one_line_and_keeps_the_old_file(here, window, monkeypatch, qtbot, tmp_path):
    write_placement(LATIN, tmp_path / "queens.json")
    for what, ending in KINDS:
        path = tmp_path / f"a.{ending}"
        path.write_bytes(b"old")
        with full_disk():
            started(window, monkeypatch, what, path)
            assert outcome(window, qtbot) == [f"{path}: cannot be written: file too large"]
        assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1 + len({ending for _, ending in KINDS})


def test_a_full_disk_of_a_process_is_one_line(apart, window, monkeypatch, qtbot, tmp_path):
    path = tmp_path / "a.gif"
    path.write_bytes(b"old")
    with full_disk():
        started(window, monkeypatch, "film", path)
        assert outcome(window, qtbot) == [f"{path}: cannot be written: file too large"]
    assert [each.name for each in tmp_path.iterdir()] == ["a.gif"]
    assert path.read_bytes() == b"old"
    started(window, monkeypatch, "film", path)  # and then there is room again
    assert outcome(window, qtbot) == []
    assert path.read_bytes()[:3] == b"GIF"
    assert [each.name for each in tmp_path.iterdir()] == ["a.gif"]


@pytest.mark.parametrize("in_a_process", [False, True])
def test_a_folder_that_nobody_may_write_to_is_one_line(window, monkeypatch, qtbot, in_a_process):
    monkeypatch.setattr(
        "nqviz.rendering.export.subprocess_export.processes_allowed", lambda: in_a_process
    )
    for what, ending in ONE_OF_EACH:
        path = Path("/sys") / f"a.{ending}"
        started(window, monkeypatch, what, path)
        (said,) = outcome(window, qtbot)
        assert said.startswith(f"{path}: cannot be written: ")
        assert "\n" not in said


@pytest.mark.parametrize("before", ["it draws", "the first picture"])
def test_a_process_that_is_killed_is_one_line(apart, window, monkeypatch, qtbot, tmp_path, before):
    path = tmp_path / "a.mp4"
    path.write_bytes(b"old")
    job = started(window, monkeypatch, "film", path, frames=3000)
    if before == "the first picture":
        qtbot.waitUntil(lambda: job.last_progress is not None)
    else:
        qtbot.waitUntil(lambda: bool(multiprocessing.active_children()))
    for child in multiprocessing.active_children():
        child.kill()
    said = outcome(window, qtbot)
    assert said == [f"{path}: cannot be written: the process that was drawing it has ended"]
    assert [each.name for each in tmp_path.iterdir()] == ["a.mp4"]
    assert path.read_bytes() == b"old"
    assert window.isVisible()


def test_a_film_is_stopped_while_its_process_starts(apart, window, monkeypatch, qtbot, tmp_path):
    job = started(window, monkeypatch, "film", tmp_path / "a.gif", frames=3000)
    said = []
    window.document.message.connect(said.append)
    job.stop()
    assert outcome(window, qtbot) == []
    assert said == ["Stopped: nothing is written."]
    assert list(tmp_path.iterdir()) == []
    assert multiprocessing.active_children() == []


def test_the_command_line_says_the_same(tmp_path, capsys):
    source = tmp_path / "queens.json"
    write_placement(LATIN, source)
    for what, ending in ONE_OF_EACH:
        path = tmp_path / f"a.{ending}"
        path.write_bytes(b"old")
        line = ["render", str(source), "-o", str(path), "--size", "320x240"]
        line += ["--view", "layers"] if what == "layers" else []
        line += ["--frames", "4"] if what == "film" else []
        with full_disk():
            status = command_line(line)
        told = capsys.readouterr()
        assert (status, told.out) == (2, "")
        assert told.err == f"nqviz: {path}: cannot be written: file too large\n"
        assert path.read_bytes() == b"old"
        line[line.index("-o") + 1] = f"/sys/a.{ending}"
        assert command_line(line) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert len(list(tmp_path.iterdir())) == 1 + len({ending for _, ending in ONE_OF_EACH})


def test_a_device_that_is_full_is_one_line(tmp_path, capsys):
    (tmp_path / "a.svg").symlink_to("/dev/full")
    line = ["render", "--n", "4", "--d", "3", "--view", "layers", "-o", str(tmp_path / "a.svg")]
    assert command_line(line) == 2
    assert capsys.readouterr().err.endswith("cannot be written: no space left on device\n")
    assert (tmp_path / "a.svg").is_symlink()


def test_limits_are_as_before():
    """What stands for a full disk holds no longer than it is meant to."""
    import resource

    with full_disk():
        assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == FULL
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != FULL
    assert signal.getsignal(signal.SIGXFSZ) == signal.SIG_IGN  # Python's own: an error instead

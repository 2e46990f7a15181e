"""After kill -9 in the middle of an edit the next start offers what was there."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from nqviz import Board, Placement
from nqviz.core.errors import InputError
from nqviz.formats.history import Edit
from nqviz.formats.session import read_session, write_session
from nqviz.run.temporary import FOLDER_VARIABLE
from nqviz_app.application import keep_safe
from nqviz_app.document import autosave as recovery
from nqviz_app.document.board_tab import BoardTab, window_state
from nqviz_app.document.document import Document
from nqviz_app.document.session_tabs import session_of, tabs_of

from ..window_driver import wait_for_jobs

KILLED = """
import os, signal
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from nqviz import Board, Placement
from nqviz.core.errors import InputError
from nqviz_app.document import autosave as recovery
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.window.main_window import MainWindow
from nqviz_app.application import keep_safe
recovery.INTERVAL_MS = 100
application = QApplication([])
window = MainWindow(Document(window_state(Placement(Board.cube(5, 2)))))
window.show()
kept = keep_safe(window)
window.document.toggle(0)
window.new_tab()
window.document.toggle(7)
window.document.toggle_given(7)
def die():
    if kept.path.exists():
        os.kill(os.getpid(), signal.SIGKILL)
timer = QTimer()
timer.timeout.connect(die)
timer.start(400)
application.exec()
"""


@pytest.fixture
def state_folder(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Return the folder that a window left behind which was killed."""
    folder = tmp_path_factory.mktemp("killed")
    environment = {**os.environ, FOLDER_VARIABLE: str(folder)}
    command = [sys.executable, "-c", KILLED]
    run = subprocess.run(command, env=environment, timeout=100, check=False)
    assert run.returncode == -signal.SIGKILL
    return folder


@pytest.fixture
def crashed(killed, state_folder):
    shutil.copytree(killed, state_folder, dirs_exist_ok=True)
    return state_folder


def press(qtbot, box, text):
    button = next(each for each in box.buttons() if text in each.text())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_what_is_excluded_is_written_however_often_it_changes(qapp, state_folder):
    document, written = Document(window_state(Placement(Board.cube(4, 2)))), set()
    kept = recovery.Recovery(lambda: ([document.tab], 0), lambda _text: None)
    document.toggle(0)
    for cell in range(1, 16):
        mask = np.zeros(16, dtype=np.bool_)
        mask[cell] = True
        document.set_excluded(mask)
        assert kept.write()
        written.add(kept.path.read_bytes())
        document.set_excluded(None)
        del mask  # the next one may lie where it was
    kept.end()
    assert len(written) == 15


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_what_was_open_comes_back(crashed, make_window, qtbot):
    assert len(recovery.left_behind()) == 1
    window = make_window()
    kept = keep_safe(window)
    box = window.findChild(QMessageBox, "recovery")
    press(qtbot, box, "Restore")
    wait_for_jobs(qtbot, window)
    first, second = window.tabs.board_tabs
    assert first.state.queens.tolist() == [0]
    assert second.state.queens.tolist() == [7]
    assert second.state.givens == {7}
    assert window.document.tab is second
    window.actions_["edit.undo"].trigger()
    assert not window.document.givens
    folder = kept.path.parent
    qtbot.waitUntil(lambda: list(folder.glob("*.session")) == [kept.path])  # the old one is gone
    assert recovery.left_behind() == []  # the new one is locked
    kept.end()
    assert not kept.path.exists()


def test_what_comes_back_without_a_history_is_safe_again(state_folder, make_window, qtbot):
    (state_folder / "recovery").mkdir()
    tabs = [BoardTab(window_state(Placement(Board.cube(n, 2), [(0, 1)]))) for n in (4, 5)]
    write_session(session_of(tabs, 0), state_folder / "recovery" / "a.session")
    window = make_window()
    kept = keep_safe(window)
    press(qtbot, window.findChild(QMessageBox, "recovery"), "Restore")
    wait_for_jobs(qtbot, window)
    qtbot.waitUntil(kept.path.exists)
    again = tabs_of(read_session(kept.path), window.document.step)
    assert [tab.state.board.n for tab in again] == [4, 5]
    kept.end()


def test_a_damaged_session_is_kept_aside(state_folder, make_window, qtbot):
    folder = state_folder / "recovery"
    folder.mkdir()
    (folder / "a.session").write_text("{", encoding="utf-8")
    window = make_window()
    kept = keep_safe(window)
    press(qtbot, window.findChild(QMessageBox, "recovery"), "Restore")
    wait_for_jobs(qtbot, window)
    assert "not JSON" in window.findChild(QMessageBox, "message").text()
    assert (folder / "a.damaged").read_text(encoding="utf-8") == "{"
    assert window.document.counts.queens == 0
    window.findChild(QMessageBox, "message").close()
    kept.end()


def test_a_good_end_leaves_nothing(state_folder, make_window):
    window = make_window()
    kept = keep_safe(window)
    window.document.toggle(3)
    kept.write()
    assert kept.path.exists()
    window.document.undo_stack.setClean()
    window.close()
    assert not kept.path.exists()
    assert recovery.left_behind() == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_every_session_that_was_left_behind_is_offered(crashed, make_window, qtbot):
    (session,) = recovery.left_behind()
    shutil.copy(session, session.with_stem("other"))
    assert len(recovery.left_behind()) == 2
    window = make_window()
    kept = keep_safe(window)
    for left in (1, 0):
        # What is asked about is not offered twice; the next one follows what is written before it.
        qtbot.waitUntil(lambda left=left: len(recovery.left_behind()) == left)
        box = window.findChild(QMessageBox, "recovery")
        press(qtbot, box, "Restore")
        wait_for_jobs(qtbot, window)
        qtbot.waitUntil(lambda box=box: not shiboken6.isValid(box))
    qtbot.waitUntil(lambda: not session.exists() and not session.with_stem("other").exists())
    assert window.findChild(QMessageBox, "recovery") is None
    assert [tab.state.queens.tolist() for tab in window.tabs.board_tabs] == [[0], [7]] * 2
    kept.end()


def test_what_is_left_for_later_is_offered_at_the_next_start(state_folder, make_window, qtbot):
    folder = state_folder / "recovery"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.session").write_text("{}", encoding="utf-8")
    window = make_window()
    kept = keep_safe(window)
    box = window.findChild(QMessageBox, "recovery")
    press(qtbot, box, "Not now")
    qtbot.waitUntil(lambda: not shiboken6.isValid(box))
    assert window.findChild(QMessageBox, "recovery") is None
    assert len(recovery.left_behind()) == 2
    kept.end()


def test_the_explorer_runs_where_nothing_can_be_written(tmp_path, monkeypatch, make_window):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(file / "below"))
    window = make_window()
    kept = keep_safe(window)
    window.document.toggle(3)
    assert not kept.write()
    assert not kept.write()
    assert ["The autosave failed" in toast.text for toast in shown(window)] == [True]
    kept.end()


def test_a_session_stays_until_it_is_written_anew(state_folder, make_window, qtbot, monkeypatch):
    first = make_window()
    old = keep_safe(first)
    first.document.toggle(3)
    old.write()
    old._timer.stop()
    old._lock.unlock()  # as if it had been killed
    window = make_window()
    kept = keep_safe(window)

    def is_full(*_, **__):
        raise InputError("no space left on device")

    monkeypatch.setattr(recovery, "write_session", is_full)
    press(qtbot, window.findChild(QMessageBox, "recovery"), "Restore")
    wait_for_jobs(qtbot, window)
    assert window.document.counts.queens == 1
    assert old.path.exists()
    kept.end()
    old.end()


def shown(window):
    return window.services.notifications.shown


@pytest.mark.skipif(os.name == "nt", reason="there are no such permissions")
def test_nobody_else_reads_what_is_saved_automatically(state_folder, qapp):
    document = Document()
    kept = recovery.Recovery(lambda: ([document.tab], 0), lambda _text: None)
    document.toggle(0)
    assert kept.write()
    assert kept.path.stat().st_mode & 0o777 == 0o600
    assert kept.path.parent.stat().st_mode & 0o777 == 0o700
    kept.end()
    document.deleteLater()


def many_queens():
    board = Board((600, 700))
    return [BoardTab(window_state(Placement.from_indices(board, np.arange(0, board.size, 2))))]


def many_steps():
    tab = BoardTab(window_state(Placement(Board.cube(8, 2))))
    for _ in range(5_000):
        tab.history.edit(Edit("Place", place=(0,)))
        tab.history.edit(Edit("Remove", remove=(0,)))
    return [tab]


def many_tabs():
    return [BoardTab(window_state(Placement(Board.cube(4, 2)))) for _ in range(400)]


@pytest.mark.parametrize("make", [many_queens, many_steps, many_tabs])
def test_the_window_waits_for_no_autosave(state_folder, qapp, make):
    tabs = make()
    kept = recovery.Recovery(lambda: (tabs, 0), lambda _text: None)
    tabs[0].history.edit(Edit("Place", place=(1,)))
    before = time.thread_time()
    kept.begin()
    assert time.thread_time() - before < 0.02
    assert kept.write()
    assert len(read_session(kept.path).tabs) == len(tabs)
    kept.end()


def test_an_autosave_shows_one_moment(state_folder, qapp, monkeypatch):
    """What changes while it is written comes with the next one."""
    document, inside, go_on = Document(), threading.Event(), threading.Event()
    kept = recovery.Recovery(lambda: ([document.tab], 0), lambda _text: None)
    write = recovery.write_session

    def slow(*given, **named):
        inside.set()
        go_on.wait()
        write(*given, **named)

    monkeypatch.setattr(recovery, "write_session", slow)
    document.toggle(0)
    kept.begin()
    inside.wait()
    document.toggle(5)
    document.load(window_state(Placement(Board.cube(4, 2))), "Other")
    go_on.set()
    kept._wait()
    session = read_session(kept.path)
    assert session.front.history.state.queens.tolist() == [0]
    assert len(session.front.history) == 1
    assert kept.write()
    assert len(read_session(kept.path).front.history) == 3
    kept.end()
    document.deleteLater()


def test_restored_tabs_are_written_beside_the_window(state_folder, qapp, qtbot, monkeypatch):
    document, go_on, reported = Document(), threading.Event(), []
    kept = recovery.Recovery(lambda: ([document.tab], 0), lambda _text: None)
    write = recovery.write_session

    def slow(*given, **named):
        go_on.wait()
        write(*given, **named)

    monkeypatch.setattr(recovery, "write_session", slow)
    kept.write_soon(reported.append)  # the tabs have no step, and nothing waits for the file
    kept.write_soon(reported.append)
    assert not reported
    assert not kept.path.exists()
    go_on.set()
    qtbot.waitUntil(lambda: reported == [True, True])
    assert kept.path.exists()
    kept.end()
    document.deleteLater()


def test_the_end_does_not_wait_for_a_long_autosave(state_folder, qapp):
    tabs = many_steps()
    kept = recovery.Recovery(lambda: (tabs, 0), lambda _text: None)
    kept.begin()
    before = time.monotonic()
    kept.end()
    assert time.monotonic() - before < 1
    assert not kept.path.exists()

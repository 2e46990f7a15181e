"""Sessions are read in the background: the window goes on, and what fails changes nothing."""

import json
import threading

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox

from nqviz import Board, Placement
from nqviz.core.errors import InputError
from nqviz.formats.entries import PART
from nqviz.formats.session import parse_session, write_session
from nqviz.formats.session_parts import session_parts
from nqviz.run.context import RunContext
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.document.session_tabs import read_for_window, session_of, tabs_of
from nqviz_app.window import file_handling
from nqviz_app.window.file_handling import Opening

from ..window_driver import wait_for_jobs


@pytest.fixture
def session(qapp, tmp_path):
    """Write a session of one board with a history, its last step undone."""
    document = Document(window_state(Placement(Board.cube(5, 2), [(0, 0)])))
    document.toggle(7)
    document.load(window_state(Placement(Board.cube(3, 3))), "A cube")
    document.toggle(4)
    document.undo_stack.undo()
    path = tmp_path / "kept.nqviz"
    write_session(session_of([document.tab], 0), path)
    document.deleteLater()
    return path


@pytest.fixture
def gate(monkeypatch):
    """Make the reading of sessions wait until the test sets the event."""
    opened = threading.Event()

    def read(path, run):
        while not opened.wait(0.01):
            run.step("waiting")
        return read_for_window(path, run)

    monkeypatch.setattr(file_handling, "read_for_window", read)
    yield opened
    opened.set()


def test_the_window_goes_on_while_a_session_is_read(make_window, qtbot, session, gate):
    window = make_window()
    came = []
    window.files.open_session(session, came.append)
    window.document.toggle(3)
    assert window.document.is_queen(3)
    assert len(window.tabs.board_tabs) == 1
    assert not came
    gate.set()
    wait_for_jobs(qtbot, window)
    assert came == [Opening.DONE]
    assert len(window.tabs.board_tabs) == 2, "the board that was changed stays open"
    assert window.document.board == Board.cube(3, 3)
    window.actions_["edit.redo"].trigger()
    assert window.document.is_queen(4)
    for _ in range(3):
        window.actions_["edit.undo"].trigger()
    assert window.document.placement().coordinates() == [[1, 1]]
    assert window.document.board == Board.cube(5, 2)


def test_reading_a_session_is_stopped(make_window, qtbot, session, gate):
    window = make_window(Placement(Board.cube(4, 2), [(0, 1)]))
    before, came, told = window.document.tab, [], []
    window.document.message.connect(told.append)
    window.files.open_session(session, came.append)
    (job,) = window.runner.jobs
    job.stop()
    wait_for_jobs(qtbot, window)
    assert came == [Opening.STOPPED]
    assert told == ["Stopped opening kept.nqviz."]
    assert window.tabs.board_tabs == (before,)
    assert window.document.placement().coordinates() == [[1, 2]]
    assert window.findChild(QMessageBox, "message") is None


def test_the_window_closes_while_a_session_is_read(make_window, session, gate):
    window, came = make_window(), []
    window.files.open_session(session, came.append)
    (job,) = window.runner.jobs
    window.close()
    gate.set()
    job.thread_.join(10)
    assert not job.thread_.is_alive()
    QCoreApplication.processEvents()
    assert not came
    assert len(window.tabs.board_tabs) == 1


def test_blocked_cells_and_their_steps_come_back(tmp_path):
    document = Document(window_state(Placement(Board((4, 4), blocked=[3], stops=True), [(0, 0)])))
    document.toggle_blocked(0)
    document.toggle_blocked(10)
    document.undo_stack.undo()
    write_session(session_of([document.tab], 0), tmp_path / "holes.nqviz")
    (tab,) = read_for_window(tmp_path / "holes.nqviz").tabs
    assert tab.history.state.board == document.board == Board((4, 4), blocked=[0, 3], stops=True)
    tab.history.redo()
    assert tab.history.state.board.blocked == (0, 3, 10)
    tab.history.undo()
    tab.history.undo()
    assert tab.history.state.board.blocked == (3,)
    assert tab.history.state.occupied[0]
    document.deleteLater()


def test_a_session_that_cannot_be_read_changes_nothing(make_window, qtbot, session):
    data = json.loads(session.read_text(encoding="utf-8"))
    data["sheets"][0]["steps"][0]["place"] = [[1, 1]]
    session.write_text(json.dumps(data), encoding="utf-8")
    window = make_window(Placement(Board.cube(4, 2), [(0, 1)]))
    before, came = window.document.tab, []
    window.files.open_session(session, came.append)
    wait_for_jobs(qtbot, window)
    assert came == [Opening.REFUSED]
    box = window.findChild(QMessageBox, "message")
    assert box.text() == "kept.nqviz: step 'Place (2, 3), b3' does not fit the queens before it"
    box.close()
    assert window.document.tab is before
    assert window.document.placement().coordinates() == [[1, 2]]


def test_a_session_is_told_by_what_it_says_not_by_its_name(make_window, qtbot, session):
    other = session.rename(session.with_suffix(".txt"))
    window = make_window()
    window.files.open(other)
    wait_for_jobs(qtbot, window)
    assert window.document.board == Board.cube(3, 3)


def test_the_tabs_of_a_session_stand_in_their_order(make_window, qtbot, tmp_path):
    window = make_window(Placement(Board.cube(4, 2), [(0, 1)]))
    for _ in range(2):
        window.new_tab()
        window.document.toggle(len(window.tabs.board_tabs))
    window.tabs.show_tab(window.tabs.board_tabs[1])
    window.files.save_session_to(tmp_path / "a.nqviz")
    other = make_window()
    other.files.open_session(tmp_path / "a.nqviz")
    wait_for_jobs(qtbot, other)
    assert [tab.state.queens.tolist() for tab in other.tabs.board_tabs] == [[1], [2], [3]]
    assert other.tabs.current == 1
    assert other.document.is_queen(2)


@pytest.mark.parametrize("at", ["reading numbers", "repeating the history"])
def test_a_stop_is_heard_in_every_part(qapp, at):
    document = Document(window_state(Placement(Board.cube(round(PART**0.5), 2))))
    document.toggle(5)
    document.toggle(9)
    document.set_excluded(np.ones(PART, dtype=np.bool_))
    text, stop, seen = "".join(session_parts(session_of([document.tab], 0))), threading.Event(), []

    def progress(news):
        seen.append(news.activity)
        if news.activity == at:
            stop.set()

    with pytest.raises(InputError, match="stopped before its end"):
        parse_session(text, "a.nqviz", RunContext(None, progress, stop))
    assert at in seen
    assert document.undo_stack.count() == 2
    document.deleteLater()


def test_what_another_thread_has_read_belongs_to_the_window(qapp, session):
    document, read = Document(), []
    thread = threading.Thread(target=lambda: read.append(read_for_window(session)))
    thread.start()
    thread.join()
    (tab,) = tabs_of(read[0], document.step)
    assert tab.undo_stack.thread() is QCoreApplication.instance().thread()
    document.show_tab(tab)
    document.undo_stack.redo()
    assert document.is_queen(4)
    document.deleteLater()

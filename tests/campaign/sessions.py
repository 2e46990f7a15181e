"""Random sessions of the real main window: what must agree is compared after each action.

A session is a window with a few hundred random actions. Faults are exceptions anywhere, counts
that disagree with the board, histories that do not replay, sessions that are not read as they were
written, and what a closed window leaves behind: threads, processes, timers, widgets, VTK objects.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication

from nqviz import AttackCounts, Board, Placement
from nqviz.engines.threads import wait_for_engines
from nqviz.formats.session import parse_session
from nqviz.formats.session_parts import session_parts
from nqviz.run.blas_threads import blas_threads
from nqviz_app.application import keep_safe
from nqviz_app.document.board_tab import window_state
from nqviz_app.document.document import Document
from nqviz_app.document.session_tabs import session_of

from ..app.window_driver import make_panels
from .person import Person
from .report import Length, Report

ACTIONS = 500
ALL_TABS_EVERY = 25
STALL = 0.5
"""Seconds of one action, with the events after it, that are counted as a stall."""
SETTLED, MOST_GROWTH, MOST_MEMORY = 10, 1.25, 1200.0
"""After so many sessions all is loaded, and memory may grow by this factor; before, by so many
MB."""
END_SECONDS = 60.0
"""Seconds in which all threads of a closed window have to be gone."""


def run(seed: int, length: Length, report: Report, actions: int = ACTIONS) -> None:
    """Run sessions one after another in this process."""
    slow, most = _Times(), _memory() + MOST_MEMORY  # other tests of a process leave some
    with TemporaryDirectory() as state, _environment(state):
        application = QApplication.instance() or QApplication(["campaign"])
        assert isinstance(application, QApplication)
        with blas_threads(1):  # its one thread lives as long as the process
            pass
        for index in length.trials():
            faults = _session(seed * 100_000 + index, actions, Path(state), slow)
            memory = _memory()
            if memory > most:
                faults.append(f"{memory:,.0f} MB of memory, at most {most:,.0f}")
            if index + 1 == SETTLED or memory > most:
                most = MOST_GROWTH * memory
            for fault in faults:
                report.fault(f"seed {seed}, session {index}: {fault}")
            report.tried += 1
            report.figures[f"memory after {min(index + 1, SETTLED)} sessions, MB"] = memory
            report.figures["memory at the end, MB"] = memory
            report.figures |= slow.figures()


@contextmanager
def _environment(state: str) -> Iterator[None]:
    from nqviz.run.processes import allow_processes

    before = dict(os.environ)
    os.environ |= {"NQVIZ_STATE": state, "NQVIZ_REDUCED_MOTION": "1"}
    allow_processes()
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before


class _Times:
    """The seconds of each kind of action."""

    def __init__(self) -> None:
        self.longest: Counter[str] = Counter()
        self.stalls: Counter[str] = Counter()
        self.count = 0

    def add(self, name: str, seconds: float) -> None:
        self.count += 1
        self.longest[name] = max(self.longest[name], round(1000 * seconds))
        self.stalls[name] += seconds > STALL

    def figures(self) -> dict[str, float]:
        slowest = self.longest.most_common(6)
        return {
            "actions": self.count,
            f"actions over {STALL} s": self.stalls.total(),
            **{f"longest {name}, ms": milliseconds for name, milliseconds in slowest},
        }


# One session ---------------------------------------------------------------------------------


def _session(seed: int, actions: int, folder: Path, slow: _Times) -> list[str]:
    """Return the faults of one session."""
    from nqviz_app.window.main_window import MainWindow

    _settle()
    gc.freeze()  # what is there before is not looked at afterwards
    threads, widgets = set(threading.enumerate()), {id(each) for each in QApplication.allWidgets()}
    faults: list[str] = []
    done: list[str] = []
    with _hooks(faults, done) as interrupts:
        window = make_panels(MainWindow(Document(window_state(Placement(Board.cube(5, 3))))))
        window.resize(1300, 800)
        window.solve_panel.set_limits(4, 1)
        window.show()
        keep_safe(window)
        person = Person(window, seed, folder)
        person.done = done
        for turn in range(actions):
            before = time.monotonic()
            try:
                person.act()
            except Exception as error:  # noqa: BLE001 - this is what is looked for
                faults.append(f"{done[-1]}: {_where(error)} after {_last(done)}")
            if person.random.random() < 0.7:  # several actions may fall into one turn
                QCoreApplication.processEvents()
            slow.add(done[-1], time.monotonic() - before)
            if interrupts:  # in a slot, where Qt goes on after it
                raise interrupts[0]
            problem = _disagreement(window, turn % ALL_TABS_EVERY == 0)
            if problem:
                faults.append(f"{problem} at action {turn} after {_last(done)}")
                break
        _close(window)
        del window, person
        faults += _leaks(threads, widgets)
    return faults


@contextmanager
def _hooks(faults: list[str], done: list[str]) -> Iterator[list[BaseException]]:
    """Note exceptions that no one catches, in slots and in threads; yield the interrupts."""
    interrupts: list[BaseException] = []

    def note(error: BaseException | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            interrupts.append(error)
        else:
            faults.append(f"{_where(error)} after {_last(done)}")

    before = sys.excepthook, threading.excepthook
    sys.excepthook = lambda _kind, error, _trace: note(error)
    threading.excepthook = lambda given: note(given.exc_value)
    try:
        yield interrupts
    finally:
        sys.excepthook, threading.excepthook = before


def _where(error: BaseException | None) -> str:
    trace = traceback.extract_tb(error.__traceback__ if error else None)[-3:]
    places = " < ".join(f"{Path(each.filename).name}:{each.lineno}" for each in reversed(trace))
    return f"{type(error).__name__}: {error} in {places}".replace("\n", " ")


def _last(done: list[str]) -> str:
    return f"{len(done)} actions, ... {', '.join(done[-6:])}"


def _close(window: Any) -> None:
    for tab in window.tabs.board_tabs:  # else it asks whether to save them
        window.document.ignore_changes(tab)
    window.close()
    window.deleteLater()


# What must agree -----------------------------------------------------------------------------


def _disagreement(window: Any, all_tabs: bool) -> str:
    """Return what does not agree; empty where all does."""
    try:
        check_document(window.document)
        tabs = window.tabs.board_tabs if all_tabs else [window.document.tab]
        for tab in tabs:
            _check_history(tab)
        text = "".join(session_parts(session_of(tabs, 0)))
        assert "".join(session_parts(parse_session(text))) == text, "a session is read differently"
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        return _where(error)
    return ""


def check_document(document: Any) -> None:
    """Compare counts, given queens and selection with the board."""
    fresh = AttackCounts.of(document.placement())
    counts = document.counts
    assert np.array_equal(counts.counts, fresh.counts), "the counts of attacks are wrong"
    assert np.array_equal(counts.occupied, fresh.occupied), "the occupied cells are wrong"
    numbers = [(each.queens, each.free, each.conflicts) for each in (counts, fresh)]
    assert numbers[0] == numbers[1], f"counters {numbers[0]}, the board has {numbers[1]}"
    assert all(counts.occupied[cell] for cell in document.givens), "a given cell is empty"
    assert all(0 <= cell < document.board.size for cell in document.selection), "selection"


def _check_history(tab: Any) -> None:
    """Compare the history with the commands of Undo and with the queens that it leads to."""
    history, stack = tab.history, tab.undo_stack
    assert (stack.index(), stack.count()) == (history.position, len(history)), "Undo is out of step"
    again = history.copy()
    while again.position < history.position:
        again.redo()
    assert again.state.board == history.state.board, "the history leads to another board"
    assert np.array_equal(again.state.queens, history.state.queens), "other queens"
    assert again.state.givens == history.state.givens, "other given queens"


# What is left --------------------------------------------------------------------------------


def _settle() -> None:
    """Run deferred deletions of Qt and the garbage collection of Python."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
        gc.collect()


def _leaks(threads: set[threading.Thread], widgets: set[int]) -> list[str]:
    """Return what a window has left behind."""
    deadline = time.monotonic() + END_SECONDS
    wait_for_engines(END_SECONDS)
    for thread in set(threading.enumerate()) - threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    while multiprocessing.active_children() and time.monotonic() < deadline:
        time.sleep(0.05)
    _settle()
    objects = gc.get_objects()
    left = {
        "threads": [each.name for each in threading.enumerate() if each not in threads],
        "processes": [each.name for each in multiprocessing.active_children()],
        "timers": [each.objectName() for each in objects if _is_running(each)],
        "widgets": [
            type(each).__name__ for each in QApplication.allWidgets() if id(each) not in widgets
        ],
        "VTK objects": [
            type(each).__name__ for each in objects if type(each).__name__.startswith("vtk")
        ],
    }
    del objects
    return [f"{what} left: {sorted(each)[:6]}" for what, each in left.items() if each]


def _is_running(each: object) -> bool:
    return isinstance(each, QTimer) and shiboken6.isValid(each) and bool(each.isActive())


def _memory() -> float:
    """Return the resident memory of this process in MB; 0 where it is not known.

    Memory that is freed, but kept by the allocator of the C library, is given back before.
    """
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

"""Autosave: what is open is written every few seconds, and offered again after a crash.

Each run of the explorer has a file of its own with a lock beside it. A run that ends well removes
its file; a file whose lock nobody holds any more was left by a run that did not.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from nqviz.core.errors import InputError
from nqviz.core.language import tr, tr_later
from nqviz.formats.session import write_session
from nqviz.formats.session_parts import Session
from nqviz.run.context import RunContext
from nqviz.run.temporary import files_in, state_folder

from ..widgets.messages import message_box
from ..widgets.timing import ticking
from .board_tab import BoardTab
from .session_tabs import session_later

OFFER = tr_later(
    "The explorer did not end properly {when}. What was open then, with its history, can be brought"
    " back."
)
INTERVAL_MS = 3000
"""How often a changed session is written."""


class Recovery(QObject):
    """Write the open tabs to a session file while they change.

    The window's thread only notes what the tabs hold; another thread writes it.
    """

    _ended = Signal()  # from that thread

    def __init__(
        self,
        tabs: Callable[[], tuple[list[BoardTab], int]],
        report_problem: Callable[[str], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tabs, self._complain = tabs, report_problem
        self._written: object = None
        self._writing: _Writing | None = None
        self._waiting: list[Callable[[bool], object]] = []  # for the next writing
        self._has_failed = False
        folder = state_folder() / "recovery"
        self.path = folder / f"{uuid.uuid4().hex}.session"
        self._lock = _lock_for(self.path)
        with suppress(OSError):  # the explorer also runs where nothing can be written
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock.tryLock(0)
        self._ended.connect(self._finish)
        self._timer = ticking(self, self.begin, INTERVAL_MS)
        self._timer.start()

    def set_interval(self, seconds: int) -> None:
        """Set the seconds between two writes."""
        self._timer.setInterval(1000 * seconds)

    def begin(self) -> None:
        """Begin to write the open tabs if they have changed and nothing is being written.

        Tabs without any step since the start of nqviz are written only where `write_soon`
        asks for it.
        """
        if self._writing is not None:
            return
        waiting, self._waiting = self._waiting, []
        tabs, current = self._tabs()
        now = [_moment(tab) for tab in tabs], current
        is_fresh = self._written is None and not any(len(tab.history) for tab in tabs)
        if now == self._written or (is_fresh and not waiting):
            for report in waiting:
                report(True)
            return
        if not self._lock.isLocked():  # locking may have failed at the start
            self._lock.tryLock(0)
        session = session_later(tabs, current)
        self._writing = _Writing(now, session, self.path, self._ended.emit, waiting)
        self._writing.thread.start()

    def write_soon(self, report: Callable[[bool], object]) -> None:
        """Write the open tabs as they are now or later; report whether the file is up to date.

        Restored tabs need it, which have no step since the start and no other file.
        """
        self._waiting.append(report)
        self.begin()

    def write(self) -> bool:
        """Write the open tabs as they are now, and wait; return whether the file is up to date."""
        self._wait()
        self.begin()
        self._wait()
        return not self._has_failed

    def _wait(self) -> None:
        if self._writing is not None:
            self._writing.thread.join()
            self._finish()

    def _finish(self) -> None:
        """Note what has been written; report a failure once, not every three seconds."""
        writing = self._writing
        if writing is None or not writing.is_done:
            return  # `write` has waited for that one, and another one may have begun
        self._writing = None
        if not writing.problem:
            self._written = writing.moment
        elif not self._has_failed:
            self._complain(tr("The autosave failed: {problem}", problem=writing.problem))
        self._has_failed = bool(writing.problem)
        for report in writing.waiting:
            report(not writing.problem)
        if self._waiting:
            self.begin()

    def end(self) -> None:
        """Remove the file, because nqviz ends normally."""
        self._timer.stop()
        if self._writing is not None:
            self._writing.run.stop.set()
            self._writing.thread.join()
            self._writing = None
        remove_recovery(self.path)
        self._lock.unlock()


class _Writing:
    """A session that is written in a thread of its own.

    `moment`: the key of what is written.
    `waiting`: called by the window's thread at the end, with whether it is written.
    `run`: to stop.
    `problem`: why it is not written; empty where it is.
    """

    def __init__(
        self,
        moment: object,
        session: Callable[[], Session],
        path: Path,
        ended: Callable[[], None],
        waiting: list[Callable[[bool], object]],
    ) -> None:
        self.moment, self.waiting, self.run = moment, waiting, RunContext()
        self.is_done, self.problem = False, ""
        work = partial(self._work, session, path, ended)
        self.thread = threading.Thread(target=work, name="autosave", daemon=True)

    def _work(self, session: Callable[[], Session], path: Path, ended: Callable[[], None]) -> None:
        try:
            write_session(session(), path, self.run, mode=0o600)
        except InputError as error:
            self.problem = str(error)
        except Exception as error:  # noqa: BLE001 - the next one may succeed, and it is reported
            self.problem = f"{type(error).__name__}: {error}"
        self.is_done = True
        with suppress(RuntimeError):  # the window is gone
            ended()


def _moment(tab: BoardTab) -> tuple[object, ...]:
    """Return a key that differs whenever the session entry of a tab does; no cell is read."""
    history = tab.history
    # The camera changes all the time and is not worth a file of its own.
    view = tab.view and replace(tab.view, camera=None)
    shown = view, tab.revision, tab.greedy, tab.costs
    steps = len(history), history.position, history.revision, tab.undo_stack.cleanIndex()
    return tab.number, tab.file, *steps, *shown


def offer_recovery(
    window: QWidget,
    paths: list[Path],
    restore: Callable[[Path, Callable[[], object]], object],
) -> None:
    """Ask what to do with sessions that were left behind, one after the other.

    The window stays usable meanwhile. No other run is offered a session while this one asks.
    `restore` opens it, sees to it that nothing is lost, and calls what it is given at the end.
    """
    while paths:
        path, paths = paths[0], paths[1:]
        lock = _lock_for(path)
        if lock.tryLock(0):
            break
    else:
        return
    buttons = QMessageBox.StandardButton
    when = time.strftime(tr("on %d %B %Y at %H:%M"), time.localtime(_written_at(path)))
    box = message_box(window, "question", tr("Restore what was open?"), tr(OFFER, when=when))
    box.setObjectName("recovery")
    box.addButton(tr("Restore"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(tr("Not now"), QMessageBox.ButtonRole.RejectRole)
    box.addButton(buttons.Discard)

    def act() -> None:
        role = box.buttonRole(box.clickedButton())
        if role == QMessageBox.ButtonRole.AcceptRole:
            restore(path, go_on)
        elif role == QMessageBox.ButtonRole.DestructiveRole:
            remove_recovery(path)
            go_on()
        else:
            lock.unlock()

    def go_on() -> None:
        lock.unlock()
        offer_recovery(window, paths, restore)

    box.finished.connect(act)
    box.open()


def left_behind() -> list[Path]:
    """Return the sessions of runs that did not end well, the newest first."""
    found = files_in(state_folder() / "recovery", "*.session")
    files = sorted(found, key=_written_at, reverse=True)
    return [path for path in files if _is_free(path)]


def remove_recovery(path: Path) -> None:
    """Remove a session that was left behind."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Rename a session that cannot be read, and return its new path."""
    aside = path.with_suffix(".damaged")
    try:
        return path.replace(aside)
    except OSError:
        return path


def _written_at(path: Path) -> float:
    """Return when a session was written, in seconds; 0 where another run has removed it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _lock_for(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # a lock is stale when its process is gone, not after some time
    return lock


def _is_free(path: Path) -> bool:
    lock = _lock_for(path)
    free = lock.tryLock(0)
    if free:
        lock.unlock()
    return free

"""Autosave: what is open is written every few seconds, and offered again after a crash.

Each run of the explorer has a file of its own with a lock beside it. A run that ends well removes
its file; a file whose lock nobody holds any more was left by a run that did not.
"""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from platformdirs import user_state_path
from PySide6.QtCore import QLockFile, QObject, Qt, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from nqviz.core.errors import InputError
from nqviz.formats.session import write_session

from .board_tab import BoardTab
from .session_tabs import session_of

INTERVAL_MS = 3000
"""How often a changed session is written."""

FOLDER_VARIABLE = "NQVIZ_STATE"
"""The environment variable that names another folder."""


def state_folder() -> Path:
    """Return the folder for the files that the explorer writes by itself."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_state_path("nqviz-explorer", appauthor=False)


class Recovery(QObject):
    """Write the open tabs to a session file while they change."""

    def __init__(
        self,
        tabs: Callable[[], tuple[list[BoardTab], int]],
        report_problem: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tabs, self._complain = tabs, report_problem
        self._written: object = None
        self._has_failed = False
        folder = state_folder() / "recovery"
        self.path = folder / f"{uuid.uuid4().hex}.session"
        self._lock = _lock_for(self.path)
        with suppress(OSError):  # the explorer also runs where nothing can be written
            folder.mkdir(parents=True, exist_ok=True)
            self._lock.tryLock(0)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.write)
        self._timer.start()

    def set_interval(self, seconds: int) -> None:
        """Set the seconds between two writes."""
        self._timer.setInterval(1000 * seconds)

    def write(self, *, even_unchanged: bool = False) -> bool:
        """Write the open tabs if they have changed; return whether the file is up to date.

        Tabs without any step since the start of the program are written only if `even_unchanged`,
        as restored tabs are, which have no other file.
        """
        tabs, current = self._tabs()
        now = [_moment(tab) for tab in tabs]
        if (now, current) == self._written:
            return True
        is_fresh = self._written is None and not any(len(tab.history) for tab in tabs)
        if is_fresh and not even_unchanged:
            return True
        if not self._lock.isLocked():  # locking may have failed at the start
            self._lock.tryLock(0)
        try:
            write_session(self.path, session_of(tabs, current))
        except InputError as error:
            if not self._has_failed:  # report it once, not every three seconds
                self._complain(f"The autosave failed: {error}")
            self._has_failed = True
            return False
        self._has_failed = False
        self._written = (now, current)
        return True

    def end(self) -> None:
        """Remove the file, because the program ends normally."""
        self._timer.stop()
        forget(self.path)
        self._lock.unlock()


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
    box = QMessageBox(
        QMessageBox.Icon.Question,
        "Restore what was open?",
        f"The explorer did not end properly {_when(path)}. What was open then, with its history,"
        " can be brought back.",
        parent=window,
    )
    box.setObjectName("recovery")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.addButton("Restore", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Not now", QMessageBox.ButtonRole.RejectRole)
    box.addButton(buttons.Discard)

    def act() -> None:
        role = box.buttonRole(box.clickedButton())
        if role == QMessageBox.ButtonRole.AcceptRole:
            restore(path, go_on)
        elif role == QMessageBox.ButtonRole.DestructiveRole:
            forget(path)
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
    folder = state_folder() / "recovery"
    files = sorted(folder.glob("*.session"), key=_written_at, reverse=True)
    return [path for path in files if _is_free(path)]


def forget(path: Path) -> None:
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


def _when(path: Path) -> str:
    return time.strftime("on %d %B %Y at %H:%M", time.localtime(_written_at(path)))


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

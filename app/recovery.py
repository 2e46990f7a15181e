"""Autosave: what is open is written every few seconds, and offered again after a crash.

Each run of the explorer has a file of its own with a lock beside it. A run that ends well removes
its file; a file whose lock nobody holds any more was left by a run that did not.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_state_path
from PySide6.QtCore import QLockFile, QObject, Qt, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from nqviz.errors import InputError

from .session_file import write_session
from .sheet import Sheet
from .view_state import without_eye

INTERVAL_MS = 3000
"""How often a changed session is written."""

FOLDER_VARIABLE = "NQVIZ_STATE"
"""An environment variable that names another folder, for tests and for those who want one."""


def state_folder() -> Path:
    """Give the folder for what the explorer remembers by itself."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_state_path("nqviz-explorer", appauthor=False)


class Recovery(QObject):
    """Writes the open sheets while they change."""

    def __init__(
        self,
        sheets: Callable[[], tuple[list[Sheet], int]],
        complain: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._sheets, self._complain = sheets, complain
        self._written: object = None
        self._has_failed = False
        folder = state_folder() / "recovery"
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{uuid.uuid4().hex}.session"
        self._lock = _lock_for(self.path)
        self._lock.tryLock(0)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.write)
        self._timer.start()

    def set_interval(self, seconds: int) -> None:
        """Write every so many seconds from now on."""
        self._timer.setInterval(1000 * seconds)

    def write(self) -> None:
        """Write what is open, if it has changed since the last time."""
        sheets, current = self._sheets()
        now = [_moment(sheet) for sheet in sheets]
        if (now, current) == self._written:
            return
        if self._written is None and all(not s.undo_stack.count() for s in sheets):
            return
        try:
            write_session(self.path, sheets, current)
        except InputError as error:
            if not self._has_failed:  # say it once, not every three seconds
                self._complain(f"Autosave does not work: {error}")
            self._has_failed = True
            return
        self._has_failed = False
        self._written = (now, current)

    def end(self) -> None:
        """Take the file away: the run ends well."""
        self._timer.stop()
        self.path.unlink(missing_ok=True)
        self._lock.unlock()


def _moment(sheet: Sheet) -> tuple[object, ...]:
    """Tell a moment of a sheet apart from any other, without looking at its cells."""
    stack = sheet.undo_stack
    # A command that took the place of another after an undo is another object.
    newest = id(stack.command(stack.count() - 1)) if stack.count() else 0
    shown = without_eye(sheet.view)
    return id(sheet), sheet.path, stack.count(), stack.index(), stack.cleanIndex(), newest, shown


def offer(window: QWidget, path: Path, restore: Callable[[Path], bool]) -> QMessageBox:
    """Ask what to do with a session that was left behind; the window stays usable meanwhile.

    `restore` opens it and tells whether it could; a session that cannot be read is kept aside.
    """
    buttons = QMessageBox.StandardButton
    box = QMessageBox(
        QMessageBox.Icon.Question,
        "Restore what was open?",
        "The explorer did not end properly the last time. What was open then, with its history,"
        " can be brought back.",
        parent=window,
    )
    box.setObjectName("recovery")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.addButton("Restore", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Not now", QMessageBox.ButtonRole.RejectRole)
    box.addButton(buttons.Discard)

    def act(_button: object) -> None:
        role = box.buttonRole(box.clickedButton())
        if role == QMessageBox.ButtonRole.AcceptRole:
            (forget if restore(path) else set_aside)(path)
        elif role == QMessageBox.ButtonRole.DestructiveRole:
            forget(path)

    box.buttonClicked.connect(act)
    box.open()
    return box


def left_behind() -> list[Path]:
    """Give the sessions of runs that did not end well, the newest first."""
    folder = state_folder() / "recovery"
    files = sorted(folder.glob("*.session"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [path for path in files if _is_free(path)]


def forget(path: Path) -> None:
    """Take away a session that was left behind."""
    path.unlink(missing_ok=True)


def set_aside(path: Path) -> None:
    """Keep a session that cannot be read, out of the way."""
    path.replace(path.with_suffix(".damaged"))


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

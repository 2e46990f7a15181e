"""Reports of errors in nqviz itself: written at once, and offered at the next start.

Each run has a file of its own, which is locked while the run lasts. Unexpected exceptions and the
faults of native code are added to it. A run that meets none removes it.
"""

from __future__ import annotations

import faulthandler
import sys
import threading
import time
import traceback
import uuid
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from nqviz.core.language import tr, tr_later
from nqviz.run.locks import FileLock
from nqviz.run.reports import heading
from nqviz.run.temporary import files_in, state_folder

from .widgets.messages import message_box

MOST = 20
"""The most exceptions of one run that are reported."""
LONGEST = 20_000
"""The most characters of a report that are offered."""
SUFFIX = ".report"
OFFER = tr_later(
    "The explorer met an error of its own in an earlier run. A report of it helps to mend it; it"
    " names files of nqviz, and nothing of your boards."
)


class CrashReports(QObject):
    """Notes every exception that nothing catches, in slots, overrides and threads."""

    # One line about an error, and all that is known of it; in the window's thread.
    noted = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self._lock = FileLock(state_folder() / "reports" / f"{uuid.uuid4().hex}{SUFFIX}")
        self._hooks = sys.excepthook, threading.excepthook

    def begin(self) -> None:
        """Note errors from now on."""
        with suppress(OSError):  # the explorer also runs where nothing can be written
            self._lock.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._lock.acquire():
                self._lock.write(heading())
                faulthandler.enable(self._lock.fileno())
        sys.excepthook = self._on_exception
        threading.excepthook = lambda given: self._note(given.exc_value)

    def end(self) -> None:
        """Note nothing any more, and remove the file unless there is something in it."""
        sys.excepthook, threading.excepthook = self._hooks
        faulthandler.disable()
        self._lock.release(keep=self._count > 0)

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            self._hooks[0](kind, error, trace)
        else:
            self._note(error)

    def _note(self, error: BaseException | None) -> None:
        if error is None or self._count >= MOST:
            return
        self._count += 1
        text = "".join(traceback.format_exception(error))
        with suppress(OSError, AssertionError):
            self._lock.write(f"\n{time.strftime('%H:%M:%S')}\n{text}")
        if sys.stderr is not None:
            with suppress(OSError):
                sys.stderr.write(text)
        with suppress(RuntimeError):  # the window is gone
            kind = type(error).__name__
            self.noted.emit(tr("An error in nqviz: {kind}: {error}", kind=kind, error=error), text)


def reports_left() -> str:
    """Return the reports of runs that have ended, and remove them; empty for none."""
    texts = []
    for path in files_in(state_folder() / "reports", f"*{SUFFIX}"):
        lock = FileLock(path)
        with suppress(OSError):
            if lock.acquire():
                text = path.read_text(encoding="utf-8", errors="replace")
                if text.strip() != text.partition("\n\n")[0].strip():
                    texts.append(text)
                lock.release()
    return "\n\n".join(texts)[:LONGEST]


def offer_reports(parent: QWidget, text: str, copied: Callable[[str], object]) -> QMessageBox:
    """Offer the reports of earlier runs, beside the window.

    `copied`: called with one line once the text is on the clipboard.
    """
    box = message_box(parent, "warning", tr("Errors in nqviz"), tr(OFFER))
    box.setObjectName("reports")
    box.setDetailedText(text)
    copy = box.addButton(tr("Copy the report"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Close)

    def act() -> None:
        if box.clickedButton() is copy:
            QGuiApplication.clipboard().setText(text)
            copied(tr("The report is on the clipboard."))

    box.finished.connect(act)
    box.open()
    return box

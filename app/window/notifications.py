"""Notifications: calm strips in a corner of a view that wait, never ask, and go by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMessageBox,
    QWidget,
)

from nqviz.core.language import tr

from ..document.board_tab import BoardTab
from ..document.document import Document
from ..jobs import Job, JobRunner
from ..widgets.fields import icon_button
from ..widgets.labels import PlainLabel
from ..widgets.layouts import vertical
from ..widgets.messages import show_problem
from ..widgets.timing import single_shot
from ..widgets.widgets import button, named, sentence
from ..widgets.wrapped_tips import set_tip

LONG = 5.0
"""Seconds after which the end of a job is reported, because the user may look elsewhere."""
STAYS_MS = 8000
PROBLEM_STAYS_MS = 20_000
MOST = 3
WIDTH_EMS, LEAST_EMS, SHARE = 24, 14, 0.28
"""Their width in heights of the text, at most and at least, and as a share of the view they lie on:
as much as a board leaves free beside its lower right corner."""
MARGIN = 12
ABOVE_DOCK = 72
"""How far above the foot of a view they end: the dock and a legend stay free."""
Seats = Callable[[], Iterable[QWidget]]
"""Returns the views that notifications lie on; the first that is visible has them."""


class Toast(QFrame):
    """One notification: a sentence, its details if there are any, and a way to dismiss it."""

    dismissed = Signal()

    def __init__(self, text: str, details: str, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"notifications.toast_{number}")
        self.setProperty("toast", True)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Notification"))
        self.setAccessibleDescription(text)
        self.text, self.details = text, details
        label = named(PlainLabel(text), f"notifications.text_{number}", tr("Notification"), text)
        set_tip(label, tr("Click to dismiss"))
        label.setWordWrap(True)
        row = QHBoxLayout(self)
        row.addWidget(label, 1)
        if details:
            name, tip = f"notifications.details_{number}", tr("Show all that is known")
            row.addWidget(button(name, tr("Details"), tip, on_click=self._show_details))
        name, tip = f"notifications.close_{number}", tr("Dismiss this notification")
        close = icon_button(name, "x", tip, side=24, size=16, on_click=self.dismissed)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)

    def _show_details(self) -> None:
        box = show_problem(self.window(), tr("Details"), self.text)
        box.setDetailedText(self.details)
        for push in box.buttons():  # they are what was asked for, so they are shown at once
            if box.buttonRole(push) == QMessageBox.ButtonRole.ActionRole:
                push.click()
        self.dismissed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.dismissed.emit()


class Notifications(QObject):
    """Shows notifications over a window, and notes the end of jobs that nobody was watching."""

    def __init__(
        self, window: QMainWindow, document: Document, runner: JobRunner, seats: Seats
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._seats = window, document, seats
        self._number = 0
        self.shown: list[Toast] = []  # the notifications in sight, the oldest first
        self._stack = QWidget(window)
        self._stack.setObjectName("notifications")
        self._stack.hide()
        self._column = vertical(self._stack, spacing=6)
        self._seat: QWidget | None = None
        runner.job_started.connect(self._watch)

    # What others ask for -----------------------------------------------------------------------

    def report(self, text: str) -> Toast:
        """Return something that may be read later, or never."""
        return self._add(text, "", STAYS_MS)

    def warn(self, text: str, details: str = "") -> Toast:
        """Report a problem, with its details behind a button."""
        return self._add(text, details, PROBLEM_STAYS_MS)

    # Jobs --------------------------------------------------------------------------------------

    def _watch(self, job: Job) -> None:
        tab = self._document.tab
        job.succeeded.connect(lambda _result: self._on_success(job, tab))
        job.failed.connect(lambda reason: self._on_failure(job, tab, reason))

    def _is_elsewhere(self, tab: BoardTab) -> bool:
        return not self._window.isActiveWindow() or tab is not self._document.tab

    def _on_success(self, job: Job, tab: BoardTab) -> None:
        if job.seconds >= LONG and not job.is_stopping and self._is_elsewhere(tab):
            seconds = f"{job.seconds:.0f}"
            self.report(tr("{title}: done after {seconds} s.", title=job.title, seconds=seconds))

    def _on_failure(self, job: Job, tab: BoardTab, reason: str) -> None:
        """Report what nobody foresaw; what was refused in one line stands in the panel already."""
        if job.details or (job.seconds >= LONG and self._is_elsewhere(tab)):
            self.warn(sentence(reason), job.details)

    # Showing -----------------------------------------------------------------------------------

    def _add(self, text: str, details: str, stays: int) -> Toast:
        for old in self.shown[: max(0, len(self.shown) - MOST + 1)]:
            self._remove(old)
        self._number += 1
        toast = Toast(text, details, self._number, self._stack)
        toast.dismissed.connect(lambda: self._remove(toast))
        single_shot(toast, toast.dismissed).start(stays)
        self.shown.append(toast)
        self._column.addWidget(toast)
        self._place()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, text))
        return toast

    def _remove(self, toast: Toast) -> None:
        if toast not in self.shown:
            return
        self.shown.remove(toast)
        self._column.removeWidget(toast)
        toast.hide()
        toast.deleteLater()
        self._place()

    def _place(self) -> None:
        """Put the stack over a view, in its corner, where it hides neither control nor answer."""
        self._stack.setVisible(bool(self.shown))
        # The view that is seen; where there is room the scene, whose corners are empty.
        seen = (view for view in self._seats() if not view.visibleRegion().isEmpty())
        seat = next(seen, self._window.centralWidget() or self._window) if self.shown else None
        if seat is not self._seat:
            if self._seat is not None:
                self._seat.removeEventFilter(self)
            if seat is not None:
                seat.installEventFilter(self)
            self._seat = seat
        if seat is None:
            return
        room = seat.width() - 2 * MARGIN
        em = self._window.fontMetrics().height()
        width = min(WIDTH_EMS * em, max(LEAST_EMS * em, round(SHARE * seat.width())), room)
        self._stack.setFixedWidth(width)
        for toast in self.shown:
            toast.show()
        self._column.activate()
        height = max(self._column.heightForWidth(width), self._column.sizeHint().height())
        self._stack.resize(width, height)
        corner = seat.mapTo(self._window, QPoint(seat.width(), seat.height()))
        self._stack.move(corner - QPoint(width + MARGIN, height + ABOVE_DOCK))
        self._stack.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the corner of what the notifications lie on."""
        kinds = QEvent.Type
        if watched is self._seat and event.type() in (kinds.Resize, kinds.FontChange, kinds.Hide):
            QTimer.singleShot(0, self, self._place)
        return super().eventFilter(watched, event)

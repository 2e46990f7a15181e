"""The jobs in the status bar: what runs and how far it is, and the last result in a sentence."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from nqviz.core.language import tr

from ..document.document import Document
from ..jobs import Job, JobRunner
from ..widgets.fields import icon_button
from ..widgets.layouts import fill, horizontal, vertical
from ..widgets.numbers import with_spaces
from ..widgets.painting import MIDDLE_LEFT, fill_with, smooth_painter, write_in
from ..widgets.theme import current_theme, font, text_scale
from ..widgets.timing import single_shot, ticking
from ..widgets.widgets import button, named, sentence, set_enabled
from ..widgets.wrapped_tips import wrapped

STEPS = 1000
MOST = 3
"""So many jobs stand in the status bar, or fewer where it is narrow; the others are in a list."""
TITLE_PIXELS = 300
"""A title that is wider at 100 % is shortened in its middle, where names of files are longest."""
STAYS_MS = 8000
"""How long a result stays."""
INTERVAL_MS = 500
BETWEEN, RIGHT, EDGES = 16, 8, 24


class Activity(QWidget):
    """Shows the running jobs in the status bar, at most three; then how many more there are.

    Without any it shows what a search found out about the queens that stand, or the last result.
    """

    opened = Signal(str)  # the drawer of a job is wanted, by its name
    filled = Signal(bool)  # something is shown, or nothing

    def __init__(self, runner: JobRunner, document: Document) -> None:
        super().__init__()
        self.setObjectName("activity")
        self._runner, self._document = runner, document
        self._result = Result()
        self._result.clicked.connect(lambda: self.opened.emit(self._result.drawer))
        self._places = [JobRow(number) for number in range(1, MOST + 1)]
        tip = tr("List all that is running")
        self._more = button("activity.more", "+1", tip, on_click=self.show_all)
        self._more.setProperty("kind", "link")
        self._list = JobList(self)
        row = horizontal(self, margins=(0, 0, RIGHT, 0), spacing=BETWEEN)
        fill(row, self._result, *self._places, self._more)
        self._list.opened.connect(self.opened)
        for place in self._places:
            place.opened.connect(self.opened)
        self._timer = ticking(self, self._update_ui, INTERVAL_MS)
        self._soon = single_shot(self, self._update_ui)  # after what shows the start of a job
        self._fading = single_shot(self, self._show_finding, STAYS_MS)
        runner.job_started.connect(self._on_start)
        runner.job_ended.connect(self._on_end)
        document.finding_changed.connect(self._show_finding)
        self._update_ui()

    @property
    def shown(self) -> list[Job]:
        """The running jobs, the newest first."""
        return [job for job in reversed(self._runner.jobs) if job.is_running]

    def show_all(self) -> None:
        """List all running jobs above the status bar."""
        self._list.show_jobs(self.shown)
        self._list.adjustSize()
        corner = self.mapToGlobal(QPoint(self.width(), 0))
        self._list.move(corner - QPoint(self._list.width(), self._list.height()))
        self._list.show()

    def _on_start(self, job: Job) -> None:
        job.failed.connect(
            lambda reason: self._show_result("warning", sentence(reason), job.drawer)
        )
        job.stopping.connect(self._update_ui)
        self._timer.start()
        self._soon.start()

    def _on_end(self, job: Job) -> None:
        if job.summary and not job.is_abandoned and self._document.finding is None:
            self._show_result("plain", job.summary, job.drawer)
        self._update_ui()

    def _show_result(self, kind: str, text: str, drawer: str) -> None:
        self._result.show_text(kind, with_spaces(text), drawer)
        self._fading.start()
        self._report()

    def _show_finding(self) -> None:
        """Show what is known of the queens that stand, or nothing."""
        finding = self._document.finding
        if finding is None:
            self._result.show_text("plain", "", "")
        else:
            words = with_spaces(finding.sentence(self._document.board.piece))
            self._result.show_text(finding.kind, words, "solve")
        self._report()

    def _report(self) -> None:
        """Report whether something is shown."""
        self.filled.emit(bool(self._result.text() or self.shown))

    def _update_ui(self) -> None:
        jobs = self.shown
        for place, job in zip(self._places, [*jobs[:MOST], *[None] * MOST], strict=False):
            place.show_job(job)
        self.fit()
        self._result.hold(bool(jobs))
        if self._list.isVisible():
            self._list.show_jobs(jobs)
        self._report()
        if not jobs:
            self._timer.stop()

    def fit(self) -> None:
        """Show as many jobs as the window has room for, at least one, and how many more run."""
        count, room = len(self.shown), self.window().width() - RIGHT - EDGES
        room -= self._more.sizeHint().width()
        shown = 0
        for place in self._places[:count]:
            room -= place.sizeHint().width() + BETWEEN
            place.setVisible(shown == 0 or room >= 0)
            shown += not place.isHidden()
        self._more.setVisible(count > shown)
        self._more.setText(f"+{count - shown}")


class JobRow(QWidget):
    """One job: its text, a bar, and a cross that stops it; hidden without a job."""

    opened = Signal(str)

    def __init__(self, number: int, place: str = "job") -> None:
        super().__init__()
        self._job: Job | None = None
        name = f"activity.{place}_{number}"
        self._text = named(QPushButton(), name, tr("Running job"), tr("What runs"))
        self._text.setProperty("kind", "status")
        self._text.setAutoDefault(False)
        self._text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._text.clicked.connect(self._open)
        self._bar = named(QProgressBar(), f"activity.{place}_progress_{number}", tr("Progress"))
        self._bar.setFixedSize(160, 6)
        self._bar.setRange(0, STEPS)
        self._bar.setTextVisible(False)
        name = f"activity.{place}_stop_{number}"
        self._cross = icon_button(name, "x", tr("Stop"), side=18, size=14, on_click=self._stop)
        horizontal(self, (self._text, 1), self._bar, self._cross, spacing=8)

    def show_job(self, job: Job | None) -> None:
        """Show a job as it is now, or none."""
        self._job = job
        self.setVisible(job is not None)
        if job is None:
            return
        width = round(TITLE_PIXELS * text_scale(self.font()))
        title = self._text.fontMetrics().elidedText(job.title, Qt.TextElideMode.ElideMiddle, width)
        self._text.setText(f"{title}: {time_of(job)}")
        self._text.setAccessibleName(f"{job.title}: {time_of(job)}")
        self._text.setToolTip(
            tr("Open the {title} drawer", title=tr(job.drawer.title()))
            if job.drawer
            else tr("What runs")
        )
        # No busy bar where the fraction is unknown: its animation would make the whole window,
        # the scene included, be put together anew sixty times a second.
        fraction = fraction_of(job)
        self._bar.setVisible(fraction is not None)
        self._bar.setValue(round((fraction or 0.0) * STEPS))
        stop = tr("Stop {title}", title=job.title)
        tip = tr("It is stopping already") if job.is_stopping else stop
        set_enabled(self._cross, not job.is_stopping, tip)
        self._cross.setAccessibleName(stop)

    def _open(self) -> None:
        if self._job is not None and self._job.drawer:
            self.opened.emit(self._job.drawer)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.stop()
            self.show_job(self._job)


class JobList(QFrame):
    """All running jobs, one a row; a click beside it or Escape closes it."""

    opened = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "activity.list", tip=None)
        self.setProperty("role", "card")
        self._column = vertical(self, margins=(12, 8, 12, 8))
        self._rows: list[JobRow] = []

    def show_jobs(self, jobs: list[Job]) -> None:
        """Show these jobs as they are now; close when there are none."""
        if not jobs:
            self.close()
        while len(self._rows) < len(jobs):
            row = JobRow(len(self._rows) + 1, "listed")
            row.opened.connect(self.opened)
            row.opened.connect(self.close)
            self._rows.append(row)
            self._column.addWidget(row)
        for place, row in enumerate(self._rows):
            row.show_job(jobs[place] if place < len(jobs) else None)
        self.adjustSize()


class Result(QAbstractButton):
    """A sentence about the last result, with a dot or a triangle that says of which kind it is."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "activity.result")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.kind, self.drawer = "plain", ""
        self._is_held = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_text(self, kind: str, text: str, drawer: str) -> None:
        """Show a sentence of a kind (plain, possible, at most, warning), or nothing."""
        self.kind, self.drawer = kind, drawer
        self.setText(text)
        self.setAccessibleName(text or tr("Last result"))
        self.setToolTip(wrapped(text) or tr("The last result"))
        self.updateGeometry()
        self.update()
        self.hold(self._is_held)

    def hold(self, held: bool) -> None:
        """Make room for running jobs, or come back."""
        self._is_held = held
        self.setVisible(bool(self.text()) and not held)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.drawer:
            super().mouseReleaseEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def sizeHint(self) -> QSize:
        metrics, scale = QFontMetricsF(self._font()), text_scale(self.font())
        width = metrics.horizontalAdvance(self.text()) + 2
        return QSize(round(width + 20 * scale), round(22 * scale))

    def _font(self) -> QFont:
        return font(13 * text_scale(self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, scale = current_theme(), text_scale(self.font())
        painter = smooth_painter(self)
        left = 0.0
        if self.kind != "plain":
            self._paint_mark(painter, self.height() / 2, scale)
            left = 16 * scale
        write_in(painter, self._font(), theme.text if self.hasFocus() else theme.text_2)
        box = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(box, MIDDLE_LEFT, self.text())

    def _paint_mark(self, painter: QPainter, middle: float, scale: float) -> None:
        """Paint a dot where queens can be completed, else a triangle."""
        theme = current_theme()
        fill_with(painter, theme.proven if self.kind == "possible" else theme.open)
        if self.kind == "possible":
            painter.drawEllipse(QPointF(5 * scale, middle), 4 * scale, 4 * scale)
            return
        corners = ((0.0, 4.0), (10.0, 4.0), (5.0, -4.0))
        painter.drawPolygon([QPointF(x * scale, middle + y * scale) for x, y in corners])


def time_of(job: Job) -> str:
    """Return how long a job has run, and how long it may."""
    if job.is_stopping:
        return tr("stopping")
    seconds = f"{job.seconds:,.0f}"
    if not job.limit:
        return f"{seconds} s"
    limit = f"{job.limit:,.0f}"
    if job.seconds > job.limit:
        return tr("ending after {limit} s", limit=limit)
    return tr("{seconds} of {limit} s", seconds=seconds, limit=limit)


def fraction_of(job: Job) -> float | None:
    """Return how far a job is, by itself or by its time limit; None where neither tells it.

    A job ends with its work or with its time, so the one that is further counts.
    """
    done = job.last_progress.fraction if job.last_progress else None
    if job.limit:
        done = max(done or 0.0, job.seconds / job.limit)
    return None if done is None else min(done, 1.0)

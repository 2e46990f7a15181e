"""The activity strip: what runs, for how long, how far it is, and how to stop it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from ..jobs import Job, JobRunner
from ..widgets.widgets import button, named, set_enabled

STEPS = 1000


class Activity(QWidget):
    """Shows the newest of the running jobs in the status bar, and all of them when asked.

    Hidden while nothing runs.
    """

    def __init__(self, runner: JobRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._label = named(QLabel(), "activity.label", "What is running")
        self._bar = _bar("activity.progress")
        self._stop = button("activity.stop", "Stop", "Stop the newest of the running jobs")
        self._stop.clicked.connect(self._stop_newest)
        self._all = button("activity.all", "All …", "List all running jobs, each with its stop")
        self._all.clicked.connect(self.show_all)
        self._popup = ActivityPopup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in (self._label, self._bar, self._stop, self._all):
            row.addWidget(widget)
        self._timer = QTimer(self)
        self._timer.setInterval(500)
        self._timer.timeout.connect(self._update_ui)
        runner.job_started.connect(self._on_start)
        runner.job_ended.connect(self._update_ui)
        self.hide()

    def show_all(self) -> None:
        """List all running jobs above the strip."""
        self._popup.update_ui(self._running())
        self._popup.adjustSize()
        corner = self.mapToGlobal(QPoint(self.width(), 0))
        self._popup.move(corner - QPoint(self._popup.width(), self._popup.height()))
        self._popup.show()

    def _running(self) -> list[Job]:
        return [job for job in self._runner.jobs if job.is_running]

    def _on_start(self) -> None:
        self._timer.start()
        self._update_ui()

    def _update_ui(self) -> None:
        running = self._running()
        self.setVisible(bool(running))
        if self._popup.isVisible():
            self._popup.update_ui(running)
        if not running:
            self._timer.stop()
            return
        job, more = running[-1], len(running) - 1
        self._label.setText(f"{job.title}: {_time(job)}" + (f" (and {more} more)" if more else ""))
        _show_fraction(self._bar, job)
        _show_stop(self._stop, job, "Stop the newest of the running jobs")

    def _stop_newest(self) -> None:
        running = self._running()
        if running:
            running[-1].stop()
            self._update_ui()


class ActivityPopup(QFrame):
    """All running jobs, one a row; a click beside it or Escape closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "activity.list", "Running jobs")
        self.setToolTip("")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._grid = QGridLayout(self)
        self._grid.setHorizontalSpacing(12)
        self._jobs: list[Job] = []
        self._rows: list[tuple[QLabel, QLabel, QProgressBar, QPushButton]] = []

    def update_ui(self, jobs: list[Job]) -> None:
        """Show these jobs as they are now; close when there are none."""
        if not jobs:
            self.close()
        if jobs != self._jobs:
            self._make_rows(jobs)
        for job, (_, time, bar, stop) in zip(jobs, self._rows, strict=True):
            time.setText(_time(job))
            _show_fraction(bar, job)
            _show_stop(stop, job, f"Stop {job.title}")

    def _make_rows(self, jobs: list[Job]) -> None:
        for row in self._rows:
            for widget in row:
                self._grid.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self._jobs = list(jobs)
        self._rows = [self._make_row(number, job) for number, job in enumerate(jobs, 1)]
        self.adjustSize()

    def _make_row(self, number: int, job: Job) -> tuple[QLabel, QLabel, QProgressBar, QPushButton]:
        title = named(QLabel(job.title), f"activity.title_{number}", "Job")
        time = named(QLabel(), f"activity.time_{number}", f"Time of {job.title}")
        time.setMinimumWidth(time.fontMetrics().horizontalAdvance("stopping "))
        bar = _bar(f"activity.progress_{number}")
        stop = button(f"activity.stop_{number}", "Stop", f"Stop {job.title}")
        stop.setAccessibleName(f"Stop {job.title}")
        stop.clicked.connect(lambda: self._stop(job))
        row = (title, time, bar, stop)
        for column, widget in enumerate(row):
            self._grid.addWidget(widget, number, column)
        return row

    def _stop(self, job: Job) -> None:
        job.stop()
        self.update_ui([each for each in self._jobs if each.is_running])


def _bar(name: str) -> QProgressBar:
    bar = named(QProgressBar(), name, "Progress")
    bar.setFixedWidth(120)
    bar.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # else buttons grow
    bar.setRange(0, STEPS)
    bar.setTextVisible(False)
    return bar


def _time(job: Job) -> str:
    return "stopping" if job.is_stopping else f"{job.seconds:.0f} s"


def _show_fraction(bar: QProgressBar, job: Job) -> None:
    # No busy bar where the fraction is unknown: its animation would make the whole window,
    # the scene included, be put together anew sixty times a second.
    fraction = job.last_progress.fraction if job.last_progress else None
    bar.setVisible(fraction is not None)
    if fraction is not None:
        bar.setValue(round(fraction * STEPS))


def _show_stop(stop: QPushButton, job: Job, tip: str) -> None:
    set_enabled(stop, not job.is_stopping, "It is stopping already" if job.is_stopping else tip)

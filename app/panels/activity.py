"""The activity strip: what runs, for how long, how far it is, and how to stop it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from ..jobs import Job, JobRunner
from ..widgets import button, named


class Activity(QWidget):
    """Shows the newest of the running jobs in the status bar; hidden while nothing runs."""

    def __init__(self, runner: JobRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._label = named(QLabel(), "activity.label", "What is running")
        self._bar = named(QProgressBar(), "activity.progress", "Progress")
        self._bar.setFixedWidth(120)
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._stop = button("activity.stop", "Stop", "Stop the newest of the running jobs")
        self._stop.clicked.connect(self._stop_newest)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in (self._label, self._bar, self._stop):
            row.addWidget(widget)
        self._timer = QTimer(self)
        self._timer.setInterval(500)
        self._timer.timeout.connect(self._read)
        runner.job_started.connect(self._on_start)
        runner.job_ended.connect(self._read)
        self.hide()

    def _newest(self) -> Job | None:
        running = [job for job in self._runner.jobs if job.is_running]
        return running[-1] if running else None

    def _on_start(self) -> None:
        self._timer.start()
        self._read()

    def _read(self) -> None:
        job = self._newest()
        self.setVisible(job is not None)
        if job is None:
            self._timer.stop()
            return
        more = len(self._runner.jobs) - 1
        words = "stopping" if job.is_stopping else f"{job.seconds:.0f} s"
        self._label.setText(f"{job.title}: {words}" + (f" (and {more} more)" if more else ""))
        # No busy bar where the fraction is unknown: its animation would make the whole window,
        # the scene included, be put together anew sixty times a second.
        fraction = job.last_progress.fraction if job.last_progress else None
        self._bar.setVisible(fraction is not None)
        if fraction is not None:
            self._bar.setValue(round(fraction * 1000))
        self._stop.setEnabled(not job.is_stopping)

    def _stop_newest(self) -> None:
        job = self._newest()
        if job is not None:
            job.stop()

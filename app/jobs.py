"""One way to run anything long: in a thread, with progress, a stop, and its end in the GUI thread.

A worker gives back plain data and never touches Qt or VTK. The GUI thread owns the `Job`; progress
is coalesced, so that a worker that reports thousands of times a second posts one event at a time;
a job that is abandoned never delivers anything any more.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, Signal

from nqviz.core.errors import InputError
from nqviz.core.language import tr
from nqviz.run.context import Progress, RunContext

from .widgets.cycles import CycleCollector

Work = Callable[[RunContext], Any]
"""What a job runs; it returns the result."""


NICENESS = 10
"""How far work steps back behind the window where cores are few."""


class Job(QObject):
    """One piece of long work.

    `title`: what it does, such as ``Solving (12,3)``.
    `drawer`: the name of the drawer that shows its result; empty for none.
    `limit`: the seconds after which it ends by itself.
    `summary`: its result in one sentence, once there is one.
    """

    progressed = Signal(object)  # (Progress) the newest progress
    succeeded = Signal(object)  # the result
    failed = Signal(str)  # one line that says why there is none
    ended = Signal()  # the last signal, after success, failure and abandonment alike
    stopping = Signal()  # the work was asked to stop
    _poked = Signal()  # from the worker: there is news

    def __init__(
        self,
        title: str,
        work: Work,
        parent: QObject | None = None,
        *,
        drawer: str = "",
        limit: float | None = None,
    ) -> None:
        super().__init__(parent)
        self.title, self.drawer, self.limit, self.summary = title, drawer, limit, ""
        self.started = time.monotonic()
        self.details = ""
        self.last_progress: Progress | None = None
        self._stop = threading.Event()
        self._lock, self._emitting = threading.Lock(), threading.RLock()
        self._is_left = False
        self._news: Progress | None = None
        self._end: tuple[bool, Any] | None = None
        self._is_done = False
        self.is_abandoned = False  # whether its end is not delivered any more
        self._poked.connect(self._deliver)
        name = f"job: {title}"
        self.thread_ = threading.Thread(target=self._run, args=(work,), name=name, daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the end has not been delivered yet."""
        return not self._is_done

    @property
    def is_stopping(self) -> bool:
        """Whether the work was asked to stop."""
        return self._stop.is_set()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def stop(self) -> None:
        """Ask the work to stop; its end comes within half a second, with the best so far."""
        if self.is_running and not self._stop.is_set():
            self._stop.set()
            self.stopping.emit()

    def abandon(self) -> None:
        """Stop the work and drop whatever it still gives."""
        self.is_abandoned = True
        self._stop.set()

    def leave(self) -> None:
        """Abandon the work for the end of nqviz: no other thread uses this object from now on.

        Qt deletes it with the window; a signal that is emitted meanwhile corrupts the memory.
        """
        self.abandon()
        with self._emitting:
            self._is_left = True

    # In the worker thread ------------------------------------------------------------------

    def _run(self, work: Work) -> None:
        _step_back()
        try:
            end = (True, work(RunContext(None, self._progress, self._stop)))
        except InputError as error:
            end = (False, str(error))
        except MemoryError:
            end = (False, tr("{title}: there is not enough memory for this.", title=self.title))
        except Exception as error:  # noqa: BLE001 -- whatever fails in a job is reported
            self.details = traceback.format_exc()
            fault = {"kind": type(error).__name__, "error": error}
            end = (False, tr("{title} failed: {kind}: {error}", title=self.title, **fault))
        with self._lock:
            self._end = end
        self._poke()

    def _progress(self, progress: Progress) -> None:
        with self._lock:
            waiting = self._news is not None
            self._news = progress
        if not waiting:
            self._poke()

    def _poke(self) -> None:
        with self._emitting, suppress(RuntimeError):  # without a window nobody listens any more
            if not self._is_left:
                self._poked.emit()

    # In the GUI thread ---------------------------------------------------------------------

    def _deliver(self) -> None:
        with self._lock:
            news, self._news = self._news, None
            end = self._end
        if self._is_done:
            return
        if news is not None:
            self.last_progress = news
            if not self.is_abandoned:
                self.progressed.emit(news)
        if end is None:
            return
        self._is_done = True
        good, result = end
        if not self.is_abandoned:
            (self.succeeded if good else self.failed).emit(result)
        self.ended.emit()


def _step_back() -> None:
    """Lower the priority of this thread and of those it starts below the GUI's, where supported.

    On Linux every thread has a niceness of its own, which the threads that it starts inherit.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class JobRunner(QObject):
    """Starts jobs and lists those that are running."""

    job_started = Signal(object)
    job_ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        CycleCollector(self)  # none of the threads of jobs may delete what belongs to Qt
        self._jobs: list[Job] = []

    @property
    def jobs(self) -> tuple[Job, ...]:
        """The jobs that run now."""
        return tuple(self._jobs)

    def start(
        self,
        title: str,
        work: Work,
        *,
        succeeded: Callable[[Any], object],
        failed: Callable[[str], object],
        progressed: Callable[[Progress], object] | None = None,
        drawer: str = "",
        limit: float | None = None,
    ) -> Job:
        """Run work in a thread; connect what happens to its result before it starts."""
        job = Job(title, work, self, drawer=drawer, limit=limit)
        job.succeeded.connect(succeeded)
        job.failed.connect(failed)
        if progressed is not None:
            job.progressed.connect(progressed)
        job.ended.connect(lambda: self._end(job))
        self._jobs.append(job)
        self.job_started.emit(job)
        job.thread_.start()
        return job

    def _end(self, job: Job) -> None:
        if job not in self._jobs:  # the runner has been shut down meanwhile
            return
        job.thread_.join()
        self._jobs.remove(job)
        self.job_ended.emit(job)
        job.deleteLater()

    def shutdown(self) -> None:
        """Abandon every job, for the end of nqviz; their threads end soon after."""
        jobs, self._jobs = self._jobs, []
        for job in jobs:
            job.leave()

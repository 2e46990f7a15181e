"""What long work gets from its caller, as one argument: a limit, progress and a stop flag."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

from nqviz.core.errors import InputError

from .limit import Limit
from .outcome import Status
from .progress import Progress, ProgressCallback, ignore_progress

_MOMENT = 1e-6


class RunContext:
    """A limit, a progress callback and a stop flag; the clock starts when it is made.

    Work polls `ended` and returns within half a second once it is not None. The answer is latched:
    work that was stopped once stays stopped, also after the flag has been cleared.

    Parameters
    ----------
    limit : Limit, optional
        Without it there is no limit, and one thread is used.
    progress : callable, optional
        Called with a `Progress` from the thread that works.
    stop : threading.Event, optional
        Set by the caller to stop the work.

    Raises
    ------
    InputError
        If the limit is not a `Limit`.
    """

    def __init__(
        self,
        limit: Limit | None = None,
        progress: ProgressCallback = ignore_progress,
        stop: threading.Event | None = None,
    ) -> None:
        if not isinstance(limit, Limit | None):
            raise InputError(f"a limit is a Limit, such as Limit(seconds=5), not {limit!r}")
        self.limit = limit or Limit()
        self.progress = progress
        self.stop = stop or threading.Event()
        self._start = time.perf_counter()
        self._latch = threading.Event()  # shared with the parts of the work

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._start

    @property
    def remaining(self) -> float | None:
        """Seconds left, at least 0; None without a time limit."""
        if self.limit.seconds is None:
            return None
        return max(0.0, self.limit.seconds - self.seconds)

    @property
    def left(self) -> Limit:
        """The limit for a part of the work that starts now; its seconds are positive."""
        if self.remaining is None:
            return self.limit
        return replace(self.limit, seconds=max(self.remaining, _MOMENT))

    def ended(self) -> Status | None:
        """Return STOPPED or LIMIT when the work has to end, else None."""
        if self._latch.is_set() or self.stop.is_set():
            self._latch.set()
            return Status.STOPPED
        return Status.LIMIT if self.remaining == 0 else None

    def report(self, activity: str, fraction: float | None = None) -> None:
        """Report an activity and the share of it that is done."""
        self.progress(Progress(activity, self.seconds, fraction))

    def step(self, activity: str, fraction: float | None = None) -> None:
        """Report an activity; for work without a partial result.

        Raises
        ------
        InputError
            If the work has to end.
        """
        ended = self.ended()
        if ended is not None:
            why = "stopped" if ended is Status.STOPPED else "the time limit was reached"
            raise InputError(f"{why} before its end")
        self.report(activity, fraction)

    def part(
        self, limit: Limit | None = None, progress: ProgressCallback | None = None
    ) -> RunContext:
        """Return the context of a part of this work.

        Parameters
        ----------
        limit : Limit, optional
            The limit of the part; what is left of this one without it. Its seconds never exceed
            what is left here.
        progress : callable, optional
            Called with the progress of the part; that of the whole without it.
        """
        left = self.left
        chosen = left if limit is None else limit
        if left.seconds is not None:
            own = left.seconds if chosen.seconds is None else min(chosen.seconds, left.seconds)
            chosen = replace(chosen, seconds=own)
        part = RunContext(chosen, progress or self.progress, self.stop)
        part._latch = self._latch
        return part

    def again(self, progress: ProgressCallback = ignore_progress) -> RunContext:
        """Return a context with the whole limit of this one, which begins now.

        For work whose limit is that of each of its runs.
        """
        again = RunContext(self.limit, progress, self.stop)
        again._latch = self._latch
        return again

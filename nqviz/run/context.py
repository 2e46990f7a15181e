"""What long work gets from its caller: a limit, a progress callback and a stop flag."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from nqviz.core.coordinates import is_whole
from nqviz.core.errors import InputError, shorten
from nqviz.core.placement import Placement

from .outcome import Status


def core_count() -> int:
    """Return the number of processor cores that this process may use, at least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


@dataclass(frozen=True)
class Limit:
    """When to end: seconds and nodes (None: no limit), and how many threads may be used.

    Raises InputError if a limit is of another type or not positive.
    """

    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        seconds: object = self.seconds
        if isinstance(seconds, bool) or not isinstance(seconds, int | float | None):
            raise InputError(f"a time limit is a number of seconds, not {shorten(seconds)}")
        for what, number in (("nodes", self.nodes or 1), ("threads", self.threads)):
            if not is_whole(number):
                raise InputError(f"a number of {what} is a whole number, not {shorten(number)}")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"a time limit of {self.seconds:g} s is too short; give more than 0")
        if self.nodes is not None and self.nodes < 1:
            raise InputError(f"a limit of {self.nodes} nodes is not possible; give 1 or more")
        if self.threads < 1:
            raise InputError(f"{self.threads} threads are not possible; give 1 or more")

    def is_spent(self, nodes: int | None) -> bool:
        """Return whether a search that has visited some nodes has reached the limit of nodes."""
        return self.nodes is not None and (nodes or 0) >= self.nodes


@dataclass(frozen=True)
class Progress:
    """The state of long work at one moment; None where a value is unknown."""

    activity: str
    """What is being done, in a few words."""
    seconds: float
    """Time since the start."""
    fraction: float | None = None
    """The share of the work that is done, 0 to 1."""
    incumbent: Placement | None = None
    """The best placement so far."""
    bound: int | None = None
    """A proven upper bound on the number of queens."""
    nodes: int | None = None
    """Nodes of the search so far."""


ProgressCallback = Callable[[Progress], None]


def ignore_progress(_progress: object) -> None:
    """Do nothing with a `Progress`, or with a line for the user."""


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

        Raises InputError if the work has to end.
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

"""One interface for long work: a limit goes in, progress comes meanwhile, an outcome at the end.

Every engine, count and search takes a `Limit`, a callback for `Progress` and a stop flag
(`threading.Event`), honours the flag within half a second, and gives an `Outcome`.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from nqviz.core.errors import InputError
from nqviz.core.placement import Placement


class Status(StrEnum):
    """How long work ended."""

    OPTIMAL = "optimal"
    """Answered, with a proof that no better answer exists."""
    INFEASIBLE = "infeasible"
    """Proven that there is no answer."""
    FEASIBLE = "feasible"
    """Answered: a placement as required was found; nothing else is claimed."""
    STOPPED = "stopped"
    """Stopped by the user; proves nothing, the incumbent is kept."""
    LIMIT = "limit"
    """Ended by a limit without an answer; proves nothing, the incumbent is kept."""
    FAILED = "failed"
    """The engine failed; the message states why."""

    @property
    def is_proof(self) -> bool:
        """Whether the status is a proof."""
        return self in (Status.OPTIMAL, Status.INFEASIBLE)


def core_count() -> int:
    """Return the number of processor cores that this process may use, at least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


@dataclass(frozen=True)
class Limit:
    """When to end: seconds and nodes (None: no limit), and how many threads may be used.

    Raises
    ------
    InputError
        If a limit is not positive.
    """

    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"a time limit of {self.seconds:g} s is too short; give more than 0")
        if self.nodes is not None and self.nodes < 1:
            raise InputError(f"a limit of {self.nodes} nodes is not possible; give 1 or more")
        if self.threads < 1:
            raise InputError(f"{self.threads} threads are not possible; give 1 or more")


@dataclass(frozen=True)
class Progress:
    """The state of long work at one time; None for what is not known yet.

    Attributes
    ----------
    activity : str
        The current activity, in a few words.
    seconds : float
        Since the start.
    fraction : float, optional
        The fraction that is done, 0 to 1.
    placement : Placement, optional
        The incumbent.
    bound : int, optional
        Proven upper bound on the number of queens.
    nodes : int, optional
        Nodes of the search so far.
    """

    activity: str
    seconds: float
    fraction: float | None = None
    placement: Placement | None = None
    bound: int | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of long work.

    Attributes
    ----------
    status : Status
    placement : Placement, optional
        The answer, or the incumbent.
    bound : int, optional
        Proven upper bound on the number of queens.
    engine : str
        The name of the engine, with the version of the solver if it is an external one.
    settings : mapping
        The settings of the run.
    seconds : float
    nodes : int, optional
    message : str
        What exactly is proven, or why the work ended, in one sentence.
    evidence : object, optional
        The data from which a certificate of the bound can be made, if the engine supplies them.
    """

    status: Status
    placement: Placement | None = None
    bound: int | None = None
    engine: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    seconds: float = 0.0
    nodes: int | None = None
    message: str = ""
    evidence: object | None = None

    @property
    def count(self) -> int | None:
        """The number of queens found, None without a placement."""
        return None if self.placement is None else len(self.placement)


ProgressCallback = Callable[[Progress], None]


def ignore_progress(_progress: Progress) -> None:
    """Do nothing."""


_MOMENT = 1e-6


class Stopwatch:
    """The time since its creation, and whether a limit or the stop flag ends the work."""

    def __init__(self, limit: Limit | None = None, stop: threading.Event | None = None) -> None:
        self.limit = limit or Limit()
        self.stop = stop or threading.Event()
        self._start = time.perf_counter()

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
        """The limit for a part of the work; a tiny positive time if none is left."""
        if self.remaining is None:
            return self.limit
        return replace(self.limit, seconds=max(self.remaining, _MOMENT))

    def ended(self) -> Status | None:
        """Return STOPPED or LIMIT if the work should end, else None."""
        if self.stop.is_set():
            return Status.STOPPED
        if self.remaining == 0:
            return Status.LIMIT
        return None


_allowed = threading.Event()


def allow_processes() -> None:
    """Allow engines to run in separate processes, which can be killed at any moment.

    A new process imports the main module of the program, so a program that calls this keeps its
    work under ``if __name__ == "__main__":``. Without this call such engines run in threads, and
    a stopped one may use the processor for some more seconds. In a frozen program such a process
    does its work in this call, which then does not return.
    """
    multiprocessing.freeze_support()
    _allowed.set()


def processes_allowed() -> bool:
    """Whether `allow_processes` has been called."""
    return _allowed.is_set()

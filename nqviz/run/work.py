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
    """What an outcome says of its question."""

    OPTIMAL = "optimal"
    """Answered, and proven that no better answer exists."""
    INFEASIBLE = "infeasible"
    """Proven that there is no answer."""
    FEASIBLE = "feasible"
    """Answered: what was asked for was found; nothing is claimed beyond that."""
    STOPPED = "stopped"
    """Stopped by the user; proves nothing, the best so far is kept."""
    LIMIT = "limit"
    """Ended by a limit before the question was answered; the best so far is kept."""
    FAILED = "failed"
    """The engine gave up; the message says why."""

    @property
    def is_proof(self) -> bool:
        """Whether something has been proven."""
        return self in (Status.OPTIMAL, Status.INFEASIBLE)


def core_count() -> int:
    """Return how many processor cores this process may use, 1 or more."""
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
    """A moment of long work; None where something is not known (yet).

    Attributes
    ----------
    activity : str
        What is being done, in a few words.
    seconds : float
        Since the start.
    fraction : float, optional
        How much is done, 0 to 1.
    placement : Placement, optional
        The best so far.
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
    """How long work ended.

    Attributes
    ----------
    status : Status
    placement : Placement, optional
        The answer, or the best found.
    bound : int, optional
        Proven upper bound on the number of queens.
    engine : str
        Who answered, with its version where it is another's program.
    settings : mapping
        What it was asked with, for the record.
    seconds : float
    nodes : int, optional
    message : str
        What exactly is proven or why it ended, in one sentence.
    evidence : object, optional
        What the bound is proven with, where an engine tells more than its word.
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
    """Be a callback that does nothing."""


_MOMENT = 1e-6


class Stopwatch:
    """The time since its making, and whether a limit or the user says to end."""

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
        """What a part of the work may take; where no time is left, next to none, as limits do."""
        if self.remaining is None:
            return self.limit
        return replace(self.limit, seconds=max(self.remaining, _MOMENT))

    def ended(self) -> Status | None:
        """Return STOPPED or LIMIT when it is time to end, else None."""
        if self.stop.is_set():
            return Status.STOPPED
        if self.remaining == 0:
            return Status.LIMIT
        return None


_allowed = threading.Event()


def allow_processes() -> None:
    """Let engines start processes of their own, which can be ended at any moment.

    A new process imports the module that the program was started from, so a program that calls
    this keeps its work under ``if __name__ == "__main__":``. Without it such engines run in
    threads, and one that is stopped may use the processor for some seconds more. In a frozen
    program such a process begins its work here and does not come back.
    """
    multiprocessing.freeze_support()
    _allowed.set()


def processes_allowed() -> bool:
    """Whether `allow_processes` has been called."""
    return _allowed.is_set()

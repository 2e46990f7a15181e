"""Run the work of an engine in a separate process, which can be killed at any moment.

A library that rarely checks its stop flag keeps a thread busy for many seconds; a process can be
killed. Incumbents and bounds are sent from the process to the search state here, and better
incumbents from here to the process.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from nqviz.core.board import IntArray
from nqviz.core.placement import Placement

from .context import RunContext
from .limit import Limit
from .processes import interrupts_blocked, processes_allowed

SHARE_SECONDS = 0.05
END_SECONDS = 5.0


class Shared(Protocol):
    """A search state that another process can update; see `base.SearchState`."""

    activity: str
    nodes: int | None

    @property
    def cancelled(self) -> threading.Event:
        """Set when the search is cancelled."""
        ...

    @property
    def context(self) -> RunContext:
        """The time and the limits."""
        ...

    @property
    def best(self) -> Placement | None:
        """The incumbent."""
        ...

    @property
    def bound(self) -> int:
        """The proven bound."""
        ...

    def submit_incumbent(self, indices: IntArray) -> bool:
        """Keep a placement, indices of shape (k,), int64, if it is better than the incumbent."""
        ...

    def tighten_bound(self, bound: int) -> None:
        """Keep a proven bound if it is tighter."""
        ...

    def copied(self) -> Callable[[RunContext], Shared]:
        """Return a picklable function that makes a copy of this state in another process."""
        ...


S = TypeVar("S", bound=Shared)


@dataclass(frozen=True)
class _News:
    """A change of the search state of a process."""

    activity: str
    queens: IntArray | None
    bound: int
    nodes: int | None


@dataclass(frozen=True)
class _End:
    """How the work ended: with a reason, None, or an exception."""

    reason: str | Exception | None


def in_process(work: Callable[[S], str | None]) -> Callable[[S], str | None]:
    """Return a function that does the same work in a separate process if processes are allowed.

    The process is killed when the search is cancelled. If it is killed from outside, the work has
    failed.

    `work`: a function of a module, so that it can be pickled; it returns None, or why it failed.
    """

    def remote(state: S) -> str | None:
        if not processes_allowed():
            return work(state)
        here, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        arguments = (there, work, state.copied(), state.context.left)
        process = context.Process(target=_serve, args=arguments, daemon=True)
        with interrupts_blocked():
            process.start()
        there.close()
        try:
            return _follow(state, here)
        finally:
            process.kill()
            process.join(END_SECONDS)
            here.close()

    return remote


def _follow(state: Shared, connection: Connection) -> str | None:
    """Apply the changes sent by a process until it ends or the search is cancelled."""
    known = _count(state)  # queens of the incumbent of the process
    while not state.cancelled.is_set():
        try:
            best = state.best
            if best is not None and len(best) != known:
                known = len(best)
                with suppress(OSError):  # it has ended; its last messages are still to be read
                    connection.send(best.indices)
            if not connection.poll(SHARE_SECONDS):
                continue
            message = connection.recv()
        except (EOFError, OSError):
            return "its process was killed from outside"
        if isinstance(message, _End):
            if isinstance(message.reason, Exception):
                raise message.reason
            return message.reason
        state.activity, state.nodes = message.activity, message.nodes
        state.tighten_bound(message.bound)
        if message.queens is None:
            continue
        known = len(message.queens)
        if not state.submit_incumbent(message.queens):
            return "a placement of its process is invalid"
    return None


# In the process -----------------------------------------------------------------------------


def _serve(
    connection: Connection,
    work: Callable[[Shared], str | None],
    copy: Callable[[RunContext], Shared],
    limit: Limit,
) -> None:
    """Do the work and send changes; exit when the parent process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    state = copy(RunContext(limit))
    lock = threading.Lock()
    sent: list[_News] = []

    def send() -> None:
        best = state.best
        queens = None if best is None else best.indices
        news = _News(state.activity, queens, state.bound, state.nodes)
        with lock:
            if not sent or _differ(news, sent[-1]):
                sent[:] = [news]
                connection.send(news)

    def share() -> None:
        try:
            while True:
                while connection.poll():
                    state.submit_incumbent(connection.recv())
                send()
                time.sleep(SHARE_SECONDS)
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=share, daemon=True).start()
    reason: str | Exception | None
    try:
        reason = work(state)
    except Exception as error:  # noqa: BLE001 - it is raised again where the work was asked for
        reason = error
    with suppress(OSError):
        send()
        with lock:
            connection.send(_End(reason))


def _differ(news: _News, other: _News) -> bool:
    """Return whether two changes differ; placements are compared by size."""
    return _essence(news) != _essence(other)


def _essence(news: _News) -> tuple[object, ...]:
    count = None if news.queens is None else len(news.queens)
    return news.activity, count, news.bound, news.nodes


def _count(state: Shared) -> int | None:
    return None if state.best is None else len(state.best)

"""Run an engine's work in a process of its own, which can be ended at any moment.

A library that looks rarely whether it shall stop keeps a thread busy for many seconds; a process
can be killed. What is found there travels to the findings here, and a better placement found here
travels there.
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

from .interrupts import interrupts_blocked
from .work import Limit, Stopwatch, processes_allowed

SHARE_SECONDS = 0.05
END_SECONDS = 5.0


class Shared(Protocol):
    """Findings that can be written in another process, see `base.SearchState` for their meaning."""

    activity: str
    nodes: int | None

    @property
    def over(self) -> threading.Event:
        """Set when nobody waits any more."""
        ...

    @property
    def watch(self) -> Stopwatch:
        """The time and the limits."""
        ...

    @property
    def best(self) -> Placement | None:
        """The best placement so far."""
        ...

    @property
    def bound(self) -> int:
        """The proven bound."""
        ...

    def submit_incumbent(self, indices: IntArray) -> bool:
        """Take a placement if it is better than the best."""
        ...

    def tighten_bound(self, bound: int) -> None:
        """Take a proven bound."""
        ...

    def copied(self) -> Callable[[Stopwatch], Shared]:
        """Return what makes the same findings in another process; it can be sent."""
        ...


S = TypeVar("S", bound=Shared)


@dataclass(frozen=True)
class _News:
    """What has changed in the findings of a process."""

    activity: str
    queens: IntArray | None
    bound: int
    nodes: int | None


@dataclass(frozen=True)
class _End:
    """How the work ended: with a word, None, or what it raised."""

    reason: str | Exception | None


def in_process(work: Callable[[S], str | None]) -> Callable[[S], str | None]:
    """Return the same work, done in a process of its own where processes are allowed.

    It is killed when nobody waits for it any more. When somebody else kills it, it has given up.

    Parameters
    ----------
    work : callable
        A function of a module, so that it can be sent; it returns None, or in a word why it ended.
    """

    def remote(findings: S) -> str | None:
        if not processes_allowed():
            return work(findings)
        here, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        arguments = (there, work, findings.copied(), findings.watch.left)
        process = context.Process(target=_serve, args=arguments, daemon=True)
        with interrupts_blocked():
            process.start()
        there.close()
        try:
            return _follow(findings, here)
        finally:
            process.kill()
            process.join(END_SECONDS)
            here.close()

    return remote


def _follow(findings: Shared, connection: Connection) -> str | None:
    """Take the news of a process until it ends or nobody waits any more."""
    known = _count(findings)  # queens of the best placement that the process has
    while not findings.over.is_set():
        try:
            best = findings.best
            if best is not None and len(best) != known:
                known = len(best)
                with suppress(OSError):  # it has ended; its last words are still to be read
                    connection.send(best.indices)
            if not connection.poll(SHARE_SECONDS):
                continue
            message = connection.recv()
        except (EOFError, OSError):
            return "its process was ended from outside"
        if isinstance(message, _End):
            if isinstance(message.reason, Exception):
                raise message.reason
            return message.reason
        findings.activity, findings.nodes = message.activity, message.nodes
        findings.tighten_bound(message.bound)
        if message.queens is None:
            continue
        known = len(message.queens)
        if not findings.submit_incumbent(message.queens):
            return "a placement of its process is flawed"
    return None


# In the process -----------------------------------------------------------------------------


def _serve(
    connection: Connection,
    work: Callable[[Shared], str | None],
    copy: Callable[[Stopwatch], Shared],
    limit: Limit,
) -> None:
    """Do the work and send the news; end with the program that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    findings = copy(Stopwatch(limit))
    lock = threading.Lock()
    sent: list[_News] = []

    def send() -> None:
        best = findings.best
        queens = None if best is None else best.indices
        news = _News(findings.activity, queens, findings.bound, findings.nodes)
        with lock:
            if not sent or _differ(news, sent[-1]):
                sent[:] = [news]
                connection.send(news)

    def share() -> None:
        try:
            while True:
                while connection.poll():
                    findings.submit_incumbent(connection.recv())
                send()
                time.sleep(SHARE_SECONDS)
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=share, daemon=True).start()
    reason: str | Exception | None
    try:
        reason = work(findings)
    except Exception as error:  # noqa: BLE001 - it is raised again where the work was asked for
        reason = error
    with suppress(OSError):
        send()
        with lock:
            connection.send(_End(reason))


def _differ(news: _News, other: _News) -> bool:
    """Return whether there is anything new; placements differ in their size."""
    return _essence(news) != _essence(other)


def _essence(news: _News) -> tuple[object, ...]:
    count = None if news.queens is None else len(news.queens)
    return news.activity, count, news.bound, news.nodes


def _count(findings: Shared) -> int | None:
    return None if findings.best is None else len(findings.best)

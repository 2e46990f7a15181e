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
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection

from ..board import IntArray
from ..work import Limit, Stopwatch, processes_allowed
from .base import Findings
from .question import Question

SHARE_SECONDS = 0.05
END_SECONDS = 5.0

Work = Callable[[Findings], str | None]
"""What an engine does; a function of a module, so that it can be sent."""


@dataclass(frozen=True)
class _News:
    """What has changed in the findings of a process."""

    activity: str
    queens: IntArray
    bound: int
    nodes: int | None


@dataclass(frozen=True)
class _End:
    """How the work ended: with a word, None, or what it raised."""

    reason: str | Exception | None


def in_process(work: Work) -> Work:
    """Give the same work, done in a process of its own where processes are allowed.

    It is killed when nobody waits for it any more. When somebody else kills it, it has given up.
    """

    def remote(findings: Findings) -> str | None:
        if not processes_allowed():
            return work(findings)
        here, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        watch = findings.watch
        limit = replace(watch.limit, seconds=watch.remaining or watch.limit.seconds)
        question = replace(findings.question, start=findings.best)
        arguments = (there, work, question, limit)
        process = context.Process(target=_serve, args=arguments, daemon=True)
        process.start()
        there.close()
        try:
            return _follow(findings, here)
        finally:
            process.kill()
            process.join(END_SECONDS)
            here.close()

    return remote


def _follow(findings: Findings, connection: Connection) -> str | None:
    """Take the news of a process until it ends or nobody waits any more."""
    known = 0  # queens of the best placement that the process has
    while not findings.over.is_set():
        try:
            if len(findings.best) > known:
                known = len(findings.best)
                with suppress(OSError):  # it has ended; its last words are still to be read
                    connection.send(findings.best.indices)
            if not connection.poll(SHARE_SECONDS):
                continue
            message = connection.recv()
        except (EOFError, OSError):
            return "its process was ended from outside"
        if isinstance(message, _End):
            if isinstance(message.reason, Exception):
                raise message.reason
            return message.reason
        known = max(known, len(message.queens))
        findings.activity, findings.nodes = message.activity, message.nodes
        findings.limit_to(message.bound)
        if not findings.offer(message.queens):
            return "a placement of its process is flawed"
    return None


# In the process -----------------------------------------------------------------------------


def _serve(connection: Connection, work: Work, question: Question, limit: Limit) -> None:
    """Do the work and send the news; end with the program that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    findings = Findings(question, Stopwatch(limit))
    lock = threading.Lock()
    sent: list[_News] = []

    def send() -> None:
        news = _News(findings.activity, findings.best.indices, findings.bound, findings.nodes)
        with lock:
            if not sent or _differ(news, sent[-1]):
                sent[:] = [news]
                connection.send(news)

    def share() -> None:
        try:
            while True:
                while connection.poll():
                    findings.offer(connection.recv())
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
    return (news.activity, len(news.queens), news.bound, news.nodes) != (
        other.activity,
        len(other.queens),
        other.bound,
        other.nodes,
    )

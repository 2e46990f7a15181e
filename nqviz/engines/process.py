"""Run the work of an engine in a separate process, which can be killed at any moment.

A library that rarely checks its stop flag keeps a thread busy for many seconds; a process can be
killed. Incumbents and bounds are sent from the process to the search state here, and better
incumbents from here to the process.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple, TypeVar

from nqviz.core.board import IntArray
from nqviz.run.context import Limit, RunContext
from nqviz.run.processes import process_apart, processes_allowed

from .search_state import EngineState

SHARE_SECONDS = 0.05


S = TypeVar("S", bound=EngineState)


class _News(NamedTuple):
    """A change of the search state of a process."""

    activity: str
    queens: IntArray | None
    bound: int
    nodes: int | None


class _End(NamedTuple):
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
        with process_apart(_serve, work, state.copied(), state.context.left) as connection:
            return _follow(state, connection)

    return remote


def _follow(state: EngineState, connection: Connection) -> str | None:
    """Apply the changes sent by a process until it ends or the search is cancelled."""
    known = None if state.best is None else len(state.best)  # queens that the process has
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
    work: Callable[[EngineState], str | None],
    copy: Callable[[RunContext], EngineState],
    limit: Limit,
) -> None:
    """Do the work and send changes; exit when the parent process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    state = copy(RunContext(limit))
    lock = threading.Lock()
    sent: tuple[object, ...] = ()

    def send() -> None:
        nonlocal sent
        best = state.best
        queens = None if best is None else best.indices
        with lock:
            key = state.activity, None if best is None else len(best), state.bound, state.nodes
            if key != sent:
                sent = key
                connection.send(_News(key[0], queens, *key[2:]))

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

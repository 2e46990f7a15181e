"""The threads of engines: they are cancelled, and waited for, when the process exits."""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

from nqviz.core.interruption import Interrupted, interrupted_by

T = TypeVar("T")
POLL_SECONDS = 0.02
_running: dict[threading.Thread, threading.Event] = {}


def start_thread(
    work: Callable[[], None], cancelled: threading.Event, name: str
) -> threading.Thread:
    """Start an engine's thread, which `wait_for_engines` waits for.

    `cancelled`: set when the result is no longer needed, or the process exits; the work ends as
    soon as it can. Set-up work of the thread is interrupted by it.
    """

    def run() -> None:
        try:
            with suppress(Interrupted), interrupted_by(cancelled.is_set):
                work()
        finally:
            _running.pop(threading.current_thread(), None)

    thread = threading.Thread(target=run, name=name, daemon=True)
    _running[thread] = cancelled
    thread.start()
    return thread


def start_work(
    work: Callable[[], T], cancelled: threading.Event, name: str
) -> tuple[threading.Thread, Future[T]]:
    """Start work as `start_thread` does; return the thread, and what gets its result or error."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except Exception as error:  # noqa: BLE001 - whoever asks for the result gets it
            result.set_exception(error)

    return start_thread(run, cancelled, name), result


def run_apart(
    work: Callable[[threading.Event], T], is_over: Callable[[], bool], name: str
) -> T | None:
    """Run work in a thread of its own and return its result; None as soon as `is_over`.

    `work`: gets a flag, which is set when its result is no longer needed; native code that does
    not look at it for a second keeps nobody waiting.
    Raises what the work raises.
    """
    left = threading.Event()
    thread, result = start_work(lambda: work(left), left, name)
    try:
        while thread.is_alive() and not is_over():
            thread.join(POLL_SECONDS)
    finally:
        left.set()
    return result.result() if result.done() else None


def wait_for_engines(timeout: float | None = None) -> bool:
    """Wait until every cancelled engine has ended; return whether all have.

    A cancelled engine may run on for a second or two. Call this where no thread may be left.

    Parameters
    ----------
    timeout : float, optional
        The longest time to wait, in seconds.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    for thread in list(_running):
        thread.join(None if deadline is None else max(0.0, deadline - time.monotonic()))
    return not _running


EXIT_SECONDS = 30.0
"""How long the exit of the process waits, in seconds: running native threads would abort it."""


@atexit.register
def _end_engines() -> None:
    for cancelled in list(_running.values()):
        cancelled.set()
    wait_for_engines(EXIT_SECONDS)

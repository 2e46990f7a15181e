"""Processes beside this one: whether they may be started, how they end, and interrupts."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from nqviz.core.installing import is_bundle

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

NO_CONSOLE: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""The flag of processes that open no window of a console, which only Windows does."""

END_SECONDS = 5.0
"""How long a killed process is waited for."""

_allowed = threading.Event()


def allow_processes() -> None:
    """Allow engines to start processes of their own, which can be ended at any moment.

    A new process imports the module that was started as a script, so a script that calls
    this keeps its work under ``if __name__ == "__main__":``. Without it such engines run in
    threads, and one that is stopped may use the processor for some seconds more. In a frozen
    application such a process begins its work here and does not come back.
    """
    multiprocessing.freeze_support()
    _allowed.set()


def processes_allowed() -> bool:
    """Return whether `allow_processes` has been called."""
    return _allowed.is_set()


@contextmanager
def process_apart(serve: Callable[..., None], *given: object) -> Iterator[Connection]:
    """Start a process and give the connection to it; in the end it is killed.

    `serve`: what the process does; it gets its end of the connection, and then what is `given`.
    Where it makes itself a process group, all that it has started is killed as well.
    """
    here, there = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=serve, args=(there, *given), daemon=True)
    with interrupts_blocked():
        process.start()
    there.close()
    try:
        yield here
    finally:
        if hasattr(os, "killpg") and process.pid is not None:
            with suppress(OSError):  # it has no group, or has ended
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join(END_SECONDS)
        here.close()


def workers_context() -> BaseContext:
    """Return how processes are started that do the same work, where many of them are wanted.

    On Linux one process imports what this one has imported for the work, and forks each of them:
    it has no other threads, and they neither import nor keep the modules once more. It stays until
    this process ends. A bundle, and other systems, start each process from nothing.
    """
    if sys.platform != "linux" or is_bundle():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([name for name in sys.modules if _is_of_work(name)])
    return context


def _is_of_work(module: str) -> bool:
    package, _, rest = module.partition(".")
    return module in _LIBRARIES or (package == "nqviz" and not rest.startswith(_NOT_OF_WORK))


_LIBRARIES = ("numba", "scipy.linalg")
_NOT_OF_WORK = ("__main__", "cli", "rendering", "view", "lessons", "notebook")


def end_with_starter() -> None:
    """End this process, by Linux, as soon as the thread ends that has forked it."""
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


_PR_SET_PDEATHSIG = 1
_QUIET = "ignore:resource_tracker:UserWarning"


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block interrupts in processes started within this context; the main process handles them."""
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    _begin_tracker()  # starting it unblocks interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_tracker() -> None:
    """Start the resource tracker of multiprocessing, if it does not run yet.

    Started later, it would print warnings to the user when the process is killed.
    """
    from multiprocessing import resource_tracker

    if is_bundle():  # it knows this process by its exact arguments
        resource_tracker.ensure_running()
        return
    sys.warnoptions.append(_QUIET)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(_QUIET)

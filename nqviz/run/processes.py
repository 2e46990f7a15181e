"""Processes of engines: whether they may be started, and interrupts, which reach all of them."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from nqviz.core.installing import is_bundle

NO_CONSOLE: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""The flag of processes that open no window of a console, which only Windows does."""

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
    """Whether `allow_processes` has been called."""
    return _allowed.is_set()


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

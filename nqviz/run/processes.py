"""Whether engines may start processes of their own."""

from __future__ import annotations

import multiprocessing
import threading

_allowed = threading.Event()


def allow_processes() -> None:
    """Allow engines to start processes of their own, which can be ended at any moment.

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

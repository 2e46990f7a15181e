"""Interrupts of a terminal, which reach every process of a program at once."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_QUIET = "ignore:resource_tracker:UserWarning"


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Keep interrupts from what this thread starts: the program itself heeds them and ends it."""
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    _begin_tracker()  # it lets interrupts through again when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_tracker() -> None:
    """Start the process that cleans up behind this one, if it is not there yet.

    A program that is ended at once leaves it something to do, of which it would warn the user.
    """
    from multiprocessing import resource_tracker

    sys.warnoptions.append(_QUIET)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(_QUIET)

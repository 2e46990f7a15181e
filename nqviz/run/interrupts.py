"""Interrupts from a terminal, which are sent to every process of a program."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_QUIET = "ignore:resource_tracker:UserWarning"


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block interrupts in processes started within this context; the main program handles them."""
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

    Started later, it would print warnings to the user when the program is killed.
    """
    from multiprocessing import resource_tracker

    sys.warnoptions.append(_QUIET)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(_QUIET)

"""Interrupts: they end the process at once, or set the stop flag of its work.

This module imports almost nothing, because it is needed while the others are imported.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from .early import WHEN_INTERRUPTED, end_interrupted


def fill_streams() -> None:
    """Open the null device for closed standard streams, before a file gets their descriptor."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


@contextmanager
def interrupt_ends() -> Iterator[None]:
    """End the process at once, with one line, at an interrupt within this context.

    For code without side effects, such as imports. A `KeyboardInterrupt` during an import could
    leave partly imported modules: those of VTK end the process by a segmentation fault.
    """
    with _handled(end_interrupted):
        yield


@contextmanager
def interrupt_stops(stop: threading.Event) -> Iterator[None]:
    """Set `stop` at an interrupt within this context; end the process at once at a second one."""
    with _handled(lambda: end_interrupted() if stop.is_set() else stop.set()):
        yield


def let_interrupts_leave() -> None:
    """Make an interrupt end the process at once and silently from now on.

    The exit waits for threads. A `KeyboardInterrupt` during this would print a traceback, and
    running threads of HiGHS would abort the process.
    """
    if _is_asked():
        signal.signal(signal.SIGINT, _leave)


@contextmanager
def _handled(handle: Callable[[], None]) -> Iterator[None]:
    """Call a function at an interrupt, if nqviz handles interrupts."""
    if not _is_asked():
        yield
        return

    def on_interrupt(_number: int, _frame: FrameType | None) -> None:
        handle()

    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_asked() -> bool:
    """Return whether interrupts reach nqviz, and no other handler is installed."""
    is_plain = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return is_plain and threading.current_thread() is threading.main_thread()


def _leave(_number: int, _frame: FrameType | None) -> None:
    with suppress(OSError, RuntimeError, ValueError):  # such as where it is being written already
        sys.stdout.flush()
    os._exit(WHEN_INTERRUPTED)


def close_output() -> None:
    """Write nowhere from now on: the reader of the output has closed it, or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

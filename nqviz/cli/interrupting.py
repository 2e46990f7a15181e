"""What an interrupt does: it ends the program at once, or asks its work to stop.

This module loads almost nothing, as it is needed while the others are loaded.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

WHEN_INTERRUPTED = 130
"""The exit status of a program that was interrupted, as shells tell it."""

_FRESH_LINE = b"\r\x1b[2K\x1b[?25h"
"""Removes what a bar of progress leaves on the line of a terminal, and shows the cursor again."""


def fill_streams() -> None:
    """Put nothing where the caller has closed a stream, before a file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


@contextmanager
def interrupt_ends() -> Iterator[None]:
    """Let an interrupt end the program at once, with one line, where nothing can be left half done.

    Such as while modules are loaded. A `KeyboardInterrupt` would fly through modules that are half
    loaded: those of VTK end the program by a segmentation fault.
    """
    with _handled(_end):
        yield


@contextmanager
def interrupt_stops(stop: threading.Event) -> Iterator[None]:
    """Let an interrupt ask work to stop, and another one end the program at once."""
    with _handled(lambda: _end() if stop.is_set() else stop.set()):
        yield


def let_interrupts_leave() -> None:
    """Let an interrupt end the program at once from now on, and silently: all has been said.

    Until its threads have ended it waits. A `KeyboardInterrupt` there would tell where in Python
    that is, and threads of HiGHS that go on would abort the program.
    """
    if _is_asked():
        signal.signal(signal.SIGINT, _leave)


@contextmanager
def _handled(handle: Callable[[], None]) -> Iterator[None]:
    """Do something at an interrupt, where it is for this program to say what."""
    if not _is_asked():
        yield
        return

    def heed(_number: int, _frame: FrameType | None) -> None:
        handle()

    signal.signal(signal.SIGINT, heed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_asked() -> bool:
    """Return whether interrupts are told to this program, and nothing else heeds them."""
    is_plain = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return is_plain and threading.current_thread() is threading.main_thread()


def _end() -> None:
    """End without waiting for anything; with --json there is one object still."""
    with suppress(OSError):
        if "--json" in sys.argv:
            os.write(1, b'{"error": "interrupted"}\n')
        os.write(2, (_FRESH_LINE if os.isatty(2) else b"") + b"nqviz: interrupted\n")
    os._exit(WHEN_INTERRUPTED)


def _leave(_number: int, _frame: FrameType | None) -> None:
    with suppress(OSError, RuntimeError, ValueError):  # such as where it is being written already
        sys.stdout.flush()
    os._exit(WHEN_INTERRUPTED)

"""Loading modules, which may be interrupted at any moment. This module loads almost nothing."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

WHEN_INTERRUPTED = 130
"""The exit status of a program that was interrupted, as shells tell it."""


def fill_streams() -> None:
    """Put nothing where the caller has closed a stream, before a file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


@contextmanager
def loading() -> Iterator[None]:
    """Let an interrupt end the program at once, with one line, while modules are loaded.

    Nothing has been begun then that could be left half done. A `KeyboardInterrupt` would fly
    through modules that are half loaded: those of VTK end the program by a segmentation fault.
    """
    is_asked = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_asked or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(_number: int, _frame: FrameType | None) -> None:
    os.write(2, b"nqviz: interrupted\n")
    os._exit(WHEN_INTERRUPTED)

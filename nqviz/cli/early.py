"""The end of an interrupted process, from its first moments on.

This module imports what Python has loaded already: it is needed before all others.
"""

from __future__ import annotations

import os
import signal
import sys

WHEN_INTERRUPTED = 130
"""The exit status of an interrupted process, as in shells."""

_FRESH_LINE = b"\r\x1b[2K\x1b[?25h"
"""Clears the line of a progress bar on a terminal, and shows the cursor again."""


def end_interrupted(*_signal: object) -> None:
    """End without waiting; with --json still print one object."""
    try:
        temporary = sys.modules.get("nqviz.run.temporary")
        remove = getattr(temporary, "remove_ours", None)  # None while it is being imported
        if remove is not None:
            remove()
        if "--json" in sys.argv:
            os.write(1, b'{"error": "interrupted"}\n')
        os.write(2, (_FRESH_LINE if os.isatty(2) else b"") + b"nqviz: interrupted\n")
    except OSError:  # nobody reads it
        pass
    finally:
        os._exit(WHEN_INTERRUPTED)


def is_command_line() -> bool:
    """Return whether this process is the command ``nqviz``, not one that imports it."""
    name = sys.argv[0].rpartition(os.sep)[2] if sys.argv else ""
    words = sys.orig_argv
    module = words[words.index("-m") + 1] if "-m" in words[:-1] else ""
    return name in ("nqviz", "nqviz.exe") or module in ("nqviz", "nqviz.cli")


if is_command_line() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, end_interrupted)


def begin() -> None:
    """Handle interrupts as Python does, once all is imported."""
    if signal.getsignal(signal.SIGINT) is end_interrupted:
        signal.signal(signal.SIGINT, signal.default_int_handler)

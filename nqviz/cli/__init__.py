"""The command line: one verb each for building, checking, solving, counting and drawing.

Exit status: 0 done; 1 the answer is no; 2 bad input; 3 ended by a limit before an answer; 4
an error in nqviz itself, with a report; 130 interrupted.
"""

from __future__ import annotations

from . import early  # isort: skip  # before all others, which take a while

import sys
from collections.abc import Sequence

from .interrupting import fill_streams, interrupt_ends, let_interrupts_leave

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    `argv`: the arguments after the name of the command; those of the process without it.
    Returns the exit status.
    """
    early.begin()
    fill_streams()
    with interrupt_ends():
        from .parser import asks_in_general, show_in_general

        words = sys.argv[1:] if argv is None else argv
        is_general = asks_in_general(words)
        if not is_general:
            from .main import run_line
    status = show_in_general(words) if is_general else run_line(argv)
    if argv is None:  # this is the command itself, which has nothing left to do
        let_interrupts_leave()
        explorer = sys.modules.get("nqviz_app.main")
        if explorer is not None:  # its window is closed
            explorer.leave(status)
    return status

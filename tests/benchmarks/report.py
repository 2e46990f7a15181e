"""Prints a table of measurements with the command that gives it and the load it was taken under."""

import os
import platform
import sys
from collections.abc import Sequence


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def load() -> str:
    """Return the load of the machine where the system tells it."""
    cores = os.cpu_count()
    try:
        return f"load {os.getloadavg()[0]:.1f} on {cores} cores"
    except (AttributeError, OSError):
        return f"{cores} cores"


def show(name: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table under the command that made it."""
    say(f"\n$ python -m tests.benchmarks {name}    ({load()}, Python {platform.python_version()})")
    table = [tuple(columns), *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(row[i]) for row in table) for i in range(len(columns))]
    for number, row in enumerate(table):
        say("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
        if number == 0:
            say("  ".join("-" * width for width in widths))

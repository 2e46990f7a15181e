"""Memory of the explorer with 10,201 queens on the (101,3)-board, loaded, shown and turned."""

import sys
from pathlib import Path

from .frames import turn
from .report import say, show
from .window import full, turn_for, window_on

GOAL = 600


def resident() -> tuple[float, float]:
    """Return what is resident now and the most that ever was, in megabytes (10^6 bytes)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    now, peak = (int(fields[name].split()[0]) * 1024 / 1e6 for name in ("VmRSS", "VmHWM"))
    return now, peak


def main() -> None:
    if not sys.platform.startswith("linux"):
        say("memory is read where the system keeps /proc/self/status")
        return
    rows = [("libraries imported", *resident())]
    with window_on(full(101)) as window:
        rows.append(("(101,3) loaded and shown", *resident()))
        turn(window, 20)
        turn_for(1.0)
        rows.append(("turned", *resident()))
        window.document.toggle(5)
        window.actions_["edit.undo"].trigger()
        turn_for(1.0)
        rows.append(("clicked and undone", *resident()))
    show(
        "memory",
        ("after", "resident", "most", f"goal {GOAL} MB"),
        [(name, f"{now:.0f} MB", f"{most:.0f} MB", "") for name, now, most in rows],
    )

"""The library of kernels that were compiled when nqviz was built, if it has one."""

from __future__ import annotations

import importlib
import platform
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

NEEDED = {"sse4_2", "ssse3", "popcnt", "cx16"}
"""The instructions of x86-64-v2, as Linux calls them: every processor made since 2011 has them."""


@cache
def library() -> ModuleType | None:
    """Load the library; None if nqviz was built without one, or for newer processors."""
    if not _runs_here():
        return None
    try:
        return importlib.import_module(f"{__package__}._kernels")
    except ImportError:
        return None


def _runs_here() -> bool:
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return True
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return False
    return set(next((line.split() for line in lines if line.startswith("flags")), [])) >= NEEDED

"""Libraries of a Linux system that wheels do not bring, and the command that installs them."""

from __future__ import annotations

import ctypes
import json
import shutil
import sys
from collections.abc import Iterable
from functools import cache

from nqviz.core.errors import InputError
from nqviz.core.shipped import shipped_text

MANAGERS = {"apt-get": "sudo apt install", "dnf": "sudo dnf install", "pacman": "sudo pacman -S"}
"""The package managers that are known, with their commands."""

_TABLES: dict[str, dict[str, list[str]]] = json.loads(
    shipped_text("reference", "system-libraries.json")
)
"""Libraries, each with the packages of Debian, Fedora and Arch."""
DRAWING = _TABLES["drawing"]
"""What drawings of scenes load."""
WINDOW = {**DRAWING, **_TABLES["window"]}
"""What every window of Qt loads."""
X11 = _TABLES["x11"]
"""What a window on an X11 display loads besides."""


def missing_libraries(wanted: Iterable[str]) -> list[str]:
    """Return which of these libraries cannot be loaded; none on systems other than Linux.

    A bundle brings some of them, and takes the others from the system.
    """
    if not sys.platform.startswith("linux"):
        return []
    return [name for name in wanted if not _loads(name)]


@cache
def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def missing_line(missing: Iterable[str]) -> str:
    """Return one line that names missing libraries and the command that installs them."""
    names = list(missing)
    noun = "libraries are" if len(names) > 1 else "library is"
    command = install_command(names)
    remedy = f"; {command} installs them" if command else ""
    return f"the system {noun} missing: {', '.join(names)}{remedy}"


def check_drawing() -> None:
    """Check that scenes can be drawn: without these libraries VTK would end the process.

    Raises InputError if a library of the system is missing.
    """
    missing = missing_libraries(DRAWING)
    if missing:
        raise InputError(missing_line(missing))


def install_command(libraries: Iterable[str]) -> str:
    """Return the command that installs libraries; empty where the package manager is unknown."""
    known = {**WINDOW, **X11}
    packages = zip(*(known[name] for name in libraries), strict=True)
    return package_command(*(" ".join(dict.fromkeys(names)) for names in packages))


def package_command(*packages: str) -> str:
    """Return the command that installs packages, named as in Debian, Fedora and Arch.

    It is empty where the package manager is unknown.
    """
    for (program, command), named in zip(MANAGERS.items(), packages, strict=False):
        if shutil.which(program):
            return f"`{command} {named}`"
    return ""

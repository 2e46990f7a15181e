"""Libraries of a Linux system that wheels do not bring, and the command that installs them."""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Iterable
from functools import cache

from nqviz.core.errors import InputError

MANAGERS = {"apt-get": "sudo apt install", "dnf": "sudo dnf install", "pacman": "sudo pacman -S"}
"""The package managers that are known, with their commands."""

DRAWING = {
    "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libX11.so.6": ("libx11-6", "libX11", "libx11"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
}
"""What drawings of scenes load, with the packages of Debian, Fedora and Arch."""
WINDOW = {
    **DRAWING,
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
}
"""What every window of Qt loads."""
X11 = {
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb", "libx11"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-render-util.so.0": (
        "libxcb-render-util0",
        "xcb-util-renderutil",
        "xcb-util-renderutil",
    ),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb", "libxcb"),
}
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

"""Whether a window can be shown: what Qt would end the whole process for is tested before it."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from nqviz.run.system_libraries import WINDOW, X11, missing_libraries, missing_line

FEWEST_BITS = 15
"""The colour depth that Qt needs; on displays of 256 colours it crashes."""


def display_problem() -> str | None:
    """Return one line about why no window can be shown here, or None."""
    return _scale_problem() or _platform_problem() or _display_problem() or _library_problem()


def _scale_problem() -> str | None:
    text = os.environ.get("QT_SCALE_FACTOR")
    if not text:
        return None
    with suppress(ValueError):
        if 0.1 <= float(text) <= 20:
            return None
    return f"QT_SCALE_FACTOR is {text[:30]!r}; it has to be a number from 0.1 to 20"


def _platform_problem() -> str | None:
    """Return why Qt has no such platform as QT_QPA_PLATFORM names, or None."""
    names = [part.partition(":")[0] for part in _platforms()]
    found = find_spec("PySide6")
    if not names or found is None or not found.submodule_search_locations:
        return None
    root = Path(next(iter(found.submodule_search_locations)))
    folders = (root / "Qt" / "plugins" / "platforms", root / "plugins" / "platforms")
    files = [path.stem for folder in folders for path in folder.glob("*q*.*")]
    there = {stem.removeprefix("lib").removeprefix("q") for stem in files}
    if not there or any(name in there or f"{name}-generic" in there for name in names):
        return None
    return f"QT_QPA_PLATFORM is {names[0][:30]!r}; Qt has {', '.join(sorted(there))} here"


def _platforms() -> list[str]:
    """Return the platforms that QT_QPA_PLATFORM names."""
    return [part for part in os.environ.get("QT_QPA_PLATFORM", "").split(";") if part]


def _needs_display() -> bool:
    """Return whether Qt will look for a display of X11 or Wayland."""
    names = [part.partition(":")[0].partition("-")[0] for part in _platforms()]
    linux = sys.platform.startswith("linux")
    return linux and (not names or any(name in ("xcb", "wayland") for name in names))


def _display_problem() -> str | None:
    if not _needs_display():
        return None
    display, wayland = os.environ.get("DISPLAY", ""), os.environ.get("WAYLAND_DISPLAY", "")
    names = {part.partition(":")[0].partition("-")[0] for part in _platforms()}
    uses_wayland = wayland and names != {"xcb"}
    if uses_wayland and _connects(str(Path(os.environ.get("XDG_RUNTIME_DIR", "/run")) / wayland)):
        return None
    if display and names != {"wayland"}:
        return _x11_problem(display)
    if wayland:
        return f"the display {wayland!r}, which WAYLAND_DISPLAY names, cannot be reached"
    return (
        "there is no display to show a window on (neither DISPLAY nor WAYLAND_DISPLAY is set);"
        " `xvfb-run nqviz-explorer --screenshot out.png` shows it on a virtual one"
    )


def _x11_problem(display: str) -> str | None:
    """Return why Qt cannot use an X display, or None; remote ones are not tested."""
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    is_local = host in ("", "unix") and number.isdecimal()
    if host and not is_local:
        return None
    unreachable = f"the display {display!r}, which DISPLAY names, cannot be reached"
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:  # which is told as a missing library
        names = (f"\0/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}")
        return None if is_local and any(map(_connects, names)) else unreachable
    depth = _depth(x11, display) if is_local else 0
    if not depth:
        return unreachable
    if depth >= FEWEST_BITS:
        return None
    return f"the display {display!r} has {2**depth} colours; a window needs {FEWEST_BITS} bits"


@cache
def _depth(x11: ctypes.CDLL, display: str) -> int:
    """Return the bits of a colour of a display; 0 where it cannot be opened.

    The display stays open: a server without any client starts anew, and refuses Qt meanwhile.
    """
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultDepth.argtypes = [ctypes.c_void_p, ctypes.c_int]
    x11.XDefaultScreen.argtypes = [ctypes.c_void_p]
    opened = x11.XOpenDisplay(display.encode(errors="replace"))
    return int(x11.XDefaultDepth(opened, x11.XDefaultScreen(opened))) if opened else 0


def _connects(name: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        try:
            line.connect(name)
        except (OSError, ValueError):
            return False
    return True


def _library_problem() -> str | None:
    if not _needs_display():
        return None
    on_wayland = os.environ.get("WAYLAND_DISPLAY") and not os.environ.get("DISPLAY")
    missing = missing_libraries(WINDOW if on_wayland else {**WINDOW, **X11})
    return missing_line(missing) if missing else None

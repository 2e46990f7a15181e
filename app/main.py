"""The explorer's entry: arguments, the example that opens, and the screenshot of the window."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from importlib.util import find_spec
from multiprocessing import freeze_support
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Run the explorer.

    Parameters
    ----------
    arguments : list of str, optional
        ``[FILE] [--screenshot OUT.png] [--theme NAME] [--size WxH] [--text-size PERCENT]``;
        those of the process without it.

    Returns
    -------
    int
        0 when the window was closed or its screenshot saved, 2 for bad input.
    """
    freeze_support()  # in a frozen program the processes of engines begin here
    options = _parser().parse_args(arguments)
    problem = _missing_display()
    if problem:
        return _complain(problem)
    os.environ.setdefault("QT_API", "pyside6")
    try:
        from nqviz.run.processes import allow_processes

        from .application import run

        _require("pyvista")  # imported only once the window is on the screen
    except ImportError as error:
        return _complain(f"a part of the explorer is not installed: {error}")
    allow_processes()
    return run(
        options.file,
        screenshot=options.screenshot,
        theme=options.theme,
        size=options.size,
        text_size=options.text_size,
    )


def _require(package: str) -> None:
    """Check that a package is there, without importing it.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    if sys.modules.get(package, sys) is None or find_spec(package) is None:
        raise ImportError(f"No module named {package!r}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nqviz-explorer", description="Explore queens on boards of any dimension."
    )
    parser.add_argument("file", nargs="?", type=Path, help="a placement or a session to open")
    parser.add_argument(
        "--screenshot",
        type=Path,
        metavar="OUT.png",
        help="show the window, save what it shows as an image, and leave",
    )
    parser.add_argument("--theme", choices=("system", "light", "dark"), help="how it looks")
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="size of the window, such as 1500x920"
    )
    parser.add_argument(
        "--text-size", type=_percent, metavar="PERCENT", help="size of all text, from 80 to 200"
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1500x920")
    return int(width), int(height)


def _percent(text: str) -> int:
    value = int(text) if text.isdecimal() else 0
    if not 80 <= value <= 200:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 80 to 200")
    return value


def _missing_display() -> str | None:
    """Return why no window can be shown on this machine, or None.

    Qt would end the whole process where it cannot reach its display, so that is tried before.
    """
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    display = os.environ.get("DISPLAY", "")
    if os.environ.get("WAYLAND_DISPLAY") or (display and _answers(display)):
        return None
    if display:
        return f"the display {display!r}, which DISPLAY names, cannot be reached"
    return (
        "there is no display to show a window on (neither DISPLAY nor WAYLAND_DISPLAY is set);"
        " `xvfb-run nqviz-explorer --screenshot out.png` shows it on a virtual one"
    )


def _answers(display: str) -> bool:
    """Return whether the local X display accepts connections; remote ones are not tested."""
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if host not in ("", "unix") or not number.isdecimal():
        return bool(host)
    for name in (f"\0/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            try:
                line.connect(name)
            except OSError:
                continue
            return True
    return False


def _complain(text: str) -> int:
    sys.stderr.write(f"nqviz-explorer: {text}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())

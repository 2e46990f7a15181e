"""The explorer's entry: arguments, the example that opens, and the screenshot of the window."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Run the explorer.

    Parameters
    ----------
    arguments : list of str, optional
        ``[FILE] [--screenshot OUT.png] [--theme NAME] [--size WxH]``; those of the process
        without it.

    Returns
    -------
    int
        0 when the window was closed or its screenshot saved, 2 for bad input.
    """
    options = _parser().parse_args(arguments)
    problem = _missing_display()
    if problem:
        return _complain(problem)
    os.environ.setdefault("QT_API", "pyside6")
    try:
        from .session import run
    except ImportError as error:
        return _complain(f"a part of the explorer is not installed: {error}")
    return run(options.file, screenshot=options.screenshot, theme=options.theme, size=options.size)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nqviz-explorer", description="Explore queens on boards of any dimension."
    )
    parser.add_argument("file", nargs="?", type=Path, help="a placement to open")
    parser.add_argument(
        "--screenshot",
        type=Path,
        metavar="OUT.png",
        help="show the window, save what it shows as an image, and leave",
    )
    parser.add_argument("--theme", choices=("system", "light", "dark"), help="how it looks")
    parser.add_argument(
        "--size", type=_size, default=(1500, 920), metavar="WxH", help="size of the window"
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1500x920")
    return int(width), int(height)


def _missing_display() -> str | None:
    """Say why no window can be shown on this machine, or None."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return None
    return (
        "there is no display to show a window on (neither DISPLAY nor WAYLAND_DISPLAY is set);"
        " `xvfb-run nqviz-explorer --screenshot out.png` shows it on a virtual one"
    )


def _complain(text: str) -> int:
    sys.stderr.write(f"nqviz-explorer: {text}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())

"""The explorer's entry: arguments, the example that opens, and the screenshot of the window."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from multiprocessing import freeze_support
from pathlib import Path
from typing import NoReturn

from nqviz.cli.interrupting import fill_streams
from nqviz.core.errors import InputError
from nqviz.run.temporary import remove_ours

from .display import display_problem


class NoDisplay(InputError):  # noqa: N818 - it says what is missing
    """No window can be shown, so that a message is only written."""


def main(arguments: list[str] | None = None) -> int:
    """Run the explorer.

    `arguments`: ``[FILE] [--screenshot OUT.png] [--theme NAME] [--size WxH] [--text-size
    PERCENT]``; those of the process without it.
    Returns 0 when the window was closed or its screenshot saved, 2 for bad input.
    """
    freeze_support()  # in a frozen application the processes of engines begin here
    has_console = sys.stderr is not None
    fill_streams()
    try:
        status = _run(_parser().parse_args(arguments))
    except InputError as error:
        status = _complain(str(error), has_console or isinstance(error, NoDisplay))
    if arguments is None:
        leave(status)
    return status


def leave(status: int) -> NoReturn:
    """End the process at once: its exit would wait for threads of engines.

    Processes of engines and exports end by themselves as soon as this one is gone.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    remove_ours()
    os._exit(status)


def _run(options: argparse.Namespace) -> int:
    problem = display_problem()
    if problem:
        raise NoDisplay(problem)
    os.environ.setdefault("QT_API", "pyside6")
    try:
        from nqviz.run.processes import allow_processes

        allow_processes()  # before Matplotlib is imported, which then lists no fonts of the system
        from .unread_sources import leave_sources_unread

        leave_sources_unread()
        from .application import run

        for package in ("pyvista", "highspy", "matplotlib"):  # imported only when they are used
            _require(package)
    except ImportError as error:
        raise InputError(f"a part of the explorer is not installed: {error}") from None
    return run(
        options.file,
        screenshot=options.screenshot,
        theme=options.theme,
        size=options.size,
        text_size=options.text_size,
    )


def _require(package: str) -> None:
    """Check that a package is there, without importing it.

    Raises ImportError if it is not installed.
    """
    if sys.modules.get(package, sys) is None or find_spec(package) is None:
        raise ImportError(f"No module named {package!r}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nqviz-explorer", description="Explore queens on boards of any dimension."
    )
    parser.add_argument(
        "file", nargs="?", type=Path, help="a placement, its code, a session, a proof, or a lesson"
    )
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


def _complain(text: str, has_console: bool) -> int:
    """Write one line; in a window where there is no console, as on Windows."""
    sys.stderr.write(f"nqviz-explorer: {text}\n")
    if not has_console:
        with suppress(ImportError):
            from .widgets.messages import show_alone

            show_alone("nqviz explorer", text)
    return 2


if __name__ == "__main__":
    sys.exit(main())

"""What options that several verbs share mean: boards, limits, and files to read and to write."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.outline import TooManyCellsError
from nqviz.formats import PlacementFile, read_placement
from nqviz.run.context import Limit, core_count
from nqviz.run.files import read_bytes, read_stream
from nqviz.run.plugins import PluginRegistry


def given_board(options: argparse.Namespace) -> Board | None:
    """Return the board of the options; None without them.

    Raises InputError if the options are incomplete or contradictory.
    """
    if options.shape is not None:
        if options.n is not None or options.d is not None:
            raise InputError("give the board either by --shape or by --n and --d, not by both")
        make = partial(Board, options.shape)
        return _board(make, options)
    if options.n is not None and options.d is not None:
        make = partial(Board.cube, options.n, options.d)
        return _board(make, options)
    if options.n is not None or options.d is not None:
        missing = "--d D" if options.d is None else "--n N"
        raise InputError(f"half of the board is missing: give {missing} as well")
    wrapped = options.torus or options.wrap_axes or options.twist
    if wrapped or options.piece != "queen" or options.blocked or options.stop:
        raise InputError(
            "--torus, --wrap-axes, --twist, --piece, --blocked and --stop need a board: give --n N"
            " --d D, or --shape 4,5,6"
        )
    return None


def _board(make: Callable[..., Board], options: argparse.Namespace) -> Board:
    """Make a board as the options say; blocked cells and axes count from 1."""
    cells, stops = options.blocked, options.stop
    if stops and not cells:
        raise InputError("--stop goes with --blocked: lines stop at blocked cells")
    if options.torus and options.wrap_axes:
        raise InputError("--torus wraps along every axis: leave out --wrap-axes")
    axes = [axis - 1 for axis in options.wrap_axes]
    try:
        board = make(options.torus, options.piece, wraps=axes, twist=options.twist)
    except TooManyCellsError as large:
        indices = {large.outline.index([value - 1 for value in cell]) for cell in cells}
        large.blocked, large.stops = len(indices), bool(stops)
        raise
    if not cells:
        return board
    blocked = [board.index([value - 1 for value in cell]) for cell in cells]
    return board.with_blocked(blocked, stops)


def required_board(options: argparse.Namespace) -> Board:
    """Return the board of the options; raise InputError without one."""
    board = given_board(options)
    if board is None:
        raise InputError(f"{options.verb} needs a board: give --n N --d D, or --shape 4,5,6")
    return board


def read_file(options: argparse.Namespace) -> PlacementFile:
    """Read the placement file of the options; their board is for files without a board."""
    return read_input(options.file, given_board(options))


def read_input(path: str, board: Board | None = None) -> PlacementFile:
    """Read a placement file or standard input (``-``); `board` is for files without a board."""
    return read_placement(path, sys.stdin.buffer, board, pipes=True)


def read_data(path: str) -> tuple[bytes, str]:
    """Read a file, a pipe or standard input; return its bytes and its name in messages."""
    if path == "-":
        name = "standard input"
        return read_stream(sys.stdin.buffer, name), name
    return read_bytes(path, pipes=True), path


def given_limit(options: argparse.Namespace) -> Limit:
    """Return the limit of the options, with at most one thread for each core."""
    threads = 1 if options.threads is None else options.threads
    return Limit(seconds=options.time_limit, threads=min(threads, core_count()))


def refuse(options: argparse.Namespace, names: Iterable[str], why: str) -> None:
    """Raise InputError for the first of these options that is given; `why` ends the message."""
    for name in names:
        if getattr(options, name) not in (None, False, (), [], 0):
            raise InputError(f"--{name.replace('_', '-')} {why}")


def check_output(options: argparse.Namespace) -> None:
    """Check that the output file can be written; see `check_target`."""
    check_target(options.output)


def check_target(path: str | None) -> None:
    """Check that a file can be written, before long work begins; ``-`` and None name none.

    Raises InputError if its folder does not exist or is not writable.
    """
    if path in (None, "-"):
        return
    if not path:
        raise InputError("the name of the file to write is empty")
    target = Path(path)
    if target.is_dir():
        raise InputError(f"{target}: this is a folder, not a file")
    if target.exists() and not target.is_file():
        return  # a device or a pipe
    if not target.parent.is_dir():
        raise InputError(f"{target}: there is no folder {target.parent}")
    if not os.access(target.parent, os.W_OK):
        raise InputError(f"{target}: the folder {target.parent} may not be written to")


def names_for_help(
    parser: argparse.ArgumentParser, registry: PluginRegistry[Any]
) -> tuple[str, ...]:
    """Return the names for the help of an option; plug-ins are searched only if it is shown."""
    is_shown = not {"-h", "--help"}.isdisjoint(parser.get_default("words") or ())
    return tuple(registry) if is_shown else registry.built_in

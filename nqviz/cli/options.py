"""Options that several verbs share, and what they stand for."""

from __future__ import annotations

import argparse
import math
import os
import sys
from pathlib import Path

from ..board import Board
from ..errors import InputError
from ..files import PlacementFile, read_placement
from ..pieces import PIECE_FORMS
from ..work import Limit


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add the options that give a board."""
    group = parser.add_argument_group("board")
    group.add_argument("--n", type=whole, metavar="N", help="the side of a cube")
    group.add_argument("--d", type=whole, metavar="D", help="the dimension of a cube")
    group.add_argument("--shape", type=sides, metavar="4,5,6", help="the sides of a box")
    group.add_argument("--torus", action="store_true", help="lines wrap around")
    group.add_argument(
        "--piece", default="queen", metavar="PIECE", help=f"{PIECE_FORMS}; queen by default"
    )


def given_board(options: argparse.Namespace) -> Board | None:
    """Give the board of the options; None if they give none.

    Raises
    ------
    InputError
        If the options say half of it, or two things at once.
    """
    if options.shape is not None:
        if options.n is not None or options.d is not None:
            raise InputError("give the board either by --shape or by --n and --d, not by both")
        return Board(options.shape, options.torus, options.piece)
    if options.n is not None and options.d is not None:
        return Board.cube(options.n, options.d, options.torus, options.piece)
    if options.n is not None or options.d is not None:
        missing = "--d D" if options.d is None else "--n N"
        raise InputError(f"half of the board is missing: give {missing} as well")
    if options.torus or options.piece != "queen":
        raise InputError("--torus and --piece need a board: give --n N --d D, or --shape 4,5,6")
    return None


def required_board(options: argparse.Namespace) -> Board:
    """Give the board of the options.

    Raises
    ------
    InputError
        If they give none.
    """
    board = given_board(options)
    if board is None:
        raise InputError(f"{options.verb} needs a board: give --n N --d D, or --shape 4,5,6")
    return board


def add_file(parser: argparse.ArgumentParser, what: str = "a placement") -> None:
    """Add the file to read, a placement or `what` it may be."""
    parser.add_argument("file", metavar="FILE", help=f"{what}; - is standard input")


def read_file(options: argparse.Namespace) -> PlacementFile:
    """Read the placement file of the options; their board is for files that name none."""
    return read_placement(options.file, sys.stdin.buffer, given_board(options))


def add_limit(parser: argparse.ArgumentParser) -> None:
    """Add the options that limit long work."""
    group = parser.add_argument_group("limits")
    group.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="end after so long")
    group.add_argument(
        "--threads", type=whole, default=1, help="how many may be used; 1 by default"
    )


def given_limit(options: argparse.Namespace) -> Limit:
    """Give the limit of the options."""
    return Limit(seconds=options.time_limit, threads=options.threads)


def add_output(parser: argparse.ArgumentParser, text: str) -> None:
    """Add the file to write."""
    parser.add_argument("-o", "--output", metavar="FILE", help=text)


def check_output(options: argparse.Namespace) -> None:
    """Look whether the file to write can be written, before long work is done for it.

    Raises
    ------
    InputError
        If its folder is not there, or may not be written to.
    """
    if options.output not in (None, "-"):
        check_target(options.output)


def check_target(path: str) -> None:
    """Look whether a file can be written.

    Raises
    ------
    InputError
        If its folder is not there, or may not be written to.
    """
    target = Path(path)
    if target.is_dir():
        raise InputError(f"{target}: this is a folder, not a file")
    if target.exists() and not target.is_file():
        return  # a device or a pipe
    if not target.parent.is_dir():
        raise InputError(f"{target}: there is no folder {target.parent}")
    if not os.access(target.parent, os.W_OK):
        raise InputError(f"{target}: the folder {target.parent} may not be written to")


# Kinds of values: their errors become part of the parser's one line ---------------------------


def whole(text: str) -> int:
    """Read a whole number."""
    if not text.isascii() or not text.removeprefix("-").isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    if len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text[:15]}... is too large")
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers parted by commas."""
    return tuple(whole(part.strip()) for part in text.split(","))


def sides(text: str) -> tuple[int, ...]:
    """Read the sides of a board, parted by commas or x."""
    return numbers(text.replace("x", ","))


def seconds(text: str) -> float:
    """Read a time in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value

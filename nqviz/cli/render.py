"""``nqviz render``: draw a placement or a density into a file."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from ..board import Board
from ..counting import density
from ..picture import Picture
from ..placement import Placement
from .options import add_board, add_limit, check_output, given_limit, read_file, required_board
from .session import DONE, INTERRUPTED, LIMIT, Session

VIEWS = ("3d", "layers", "square", "density")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, the view and what the image is like."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a placement; - is standard input; without it an empty board, or its density",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="the image; its ending is the format"
    )
    parser.add_argument("--view", choices=VIEWS, default="3d", help="3d by default")
    parser.add_argument(
        "--size", type=_size, default=(1600, 1200), metavar="1600x1200", help="width and height"
    )
    parser.add_argument(
        "--scale", type=_scale, default=1.0, metavar="S", help="draws the same with more pixels"
    )
    parser.add_argument("--transparent", action="store_true", help="no background")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--free", action="store_true", help="mark the free cells")
    add_board(parser)
    add_limit(parser)


def run(options: argparse.Namespace, session: Session) -> int:
    """Draw."""
    check_output(options)
    if options.file is None:
        placement = Placement(required_board(options))
    else:
        placement = read_file(options).placement
    picture: Picture | None = Picture.of(placement, free=options.free)
    if options.view == "density":
        picture = _density(placement.board, options, session)
    if picture is None:
        session.remark("interrupted" if session.interrupted else "time limit: no density")
        return INTERRUPTED if session.interrupted else LIMIT
    _save(picture, options)
    written = Path(options.output)
    width, height = (round(side * options.scale) for side in options.size)
    session.answer(
        {"file": str(written), "size": [width, height]},
        f"{written}: {options.view} of the {placement.board}, {written.stat().st_size:,} bytes",
    )
    return DONE


def _density(board: Board, options: argparse.Namespace, session: Session) -> Picture | None:
    """Picture the density of a board instead of queens."""
    found = session.work(
        lambda progress, stop: density(board, given_limit(options), progress, stop)
    )
    if found is None:
        return None
    return replace(Picture(board), density=found.counts.astype(float), density_total=found.total)


def _save(picture: Picture, options: argparse.Namespace) -> None:
    look = {
        "size": options.size,
        "scale": options.scale,
        "transparent": options.transparent,
        "theme": options.theme,
    }
    if options.view == "3d":
        from ..scene import save_scene

        save_scene(picture, options.output, **look)
    elif options.view == "square":
        from ..drawing import save_square

        save_square(picture, options.output, **look)
    else:
        from ..drawing import save_layers

        save_layers(picture, options.output, **look)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (text.isascii() and width.isdecimal() and height.isdecimal()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1600x1200")
    return int(width), int(height)


def _scale(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.01 <= value <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a scale from 0.01 to 100")
    return value

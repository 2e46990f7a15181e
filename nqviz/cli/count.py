"""``nqviz count``: how many placements there are."""

from __future__ import annotations

import argparse
import threading

from ..board import Board
from ..counting import (
    Count,
    MaximumCount,
    count_full,
    count_layered,
    count_maximum,
    count_planar,
    count_regular,
)
from ..errors import InputError
from ..tasks import default_executor
from ..work import ProgressCallback
from .options import add_board, add_limit, given_limit, required_board, whole
from .session import DONE, Session
from .solving import STATUSES
from .splitting import add_split, given_split

COUNTS = ("maximum", "planar", "layered", "regular", "full")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to count and the board."""
    parser.add_argument("what", metavar="WHAT", help=f"one of: {', '.join(COUNTS)}")
    add_board(parser)
    parser.add_argument(
        "--queens", type=whole, metavar="K", help="count placements of K queens, not of the most"
    )
    add_limit(parser)
    parser.set_defaults(threads=None)
    add_split(parser, "; the processes of all cores by default")


def run(options: argparse.Namespace, session: Session) -> int:
    """Count and tell."""
    if options.what not in COUNTS:
        raise InputError(f"cannot count {options.what!r}; choose one of {', '.join(COUNTS)}")
    board = required_board(options)
    if options.what != "maximum" and options.queens is not None:
        raise InputError("--queens goes with count maximum only")
    count = session.work(lambda progress, stop: _count(options, board, progress, stop))
    queens = count.queens if isinstance(count, MaximumCount) else _queens(options.what, board)
    entries = {
        "count": None if count.count is None else str(count.count),
        "orbits": count.orbits,
        "seconds": round(count.seconds, 3),
        "status": str(count.status),
        "shape": list(board.shape),
        "queens": queens,
        "method": count.method,
    }
    if count.count is None:
        session.answer(entries, f"{count.status}: the count did not end")
        why = "interrupted" if session.interrupted else count.message or "time limit"
        session.remark(f"{why}: no count")
        return STATUSES[count.status]
    kind = "" if options.what == "maximum" else f"{options.what} "
    orbits = "" if count.orbits is None else f", {count.orbits:,} up to symmetry"
    session.answer(
        entries,
        f"{count.count:,} {kind}placements of {queens} {board.piece}s on the {board}{orbits}",
    )
    return DONE


def _count(
    options: argparse.Namespace, board: Board, progress: ProgressCallback, stop: threading.Event
) -> Count | MaximumCount:
    splits = options.what in ("maximum", "planar")
    if not splits and (options.executor is not None or options.checkpoint is not None):
        raise InputError(
            f"count {options.what} does not split: leave out --executor and --checkpoint"
        )
    by_default = default_executor() if options.threads is None else None
    split = given_split(options, by_default)
    options.threads = options.threads or 1
    limit = given_limit(options)
    if options.what == "maximum":
        return count_maximum(board, limit, progress, stop, options.queens, split=split)
    if not board.is_cube or board.piece != "queen":
        raise InputError(f"count {options.what} is for queens on cubes: give --n N --d D")
    if options.what == "regular":
        return count_regular(board.n, board.d, limit)
    if board.torus:
        raise InputError(f"count {options.what} is for flat boards")
    if options.what == "layered":
        return count_layered(board.n, board.d, limit, stop)
    if options.what == "full":
        if board.d != 3:
            raise InputError("count full is for d = 3; for d = 2 count planar")
        return count_full(board.n, limit, progress, stop)
    if board.d != 2:
        raise InputError("count planar is for d = 2")
    return count_planar(board.n, limit, progress, stop, split)


def _queens(what: str, board: Board) -> int:
    return board.n if what == "layered" else board.full_count

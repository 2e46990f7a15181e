"""``nqviz count``: how many placements there are."""

from __future__ import annotations

import argparse

from ..counting import count_maximum
from ..errors import InputError
from .options import add_board, add_limit, given_limit, required_board, whole
from .session import DONE, Session
from .solving import STATUSES

COUNTS = ("maximum",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to count and the board."""
    parser.add_argument("what", metavar="WHAT", help=f"one of: {', '.join(COUNTS)}")
    add_board(parser)
    parser.add_argument(
        "--queens", type=whole, metavar="K", help="count placements of K queens, not of the most"
    )
    add_limit(parser)


def run(options: argparse.Namespace, session: Session) -> int:
    """Count and tell."""
    if options.what not in COUNTS:
        raise InputError(f"cannot count {options.what!r}; choose one of {', '.join(COUNTS)}")
    board = required_board(options)
    count = session.work(
        lambda progress, stop: count_maximum(
            board, given_limit(options), progress, stop, options.queens
        )
    )
    entries = {
        "count": None if count.count is None else str(count.count),
        "orbits": count.orbits,
        "seconds": round(count.seconds, 3),
        "status": str(count.status),
        "shape": list(board.shape),
        "queens": count.queens,
        "method": count.method,
    }
    if count.count is None:
        session.answer(entries, f"{count.status}: the count did not end")
        session.remark(f"{'interrupted' if session.interrupted else 'time limit'}: no count")
        return STATUSES[count.status]
    orbits = "" if count.orbits is None else f", {count.orbits:,} up to symmetry"
    session.answer(
        entries,
        f"{count.count:,} placements of {count.queens} {board.piece}s on the {board}{orbits}",
    )
    return DONE

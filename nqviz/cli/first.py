"""``nqviz first``: the lexicographically first placement of n queens."""

from __future__ import annotations

import argparse

from ..board import Board
from ..errors import InputError
from ..placement import Placement
from ..problems.first import CUTS, ENGINES, OURS, First, first_placement
from .options import add_limit, add_output, check_output, check_target, given_limit, whole
from .session import INTERRUPTED, LIMIT, Session
from .solving import STATUSES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the side, the engine, the limits and the files."""
    parser.add_argument("--n", type=whole, metavar="N", required=True, help="the side of the board")
    parser.add_argument("--engine", default=OURS, help=f"{', '.join(ENGINES)}; {OURS} by default")
    parser.add_argument(
        "--cuts", metavar="NAMES", default="", help=f"separated by lex-dfs: {', '.join(CUTS)}"
    )
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help=f"keep the search of the engine {OURS} in a file, and go on from it if it is there",
    )
    add_limit(parser)
    add_output(parser, "write the placement found into a file")


def run(options: argparse.Namespace, session: Session) -> int:
    """Search and tell."""
    check_output(options)
    if options.checkpoint is not None:
        check_target(options.checkpoint)
    if options.threads != 1:
        raise InputError("the search for a first placement uses one thread: leave out --threads")
    found = session.work(
        lambda progress, stop: first_placement(
            options.n,
            options.engine,
            cuts=tuple(part.strip() for part in options.cuts.split(",") if part.strip()),
            checkpoint=options.checkpoint,
            limit=given_limit(options),
            progress=progress,
            stop=stop,
        )
    )
    status = STATUSES[found.status]
    _tell(found, session, options.output)
    if status in (LIMIT, INTERRUPTED):
        session.remark(found.message)
    return status


def _tell(found: First, session: Session, output: str | None) -> None:
    entries = {
        "status": str(found.status),
        "permutation": found.permutation,
        "fingerprint": found.fingerprint,
        "seconds": round(found.seconds, 3),
        "certain": [column + 1 for column in found.certain],
        "best": None if found.best is None else [column + 1 for column in found.best],
        "nodes": found.nodes,
        "engine": found.engine,
        "message": found.message,
    }
    text = f"{found.status}: {found.message}"
    if found.permutation is None:
        rows = " ".join(str(column + 1) for column in found.certain)
        session.answer(entries, f"{text}\n{rows}" if rows else text)
    elif output is None:
        session.answer(entries, f"{text}\n{' '.join(map(str, found.permutation))}")
    else:
        placement = Placement(Board.cube(found.n, 2), list(enumerate(found.certain)))
        source = f"engine {found.engine}"
        session.answer_placement(placement, entries, text, output, source)

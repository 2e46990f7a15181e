"""``nqviz maximum``: the most queens on a board, or a proof that a number of them does not fit."""

from __future__ import annotations

import argparse

from ..problems import maximum
from .options import add_board, check_output, given_limit, required_board, whole
from .session import Session
from .solving import add_engine, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board, the question and the engine."""
    add_board(parser)
    parser.add_argument(
        "--prove",
        type=whole,
        metavar="K",
        help="ask whether K queens fit; infeasible means that it is proven that they do not",
    )
    add_engine(parser)


def run(options: argparse.Namespace, session: Session) -> int:
    """Ask and tell."""
    board = required_board(options)
    check_output(options)
    outcome = session.work(
        lambda progress, stop: maximum(
            board,
            prove=options.prove,
            cuts=options.cuts,
            engine=options.engine,
            limit=given_limit(options),
            progress=progress,
            stop=stop,
        )
    )
    return tell(outcome, session, options.output)

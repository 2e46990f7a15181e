"""``nqviz complete``: add queens to a placement."""

from __future__ import annotations

import argparse

from ..problems import complete
from .options import add_board, add_file, check_output, given_limit, read_file, whole
from .session import Session
from .solving import add_certificate, add_engine, check_certificate, tell
from .splitting import given_split


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, what to reach, and the engine."""
    add_file(parser)
    parser.add_argument(
        "--target",
        type=_target,
        default="full",
        metavar="full|max|K",
        help="a full placement (default), the largest one, or K queens",
    )
    add_board(parser)
    add_engine(parser)
    add_certificate(parser)


def run(options: argparse.Namespace, session: Session) -> int:
    """Ask and tell."""
    givens = read_file(options).placement
    check_output(options)
    check_certificate(options)
    outcome = session.work(
        lambda progress, stop: complete(
            givens,
            options.target,
            cuts=options.cuts,
            engine=options.engine,
            split=given_split(options),
            limit=given_limit(options),
            progress=progress,
            stop=stop,
        )
    )
    return tell(outcome, session, options.output, options.certificate, givens)


def _target(text: str) -> str | int:
    return text if text in ("full", "max") else whole(text)

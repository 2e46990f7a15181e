"""``nqviz complete``: add queens to a placement."""

from __future__ import annotations

import argparse

from ..errors import InputError
from ..placement import Placement
from ..problems import complete
from ..problems.excluded import Exclusions, complete_excluded, count_completions
from .options import add_board, add_file, check_output, given_limit, numbers, read_file, whole
from .session import Session
from .solving import STATUSES, add_certificate, add_engine, check_certificate, tell
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
    group = parser.add_argument_group("flat square boards")
    group.add_argument("--count", action="store_true", help="count the full placements instead")
    group.add_argument(
        "--exclude-diagonals",
        metavar="s5,d-2",
        help="no queen where the coordinates add up to 5, or the second less the first is -2",
    )
    group.add_argument("--exclude-rows", type=numbers, metavar="I,..", help="no queen there")
    group.add_argument("--exclude-columns", type=numbers, metavar="J,..", help="no queen there")


def run(options: argparse.Namespace, session: Session) -> int:
    """Ask and tell."""
    givens = read_file(options).placement
    check_output(options)
    check_certificate(options)
    exclusions = _exclusions(options)
    if exclusions is not None or options.count:
        return _on_allowed_lines(options, session, givens, exclusions or Exclusions())
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


def _exclusions(options: argparse.Namespace) -> Exclusions | None:
    """Give the excluded lines; None if there are none."""
    given = options.exclude_diagonals, options.exclude_rows, options.exclude_columns
    if given == (None, None, None):
        return None
    diagonals = Exclusions.of_diagonals(options.exclude_diagonals or "")
    rows, columns = options.exclude_rows or (), options.exclude_columns or ()
    return Exclusions(rows, columns, diagonals.sums, diagonals.differences)


def _on_allowed_lines(
    options: argparse.Namespace, session: Session, givens: Placement, exclusions: Exclusions
) -> int:
    """Find or count the placements with a queen on every row and column that is allowed."""
    is_plain = options.engine == "auto" and options.cuts is None and options.certificate is None
    if options.target != "full" or not is_plain or given_split(options) is not None:
        raise InputError(
            "--count and excluded lines go with --target full alone: leave out --engine, --cuts,"
            " --certificate, --executor and --checkpoint"
        )
    limit = given_limit(options)
    if not options.count:
        outcome = session.work(
            lambda progress, stop: complete_excluded(
                givens, exclusions, limit=limit, progress=progress, stop=stop
            )
        )
        return tell(outcome, session, options.output)
    counted = session.work(
        lambda progress, stop: count_completions(
            givens, exclusions, limit=limit, progress=progress, stop=stop
        )
    )
    is_all = counted.status.is_proof
    entries = {
        "status": str(counted.status),
        "count": str(counted.count) if is_all else None,
        "found": str(counted.count),
        "seconds": round(counted.seconds, 3),
        "nodes": counted.nodes,
        "engine": "planar search",
    }
    least = "" if is_all else "at least "
    session.answer(entries, f"{counted.status}: {least}{counted.count:,} full placements")
    return STATUSES[counted.status]


def _target(text: str) -> str | int:
    return text if text in ("full", "max") else whole(text)

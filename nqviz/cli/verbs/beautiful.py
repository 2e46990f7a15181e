"""``nqviz beautiful``: most beautiful queens of the planar board."""

from __future__ import annotations

import argparse

from nqviz.cli.options import add_limit, add_output, check_output, given_limit, whole
from nqviz.cli.output import INTERRUPTED, LIMIT, Console, from_one
from nqviz.cli.solving import (
    STATUSES,
    add_certificate,
    check_certificate,
    outcome_entries,
    write_certificate,
)
from nqviz.core.board import Board
from nqviz.core.pieces import either
from nqviz.problems.beautiful import BEAUTIFUL_ENGINES, beautiful, beautiful_certificate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the side and the engine."""
    parser.add_argument("--n", type=whole, required=True, metavar="N", help="the side")
    parser.add_argument(
        "--engine",
        default="auto",
        help=f"auto (default), {either(BEAUTIFUL_ENGINES)}; levels is the published algorithm",
    )
    add_limit(parser)
    add_output(parser, "write the placement found into a file")
    add_certificate(parser)


def run(options: argparse.Namespace, console: Console) -> int:
    """Solve the problem and report the result."""
    check_output(options)
    check_certificate(options)
    found = console.work(
        lambda run: beautiful(
            Board.cube(options.n, 2), run.part(given_limit(options)), engine=options.engine
        )
    )
    written = None
    if options.certificate is not None:
        proof = console.work(lambda run: beautiful_certificate(found, run))
        why = "the work on it was stopped, or the side is over 64"
        written = write_certificate(found, console, options.certificate, proof, why)
        found = found if written is None else found.checked()
    entries = {
        **outcome_entries(found),
        "permutation": from_one(found.permutation),
        "fingerprint": None if found.fingerprint is None else list(found.fingerprint),
        "decided": found.decided,
        "engine": found.engine,
        "message": found.message,
    }
    if options.certificate is not None:
        entries["certificate"] = written
    note = f"{found.status}: {found.message}"
    status = STATUSES[found.status]
    if found.placement is None or found.fingerprint is None:
        console.answer(entries, note)
    else:
        note += f" Fingerprint {' '.join(map(str, found.fingerprint))}."
        console.answer_placement(
            found.placement, entries, note, options.output, f"engine {found.engine}"
        )
    if status in (LIMIT, INTERRUPTED):
        why = "interrupted" if status == INTERRUPTED else "no answer yet"
        console.remark(f"{why}: {found.message}")
    return status

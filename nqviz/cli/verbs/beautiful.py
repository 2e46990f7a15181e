"""``nqviz beautiful``: most beautiful queens of the planar board."""

from __future__ import annotations

import argparse

from nqviz.cli.output import Console, from_one
from nqviz.cli.solving import answer_end, check_certificate, outcome_entries, write_certificate
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.core.placement import Placement
from nqviz.problems.beautiful import (
    BEAUTIFUL_ENGINES,
    Beautiful,
    beautiful,
    beautiful_certificate,
    recorded_beautiful,
    refute_more_beautiful,
)
from nqviz.problems.planar import as_placement
from nqviz.proofs import Certificate
from nqviz.run.budgets import FIRST_SIDE

VALUES = {"engines": either(BEAUTIFUL_ENGINES)}


def run(options: argparse.Namespace, console: Console) -> int:
    """Solve the problem and report the result."""
    check_certificate(options)
    proof: Certificate | None = None
    if options.recorded:
        placement = _recorded(options)
        found, proof = console.work(lambda run: refute_more_beautiful(placement, run), options)
    else:
        found = console.work(
            lambda run: beautiful(Board.cube(options.n, 2), run, engine=options.engine), options
        )
    written = None
    if options.certificate is not None:
        if not options.recorded:
            proof = console.work(lambda run: beautiful_certificate(found, run))
        why = f"the work on it was stopped, or the side is over {FIRST_SIDE}"
        written = write_certificate(found, console, options.certificate, proof, why)
        found = found if written is None else found.checked()
    return _report(found, written, options, console)


def _recorded(options: argparse.Namespace) -> Placement:
    """Return the recorded placement; raise InputError if there is none, or it is searched for."""
    if options.engine != "auto":
        raise InputError("--recorded does not search: give no engine")
    columns = recorded_beautiful(options.n)
    if columns is None:
        raise InputError(f"no most beautiful placement of {options.n} queens is recorded")
    return as_placement(columns)


def _report(
    found: Beautiful, written: str | None, options: argparse.Namespace, console: Console
) -> int:
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
    note, placement = f"{found.status}: {found.message}", found.placement
    if placement is not None and found.fingerprint is not None:
        note += f" Fingerprint {' '.join(map(str, found.fingerprint))}."
    return answer_end(found, console, placement, entries, note, options.output)

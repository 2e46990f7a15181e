"""``nqviz verify``: check a placement, a proof or a lesson."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.catalogue.proofs import proof_data
from nqviz.cli.interrupting import interrupt_ends
from nqviz.cli.options import given_board, read_data, read_input
from nqviz.cli.output import DONE, INTERRUPTED, LIMIT, NO, Console, from_one
from nqviz.core.board import Board, vast_boards
from nqviz.formats import is_code, parse_bytes
from nqviz.formats.entries import torus_entry
from nqviz.proofs import AnyClaim, BeautifulClaim, DominationClaim, FirstClaim
from nqviz.run.context import RunContext
from nqviz.run.outcome import Status
from nqviz.verification import (
    PlacementCheck,
    file_kind,
    verify_lesson,
    verify_placement,
    verify_proof,
)

_SHOWN = 1000
"""The maximum number of attacks in the text."""


def run(options: argparse.Namespace, console: Console) -> int:
    """Check and report."""
    if options.library:
        return _report_proof(options.file, proof_data(options.file), console)
    data, name = None, str(options.file)
    is_stream = name == "-" or not (is_code(name) or Path(name).is_file())  # is read only once
    if is_stream and file_kind(name, b"") != "lesson":
        data, name = read_data(name)
    kind = file_kind(name, data)
    if kind == "lesson":
        return _report_lesson(name, console)
    if kind == "proof":
        return _report_proof(name, data, console)
    with vast_boards():
        board = given_board(options)
    with interrupt_ends():  # many queens take seconds, and there are no side effects
        check, text = console.work(lambda run: _checked(name, data, board, run))
    console.answer(_entries(check), text)
    return DONE if check.valid else NO


def _checked(
    name: str, data: bytes | None, board: Board | None, run: RunContext
) -> tuple[PlacementCheck, str]:
    """Check the placement of a file; return the result and its text."""
    with vast_boards():
        file = read_input(name, board) if data is None else parse_bytes(data, name, board)
    check = verify_placement(file.placement, run)
    lines = [check.message]
    if not check.valid:
        lines += (flaw.message for flaw in file.placement.flaws(_SHOWN))
    if len(check.attacks) > _SHOWN:
        more = len(check.attacks) - _SHOWN
        lines.append("and more" if check.has_more else f"and {more:,} more")
    return check, "\n".join(lines)


def _entries(check: PlacementCheck) -> dict[str, object]:
    coordinates = check.placement.coordinates() if check.attacks else []
    entries: dict[str, object] = {
        "valid": check.valid,
        "count": len(check.placement),
        "attacks": [[coordinates[a.first], coordinates[a.second]] for a in check.attacks],
        "free_cells": check.free,
    }
    return entries | {"more_attacks": True} if check.has_more else entries


def _report_proof(file: str, data: bytes | None, console: Console) -> int:
    verdict = console.work(lambda run: verify_proof(file, data, run=run))
    entries = {
        "valid": verdict.valid,
        "claim": verdict.claim,
        **_subject(verdict.subject),
        "kind": verdict.kind,
        "seconds": round(verdict.seconds, 3),
        "message": verdict.message,
    }
    console.answer(entries, verdict.message)
    if verdict.ended is not None:
        return INTERRUPTED if verdict.ended is Status.STOPPED else LIMIT
    return DONE if verdict.valid else NO


def _subject(claim: AnyClaim | None) -> dict[str, object]:
    """Return the board of a claim, and its bound with the given queens, or its placement."""
    if claim is None:
        return {}
    board = claim.board
    entries: dict[str, object] = {
        "shape": list(board.shape),
        "torus": torus_entry(board),
        "piece": str(board.piece),
    }
    if isinstance(claim, DominationClaim):
        return entries | {"least": claim.least, "independent": claim.independent}
    if isinstance(claim, FirstClaim):
        return entries | {"first": from_one(claim.columns)}
    if isinstance(claim, BeautifulClaim):
        return entries | {"beautiful": from_one(claim.columns)}
    return entries | {"givens": claim.givens.coordinates(), "most": claim.most}


def _report_lesson(file: str, console: Console) -> int:
    check = verify_lesson(file)
    entries = {
        "valid": check.valid,
        "title": check.lesson.title,
        "steps": len(check.lesson.steps),
        "flaws": list(check.flaws),
    }
    console.answer(entries, "\n".join([check.message, *check.flaws]))
    return DONE if check.valid else NO

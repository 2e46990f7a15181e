"""``nqviz verify``: every attack in a placement, whether a proof proves, or a lesson teaches."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.cli.interrupting import interrupt_ends
from nqviz.cli.options import add_board, add_file, given_board, read_data, read_input
from nqviz.cli.output import DONE, INTERRUPTED, LIMIT, NO, Session
from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.formats import parse_bytes
from nqviz.proofs import MAGIC, Flawed, Verdict, check, is_proof, load
from nqviz.run.outcome import Status

_SHOWN = 1000
"""The most attacks that are written out as text."""
_LISTED = 1_000_000
"""The most that JSON holds: millions of queens may have more than memory does."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, and a board for files that name none."""
    add_file(parser, "a placement, a proof that --certificate wrote, or a lesson (.yaml)")
    add_board(parser)


def run(options: argparse.Namespace, session: Session) -> int:
    """Check and tell."""
    data, name = None, str(options.file)
    if name.lower().endswith((".yaml", ".yml")):
        return _check_lesson(name, session)
    if name == "-" or not Path(name).is_file():  # what can be read but once
        data, name = read_data(name)
    if data.startswith(MAGIC) if data is not None else is_proof(name):
        return _check_proof(name, data, session)
    board = given_board(options)
    with interrupt_ends():  # large numbers of queens take seconds, and nothing is half done
        entries, text = session.work(lambda _run: _found(name, data, board))
    session.answer(entries, text)
    return DONE if entries["valid"] else NO


def _found(name: str, data: bytes | None, board: Board | None) -> tuple[dict[str, object], str]:
    """Read a placement and tell what is found in it: the entries of JSON, and the text."""
    file = read_input(name, board) if data is None else parse_bytes(data, name, board)
    placement = file.placement
    # To see that there is no attack is quicker than to look for all of them.
    attacks = [] if placement.is_valid() else placement.attacks(_LISTED + 1)
    are_more = len(attacks) > _LISTED
    del attacks[_LISTED:]
    coordinates = placement.coordinates() if attacks else []
    free = _free_cells(placement, bool(attacks))
    entries: dict[str, object] = {
        "valid": not attacks,
        "count": len(placement),
        "attacks": [[coordinates[a.first], coordinates[a.second]] for a in attacks],
        "free_cells": free,
    }
    if are_more:
        entries["more_attacks"] = True
    what = f"{counted(len(placement), placement.board.piece)} on the {placement.board}"
    if not attacks:
        return entries, f"valid: {what}, {counted(free, 'free cell')}"
    number = f"{'more than ' if are_more else ''}{counted(len(attacks), 'attack')}"
    lines = [f"not valid: {what}, {number}"]
    lines += (flaw.message for flaw in placement.flaws(_SHOWN))
    if len(attacks) > _SHOWN:
        lines.append("and more" if are_more else f"and {len(attacks) - _SHOWN:,} more")
    return entries, "\n".join(lines)


def _check_proof(file: str, data: bytes | None, session: Session) -> int:
    try:
        proof = load(file, data)
    except Flawed as flaw:
        verdict = Verdict(False, "", "", 0.0, f"not proven: {flaw}")
    else:
        verdict = session.work(lambda run: check(proof, run=run))
    entries = {
        "valid": verdict.valid,
        "claim": verdict.claim,
        "kind": verdict.kind,
        "seconds": round(verdict.seconds, 3),
        "message": verdict.message,
    }
    session.answer(entries, verdict.message)
    if verdict.ended is not None:
        return INTERRUPTED if verdict.ended is Status.STOPPED else LIMIT
    return DONE if verdict.valid else NO


def _check_lesson(file: str, session: Session) -> int:
    from nqviz.lessons import faulty_tasks, read_lesson  # reads YAML, which no other verb needs

    lesson = read_lesson(file)
    flaws = faulty_tasks(lesson)
    entries = {
        "valid": not flaws,
        "title": lesson.title,
        "steps": len(lesson.steps),
        "flaws": list(flaws),
    }
    what = f"a lesson of {counted(len(lesson.steps), 'step')}: {lesson.title}"
    session.answer(entries, "\n".join([f"{'not ' if flaws else ''}valid: {what}", *flaws]))
    return NO if flaws else DONE


def _free_cells(placement: Placement, attacked: bool) -> int:
    board = placement.board
    along_axes = 1 in board.direction_classes
    if along_axes and not attacked and len(placement) == board.full_count:
        return 0  # each line along the longest side holds a queen
    return AttackCounts.of(placement).free

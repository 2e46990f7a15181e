"""``nqviz maximum --cells``: which cells can hold a queen of a maximum placement."""

from __future__ import annotations

import argparse

from nqviz.cli.options import given_limit
from nqviz.cli.output import INTERRUPTED, LIMIT, Session
from nqviz.cli.solving import STATUSES, outcome_entries
from nqviz.cli.tables import layer_lines
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.problems.membership import NO, OPEN, YES, membership

_SIGNS = {YES: "+", NO: ".", OPEN: "?"}
_WORDS = {YES: "yes", NO: "no", OPEN: "open"}


def report_cells(options: argparse.Namespace, board: Board, session: Session) -> int:
    """Decide all cells and print them, layer by layer: + yes, . no, ? open.

    Raises InputError with options of another problem.
    """
    for name in (
        "prove",
        "start",
        "cuts",
        "output",
        "certificate",
        "executor",
        "checkpoint",
        "shard",
    ):
        if getattr(options, name, None) is not None:
            raise InputError(f"--cells decides all cells at once: leave out --{name}")
    found = session.work(
        lambda run: membership(board, engine=options.engine, run=run.part(given_limit(options)))
    )
    entries = {
        **outcome_entries(found),
        "count": found.queens,
        "bound": found.bound,
        "shape": list(board.shape),
        "cells": [_WORDS[answer] for answer in found.cells.tolist()],
        "message": found.message,
    }
    layers = layer_lines(
        found.cells.reshape(board.shape), lambda row: " ".join(_SIGNS[cell] for cell in row)
    )
    session.answer(entries, "\n".join([found.message, *layers]))
    status = STATUSES[found.status]
    if status in (LIMIT, INTERRUPTED):
        why = "interrupted" if status == INTERRUPTED else "not all cells are decided"
        session.remark(f"{why}: {found.message}")
    return status

"""``nqviz maximum --cells``: which cells can hold a queen of a maximum placement."""

from __future__ import annotations

import argparse

import numpy as np

from nqviz.cli.options import given_limit
from nqviz.cli.output import INTERRUPTED, LIMIT, Session
from nqviz.cli.solving import STATUSES, known_entries, status_word
from nqviz.core.board import Board
from nqviz.core.coordinates import coordinate_text
from nqviz.core.errors import InputError
from nqviz.problems.membership import NO, OPEN, YES, Membership, membership

_SIGNS = {YES: "+", NO: ".", OPEN: "?"}
_WORDS = {YES: "yes", NO: "no", OPEN: "open"}


def tell_cells(options: argparse.Namespace, board: Board, session: Session) -> int:
    """Decide all cells and print them, layer by layer: + yes, . no, ? open.

    Raises InputError with options of another problem.
    """
    for name in ("prove", "start", "cuts", "output", "certificate", "executor", "checkpoint"):
        if getattr(options, name, None) is not None:
            raise InputError(f"--cells decides all cells at once: leave out --{name}")
    found = session.work(
        lambda run: membership(board, engine=options.engine, run=run.part(given_limit(options)))
    )
    entries = {
        "status": status_word(found.status),
        "count": found.queens,
        "bound": found.bound,
        "shape": list(board.shape),
        "cells": [_WORDS[answer] for answer in found.cells.tolist()],
        "seconds": round(found.seconds, 3),
        "message": found.message,
        **known_entries(found),
    }
    session.answer(entries, "\n".join([found.message, *_layers(found)]))
    status = STATUSES[found.status]
    if status in (LIMIT, INTERRUPTED):
        why = "interrupted" if status == INTERRUPTED else "not all cells are decided"
        session.remark(f"{why}: {found.message}")
    return status


def _layers(found: Membership) -> list[str]:
    """Return lines with the layers along the last two axes, each with its other coordinates."""
    cells = found.cells.reshape(found.board.shape)
    table = cells.reshape((-1, *cells.shape[-2:])) if cells.ndim > 1 else cells[None, None]
    lines: list[str] = []
    for number, other in enumerate(np.ndindex(cells.shape[:-2])):
        if other:
            lines += ["", f"layer {coordinate_text(other)}"]
        lines += (" ".join(_SIGNS[cell] for cell in row) for row in table[number].tolist())
    return lines

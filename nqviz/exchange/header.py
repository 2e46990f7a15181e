"""The comment that says in a problem file which problem it is, so that solutions lead back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats import read_placement
from nqviz.formats.entries import board_entries, board_of, checked_rows, typed
from nqviz.run.files import open_file, reason
from nqviz.run.json_text import read_json

from .problem import ExportProblem

MARK = "nqviz-problem "
_COMMENT = re.compile(rb"(?m)^(?:[*%c\\]) nqviz-problem (.*)$")
HEAD_BYTES = 2**24
"""How much of a file is read to find its comment."""
VERSION = 1


def header_line(problem: ExportProblem) -> str:
    """Return the comment of a problem, without the characters that begin comments."""
    board = problem.board
    entries: dict[str, Any] = {
        "version": VERSION,
        "problem": problem.problem,
        **board_entries(board),
    }
    if len(problem.givens):
        entries["given"] = problem.givens.coordinates()
    if problem.target is not None:
        entries["target"] = problem.target
    if problem.colours:
        entries["colours"] = problem.colours
    if problem.independent:
        entries["independent"] = True
    return MARK + json.dumps(entries)


def read_reference(path: str | Path, board: Board | None = None) -> ExportProblem:
    """Read which problem a solution belongs to: a file that was exported, or a placement.

    The queens of a placement are the given queens.
    Raises InputError if the file is neither, or cannot be read.
    """
    try:
        with open_file(path) as stream:
            found = _COMMENT.search(stream.read(HEAD_BYTES))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {reason(error)}") from None
    if found is None:
        placement = read_placement(path, board=board).placement
        return ExportProblem(placement, "completion" if len(placement) else "maximum")
    try:
        return _problem(read_json(found[1].decode()))
    except (UnicodeDecodeError, InputError) as error:
        raise InputError(f"{path}: the comment of the problem cannot be read: {error}") from None


def _problem(entries: Any) -> ExportProblem:
    if not isinstance(entries, dict):
        raise InputError("it is no object")
    version = typed(entries, "version", int)
    if version != VERSION:
        raise InputError(f"its version is {version}; {VERSION} is known")
    board = board_of(entries)
    given = checked_rows(board, typed(entries, "given", list, []), lambda i: f"given {i + 1}")
    problem = typed(entries, "problem", str)
    target = entries.get("target")
    if problem == "colouring":
        target = typed(entries, "colours", int)
    elif target is not None and target != "full":
        target = typed(entries, "target", int)
    return ExportProblem(
        Placement(board, given.cells),
        problem,
        target,
        independent=typed(entries, "independent", bool, False),
    )

"""``nqviz import``: read and verify the solution of another solver."""

from __future__ import annotations

import argparse
import sys

from nqviz.cli.options import check_output, given_board
from nqviz.cli.output import DONE, NO, Console
from nqviz.constructions.colourings import colouring_placement
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.core.placement import Placement
from nqviz.exchange import PROBLEMS, ExportProblem, check_solution, read_reference, read_solution

from .export import target

VALUES = {"problems": either(PROBLEMS), "target": target}


def run(options: argparse.Namespace, console: Console) -> int:
    """Read the solution, verify it and report the result."""
    check_output(options)
    problem = _reference(options, given_board(options))
    found = check_solution(read_solution(options.file, sys.stdin.buffer), problem)
    entries: dict[str, object] = {
        "valid": found.is_valid,
        "problem": problem.problem,
        "claim": found.claim or None,
        "message": found.message,
    }
    shown = found.placement
    if found.colours is not None:  # written as layers
        shown = colouring_placement(found.colours)
        entries["square"] = (found.colours + 1).tolist()
    if shown is None:
        console.answer(entries, found.message)
    else:
        output = options.output if found.is_valid else None
        console.answer_placement(shown, entries, found.message, output, "imported solution")
    return DONE if found.is_valid else NO


def _reference(options: argparse.Namespace, board: Board | None) -> ExportProblem:
    if options.of is None:
        if board is None:
            raise InputError("import needs the problem: give --of FILE, or a board")
        return ExportProblem(Placement(board), options.problem or "maximum", options.target)
    problem = read_reference(options.of, board)
    if options.problem is not None or options.target is not None:
        givens = problem.givens
        return ExportProblem(givens, options.problem or problem.problem, options.target)
    return problem

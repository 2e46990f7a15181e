"""``nqviz export``: write a problem for other solvers."""

from __future__ import annotations

import argparse
import io

from nqviz.cli.option_table import add_options, whole
from nqviz.cli.options import check_output, check_target, given_board, read_input
from nqviz.cli.output import DONE, NO, Console
from nqviz.cli.parser import listed
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.core.placement import Placement
from nqviz.engines.refutation import VERSION, VERSIONS, QueensFitError, write_refutation
from nqviz.exchange import (
    FORMATS,
    PROBLEMS,
    ExportProblem,
    format_for,
    write_problem,
    write_problem_file,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board or the file, the problem and the format."""
    given = {"problems": either(PROBLEMS), "formats": FORMATS, "target": target}
    given |= {"versions": VERSIONS, "version": VERSION}
    add_options(parser, "export", **given)
    parser.epilog = listed("formats", FORMATS) + "\n\n" + listed("problems", PROBLEMS)


def run(options: argparse.Namespace, console: Console) -> int:
    """Write the problem."""
    problem = _problem(options)
    check_output(options)
    is_stream = options.output in (None, "-")
    if options.format is None and is_stream:
        raise InputError(f"give --format {either(FORMATS)}, or a file by -o")
    file_format = options.format or format_for(options.output)
    if options.proof is not None:
        return _refute(options, console, problem, file_format)
    if is_stream and not console.json:
        import sys

        console.has_answered = True
        console.work(lambda run: write_problem(problem, file_format, sys.stdout, run))
        return DONE
    entries = _entries(problem, file_format)
    if is_stream:
        text = io.StringIO()
        console.work(lambda run: write_problem(problem, file_format, text, run))
        console.answer({**entries, "text": text.getvalue()}, "")
        return DONE
    console.work(lambda run: write_problem_file(problem, options.output, file_format, run))
    said = f"{options.output}: {problem.describe()} ({file_format})"
    console.answer({**entries, "file": options.output}, said)
    return DONE


def _entries(problem: ExportProblem, file_format: str) -> dict[str, object]:
    return {
        "problem": problem.problem,
        "format": file_format,
        "description": problem.describe(),
        "cells": len(problem.cells),
    }


def _refute(
    options: argparse.Namespace, console: Console, problem: ExportProblem, file_format: str
) -> int:
    """Write the problem and its refutation, or neither."""
    if file_format != "opb" or options.output in (None, "-"):
        raise InputError("--proof goes with an opb file by -o")
    check_target(options.proof)
    entries = {**_entries(problem, file_format), "file": options.output}
    try:
        version = options.proof_version
        steps = console.work(
            lambda run: write_refutation(problem, options.proof, run, version=version)
        )
    except QueensFitError as fits:
        console.answer({**entries, "file": None, "proof": None, "message": str(fits)}, str(fits))
        return NO
    console.work(lambda run: write_problem_file(problem, options.output, file_format, run))
    said = f"{options.output}: {problem.describe()}; {options.proof}: refuted in {steps:,} lines"
    console.answer({**entries, "proof": options.proof, "message": said}, said)
    return DONE


def target(text: str) -> int | str:
    """Return a number, or ``full``."""
    return text if text == "full" else whole(text)


def _problem(options: argparse.Namespace) -> ExportProblem:
    board = given_board(options)
    if options.file is not None:
        givens = read_input(options.file, board).placement
    elif board is not None:
        givens = Placement(board)
    else:
        raise InputError("export needs a placement file or a board: give FILE, or --n N --d D")
    name = options.problem or ("completion" if len(givens) else "maximum")
    wanted = options.target
    if name == "completion" and wanted is None:
        wanted = "full" if 1 in givens.board.direction_classes else None
    cuts = options.cuts
    if cuts is not None:
        cuts = () if cuts in ("", "none") else tuple(part.strip() for part in cuts.split(","))
    return ExportProblem(
        givens if name == "completion" or options.file is None else Placement(givens.board),
        name,
        wanted,
        cuts,
        options.break_symmetry,
        options.independent,
        options.complement,
    )

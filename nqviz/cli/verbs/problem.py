"""``nqviz problem``: answer a problem by its name, a built-in one or that of a plug-in."""

from __future__ import annotations

import argparse

from nqviz.cli.option_table import add_options
from nqviz.cli.options import check_output, required_board
from nqviz.cli.output import Console
from nqviz.cli.parser import listed
from nqviz.cli.solving import report_outcome
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats import read_placement
from nqviz.problems.registry import PROBLEMS, solve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the problem, the given queens or the board, and the limits."""
    add_options(parser, "problem")
    parser.epilog = listed("problems", {name: each.about for name, each in PROBLEMS.items()})


def run(options: argparse.Namespace, console: Console) -> int:
    """Answer the problem and report the result."""
    check_output(options)
    givens = _givens(options)
    outcome = console.work(lambda run: solve(options.name, givens, run), options)
    return report_outcome(outcome, console, options)


def _givens(options: argparse.Namespace) -> Placement:
    if options.file is None:
        return Placement(required_board(options))
    if options.n is not None or options.shape is not None:
        raise InputError("give a placement file or a board, not both")
    return read_placement(options.file).placement

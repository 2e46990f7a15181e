"""``nqviz dominate``: the fewest queens that occupy or attack every cell."""

from __future__ import annotations

import argparse

from nqviz.cli.option_table import add_options
from nqviz.cli.options import check_output, required_board
from nqviz.cli.output import Console
from nqviz.cli.solving import check_certificate, report_outcome
from nqviz.cli.splitting import given_split
from nqviz.core.pieces import either
from nqviz.engines.domination.certify import domination_certificate
from nqviz.problems.domination import DOMINATION_ENGINES, dominate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board, the problem and the engine."""
    add_options(parser, "dominate", engines=either(DOMINATION_ENGINES))


def run(options: argparse.Namespace, console: Console) -> int:
    """Solve the problem and report the result."""
    board = required_board(options)
    check_output(options)
    check_certificate(options)
    outcome = console.work(
        lambda run: dominate(
            board,
            independent=options.independent,
            at_most=options.prove,
            engine=options.engine,
            split=given_split(options),
            run=run,
        ),
        options,
    )
    return report_outcome(
        outcome,
        console,
        options.output,
        options.certificate,
        lambda: domination_certificate(outcome, board, options.independent, console.stop),
    )

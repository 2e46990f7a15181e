"""``nqviz dominate``: the fewest queens that occupy or attack every cell."""

from __future__ import annotations

import argparse
from functools import partial

from nqviz.cli.options import required_board
from nqviz.cli.output import Console
from nqviz.cli.solving import check_certificate, report_outcome
from nqviz.cli.splitting import given_split
from nqviz.core.pieces import either
from nqviz.engines.domination.certify import domination_certificate
from nqviz.problems.domination import DOMINATION_ENGINES, dominate

VALUES = {"engines": either(DOMINATION_ENGINES)}


def run(options: argparse.Namespace, console: Console) -> int:
    """Solve the problem and report the result."""
    board = required_board(options)
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
    alone = options.independent
    prove = partial(domination_certificate, outcome, board, alone, console.stop)
    return report_outcome(outcome, console, options, prove)

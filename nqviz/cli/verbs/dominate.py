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
    alone, most, split = options.independent, options.prove, given_split(options)
    work = partial(
        dominate, board, independent=alone, at_most=most, engine=options.engine, split=split
    )
    outcome = console.work(work, options)
    prove = partial(domination_certificate, outcome, board, alone, console.stop)
    return report_outcome(outcome, console, options, prove)

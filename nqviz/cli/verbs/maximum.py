"""``nqviz maximum``: a maximum placement, or a proof that a number of queens is impossible."""

from __future__ import annotations

import argparse
from functools import partial

from nqviz.cli.option_table import add_options
from nqviz.cli.options import read_input, required_board
from nqviz.cli.output import Console, layer_lines
from nqviz.cli.solving import (
    check_certificate,
    end,
    engine_values,
    outcome_entries,
    report_beyond,
    report_outcome,
)
from nqviz.cli.splitting import given_split
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.outline import TooManyCellsError
from nqviz.core.placement import Placement
from nqviz.engines import certificate
from nqviz.problems import maximum
from nqviz.problems.membership import NO, OPEN, YES, membership

OF_A_NUMBER = ("prove", "start", "cuts", "output", "certificate", "executor", "checkpoint", "shard")
"""The options that do not go with ``--cells``."""
_SIGNS = {YES: "+", NO: ".", OPEN: "?"}
_WORDS = {YES: "yes", NO: "no", OPEN: "open"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board, the problem and the engine."""
    add_options(parser, "maximum", **engine_values(parser))


def run(options: argparse.Namespace, console: Console) -> int:
    """Solve the problem and report the result."""
    try:
        board = required_board(options)
    except TooManyCellsError as large:
        if options.cells or options.prove is not None or options.output or options.certificate:
            raise
        return report_beyond(large, options, console)
    if options.cells:
        return _report_cells(options, board, console)
    check_certificate(options)
    if options.prove is not None and options.prove < 1:
        raise InputError(f"--prove {options.prove}: give 1 queen or more")
    start = None if options.start is None else read_input(options.start, board).placement
    work = partial(
        maximum,
        board,
        prove=options.prove,
        cuts=options.cuts,
        engine=options.engine,
        start=start,
        split=given_split(options, start=start),
    )
    outcome = console.work(work, options)
    prove = partial(certificate, outcome, Placement(board), console.stop)
    return report_outcome(outcome, console, options, prove)


def _report_cells(options: argparse.Namespace, board: Board, console: Console) -> int:
    """Decide all cells and print them, layer by layer: + yes, . no, ? open.

    Raises InputError with options of another problem.
    """
    for name in OF_A_NUMBER:
        if getattr(options, name, None) is not None:
            raise InputError(f"--cells decides all cells at once: leave out --{name}")
    found = console.work(lambda run: membership(board, engine=options.engine, run=run), options)
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
    console.answer(entries, "\n".join([found.message, *layers]))
    return end(found, console, "not all cells are decided")

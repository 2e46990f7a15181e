"""``nqviz colour``: colour the planar queen graph, or prove that K colours do not suffice."""

from __future__ import annotations

import argparse

from nqviz.cli.options import add_limit, add_output, check_output, given_limit, seed, whole
from nqviz.cli.output import INTERRUPTED, LIMIT, Session
from nqviz.cli.solving import STATUSES, outcome_entries
from nqviz.constructions.colourings import colouring_placement
from nqviz.core.board import Board, IntArray
from nqviz.problems.colouring import colour


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the side, the number of colours, the limits and the file to write."""
    parser.add_argument("--n", type=whole, metavar="N", required=True, help="the side of the board")
    parser.add_argument(
        "--colours", type=whole, metavar="K", help="number of colours; without it the fewest"
    )
    parser.add_argument("--seed", type=seed, default=0, help="seed of the search; 0 by default")
    add_limit(parser)
    add_output(parser, "write the colours as layers of a placement of rooks to a file")


def run(options: argparse.Namespace, session: Session) -> int:
    """Colour the graph and report the result."""
    check_output(options)
    found = session.work(
        lambda run: colour(
            Board.cube(options.n, 2),
            run.part(given_limit(options)),
            colours=options.colours,
            seed=options.seed,
        )
    )
    status = STATUSES[found.status]
    entries = {
        **outcome_entries(found),
        "colours": found.colours,
        "square": None if found.value is None else (found.value + 1).tolist(),
        "lower": found.bound,
        "method": found.engine,
        "message": found.message,
    }
    text = f"{found.status}: {found.message}"
    if found.value is None:
        session.answer(entries, text)
    elif options.output is not None:
        placement = colouring_placement(found.value)
        session.answer_placement(placement, entries, text, options.output, "colouring")
    else:
        session.answer(entries, f"{text}\n{_written(found.value)}")
    if status in (LIMIT, INTERRUPTED):
        session.remark(found.message)
    return status


def _written(square: IntArray) -> str:
    """Return a square of colours, counted from 1, as text, row by row."""
    width = len(str(int(square.max()) + 1))
    return "\n".join(" ".join(f"{value + 1:>{width}}" for value in row) for row in square.tolist())

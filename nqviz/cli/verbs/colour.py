"""``nqviz colour``: colour the cells of a board, or prove that K colours do not suffice."""

from __future__ import annotations

import argparse
from functools import partial

from nqviz.cli.options import check_output, required_board
from nqviz.cli.output import Console
from nqviz.cli.solving import end, outcome_entries
from nqviz.cli.splitting import given_split
from nqviz.constructions.colourings import colouring_placement
from nqviz.core.board import IntArray
from nqviz.problems.colouring import colour

MOST_SHOWN = 10_000
"""The most cells of a board whose colours are printed."""


def run(options: argparse.Namespace, console: Console) -> int:
    """Colour the graph and report the result."""
    check_output(options)
    if options.n is not None and options.d is None:
        options.d = 2
    board = required_board(options)
    split = given_split(options)
    work = partial(colour, board, colours=options.colours, seed=options.seed, split=split)
    found = console.work(work, options)
    is_shown = found.value is not None and found.value.size <= MOST_SHOWN
    entries = {
        **outcome_entries(found),
        "colours": found.colours,
        "square": (found.value + 1).tolist() if found.value is not None and is_shown else None,
        "lower": found.bound,
        "method": found.engine,
        "message": found.message,
    }
    text = f"{found.status}: {found.message}"
    if found.value is None:
        console.answer(entries, text)
    elif options.output is not None:
        placement = colouring_placement(found.value)
        console.answer_placement(placement, entries, text, options.output, "colouring")
    elif is_shown:
        console.answer(entries, f"{text}\n{_written(found.value)}")
    else:
        hint = f"The colours of {found.value.size:,} cells are not printed: -o FILE writes them."
        console.answer(entries, f"{text}\n{hint}")
    return end(found, console, "no answer yet")


def _written(square: IntArray) -> str:
    """Return colours, counted from 1, as text: layer by layer, row by row, # where blocked."""
    width = len(str(int(square.max()) + 1))
    layers = square.reshape(-1, *square.shape[-2:])
    return "\n\n".join(
        "\n".join(
            " ".join(f"{value + 1 if value >= 0 else '#':>{width}}" for value in row)
            for row in layer.reshape(-1, square.shape[-1]).tolist()
        )
        for layer in layers
    )

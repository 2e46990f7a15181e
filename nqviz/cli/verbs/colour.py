"""``nqviz colour``: colour the cells of a board, or prove that K colours do not suffice."""

from __future__ import annotations

import argparse

from nqviz.cli.options import check_output, required_board
from nqviz.cli.output import Console
from nqviz.cli.solving import end, outcome_entries
from nqviz.cli.splitting import given_split
from nqviz.constructions.colourings import colouring_placement
from nqviz.core.board import IntArray
from nqviz.problems.colouring import colour


def run(options: argparse.Namespace, console: Console) -> int:
    """Colour the graph and report the result."""
    check_output(options)
    if options.n is not None and options.d is None:
        options.d = 2
    board = required_board(options)
    found = console.work(
        lambda run: colour(
            board,
            run,
            colours=options.colours,
            seed=options.seed,
            split=given_split(options),
        ),
        options,
    )
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
        console.answer(entries, text)
    elif options.output is not None:
        placement = colouring_placement(found.value)
        console.answer_placement(placement, entries, text, options.output, "colouring")
    else:
        console.answer(entries, f"{text}\n{_written(found.value)}")
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

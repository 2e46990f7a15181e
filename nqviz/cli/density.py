"""``nqviz density``: how many maximum placements use each cell."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import numpy as np

from ..board import IntArray, coordinate_text
from ..counting import Density, density
from ..errors import InputError
from ..files import atomic_write
from .options import add_board, add_limit, add_output, check_output, given_limit, required_board
from .session import DONE, INTERRUPTED, LIMIT, Session


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the board and the file."""
    add_board(parser)
    parser.add_argument("--fresh", action="store_true", help="count even if the density ships")
    add_limit(parser)
    add_output(parser, "write the array into a .npy file, or all about it into a .json file")


def run(options: argparse.Namespace, session: Session) -> int:
    """Count or look up, and write."""
    board = required_board(options)
    suffix = Path(options.output).suffix.lower() if options.output else ".npy"
    if suffix not in (".npy", ".json"):
        raise InputError(f"{options.output}: a density is written to a .npy or a .json file")
    check_output(options)
    found = session.work(
        lambda progress, stop: density(
            board, given_limit(options), progress, stop, fresh=options.fresh
        )
    )
    if found is None:
        status = INTERRUPTED if session.interrupted else LIMIT
        word = "stopped" if session.interrupted else "limit"
        session.answer(
            {"shape": list(board.shape), "total": None, "cells": None, "status": word},
            f"{word}: the count did not end",
        )
        session.remark(f"{'interrupted' if session.interrupted else 'time limit'}: no density")
        return status
    if options.output is not None:
        atomic_write(options.output, _npy(found) if suffix == ".npy" else found.json().encode())
    session.answer(
        {
            "shape": list(board.shape),
            "total": found.total,
            "cells": found.counts.tolist(),
            "queens": found.queens,
            "orbits": found.orbits,
            "source": found.source,
        },
        _text(found, options.output),
    )
    return DONE


def _npy(found: Density) -> bytes:
    stream = io.BytesIO()
    np.save(stream, found.counts.reshape(found.board.shape))
    return stream.getvalue()


def _text(found: Density, output: str | None) -> str:
    heading = (
        f"{found.total:,} placements of {found.queens} {found.board.piece}s on the {found.board},"
        f" {found.source}"
    )
    if output is not None:
        return f"{heading}; written to {output}"
    return "\n".join([heading, *_layers(found.counts.reshape(found.board.shape))])


def _layers(counts: IntArray) -> list[str]:
    """Write the layers along the last two axes, each under its other coordinates."""
    width = len(str(counts.max())) + 1
    table = counts.reshape((-1, *counts.shape[-2:])) if counts.ndim > 1 else counts[None, None]
    lines: list[str] = []
    for number, other in enumerate(np.ndindex(counts.shape[:-2])):
        if other:
            lines += ["", f"layer {coordinate_text(other)}"]
        lines += ("".join(f"{value:{width}}" for value in row) for row in table[number].tolist())
    return lines

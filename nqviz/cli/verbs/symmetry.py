"""``nqviz symmetry``: the stabiliser of a placement, or whether two are equal up to symmetry."""

from __future__ import annotations

import argparse

from nqviz.cli.options import check_output, given_board, read_file, read_input
from nqviz.cli.output import DONE, NO, Console
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.core.symmetry import (
    CLASSES,
    Stabiliser,
    canonical,
    placement_classes,
    symmetry_between,
    symmetry_count,
)

_LISTED = 48
"""The maximum number of symmetries that are listed."""


def run(options: argparse.Namespace, console: Console) -> int:
    """Find the stabiliser, or a symmetry to the other, and print the result."""
    check_output(options)
    if options.file == options.other == "-":
        raise InputError("standard input has one placement: name a file for the other")
    placement = read_file(options).placement
    moves = bool(placement.board.shift_axes) and not options.no_translations
    if options.other is not None:
        if options.output is not None:
            raise InputError("--output writes the canonical image of one placement, not of two")
        return _equivalence(options, console, placement, moves)
    found = Stabiliser.of(placement, moves)
    classes = placement_classes(placement)
    entries: dict[str, object] = {
        "stabiliser": found.name,
        "order": found.order,
        "group": symmetry_count(placement.board, moves),
        "orbit": found.orbit_size,
        "generators" if found.combinations else "symmetries": [
            symmetry.name for symmetry in found.symmetries[:_LISTED]
        ],
        "translations": len(found.shifts),
        "classes": list(classes),
    }
    text = (
        f"stabiliser: {found.name} (order {found.order:,} of {entries['group']:,});"
        f" {counted(found.orbit_size, 'different image')}"
    )
    for name in classes:
        text += f"\n{name.replace('-', ' ')}: {CLASSES[name]}"
    if options.output is None:
        console.answer(entries, text)
    else:
        least = canonical(placement, moves)
        console.answer_placement(least, entries, text, options.output, "canonical image")
    return DONE


def _equivalence(
    options: argparse.Namespace, console: Console, placement: Placement, moves: bool
) -> int:
    other = read_input(options.other, given_board(options)).placement
    found = symmetry_between(placement, other, moves)
    if found is None:
        console.answer({"same": False, "map": None}, "no symmetry maps one to the other")
        return NO
    entries = {
        "same": True,
        "map": found.name,
        "axes": [axis + 1 for axis in found.permutation],
        "reversed": list(found.reversed),
        "shift": list(found.shift),
    }
    console.answer(entries, f"the same up to symmetry: {found.name}")
    return DONE

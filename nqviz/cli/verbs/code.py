"""``nqviz code``: a placement and its view as one line of text, and back."""

from __future__ import annotations

import argparse

from nqviz.cli.options import check_output, read_file
from nqviz.cli.output import DONE, Console
from nqviz.core.pieces import counted
from nqviz.formats import PlacementFile, format_code
from nqviz.formats.json_layout import placement_entries
from nqviz.formats.layout import Layout
from nqviz.formats.placements import layout_for, write_file
from nqviz.formats.session import is_session, read_session


def run(options: argparse.Namespace, console: Console) -> int:
    """Write the code, or the file."""
    check_output(options)
    file = _read(options)
    placement, givens = file.placement, file.givens
    code = format_code(placement, givens, file.view)
    text = code
    if options.output not in (None, "-"):
        layout = layout_for(options.output)
        write_file(PlacementFile(placement, layout=layout, givens=givens), options.output)
        pieces = counted(len(placement), placement.board.piece)
        text = f"{options.output}: {pieces} on the {placement.board}"
    entries = placement_entries(placement, givens=givens) | {"code": code}
    console.answer(entries, text)
    return DONE


def _read(options: argparse.Namespace) -> PlacementFile:
    if options.file == "-" or not is_session(options.file):
        return read_file(options)
    tab = read_session(options.file).front
    state = tab.history.state
    givens = tuple(sorted(state.givens))
    return PlacementFile(state.placement, layout=Layout.CODE, givens=givens, view=tab.view)

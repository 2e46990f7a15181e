"""The JSON layout of placement files; the keys are those of design section 6."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from nqviz.core.board import IntArray
from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError, shorten
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.run.json_text import read_json

from .entries import board_entries, board_of, checked_rows, typed
from .layout import Layout, PlacementFile, check_version, version_of
from .plain import plain_rows

FORMAT = "nqviz-placement"
KEYS = (
    "format",
    "version",
    "shape",
    "torus",
    "twist",
    "piece",
    "blocked",
    "stops",
    "queens",
    "given",
    "note",
    "source",
)
"""The entries that nqviz knows."""

_LARGE = 2**16
"""The number of characters from which the queens are read as one table."""
_QUEENS = re.compile(r'"queens"\s*:\s*(?=\[\s*\[)')
_END = re.compile(r"\]\s*\]")
_GAP = re.compile(rb"[0-9]\s+[0-9]")


def parse_json(text: str, run: RunContext | None = None) -> PlacementFile:
    """Read a placement from JSON text.

    Raises InputError if the text is not JSON, is not of the format, or is of a newer version.
    """
    entries, table = _apart(text, run or RunContext()) or (_entries(text), None)
    _check_format(entries)
    board = board_of(entries)
    rows: IntArray | list[object]
    if table is None or table.shape[1] != board.d:
        rows = typed(entries if table is None else _entries(text), "queens", list)
    else:
        rows = table
    placement = checked_rows(board, rows, lambda i: f"{board.piece} {i + 1}")
    return PlacementFile(
        placement,
        typed(entries, "note", str, ""),
        typed(entries, "source", str, ""),
        layout=Layout.JSON,
        givens=_givens(placement, typed(entries, "given", list, [])),
        others={key: value for key, value in entries.items() if key not in KEYS},
    )


def _givens(placement: Placement, rows: list[object]) -> tuple[int, ...]:
    """Return the cells of given queens, in order; all are to be queens of the placement."""
    board = placement.board
    givens = checked_rows(board, rows, lambda i: f"given {board.piece} {i + 1}").indices
    missing = np.flatnonzero(~np.isin(givens, placement.indices))
    if len(missing):
        raise InputError(f"given {board.piece} {missing[0] + 1} is not among the queens")
    return tuple(np.sort(givens).tolist())


def placement_entries(
    placement: Placement, note: str = "", source: str = "", givens: Sequence[int] = ()
) -> dict[str, object]:
    """Return the entries of the JSON object that describes a placement."""
    board = placement.board
    entries: dict[str, object] = {
        "format": FORMAT,
        "version": version_of(board),
        **board_entries(board),
        "queens": placement.coordinates(),
    }
    if givens:
        entries["given"] = to_coordinates(board.cells(givens)).tolist()
    return entries | {key: text for key, text in (("note", note), ("source", source)) if text}


def format_json(file: PlacementFile) -> str:
    """Write a placement as one JSON object on one line."""
    known = placement_entries(file.placement, file.note, file.source, file.givens)
    return json.dumps({**known, **file.others}) + "\n"


def _apart(text: str, run: RunContext) -> tuple[dict[str, Any], IntArray] | None:
    """Read the queens of a large file quickly, apart from all else; None if they look odd."""
    found = list(_QUEENS.finditer(text)) if len(text) >= _LARGE else []
    start = found[0].end() if len(found) == 1 else -1
    end = _end(text, start) if start >= 0 else -1
    if end < 0:
        return None
    queens = text[start:end].encode(errors="replace")
    run.step("reading queens")
    queens = queens.replace(b", ", b",")
    dense = queens.translate(None, b" \t\r\n")
    if len(dense) < len(queens) and _GAP.search(queens):
        return None
    table = dense[2:-2].replace(b"],[", b"\n")
    if table.startswith(b"0") or b",0" in table or b"\n0" in table:
        return None
    plain = plain_rows(table, run)
    if plain is None or len(plain[1]) != table.count(b"\n") + 1:
        return None
    try:
        entries = read_json(text[:start] + "[[]]" + text[end:])
    except InputError:
        return None  # what is wrong, and on which line, shows when all is read
    # An empty list might stand beside another table of that name, further in.
    is_whole = isinstance(entries, dict) and entries.get("queens") == [[]]
    return (entries, plain[1]) if is_whole else None


def _end(text: str, start: int) -> int:
    """Find where a list of lists ends; -1 where it does not."""
    end = text.find("]]", start)
    if end >= 0:
        return end + 2
    found = _END.search(text, start)
    return found.end() if found else -1


def _entries(text: str) -> dict[str, Any]:
    entries = read_json(text)
    if not isinstance(entries, dict):
        raise InputError(f"not a placement: the JSON is no object with the format {FORMAT!r}")
    return entries


def _check_format(entries: dict[str, Any]) -> None:
    if entries.get("format") != FORMAT:
        found = f"it is {shorten(entries['format'])}" if "format" in entries else "it is missing"
        raise InputError(f"not a placement: 'format' has to be {FORMAT!r}; {found}")
    check_version(typed(entries, "version", int))

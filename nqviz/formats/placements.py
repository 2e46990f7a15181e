"""Files on disk and standard input: read within a limit on size, written whole or not at all."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.context import RunContext
from nqviz.run.files import atomic_write, read_bytes, read_stream

from .instances import is_instance, parse_instance
from .json_layout import format_json, parse_json
from .layout import Layout, PlacementFile
from .placement_code import NAME as CODE_NAME
from .placement_code import format_code, is_code, parse_code
from .text_layout import format_text, parse_text

_CHARACTER = re.compile(r"\S")
_OTHERS = {
    b"\x1f\x8b": "a file packed by gzip",
    b"PK\x03\x04": "a zip file, as proofs are",
    b"format: nqviz-lesson": "a lesson, for the Lessons panel and nqviz verify",
    b"\xff\xfe": "text in UTF-16, not in UTF-8",
    b"\xfe\xff": "text in UTF-16, not in UTF-8",
}
"""The first bytes of files that are often mistaken for placements."""

_LAYOUTS = {".csv": Layout.QUEENS, ".txt": Layout.QUEENS}
ENDINGS = (".json", ".queens", ".csv", ".txt")
"""The ends of the names of placements in a folder; desktops know .queens as nqviz's own."""


def read_placement(
    path: str | Path,
    stdin: BinaryIO | None = None,
    board: Board | None = None,
    run: RunContext | None = None,
    *,
    pipes: bool = False,
) -> PlacementFile:
    """Read a placement from a file, or from a placement code in the place of its name.

    Parameters
    ----------
    path : str or Path
        The file; ``-`` reads `stdin`; what begins with ``nq1:`` is a code.
    stdin : binary stream, optional
        The stream that ``-`` reads.
    board : Board, optional
        The board, for a file that does not name its own.
    pipes : bool
        Whether `path` may be a pipe or a device, whose end may never come.

    Raises
    ------
    InputError
        ``FILE: line N: reason`` or ``FILE: queen N: reason``, one line.
    """
    if is_code(path):
        return parse_placement(str(path), CODE_NAME, board)
    if str(path) == "-" and stdin is not None:
        name = "standard input"
        data = read_stream(stdin, name, run)
    else:
        name = str(path)
        data = read_bytes(path, pipes, run)
    return parse_bytes(data, name, board, run)


def read(path: str | Path, board: Board | None = None) -> Placement:
    """Return the placement of a file, without its note and source; see `read_placement`."""
    return read_placement(path, board=board).placement


def parse_bytes(
    data: bytes, name: str, board: Board | None = None, run: RunContext | None = None
) -> PlacementFile:
    """Read a placement from the bytes of a file; see `parse_placement`."""
    other = next((kind for magic, kind in _OTHERS.items() if data.startswith(magic)), None)
    if other is not None:
        raise InputError(f"{name}: this is {other}, not a placement")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name}: line {line}: this is not UTF-8 text") from None
    return parse_placement(text, name, board, run)


def parse_placement(
    text: str, name: str = "text", board: Board | None = None, run: RunContext | None = None
) -> PlacementFile:
    """Read a placement from text in any layout.

    Parameters
    ----------
    name : str
        The name of the text in messages.
    board : Board, optional
        The board, for a text that does not name its own.

    Raises
    ------
    InputError
        ``NAME: line N: reason`` or ``NAME: queen N: reason``, one line.
    """
    try:
        return replace(_parse(text.removeprefix("\ufeff"), name, board, run), name=name)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _parse(text: str, name: str, board: Board | None, run: RunContext | None) -> PlacementFile:
    first = _CHARACTER.search(text)
    if first is None:
        raise InputError("the file is empty")
    if is_code(text):
        file = parse_code(text)
    elif is_instance(text):
        file = parse_instance(text)
    elif first[0] not in "{[" and not name.lower().endswith(".json"):
        return parse_text(text, board, run)
    else:
        file = parse_json(text, run)
    if board is not None and board != file.placement.board:
        raise InputError(f"the file is for the {file.placement.board}, not for the {board}")
    return file


def format_placement(
    placement: Placement,
    layout: Layout = Layout.JSON,
    note: str = "",
    source: str = "",
    comma: bool = False,
) -> str:
    """Write a placement as text; `comma` parts numbers by commas where the layout is not JSON.

    Raises InputError if the placement has no such layout: a permutation needs d = 2 and a queen in
    each row, a Latin square d = 3 and a queen on each (i, j).
    """
    return format_file(PlacementFile(placement, note, source, layout=layout), comma)


def format_file(file: PlacementFile, comma: bool = False) -> str:
    """Write a placement and what else its file says as text; see `format_placement`.

    Only JSON and codes keep given queens; only JSON keeps other entries, only a code the view.

    Raises InputError if the placement has no such layout.
    """
    if file.layout is Layout.JSON:
        return format_json(file)
    if file.layout is Layout.CODE:
        return format_code(file.placement, file.givens, file.view) + "\n"
    return format_text(file.placement, file.layout, file.note, file.source, comma)


def write_placement(
    placement: Placement,
    path: str | Path,
    note: str = "",
    source: str = "",
    layout: Layout | None = None,
) -> None:
    """Write a placement to a file; a file that is there already is replaced whole or not at all.

    Parameters
    ----------
    note, source : str
        Free text to keep with it.
    layout : Layout, optional
        By default one queen a line in .csv and .txt files, JSON in all others.

    Raises
    ------
    InputError
        If the placement has no such layout, or the file cannot be written.
    """
    write_file(PlacementFile(placement, note, source, layout=layout or layout_for(path)), path)


def layout_for(path: str | Path) -> Layout:
    """Return the layout of a new file, by the ending of its name."""
    return _LAYOUTS.get(Path(path).suffix.lower(), Layout.JSON)


def write_file(file: PlacementFile, path: str | Path) -> None:
    """Write a placement and what else its file says; see `write_placement` and `format_file`."""
    text = format_file(file, comma=Path(path).suffix.lower() == ".csv")
    atomic_write(path, text.encode("utf-8", "backslashreplace"))

"""The text layouts of placement files: one queen a line, a permutation, a Latin square.

A comment runs from # to the end of its line. The first line that nqviz writes is a comment that
names board and layout, so that its own files are never guessed at::

    # nqviz-placement version=1 shape=5x5 torus=false piece=queen layout=permutation
    1 3 5 2 4
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nqviz.core.board import MAX_CELLS, MAX_DIMENSION, Board, IntArray
from nqviz.core.errors import InputError, shorten
from nqviz.core.pieces import counted
from nqviz.core.placement import Placement
from nqviz.run.budgets import TEXT_CHARACTERS, keep
from nqviz.run.context import RunContext

from .entries import torus_entry
from .layout import PLAIN_VERSION, Layout, PlacementFile, check_version, checked_placement
from .plain import plain_rows

_HEADER = re.compile(r"#\s*nqviz-placement\s+(.*)")
_HEADER_KEYS = ("version", "shape", "torus", "piece", "layout")
_AXES = re.compile(r"[0-9]{1,2}(?:,[0-9]{1,2})*")
_REMARK = re.compile(r"^#[ \t]*(note|source):([^\n]*)", re.MULTILINE)
_COMMENT = re.compile(rb"#[^\n]*")
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_PARTS = re.compile(r" ?[,;] ?| ")
_PART = 4096
"""The number of lines read one by one between two tests of the stop flag."""


@dataclass(frozen=True)
class _Table:
    """The lines with numbers on them: which they are, and what stands there."""

    lines: Sequence[int] | IntArray
    rows: list[list[int]] | IntArray

    @property
    def widths(self) -> IntArray:
        """The number of numbers on each line, shape (lines,), int64."""
        if isinstance(self.rows, np.ndarray):
            return np.full(len(self.rows), self.rows.shape[1])
        return np.array([len(row) for row in self.rows], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.rows)


def parse_text(
    text: str, board: Board | None = None, run: RunContext | None = None
) -> PlacementFile:
    """Read a placement from text without JSON.

    The first line that nqviz writes names board and layout. Without it:

    - a single line of n numbers is a permutation if the board is the (n,2)-board, or, without a
      board, if n is at least 4;
    - n lines of n numbers are a Latin square if the board is the (n,3)-board and n is not 3, or,
      without a board, if n is at least 4 and every line and column holds each of 1..n once, or n
      is too large for queens in n dimensions;
    - everything else is one queen a line; without a board they stand on the smallest cube that
      holds them.

    `board`: the board, if it is known; a file that names its own has to agree.
    Raises InputError if something in the text is wrong, with its line.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    run = run or RunContext()
    own, layout = _header(text.partition("\n")[0])
    if own and board and board != own:
        raise InputError(f"the file is for the {own}, not for the {board}")
    board = own or board
    table = _table(text, run)
    if not len(table) and board is None:
        raise InputError("the file is empty: there is no queen and no board")
    layout = layout or _guess_layout(table, board)
    placement = _READERS[layout](table, board)
    return PlacementFile(placement, *_remarks(text), layout=layout)


def format_text(
    placement: Placement, layout: Layout, note: str = "", source: str = "", comma: bool = False
) -> str:
    """Write a placement as text in one of the layouts that are not JSON.

    Raises InputError if the placement has no such layout.
    """
    board = placement.board
    board.require_open("layouts other than JSON")
    heading = (
        f"# nqviz-placement version={PLAIN_VERSION} shape={'x'.join(map(str, board.shape))}"
        f" torus={_torus_text(board)} piece={board.piece} layout={layout}"
        + (" twist=true" if board.twist else "")
    )
    lines = [heading]
    for key, remark in (("note", note), ("source", source)):
        if remark.strip():
            lines.append(f"# {key}: {' '.join(remark.split())}")
    rows = placement.coordinates()
    if layout is Layout.PERMUTATION:
        rows = [_seconds(placement)]
    elif layout is Layout.SQUARE:
        rows = _thirds(placement)
    separator = "," if comma else " "
    lines += (separator.join(map(str, row)) for row in rows)
    return "\n".join(lines) + "\n"


# Reading -----------------------------------------------------------------------------------


def _header(line: str) -> tuple[Board | None, Layout | None]:
    """Return the board and the layout that the first line names, None where it names none."""
    match = _HEADER.match(line)
    if match is None:
        return None, None
    entries = dict(part.partition("=")[::2] for part in match[1].split())
    try:
        return _header_of(entries)
    except InputError as error:
        raise InputError(f"line 1: {error}") from None


def _header_of(entries: dict[str, str]) -> tuple[Board, Layout]:
    missing = [key for key in _HEADER_KEYS if key not in entries]
    if missing:
        raise InputError(f"{missing[0]!r} is missing in the heading")
    check_version(_whole(entries["version"]), PLAIN_VERSION)
    shape = [_whole(side) for side in entries["shape"].split("x")]
    torus, twist = entries["torus"], entries.get("twist", "false")
    for name, value in (("torus", torus), ("twist", twist)):
        if value not in ("true", "false") and (name == "twist" or not _AXES.fullmatch(value)):
            raise InputError(f"{name!r} is {shorten(value)}; it has to be true or false")
    if entries["layout"] not in _READERS:
        raise InputError(f"unknown layout {shorten(entries['layout'])}")
    axes = [] if torus in ("true", "false") else [int(axis) - 1 for axis in torus.split(",")]
    board = Board(shape, torus == "true", entries["piece"], wraps=axes, twist=twist == "true")
    return board, Layout(entries["layout"])


def _torus_text(board: Board) -> str:
    """Return what wraps: ``true``, ``false``, or the axes, from 1."""
    entry = torus_entry(board)
    return ",".join(map(str, entry)) if isinstance(entry, list) else str(entry).lower()


def _remarks(text: str) -> tuple[str, str]:
    found = dict(_REMARK.findall(text))
    return found.get("note", "").strip(), found.get("source", "").strip()


def _table(text: str, run: RunContext) -> _Table:
    plain = plain_rows(_tidied(text.encode(errors="replace")), run)
    if plain is not None:
        return _Table(plain[0] + 1, plain[1])
    keep(len(text), TEXT_CHARACTERS, "characters that are not all rows of numbers")
    return _table_by_lines(text.split("\n"), run)


def _tidied(text: bytes) -> bytes:
    """Return the same lines without comments, and with one blank or comma between numbers."""
    if b"#" in text:
        text = _COMMENT.sub(b"", text)
    text = text.translate(bytes.maketrans(b"\t;", b" ,"))
    while b"  " in text:
        text = text.replace(b"  ", b" ")
    for blank, kept in ((b" ,", b","), (b", ", b","), (b" \n", b"\n"), (b"\n ", b"\n")):
        text = text.replace(blank, kept)
    return text.strip(b" ")


def _table_by_lines(lines: list[str], run: RunContext) -> _Table:
    numbers: list[int] = []
    rows: list[list[int]] = []
    for number, line in enumerate(lines, 1):
        if number % _PART == 0:
            run.step("reading lines", number / len(lines))
        row = _row(number, line)
        if row:
            numbers.append(number)
            rows.append(row)
    return _Table(numbers, rows)


def _row(number: int, line: str) -> list[int]:
    content = " ".join(line.partition("#")[0].split())
    if not content:
        return []
    try:
        return [_whole(part) for part in _PARTS.split(content)]
    except InputError as error:
        raise InputError(f"line {number}: {error}") from None


def _whole(text: str) -> int:
    if _NUMBER.fullmatch(text):
        return int(text)
    if text.lstrip("+-").isdecimal() and text.isascii():
        raise InputError(f"{shorten(text)} is too large")
    if not text:
        raise InputError("a number is missing")
    raise InputError(f"{shorten(text)} is not a whole number")


def _guess_layout(table: _Table, board: Board | None) -> Layout:
    n, widths = len(table), table.widths
    if n == 1:
        width = int(widths[0])
        if board is None:
            return Layout.PERMUTATION if width >= 4 else Layout.QUEENS
        square_board = board.d == 2 and width == board.shape[0] != 2
        return Layout.PERMUTATION if square_board else Layout.QUEENS
    if n and (widths == n).all():
        if board is not None:
            fits = board.d == 3 and n == board.shape[0] == board.shape[1] != 3
        else:
            fits = n >= 4 and (n**n > MAX_CELLS or _is_latin(np.array(table.rows)))
        return Layout.SQUARE if fits else Layout.QUEENS
    return Layout.QUEENS


def _is_latin(rows: IntArray) -> bool:
    symbols = np.arange(1, len(rows) + 1)
    in_rows = (np.sort(rows, axis=1) == symbols).all()
    return bool(in_rows and (np.sort(rows, axis=0) == symbols[:, None]).all())


def _read_queens(table: _Table, board: Board | None) -> Placement:
    if not len(table):
        assert board is not None
        return Placement(board)
    widths = table.widths
    d = board.d if board else int(widths[0])
    odd = np.flatnonzero(widths != d)
    if len(odd):
        other = f"the board has {d} dimensions" if board else f"the queens above have {d}"
        number = counted(int(widths[odd[0]]), "coordinate")
        raise InputError(f"line {table.lines[odd[0]]}: {number}; {other}")
    if board is None and d > MAX_DIMENSION:
        raise InputError(
            f"line {table.lines[0]}: {d} coordinates are too many; at most {MAX_DIMENSION}"
        )
    rows = np.array(table.rows, dtype=np.int64)
    return checked_placement(
        board or _cube_around(table, rows), rows, lambda i: f"line {table.lines[i]}"
    )


def _cube_around(table: _Table, rows: IntArray) -> Board:
    """Return the smallest cube that holds all queens."""
    sides = rows.max(axis=1)
    largest = int(sides.argmax())
    try:
        return Board.cube(max(1, int(sides[largest])), rows.shape[1])
    except InputError as error:
        raise InputError(f"line {table.lines[largest]}: {error}") from None


def _read_permutation(table: _Table, board: Board | None) -> Placement:
    n = int(table.widths[0]) if len(table) else 0
    if board is None:
        board = Board.cube(n, 2)
    if len(table) != 1 or board.d != 2 or board.shape[0] != n:
        raise InputError(f"a permutation on the {board} is one line of {board.shape[0]} numbers")
    queens = np.stack([np.arange(1, n + 1), np.array(table.rows[0])], axis=1)
    return checked_placement(board, queens, lambda i: f"line {table.lines[0]}, number {i + 1}")


def _read_square(table: _Table, board: Board | None) -> Placement:
    if board is None:
        board = Board.cube(len(table), 3)
    if board.d != 3 or len(table) != board.shape[0] or (table.widths != board.shape[1]).any():
        raise InputError(
            f"a Latin square on the {board} is {board.shape[0]} lines of"
            f" {board.shape[1 % board.d]} numbers"
        )
    width = board.shape[1]
    places = np.indices(board.shape[:2]).reshape(2, -1).T + 1
    queens = np.column_stack([places, np.array(table.rows).reshape(-1)])
    return checked_placement(
        board, queens, lambda k: f"line {table.lines[k // width]}, number {k % width + 1}"
    )


_READERS = {
    Layout.QUEENS: _read_queens,
    Layout.PERMUTATION: _read_permutation,
    Layout.SQUARE: _read_square,
}


# Writing -----------------------------------------------------------------------------------


def _seconds(placement: Placement) -> list[int]:
    board = placement.board
    queens = {row[0]: row[1] for row in placement.coordinates()} if board.d == 2 else {}
    if board.d != 2 or len(placement) != board.shape[0] or len(queens) != board.shape[0]:
        raise InputError(f"a permutation needs two dimensions and one {board.piece} in each row")
    return [queens[i] for i in range(1, board.shape[0] + 1)]


def _thirds(placement: Placement) -> list[list[int]]:
    board = placement.board
    queens = {(i, j): k for i, j, k in placement.coordinates()} if board.d == 3 else {}
    if board.d != 3 or not len(placement) == len(queens) == board.shape[0] * board.shape[1]:
        raise InputError(
            f"a Latin square needs three dimensions and a {board.piece} on each (i, j)"
        )
    return [
        [queens[i, j] for j in range(1, board.shape[1] + 1)] for i in range(1, board.shape[0] + 1)
    ]

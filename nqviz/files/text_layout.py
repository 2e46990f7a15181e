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

from ..board import MAX_CELLS, MAX_DIMENSION, Board
from ..errors import InputError
from ..pieces import counted
from ..placement import Placement
from .layout import (
    VERSION,
    Layout,
    PlacementFile,
    check_version,
    checked_board,
    checked_placement,
    shorten,
)

_HEADER = re.compile(r"#\s*nqviz-placement\s+(.*)")
_HEADER_KEYS = ("version", "shape", "torus", "piece", "layout")
_REMARK = re.compile(r"#\s*(note|source):\s*(.*)")
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_PARTS = re.compile(r"\s*[,;]\s*|\s+")
_PLAIN = re.compile(r"(?:[0-9]{1,18}[ ,])*[0-9]{1,18}")
"""Numbers with one sign between them, as most lines of large files are: read many times faster."""


@dataclass(frozen=True)
class _Row:
    """A line with numbers on it."""

    line: int
    values: list[int]


@dataclass(frozen=True)
class _Header:
    board: Board
    layout: Layout


def parse_text(text: str, board: Board | None = None) -> PlacementFile:
    """Read a placement from text without JSON.

    The first line that nqviz writes tells board and layout. Without it:

    - a single line of n numbers is a permutation if the board is the (n,2)-board, or, without a
      board, if n is 1 or at least 4;
    - n lines of n numbers are a Latin square if the board is the (n,3)-board and n is not 3, or,
      without a board, if n is at least 4 and every line and column holds each of 1..n once, or n
      is too large for queens in n dimensions;
    - everything else is one queen a line; without a board they stand on the smallest cube that
      holds them.

    Parameters
    ----------
    text : str
    board : Board, optional
        The board, if it is known; a file that names its own has to agree.

    Raises
    ------
    InputError
        If something in the text is wrong, with its line.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    header = _header(lines)
    if header is not None:
        if board is not None and board != header.board:
            raise InputError(f"the file is for the {header.board}, not for the {board}")
        board = header.board
    rows = [row for number, line in enumerate(lines, 1) if (row := _row(number, line))]
    if not rows and board is None:
        raise InputError("the file is empty: there is no queen and no board")
    layout = header.layout if header else _guess_layout(rows, board)
    placement = _READERS[layout](rows, board)
    return PlacementFile(placement, *_remarks(lines), layout=layout)


def format_text(
    placement: Placement, layout: Layout, note: str = "", source: str = "", comma: bool = False
) -> str:
    """Write a placement as text in one of the layouts that are not JSON.

    Raises
    ------
    InputError
        If the placement has no such layout.
    """
    board = placement.board
    heading = (
        f"# nqviz-placement version={VERSION} shape={'x'.join(map(str, board.shape))}"
        f" torus={str(board.torus).lower()} piece={board.piece} layout={layout}"
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


def _header(lines: Sequence[str]) -> _Header | None:
    match = _HEADER.match(lines[0])
    if match is None:
        return None
    entries = dict(part.partition("=")[::2] for part in match[1].split())
    try:
        return _header_of(entries)
    except InputError as error:
        raise InputError(f"line 1: {error}") from None


def _header_of(entries: dict[str, str]) -> _Header:
    missing = [key for key in _HEADER_KEYS if key not in entries]
    if missing:
        raise InputError(f"{missing[0]!r} is missing in the heading")
    check_version(_whole(entries["version"]))
    shape = [_whole(side) for side in entries["shape"].split("x")]
    if entries["torus"] not in ("true", "false"):
        raise InputError(f"'torus' is {shorten(entries['torus'])}; it has to be true or false")
    if entries["layout"] not in _READERS:
        raise InputError(f"unknown layout {shorten(entries['layout'])}")
    board = checked_board(shape, entries["torus"] == "true", entries["piece"])
    return _Header(board, Layout(entries["layout"]))


def _remarks(lines: Sequence[str]) -> tuple[str, str]:
    """Find the note and the source among the comments."""
    found = {"note": "", "source": ""}
    for line in lines:
        if match := _REMARK.match(line):
            found[match[1]] = match[2].strip()
    return found["note"], found["source"]


def _row(number: int, line: str) -> _Row | None:
    content = line.partition("#")[0].strip()
    if not content:
        return None
    if _PLAIN.fullmatch(content):
        return _Row(number, [int(part) for part in content.replace(",", " ").split()])
    try:
        return _Row(number, [_whole(part) for part in _PARTS.split(content)])
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


def _guess_layout(rows: Sequence[_Row], board: Board | None) -> Layout:
    n = len(rows)
    if n == 1:
        width = len(rows[0].values)
        if board is None:
            return Layout.PERMUTATION if width == 1 or width >= 4 else Layout.QUEENS
        square_board = board.d == 2 and width == board.shape[0] != 2
        return Layout.PERMUTATION if square_board else Layout.QUEENS
    if all(len(row.values) == n for row in rows):
        if board is not None:
            fits = board.d == 3 and n == board.shape[0] == board.shape[1] != 3
        else:
            fits = n >= 4 and (n**n > MAX_CELLS or _is_latin(rows))
        return Layout.SQUARE if fits else Layout.QUEENS
    return Layout.QUEENS


def _is_latin(rows: Sequence[_Row]) -> bool:
    symbols = list(range(1, len(rows) + 1))
    columns = zip(*(row.values for row in rows), strict=True)
    return all(sorted(row.values) == symbols for row in rows) and all(
        sorted(column) == symbols for column in columns
    )


def _read_queens(rows: Sequence[_Row], board: Board | None) -> Placement:
    d = board.d if board else len(rows[0].values)
    for row in rows:
        if len(row.values) != d:
            other = f"the board has {d} dimensions" if board else f"the queens above have {d}"
            number = len(row.values)
            raise InputError(f"line {row.line}: {counted(number, 'coordinate')}; {other}")
    if board is None:
        if d > MAX_DIMENSION:
            raise InputError(
                f"line {rows[0].line}: {d} coordinates are too many; at most {MAX_DIMENSION}"
            )
        largest = max(rows, key=lambda row: max(row.values))
        try:
            board = Board.cube(max(1, *largest.values, 1), d)
        except InputError as error:
            raise InputError(f"line {largest.line}: {error}") from None
    return checked_placement(board, [row.values for row in rows], lambda i: f"line {rows[i].line}")


def _read_permutation(rows: Sequence[_Row], board: Board | None) -> Placement:
    n = len(rows[0].values) if rows else 0
    if board is None:
        board = Board.cube(n, 2)
    if len(rows) != 1 or board.d != 2 or board.shape[0] != n:
        raise InputError(f"a permutation on the {board} is one line of {board.shape[0]} numbers")
    queens = [[i, value] for i, value in enumerate(rows[0].values, start=1)]
    return checked_placement(board, queens, lambda i: f"line {rows[0].line}, number {i + 1}")


def _read_square(rows: Sequence[_Row], board: Board | None) -> Placement:
    if board is None:
        board = Board.cube(len(rows), 3)
    if (
        board.d != 3
        or len(rows) != board.shape[0]
        or any(len(row.values) != board.shape[1] for row in rows)
    ):
        raise InputError(
            f"a Latin square on the {board} is {board.shape[0]} lines of"
            f" {board.shape[1 % board.d]} numbers"
        )
    width = board.shape[1]
    queens = [
        [i, j, value] for i, row in enumerate(rows, 1) for j, value in enumerate(row.values, 1)
    ]
    return checked_placement(
        board, queens, lambda k: f"line {rows[k // width].line}, number {k % width + 1}"
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
        raise InputError("a permutation needs two dimensions and one queen in each row")
    return [queens[i] for i in range(1, board.shape[0] + 1)]


def _thirds(placement: Placement) -> list[list[int]]:
    board = placement.board
    queens = {(i, j): k for i, j, k in placement.coordinates()} if board.d == 3 else {}
    if board.d != 3 or not len(placement) == len(queens) == board.shape[0] * board.shape[1]:
        raise InputError("a Latin square needs three dimensions and a queen on each (i, j)")
    return [
        [queens[i, j] for j in range(1, board.shape[1] + 1)] for i in range(1, board.shape[0] + 1)
    ]

"""Instances of others: n-queens completion, blocked queens and excluded diagonals.

Read are the files of CSPLib problems 79 and 80 (``letting init = [[r, c], ...]`` counts from 0,
``letting blocks = [[r, c], ...]`` from 1, ``diags = [[k, kind], ...]`` of sums and differences
from 0), the facts ``block(R,C)`` of the ASP competitions, and the arrays ``row`` and ``col`` of
MiniZinc data, and the JSON of PyCSP3 (``{"n": ..., "blocks": ...}`` counts from 0). Coordinates are
those of the files: the row first.

Source: I. P. Gent, C. Jefferson, P. Nightingale, *Complexity of n-Queens Completion*, JAIR 59
(2017), and CSPLib, https://www.csplib.org/Problems/prob079 and prob080.
"""

from __future__ import annotations

import re

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError, shorten

from .layout import PlacementFile, checked_placement

_ENTRY = re.compile(
    r"(?:letting\s+)?\b(n|numdiags|m|init|blocks|diags|row|col)\s*=\s*(\d+|\[[\[\]\d,\s]*\])\s*[;,]?"
)
_FACT = re.compile(r"\b(board|size|num|block|queen)\s*\(\s*([\d\s.,]+)\)\s*\.")
_BEGINS = re.compile(
    r"\s*(?:letting\s+n\b|n\s*=|(?:board|size|num|block|queen)\s*\(|\{\s*\"(?:n|blocks)\"\s*:)"
)
_KEY = re.compile(r"\"(\w+)\"\s*:")
_COMMENT = re.compile(r"(?m)(?:%|\$|#).*$|^language .*$")
DIAGONAL_SIDE = 2000
"""The largest board of which excluded diagonals are read."""


def is_instance(text: str) -> bool:
    """Return whether a text looks like an instance, by its first entry."""
    return _BEGINS.match(_COMMENT.sub("", text[:4096])) is not None


def parse_instance(text: str) -> PlacementFile:
    """Read an instance: a board with blocked cells, and the given queens.

    Raises InputError if the text is not of these formats, or a cell is off the board.
    """
    text = _COMMENT.sub("", text).strip()
    is_json = text.startswith("{") and text.endswith("}")
    text = _KEY.sub(r"\1 =", text[1:-1]) if is_json else text
    read = _facts if _FACT.search(text) else _entries
    side, queens, blocked, note = read(text)
    plain = Board.cube(side, 2)
    blocked = blocked + 1 if is_json else blocked
    different = np.unique(blocked, axis=0)
    cells = checked_placement(plain, different, lambda i: f"blocked cell {i + 1}").indices
    board = Board(plain.shape, blocked=cells)
    placement = checked_placement(board, queens, lambda i: f"queen {i + 1}")
    givens = tuple(np.sort(placement.indices).tolist())
    return PlacementFile(placement, note, "instance file", givens=givens)


def _pairs(text: str, what: str) -> IntArray:
    """Return the pairs of whole numbers in brackets, shape (k, 2)."""
    numbers = _numbers(text)
    if len(numbers) % 2:
        raise InputError(f"{what}: {len(numbers)} numbers are no pairs")
    return np.array(numbers, dtype=np.int64).reshape(-1, 2)


def _numbers(text: str) -> list[int]:
    """Return the whole numbers in a text."""
    words = re.findall(r"\d+", text)
    for word in words:
        if len(word) > 9:
            raise InputError(f"{shorten(word)} is too large")
    return [int(word) for word in words]


def _facts(text: str) -> tuple[int, IntArray, IntArray, str]:
    """Read facts of logic programs, whose coordinates count from 1."""
    side = 0
    cells: dict[str, list[tuple[int, int]]] = {"block": [], "queen": []}
    rest = _FACT.sub("", text).strip()
    if rest:
        raise InputError(f"{shorten(rest)} is no fact board(N), block(R,C) or queen(R,C)")
    for match in _FACT.finditer(text):
        numbers = _numbers(match[2])
        if match[1] in cells:
            if len(numbers) != 2:
                raise InputError(f"{match[1]} has {len(numbers)} numbers, not 2")
            cells[match[1]].append((numbers[0], numbers[1]))
        else:
            side = max(side, *numbers)
    if not side:
        raise InputError("the side is missing: board(N) or num(1..N)")
    blocked, queens = (np.array(each, np.int64).reshape(-1, 2) for each in cells.values())
    return side, queens, blocked, "blocked queens"


def _entries(text: str) -> tuple[int, IntArray, IntArray, str]:
    found = dict(_ENTRY.findall(text))
    rest = _ENTRY.sub("", text).strip()
    if rest:
        raise InputError(f"{shorten(rest)} is no entry of an instance")
    if "n" not in found or not found["n"].isdecimal():
        raise InputError("the side n is missing")
    side = _numbers(found["n"])[0]
    queens = _pairs(found.get("init", ""), "init") + 1
    if "diags" in found:
        diagonals = _pairs(found["diags"], "diags")
        return side, queens, _on_diagonals(side, diagonals), "excluded diagonals"
    blocked = _pairs(found.get("blocks", ""), "blocks")
    if "row" in found or "col" in found:
        rows, columns = (_numbers(found.get(key, "")) for key in ("row", "col"))
        if len(rows) != len(columns):
            raise InputError(f"row has {len(rows)} numbers, col has {len(columns)}")
        blocked = np.column_stack((rows, columns)).astype(np.int64).reshape(-1, 2)
    return side, queens, blocked, "blocked queens" if len(blocked) else "n-queens completion"


def _on_diagonals(side: int, diagonals: IntArray) -> IntArray:
    """Return the cells of diagonals, from 1: kind 1 row + column, kind 0 row - column + n - 1."""
    if side > DIAGONAL_SIDE:
        raise InputError(f"excluded diagonals are read to n = {DIAGONAL_SIDE:,}, not {side}")
    first, second = np.indices((side, side))
    blocked = np.zeros((side, side), dtype=np.bool_)
    for number, kind in diagonals.tolist():
        if kind not in (0, 1) or number > 2 * side - 2:
            raise InputError(f"[{number}, {kind}] is no diagonal of a board of side {side}")
        blocked |= (first + second if kind else first - second + side - 1) == number
    return np.argwhere(blocked).astype(np.int64) + 1

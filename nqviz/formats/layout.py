"""What all layouts of a placement file share: the result of reading, and the checks of queens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from nqviz.core.board import MAX_CELLS, Board, IntArray
from nqviz.core.coordinates import coordinate_text, to_cells
from nqviz.core.errors import InputError, shorten
from nqviz.core.placement import Placement

VERSION = 4
"""The newest version of the placement format, that of cylinders and Moebius strips."""
STOPPED_VERSION = 3
"""That of other boards whose lines stop at blocked cells."""
BLOCKED_VERSION = 2
"""That of other boards with blocked cells."""
PLAIN_VERSION = 1
"""The version that is written of all others, so that older versions read them."""


class Layout(StrEnum):
    """The layouts of a placement in a file."""

    JSON = "json"
    """One JSON object with everything."""
    QUEENS = "queens"
    """One queen a line; coordinates are parted by commas, semicolons or blanks."""
    PERMUTATION = "permutation"
    """d = 2: one line, whose i-th number is the second coordinate of the queen in row i."""
    SQUARE = "square"
    """d = 3: n lines of n numbers; the j-th of line i is the third coordinate of queen (i, j)."""
    CODE = "code"
    """One line of text for all of it; see `placement_code`."""


@dataclass(frozen=True)
class PlacementFile:
    """A placement together with what else its file says."""

    placement: Placement
    """All queens are on the board and on different cells; they may attack each other."""
    note: str = ""
    source: str = ""
    """`note` and `source`: free text; where the placement comes from."""
    name: str = ""
    """The name of the file, as in messages."""
    layout: Layout = Layout.JSON
    givens: tuple[int, ...] = ()
    """The cells of given queens, in order."""
    others: Mapping[str, Any] = field(default_factory=dict)
    """Entries of a JSON file that nqviz does not know; they are written as they were
    read."""
    view: Mapping[str, Any] | None = None
    """How the board was seen, as session files keep it; only a placement code has it."""


def version_of(board: Board) -> int:
    """Return the version in which placements of a board are written: the oldest that has it."""
    if board.wraps and not board.torus:
        return VERSION
    if board.stops:
        return STOPPED_VERSION
    return BLOCKED_VERSION if board.blocked else PLAIN_VERSION


def check_version(version: int, newest: int = VERSION) -> None:
    """Refuse a version of the placement format that nqviz does not know.

    Raises InputError if the version is newer than `newest`, or below 1.
    """
    if version > newest:
        raise InputError(
            f"version {shorten(version)} of the format is newer than this version of nqviz,"
            f" which reads versions up to {newest}; a newer nqviz is needed"
        )
    if version < 1:
        raise InputError(f"version {shorten(version)} of the format does not exist; 1 is the first")


def checked_placement(
    board: Board, rows: Sequence[Sequence[int]] | IntArray, where: Callable[[int], str]
) -> Placement:
    """Make a placement of queens, given by their coordinates from 1, that a file may hold.

    `rows`: shape (k, d).
    `where`: names the place in the file of the queen with a given position.
    Raises InputError if a queen is off the board or stands where another does, with the place in
    the file.
    """
    if not len(rows):
        return Placement(board)
    try:
        cells = to_cells(rows)
    except InputError:  # more than 64 bits
        cells = to_cells([[min(max(value, 0), MAX_CELLS + 1) for value in row] for row in rows])
    outside = np.flatnonzero(~board.contains(cells))
    if len(outside):
        i = int(outside[0])
        raise InputError(f"{where(i)}: {_off_board(board, rows[i])}")
    indices = board.indices(cells)
    if board.blocked and (on_blocked := board.is_blocked[indices]).any():
        i = int(on_blocked.argmax())
        raise InputError(f"{where(i)}: cell {coordinate_text(cells[i])} is blocked")
    order = np.argsort(indices, kind="stable")
    repeats = order[1:][indices[order][1:] == indices[order][:-1]]
    if len(repeats):
        i = int(repeats.min())
        first = int(np.flatnonzero(indices == indices[i])[0])
        cell = coordinate_text(cells[i])
        raise InputError(
            f"{where(i)}: a second {board.piece} on {cell}, the first is {where(first)}"
        )
    return Placement(board, cells)


def _off_board(board: Board, row: Sequence[int] | IntArray) -> str:
    for axis, (value, side) in enumerate(zip(row, board.shape, strict=True), start=1):
        if not 1 <= value <= side:
            found = shorten(int(value))
            return f"coordinate {axis} is {found}, off the {board}; it runs from 1 to {side}"
    raise AssertionError("the queen is on the board")

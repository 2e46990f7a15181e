"""A history as a Python script that makes the same board with the library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import Snapshot
from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError

from .history import Edit, History, Load

MOST_CELLS = 50_000
"""The most cells that a script lists."""
_HEAD = """\
from nqviz import Board, Placement

# Coordinates count from 1.
"""
_END = """
placement = Placement.from_coordinates(board, sorted(queens))
print(placement)
"""


def history_script(history: History) -> str:
    """Return a script that repeats a history up to its position.

    When it has run, ``placement`` has the queens, ``board`` is their board, and ``given`` is the
    set of the coordinates of given queens.

    Raises InputError if the history has more than `MOST_CELLS` cells.
    """
    steps = history.steps[: history.position]
    count = len(history.start.queens)
    for step in steps:
        count += len(step.snapshot.queens) if isinstance(step, Load) else len(step.cells)
    if count > MOST_CELLS:
        raise InputError(
            f"the history has {count:,} cells; a script lists at most {MOST_CELLS:,}; save the"
            " session instead"
        )
    lines = [*_snapshot(history.start)]
    board = history.start.board
    for step in steps:
        lines += ["", f"# {' '.join(step.text.split())}"]
        if isinstance(step, Load):
            board = step.snapshot.board
            lines += _snapshot(step.snapshot)
        else:
            lines += _edit(step, board)
    return _HEAD + "\n".join(lines) + "\n" + _END


def _snapshot(snapshot: Snapshot) -> Iterator[str]:
    board = snapshot.board
    more = ", torus=True" if board.torus else ""
    if board.wraps and not board.torus:
        more += f", wraps={board.wraps!r}"
    more += ", twist=True" if board.twist else ""
    more += f", piece={board.piece!r}" if board.piece != "queen" else ""
    more += f", blocked={board.blocked!r}" if board.blocked else ""
    more += ", stops=True" if board.stops else ""
    yield f"board = Board({board.shape!r}{more})"
    yield f"queens = {_cells(board, snapshot.queens)}"
    yield f"given = {_cells(board, snapshot.givens)}"


def _edit(edit: Edit, board: Board) -> Iterator[str]:
    for name, sign, cells in (
        ("queens", "-", edit.remove),
        ("queens", "|", edit.place),
        ("given", "-", edit.unlock),
        ("given", "|", edit.lock),
    ):
        if cells:
            yield f"{name} {sign}= {_cells(board, cells)}"


def _cells(board: Board, indices: Sequence[int] | IntArray) -> str:
    """Return cells as a set of coordinates."""
    if not len(indices):
        return "set()"
    rows = to_coordinates(board.cells(indices)).tolist()
    return "{" + ", ".join(str(tuple(row)) for row in rows) + "}"

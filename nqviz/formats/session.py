"""Histories in session files: every moment of a board, for whoever wants to see it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.run.files import read_bytes

from .trace import Trace, trace_in

SESSION = "nqviz-session"
VERSION = 1

_DAMAGE = (ValueError, TypeError, IndexError, AttributeError, OverflowError, RecursionError)


@dataclass(frozen=True, eq=False)
class Moment:
    """A board after one step.

    Attributes
    ----------
    placement : Placement
    givens : array of shape (k,)
        The cells of the given queens.
    step : str
        What was done; empty at the start.
    """

    placement: Placement
    givens: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    step: str = ""


@dataclass(frozen=True, eq=False)
class History:
    """What became of a board.

    Attributes
    ----------
    moments : tuple of Moment
        The start and what each step made of it.
    position : int
        Which (0-based) moment was looked at.
    search : Trace, optional
        How the last search on the board came to its answer.
    view : object
        How the board is seen, as it stands in the file.
    """

    moments: tuple[Moment, ...]
    position: int
    search: Trace | None = None
    view: object = None

    @property
    def now(self) -> Moment:
        """The moment that was looked at."""
        return self.moments[self.position]


def is_session(path: str | Path) -> bool:
    """Return whether a file seems to be that of a session, by its first characters."""
    if not Path(path).is_file():  # who opens a pipe takes from it
        return False
    try:
        with Path(path).open("rb") as stream:
            return SESSION.encode() in stream.read(200)
    except (OSError, ValueError):
        return False


def read_history(path: str | Path) -> History:
    """Read the history of the board that was looked at when a session was saved.

    Raises
    ------
    InputError
        If the file cannot be read or is no session.
    """
    data = read_bytes(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: this is not UTF-8 text") from None
    return parse_history(text, str(path))


def parse_history(text: str, name: str = "session") -> History:
    """Make the history of a session's text; see `read_history`."""
    try:
        return _parsed(json.loads(text))
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except KeyError as error:
        raise InputError(f"{name}: the session is damaged: {error} is missing") from None
    except _DAMAGE as error:
        raise InputError(f"{name}: the session is damaged: {error}") from None


def _parsed(data: Mapping[str, Any]) -> History:
    if data["format"] != SESSION or data["version"] != VERSION:
        raise InputError(f"this is no session of version {VERSION}")
    sheet = data["sheets"][data["current"]]
    moments = _moments(sheet)
    position = range(len(moments))[int(sheet["position"])]
    return History(moments, position, trace_in(sheet.get("search")), sheet.get("view"))


def _moments(sheet: Mapping[str, Any]) -> tuple[Moment, ...]:
    board, queens, givens = _snapshot(sheet["start"])
    moments = [_moment(board, queens, givens, "")]
    for step in sheet["steps"]:
        if "load" in step:
            board, queens, givens = _snapshot(step["load"])
        else:
            place, remove, lock, unlock = (
                _cells(board, step.get(name, [])) for name in ("place", "remove", "lock", "unlock")
            )
            gone = set(remove)
            queens = [cell for cell in queens if cell not in gone] + place
            givens = (givens - set(unlock)) | set(lock)
        moments.append(_moment(board, queens, givens, str(step["text"])))
    return tuple(moments)


def _moment(board: Board, queens: list[int], givens: set[int], step: str) -> Moment:
    placement = Placement.from_indices(board, queens)
    locked = Placement.from_indices(board, sorted(givens)).indices
    return Moment(placement, locked, step)


def _snapshot(data: Mapping[str, Any]) -> tuple[Board, list[int], set[int]]:
    board = Board(data["shape"], data["torus"], data["piece"])
    return board, _cells(board, data["queens"]), set(_cells(board, data["givens"]))


def _cells(board: Board, rows: list[list[int]]) -> list[int]:
    cells: list[int] = Placement.from_coordinates(board, rows).indices.tolist()
    return cells

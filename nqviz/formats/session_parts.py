"""Sessions, the boards that were open together, and the text of their file.

The text is made in small parts: other threads work while one part is made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import Snapshot
from nqviz.core.coordinates import to_coordinates
from nqviz.run.budgets import LOADED_CELLS, SESSION_TABS, TAB_CELLS, keep

from .entries import board_entries
from .history import Edit, History, Load
from .trace import Trace, trace_out


@dataclass(frozen=True, eq=False)
class SessionTab:
    """One board of a session."""

    history: History
    path: Path | None = None
    """The file of the placement."""
    saved: int = -1
    """The position of the history that is in that file; -1 for none."""
    view: Mapping[str, object] | None = None
    """How the board is seen, as it is in the file."""
    marks: tuple[IntArray, str] | None = None
    """The marked cells and what the marks mean, shape (k,)."""
    excluded: npt.NDArray[np.bool_] | None = None
    """The cells where no queen may be placed, shape (size,)."""
    greedy: bool = False
    costs: bool = False
    """`greedy` and `costs`: whether the greedy queens are marked and the costs of cells are
    shown."""
    search: Trace | None = None
    """The progress of the last search on the board."""
    cursor: int | None = None
    """The cell under the cursor, whose attack lines and clique are drawn."""


@dataclass(frozen=True, eq=False)
class Session:
    """The boards that were open together."""

    tabs: tuple[SessionTab, ...]
    """At least one."""
    current: int
    """Which of them is in front, from 0."""

    @property
    def front(self) -> SessionTab:
        """The tab in front."""
        return self.tabs[self.current]


SESSION = "nqviz-session"
VERSION = 1
EDITS = ("place", "remove", "lock", "unlock")

CELLS = 2**11
"""How many cells are written in one part."""
MOST_KEPT = 64
"""The most cells of a step whose text is kept."""


def keep_budgets(tabs: list[list[int]]) -> None:
    """Check how many boards there are, and how large; what is written can be read.

    `tabs`: the cells of the first board of each tab, and of those that its history loads.
    """
    keep(len(tabs), SESSION_TABS, "boards of a session")
    largest = sum(max(sizes, default=0) for sizes in tabs)
    keep(largest, TAB_CELLS, "cells on the boards of a session")
    loaded = sum(map(sum, tabs))
    keep(loaded, LOADED_CELLS, "cells on all boards in the history of a session")


def session_parts(session: Session) -> Iterator[str]:
    """Yield the parts of the text of a session; raise InputError if it is too large to be read."""
    keep_budgets([_boards(tab.history) for tab in session.tabs])
    head = {"format": SESSION, "version": VERSION, "current": session.current}
    yield from _object(head, sheets=_listed(map(_tab_parts, session.tabs)))


def _boards(history: History) -> list[int]:
    """Return the cells of each board of a history."""
    loads = (step.snapshot for step in history.steps if isinstance(step, Load))
    return [snapshot.board.size for snapshot in (history.start, *loads)]


def _listed(items: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the parts of a list of items that are in parts."""
    separator = "["
    for item in items:
        yield separator
        yield from item
        separator = ", "
    yield "]" if separator == ", " else "[]"


def _object(entries: Mapping[str, object], **parts: Iterable[str]) -> Iterator[str]:
    """Yield the parts of an object: of some entries at once, then of those that are in parts."""
    yield json.dumps(entries)[:-1]
    for name, each in parts.items():
        yield f', "{name}": '
        yield from each
    yield "}"


def _tab_parts(tab: SessionTab) -> Iterator[str]:
    history = tab.history
    board, path = history.state.board, str(tab.path) if tab.path else None
    entries = {"path": path, "position": history.position, "saved": tab.saved, "view": tab.view}
    entries |= {name: True for name in ("greedy", "costs") if getattr(tab, name)}
    if tab.search is not None:
        entries["search"] = trace_out(tab.search)
    if tab.cursor is not None:
        entries["cursor"] = to_coordinates(board.cell(tab.cursor)).tolist()
    parts = {"start": _snapshot_parts(history.start), "steps": _listed(_steps_parts(history))}
    if tab.marks is not None:
        cells, caption = tab.marks
        parts["marks"] = _object({"caption": caption}, cells=_cells_parts(board, cells))
    if tab.excluded is not None:
        parts["excluded"] = _cells_parts(board, np.flatnonzero(tab.excluded))
    return _object(entries, **parts)


def _steps_parts(history: History) -> Iterator[Iterable[str]]:
    board = history.start.board
    for step in history.steps:
        if isinstance(step, Load):
            board = step.snapshot.board
            yield _object({"text": step.text}, load=_snapshot_parts(step.snapshot))
        elif len(step.cells) > MOST_KEPT:
            yield _edit_parts(step, board)
        else:
            yield (_edit_text(step, board),)


def _edit_text(step: Edit, board: Board) -> str:
    """Return the text of a step, which is kept with it: autosaves need it again and again."""
    text: str | None = step.__dict__.get("_session_text")
    if text is None:
        text = "".join(_edit_parts(step, board))
        step.__dict__["_session_text"] = text
    return text


def _edit_parts(step: Edit, board: Board) -> Iterator[str]:
    yield f'{{"text": {json.dumps(step.text)}'  # there are many: `_object` takes longer
    for name in EDITS:
        yield f', "{name}": '
        yield from _cells_parts(board, getattr(step, name))
    yield "}"


def _snapshot_parts(snapshot: Snapshot) -> Iterator[str]:
    board, cut = snapshot.board, snapshot.cut
    parts = {name: _cells_parts(board, getattr(snapshot, name)) for name in ("queens", "givens")}
    if cut is not None:
        deleted = [to_coordinates(np.flatnonzero(row)).tolist() for row in cut.deleted]
        entries = {"deleted": deleted, "caption": cut.caption}
        parts["cut"] = _object(entries, dropped=_cells_parts(board, cut.dropped))
    return _object(board_entries(board), **parts)


def _cells_parts(board: Board, indices: Sequence[int] | IntArray) -> Iterator[str]:
    """Yield the parts of a list of coordinates."""
    if not len(indices):
        yield "[]"
    for start in range(0, len(indices), CELLS):
        rows = to_coordinates(board.cells(indices[start : start + CELLS])).tolist()
        text = json.dumps(rows)
        yield text[:-1] if start == 0 else ", " + text[1:-1]
        if start + CELLS >= len(indices):
            yield "]"

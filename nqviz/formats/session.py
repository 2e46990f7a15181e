"""Session files: every tab with its start, its whole history, the position in it, and its view.

The history is the save format: a tab is its first state and the steps since, so that undo works
after opening. JSON; coordinates from 1. The view has a version of its own and is not read here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import Cut, Snapshot
from nqviz.core.coordinates import to_coordinates
from nqviz.core.errors import InputError, quoted, shorten
from nqviz.run.budgets import (
    FILE_BYTES,
    JSON_ELEMENTS,
    LOADED_CELLS,
    SESSION_TABS,
    TAB_CELLS,
    keep,
)
from nqviz.run.context import RunContext
from nqviz.run.files import read_bytes, write_whole
from nqviz.run.json_text import count_values, read_json

from .entries import board_entries, board_of, checked_rows, typed
from .history import Edit, History, Load
from .placement_code import is_code
from .trace import Trace, trace_in, trace_out

SESSION = "nqviz-session"
VERSION = 1

CELLS = 2**11
"""How many cells are written in one part."""
MOST_KEPT = 64
"""The most cells of a step whose text is kept."""
PARTS_TO_STOP = 64
"""How many parts are written between two looks at the stop flag."""
EDITS = ("place", "remove", "lock", "unlock")
OLD_GREEDY_CAPTION = "greedy queen of the infinite board"
"""The caption of marks in older files, which have no entry for the greedy queens."""

Json = dict[str, Any]


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


def is_session(path: str | Path) -> bool:
    """Return whether a file looks like a session, by its first characters."""
    if is_code(path):
        return False
    try:
        if not Path(path).is_file():  # opening a pipe would take from it
            return False
        with Path(path).open("rb") as stream:
            return SESSION.encode() in stream.read(200)
    except (OSError, ValueError):
        return False


def read_session(
    path: str | Path, name: str | None = None, run: RunContext | None = None
) -> Session:
    """Read a session file.

    `name`: what messages call the file; by default its path.
    Raises InputError ``NAME: reason``, one line, if the file cannot be read, is no session, or the
    user has stopped it.
    """
    data, name = read_bytes(path, run=run), name or str(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{name}: this is not UTF-8 text") from None
    return parse_session(text, name, run)


def parse_session(text: str, name: str = "session", run: RunContext | None = None) -> Session:
    """Return the session of the text of a file; see `read_session`."""
    run = run or RunContext()
    try:
        return _session_in(read_json(text, run), run)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def format_session(session: Session) -> str:
    """Return the text of a session file."""
    return "".join(_session_parts(session))


def write_session(
    path: str | Path, session: Session, run: RunContext | None = None, mode: int = 0o666
) -> None:
    """Write a session file, whole or not at all; in any thread.

    `session`: it does not change meanwhile.
    `run`: to stop.
    `mode`: the permissions of a new file; see `atomic_write`.
    Raises InputError if the session is too large to be read again, the file cannot be written, or
    the user has stopped it.
    """
    context = run or RunContext()

    def write(name: Path) -> None:
        values = 0
        with name.open("w", encoding="utf-8", newline="") as stream:
            for number, part in enumerate(_session_parts(session)):
                if number % PARTS_TO_STOP == 0:
                    context.step("writing")
                stream.write(part)
                values += count_values(part)
                keep(values, JSON_ELEMENTS, "values of JSON")
        keep(name.stat().st_size, FILE_BYTES, "bytes")

    write_whole(path, write, mode)


def _keep_budgets(tabs: list[list[int]]) -> None:
    """Check how many boards there are, and how large; what is written can be read.

    `tabs`: the cells of the first board of each tab, and of those that its history loads.
    """
    keep(len(tabs), SESSION_TABS, "boards of a session")
    largest = sum(max(sizes, default=0) for sizes in tabs)
    keep(largest, TAB_CELLS, "cells on the boards of a session")
    loaded = sum(map(sum, tabs))
    keep(loaded, LOADED_CELLS, "cells on all boards in the history of a session")


# Writing -------------------------------------------------------------------------------------
# The text is made in small parts: other threads wait while one part is made.


def _session_parts(session: Session) -> Iterator[str]:
    _keep_budgets([_boards(tab.history) for tab in session.tabs])
    head = {"format": SESSION, "version": VERSION, "current": session.current}
    yield json.dumps(head)[:-1] + ', "sheets": '
    yield from _listed(_tab_parts(tab) for tab in session.tabs)
    yield "}"


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


def _tab_parts(tab: SessionTab) -> Iterator[str]:
    history = tab.history
    yield f'{{"path": {json.dumps(str(tab.path) if tab.path else None)}, "start": '
    yield from _snapshot_parts(history.start)
    yield ', "steps": '
    yield from _listed(_steps_parts(history))
    rest: Json = {"position": history.position, "saved": tab.saved, "view": tab.view}
    rest |= {name: True for name in ("greedy", "costs") if getattr(tab, name)}
    if tab.search is not None:
        rest["search"] = trace_out(tab.search)
    board = history.state.board
    if tab.cursor is not None:
        rest["cursor"] = to_coordinates(board.cell(tab.cursor)).tolist()
    yield f", {json.dumps(rest)[1:-1]}"
    if tab.marks is not None:
        cells, caption = tab.marks
        yield ', "marks": {"cells": '
        yield from _cells_parts(board, cells)
        yield f', "caption": {json.dumps(caption)}}}'
    if tab.excluded is not None:
        yield ', "excluded": '
        yield from _cells_parts(board, np.flatnonzero(tab.excluded))
    yield "}"


def _steps_parts(history: History) -> Iterator[Iterable[str]]:
    board = history.start.board
    for step in history.steps:
        if isinstance(step, Load):
            board = step.snapshot.board
            yield _load_parts(step)
        elif len(step.cells) > MOST_KEPT:
            yield _edit_parts(step, board)
        else:
            yield (_edit_text(step, board),)


def _load_parts(step: Load) -> Iterator[str]:
    yield f'{{"text": {json.dumps(step.text)}, "load": '
    yield from _snapshot_parts(step.snapshot)
    yield "}"


def _edit_text(step: Edit, board: Board) -> str:
    """Return the text of a step, which is kept with it: autosaves need it again and again."""
    text: str | None = step.__dict__.get("_session_text")
    if text is None:
        text = "".join(_edit_parts(step, board))
        step.__dict__["_session_text"] = text
    return text


def _edit_parts(step: Edit, board: Board) -> Iterator[str]:
    yield f'{{"text": {json.dumps(step.text)}'
    for name in EDITS:
        yield f', "{name}": '
        yield from _cells_parts(board, getattr(step, name))
    yield "}"


def _snapshot_parts(snapshot: Snapshot) -> Iterator[str]:
    board, cut = snapshot.board, snapshot.cut
    yield json.dumps(board_entries(board))[:-1] + ', "queens": '
    yield from _cells_parts(board, snapshot.queens)
    yield ', "givens": '
    yield from _cells_parts(board, snapshot.givens)
    if cut is not None:
        yield ', "cut": {"dropped": '
        yield from _cells_parts(board, cut.dropped)
        deleted = [to_coordinates(np.flatnonzero(row)).tolist() for row in cut.deleted]
        yield f', "deleted": {json.dumps(deleted)}, "caption": {json.dumps(cut.caption)}}}'
    yield "}"


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


# Reading -------------------------------------------------------------------------------------


def _session_in(data: object, run: RunContext) -> Session:
    if not isinstance(data, dict) or data.get("format") != SESSION:
        raise InputError("this is not a session of the explorer")
    version = typed(data, "version", int)
    if version != VERSION:
        raise InputError(
            f"version {shorten(version)} of a session; this program reads version {VERSION}"
        )
    sheets = [_object(each, "tab") for each in typed(data, "sheets", list)]
    _keep_budgets([_sizes(each) for each in sheets])
    tabs = tuple(_tab_in(each, run) for each in sheets)
    return Session(tabs, _checked_index(data, "current", 0, len(tabs) - 1))


def _sizes(sheet: Json) -> list[int]:
    """Return the cells of each board of a tab of a file, before any of them is made."""
    loads = (each.get("load") for each in typed(sheet, "steps", list) if type(each) is dict)
    boards = (sheet.get("start"), *loads)
    return [_size(each) for each in boards if type(each) is dict]


def _size(data: Json) -> int:
    try:
        return board_of(data).size
    except InputError:  # the reader of the tab says where it is
        return 0


def _object(value: object, name: str) -> Json:
    if not isinstance(value, dict):
        raise InputError(f"{name}: {shorten(value)} is not an object")
    return value


def _checked_index(data: Json, key: str, first: int, last: int) -> int:
    value: int = typed(data, key, int)
    if not first <= value <= last:
        raise InputError(f"{key!r} is {shorten(value)}; it runs from {first} to {last}")
    return value


def _tab_in(data: Json, run: RunContext) -> SessionTab:
    """Return a tab; its history is made by doing all steps and undoing those after its position."""
    steps = typed(data, "steps", list)
    history = History(_snapshot_in(typed(data, "start", dict)).state())
    for number, each in enumerate(steps):
        run.step("repeating the history", number / len(steps))
        _do(history, _object(each, f"step {number + 1}"))
    position = _checked_index(data, "position", 0, len(steps))
    while history.position > position:
        run.step("going back in the history")
        history.undo()
    saved = -1 if data.get("saved") is None else _checked_index(data, "saved", -1, len(steps))
    board, path, view = history.state.board, typed(data, "path", str, ""), data.get("view")
    marks, excluded = data.get("marks"), data.get("excluded")
    kept = None if not marks else _marks_in(board, _object(marks, "marks"))
    is_old_greedy = kept is not None and kept[1] == OLD_GREEDY_CAPTION
    mask = None
    if excluded:
        mask = np.zeros(board.size, dtype=np.bool_)
        mask[_cells_in(board, data, "excluded")] = True
    return SessionTab(
        history,
        Path(path) if path else None,
        saved,
        view if isinstance(view, dict) else None,
        None if is_old_greedy else kept,
        mask,
        is_old_greedy or data.get("greedy") is True,
        data.get("costs") is True,
        trace_in(data.get("search")),
        _cell_in(board, data, "cursor"),
    )


def _marks_in(board: Board, data: Json) -> tuple[IntArray, str]:
    return _cells_in(board, data, "cells"), typed(data, "caption", str)


def _do(history: History, data: Json) -> None:
    """Add a step of a file to a history."""
    text: str = typed(data, "text", str)
    try:
        if "load" in data:
            history.load(text, _snapshot_in(typed(data, "load", dict)).state())
            history.limit(keep_steps=True)
            return
        board = history.state.board
        cells = (tuple(_cells_in(board, data, key, True).tolist()) for key in EDITS)
        edit = Edit(text, *cells)
    except InputError as error:
        raise InputError(f"step {quoted(text)}: {error}") from None
    history.edit(edit)


def _snapshot_in(data: Json) -> Snapshot:
    board = board_of(data)
    queens, givens = _cells_in(board, data, "queens"), _cells_in(board, data, "givens")
    if not np.isin(givens, queens).all():
        raise InputError("a given queen is not on the board")
    cut = _cut_in(board, typed(data, "cut", dict)) if data.get("cut") else None
    return Snapshot(board, queens, tuple(givens.tolist()), cut)


def _cut_in(board: Board, data: Json) -> Cut:
    axes = typed(data, "deleted", list)
    if len(axes) != board.d or any(type(layers) is not list for layers in axes):
        raise InputError(f"'deleted' of the cut has to be {board.d} lists of layers")
    deleted = np.zeros((board.d, board.n), dtype=np.bool_)
    for axis, layers in enumerate(axes):
        for layer in layers:
            if type(layer) is not int or not 1 <= layer <= board.n:
                raise InputError(f"layer {shorten(layer)} of the cut is not from 1 to {board.n}")
            deleted[axis, layer - 1] = True
    return Cut(_cells_in(board, data, "dropped"), deleted, typed(data, "caption", str))


def _cell_in(board: Board, data: Json, key: str) -> int | None:
    """Return the cell of coordinates; None for none."""
    if data.get(key) is None:
        return None
    return int(_cells_in(board, {key: [data[key]]}, key)[0])


def _cells_in(board: Board, data: Json, key: str, is_optional: bool = False) -> IntArray:
    """Return the cells of a list of coordinates, in order."""
    rows: list[Any] = typed(data, key, list, [] if is_optional else None)
    return np.sort(checked_rows(board, rows, lambda i: f"{key!r}: cell {i + 1}").indices)

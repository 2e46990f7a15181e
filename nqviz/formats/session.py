"""Session files: every tab with its start, its whole history, the position in it, and its view.

The history is the save format: a tab is its first state and the steps since, so that undo works
after opening. JSON; coordinates from 1. The view has a version of its own and is not read here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.board_state import Cut, Snapshot
from nqviz.core.errors import InputError, quoted, shorten
from nqviz.run.budgets import FILE_BYTES, JSON_ELEMENTS, keep
from nqviz.run.context import RunContext
from nqviz.run.files import read_bytes, write_whole
from nqviz.run.json_text import count_values, read_json

from .entries import board_of, checked_rows, typed
from .history import Edit, History
from .placement_code import is_code
from .session_parts import EDITS, SESSION, VERSION, Session, SessionTab, keep_budgets, session_parts
from .trace import trace_in

PARTS_TO_STOP = 64
"""How many parts are written between two looks at the stop flag."""
OLD_GREEDY_CAPTION = "greedy queen of the infinite board"
"""The caption of marks in older files, which have no entry for the greedy queens."""

Json = dict[str, Any]


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


def write_session(
    session: Session, path: str | Path, run: RunContext | None = None, *, mode: int = 0o666
) -> None:
    """Write a session file, whole or not at all; in any thread.

    `session`: it does not change meanwhile.
    `run`: to stop.
    `mode`: the permissions of a new file; see `atomic_write`.
    Raises InputError if the session is too large to be read again, the file cannot be written, or
    the user has stopped it.
    """
    run = run or RunContext()

    def write(name: Path) -> None:
        values = 0
        with name.open("w", encoding="utf-8", newline="") as stream:
            for number, part in enumerate(session_parts(session)):
                if number % PARTS_TO_STOP == 0:
                    run.step("writing")
                stream.write(part)
                values += count_values(part)
                keep(values, JSON_ELEMENTS, "values of JSON")
        keep(name.stat().st_size, FILE_BYTES, "bytes")

    write_whole(path, write, mode)


# Reading -------------------------------------------------------------------------------------


def _session_in(data: object, run: RunContext) -> Session:
    if not isinstance(data, dict) or data.get("format") != SESSION:
        raise InputError("this is not a session of the explorer")
    version = typed(data, "version", int)
    if version != VERSION:
        raise InputError(f"version {shorten(version)} of a session; nqviz reads version {VERSION}")
    objects = [_object(each, "tab") for each in typed(data, "sheets", list)]
    keep_budgets([_sizes(each) for each in objects])
    tabs = tuple(_tab_in(each, run) for each in objects)
    return Session(tabs, _checked_index(data, "current", 0, len(tabs) - 1))


def _sizes(tab: Json) -> list[int]:
    """Return the cells of each board of a tab of a file, before any of them is made."""
    loads = (each.get("load") for each in typed(tab, "steps", list) if type(each) is dict)
    boards = (tab.get("start"), *loads)
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
    kept: tuple[IntArray, str] | None = None
    if marks:
        marks = _object(marks, "marks")
        kept = _cells_in(board, marks, "cells"), typed(marks, "caption", str)
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
    """Return the cell of coordinates; None for none, or where they are wrong."""
    try:
        return int(_cells_in(board, {key: [data.get(key)]}, key)[0])
    except InputError:
        return None


def _cells_in(board: Board, data: Json, key: str, is_optional: bool = False) -> IntArray:
    """Return the cells of a list of coordinates, in order."""
    rows: list[Any] = typed(data, key, list, [] if is_optional else None)
    return np.sort(checked_rows(board, rows, lambda i: f"{key!r}: cell {i + 1}").indices)

"""Session files: every tab with its start, its whole history, where in it we are, and its view.

The history is the save format: a tab is its first state and the commands since, so that undo
still works after opening, and nothing that could be undone is ever lost. JSON; coordinates from 1.
What the views show has a version of its own: a tab opens without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication

from nqviz.core.attacks import AttackCounts
from nqviz.core.board import Board, to_cells, to_coordinates
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats.session import SESSION, VERSION
from nqviz.formats.trace import trace_in, trace_out
from nqviz.run.context import RunContext
from nqviz.run.files import atomic_write, read_bytes
from nqviz.view.view_json import view_from_json, view_to_json

from .board_state import BoardTab, Cut, Marks, Snapshot, State
from .commands import EditCommand, LoadCommand
from .document import Document

EDITS = ("place", "remove", "lock", "unlock")
WISHES = ("greedy", "costs")
"""What is shown of a tab on every flat board."""
OLD_GREEDY_WORDS = "greedy queen of the infinite board"
"""What older files call the marks that came of the wish for the greedy sequence."""
PART = 2**14
"""How many numbers are read between two looks at the stop flag."""

Json = dict[str, Any]


def session_text(tabs: Iterable[BoardTab], current: int) -> str:
    """Write tabs as the text of a session file."""
    return json.dumps(
        {
            "format": SESSION,
            "version": VERSION,
            "current": current,
            "sheets": [_tab_out(tab) for tab in tabs],
        }
    )


def write_session(path: Path, tabs: Iterable[BoardTab], current: int) -> None:
    """Write tabs to a session file, whole or not at all.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    atomic_write(path, session_text(tabs, current).encode("utf-8"))


def read_session(
    path: Path, document: Document, run: RunContext | None = None
) -> tuple[list[BoardTab], int]:
    """Read the tabs of a session file and which of them is looked at; in any thread.

    Parameters
    ----------
    path : Path
    document : Document
        Whose commands the histories are made of; nothing of it is touched.
    run : RunContext, optional

    Raises
    ------
    InputError
        If the file cannot be read or is no session, or if the user has stopped it.
    """
    data = read_bytes(path, run=run)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name}: this is not UTF-8 text") from error
    return parse_session(text, path.name, document, run)


def parse_session(
    text: str, name: str, document: Document, run: RunContext | None = None
) -> tuple[list[BoardTab], int]:
    """Make the tabs of a session's text; see `read_session`."""
    run = run or RunContext()
    try:
        data = json.loads(text, parse_int=_Numbers(run).read)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name}: not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != SESSION:
        raise InputError(f"{name}: this is no session of the explorer")
    if data.get("version") != VERSION:
        raise InputError(
            f"{name}: version {data.get('version')!r} of a session; this program reads {VERSION}"
        )
    try:
        tabs = [_tab_in(each, document, run) for each in data["sheets"]]
        current = range(len(tabs))[int(data["current"])]
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
    except KeyError as error:
        raise InputError(f"{name}: the session is damaged: {error} is missing") from error
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise InputError(f"{name}: the session is damaged: {error}") from error
    return tabs, current


# Writing -------------------------------------------------------------------------------------


def _tab_out(tab: BoardTab) -> Json:
    stack = tab.undo_stack
    board = tab.start.board
    steps: list[Json] = []
    for position in range(stack.count()):
        command = stack.command(position)
        if isinstance(command, LoadCommand):
            board = command.snapshot.board
            steps.append({"text": command.text(), "load": _snapshot_out(command.snapshot)})
        elif isinstance(command, EditCommand):
            step: Json = {"text": command.text()}
            step |= {name: _cells_out(board, getattr(command, name)) for name in EDITS}
            steps.append(step)
    return {
        "path": str(tab.path) if tab.path else None,
        "start": _snapshot_out(tab.start),
        "steps": steps,
        "position": stack.index(),
        "saved": stack.cleanIndex(),
        "view": None if tab.view is None else view_to_json(tab.view),
        **_overlays_out(tab),
    }


def _overlays_out(tab: BoardTab) -> Json:
    """Write what is marked, what is excluded and how it was searched, where anything is."""
    board, data = tab.state.counts.board, Json()
    if tab.marks is not None and tab.marks.is_kept:
        cells = _cells_out(board, tab.marks.cells.tolist())
        data["marks"] = {"cells": cells, "caption": tab.marks.caption}
    if tab.excluded is not None:
        data["excluded"] = _cells_out(board, np.flatnonzero(tab.excluded).tolist())
    data |= {name: True for name in WISHES if getattr(tab, name)}
    if tab.search is not None:
        data["search"] = trace_out(tab.search)
    return data


def _snapshot_out(snapshot: Snapshot) -> Json:
    board = snapshot.board
    data: Json = {
        "shape": list(board.shape),
        "torus": board.torus,
        "piece": board.piece,
        "queens": _cells_out(board, snapshot.queens.tolist()),
        "givens": _cells_out(board, list(snapshot.givens)),
    }
    cut = snapshot.cut
    if cut is not None:
        data["cut"] = {
            "dropped": _cells_out(board, cut.dropped.tolist()),
            "deleted": [to_coordinates(np.flatnonzero(row)).tolist() for row in cut.deleted],
            "caption": cut.caption,
        }
    return data


def _cells_out(board: Board, indices: list[int]) -> list[list[int]]:
    rows: list[list[int]] = to_coordinates(board.cells(indices)).tolist() if indices else []
    return rows


# Reading -------------------------------------------------------------------------------------


class _Numbers:
    """Reads the numbers of a text one by one, so that other threads run and a stop is heard.

    Without it a text is read in one go, during which nothing else of the program runs.
    """

    def __init__(self, run: RunContext) -> None:
        self._watch, self._count = run, 0

    def read(self, text: str) -> int:
        self._count += 1
        if self._count % PART == 0:
            self._watch.step("reading numbers")
        return int(text)


class _Replay:
    """What the commands of a tab change while it is read: a state that nobody looks at."""

    def __init__(self, state: State) -> None:
        self.state = state

    def apply(
        self, place: list[int], remove: list[int], lock: list[int], unlock: list[int]
    ) -> None:
        self.state.edit(place, remove, lock, unlock)

    def swap(self, state: State) -> State:
        old, self.state = self.state, state
        return old


def _tab_in(data: Mapping[str, Any], document: Document, run: RunContext) -> BoardTab:
    """Make a tab by doing its commands again, then undoing back to where it was."""
    start = _snapshot_in(data["start"])
    tab = BoardTab(start.state(), Path(data["path"]) if data["path"] else None)
    tab.view = view_from_json(data.get("view"))
    stack, replay, steps = tab.undo_stack, _Replay(tab.state), data["steps"]
    for number, step in enumerate(steps):
        run.step("repeating the history", number / len(steps))
        stack.push(_command_in(step, replay))
        if stack.count() == data["saved"]:
            stack.setClean()
    position = data["position"]
    if not 0 <= position <= stack.count():
        raise ValueError(f"step {position}")
    while stack.index() > position:
        run.step("going back in the history")
        stack.undo()
    if data["saved"] < 0:
        stack.resetClean()
    for number in range(stack.count()):
        command = stack.command(number)
        assert isinstance(command, (EditCommand, LoadCommand))
        command.document = document
    tab.state = replay.state
    _overlays_in(data, tab)
    application = QCoreApplication.instance()
    if application is not None:  # the window takes it over from the thread that has read it
        stack.moveToThread(application.thread())
    return tab


def _overlays_in(data: Mapping[str, Any], tab: BoardTab) -> None:
    """Read what belongs to the board that is shown; older files say nothing of it."""
    board = tab.state.counts.board
    for name in WISHES:
        setattr(tab, name, data.get(name) is True)
    tab.search = trace_in(data.get("search"))
    if data.get("marks"):
        cells = np.array(_cells_in(board, data["marks"]["cells"]), dtype=np.int64)
        tab.marks = Marks(cells, str(data["marks"]["caption"]))
        if tab.marks.caption == OLD_GREEDY_WORDS:  # older files kept the marks, not the wish
            tab.marks, tab.greedy = None, True
    if data.get("excluded"):
        tab.excluded = np.zeros(board.size, dtype=np.bool_)
        tab.excluded[_cells_in(board, data["excluded"])] = True


def _command_in(step: Mapping[str, Any], replay: _Replay) -> EditCommand | LoadCommand:
    text = str(step["text"])
    if "load" in step:
        return LoadCommand(replay, text, _snapshot_in(step["load"]).state())
    counts, givens = replay.state.counts, replay.state.givens
    place, remove, lock, unlock = (_cells_in(counts.board, step.get(name, [])) for name in EDITS)
    gone, placed = set(remove), set(place)
    fits = (
        all(counts.occupied[index] for index in remove)
        and not any(counts.occupied[index] for index in place)
        and set(unlock) <= givens
        and all(
            _stands(counts, index, gone, placed) for index in (givens - set(unlock)) | set(lock)
        )
        and not set(lock) & givens
    )
    if not fits:
        raise InputError(f"step {text!r} does not fit the queens before it")
    return EditCommand(replay, text, place, remove, lock, unlock)


def _stands(counts: AttackCounts, index: int, gone: set[int], placed: set[int]) -> bool:
    """Return whether a queen stands on a cell when some have gone and others were placed."""
    return index in placed or (bool(counts.occupied[index]) and index not in gone)


def _snapshot_in(data: Mapping[str, Any]) -> Snapshot:
    board = Board(data["shape"], data["torus"], data["piece"])
    queens = np.array(_cells_in(board, data["queens"]), dtype=np.int64)
    givens = tuple(_cells_in(board, data["givens"]))
    if not set(givens) <= set(queens.tolist()):
        raise InputError("a given queen is not on the board")
    cut = None
    if data.get("cut"):
        deleted = np.zeros((board.d, board.n), dtype=np.bool_)
        for axis, layers in enumerate(data["cut"]["deleted"]):
            deleted[axis, to_cells(layers)] = True
        dropped = np.array(_cells_in(board, data["cut"]["dropped"]), dtype=np.int64)
        cut = Cut(dropped, deleted, str(data["cut"]["caption"]))
    return Snapshot(board, queens, givens, cut)


def _cells_in(board: Board, rows: list[list[int]]) -> list[int]:
    """Read cells from coordinates; each must be on the board, and none twice."""
    parts = [
        Placement.from_coordinates(board, rows[start : start + PART]).indices
        for start in range(0, len(rows), PART)  # other threads run between two of them
    ]
    cells = np.unique(np.concatenate(parts)) if parts else np.zeros(0, dtype=np.int64)
    if len(cells) < len(rows):
        raise InputError("a cell stands twice in one step")
    indices: list[int] = cells.tolist()
    return indices

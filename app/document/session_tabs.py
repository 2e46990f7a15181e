"""The tabs of the window as the boards of a session file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from nqviz.core.errors import InputError
from nqviz.formats.history import Load
from nqviz.formats.session import read_session
from nqviz.formats.session_parts import Session, SessionTab
from nqviz.run.context import RunContext
from nqviz.view.board_overlays import Marks
from nqviz.view.view_json import view_from_json, view_to_json

from .board_tab import BoardTab, check_size
from .tab_file import TabFile
from .undo_stack import Stepper, fill


def session_of(tabs: Iterable[BoardTab], current: int) -> Session:
    """Return tabs as a session, as they are now."""
    return session_later(tabs, current)()


def session_later(tabs: Iterable[BoardTab], current: int) -> Callable[[], Session]:
    """Return a function that makes a session of tabs as they are now; call it in any thread."""
    shots = [_shot(tab) for tab in tabs]
    return lambda: Session(tuple(make() for make in shots), current)


def tabs_of(session: Session, stepper: Stepper) -> list[BoardTab]:
    """Return new tabs for the boards of a session; call it in the thread of the window.

    `stepper`: called by the commands of the tabs.
    """
    return [_board_tab(each, stepper) for each in session.tabs]


def read_for_window(path: Path, run: RunContext | None = None) -> Session:
    """Read a session whose boards the window can show, and count their attacks; in any thread.

    Raises InputError if the file is no session, a board is too large, or the user has stopped it.
    """
    session = read_session(path, path.name, run)
    for tab in session.tabs:
        history = tab.history
        loads = (step.snapshot for step in history.steps if isinstance(step, Load))
        for snapshot in (history.start, *loads):
            try:
                check_size(snapshot.board)
            except InputError as error:
                raise InputError(f"{path.name}: {error}") from None
        assert history.state.counts is not None  # counted here, not when it is first shown
    return session


def _shot(tab: BoardTab) -> Callable[[], SessionTab]:
    """Return a function that makes the session entry of a tab as it is now."""
    marks, view, file = tab.marks, tab.view, tab.file
    kept = SessionTab(
        tab.history.shot(),
        file.path if file else None,
        tab.undo_stack.cleanIndex(),
        None,
        (marks.cells, marks.caption) if marks is not None and marks.is_kept else None,
        tab.excluded,
        tab.greedy,
        tab.costs,
        tab.search,
        tab.cursor,
    )
    return lambda: replace(kept, view=None if view is None else view_to_json(view))


def _board_tab(kept: SessionTab, stepper: Stepper) -> BoardTab:
    tab = BoardTab(kept.history, TabFile(kept.path) if kept.path else None)
    fill(tab.undo_stack, kept.history, kept.saved, stepper)
    view = view_from_json(kept.view)
    tab.view = view and view.on(tab.state.board)
    tab.marks = None if kept.marks is None else Marks(*kept.marks)
    tab.excluded = kept.excluded
    tab.greedy, tab.costs, tab.search = kept.greedy, kept.costs, kept.search
    tab.cursor = kept.cursor
    return tab

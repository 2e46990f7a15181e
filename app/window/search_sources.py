"""What the search of a window offers: its commands, all boards, all lessons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from nqviz.bounds import best_upper
from nqviz.catalogue.records import KINDS, records
from nqviz.constructions.from_catalogue import load_record
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr, within
from nqviz.core.placement import Placement

from ..actions.search import Found, Source, commands
from ..document.board_tab import BoardTab, check_size, window_state

if TYPE_CHECKING:
    from .main_window import MainWindow

_BOARD = re.compile(r"\(?\s*([1-9][0-9]{0,3})\s*[,; x]\s*([1-9][0-9]?)\s*\)?")


def boards(
    open_tab: Callable[[BoardTab], object],
    open_record: Callable[[str], object],
    show_card: Callable[[Board], object],
) -> Source:
    """Return the source of boards by side and dimension, such as 12,3.

    `open_tab`: opens an empty board.
    `open_record`: opens a placement of the catalogue by its name.
    `show_card`: shows what is known of a board.
    """

    def offered(typed: str) -> Iterator[Found]:
        match = _BOARD.fullmatch(typed.strip())
        if match is None:
            return
        try:
            board = Board.cube(int(match[1]), int(match[2]))
            check_size(board)
        except InputError:
            return
        about = f"{typed} {board}"  # what was typed matches, however it was written
        for record in records():
            if record.board == board:
                title = f"{board.translated()}: {counted_tr(record.count, board.piece)}"
                act = _call(open_record, record.name)
                how = within(tr(KINDS[record.kind].capitalize()))
                yield Found(title, how, about, act)
        hint = tr("at most {value}", value=f"{best_upper(board).value:,}")
        title = tr("{board}, empty", board=board)
        yield Found(title, hint, about, lambda: open_tab(BoardTab(window_state(Placement(board)))))
        title = tr("{board}, in the atlas", board=board)
        yield Found(title, tr("all bounds"), about, _call(show_card, board))

    return offered


def lessons(take: Callable[[str], object]) -> Source:
    """Return the source of the lessons that ship with nqviz; `take` begins one."""

    def offered(typed: str) -> Iterator[Found]:
        if typed.strip():
            from nqviz.lessons import lessons as shipped  # their reader waits until it is needed

            for lesson in shipped():
                yield Found(lesson.title, tr("lesson"), lesson.about, _call(take, lesson.name))

    return offered


def sources_of(window: MainWindow) -> list[Source]:
    """Return all that the search of a window looks through."""

    def open_record(name: str) -> None:
        window.tabs.open_tab(BoardTab(window_state(load_record(name).placement)))

    actions = [*window.actions_.values(), *window.editing.board_actions()]
    return [
        commands(actions),
        boards(window.tabs.open_tab, open_record, window.panels.show_card),
        lessons(window.panels.take_lesson),
    ]


def _call(call: Callable[..., object], *given: object) -> Callable[[], object]:
    return lambda: call(*given)

"""The first view: its card, and where its buttons lead."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nqviz.core.board import Board
from nqviz.core.placement import Placement

from ..document.board_tab import BoardTab, window_state
from ..drawers.lessons.entries import Entry

if TYPE_CHECKING:
    from .main_window import MainWindow

SIDE = 5
BEGUN = (
    (3, 1, 5),
    (1, 5, 4),
    (3, 4, 4),
    (5, 5, 3),
    (1, 1, 2),
    (2, 5, 1),
    (1, 3, 1),
    (5, 1, 1),
)
"""Eight queens on the (5,3)-board that five more complete to a maximum, 13."""
GIVEN = ((1, 5, 4), (5, 5, 3), (2, 5, 1))
STEP = "Place five more queens: dots mark free cells. Page Up and Page Down choose a layer."


class FirstView(QObject):
    """Shows the card of the first view until it was used once."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        card = window.scene.overlays.card
        card.closed.connect(lambda: window.services.preferences.change(first_view=False))
        card.try_wanted.connect(self._open_begun)
        card.lesson_wanted.connect(self._start_lesson)
        card.gallery_wanted.connect(lambda: window.pages.show_page("atlas"))

    def begin(self) -> None:
        """Show the card, unless it was used before."""
        if self._window.services.preferences.choices.first_view:
            self._window.scene.overlays.show_card()

    def _open_begun(self) -> None:
        """Open a board to complete, its free cells marked."""
        window = self._window
        window.tabs.open_tab(begun_tab())
        window.document.set_view(replace(window.document.view, free=True))
        window.document.report(STEP)

    def _start_lesson(self) -> None:
        from nqviz.lessons import lessons

        lesson = lessons()[0]
        self._window.panels.lessons.bring()
        self._window.panels.lessons.take(Entry(lesson, lesson.name))


def begun_tab() -> BoardTab:
    """Return a new board with eight queens, three of them given, that can be completed to 13."""
    board = Board.cube(SIDE, 3)
    placement = Placement.from_coordinates(board, BEGUN)
    givens = Placement.from_coordinates(board, GIVEN).indices.tolist()
    return BoardTab(window_state(placement, givens))

"""The first view: its card, where its buttons lead, and what the puzzle asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board import Board
from nqviz.core.language import tr

from ..document.board_tab import BoardTab
from ..document.document import Document

if TYPE_CHECKING:
    from ..views.scene.scene_view import SceneView
    from .main_window import MainWindow

FIRST_LESSON = "01-moves"
PUZZLE_BOARD, MOST = Board.cube(5, 3), 13
"""The board of the puzzle, and how many queens it holds."""
MANY_FREE = 16
"""With more free cells than these it is not looked up whether enough queens still fit."""


def task_of(document: Document, undo: str) -> str:
    """Return what to do next in the puzzle, or that it is done; empty if there are attacks.

    `undo`: the keys that take a queen back.
    """
    counts = document.counts
    more = MOST - counts.queens
    if document.board != PUZZLE_BOARD or counts.conflicts:
        return ""
    if more <= 0:
        return tr("Solved: more than {most} queens do not fit", most=MOST)
    if still_fit(counts, more):
        return tr("Place {more} more: click the dots", more=more)
    if counts.free:
        words = tr("{more} more no longer fit: take one back", more=more)
    else:
        words = tr("No free cell left: take one back")
    return f"{words} ({undo})" if undo else words


def still_fit(counts: AttackCounts, more: int) -> bool:
    """Return whether so many more queens fit; assumed where many cells are free."""
    free = counts.free_cells().tolist()
    if len(free) > MANY_FREE:
        return True
    attacks = counts.board.attack_graph
    apart = {cell: set(free).difference(attacks[[cell]].indices.tolist()) for cell in free}
    return _has_apart(free, apart, more)


def _has_apart(cells: list[int], apart: dict[int, set[int]], count: int) -> bool:
    """Return whether so many of some cells are apart from each other."""
    if count == 0:
        return True
    return any(
        _has_apart([each for each in cells[place + 1 :] if each in apart[cell]], apart, count - 1)
        for place, cell in enumerate(cells)
    )


class FirstView(QObject):
    """Shows the card of the first view until it was used once."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._is_due = window, False
        self._puzzle: BoardTab | None = None
        for change in (window.document.queens_changed, window.document.board_changed):
            change.connect(self.show_task)
        window.document.board_changed.connect(self._on_board)
        window.scene_page.scene_made.connect(self._on_scene)

    def _on_scene(self, scene: SceneView) -> None:
        window, card = self._window, scene.overlays.card
        card.closed.connect(lambda: window.services.preferences.change(first_view=False))
        card.try_wanted.connect(self._open_puzzle)
        card.lesson_wanted.connect(lambda: window.panels.take_lesson(FIRST_LESSON))
        card.gallery_wanted.connect(lambda: window.pages.show_page("atlas"))
        if self._is_due:
            scene.overlays.show_card()

    def begin(self) -> None:
        """Show the card as soon as the scene is there, unless it was used before."""
        self._is_due = self._window.services.preferences.choices.first_view
        if self._is_due and self._window.scene_page.has_scene:
            self._window.scene.overlays.show_card()

    def _on_board(self) -> None:
        """Close the card on another board, which it says nothing about."""
        page = self._window.scene_page
        self._is_due = False
        if page.has_scene:
            page.scene.overlays.card.close_for_good()

    def _open_puzzle(self) -> None:
        """Open a board to complete, its free cells marked."""
        from ..drawers.board.examples import puzzle  # with the constructions

        self._puzzle = puzzle()
        self._window.tabs.open_tab(self._puzzle)
        self.show_task()

    def show_task(self) -> None:
        """Show under the number of queens what to do next on the board of the puzzle."""
        window = self._window
        if self._puzzle is None or not window.scene_page.has_scene:
            return
        is_shown = window.document.tab is self._puzzle
        undo = window.commands.keys_of("edit.undo")
        window.scene.overlays.verdict.set_task(task_of(window.document, undo) if is_shown else "")

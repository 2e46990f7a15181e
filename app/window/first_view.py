"""The first view: its card, and where its buttons lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ..drawers.board.examples import puzzle

if TYPE_CHECKING:
    from ..views.scene.scene_view import SceneView
    from .main_window import MainWindow

FIRST_LESSON = "01-moves"
STEP = "Place five more queens: dots mark free cells. Page Up and Page Down choose a layer."


class FirstView(QObject):
    """Shows the card of the first view until it was used once."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._is_due = window, False
        window.scene_page.scene_made.connect(self._on_scene)

    def _on_scene(self, scene: SceneView) -> None:
        window, card = self._window, scene.overlays.card
        card.closed.connect(lambda: window.services.preferences.change(first_view=False))
        card.try_wanted.connect(self._open_puzzle)
        card.lesson_wanted.connect(self._start_lesson)
        card.gallery_wanted.connect(lambda: window.pages.show_page("atlas"))
        if self._is_due:
            scene.overlays.show_card()

    def begin(self) -> None:
        """Show the card as soon as the scene is there, unless it was used before."""
        self._is_due = self._window.services.preferences.choices.first_view
        if self._is_due and self._window.scene_page.has_scene:
            self._window.scene.overlays.show_card()

    def _open_puzzle(self) -> None:
        """Open a board to complete, its free cells marked."""
        window = self._window
        window.tabs.open_tab(puzzle())
        window.document.report(STEP)

    def _start_lesson(self) -> None:
        self._window.panels.lessons.take_named(FIRST_LESSON)

"""What the Atlas and the Compare page ask of the window, and the ways to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqviz.core.board import Board
from nqviz.core.placement import Placement

from ..document.board_tab import BoardTab, window_state
from ..drawers.solve.panel import SolvePanel
from ..views.atlas.page import AtlasPage
from ..views.compare.page import ComparePage

if TYPE_CHECKING:
    from ..views.scene.scene_view import SceneView
    from .main_window import MainWindow

ATLAS, COMPARE = "atlas", "compare"
"""The names of the pages."""


class AtlasLinks:
    """Connects the two pages with the boards, the Solve drawer and the scene."""

    def __init__(
        self, window: MainWindow, atlas: AtlasPage, compare: ComparePage, solve: SolvePanel
    ) -> None:
        self._window, self._compare, self._solve = window, compare, solve
        self._atlas = atlas
        pages = window.pages
        atlas.open_placement.connect(self._open)
        atlas.solve_wanted.connect(self._look_for)
        atlas.compare_wanted.connect(self._compare_on)
        compare.wanted.connect(lambda: self._show(COMPARE))
        for page in (atlas, compare):
            page.closed.connect(pages.back)
        document = window.document
        window.scene_page.scene_made.connect(self._on_scene)
        solve.compare_wanted.connect(lambda: self._compare_on(document.board))

    def _on_scene(self, scene: SceneView) -> None:
        document = self._window.document
        scene.overlays.verdict.badge_clicked.connect(lambda: self.show_board(document.board))

    def _show(self, page: str) -> None:
        """Show a page in the room of the board and the drawer."""
        self._window.drawers.close_drawer()
        self._window.pages.show_page(page)

    def show_board(self, board: Board) -> None:
        self._show(ATLAS)
        self._atlas.show_board(board)

    def _open(self, tab: BoardTab, beside: bool) -> None:
        self._window.pages.back()
        self._window.tabs.open_tab(tab, beside=beside)

    def _look_for(self, board: Board, target: int) -> None:
        """Look for a number of queens on an empty board."""
        document = self._window.document
        self._window.pages.back()
        if document.board != board or document.counts.queens:
            self._window.tabs.open_tab(BoardTab(window_state(Placement(board))))
        self._solve.look_for_number(target)

    def _compare_on(self, board: Board) -> None:
        self._show(COMPARE)
        self._compare.show_board(board)

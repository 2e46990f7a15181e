"""The drawers and pages of a window: made here, and connected to each other and to the document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.core.shipped import shipped_text

from ..document.board_tab import BoardTab, window_state
from ..drawers.board.panel import BoardPanel
from ..drawers.density.panel import DensityPanel
from ..drawers.history.panel import HistoryPanel
from ..drawers.lessons.panel import LessonsPanel
from ..drawers.solve.panel import SolvePanel
from ..drawers.symmetry.panel import SymmetryPanel
from ..views.atlas.page import AtlasPage
from ..views.compare.page import ComparePage
from .drawer_stack import DrawerStack
from .pages import Pages

if TYPE_CHECKING:
    from ..views.scene.scene_view import SceneView
    from .main_window import MainWindow


@dataclass(frozen=True)
class RailEntry:
    """A button of the rail: the name of its drawer or page, its title, its icon, what it shows."""

    name: str
    title: str
    icon_name: str
    about: str


class Panels:
    """Makes the drawers and the pages of a window."""

    in_rail = tuple(
        RailEntry(*line.split(" | ")) for line in shipped_text("window", "rail.txt").splitlines()
    )
    """What has a button in the rail, in its order."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        document, runner, tabs = window.document, window.runner, window.tabs
        self.board = BoardPanel(document, runner, tabs.open_tab)
        self.solve = SolvePanel(document, runner)
        self.density = DensityPanel(document, runner)
        self.compare = ComparePage(document, runner)
        self.atlas = AtlasPage(document, runner, window.settings)
        self.history = HistoryPanel(document)
        self.symmetry = SymmetryPanel(
            document, runner, lambda: tabs.board_tabs, window.editing.apply
        )
        self.lessons = LessonsPanel(
            document, runner, tabs, self.solve, window.drawers, window.settings
        )
        self.limited = (self.solve, self.density, self.compare)

    def fill(self, drawers: DrawerStack, pages: Pages) -> None:
        """Put the drawers and the pages in their places."""
        last = (self.symmetry, self.lessons, self.history)
        for drawer in (self.board, self.solve, self.density, *last):
            drawers.add(drawer)
        pages.add(ATLAS, self.atlas)
        pages.add(COMPARE, self.compare)

    def connect_all(self) -> None:
        """Connect the drawers to each other and to the window."""
        window = self._window
        drawers, exporting = window.drawers, window.exporting
        window.tabs.closed.connect(self.solve.leave)
        for name in drawers.names:
            show = partial(window.rail.show_running, name)
            drawers.drawer(name).running_changed.connect(show)
        self.solve.wanted.connect(lambda: drawers.open("solve"))
        self.atlas_links = AtlasLinks(window, self.atlas, self.compare, self.solve)
        self.board.solve_wanted.connect(self.solve.focus_run)
        self.solve.search_started.connect(exporting.incumbents.begin)
        self.history.export_wanted.connect(exporting.open_replay)
        self.lessons.page_wanted.connect(window.pages.show_page)
        for empty in (self.symmetry, self.history):
            empty.fill_wanted.connect(lambda: drawers.open("board", with_focus=True))

    def controls(self) -> dict[QWidget, str]:
        """Return the controls that do the same as an action, each with the action's name."""
        parts = (self.board, self.solve, self.compare, self.history)
        return {box: name for part in parts for name, box in part.buttons.items()}


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

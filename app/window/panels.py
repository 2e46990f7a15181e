"""The drawers and pages of a window: made here, and connected to each other and to the document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from nqviz.core.shipped import shipped_text

from ..drawers.board.panel import BoardPanel
from ..drawers.density.panel import DensityPanel
from ..drawers.history.panel import HistoryPanel
from ..drawers.lessons.panel import LessonsPanel
from ..drawers.solve.panel import SolvePanel
from ..drawers.symmetry.panel import SymmetryPanel
from ..views.atlas.page import AtlasPage
from ..views.compare.page import ComparePage
from .atlas_links import ATLAS, COMPARE, AtlasLinks
from .drawer_stack import DrawerStack
from .pages import Pages

if TYPE_CHECKING:
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
            document,
            runner,
            tabs,
            self.solve,
            window.drawers,
            window.settings,
        )
        self.limited = (self.solve, self.density, self.compare)

    def fill(self, drawers: DrawerStack, pages: Pages) -> None:
        """Put the drawers and the pages in their places."""
        for drawer in (
            self.board,
            self.solve,
            self.density,
            self.symmetry,
            self.lessons,
            self.history,
        ):
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
        pairs = (pair for part in parts for pair in part.buttons.items())
        return {box: name for name, box in pairs}

"""The drawers and pages of a window: made here, and connected to each other and to the window."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from PySide6.QtWidgets import QWidget

from nqviz.core.board import Board
from nqviz.core.placement import Placement

from ..document.board_tab import BoardTab, window_state
from ..drawers.drawer import Drawer
from .pages import ATLAS, COMPARE, LATER

if TYPE_CHECKING:
    from ..drawers.board.panel import BoardPanel
    from ..drawers.density.panel import DensityPanel
    from ..drawers.history.panel import HistoryPanel
    from ..drawers.lessons.panel import LessonsPanel
    from ..drawers.solve.panel import SolvePanel
    from ..drawers.symmetry.panel import SymmetryPanel
    from ..views.atlas.page import AtlasPage
    from ..views.compare.page import ComparePage
    from .main_window import MainWindow

    Limited: TypeAlias = SolvePanel | DensityPanel | ComparePage
    """What has a time limit."""

P = TypeVar("P", bound=QWidget)


class Panels:
    """Makes each drawer and page when it is first asked for, and connects it to what is there."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    @cached_property
    def board(self) -> BoardPanel:
        from ..drawers.board.panel import BoardPanel

        window = self._window
        panel = BoardPanel(window.document, window.runner, window.tabs.open_tab)
        panel.solve_wanted.connect(self._focus_run)
        return self._added(panel, panel.buttons)

    @cached_property
    def solve(self) -> SolvePanel:
        from ..drawers.solve.panel import SolvePanel

        window = self._window
        panel = SolvePanel(window.document, window.runner)
        window.tabs.closed.connect(panel.leave)
        panel.wanted.connect(lambda: window.drawers.open("solve"))
        panel.search_started.connect(window.exporting.incumbents.begin)
        panel.compare_wanted.connect(lambda: self._compare_on(window.document.board))
        window.services.limit(panel)
        return self._added(panel, panel.buttons)

    @cached_property
    def density(self) -> DensityPanel:
        from ..drawers.density.panel import DensityPanel

        panel = DensityPanel(self._window.document, self._window.runner)
        self._window.services.limit(panel)
        return self._added(panel)

    @cached_property
    def symmetry(self) -> SymmetryPanel:
        from ..drawers.symmetry.panel import SymmetryPanel

        window = self._window
        panel = SymmetryPanel(
            window.document, window.runner, lambda: window.tabs.board_tabs, window.editing.apply
        )
        panel.fill_wanted.connect(self._fill)
        return self._added(panel)

    @cached_property
    def lessons(self) -> LessonsPanel:
        from ..drawers.lessons.panel import LessonsPanel

        window = self._window
        panel = LessonsPanel(
            window.document,
            window.runner,
            window.tabs,
            self.solve,
            window.drawers,
            window.settings,
        )
        panel.page_wanted.connect(window.pages.show_page)
        panel.changed.connect(window.presentation.arrange)
        return self._added(panel)

    @cached_property
    def history(self) -> HistoryPanel:
        from ..drawers.history.panel import HistoryPanel

        panel = HistoryPanel(self._window.document)
        panel.export_wanted.connect(self._window.exporting.open_replay)
        panel.fill_wanted.connect(self._fill)
        return self._added(panel, panel.buttons)

    @cached_property
    def atlas(self) -> AtlasPage:
        from ..views.atlas.page import AtlasPage

        window = self._window
        page = AtlasPage(window.document, window.runner, window.settings)
        page.part_changed.connect(window.show_hints)
        page.pane_made.connect(partial(window.services.add_panel, controls={}))
        page.open_placement.connect(self._open)
        page.solve_wanted.connect(self._look_for)
        page.compare_wanted.connect(self._compare_on)
        page.closed.connect(window.pages.back)
        return self._added(page)

    @cached_property
    def compare(self) -> ComparePage:
        from ..views.compare.page import ComparePage

        window = self._window
        page = ComparePage(window.document, window.runner)
        page.wanted.connect(lambda: self._show(COMPARE))
        page.closed.connect(window.pages.back)
        window.services.limit(page)
        return self._added(page, page.buttons)

    def _added(self, panel: P, buttons: Mapping[str, QWidget] | None = None) -> P:
        """Put a panel in its place and return it.

        `buttons`: those that do the same as an action, by its name.
        """
        window = self._window
        if isinstance(panel, Drawer):
            window.drawers.add(panel)
            panel.running_changed.connect(partial(window.rail.show_running, panel.name))
        else:
            window.pages.add(panel.objectName(), panel)
        window.add_panel(panel, {box: name for name, box in (buttons or {}).items()})
        return panel

    def make(self, name: str) -> None:
        """Make the drawer or the page of a name, unless it is there."""
        getattr(self, name)

    def make_next(self) -> bool:
        """Make the next panel or part of one that is missing; return whether there was one."""
        names = (*self._window.drawers.names, *LATER)
        name = next((name for name in names if name not in vars(self)), "")
        if name:
            self.make(name)
        return bool(name) or self.atlas.make_next()

    def leave(self) -> None:
        """End what goes on in them: the window is closed."""
        if "lessons" in vars(self):
            self.lessons.leave()

    def _show(self, page: str) -> None:
        """Show a page in the room of the board and the drawer."""
        self._window.drawers.close_drawer()
        self._window.pages.show_page(page)

    def show_card(self, board: Board) -> None:
        """Show what is known of a board, in the atlas."""
        self._show(ATLAS)
        self.atlas.show_board(board)

    def _open(self, tab: BoardTab, beside: bool) -> None:
        self._window.pages.back()
        self._window.tabs.open_tab(tab, beside=beside)

    def _look_for(self, board: Board, target: int) -> None:
        """Look for a number of queens on an empty board."""
        document = self._window.document
        self._window.pages.back()
        if document.board != board or document.counts.queens:
            self._window.tabs.open_tab(BoardTab(window_state(Placement(board))))
        self.solve.look_for_number(target)

    def _compare_on(self, board: Board) -> None:
        self._show(COMPARE)
        self.compare.show_board(board)

    def take_lesson(self, name: str) -> None:
        """Begin one of the lessons that ship with nqviz."""
        take = self._window.readiness.when_ready
        take("lessons", lambda: self.lessons.take_named(name))

    def _focus_run(self) -> None:
        self.solve.focus_run()

    def _fill(self) -> None:
        """Show what the board can be filled with."""
        self._window.drawers.open("board", with_focus=True)

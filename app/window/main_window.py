"""The main window: toolbar, rail with drawers, the pages in the middle, status bar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSettings, QSize, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QWidget

from nqviz import __version__
from nqviz.core.language import tr, tr_later
from nqviz.core.placement import Placement
from nqviz.view.palette import Theme

from ..actions.search import SearchPopup
from ..document.board_tab import BoardTab, window_state
from ..document.document import Document
from ..document.open_boards import OpenBoards
from ..jobs import JobRunner
from ..preferences import Choices, Preferences
from ..views.charts import ChartPage
from ..views.flat import FlatViews
from ..views.minimap.minimap import Minimap
from ..widgets.dressing import Dressing
from ..widgets.focus_order import move_focus
from ..widgets.layouts import horizontal, within_screen
from ..widgets.messages import show_text
from ..widgets.theme import SYSTEM, apply_theme, theme_named
from ..widgets.widgets import accept_copy
from .commands import Commands, Seeing, Sharing
from .drawer_stack import DrawerStack
from .editing import Editing
from .exporting import Exporting
from .file_handling import FileHandling
from .first_view import FirstView
from .hints_here import board_sentence, hints_here, short_name
from .pages import ATLAS, OF_VIEW, SCENE, Pages
from .presentation import Presentation
from .problem_files import ProblemFiles
from .qt_texts import use_texts
from .rail import IN_RAIL
from .readiness import Readiness
from .regions import RegionKeys
from .scene_page import ScenePage
from .search_sources import sources_of
from .services import WindowServices
from .status_bar import StatusBar
from .window_state import WindowState

if TYPE_CHECKING:
    from ..drawers.lessons.panel import LessonsPanel
    from ..drawers.solve.panel import SolvePanel
    from ..views.scene.scene_view import SceneView
    from .panels import Panels

NARROW = 1280
"""Below this width the strip of layers hides while a drawer is open."""

ABOUT = tr_later(
    "nqviz explorer {version}\n\n"
    "Queens on boards of any dimension: how many fit without attacking each other?"
)


class MainWindow(QMainWindow):
    """One document with its views and drawers."""

    left = Signal()  # the window is closed for good

    def __init__(self, document: Document, settings: QSettings | None = None) -> None:
        super().__init__()
        self.document = document
        self.runner = JobRunner(self)
        self.settings = settings
        self._is_closed = False
        document.setParent(self)
        self.setObjectName("main")
        self.setAcceptDrops(True)
        self.setMinimumSize(1100, 640)
        self.resize(within_screen(self, QSize(1600, 1000)))
        preferences = Preferences(settings, self)
        use_texts(preferences.choices.language)  # before any text is shown
        self.tabs = OpenBoards(document, self._may_close, self)
        self.files = FileHandling(self, document, self.runner, self.tabs, settings)
        self.editing = Editing(
            self,
            document,
            lambda: self.layers.arrangement,
            lambda code: self.files.open(Path(code)),
        )
        self.sharing = Sharing(document)
        self._make_views()
        self._make_centre()
        self.presentation = Presentation(self)
        self.services = WindowServices(
            self,
            document,
            self.runner,
            settings,
            preferences,
            lambda: (self.scene.canvas, self.flat.in_front),
        )
        self.exporting = Exporting(
            self,
            document,
            self.runner,
            (lambda: self.scene, self.flat),
            lambda: self.theme,
            settings,
        )
        self.problem_files = ProblemFiles(self, document, self.runner, self.tabs.open_tab)
        self._make_status_bar()
        self.seeing = Seeing(self)
        self.keys = RegionKeys(self, self._regions, self.go_back)
        self.commands = Commands(self)
        self.actions_ = self.commands.actions
        self.rail, self.toolbar = self.commands.rail, self.commands.toolbar
        self._row.insertWidget(0, self.rail)
        self.drawers.stackUnder(self.rail)
        self.addToolBar(self.toolbar)
        self.first_view = FirstView(self)
        self._dressing = Dressing(self)
        self._dressing.add(*self._parts())
        self._connect()
        self._set_up_keys()
        self._dress()
        self._show_title()
        self._on_view()
        self.layout_ = WindowState(self, self.drawers, settings)
        self.layout_.restore()

    # Building --------------------------------------------------------------------------------

    def _make_views(self) -> None:
        self.flat = FlatViews(self.document)
        self.layers = self.flat.layers
        self.minimap = Minimap(self.document)
        self.scene_page = ScenePage(self.document, self.layers, self.minimap)
        self.scene_page.scene_made.connect(self._on_scene)

    @property
    def scene(self) -> SceneView:
        """The scene; asked for, it is made, which takes a moment the first time."""
        return self.scene_page.scene

    @cached_property
    def panels(self) -> Panels:
        """The drawers and the pages beside the views; their modules are loaded only with it."""
        from .panels import Panels

        return Panels(self)

    @property
    def solve_panel(self) -> SolvePanel:
        return self.panels.solve

    @property
    def lessons_panel(self) -> LessonsPanel:
        return self.panels.lessons

    def _on_scene(self, scene: SceneView) -> None:
        scene.is_busy = lambda: any(job.is_running for job in self.runner.jobs)
        scene.canvas.is_patient = lambda: scene.is_busy() or self.drawers.is_settling
        scene.set_theme(self.theme)
        self.services.add_controls({box: name for name, box in scene.buttons.items()})
        badge_clicked = scene.overlays.verdict.badge_clicked
        badge_clicked.connect(lambda: self.panels.show_card(self.document.board))

    def _make_centre(self) -> None:
        self.readiness = Readiness(self)
        self.pages = Pages(self.document, self.readiness.make)
        self.pages.add(SCENE, self.scene_page)
        self.pages.add("square", self.flat.square)
        self.pages.add("graph", self.flat.graph)
        self.pages.add("per_layer", self.flat.counts)
        self.pages.add("chart", ChartPage(self.document))
        self._centre, self._place = QWidget(), QFrame()
        self._place.setProperty("role", "page")  # seen while a drawer slides out
        self._row = horizontal(self._centre, self._place, (self.pages, 1), spacing=0)
        self.drawers = DrawerStack(self._place, self._centre, self.readiness.make)
        self.setCentralWidget(self._centre)

    def _parts(self) -> Iterator[QWidget]:
        """Return what is dressed by itself; a menu and a dialog is so, too."""
        yield from (self.menuBar(), self.toolbar, self.status, self.rail, self._place)
        yield from map(self.pages.widget, range(self.pages.count()))

    def _make_status_bar(self) -> None:
        self.status = StatusBar(self.runner, self.document)
        self.setStatusBar(self.status)
        self.hints, self.activity = self.status.hints, self.status.activity
        self.activity.opened.connect(self.drawers.open)

    def _connect(self) -> None:
        document = self.document
        self.files.recent_changed.connect(self.commands.show_recent)
        document.message.connect(self.status.report)
        self.drawers.changed.connect(self._on_drawer)
        self.pages.changed.connect(self._on_page)
        for change in (document.queens_changed, document.board_changed):
            change.connect(self.status.drop_result)  # what it said is true no more
        document.view_changed.connect(self._on_view)
        document.board_changed.connect(self._on_view)
        for change in (document.cursor_changed, document.queens_changed):
            change.connect(self.show_hints)  # they are about the cell under the pointer
        self.tabs.changed.connect(self._show_title)
        self.services.preferences.changed.connect(self._on_preferences)
        self._limit_undo()
        QApplication.styleHints().colorSchemeChanged.connect(self._on_system_theme)

    def _set_up_keys(self) -> None:
        self.services.set_up(self.actions_, {self.toolbar.search: "help.commands"})
        for show in (self.show_hints, self.first_view.show_task):
            self.services.shortcuts.changed.connect(show)

    def add_side(self, side: QWidget) -> None:
        """Put a widget at the right of the pages."""
        self._row.addWidget(side)
        self._dressing.add(side)

    def add_panel(self, panel: QWidget, controls: Mapping[QWidget, str]) -> None:
        """Dress and explain another drawer or page; some controls do the same as an action."""
        self._dressing.add(panel)
        self.services.add_panel(panel, controls)

    # Drawers and pages -----------------------------------------------------------------------

    def _on_drawer(self, current: str) -> None:
        for entry in IN_RAIL:
            is_open = entry.name in (current, self.pages.current)
            self.actions_[f"drawers.{entry.name}"].setChecked(is_open)
        self._hide_strip()
        if self.scene_page.has_scene:
            self.scene.overlays.rest_card(bool(current))
        self.show_hints()
        if not current:
            self.pages.page(self.pages.current).setFocus()

    def _show_board(self, page: str) -> None:
        """Show which board this is, on the pages that show it."""
        is_shown = page in OF_VIEW.values()
        self.status.show_board(board_sentence(self.document.board) if is_shown else "")

    def _on_page(self, page: str) -> None:
        self._show_board(page)
        self._on_drawer(self.drawers.current)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._hide_strip()
        self.activity.fit()
        super().resizeEvent(event)

    def _hide_strip(self) -> None:
        """Hide the strip of layers while a drawer is open, where both would leave little room."""
        narrow = self.width() < NARROW * self.services.preferences.choices.text_size / 100
        self.scene_page.hide_strip(bool(self.drawers.current) and narrow)

    def toggle(self, name: str) -> None:
        """Open the drawer or the page of a button of the rail, or close it."""
        if name in self.drawers.names:
            self.pages.back()
            toggle = partial(self.drawers.toggle, name, with_focus=not self.rail.is_clicked)
            self.readiness.when_ready(name, toggle)
        elif self.pages.current == name:
            self.pages.back()
        else:
            self.drawers.close_drawer()
            self.pages.show_page(name)

    def _regions(self) -> list[QWidget]:
        drawer = [self.drawers] if self.drawers.current else []
        page = self.pages.page(self.pages.current)
        parts = self.scene_page.regions if self.pages.current == SCENE else (page,)
        return [self.toolbar, self.rail, *drawer, *parts]

    def go_back(self) -> None:
        """Go back to the scene, or close the drawer that is open."""
        if self.pages.current != SCENE:
            self.pages.back()
        else:
            self.drawers.close_drawer()

    def _on_view(self) -> None:
        view = self.document.view
        self.actions_["view.free"].setChecked(view.free)
        self.actions_[f"view.layers_{view.share}"].setChecked(True)
        self.show_hints()

    def show_hints(self) -> None:
        page = self.pages.current
        part = self.panels.atlas.part_name if page == ATLAS else page
        keys_of = self.commands.keys_of
        self.hints.show_hints(hints_here(self.document, part, self.drawers.current, keys_of))

    # File menu -------------------------------------------------------------------------------

    def new_tab(self) -> None:
        """Open another tab with an empty board like the one that is looked at."""
        self.tabs.open_tab(BoardTab(window_state(Placement(self.document.board))), beside=True)

    def close_tab(self) -> None:
        self.tabs.close_tab(self.document.tab)

    def show_palette(self) -> None:
        """Open the search under its button."""
        search = SearchPopup(sources_of(self), self)
        button = self.toolbar.search
        search.open_at(button.mapToGlobal(QPoint(button.width(), button.height() + 4)))

    def set_theme(self, name: str) -> None:
        """Dress the window in a theme from now on: light, dark or system."""
        self.services.preferences.change(theme=name)

    # Themes ----------------------------------------------------------------------------------

    def _on_preferences(self, before: Choices) -> None:
        now = self.services.preferences.choices
        self._limit_undo()
        if (now.theme, now.text_size) != (before.theme, before.text_size):
            self._dress()

    def _limit_undo(self) -> None:
        self.document.undo_bytes = self.services.preferences.choices.undo_memory * 2**20

    def _dress(self) -> None:
        choices = self.services.preferences.choices
        self.theme: Theme = theme_named(choices.theme)
        self.actions_[f"view.theme_{choices.theme}"].setChecked(True)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._dressing.set_sheet(apply_theme(application, self.theme, choices.text_size))
        if self.scene_page.has_scene:
            self.scene.set_theme(self.theme)
        self.flat.set_theme(self.theme)
        self.minimap.set_theme(self.theme)
        self.presentation.follow_theme()
        self._hide_strip()
        self.services.theme = self.theme

    def _on_system_theme(self) -> None:
        if self.services.preferences.choices.theme == SYSTEM and not self._is_closed:
            self._dress()

    # Help, status and title ------------------------------------------------------------------

    def about(self) -> None:
        show_text(self, tr("About"), tr(ABOUT, version=__version__))

    def _show_title(self) -> None:
        document = self.document
        title = self.tabs.titles()[self.tabs.current]
        name = title.replace(document.board.translated(), short_name(document.board), 1)
        self.toolbar.show_board(name, is_saved=document.is_saved)
        self._show_board(self.pages.current)
        self.setWindowTitle(f"{title}[*] – nqviz explorer")
        self.setWindowModified(not document.is_saved)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go on as things lie: toolbar, rail, drawer, the page, status bar."""
        drawer = [self.drawers.drawer(self.drawers.current)] if self.drawers.current else []
        page = self.pages.currentWidget()
        return move_focus(self, [self.toolbar, self.rail, *drawer, page, self.activity], forward)

    # Drag and drop, leaving ------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            accept_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            accept_copy(event)
        for path in paths:
            self.files.open(Path(path))

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._is_closed:
            if not all(map(self._may_close, self.tabs.board_tabs)):
                event.ignore()
                return
            self._is_closed = True
            self.presentation.leave()
            if "panels" in vars(self):
                self.panels.leave()
            self.layout_.save()
            self.hide()  # at once, however long what follows takes
            self.runner.shutdown()
            if self.scene_page.has_scene:
                self.scene.close_scene()
            self.left.emit()
        super().closeEvent(event)

    def _may_close(self, tab: BoardTab) -> bool:
        return self.files.may_close(tab)

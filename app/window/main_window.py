"""The main window: views in the middle, board and constructions left, answers right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenu,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from nqviz import __version__
from nqviz.core.placement import Placement
from nqviz.view.palette import Theme

from ..actions.actions import build_actions
from ..actions.search import CommandPalette
from ..document.board_tab import BoardTab, window_state
from ..document.document import Document
from ..document.tabs import BoardTabs
from ..drawers.atlas.bounds import BoundsPanel
from ..drawers.atlas.library import LibraryPanel
from ..drawers.atlas.tables import TablesPanel
from ..drawers.board import BoardPanel
from ..drawers.constructions.panel import ConstructionsPanel
from ..drawers.density.panel import DensityPanel
from ..drawers.history import HistoryPanel
from ..drawers.lessons.panel import LessonsPanel
from ..drawers.planar.panel import PlanarPanel
from ..drawers.rings.panel import RingsPanel
from ..drawers.solve.panel import SolvePanel
from ..drawers.symmetry.panel import SymmetryPanel
from ..jobs import JobRunner
from ..preferences import Choices
from ..views.compare.panel import ComparePanel
from ..views.flat import FlatViews
from ..views.scene.scene_view import SceneView
from ..widgets.docks import LEFT, RIGHT, STANDARD, arrange, bring_up, dock_actions, make_dock
from ..widgets.focus_order import move_focus, name_panel_tabs
from ..widgets.layouts import TITLE_BAR
from ..widgets.messages import show_text
from ..widgets.theme import SYSTEM, apply_theme, theme_named
from ..widgets.widgets import accept_copy, named
from .activity import Activity
from .counters import Counters
from .editing import Editing
from .exporting import Exporting
from .file_handling import FileHandling
from .presentation import Presentation
from .services import WindowServices
from .window_state import WindowState
from .workspaces import Workspaces


class MainWindow(QMainWindow):
    """One document with its views and panels.

    Signals
    -------
    left()
        The window is closed for good.
    """

    left = Signal()

    def __init__(self, document: Document, settings: QSettings | None = None) -> None:
        super().__init__()
        self.document = document
        self.runner = JobRunner(self)
        self.settings = settings
        self._is_closed = False
        document.setParent(self)
        self.setObjectName("main")
        self.setAcceptDrops(True)
        room = self.screen().availableSize() - QSize(0, TITLE_BAR)
        self.resize(QSize(1500, 920).boundedTo(room))
        self.tabs = BoardTabs(document, self._may_close)
        self.files = FileHandling(self, document, self.runner, self.tabs, settings)
        self.editing = Editing(self, document, lambda: self.layers.arrangement)
        self._make_centre()
        self._make_docks()
        self.services = WindowServices(
            self,
            document,
            self.runner,
            self.tabs,
            settings,
            self._docks,
            lambda: (self.scene.canvas, self.flat.in_front),
            (self.solve_panel, self.density_panel, self.compare_panel),
        )
        self.workspaces = Workspaces(self, self.docks, self.splitter, self.flat)
        self.exporting = Exporting(
            self,
            document,
            self.runner,
            (self.scene, self.flat),
            lambda: self.theme,
            settings,
        )
        self.activity = Activity(self.runner)
        self.statusBar().addPermanentWidget(self.activity)
        self.actions_ = build_actions(self)
        self.editing.add_menu(self.menuBar())
        self._add_undo_actions()
        self._add_dock_actions()
        self._add_recent_menu()
        self._connect()
        self.services.set_up(self.actions_, self._controls())
        self._dress()
        self._show_title()
        self.layout_ = WindowState(self, self.splitter, settings)
        self.layout_.restore()

    # Building --------------------------------------------------------------------------------

    def _make_centre(self) -> None:
        self.scene = SceneView(self.document)
        self.scene.is_busy = lambda: any(job.is_running for job in self.runner.jobs)
        self.flat = FlatViews(self.document)
        self.layers = self.flat.layers
        self.splitter = named(QSplitter(Qt.Orientation.Horizontal), "views", "Scene and flat views")
        self.splitter.setToolTip("")
        self.splitter.addWidget(self.scene)
        self.splitter.addWidget(self.flat)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setSizes([500, 500])
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        self.counters = Counters(self.document)
        column.addWidget(self.counters)
        column.addWidget(self.splitter, 1)
        self.setCentralWidget(centre)

    def _make_docks(self) -> None:
        self.setTabPosition(LEFT, QTabWidget.TabPosition.West)  # side by side they would be cut off
        self.setTabPosition(RIGHT, QTabWidget.TabPosition.East)
        self._docks: dict[str, QDockWidget] = {}
        self.board_panel = BoardPanel(self.document)
        self.constructions_panel = ConstructionsPanel(self.document, self.runner)
        self.solve_panel = SolvePanel(self.document, self.runner)
        self.density_panel = DensityPanel(self.document, self.runner)
        self.compare_panel = ComparePanel(self.document, self.runner)
        self.tables_panel = TablesPanel(self.runner, self.tabs.open_tab)
        self.history_panel = HistoryPanel(self.document)
        self.bounds_panel = BoundsPanel(self.runner, self.tabs.open_tab)
        self.library_panel = LibraryPanel(
            self.document, self.runner, self.tabs.open_tab, self.settings
        )
        self.symmetry_panel = SymmetryPanel(
            self.document, self.runner, lambda: self.tabs.board_tabs, self.editing.map_all
        )
        self.lessons_panel = LessonsPanel(
            self.document,
            self.runner,
            self.tabs,
            lambda: self.solve_panel.outcome,
            self.solve_panel.run,
            self._docks,
            self.settings,
        )
        self.presentation = Presentation(
            self, self.lessons_panel, self._docks, self.tabs, (self.counters, self.scene.controls)
        )
        self.rings_panel = RingsPanel(self.document, self.runner)
        self.planar_panel = PlanarPanel(self.document, self.runner)
        self.docks = [
            make_dock(self, title, panel, about)
            for title, panel, about in (
                ("Board", self.board_panel, "Side, dimension and piece of the board; given queens"),
                (
                    "Constructions",
                    self.constructions_panel,
                    "Placements that are built by a rule of the literature",
                ),
                ("Solve", self.solve_panel, "Search, and watch the bound close in"),
                ("Density", self.density_panel, "How often each cell is used by placements"),
                ("Bounds", self.bounds_panel, "What is known of each board, and why"),
                ("Library", self.library_panel, "Placements at hand, and where they come from"),
                ("Lessons", self.lessons_panel, "Learn step by step"),
                ("Symmetry", self.symmetry_panel, "What maps a placement onto itself or another"),
                ("Rings", self.rings_panel, "Planar boards ring by ring, with proofs to follow"),
                ("Planar", self.planar_panel, "First and most beautiful queens, excluded lines"),
                ("Tables", self.tables_panel, "The tables of the papers, counted anew"),
                ("Compare", self.compare_panel, "Programs and engines against each other"),
                ("History", self.history_panel, "Every change by its name; replay the session"),
            )
        ]
        self._docks.update((dock.windowTitle().lower(), dock) for dock in self.docks)
        arrange(self, self.docks, STANDARD)

    def _controls(self) -> dict[QWidget, str]:
        """Return the controls that do the same as an action, each with its name."""
        buttons: list[tuple[QWidget, str]] = [(self.layers.fit_button, "view.reset")]
        for part in (
            self.scene.controls,
            self.board_panel,
            self.solve_panel,
            self.compare_panel,
            self.history_panel,
        ):
            buttons += [(button, name) for name, button in part.buttons.items()]
        return dict(buttons)

    def _add_undo_actions(self) -> None:
        menu = self.actions_["edit.clear"].associatedObjects()[-1]
        assert isinstance(menu, QMenu)
        first = menu.actions()[0]
        stack = self.document.undo_group
        for name, action, keys in (
            ("edit.undo", stack.createUndoAction(self, "&Undo"), "Ctrl+Z"),
            ("edit.redo", stack.createRedoAction(self, "&Redo"), "Ctrl+Shift+Z"),
        ):
            action.setObjectName(name)
            action.setShortcut(QKeySequence(keys))
            menu.insertAction(first, action)
            self.actions_[name] = action

    def _add_dock_actions(self) -> None:
        last = self.actions_["view.free_panel"]
        menu = last.associatedObjects()[-1]
        assert isinstance(menu, QMenu)
        for action in dock_actions(self, self.docks):
            self.actions_[action.objectName()] = action
            menu.insertAction(last, action)
        menu.insertSeparator(last)

    def _add_recent_menu(self) -> None:
        menu = self.actions_["file.open"].associatedObjects()[-1]
        assert isinstance(menu, QMenu)
        self._recent_menu = QMenu("Open &recent", self)
        self._recent_menu.setToolTipsVisible(True)
        menu.insertMenu(self.actions_["file.save"], self._recent_menu)
        self._show_recent()

    def _connect(self) -> None:
        document = self.document
        self.files.recent_changed.connect(self._show_recent)
        document.message.connect(self._show_message)
        self.tabs.closed.connect(self.solve_panel.leave)
        self.solve_panel.wanted.connect(lambda: bring_up(self._docks["solve"]))
        self.compare_panel.wanted.connect(lambda: bring_up(self._docks["compare"]))
        self.services.solve_wanted.connect(self.solve_panel.focus_run)
        self.solve_panel.search_started.connect(self.exporting.incumbents.begin)
        for change in (document.queens_changed, document.board_changed):
            change.connect(self.statusBar().clearMessage)  # what it said is true no more
        document.file_changed.connect(self._show_title)
        document.view_changed.connect(self._show_free)
        document.board_changed.connect(self._show_title)
        self.services.preferences.changed.connect(self._on_preferences)
        self._limit_undo()
        self.presentation.changed.connect(self._dress)
        style = QApplication.styleHints()
        style.colorSchemeChanged.connect(self._on_system_theme)

    # File menu -------------------------------------------------------------------------------

    def new_tab(self) -> None:
        """Open another tab with an empty board like the one that is looked at."""
        tab = BoardTab(window_state(Placement(self.document.board)))
        self.tabs.open_tab(tab, beside=True)

    def close_tab(self) -> None:
        self.tabs.close_tab(self.tabs.currentIndex())

    def show_palette(self) -> None:
        """Open the command palette."""
        actions = [*self.actions_.values(), *self.editing.board_actions()]
        palette = CommandPalette(actions, self)
        palette.open()

    def _show_recent(self) -> None:
        menu = self._recent_menu
        menu.clear()
        menu.setEnabled(bool(self.files.recent))
        for path in self.files.recent:
            action = menu.addAction(path.name)
            action.setToolTip(str(path))
            action.triggered.connect(lambda _checked=False, path=path: self.files.open(path))

    # Edit, view and solve menus --------------------------------------------------------------

    def view_reset(self) -> None:
        self.scene.reset_camera()
        self.layers.fit()

    def mark_free(self, marked: bool) -> None:
        """Mark the free cells, or not."""
        self.document.set_view(replace(self.document.view, free=marked))

    def _show_free(self) -> None:
        self.actions_["view.free"].setChecked(self.document.view.free)

    # Themes ----------------------------------------------------------------------------------

    def theme_system(self) -> None:
        self.set_theme(SYSTEM)

    def theme_light(self) -> None:
        self.set_theme("light")

    def theme_dark(self) -> None:
        self.set_theme("dark")

    def set_theme(self, name: str) -> None:
        """Dress the window in a theme from now on: light, dark or system."""
        self.services.preferences.change(theme=name)

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
        apply_theme(application, self.theme, self.presentation.text_size(choices.text_size))
        self.scene.set_theme(self.theme)
        self.flat.set_theme(self.theme)
        self.library_panel.set_theme(self.theme)
        self.services.theme = self.theme

    def _on_system_theme(self) -> None:
        if self.services.preferences.choices.theme == SYSTEM and not self._is_closed:
            self._dress()

    # Help, status and title ------------------------------------------------------------------

    def about(self) -> None:
        show_text(
            self,
            "About",
            f"<h3>nqviz explorer {__version__}</h3>"
            "<p>Queens on boards of any dimension: how many fit without attacking each other?</p>",
        )

    def _show_message(self, text: str) -> None:
        self.statusBar().showMessage(text, 8000)

    def _show_title(self) -> None:
        self.setWindowTitle(f"{self.document.tab.title}[*] – nqviz explorer")
        self.setWindowModified(not self.document.is_saved)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go on as things lie: the panels at the left, the views, the other panels."""
        shown = [dock for dock in self.docks if not dock.visibleRegion().isEmpty()]
        left = [dock.widget() for dock in shown if self.dockWidgetArea(dock) == LEFT]
        others = [dock.widget() for dock in shown if dock.widget() not in left]
        tabs = name_panel_tabs(self)
        parts = [*left, self.centralWidget(), *tabs, *others, self.activity]
        return move_focus(self, parts, forward)

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
            self.lessons_panel.leave()
            self.layout_.save()
            self.runner.shutdown()
            self.scene.close_scene()
            self.left.emit()
        super().closeEvent(event)

    def _may_close(self, tab: BoardTab) -> bool:
        return self.files.may_close(tab)

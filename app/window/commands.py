"""The commands of a window: its actions in their menus, and the toolbar and rail made of them.

The commands of the menus behind the buttons of the toolbar are those of the menu bar.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QIcon, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr
from nqviz.formats import format_code
from nqviz.formats.history_script import history_script
from nqviz.view.view_json import changed_entries
from nqviz.view.view_state import SHARES, Share

from ..actions.actions import build_actions
from ..document.document import Document
from ..views.scene.look_actions import look_menu
from ..widgets.icons import icon
from ..widgets.numbers import with_spaces
from ..widgets.wrapped_tips import key_plates, wrapped
from .rail import IN_RAIL, Rail
from .toolbar import Toolbar

if TYPE_CHECKING:
    from .file_handling import FileHandling
    from .main_window import MainWindow

SOLVE = (
    ("solve.most", "solve.full", "solve.number", "solve.proof", "solve.complete"),
    ("solve.stop", "solve.accept", "solve.discard"),
    ("compare.run", "compare.stop"),
)
VIEWS = (
    (
        "view.page_scene",
        "view.page_square",
        "view.page_graph",
        "view.page_per_layer",
        "view.page_chart",
    ),
    ("view.layers_strip", "view.layers_half", "view.layers_all"),
    ("view.front", "view.right", "view.top", "view.corner", "view.reset"),
)
LOOK = (("view.theme_dark", "view.theme_light", "view.theme_system"), ("view.free",))
"""The commands of a menu in groups, by their names."""


def menu_of(
    actions: Mapping[str, QAction], groups: Sequence[Sequence[str]], parent: QWidget
) -> QMenu:
    """Make a menu of actions in groups; names without an action are left out."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for group in groups:
        menu.addSeparator()
        for name in group:
            if name in actions:
                menu.addAction(actions[name])
    return menu


def add_recent(menu: QMenu, files: FileHandling, drawing: QIcon | None = None) -> None:
    """Add the files that were opened last to a menu, each with an icon if one is given."""
    for path in files.recent:
        action = menu.addAction(drawing or QIcon(), path.name)
        action.setToolTip(wrapped(str(path)))
        action.triggered.connect(lambda _checked=False, path=path: files.open(path))


class BoardMenu(QMenu):
    """The menu of the chip: the boards that are open, another board, recent files."""

    def __init__(self, window: MainWindow, commands: Sequence[QAction]) -> None:
        super().__init__(window)
        self.setObjectName("toolbar.board_menu")
        self.setToolTipsVisible(True)
        self._window, self._boards, self._commands = window, window.tabs, tuple(commands)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the boards that are open now, and the recent files."""
        self.clear()
        self._add_boards()
        self.addSeparator()
        other = self.addAction(icon("box"), tr("Another board …"))
        other.setToolTip(tr("Choose side, dimension and piece in the Board drawer"))
        other.triggered.connect(lambda: self._window.drawers.open("board", with_focus=True))
        self.addActions(self._commands)
        if self._window.files.recent:
            self.addSection(tr("Recent files"))
        add_recent(self, self._window.files, icon("file"))

    def _add_boards(self) -> None:
        group = QActionGroup(self)
        for place, title in enumerate(self._boards.titles()):
            tab = self._boards.board_tabs[place]
            file, mark = tab.file, "" if tab.is_saved else " ●"
            queens = with_spaces(counted_tr(tab.state.counts.queens, tab.state.board.piece))
            action = self.addAction(f"{title}{mark}    {queens}")
            action.setCheckable(True)
            action.setChecked(place == self._boards.current)
            action.setToolTip(wrapped(str(file.path if file else tab.state.board.translated())))
            action.triggered.connect(lambda _on=False, tab=tab: self._boards.show_tab(tab))
            group.addAction(action)


STEPS = ("view.cube_previous", "view.cube_next", "view.cube_previous_row", "view.cube_next_row")
"""Actions that step through the cubes."""


class Commands:
    """Makes the actions of a window and what shows them.

    The keys of all actions work while the menu bar is hidden.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.actions = build_actions(window)  # the actions by their names
        window.editing.add_menu(window.menuBar())
        self._add_undo_actions()
        self._add_drawer_actions()
        self._recent_menu = QMenu(tr("Open &recent"), window)
        self._recent_menu.setObjectName("file.recent")
        self._recent_menu.setToolTipsVisible(True)
        self._menu_of("file.open").insertMenu(self.actions["file.save"], self._recent_menu)
        self.show_recent()
        window.addActions(list(self.actions.values()))
        window.menuBar().setVisible(window.menuBar().isNativeMenuBar())
        window.minimap.show_keys_of([self.actions[name] for name in STEPS])
        window.document.board_changed.connect(self._offer_cubes)
        self._offer_cubes()
        rest = menu_of(self.actions, LOOK, window).actions()  # themes, and free cells
        self.look = look_menu(window.document, rest, window)  # how the scene looks
        self.look.draws_in_software = window.scene_page.draws_in_software
        self.rail = self._make_rail()
        self.toolbar = Toolbar(self.actions, self._menus(), window.show_palette, window)

    def show_recent(self) -> None:
        """List the files that were opened last."""
        self._recent_menu.clear()
        self._recent_menu.setEnabled(bool(self._window.files.recent))
        add_recent(self._recent_menu, self._window.files)

    def keys_of(self, name: str) -> str:
        """Return the keys of an action as on plates; empty without keys."""
        return key_plates(self.actions[name].shortcut())

    # Actions -----------------------------------------------------------------------------------

    def _add_undo_actions(self) -> None:
        menu = self._menu_of("edit.clear")
        first = menu.actions()[0]
        made = self._window.document.shown_stack.make_actions(self._window)
        keys = {"edit.undo": "Ctrl+Z", "edit.redo": "Ctrl+Shift+Z"}
        for name, action in zip(keys, made, strict=True):
            action.setObjectName(name)
            action.setShortcut(QKeySequence(keys[name]))
            menu.insertAction(first, action)
            self.actions[name] = action

    def _add_drawer_actions(self) -> None:
        """Make an action for each button of the rail: it opens a drawer or page, or closes it."""
        window, before = self._window, self.actions["view.next_region"]
        menu = QMenu(tr("&Drawers"), window)
        menu.setToolTipsVisible(True)
        self._menu_of("view.next_region").insertMenu(before, menu)
        for number, entry in enumerate(IN_RAIL, start=1):
            action = QAction(icon(entry.icon_name), tr(entry.title), window)
            action.setObjectName(f"drawers.{entry.name}")
            action.setCheckable(True)
            action.setShortcut(QKeySequence(f"Ctrl+{number}"))
            action.setStatusTip(tr(entry.about))
            if entry.name in window.drawers.names:  # a command may have the same name
                action.setProperty("title", tr("{title} drawer", title=tr(entry.title)))
            action.triggered.connect(lambda _on=False, name=entry.name: window.toggle(name))
            menu.addAction(action)
            self.actions[action.objectName()] = action

    def _offer_cubes(self) -> None:
        """Enable the steps through cubes on boards that have as many dimensions."""
        d = self._window.document.board.d
        for name, action in self.actions.items():
            if name.startswith("view.cube_"):
                action.setEnabled(d > (4 if name.endswith("_row") else 3))

    def _menu_of(self, name: str) -> QMenu:
        return next(each for each in self.actions[name].associatedObjects() if type(each) is QMenu)

    # Rail and toolbar --------------------------------------------------------------------------

    def _make_rail(self) -> Rail:
        actions = self.actions
        return Rail(
            {entry.name: actions[f"drawers.{entry.name}"] for entry in IN_RAIL},
            {"circle-question-mark": actions["help.keys"], "settings": actions["edit.preferences"]},
            self._window,
        )

    def _menus(self) -> dict[str, QMenu]:
        """Return the menus of the toolbar, by the names of their buttons."""
        window, actions = self._window, self.actions
        everything = QMenu(window)
        everything.addActions(window.menuBar().actions())
        names = ("file.new", "file.open", "file.save", "file.close")
        return {
            "menu": everything,
            "board": BoardMenu(window, [actions[name] for name in names]),
            "solve": menu_of(actions, SOLVE, window),
            "views": menu_of(actions, VIEWS, window),
            "look": self.look,
        }


class Seeing:
    """Carries out the commands of the View menu for a window."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self._document = window, window.document

    def next_share(self) -> None:
        """Show the layers as a strip, on half of the window and on all of it, by turns."""
        self.share(SHARES[(SHARES.index(self._document.view.share) + 1) % len(SHARES)])

    def share(self, share: Share) -> None:
        """Show the layers as a strip beside the scene, on half of the window, or alone."""
        self._window.pages.back()
        self._document.set_view(replace(self._document.view, share=share))

    def fit(self) -> None:
        """Bring the whole board into sight, in scene and layers."""
        self._window.scene.camera.reset()
        self._window.layers.fit()

    def mark_free(self, marked: bool) -> None:
        self._document.set_view(replace(self._document.view, free=marked))


class Sharing(QObject):
    """Puts text on the clipboard from which the board can be made again."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document

    def copy_code(self) -> None:
        """Copy the board, its queens and the view as a placement code."""
        document = self._document
        board, givens = document.placement(), tuple(sorted(document.givens))
        view = changed_entries(document.view)
        if code := self._copied(lambda: format_code(board, givens, view)):
            count = f"{len(code):,}"
            document.report(tr("Copied a placement code of {count} characters.", count=count))

    def copy_python(self) -> None:
        """Copy the history as a script that makes the board with the library."""
        if script := self._copied(lambda: history_script(self._document.tab.history)):
            count = f"{script.count(chr(10)):,}"
            self._document.report(tr("Copied a script of {count} lines.", count=count))

    def _copied(self, make: Callable[[], str]) -> str:
        """Copy a text and return it; where it cannot be made, say why."""
        try:
            text = make()
        except InputError as error:
            self._document.report(tr("Not copied: {error}.", error=error))
            return ""
        QApplication.clipboard().setText(text)
        return text

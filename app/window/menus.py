"""The menus behind the buttons of the toolbar; their commands are those of the menu bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from nqviz.core.language import counted_tr, tr

from ..document.open_boards import OpenBoards
from ..widgets.icons import icon
from ..widgets.numbers import with_spaces
from ..widgets.wrapped_tips import wrapped

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


class BoardMenu(QMenu):
    """The menu of the chip: the boards that are open, another board, recent files.

    `recent`: returns the files that were opened last.
    `open_path`: opens a file.
    `new_board`: opens the drawer in which a board is chosen.
    """

    def __init__(
        self,
        boards: OpenBoards,
        commands: Sequence[QAction],
        recent: Callable[[], Sequence[Path]],
        open_path: Callable[[Path], object],
        choose_board: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar.board_menu")
        self.setToolTipsVisible(True)
        self._boards, self._commands = boards, tuple(commands)
        self._recent, self._open_path, self._choose_board = recent, open_path, choose_board
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the boards that are open now, and the recent files."""
        self.clear()
        self._add_boards()
        self.addSeparator()
        other = self.addAction(icon("box"), tr("Another board …"))
        other.setToolTip(tr("Choose side, dimension and piece in the Board drawer"))
        other.triggered.connect(self._choose_board)
        self.addActions(self._commands)
        recent = self._recent()
        if recent:
            self.addSection(tr("Recent files"))
        for path in recent:
            action = self.addAction(icon("file"), path.name)
            action.setToolTip(wrapped(str(path)))
            action.triggered.connect(lambda _on=False, path=path: self._open_path(path))

    def _add_boards(self) -> None:
        group = QActionGroup(self)
        for place, title in enumerate(self._boards.titles()):
            tab = self._boards.board_tabs[place]
            mark = "" if tab.is_saved else " ●"
            queens = with_spaces(counted_tr(tab.state.counts.queens, tab.state.board.piece))
            action = self.addAction(f"{title}{mark}    {queens}")
            action.setCheckable(True)
            action.setChecked(place == self._boards.current)
            action.setToolTip(
                wrapped(str(tab.file.path if tab.file else tab.state.board.translated()))
            )
            action.triggered.connect(lambda _on=False, tab=tab: self._boards.show_tab(tab))
            group.addAction(action)

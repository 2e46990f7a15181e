"""What makes the window pleasant: preferences, shortcuts, welcome, notifications and help."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDockWidget,
    QDoubleSpinBox,
    QMainWindow,
    QSpinBox,
    QWhatsThis,
    QWidget,
)

from nqviz.view.palette import Theme

from ..actions.shortcuts import Shortcuts, tell_keys
from ..dialogs.preferences_dialog import PreferencesDialog
from ..dialogs.shortcut_sheet import ShortcutSheet
from ..dialogs.welcome import Welcome
from ..document.board_tab import BoardTab
from ..document.document import Document
from ..document.tabs import BoardTabs
from ..drawers.constructions.examples import Example
from ..jobs import JobRunner
from ..preferences import Choices, Preferences
from ..widgets.animation_speed import set_pace
from ..widgets.docks import bring_up, find_dock
from ..widgets.whats_this import explain
from ..widgets.wording import name_piece, piece_of
from .notifications import Notifications

PIECE_PANELS = ("board", "solve", "density")
"""The panels that are about the pieces on the board, whichever they are."""


class WindowServices(QObject):
    """Holds them for one window; it is made before the window's actions and dressed after."""

    def __init__(
        self,
        window: QMainWindow,
        document: Document,
        runner: JobRunner,
        tabs: BoardTabs,
        settings: QSettings | None,
    ) -> None:
        super().__init__(window)
        self._window, self._document, self._tabs = window, document, tabs
        self._settings = settings
        self.preferences = Preferences(settings, self)
        self.notifications = Notifications(window, document, runner)
        self.shortcuts = Shortcuts({})
        self.theme: Theme | None = None
        self.preferences.changed.connect(self._on_change)

    def dress(self, actions: Mapping[str, QAction]) -> None:
        """Set the shortcuts of the actions, explain the controls, and fill in what is preferred."""
        self.shortcuts = Shortcuts(actions, self._settings, self)
        self.shortcuts.changed.connect(self._tell_keys)
        self._tell_keys()
        self._set_limits()
        set_pace(self.preferences.choices.speed)
        explain(self._window)
        self._document.board_changed.connect(self._name_piece)
        self._name_piece()

    def _name_piece(self) -> None:
        """Let the words of the window name the piece that is on the board."""
        window, piece = self._window, self._document.board.piece
        if piece == piece_of(window.menuBar()):
            return
        panels = (window.findChild(QDockWidget, f"dock.{name}") for name in PIECE_PANELS)
        inside = (window.menuBar(), window.centralWidget(), *panels)
        roots = [widget for widget in inside if widget is not None]
        stays = ("edit.undo", "edit.redo")  # they name a change
        actions = [a for name, a in self.shortcuts.actions.items() if name not in stays]
        name_piece(piece, roots, actions)

    # The actions -------------------------------------------------------------------------------

    def show_preferences(self) -> None:
        """Open the preferences beside the window."""
        self._show(PreferencesDialog(self.preferences, self.shortcuts, self._window))

    def show_shortcuts(self) -> None:
        """Open the table of mouse actions and keys beside the window."""
        self._show(ShortcutSheet(self._window, self._document.board.piece))

    def show_welcome(self) -> None:
        """Open the welcome; the next start goes without it unless somebody wants it again."""
        self.preferences.change(welcome=False)
        assert self.theme is not None
        welcome = Welcome(self.preferences, self.theme, self._window)
        welcome.chosen.connect(self._open_example)
        welcome.lessons_wanted.connect(self.shortcuts.actions["help.lessons"].trigger)
        self._show(welcome)

    def complain(self, text: str) -> None:
        """Tell of something that went wrong by itself, such as an autosave."""
        self.notifications.warn(text)

    def ask_whats_this(self) -> None:
        """Let the next click explain what it meets."""
        explain(self._window)  # controls come and go
        QWhatsThis.enterWhatsThisMode()

    def _show(self, dialog: PreferencesDialog | ShortcutSheet | Welcome) -> None:
        """Show a dialog that does not keep anybody from the window, once however often asked."""
        for other in self._window.findChildren(type(dialog)):
            if other is not dialog and other.isVisible():
                dialog.deleteLater()
                other.raise_()
                other.activateWindow()
                return
        explain(dialog)
        dialog.show()

    def _open_example(self, example: Example, tab: BoardTab) -> None:
        self._tabs.open_tab(tab)
        if example.wants_solve:
            run = self._window.findChild(QWidget, "solve.run")
            bring_up(find_dock(self._window, "solve"))
            if run is not None:
                run.setFocus()
        self._document.message.emit(example.step)

    def _tell_keys(self) -> None:
        tell_keys(self._window, self.shortcuts.actions)

    # Preferences -------------------------------------------------------------------------------

    def _on_change(self, before: Choices) -> None:
        now = self.preferences.choices
        set_pace(now.speed)
        if (now.time_limit, now.threads) != (before.time_limit, before.threads):
            self._set_limits()

    def _set_limits(self) -> None:
        """Let every panel that asks for a time or for threads begin with what is preferred."""
        choices = self.preferences.choices
        boxes: list[QSpinBox | QDoubleSpinBox] = [
            *self._window.findChildren(QSpinBox),
            *self._window.findChildren(QDoubleSpinBox),
        ]
        for box in boxes:
            if box.objectName().endswith(".threads"):
                box.setValue(choices.threads)
            elif box.objectName().endswith(".seconds"):
                limitless = choices.time_limit == 0 and box.minimum() > 0
                box.setValue(int(box.maximum()) if limitless else choices.time_limit)

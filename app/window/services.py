"""Services of a window: preferences, shortcuts, notifications and help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QMainWindow, QWhatsThis, QWidget

from nqviz.view.palette import Theme

from ..actions.actions import word_actions
from ..actions.shortcuts import Shortcuts, show_keys, show_keys_of_actions
from ..document.document import Document
from ..jobs import JobRunner
from ..preferences import Choices, Preferences
from ..widgets.motion import reduce_motion, set_animation_speed
from ..widgets.whats_this import explain
from .notifications import Notifications, Seats

if TYPE_CHECKING:
    from ..dialogs.preferences_dialog import PreferencesDialog
    from ..dialogs.shortcut_list import ShortcutList
    from .panels import Limited


class WindowServices(QObject):
    """Holds them for one window; it is made before the window's actions and set up after."""

    def __init__(
        self,
        window: QMainWindow,
        document: Document,
        runner: JobRunner,
        settings: QSettings | None,
        preferences: Preferences,
        seats: Seats,
    ) -> None:
        super().__init__(window)
        self._window, self._document = window, document
        self._limited: list[Limited] = []
        self._controls: dict[QWidget, str] = {}
        self._dialogs: dict[type[QDialog], QDialog] = {}
        self._settings = settings
        self._piece = "queen"
        self.preferences = preferences
        self.notifications = Notifications(window, document, runner, seats)
        self.shortcuts = Shortcuts({})
        self.theme: Theme | None = None
        self.preferences.changed.connect(self._on_change)

    def set_up(self, actions: Mapping[str, QAction], controls: Mapping[QWidget, str]) -> None:
        """Set the shortcuts of the actions, explain the controls, and apply the preferences.

        `controls`: the controls that do the same as an action, by its name.
        """
        self._controls = dict(controls)
        self.shortcuts = Shortcuts(actions, self._settings, self)
        self.shortcuts.changed.connect(self._show_keys)
        self._show_keys()
        set_animation_speed(self.preferences.choices.speed)
        reduce_motion(self.preferences.choices.reduced_motion)
        explain(self._window)
        self._document.board_changed.connect(self._name_piece)
        self._name_piece()

    def add_controls(self, controls: Mapping[QWidget, str]) -> None:
        """Show the keys of actions in the tooltips of further controls."""
        self._controls |= controls
        show_keys(controls, self.shortcuts.actions)

    def add_panel(self, panel: QWidget, controls: Mapping[QWidget, str]) -> None:
        """Explain the controls of another panel; some do the same as an action, by its name."""
        self.add_controls(controls)
        explain(panel, self._piece)

    def limit(self, panel: Limited) -> None:
        """Set the preferred time limit and number of threads in a panel from now on."""
        self._limited.append(panel)
        self._set_limits_of(panel)

    def _name_piece(self) -> None:
        """Name the piece on the board in the texts of commands."""
        piece = self._document.board.piece
        if piece != self._piece:
            self._piece = piece
            word_actions(self.shortcuts.actions, piece)
            explain(self._window, piece)

    # The actions -------------------------------------------------------------------------------

    def show_preferences(self) -> None:
        """Open the preferences beside the window."""
        from ..dialogs.preferences_dialog import PreferencesDialog  # no start needs dialogs

        self._show(PreferencesDialog(self.preferences, self.shortcuts, self._window))

    def show_shortcuts(self) -> None:
        """Open the table of mouse actions and keys beside the window."""
        from ..dialogs.shortcut_list import ShortcutList

        self._show(ShortcutList(self._window, self._document.board.piece))

    def ask_whats_this(self) -> None:
        """Explain the control at the next click."""
        explain(self._window, self._piece)  # controls come and go
        QWhatsThis.enterWhatsThisMode()

    def _show(self, dialog: PreferencesDialog | ShortcutList) -> None:
        """Show a dialog that does not keep anybody from the window, once however often asked."""
        kind = type(dialog)
        other = self._dialogs.get(kind)
        if other is not None and other.isVisible():
            dialog.deleteLater()
            other.raise_()
            other.activateWindow()
            return
        self._dialogs[kind] = dialog
        dialog.finished.connect(lambda: self._dialogs.pop(kind, None))
        explain(dialog, self._piece)
        dialog.show()

    def _show_keys(self) -> None:
        show_keys(self._controls, self.shortcuts.actions)
        show_keys_of_actions(self.shortcuts.actions.values())

    # Preferences -------------------------------------------------------------------------------

    def _on_change(self, before: Choices) -> None:
        now = self.preferences.choices
        set_animation_speed(now.speed)
        reduce_motion(now.reduced_motion)
        if (now.time_limit, now.threads) != (before.time_limit, before.threads):
            self._set_limits()

    def _set_limits(self) -> None:
        for panel in self._limited:
            self._set_limits_of(panel)

    def _set_limits_of(self, panel: Limited) -> None:
        choices = self.preferences.choices
        panel.set_limits(choices.time_limit, choices.threads)

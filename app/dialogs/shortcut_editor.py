"""The editor of shortcuts: choose an action, press other keys for it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import QHeaderView, QKeySequenceEdit, QTreeWidget, QTreeWidgetItem, QWidget

from nqviz.core.language import tr

from ..actions.search import plain
from ..actions.shortcuts import Shortcuts
from ..widgets.fields import label
from ..widgets.layouts import fill, horizontal, vertical
from ..widgets.widgets import button, named, note, set_enabled, set_objection
from ..widgets.wrapped_tips import text_of_keys

_NAME = Qt.ItemDataRole.UserRole


class ShortcutEditor(QWidget):
    """A list of all actions, and a field that takes the keys for the chosen one."""

    def __init__(self, shortcuts: Shortcuts) -> None:
        super().__init__()
        self._shortcuts = shortcuts
        self._list = named(QTreeWidget(), "preferences.actions")
        self._list.setHeaderLabels([tr("Action"), tr("Shortcut")])
        self._list.setRootIsDecorated(False)
        self._list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._list.header().setStretchLastSection(False)
        self._rows = {
            name: QTreeWidgetItem([plain(action), ""]) for name, action in shortcuts.actions.items()
        }
        for name, row in self._rows.items():
            row.setData(0, _NAME, name)
            row.setToolTip(0, shortcuts.actions[name].toolTip())
            self._list.addTopLevelItem(row)
        self._keys = named(QKeySequenceEdit(), "preferences.keys")
        self._keys.setMaximumSequenceLength(1)
        self._none = button("preferences.no_keys", on_click=lambda: self._set(QKeySequence()))
        self._default = button("preferences.default_keys", on_click=self._reset)
        self._note = note("preferences.keys_note")
        self._lay_out()
        self._list.currentItemChanged.connect(self._on_row)
        self._keys.keySequenceChanged.connect(self._on_keys)
        shortcuts.changed.connect(self._update_ui)
        self._list.setCurrentItem(next(iter(self._rows.values())))
        self._update_ui()

    def _lay_out(self) -> None:
        row = horizontal(None, (self._keys, 1), self._none, self._default, spacing=8)
        column = vertical(self, (self._list, 1), spacing=8)
        above = label(tr("Keys of the chosen action"))
        above.setBuddy(self._keys)
        fill(column, above, row, self._note)

    def _name(self) -> str:
        row = self._list.currentItem()
        assert row is not None
        return str(row.data(0, _NAME))

    def _update_ui(self) -> None:
        """Show the keys of every action, the chosen one's in the field."""
        for name, row in self._rows.items():
            keys = self._shortcuts.actions[name].shortcut()
            row.setText(1, text_of_keys(keys))
            font = row.font(1)
            is_own = keys == self._shortcuts.default(name)
            font.setWeight(QFont.Weight.Normal if is_own else QFont.Weight.DemiBold)
            row.setFont(1, font)
        self._on_row()

    def _on_row(self) -> None:
        name = self._name()
        self._show_keys()
        keys, default = self._shortcuts.actions[name].shortcut(), self._shortcuts.default(name)
        own = text_of_keys(default) or tr("no shortcut")
        why = "" if keys != default else tr("It has its own shortcut")
        set_enabled(self._default, not why, why or tr("Back to {keys}", keys=own))
        set_objection(self._none, tr("It has none") if keys.isEmpty() else "")
        self._note.clear()

    def _show_keys(self) -> None:
        with QSignalBlocker(self._keys):
            self._keys.setKeySequence(self._shortcuts.actions[self._name()].shortcut())

    def _on_keys(self, keys: QKeySequence) -> None:
        if not keys.isEmpty():
            self._set(keys)

    def _set(self, keys: QKeySequence) -> None:
        self._report(self._shortcuts.set(self._name(), keys))

    def _reset(self) -> None:
        self._report(self._shortcuts.reset(self._name()))

    def _report(self, problem: str | None) -> None:
        if problem is not None:
            self._show_keys()  # what it still has
            self._note.setText(problem)

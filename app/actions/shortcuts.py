"""The shortcuts of all actions: which are set, which clash, and what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from nqviz.core.language import tr, tr_later

from ..widgets.wrapped_tips import set_keys, text_of_keys, wrapped
from .search import plain

PORTABLE = QKeySequence.SequenceFormat.PortableText

_MOVES = tr_later("{keys} moves the cursor in the views and cannot be changed.")
_PLACES = tr_later("{keys} places a queen at the cursor in the views and cannot be changed.")
KEYS_OF_THE_VIEWS = {
    "Space": _PLACES,
    "Return": _PLACES,
    "Enter": _PLACES,
    "B": tr_later("{keys} blocks a cell or opens it in the views and cannot be changed."),
    "L": tr_later("{keys} makes a queen a given one in the views and cannot be changed."),
    **dict.fromkeys(("Left", "Right", "Up", "Down", "PgUp", "PgDown", "Home", "End"), _MOVES),
    "+": tr_later("{keys} enlarges the view in the views and cannot be changed."),
    "-": tr_later("{keys} makes the view smaller in the views and cannot be changed."),
    "Esc": tr_later("{keys} takes the cursor away in the views and cannot be changed."),
    "Tab": tr_later("{keys} goes to the next control in the views and cannot be changed."),
    "Backtab": tr_later("{keys} goes to the control before in the views and cannot be changed."),
}
"""Keys that the layers and the scene answer themselves, so that no action may have them."""


class Shortcuts(QObject):
    """Changes the shortcuts of actions and keeps what differs from their defaults."""

    changed = Signal()  # some action has another shortcut

    def __init__(
        self,
        actions: Mapping[str, QAction],
        settings: QSettings | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.actions = dict(actions)
        self._settings = settings
        self._defaults = {name: action.shortcut() for name, action in self.actions.items()}
        self._further = {name: action.shortcuts()[1:] for name, action in self.actions.items()}
        for name in self.actions:
            stored = settings.value(f"shortcuts/{name}") if settings is not None else None
            if stored is not None:
                keys = QKeySequence.fromString(str(stored), PORTABLE)
                if self.refusal(name, keys) is None:  # else a newer version gave them to another
                    self._give(name, keys)

    def default(self, name: str) -> QKeySequence:
        """Return the shortcut that an action has on its own."""
        return self._defaults[name]

    def refusal(self, name: str, keys: QKeySequence) -> str | None:
        """Return in one line why an action cannot have these keys, None if it can."""
        if keys.isEmpty():
            return None
        text = text_of_keys(keys)
        for own, does in KEYS_OF_THE_VIEWS.items():
            if clash(keys, QKeySequence.fromString(own, PORTABLE)):
                return tr(does, keys=text)
        for other, action in self.actions.items():
            if other != name and any(clash(keys, each) for each in action.shortcuts()):
                return tr("{keys} belongs to “{action}” already.", keys=text, action=plain(action))
        return None

    def set(self, name: str, keys: QKeySequence) -> str | None:
        """Set the keys of an action, or none; return why they were refused, or None."""
        problem = self.refusal(name, keys)
        if problem is None and keys != self.actions[name].shortcut():
            self._give(name, keys)
            self._remember(name)
            self.changed.emit()
        return problem

    def reset(self, name: str) -> str | None:
        """Reset the shortcut of an action; return why it was refused, or None."""
        return self.set(name, self._defaults[name])

    def reset_all(self) -> None:
        for name in self.actions:
            self._give(name, self._defaults[name])
            self._remember(name)
        self.changed.emit()

    def _give(self, name: str, keys: QKeySequence) -> None:
        """Set the keys of an action; its further keys stay."""
        self.actions[name].setShortcuts([keys, *self._further[name]])

    def _remember(self, name: str) -> None:
        if self._settings is None:
            return
        keys = self.actions[name].shortcut()
        if keys == self._defaults[name]:
            self._settings.remove(f"shortcuts/{name}")
        else:
            self._settings.setValue(f"shortcuts/{name}", keys.toString(PORTABLE))


def show_keys_of_actions(actions: Iterable[QAction]) -> None:
    """Set the tooltips of actions: the name, the keys, and what the action does."""
    for action in actions:
        keys = text_of_keys(action.shortcut())
        title = f"{plain(action)} ({keys})" if keys else plain(action)
        about = action.statusTip()
        action.setToolTip(wrapped(f"{title}: {about}" if about else title))


def show_keys(controls: Mapping[QWidget, str], actions: Mapping[str, QAction]) -> None:
    """Show the keys of actions in the tooltips of the controls that do the same."""
    for control, name in controls.items():
        set_keys(control, actions[name].shortcut())


def clash(one: QKeySequence, other: QKeySequence) -> bool:
    """Return whether two shortcuts are the same, or one is the beginning of the other."""
    if one.isEmpty() or other.isEmpty():
        return False
    none = QKeySequence.SequenceMatch.NoMatch
    return one.matches(other) != none or other.matches(one) != none


def menus_of(bar: QMenuBar) -> Iterator[tuple[str, list[QAction]]]:
    """Yield the title and the named actions of each menu, those of its submenus among them."""
    for top in bar.actions():
        menu = top.menu()
        if isinstance(menu, QMenu):
            yield plain(top), list(_named_actions(menu))


def _named_actions(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _named_actions(inner)
        elif action.objectName():
            yield action

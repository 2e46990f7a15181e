"""Makes the actions of the table: each in its menu, with its shortcut, connected to its handler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from nqviz.core.language import tr, tr_piece

from .action_table import ACTIONS


def build_actions(window: QMainWindow) -> dict[str, QAction]:
    """Make every action, put it in its menu, and connect it to the window's method."""
    actions: dict[str, QAction] = {}
    menus: dict[str, QMenu] = {}
    groups: dict[str, QActionGroup] = {}
    for spec in ACTIONS:
        action = QAction(tr(spec.text), window)
        action.setObjectName(spec.name)
        action.setStatusTip(tr(spec.tip))
        action.setCheckable(spec.checkable)
        if spec.shortcut:
            action.setShortcuts(QKeySequence.listFromString(spec.shortcut))
        handler = _handler(window, spec.handler)
        if spec.checkable and not spec.group:
            action.toggled.connect(handler)
        else:
            action.triggered.connect(lambda _checked=False, call=handler: call())
        if spec.group:
            group = groups.setdefault(spec.group, QActionGroup(window))
            group.addAction(action)
        menu = _menu(window, menus, spec.menu)
        if spec.separator:
            menu.addSeparator()
        menu.addAction(action)
        actions[spec.name] = action
    return actions


def word_actions(actions: Mapping[str, QAction], piece: str) -> None:
    """Write the texts of the table about a piece, in actions and menus."""
    for spec in ACTIONS:
        action = actions[spec.name]
        action.setText(tr_piece(spec.text, piece))
        action.setStatusTip(tr_piece(spec.tip, piece))
        for menu in action.associatedObjects():
            if isinstance(menu, QMenu) and menu.menuAction().objectName() == spec.menu:
                menu.setTitle(tr_piece(spec.menu.rpartition("/")[2], piece))


def _handler(window: QMainWindow, path: str) -> Callable[..., object]:
    """Return what calls a method of the window, or of a part that may be made only then."""
    find = attrgetter(path)

    def call(*given: object) -> object:
        return find(window)(*given)

    return call


def _menu(window: QMainWindow, menus: dict[str, QMenu], path: str) -> QMenu:
    """Return a menu by its path, ``&Edit`` or ``&Edit/&Move``; make it where it is missing."""
    if path not in menus:
        above, _, title = path.rpartition("/")
        place = _menu(window, menus, above) if above else window.menuBar()
        menus[path] = place.addMenu(tr(title))
        menus[path].menuAction().setObjectName(path)
        menus[path].setToolTipsVisible(True)
    return menus[path]

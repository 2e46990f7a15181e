"""Every action of the window, declared once, for the menus, the shortcuts and the search.

The table is ``actions.txt`` in the resources of the window; each action is made in its menu, with
its shortcut, and connected to its handler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from nqviz.core.language import tr, tr_piece
from nqviz.core.shipped import shipped_text


@dataclass(frozen=True)
class ActionSpec:
    """What an action is called, where it stands, and what it calls."""

    name: str
    text: str
    menu: str
    handler: str
    """A method of the window, or of one of its parts, and what it is given: ``keys.go_on -1``."""
    tip: str
    shortcut: str = ""
    """Its keys; further ones, which are not changed with the first, stand behind semicolons."""
    checkable: bool = False
    group: str = ""
    """Actions of one group exclude each other."""
    separator: bool = False
    """Whether a line stands above it."""


def _read(table: str) -> tuple[ActionSpec, ...]:
    """Return the actions of a table, menu by menu.

    An action has a row with its name, text, handler, keys (``-`` for none) and whether it is on or
    off, or one of a group, and below it what it does. An empty line parts actions.
    """
    specs: list[ActionSpec] = []
    lines, menu = table.strip().splitlines(), ""
    for before, line, tip in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        if line.startswith("["):
            menu = line[1:-1]
        elif line and not line.startswith(" "):
            name, text, handler, *more = line.split(" | ")
            keys, kind = (*more, "", "")[:2]
            specs.append(
                ActionSpec(
                    name,
                    text,
                    menu,
                    handler,
                    tip.strip(),
                    "" if keys == "-" else keys,
                    checkable=bool(kind),
                    group=kind.partition("one of ")[2],
                    separator=not before,
                )
            )
    return tuple(specs)


ACTIONS = _read(shipped_text("window", "actions.txt"))


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


def _handler(window: QMainWindow, handler: str) -> Callable[..., object]:
    """Return what calls a method of the window, or of a part that may be made only then."""
    path, *words = handler.split()
    find = attrgetter(path)
    fixed = [int(word) if word.lstrip("-").isdecimal() else word for word in words]

    def call(*given: object) -> object:
        return find(window)(*fixed, *given)

    panel, is_of_panel, _ = path.partition("_panel.")
    if not is_of_panel:
        return call
    when_ready = attrgetter("readiness.when_ready")
    return lambda *given: when_ready(window)(panel, lambda: call(*given))


def _menu(window: QMainWindow, menus: dict[str, QMenu], path: str) -> QMenu:
    """Return a menu by its path, ``&Edit`` or ``&Edit/&Move``; make it where it is missing."""
    if path not in menus:
        above, _, title = path.rpartition("/")
        place = _menu(window, menus, above) if above else window.menuBar()
        menus[path] = place.addMenu(tr(title))
        menus[path].menuAction().setObjectName(path)
        menus[path].setToolTipsVisible(True)
    return menus[path]

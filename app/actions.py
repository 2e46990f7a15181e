"""Every action of the window, declared once: it makes the menus, the shortcuts and the tips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu


@dataclass(frozen=True)
class ActionSpec:
    """What an action is called, where it stands, and which method of the window it calls."""

    name: str
    text: str
    menu: str
    handler: str
    tip: str
    shortcut: str = ""
    checkable: bool = False
    group: str = ""
    separator: bool = False


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("file.new", "&New tab", "&File", "new_tab", "Start another board", "Ctrl+N"),
    ActionSpec(
        "file.open", "&Open …", "&File", "open_dialog", "Open placements or sessions", "Ctrl+O"
    ),
    ActionSpec("file.save", "&Save", "&File", "save", "Save the placement", "Ctrl+S"),
    ActionSpec(
        "file.save_as",
        "Save &as …",
        "&File",
        "save_dialog",
        "Save under another name",
        "Ctrl+Shift+S",
    ),
    ActionSpec(
        "file.save_session",
        "Save sess&ion …",
        "&File",
        "save_session",
        "Save all tabs with their histories",
    ),
    ActionSpec(
        "file.export",
        "&Export image …",
        "&File",
        "export_dialog",
        "Save a picture of the scene or of the layers",
        "Ctrl+E",
        separator=True,
    ),
    ActionSpec("file.close", "&Close tab", "&File", "close_tab", "Close this tab", "Ctrl+W"),
    ActionSpec("file.quit", "&Quit", "&File", "close", "Leave", "Ctrl+Q", separator=True),
    ActionSpec(
        "edit.clear",
        "&Clear the board",
        "&Edit",
        "clear_board",
        "Take away every queen that is not given",
        "Ctrl+Backspace",
        separator=True,
    ),
    ActionSpec("edit.lock", "&Lock all queens", "&Edit", "lock_all", "Make all queens given ones"),
    ActionSpec("edit.unlock", "&Unlock all queens", "&Edit", "unlock_all", "Unlock every queen"),
    ActionSpec(
        "view.free",
        "Mark &free cells",
        "&View",
        "set_show_free",
        "Show a dot on each cell that no queen attacks",
        "F",
        checkable=True,
    ),
    ActionSpec(
        "view.front", "&Front", "&View", "view_front", "Look from the front", "1", separator=True
    ),
    ActionSpec("view.right", "&Right", "&View", "view_right", "Look from the right", "2"),
    ActionSpec("view.top", "&Top", "&View", "view_top", "Look from above", "3"),
    ActionSpec("view.corner", "&Corner", "&View", "view_corner", "Look from a corner", "4"),
    ActionSpec("view.reset", "&Whole board", "&View", "view_reset", "Fit the board in", "0"),
    ActionSpec(
        "view.theme_system",
        "Theme of the s&ystem",
        "&View",
        "theme_system",
        "Light or dark as the system is",
        checkable=True,
        group="theme",
        separator=True,
    ),
    ActionSpec(
        "view.theme_light",
        "&Light theme",
        "&View",
        "theme_light",
        "Dark on light",
        checkable=True,
        group="theme",
    ),
    ActionSpec(
        "view.theme_dark",
        "&Dark theme",
        "&View",
        "theme_dark",
        "Light on dark",
        checkable=True,
        group="theme",
    ),
    ActionSpec("solve.run", "&Solve", "&Solve", "solve", "Search in the background", "Ctrl+Return"),
    ActionSpec("solve.stop", "S&top", "&Solve", "stop_solving", "End the search", "Ctrl+."),
    ActionSpec(
        "solve.accept",
        "&Accept the solution",
        "&Solve",
        "accept",
        "Put the shown solution on the board",
        "Ctrl+Shift+Return",
    ),
    ActionSpec(
        "solve.discard", "&Discard the solution", "&Solve", "discard", "Drop the shown solution"
    ),
    ActionSpec(
        "help.commands",
        "&Commands …",
        "&Help",
        "show_palette",
        "Find any command by a few letters",
        "Ctrl+Shift+P",
    ),
    ActionSpec("help.about", "&About", "&Help", "about", "What this program is"),
    ActionSpec("help.keys", "&Mouse and keys", "&Help", "show_keys", "What can be clicked", "F1"),
)


def build_actions(window: QMainWindow) -> dict[str, QAction]:
    """Make every action, put it in its menu, and connect it to the window's method."""
    actions: dict[str, QAction] = {}
    menus: dict[str, QMenu] = {}
    groups: dict[str, QActionGroup] = {}
    for spec in ACTIONS:
        action = QAction(spec.text, window)
        action.setObjectName(spec.name)
        action.setToolTip(spec.tip)
        action.setStatusTip(spec.tip)
        action.setCheckable(spec.checkable)
        if spec.shortcut:
            action.setShortcut(QKeySequence(spec.shortcut))
        handler: Callable[..., object] = getattr(window, spec.handler)
        if spec.checkable and not spec.group:
            action.toggled.connect(handler)
        else:
            action.triggered.connect(lambda _checked=False, call=handler: call())
        if spec.group:
            group = groups.setdefault(spec.group, QActionGroup(window))
            group.addAction(action)
        menu = menus.get(spec.menu)
        if menu is None:
            menu = menus[spec.menu] = window.menuBar().addMenu(spec.menu)
            menu.setToolTipsVisible(True)
        if spec.separator:
            menu.addSeparator()
        menu.addAction(action)
        actions[spec.name] = action
    return actions

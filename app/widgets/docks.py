"""The panels at the sides: their first places, and how they are opened and closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTabBar, QWidget

from .dock_title import DockTitle
from .focus_order import focus_first
from .panel_scroll import PanelScroll
from .wording import wrapped

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
WIDTHS = (270, 300)
"""How wide the panels at the left and those at the right are at first."""
TITLE, BARS = 34, 60
"""Roughly how high the title of a panel is, and the bars of the window above and below."""
_ABOUT = "what the panel is for"
Stacks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Workspace:
    """Where panels stand, by their titles.

    Attributes
    ----------
    left, right : tuple of tuple of str
        Stacks from top to bottom; panels of a stack lie behind each other, the first in front.
        Those that are named nowhere are closed and come up in the last stack at the right.
    closed : frozenset of str
        Panels that are not shown until somebody asks for them, although they have a place.
    """

    left: Stacks
    right: Stacks
    closed: frozenset[str] = frozenset()


STANDARD = Workspace(
    left=(("Board",), ("Constructions", "Lessons")),
    right=(("Solve", "Density", "Bounds", "Library"),),
)
"""The first start: what a newcomer needs; the rest is one click or a few letters away."""

PLANAR = Workspace(
    left=(("Rings", "Board", "Constructions", "Lessons"),),
    right=(("Planar", "Solve", "Density", "Library"),),
)
"""For flat boards: their questions at the right, their rings at the left."""


def make_dock(window: QMainWindow, title: str, panel: QWidget, about: str) -> QDockWidget:
    """Put a panel with a title into a dock; it has no place yet.

    Parameters
    ----------
    window : QMainWindow
    title : str
    panel : QWidget
    about : str
        What the panel is for, in a line for the menu.
    """
    dock = QDockWidget(title, window)
    dock.setObjectName(f"dock.{title.lower()}")
    dock.setProperty(_ABOUT, about)  # a status tip would drive messages out of the status bar
    dock.setTitleBarWidget(DockTitle(dock))
    dock.setWidget(PanelScroll(panel))
    return dock


def arrange(window: QMainWindow, panels: Iterable[QDockWidget], workspace: Workspace) -> None:
    """Lay out all panels of a window as a workspace."""
    docks = {dock.windowTitle(): dock for dock in panels}
    left = _fitting(window, workspace.left, docks)
    placed = [title for stack in (*left, *workspace.right) for title in stack]
    others = tuple(title for title in docks if title not in placed)
    right = (*workspace.right[:-1], workspace.right[-1] + others)
    for area, stacks in ((LEFT, left), (RIGHT, right)):
        for stack in stacks:
            _lay(window, [docks[title] for title in stack], area)
    for title, dock in docks.items():
        dock.setVisible(title in placed and title not in workspace.closed)
    for stack in (*left, *right):
        docks[stack[0]].raise_()
    fronts = [docks[stacks[0][0]] for stacks in (left, right) if stacks]
    window.resizeDocks(fronts, list(WIDTHS[: len(fronts)]), Qt.Orientation.Horizontal)
    for dock in docks.values():
        dock.widget().setMinimumHeight(0)
    if len(left) == 2:  # the upper one takes what it needs, the lower one the rest
        upper, lower = (docks[stack[0]] for stack in left)
        upper.widget().setMinimumHeight(upper.widget().sizeHint().height())
        heights = [_height(upper), window.height() - BARS - _height(upper)]
        window.resizeDocks([upper, lower], heights, Qt.Orientation.Vertical)
    hide_tabs(window)


def _fitting(window: QMainWindow, stacks: Stacks, docks: dict[str, QDockWidget]) -> Stacks:
    """Lay stacks that do not fit above each other behind each other, in one stack."""
    needed = sum(_height(docks[stack[0]]) for stack in stacks)
    if len(stacks) > 1 and needed > window.height() - BARS:
        return (tuple(title for stack in stacks for title in stack),)
    return stacks


def _height(dock: QDockWidget) -> int:
    return TITLE + dock.widget().sizeHint().height()


def _lay(window: QMainWindow, stack: list[QDockWidget], area: Qt.DockWidgetArea) -> None:
    for dock in stack:
        dock.setFloating(False)
    window.addDockWidget(area, stack[0])
    for front, behind in pairwise(stack):
        window.tabifyDockWidget(front, behind)


def bring_up(dock: QDockWidget) -> None:
    """Open a panel if it is closed, and raise it above those that cover it."""
    dock.show()
    dock.raise_()


def with_focus(window: QMainWindow) -> QDockWidget | None:
    """Return the panel that has the focus, or that gets it when the window does."""
    for widget in (QApplication.focusWidget(), window.focusWidget()):
        while widget is not None and not isinstance(widget, QDockWidget):
            widget = widget.parentWidget()
        if widget is not None:
            return widget
    return None


def dock_actions(window: QMainWindow, docks: list[QDockWidget]) -> Iterator[QAction]:
    """Make an action for each panel: it brings the panel up, or closes it when it is in front.

    The action that Qt makes would close a panel that lies behind another, where nobody sees it.
    """
    for dock in docks:
        action = QAction(dock.windowTitle(), window)
        action.setObjectName(f"panels.{dock.objectName().partition('.')[2]}")
        action.setCheckable(True)
        action.setChecked(not dock.isHidden())
        action.setToolTip(wrapped(dock.property(_ABOUT)))
        action.setStatusTip(dock.property(_ABOUT))
        dock.toggleViewAction().toggled.connect(action.setChecked)
        action.triggered.connect(lambda _on=False, each=(action, dock): _use(*each))
        yield action


def _use(action: QAction, dock: QDockWidget) -> None:
    if dock.isVisible() and not dock.visibleRegion().isEmpty():
        dock.close()
    else:
        bring_up(dock)
        focus_first(dock.widget())
    action.setChecked(not dock.isHidden())


def hide_tabs(window: QMainWindow) -> None:
    """Hide the tabs of panels; Qt leaves some that belong to none when panels go or move.

    Those that are needed come back when the window lays out its panels.
    """
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        bar.hide()


def restore_layout(window: QMainWindow, layout: QByteArray) -> None:
    """Lay out the panels as they once were."""
    hide_tabs(window)
    window.restoreState(layout)

"""The panels at the sides: their first places, and how they are opened and closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QByteArray, QEvent, QLineF, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QStyle,
    QTabBar,
    QToolButton,
    QWidget,
)

from .focus_order import focus_first
from .widgets import named
from .wording import wrapped

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
WIDTHS = (270, 300)
"""How wide the panels at the left and those at the right are at first."""
TITLE, BARS = 34, 60
"""Roughly how high the title of a panel is, and the bars of the window above and below."""
CLOSE, FLOAT = "close", "float"
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


class DockTitle(QWidget):
    """The title of a panel, with buttons to undock and to close it; its font follows the text size.

    The buttons take no focus: the Panels menu does the same by keys.
    """

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        title = dock.windowTitle()
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 4, 4)
        row.setSpacing(2)
        row.addWidget(QLabel(title), 1)
        for sign, tip, call in (
            (FLOAT, f"Set {title} free from the window, or put it back", self._free),
            (CLOSE, f"Close {title}; the Panels menu brings it back", dock.close),
        ):
            push = named(_Sign(sign), f"{dock.objectName()}.{sign}", tip)
            push.clicked.connect(call)
            row.addWidget(push)
        self._dock = dock

    def _free(self) -> None:
        self._dock.setFloating(not self._dock.isFloating())


class _Sign(QToolButton):
    """A small button with a cross or two windows, in the colour and the size of text."""

    def __init__(self, sign: str) -> None:
        super().__init__()
        self._sign = sign
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        side = self.fontMetrics().height() + 4
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().windowText(), 1.2))
        side = 0.5 * self.fontMetrics().height()
        middle = QRectF(self.rect()).center()
        box = QRectF(middle - QPointF(side, side) / 2, middle + QPointF(side, side) / 2)
        if self._sign == CLOSE:
            painter.drawLine(QLineF(box.topLeft(), box.bottomRight()))
            painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))
            return
        step = 0.3 * side
        painter.drawRect(box.adjusted(0, step, -step, 0))
        painter.drawPolyline(
            [
                QPointF(box.left() + step, box.top() + step),
                QPointF(box.left() + step, box.top()),
                box.topRight(),
                QPointF(box.right(), box.bottom() - step),
                QPointF(box.right() - step, box.bottom() - step),
            ]
        )


class PanelScroll(QScrollArea):
    """A vertical scroll area for a panel, as wide as the panel needs."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._panel = panel
        self.setWidget(panel)
        self._keep_width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the panel's layout."""
        if watched is self._panel and event.type() == QEvent.Type.LayoutRequest:
            self._keep_width()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        asked = self._panel.sizeHint().expandedTo(self._panel.minimumSize())
        return asked + QSize(self._bar_width(), 0)

    def _keep_width(self) -> None:
        self.setMinimumWidth(self._panel.minimumSizeHint().width() + self._bar_width())

    def _bar_width(self) -> int:
        return self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent) + 4

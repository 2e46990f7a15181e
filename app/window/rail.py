"""The rail at the left edge: a button for each drawer, and at its foot help and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAction, QColor, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from nqviz.core.language import tr
from nqviz.core.shipped import shipped_text

from ..widgets.fields import icon_button
from ..widgets.icons import IconButton, grown
from ..widgets.layouts import vertical
from ..widgets.painting import fill_with, smooth_painter
from ..widgets.theme import GrowsWithText, current_theme, text_scale

WIDTH, BUTTON, ICON = 48, 40, 20
EDGE, DOT = 3, 6


@dataclass(frozen=True)
class RailEntry:
    """A button of the rail: the name of its drawer or page, its title, its icon, what it shows."""

    name: str
    title: str
    icon_name: str
    about: str


IN_RAIL = tuple(
    RailEntry(*line.split(" | ")) for line in shipped_text("window", "rail.txt").splitlines()
)
"""What has a button in the rail, in its order."""


class Rail(GrowsWithText, QFrame):
    """Shows which drawer is open, and marks those in which work runs.

    `actions`: the checkable actions of the drawers by their names, in their order.
    `foot`: actions at the foot, by the names of their icons.
    """

    def __init__(
        self, actions: Mapping[str, QAction], foot: Mapping[str, QAction], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(tr("Drawers"))
        self.setProperty("role", "bar")
        self._grow()
        column = vertical(self, margins=(4, 8, 4, 8), spacing=4)
        self.buttons: dict[str, RailButton] = {}
        for name, action in actions.items():
            self.buttons[name] = RailButton(f"rail.{name}", action)
            column.addWidget(self.buttons[name])
        column.addStretch(1)
        for drawing, action in foot.items():
            column.addWidget(_foot_button(drawing, action))

    def _grow(self) -> None:
        self.setFixedWidth(WIDTH - ICON + grown(ICON, self))

    @property
    def is_clicked(self) -> bool:
        """Whether a click of the mouse on a button is being handled."""
        return any(button.is_clicked for button in self.buttons.values())

    def show_running(self, name: str, running: bool) -> None:
        """Mark a drawer in which work runs with a dot, or remove the mark."""
        if name in self.buttons:
            self.buttons[name].is_running = running
            self.buttons[name].update()


class RailButton(IconButton):
    """A button of the rail: an icon, an edge where its drawer is open, a dot where work runs."""

    def __init__(self, name: str, action: QAction) -> None:
        super().__init__(BUTTON, BUTTON, ICON)
        self.is_running = self.is_clicked = False
        self.setObjectName(name)
        self.setProperty("kind", "rail")
        self.setDefaultAction(action)
        self.setAccessibleName(action.text().replace("&", ""))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.is_clicked = True
        super().mouseReleaseEvent(event)
        self.is_clicked = False

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        accent = QColor(current_theme().accent)
        painter = smooth_painter(self)
        fill_with(painter, accent)
        if self.isChecked():
            painter.drawRoundedRect(QRectF(0, 10, EDGE, self.height() - 20), 1.5, 1.5)
        if self.is_running:
            side = DOT * text_scale(self.font())
            painter.drawEllipse(QRectF(self.width() - side - 6, 6, side, side))


def _foot_button(drawing: str, action: QAction) -> QToolButton:
    title = action.text().replace("&", "").removesuffix(" …")
    name, press = f"rail.{action.objectName()}", action.trigger
    return icon_button(name, drawing, title, side=BUTTON, size=ICON, on_click=press)

"""A drawer: the head with its title, what can be scrolled, and the foot that always stays."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ..widgets.fields import GAP, icon_button, label

WIDTH = 320
PADDING = 16
HEAD = 56


class Drawer(QFrame):
    """The frame of every drawer. A drawer fills `body`, and `foot` where it has one.

    Attributes
    ----------
    name, title, icon_name : str
        The name for actions and sessions, the title on the screen, and the icon in the rail.
    body, foot : QVBoxLayout
        Where the controls stand; the body scrolls, the foot stays below it.

    Signals
    -------
    close_wanted()
        The cross or Escape was pressed.
    running_changed(bool)
        Work began or ended; the rail marks it.
    """

    close_wanted = Signal()
    running_changed = Signal(bool)

    name = ""
    title = ""
    icon_name = ""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(self.name)
        self.setAccessibleName(self.title)
        self.setProperty("role", "drawer")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        inside = QWidget()
        self.body = QVBoxLayout(inside)
        self.body.setContentsMargins(PADDING, 0, PADDING, PADDING)
        self.body.setSpacing(GAP)
        self.body.setAlignment(Qt.AlignmentFlag.AlignTop)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        scroll.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        column.addWidget(scroll, 1)
        under = QWidget()
        self.foot = QVBoxLayout(under)
        self.foot.setContentsMargins(PADDING, 8, PADDING, PADDING)
        column.addWidget(under)

    def _head(self) -> QWidget:
        head = QWidget()
        head.setFixedHeight(HEAD)
        row = QHBoxLayout(head)
        row.setContentsMargins(PADDING, 0, 8, 0)
        row.addWidget(label(self.title, "head"), 1)
        close = icon_button(f"{self.name}.close", "x", f"Close {self.title}")
        close.clicked.connect(self.close_wanted)
        row.addWidget(close)
        return head

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_wanted.emit()
        else:
            super().keyPressEvent(event)

"""Lists of painted rows in drawers: they wrap, they are hovered, and Return takes a row."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from .painting import draw_outline, fill_with
from .theme import current_theme
from .widgets import named

AnyIndex = QModelIndex | QPersistentModelIndex
"""An index as Qt passes it to models and delegates."""
WRAPPED = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
"""How the words of a row are drawn."""


class RowList(QListView):
    """A list in one column, as wide as its drawer."""

    wanted = Signal(int)  # a row was clicked, or Return or the space bar was pressed on it

    def __init__(self, name: str, title: str, tip: str, model: QAbstractItemModel) -> None:
        super().__init__()
        named(self, name, title, tip)
        self.setToolTip("")
        self.setModel(model)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.clicked.connect(lambda index: self.take(index.row()))

    @property
    def row(self) -> int:
        return self.currentIndex().row()

    def take(self, row: int) -> None:
        """Do what a click on a row does."""
        if row >= 0:
            self.wanted.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.take(self.row)
        else:
            super().keyPressEvent(event)


class RowDelegate(QStyledItemDelegate):
    """Paints what is behind the words of a row."""

    def paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, colour: str | None = None
    ) -> QRectF:
        """Paint a plate of a colour, or that of the row under the pointer, and the focus."""
        theme, state = current_theme(), option.state
        ground = QRectF(option.rect).adjusted(0, 1, 0, -1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if colour is None and state & QStyle.StateFlag.State_MouseOver:
            colour = theme.raised
        if colour is not None:
            fill_with(painter, colour)
            painter.drawRoundedRect(ground, 8, 8)
        if state & QStyle.StateFlag.State_HasFocus:
            draw_outline(painter, ground.adjusted(1, 1, -1, -1), theme.accent, 8)
        return ground

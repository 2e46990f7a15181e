"""Tables whose fields stand for boards: what they hold, their model and their view."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

TINT = 46
LONG = 10**7
"""Numbers from here on are written with four digits and a power of ten; tooltips have them all."""

AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass
class Field:
    """One field of the table that is shown."""

    n: int
    d: int
    text: str
    words: str
    colour: str = ""


@dataclass
class Grid:
    """All that the model shows."""

    rows: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    fields: dict[tuple[int, int], Field] = field(default_factory=dict)


def short(value: int) -> str:
    """Write a number, a long one with four digits and a power of ten."""
    if value < LONG:
        return f"{value:,}"
    digits, _, power = f"{value:.3e}".partition("e+")
    return f"{digits}e{int(power)}"


class GridModel(QAbstractTableModel):
    """Shows a grid."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.grid = Grid()

    def show(self, grid: Grid) -> None:
        """Show another grid."""
        self.beginResetModel()
        self.grid = grid
        self.endResetModel()

    def field(self, index: AnyIndex) -> Field | None:
        """Give the field at an index; None where there is nothing."""
        return self.grid.fields.get((index.row(), index.column()))

    def rowCount(self, _parent: AnyIndex | None = None) -> int:
        return len(self.grid.rows)

    def columnCount(self, _parent: AnyIndex | None = None) -> int:
        return len(self.grid.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        names = self.grid.columns if orientation == Qt.Orientation.Horizontal else self.grid.rows
        if role == Qt.ItemDataRole.DisplayRole and section < len(names):
            return names[section]
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        shown = self.field(index)
        if shown is None:
            return None
        roles = Qt.ItemDataRole
        if role == roles.DisplayRole:
            return shown.text
        if role in (roles.ToolTipRole, roles.AccessibleTextRole):
            return shown.words
        if role == roles.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == roles.BackgroundRole and shown.colour:
            tint = QColor(shown.colour)
            tint.setAlpha(TINT)
            return tint
        return None


class GridView(QTableView):
    """A table of which one field is chosen; it opens with Enter as with a double click."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMinimumHeight(220)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.doubleClicked.emit(self.currentIndex())
            return
        super().keyPressEvent(event)

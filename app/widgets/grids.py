"""Tables whose fields stand for boards: what they hold, their model and their view."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractTableModel, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolButton, QWidget

from nqviz.core.language import tr, tr_later

from .labels import PlainLabel
from .layouts import horizontal
from .numbers import spaced
from .painting import MIDDLE_RIGHT
from .row_list import AnyIndex
from .widgets import named, set_enabled
from .wrapped_tips import wrapped

TINT = 46
LONG = 10**7
"""Numbers from here on are written with four digits and a power of ten; tooltips have them all."""

LEFT, RIGHT = tr_later("Show the columns further left"), tr_later("Show the columns further right")
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


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
        return spaced(value)
    digits, _, power = f"{value:.3e}".partition("e+")
    return f"{digits}e{int(power)}"


class GridModel(QAbstractTableModel):
    """Shows a grid."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.grid = Grid()

    def show(self, grid: Grid) -> None:
        self.beginResetModel()
        self.grid = grid
        self.endResetModel()

    def field(self, index: AnyIndex) -> Field | None:
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
            return wrapped(shown.words) if role == roles.ToolTipRole else shown.words
        if role == roles.TextAlignmentRole:
            return MIDDLE_RIGHT
        if role == roles.BackgroundRole and shown.colour:
            tint = QColor(shown.colour)
            tint.setAlpha(TINT)
            return tint
        return None


class GridView(QTableView):
    """A table of which one field is chosen; it opens with Enter as with a double click.

    Once measured it shows as many whole columns as there is room for and does not scroll sideways:
    the arrow keys go on to the other columns, and so do `ColumnSteps`.
    """

    columns_changed = Signal()  # other columns are shown

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMinimumHeight(220)
        self.setCornerButtonEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(MIDDLE_RIGHT)
        self._widths: list[int] = []
        self._first = self._last = 0

    # The columns that are shown ----------------------------------------------------------------

    @property
    def columns(self) -> tuple[int, int]:
        """The first and the last column that are shown."""
        return self._first, self._last

    def measure(self) -> None:
        """Show the first columns of another model."""
        for column in range(self.model().columnCount()):
            self.setColumnHidden(column, False)
        self.resizeColumnsToContents()
        self.resizeRowsToContents()
        self._widths = [self.columnWidth(i) for i in range(self.model().columnCount())]
        self._first = 0
        self._fit()

    def show_column(self, column: int) -> None:
        """Bring a column into sight, with as few steps as it takes."""
        if not self._widths:  # a table that was never measured shows all of its columns
            return
        if column < self._first:
            self._first = column
            self._fit()
        while column > self._last:
            self._first += 1
            self._fit()

    def _fit(self) -> None:
        """Show whole columns from the first on, as many as there is room for, and spread them."""
        if not self._widths:
            return
        room = self.viewport().width()
        count, widths = len(self._widths), self._widths
        end, used = self._first + 1, widths[self._first]
        while end < count and used + widths[end] <= room:
            used += widths[end]
            end += 1
        while end == count and self._first and used + widths[self._first - 1] <= room:
            self._first -= 1
            used += widths[self._first]
        self._last = end - 1
        spare = max(0, room - used) // (end - self._first)
        if count == 1:  # what stands far from its name is hard to read
            spare = min(spare, used // 2)
        for column, width in enumerate(widths):
            is_shown = self._first <= column < end
            self.setColumnHidden(column, not is_shown)
            if is_shown:
                self.setColumnWidth(column, min(width + spare, room))
        self.columns_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._widths:
            first = self._first
            self.measure()
            self.show_column(first)

    # Keys ----------------------------------------------------------------------------------------

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        if current.isValid():
            self.show_column(current.column())
        super().currentChanged(current, previous)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.doubleClicked.emit(self.currentIndex())
            return
        here, step = self.currentIndex(), _STEPS.get(Qt.Key(event.key()), 0)
        beside = here.siblingAtColumn(here.column() + step)
        if step and beside.isValid():  # Qt knows no way to a hidden column
            self.setCurrentIndex(beside)
            return
        super().keyPressEvent(event)


class ColumnSteps(QWidget):
    """Shows which columns of a table are shown and goes to the others; away where all are shown."""

    def __init__(self, table: GridView) -> None:
        super().__init__()
        self._table = table
        panel = table.objectName().partition(".")[0]
        self._words = named(PlainLabel(), f"{panel}.columns", tr("Columns that are shown"))
        self._words.setWordWrap(True)  # or a panel made wider by them shows all, and narrow again
        self._left = self._button(f"{panel}.left", tr(LEFT), Qt.ArrowType.LeftArrow)
        self._right = self._button(f"{panel}.right", tr(RIGHT), Qt.ArrowType.RightArrow)
        self._left.clicked.connect(lambda: table.show_column(table.columns[0] - 1))
        self._right.clicked.connect(lambda: table.show_column(table.columns[1] + 1))
        horizontal(self, (self._words, 1), self._left, self._right)
        table.columns_changed.connect(self._update_ui)
        self._update_ui()

    @staticmethod
    def _button(name: str, title: str, arrow: Qt.ArrowType) -> QToolButton:
        push = named(QToolButton(), name, title)
        push.setArrowType(arrow)
        push.setAutoRepeat(True)
        return push

    def _update_ui(self) -> None:
        first, last = self._table.columns
        model = self._table.model()
        count = model.columnCount()
        self.setVisible(last - first + 1 < count)
        if not count:
            return
        first, last = self._table.columns  # coming up may have left the table less room
        across = Qt.Orientation.Horizontal
        begin, end = (model.headerData(place, across) for place in (first, last))
        words = tr("{first} to {last}, of {count} columns", first=begin, last=end, count=count)
        if first == last:
            words = tr("{column}, of {count} columns", column=begin, count=count)
        self._words.setText(words)
        set_enabled(self._left, first > 0, tr(LEFT) if first > 0 else tr("These are the first"))
        more = last + 1 < count
        set_enabled(self._right, more, tr(RIGHT) if more else tr("These are the last"))

"""The table of records of the library, sorted by any column."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from nqviz.bounds.source_texts import source_text
from nqviz.catalogue.records import KINDS, Record
from nqviz.core.board_names import board_name
from nqviz.core.language import tr, tr_later

from ...widgets.numbers import spaced
from ...widgets.painting import MIDDLE_RIGHT
from ...widgets.widgets import named
from ...widgets.wrapped_tips import wrapped

HEADINGS = tr_later(("Board", "Queens", "Obtained", "Source"))
BOARD, QUEENS, OBTAINED, SOURCE = range(4)


@dataclass(frozen=True)
class Found:
    """The records that were found, those that are proven maximum, and the invalid files."""

    records: tuple[Record, ...]
    maximum: frozenset[Record]
    problems: tuple[str, ...]


class _Row(QTreeWidgetItem):
    """A record; numbers are sorted as numbers."""

    def __init__(self, record: Record, is_maximum: bool) -> None:
        count = spaced(record.count)
        source = record.path.name if record.path else source_text(record.source)
        name = board_name(str(record.board).removesuffix(" board"))
        queens = f"[{count}]" if is_maximum else f"≥ {count}"
        super().__init__([name, queens, tr(KINDS[record.kind].capitalize()), source])
        self.record = record
        self.setTextAlignment(QUEENS, MIDDLE_RIGHT)
        for column in range(len(HEADINGS)):
            self.setToolTip(column, wrapped(f"{record.name}: {source_text(record.source)}"))

    def _key(self, column: int) -> tuple[object, ...]:
        board = self.record.board
        where = (board.d, board.shape, -self.record.count)
        if column == QUEENS:
            return (self.record.count, where)
        return where if column == BOARD else (self.text(column).lower(), where)

    def __lt__(self, other: QTreeWidgetItem) -> bool:
        assert isinstance(other, _Row)
        column = self.treeWidget().sortColumn()
        return self._key(column) < other._key(column)


class RecordsTable(QTreeWidget):
    """A row for each record."""

    chosen = Signal()  # another record is chosen, or none
    # Enter or a double click; with Control beside the boards that are open.
    open_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        named(self, "library.list")
        self.setHeaderLabels([tr(heading) for heading in HEADINGS])
        self.headerItem().setTextAlignment(QUEENS, MIDDLE_RIGHT)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSortingEnabled(True)
        self.sortByColumn(BOARD, Qt.SortOrder.AscendingOrder)
        self.setMinimumHeight(160)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setStretchLastSection(True)
        self.currentItemChanged.connect(lambda _new, _old: self.chosen.emit())
        self.itemDoubleClicked.connect(lambda _item, _column: self.open_wanted.emit(False))

    @property
    def record(self) -> Record | None:
        """The record that is chosen; None without one."""
        item = self.currentItem()
        return item.record if isinstance(item, _Row) else None

    def show_records(self, records: tuple[Record, ...], found: Found) -> None:
        """Show these records and no others; the chosen one stays chosen."""
        chosen = self.record
        with QSignalBlocker(self):
            self.clear()
            rows = [_Row(each, each in found.maximum) for each in records]
            self.addTopLevelItems(rows)
            for row in rows:
                if row.record == chosen:
                    self.setCurrentItem(row)
            first = self.topLevelItem(0)
            if self.currentItem() is None and first is not None:
                self.setCurrentItem(first)
        self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_wanted.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

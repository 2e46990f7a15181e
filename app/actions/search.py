"""The command palette: find any action by a few letters of its name, and do it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from ..widgets.whats_this import explain
from ..widgets.widgets import named

_ACTION, _KEYS = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class _KeysAtRight(QStyledItemDelegate):
    """Writes the keys of an action at the right end of its row."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        state = option.state
        chosen = state & QStyle.StateFlag.State_Selected
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.PlaceholderText
        painter.setPen(option.palette.color(role))
        box = option.rect.adjusted(0, 0, -8, 0)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, flags, index.data(_KEYS) or "")


class CommandPalette(QDialog):
    """A line to type in and the actions that match it, the best first."""

    def __init__(self, actions: Iterable[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Commands")
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        em = self.fontMetrics().height()
        self.resize(34 * em, 25 * em)
        self._actions = list(actions)
        self._line = named(QLineEdit(), "palette.line", "Search for a command")
        self._line.setPlaceholderText("Type a few letters of a command")
        self._line.setClearButtonEnabled(True)
        self._line.installEventFilter(self)
        self._list = named(QListWidget(), "palette.list", "Commands that match")
        self._list.setItemDelegate(_KeysAtRight(self._list))
        self._list.setSpacing(1)
        column = QVBoxLayout(self)
        column.addWidget(self._line)
        column.addWidget(self._list)
        self._line.textChanged.connect(self._filter)
        self._line.returnPressed.connect(self._do)
        self._list.itemActivated.connect(self._do)
        self._filter("")
        explain(self)

    def _filter(self, typed: str) -> None:
        self._list.clear()
        # Menus delete their actions when they are filled for another board.
        known = filter(isValid, self._actions)
        ranked = [(rank(typed, _called(action)), action) for action in known]
        for _, action in sorted(
            (pair for pair in ranked if pair[0] is not None),
            key=lambda pair: (not pair[1].isEnabled(), pair[0], _called(pair[1])),
        ):
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            item = QListWidgetItem(_called(action))
            item.setToolTip(action.toolTip())
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{_called(action)} {keys}".strip())
            item.setData(_ACTION, action)
            item.setData(_KEYS, keys)
            if not action.isEnabled():
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self._list.addItem(item)
        self._list.setCurrentRow(0)

    def _do(self) -> None:
        item = self._list.currentItem()
        if not self._list.count() or not item.flags() & Qt.ItemFlag.ItemIsEnabled:
            return
        action: QAction = item.data(_ACTION)
        self.close()
        if isValid(action):
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list by the arrow keys while the line has the focus."""
        if watched is self._line and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step and event.type() == QEvent.Type.KeyPress:
                row = self._list.currentRow() + step
                self._list.setCurrentRow(max(0, min(row, self._list.count() - 1)))
                return True
        return super().eventFilter(watched, event)


def plain(action: QAction) -> str:
    """Return the name of an action without its mnemonic and dots."""
    return action.text().replace("&", "").replace(" …", "")


def _called(action: QAction) -> str:
    """Return the name of an action as it stands alone, without its menu above it."""
    is_panel = action.objectName().startswith("panels.")
    return f"Panel {plain(action)}" if is_panel else plain(action)


def rank(typed: str, name: str) -> tuple[int, int] | None:
    """Rank how well a name matches: its letters must come in order; None when they do not.

    A run of letters beats scattered ones, and an early match beats a late one.
    """
    letters, text = typed.casefold().replace(" ", ""), name.casefold()
    whole = text.find(typed.casefold().strip())
    if whole >= 0:
        return 0, whole
    place, first = -1, -1
    for letter in letters:
        place = text.find(letter, place + 1)
        if place < 0:
            return None
        first = place if first < 0 else first
    return 1, place - first

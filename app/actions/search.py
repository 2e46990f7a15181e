"""The search: any command, board or lesson by a few letters of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import itemgetter

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from nqviz.core.language import tr

from ..widgets.layouts import vertical
from ..widgets.painting import MIDDLE_RIGHT
from ..widgets.row_list import AnyIndex
from ..widgets.whats_this import explain
from ..widgets.widgets import named
from ..widgets.wrapped_tips import text_of_keys, wrapped

_ENTRY, _KEYS = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
WIDTH, HEIGHT = 480, 420


@dataclass(frozen=True)
class Found:
    """Something that the search offers."""

    title: str
    hint: str  # the keys that do the same, or what kind of thing this is
    about: str  # a sentence; its words are searched as well
    act: Callable[[], object]
    enabled: bool = True


Source = Callable[[str], Iterable[Found]]
"""Returns what a source offers for the typed text, whether it matches or not."""


def commands(actions: Iterable[QAction]) -> Source:
    """Return the source of the commands of a window."""
    kept = list(actions)

    def offered(_typed: str) -> Iterable[Found]:
        known = filter(isValid, kept)  # menus delete theirs when they are filled anew
        for action in sorted(known, key=title_of):
            title, keys = title_of(action), text_of_keys(action.shortcut())
            yield Found(title, keys, action.statusTip(), action.trigger, action.isEnabled())

    return offered


class _HintAtRight(QStyledItemDelegate):
    """Writes the keys of an entry at the right end of its row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().paint(painter, option, index)
        painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
        box = option.rect.adjusted(0, 0, -8, 0)
        painter.drawText(box, MIDDLE_RIGHT, index.data(_KEYS) or "")


class SearchPopup(QDialog):
    """A line to type in and what matches it, the best first; it closes when it is left."""

    def __init__(self, sources: Iterable[Source], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setWindowTitle(tr("Search"))
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        scale = max(1.0, self.fontMetrics().height() / 16)
        self.resize(round(WIDTH * scale), round(HEIGHT * scale))
        self._sources = list(sources)
        self._line = named(QLineEdit(), "palette.line")
        self._line.setPlaceholderText(tr("A command, a board such as 12,3, or a lesson"))
        self._line.installEventFilter(self)
        self._list = named(QListWidget(), "palette.list", tip=None)
        self._list.setItemDelegate(_HintAtRight(self._list))
        vertical(self, self._line, self._list, margins=(8, 8, 8, 8))
        self._line.textChanged.connect(self._filter)
        self._line.returnPressed.connect(self._do)
        self._list.itemClicked.connect(self._do)
        self._filter("")
        explain(self)

    def open_at(self, corner: QPoint) -> None:
        """Open with the upper right corner at a point of the screen."""
        self.move(corner - QPoint(self.width(), 0))
        self.show()
        self._line.setFocus()

    @property
    def titles(self) -> list[str]:
        """What is offered now, the best first."""
        return [self._list.item(row).text() for row in range(self._list.count())]

    def _filter(self, typed: str) -> None:
        self._list.clear()
        offered = [each for source in self._sources for each in source(typed)]
        ranked = ((rank(typed, each.title, each.about), each) for each in offered)
        matching = [(not each.enabled, place, each) for place, each in ranked if place is not None]
        for _, _, each in sorted(matching, key=itemgetter(0, 1)):
            item = QListWidgetItem(each.title)
            item.setToolTip(wrapped(each.about))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{each.title} {each.hint}".strip())
            item.setData(_ENTRY, each)
            item.setData(_KEYS, each.hint)
            if not each.enabled:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self._list.addItem(item)
        self._list.setCurrentRow(0)

    def _do(self) -> None:
        item = self._list.currentItem()
        if not self._list.count() or not item.flags() & Qt.ItemFlag.ItemIsEnabled:
            return
        found: Found = item.data(_ENTRY)
        self.close()
        found.act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list by the arrow keys while the line has the focus."""
        if watched is self._line and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step and event.type() == QEvent.Type.KeyPress:
                row = self._list.currentRow() + step
                self._list.setCurrentRow(max(0, min(row, self._list.count() - 1)))
                return True
        return super().eventFilter(watched, event)


def title_of(action: QAction) -> str:
    """Return the name of an action where no menu is around it: ``Solve drawer``."""
    title: str = action.property("title") or plain(action)
    return title


def plain(action: QAction) -> str:
    """Return the name of an action without its mnemonic and dots."""
    return action.text().replace("&", "").replace(" …", "")


def rank(typed: str, name: str, about: str = "") -> tuple[int, int] | None:
    """Rank how well a name matches; None when it does not.

    The whole text in the name is best, then all of its words in the name or in the sentence about
    it, then its letters in the order of the name; an early match beats a late one.
    """
    text, wanted = name.casefold(), typed.casefold().strip()
    whole = text.find(wanted)
    if whole >= 0:
        return 0, whole
    described = f"{text} {about.casefold()}"
    if all(word in described for word in wanted.split()):
        return 1, described.find(wanted.split()[0])
    place, first = -1, -1
    for letter in wanted.replace(" ", ""):
        place = text.find(letter, place + 1)
        if place < 0:
            return None
        first = place if first < 0 else first
    return 2, place - first

"""The list of shortcuts: what every key and every button of the mouse does, to be searched."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QMainWindow,
    QTreeWidget,
    QTreeWidgetItem,
)

from nqviz.core.language import tr, tr_piece
from nqviz.core.shipped import shipped_text

from ..actions.search import plain
from ..actions.shortcuts import menus_of
from ..widgets.layouts import vertical, within_screen
from ..widgets.messages import Dialog
from ..widgets.widgets import named
from ..widgets.wrapped_tips import text_of_keys

IN_THE_VIEWS = [
    line.partition(" | ")[::2] for line in shipped_text("window", "mouse.txt").splitlines()
]
"""What mouse and keys do in the views: keys and text."""


class ShortcutList(Dialog):
    """All actions by menu with their keys, then what the mouse does; stays beside the window."""

    def __init__(self, window: QMainWindow, piece: str = "queen") -> None:
        super().__init__("shortcuts", tr("Mouse and keys"), window)
        em = self.fontMetrics().height()
        self.resize(within_screen(self, QSize(46 * em, 34 * em)))
        self._line = named(QLineEdit(), "shortcuts.search")
        self._line.setPlaceholderText(tr("Search for a key or for what it does"))
        self._line.setClearButtonEnabled(True)
        self._list = named(QTreeWidget(), "shortcuts.list")
        self._list.setHeaderLabels([tr("What it does"), tr("Keys or mouse")])
        self._list.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self._groups: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []
        for title, actions in menus_of(window.menuBar()):
            self._add(title, [(text_of_keys(a.shortcut()), plain(a)) for a in actions])
        self._add(
            tr("In the views"), [(tr(keys), tr_piece(text, piece)) for keys, text in IN_THE_VIEWS]
        )
        self._list.expandAll()
        vertical(self, self._line, self._list, margins=(24, 24, 24, 16), spacing=16)
        self._line.textChanged.connect(self._filter)

    def _add(self, title: str, rows: list[tuple[str, str]]) -> None:
        group = QTreeWidgetItem([title])
        group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = group.font(0)
        font.setWeight(QFont.Weight.DemiBold)
        group.setFont(0, font)
        items = [QTreeWidgetItem([text, keys]) for keys, text in rows]
        group.addChildren(items)
        self._list.addTopLevelItem(group)
        self._groups.append((group, items))

    def _filter(self, typed: str) -> None:
        """Show the rows that hold every typed word, in what they do, in their keys or menu."""
        words = typed.casefold().split()
        for group, rows in self._groups:
            for row in rows:
                text = f"{group.text(0)} {row.text(0)} {row.text(1)}".casefold()
                row.setHidden(not all(word in text for word in words))
            group.setHidden(all(row.isHidden() for row in rows))

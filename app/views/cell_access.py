"""Boards for assistive technology: a table whose one child is the cell under the cursor.

A screen reader hears the name of the board, and of the cell under the cursor its coordinates and
what stands on it; whenever that changes, an event says so.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from weakref import ref

from PySide6.QtCore import QObject, QPoint, QRect, QRectF
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QAccessibleValueChangeEvent,
    QFocusEvent,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

from nqviz.core.language import noun_tr, tr, tr_piece
from nqviz.core.notation import place_text

from ..document.document import Document


def cell_text(document: Document, index: int | None) -> str:
    """Return which cell it is and what is on it: ``(1, 4), a4, queen, attacked by 2 lines``."""
    if index is None:
        return tr("{board}, no cell chosen", board=document.board)
    words, piece = [place_text(document.board, index)], document.board.piece
    lines = int(document.counts.counts[index])
    if document.is_queen(index):
        lines -= 1  # its own
        words.append(tr_piece("given queen", piece) if document.is_given(index) else noun_tr(piece))
    elif not lines:
        words.append(tr("free"))
    if lines:
        several = tr("attacked by {lines} lines", lines=lines)
        words.append(tr("attacked by 1 line") if lines == 1 else several)
    suggestion = document.suggestion
    if suggestion is not None and index in suggestion and not document.is_queen(index):
        words.append(tr("suggested"))
    words += _overlay_words(document, index)
    if index in document.selection:
        words.append(tr("selected"))
    return ", ".join(words)


def _overlay_words(document: Document, index: int) -> list[str]:
    """Return what is laid over a cell: a cut, a density, marks."""
    words = [] if document.cut is None else document.cut.words(index)
    if document.overlay is not None:
        words.append(document.overlay.cell_text(index))
    if document.marks is not None and index in document.marks.cells:
        words.append(document.marks.caption)
    if document.excluded is not None and document.excluded[index]:
        words.append(tr("excluded"))
    return words


class CellWidget(QWidget):
    """A widget with cells of which one may be under the cursor.

    Qt has a metaclass of its own, so only mypy sees that what is abstract is there.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _install()

    @property
    @abstractmethod
    def cell_words(self) -> str:
        """What is under the cursor, in words."""

    @abstractmethod
    def cell_rect(self) -> QRectF:
        """Return the box of the cell under the cursor on this widget; empty without one."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.announce_cell()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def announce_cell(self) -> None:
        """Report that another cell is under the cursor, or that it holds something else."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, self.cell_words))
            if self.hasFocus():
                words = QAccessibleAnnouncementEvent(self, self.cell_words)
                QAccessible.updateAccessibility(words)


class CellInterface(QAccessibleInterface):
    """The cell under the cursor."""

    def __init__(self, widget: CellWidget) -> None:
        super().__init__()
        self._widget = ref(widget)  # Qt may keep this longer than the widget

    @property
    def _alive(self) -> CellWidget | None:
        widget = self._widget()
        return widget if widget is not None and isValid(widget) else None

    def isValid(self) -> bool:
        return self._alive is not None

    def object(self) -> QObject:
        return None  # type: ignore[return-value]  # a cell is no object of Qt's

    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._alive)  # type: ignore[arg-type]

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> QAccessibleInterface:
        return None  # type: ignore[return-value]

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        return None  # type: ignore[return-value]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def rect(self) -> QRect:
        widget = self._alive
        if widget is None:
            return QRect()
        return widget.cell_rect().toRect().translated(widget.mapToGlobal(QPoint()))

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def state(self) -> QAccessible.State:
        state, widget = QAccessible.State(), self._alive
        state.focused = int(widget is not None and widget.hasFocus())
        return state

    def text(self, kind: QAccessible.Text) -> str:
        widget = self._alive
        if widget is None:
            return ""
        where, _, what = widget.cell_words.partition("), ")
        if kind == QAccessible.Text.Name:
            return where + ")" if what else where
        if kind == QAccessible.Text.Value:
            return what
        return widget.cell_words if kind == QAccessible.Text.Description else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Do nothing: a cell is changed by the keys of its board."""


class BoardInterface(QAccessibleWidget):
    """The board, as a table."""

    def __init__(self, widget: CellWidget) -> None:
        super().__init__(widget, QAccessible.Role.Table)
        self._widget = ref(widget)
        self._cell = CellInterface(widget)
        QAccessible.registerAccessibleInterface(self._cell)

    def text(self, kind: QAccessible.Text) -> str:
        widget = self._widget()
        if kind == QAccessible.Text.Value and widget is not None:
            return widget.cell_words
        return super().text(kind)

    def childCount(self) -> int:
        return 1

    def child(self, index: int) -> QAccessibleInterface:
        return self._cell if index == 0 else None  # type: ignore[return-value]

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        return self._cell if self._cell.rect().contains(x, y) else None  # type: ignore[return-value]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if child is self._cell else -1

    def focusChild(self) -> QAccessibleInterface:
        return self._cell


def _make(_name: str, thing: QObject) -> QAccessibleInterface | None:
    return BoardInterface(thing) if isinstance(thing, CellWidget) else None


@cache
def _install() -> None:
    QAccessible.installFactory(_make)

"""The list of steps: the present one marked, those that were undone faint."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from nqviz.core.board import Board
from nqviz.core.language import counted_tr, tr
from nqviz.core.notation import square_text
from nqviz.core.pieces import worded
from nqviz.formats.history import Edit, History, Step

from ...document.step_texts import step_text
from ...widgets.painting import fill_with, write_in
from ...widgets.row_list import WRAPPED, AnyIndex, RowDelegate, RowList
from ...widgets.theme import USUAL_PIXELS, current_theme, font, text_scale
from ...widgets.timing import single_shot

MOST_CELLS = 6
"""The most cells of a step that are named."""
_NO_BREAK = "\u00a0"
CELLS = Qt.ItemDataRole.UserRole


class Steps(QAbstractListModel):
    """The state that was opened, and a row for each step; the row is the position after it.

    The display text is the name of a step, `CELLS` what it does to which cells.
    """

    def __init__(self) -> None:
        super().__init__()
        self._history: History | None = None
        self._steps: tuple[Step, ...] = ()  # as listed: the history may have gone on since
        self._boards: list[Board] = []
        self._key: tuple[int, ...] = ()

    def show_history(self, history: History) -> None:
        """Show the steps of a history; rows stay as they are while no step is added or dropped."""
        key = (id(history), history.revision, len(history))
        if key == self._key:
            return
        self.beginResetModel()
        self._key, self._history = key, history
        self._steps, self._start = history.steps, history.start
        self._boards = [history.start.board]
        for step in self._steps:
            same = isinstance(step, Edit)
            self._boards.append(self._boards[-1] if same else step.snapshot.board)  # type: ignore[union-attr]
        self.endResetModel()

    @property
    def position(self) -> int:
        """The row of the state that is on the board."""
        return 0 if self._history is None else self._history.position

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return len(self._boards)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        row, roles = index.row(), Qt.ItemDataRole
        if self._history is None or not 0 <= row < len(self._boards):
            return None
        board = self._boards[row]
        if row == 0:
            name = tr("As opened")
            cells = _state(board, len(self._start.queens))
        else:
            step = self._steps[row - 1]
            name, cells = worded(step_text(step.text), board.piece), describe(step, board)
        if role == roles.DisplayRole:
            return name
        if role == CELLS:
            return cells
        if role == roles.AccessibleTextRole:
            state = tr(" (now on the board)") if row == self.position else ""
            texts = {"name": name, "state": state, "cells": cells}
            return tr("Step {row}: {name}{state}. {cells}", row=row, **texts)
        return None


def describe(step: Step, board: Board) -> str:
    """Return what a step does to which cells, in one line; empty where its name says it.

    `board`: the board after the step.
    """
    if not isinstance(step, Edit):
        return _state(board, len(step.snapshot.queens))
    lock, unlock = (tr("lock"), step.lock), (tr("unlock"), step.unlock)
    changes = (("+", step.place), ("−", step.remove), lock, unlock)
    parts = [(sign, _cells(cells, board)) for sign, cells in changes if cells]
    if len(parts) == 1:
        [(sign, cells)] = parts
        if cells.replace(_NO_BREAK, " ") in step.text:
            return ""
        return f"{sign} {cells}" if len(sign) == 1 else cells
    return "   ".join(f"{sign} {cells}" for sign, cells in parts)


def _state(board: Board, queens: int) -> str:
    return tr("{board}, {queens}", board=board, queens=counted_tr(queens, board.piece))


def _cells(cells: Sequence[int], board: Board) -> str:
    names = [square_text(board.cell(index)) for index in sorted(cells)[:MOST_CELLS]]
    more = len(cells) - len(names)
    named = " ".join(name.replace(" ", _NO_BREAK) for name in names)
    return named + (tr(" and {more} more", more=f"{more:,}") if more else "")


PADDING = 8
"""Pixels above and below the words of a row, and beside them."""
EDGE, NUMBER, BETWEEN = 3, 32, 2
"""The width of the mark of the present step and of the numbers; pixels between two texts."""
HOVER_MS = 60
"""How long the pointer rests on a step before it is previewed."""


class StepList(RowList):
    """The steps of a history."""

    # The pointer rests on a step or a key moved to it, by its row; -1 for none.
    previewed = Signal(int)

    def __init__(self) -> None:
        self.steps = Steps()
        tip = tr("Hover a step to preview it, click it to go there")
        super().__init__("history.list", tr("History of changes"), tip, self.steps)
        self._delegate = _StepDelegate(self)
        self.setItemDelegate(self._delegate)
        self._row = -1
        self._rest = single_shot(self, lambda: self.previewed.emit(self._row), HOVER_MS)
        self.entered.connect(self._on_entered)
        self.viewportEntered.connect(self.end_preview)

    def show_position(self) -> None:
        """Bring the present step into sight."""
        index = self.steps.index(self.steps.position)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self.viewport().update()

    def _on_entered(self, index: QModelIndex) -> None:
        self._row = index.row()
        self._rest.start()

    def take(self, row: int) -> None:
        self._rest.stop()
        super().take(row)

    def end_preview(self) -> None:
        """Preview nothing any more."""
        self._row = -1
        self._rest.stop()
        self.previewed.emit(-1)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.end_preview()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.end_preview()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.row
        super().keyPressEvent(event)
        if self.row != before:
            self.previewed.emit(self.row)


class _StepDelegate(RowDelegate):
    """Paints a row: its number, its name, and below it its cells."""

    def __init__(self, view: StepList) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        theme, is_present = current_theme(), index.row() == self._view.steps.position
        ground = self.paint_ground(painter, option, theme.accent_soft if is_present else None)
        if is_present:
            fill_with(painter, theme.accent)
            mark = QRectF(ground.x(), ground.y() + 4, EDGE, ground.height() - 8)
            painter.drawRoundedRect(mark, 1, 1)
        self._paint_words(painter, option.rect, index)
        painter.restore()

    def _paint_words(self, painter: QPainter, place: QRect, index: AnyIndex) -> None:
        theme, scale = current_theme(), text_scale(self._view.font())
        row, present = index.row(), self._view.steps.position
        plain = font(USUAL_PIXELS * scale)
        words = place.adjusted(PADDING, PADDING - 2, -PADDING, 2 - PADDING)
        write_in(painter, plain, theme.text_3)
        painter.drawText(words, WRAPPED, str(row) if row else "–")
        words.setLeft(words.left() + round(NUMBER * scale))
        face = font(USUAL_PIXELS * scale, _weight(row == present))
        write_in(painter, face, theme.text_3 if row > present else theme.text)
        drawn = painter.drawText(words, WRAPPED, str(index.data()))
        words.setTop(drawn.bottom() + BETWEEN)
        write_in(painter, plain, theme.text_3)
        painter.drawText(words, WRAPPED, index.data(CELLS))

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        scale, width = text_scale(self._view.font()), self._view.viewport().width()
        room = QRect(0, 0, width - 2 * PADDING - round(NUMBER * scale), 10_000)
        bold = QFontMetrics(font(USUAL_PIXELS * scale, _weight(True)))
        high = bold.boundingRect(room, WRAPPED, str(index.data())).height()
        cells = index.data(CELLS)
        if cells:
            plain = QFontMetrics(font(USUAL_PIXELS * scale))
            high += BETWEEN + plain.boundingRect(room, WRAPPED, cells).height()
        return QSize(width, high + 2 * PADDING - 4)


def _weight(is_present: bool) -> QFont.Weight:
    return QFont.Weight.DemiBold if is_present else QFont.Weight.Normal

"""The list of steps: the present one marked, those that were undone faint."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from nqviz.core.language import tr

from ...widgets.row_list import WRAPPED, AnyIndex, RowDelegate, RowList
from ...widgets.theme import USUAL_PIXELS, current_theme, font, text_scale
from ...widgets.timing import single_shot
from .steps import CELLS, Steps

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

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        theme, is_present = current_theme(), index.row() == self._view.steps.position
        ground = self.paint_ground(painter, option, theme.accent_soft if is_present else None)
        if is_present:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            mark = QRectF(ground.x(), ground.y() + 4, EDGE, ground.height() - 8)
            painter.drawRoundedRect(mark, 1, 1)
        self._paint_words(painter, option.rect, index)
        painter.restore()

    @property
    def _view(self) -> StepList:
        view = self.parent()
        assert isinstance(view, StepList)
        return view

    def _paint_words(self, painter: QPainter, place: QRect, index: AnyIndex) -> None:
        theme, scale = current_theme(), text_scale(self._view.font())
        row, present = index.row(), self._view.steps.position
        plain = font(USUAL_PIXELS * scale)
        faint = QColor(theme.text_3)
        words = place.adjusted(PADDING, PADDING - 2, -PADDING, 2 - PADDING)
        painter.setFont(plain)
        painter.setPen(faint)
        painter.drawText(words, WRAPPED, str(row) if row else "–")
        words.setLeft(words.left() + round(NUMBER * scale))
        painter.setFont(font(USUAL_PIXELS * scale, _weight(row == present)))
        painter.setPen(faint if row > present else QColor(theme.text))
        drawn = painter.drawText(words, WRAPPED, str(index.data()))
        words.setTop(drawn.bottom() + BETWEEN)
        painter.setFont(plain)
        painter.setPen(faint)
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

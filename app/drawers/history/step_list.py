"""The list of steps: the present one marked, those that were undone faint."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ...widgets.theme import USUAL_PIXELS, current_theme, font, text_scale
from ...widgets.widgets import named
from .steps import CELLS, Steps

PADDING = 8
"""Pixels above and below the words of a row, and beside them."""
EDGE, NUMBER, BETWEEN = 3, 32, 2
"""The width of the mark of the present step and of the numbers; pixels between two texts."""
HOVER_MS = 60
"""How long the pointer rests on a step before it is previewed."""
_FLAGS = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap


class StepList(QListView):
    """The steps of a history.

    Signals
    -------
    previewed(int)
        The pointer rests on a step or a key moved to it, by its row; -1 for none.
    wanted(int)
        A step was clicked, or Return was pressed on it.
    """

    previewed = Signal(int)
    wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        named(
            self,
            "history.list",
            "History of changes",
            "Hover a step to preview it, click it to go there",
        )
        self.setToolTip("")
        self.steps = Steps()
        self.setModel(self.steps)
        self._delegate = _StepDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self._row = -1
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(HOVER_MS)
        self._rest.timeout.connect(lambda: self.previewed.emit(self._row))
        self.entered.connect(self._on_entered)
        self.viewportEntered.connect(self.end_preview)
        self.clicked.connect(lambda index: self._want(index.row()))

    def show_position(self) -> None:
        """Bring the present step into sight."""
        index = self.steps.index(self.steps.position)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self.viewport().update()

    def _on_entered(self, index: QModelIndex) -> None:
        self._row = index.row()
        self._rest.start()

    def _want(self, row: int) -> None:
        self._rest.stop()
        if row >= 0:
            self.wanted.emit(row)

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
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._want(self.currentIndex().row())
            return
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        if self.currentIndex().row() != before:
            self.previewed.emit(self.currentIndex().row())


class _StepDelegate(QStyledItemDelegate):
    """Paints a row: its number, its name, and below it its cells."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, index.row())
        self._paint_words(painter, option.rect, index)
        painter.restore()

    @property
    def _view(self) -> StepList:
        view = self.parent()
        assert isinstance(view, StepList)
        return view

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: int) -> None:
        theme, place, state = current_theme(), option.rect, option.state
        ground = QRectF(place).adjusted(0, 1, 0, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if row == self._view.steps.position:
            painter.setBrush(QColor(theme.accent_soft))
            painter.drawRoundedRect(ground, 6, 6)
            painter.setBrush(QColor(theme.accent))
            mark = QRectF(place.x(), ground.y() + 4, EDGE, ground.height() - 8)
            painter.drawRoundedRect(mark, 1, 1)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(ground, 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), 6, 6)

    def _paint_words(
        self, painter: QPainter, place: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, scale = current_theme(), text_scale(self._view.font())
        row, present = index.row(), self._view.steps.position
        plain = font(USUAL_PIXELS * scale)
        faint = QColor(theme.text_3)
        words = place.adjusted(PADDING, PADDING - 2, -PADDING, 2 - PADDING)
        painter.setFont(plain)
        painter.setPen(faint)
        painter.drawText(words, _FLAGS, str(row) if row else "–")
        words.setLeft(words.left() + round(NUMBER * scale))
        painter.setFont(font(USUAL_PIXELS * scale, _weight(row == present)))
        painter.setPen(faint if row > present else QColor(theme.text))
        drawn = painter.drawText(words, _FLAGS, str(index.data()))
        words.setTop(drawn.bottom() + BETWEEN)
        painter.setFont(plain)
        painter.setPen(faint)
        painter.drawText(words, _FLAGS, index.data(CELLS))

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        scale, width = text_scale(self._view.font()), self._view.viewport().width()
        room = QRect(0, 0, width - 2 * PADDING - round(NUMBER * scale), 10_000)
        bold = QFontMetrics(font(USUAL_PIXELS * scale, _weight(True)))
        high = bold.boundingRect(room, _FLAGS, str(index.data())).height()
        cells = index.data(CELLS)
        if cells:
            plain = QFontMetrics(font(USUAL_PIXELS * scale))
            high += BETWEEN + plain.boundingRect(room, _FLAGS, cells).height()
        return QSize(width, high + 2 * PADDING - 4)


def _weight(is_present: bool) -> QFont.Weight:
    return QFont.Weight.DemiBold if is_present else QFont.Weight.Normal

"""The list of lessons: a row with a picture, the name, the minutes, and a mark when it is done."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSettings,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ...widgets.icons import icon_pixmap
from ...widgets.theme import USUAL_PIXELS, current_theme, font, text_scale
from ...widgets.widgets import named
from .entries import CAPTION, IS_DONE, Entries

PICTURE, PADDING, GAP, MARK = 48, 8, 12, 18
NAME = 15.0
"""The height of the names, in pixels."""
_FLAGS = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap


class LessonList(QListView):
    """The lessons; a click or Return starts one.

    Parameters
    ----------
    settings : QSettings, optional
        Where the progress is kept.

    Signals
    -------
    wanted(int)
        A lesson has to be started, or gone on with, by its row.
    menu_wanted(int, QPoint)
        The menu of a row was asked for, at a point of the screen.
    """

    wanted = Signal(int)
    menu_wanted = Signal(int, QPoint)

    def __init__(self, settings: QSettings | None) -> None:
        super().__init__()
        named(self, "lessons.list", "Lessons", "Click a lesson to start it")
        self.setToolTip("")
        self.entries = Entries(settings)
        self.setModel(self.entries)
        self._delegate = _EntryDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self._idle = QTimer(self)  # pictures are made one at a time
        self._idle.setSingleShot(True)
        self._idle.timeout.connect(self._make_picture)
        self.clicked.connect(lambda index: self.wanted.emit(index.row()))

    @property
    def row(self) -> int:
        """The current row, -1 for none."""
        return self.currentIndex().row()

    def choose(self, row: int) -> None:
        """Make a row the current one."""
        self.setCurrentIndex(self.entries.index(row))

    @property
    def look(self) -> tuple[int, float]:
        """The size of the pictures, and the pixels of the screen for each of theirs."""
        return round(PICTURE * text_scale(self.font())), self.devicePixelRatioF()

    def _make_picture(self) -> None:
        self.entries.make_picture(current_theme(), *self.look)
        self.viewport().update()  # which asks for the next one

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.entries.is_picture_missing(current_theme(), *self.look):
            self._idle.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self.row >= 0:
                self.wanted.emit(self.row)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        if index.isValid():
            place = event.pos() if by_mouse else self.visualRect(index).center()
            self.menu_wanted.emit(index.row(), self.viewport().mapToGlobal(place))


class _EntryDelegate(QStyledItemDelegate):
    """Paints a row."""

    @property
    def _view(self) -> LessonList:
        view = self.parent()
        assert isinstance(view, LessonList)
        return view

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, (pixels, ratio) = current_theme(), self._view.look
        place, scale = option.rect, text_scale(self._view.font())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QRectF(place).adjusted(0, 1, 0, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(ground, 8, 8)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), 8, 8)
        corner = QRectF(place.x() + PADDING, place.y() + PADDING, pixels, pixels)
        picture = self._view.entries.picture(index.row(), theme, pixels, ratio)
        if picture is not None:
            size = picture.deviceIndependentSize()
            middle = corner.center() - QPointF(size.width() / 2, size.height() / 2)
            painter.drawPixmap(middle, picture)
        words = self._words(place, scale)
        painter.setFont(font(NAME * scale, QFont.Weight.Medium))
        painter.setPen(QColor(theme.text))
        drawn = painter.drawText(words, _FLAGS, str(index.data()))
        words.setTop(drawn.bottom() + 2)
        is_done = bool(index.data(IS_DONE))
        painter.setFont(font(USUAL_PIXELS * scale))
        painter.setPen(QColor(theme.proven if is_done else theme.text_3))
        painter.drawText(words, _FLAGS, str(index.data(CAPTION)))
        if is_done:
            side = round(MARK * scale)
            mark = icon_pixmap("circle-check", side, theme.proven, ratio)
            x, y = place.right() - PADDING - side, place.y() + PADDING + 2
            painter.drawPixmap(QPointF(x, y), mark)
        painter.restore()

    def _words(self, place: QRect, scale: float) -> QRect:
        left = PADDING + round(PICTURE * scale) + GAP
        return place.adjusted(left, PADDING, -PADDING - round(MARK * scale) - 4, 0)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        scale, width = text_scale(self._view.font()), self._view.viewport().width()
        room = self._words(QRect(0, 0, width, 10_000), scale)
        name = QFontMetrics(font(NAME * scale, QFont.Weight.Medium))
        caption = QFontMetrics(font(USUAL_PIXELS * scale))
        high = name.boundingRect(room, _FLAGS, str(index.data())).height()
        high += 2 + caption.boundingRect(room, _FLAGS, str(index.data(CAPTION))).height()
        return QSize(width, max(high, round(PICTURE * scale)) + 2 * PADDING)

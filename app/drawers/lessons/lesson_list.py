"""The list of lessons: a row with a picture, the name, the minutes, and a mark when it is done."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSettings, QSize, Signal
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyleOptionViewItem

from nqviz.core.language import tr

from ...widgets.icons import icon_pixmap
from ...widgets.motion import Entrance
from ...widgets.painting import draw_centred, write_in
from ...widgets.row_list import WRAPPED, AnyIndex, RowDelegate, RowList
from ...widgets.theme import USUAL_PIXELS, current_theme, font, text_scale
from ...widgets.timing import single_shot
from .entries import CAPTION, IS_DONE, Entries

PICTURE, PADDING, GAP, MARK = 48, 8, 12, 18
NAME = 15.0
"""The height of the names, in pixels."""


class LessonList(RowList):
    """The lessons; a click or Return starts one.

    `settings`: where the progress is kept.
    """

    menu_wanted = Signal(int, QPoint)  # the menu of a row was asked for, at a point of the screen

    def __init__(self, settings: QSettings | None) -> None:
        self.entries = Entries(settings)
        tip = tr("Click a lesson to start it")
        super().__init__("lessons.list", tr("Lessons"), tip, self.entries)
        self._delegate = _EntryDelegate(self)
        self.setItemDelegate(self._delegate)
        self._idle = single_shot(self, self._make_picture)  # pictures are made one at a time
        self._entrance = Entrance(self)
        self._entrance.ended.connect(self.viewport().update)

    def choose(self, row: int) -> None:
        """Make a row the current one."""
        self.setCurrentIndex(self.entries.index(row))

    @property
    def look(self) -> tuple[int, float]:
        """The size of the pictures, and the pixels of the screen for each of theirs."""
        return round(PICTURE * text_scale(self.font())), self.devicePixelRatioF()

    def prepare(self) -> Iterator[None]:
        """Make the pictures one by one."""
        while self._misses_picture:
            self.entries.make_picture(current_theme(), *self.look)
            yield

    @property
    def _misses_picture(self) -> bool:
        return self.entries.is_picture_missing(current_theme(), *self.look)

    def _make_picture(self) -> None:
        self.entries.make_picture(current_theme(), *self.look)
        self.viewport().update()  # which asks for the next one

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._entrance.is_over and self._misses_picture:
            self._idle.start()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        if index.isValid():
            place = event.pos() if by_mouse else self.visualRect(index).center()
            self.menu_wanted.emit(index.row(), self.viewport().mapToGlobal(place))


class _EntryDelegate(RowDelegate):
    """Paints a row."""

    def __init__(self, view: LessonList) -> None:
        super().__init__(view)
        self._view = view
        # How high rows are: Qt asks for it each time that it paints one.
        self._heights: dict[tuple[object, ...], int] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        theme, (pixels, ratio) = current_theme(), self._view.look
        place, scale = option.rect, text_scale(self._view.font())
        painter.save()
        self.paint_ground(painter, option)
        corner = QRectF(place.x() + PADDING, place.y() + PADDING, pixels, pixels)
        picture = self._view.entries.picture(index.row(), theme, pixels, ratio)
        if picture is not None:
            draw_centred(painter, corner, picture)
        words = self._words(place, scale)
        write_in(painter, font(NAME * scale, QFont.Weight.Medium), theme.text)
        drawn = painter.drawText(words, WRAPPED, str(index.data()))
        words.setTop(drawn.bottom() + 2)
        is_done = bool(index.data(IS_DONE))
        write_in(painter, font(USUAL_PIXELS * scale), theme.proven if is_done else theme.text_3)
        painter.drawText(words, WRAPPED, str(index.data(CAPTION)))
        if is_done:
            side = round(MARK * scale)
            mark = icon_pixmap("circle-check", side, theme.proven, ratio)
            x, y = place.right() - PADDING - side, place.y() + PADDING + 2
            painter.drawPixmap(QPointF(x, y), mark)
        painter.restore()

    def _words(self, place: QRect, scale: float) -> QRect:
        left = PADDING + round(PICTURE * scale) + GAP
        return place.adjusted(left, PADDING, -PADDING - round(MARK * scale) - 4, 0)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        scale, width = text_scale(self._view.font()), self._view.viewport().width()
        words = str(index.data()), str(index.data(CAPTION))
        key = (*words, scale, width)
        if key not in self._heights:
            self._heights[key] = self._height(words, scale, width)
        return QSize(width, self._heights[key])

    def _height(self, words: tuple[str, str], scale: float, width: int) -> int:
        """Return how high a row with a name and a caption is, at a size of text."""
        room = self._words(QRect(0, 0, width, 10_000), scale)
        fonts = font(NAME * scale, QFont.Weight.Medium), font(USUAL_PIXELS * scale)
        name, caption = (
            QFontMetrics(each).boundingRect(room, WRAPPED, text).height()
            for each, text in zip(fonts, words, strict=True)
        )
        return max(name + 2 + caption, round(PICTURE * scale)) + 2 * PADDING

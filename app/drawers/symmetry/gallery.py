"""The gallery of a placement's images: four in a row, painted only where they are in sight."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.board import Board
from nqviz.core.language import tr, tr_later
from nqviz.core.symmetry import Images, Symmetry, board_shifts, is_rotation, symmetry_name

from ...views.small_pictures import Side, draw_thumb
from ...widgets.motion import Entrance
from ...widgets.painting import (
    TipsByPlace,
    draw_centred,
    draw_outline,
    outline_with,
    smooth_painter,
)
from ...widgets.theme import current_theme, text_scale
from ...widgets.timing import single_shot
from ...widgets.widgets import named, sentence

MOST_TRANSLATIONS = 20_000
"""The most translations of a torus that are listed."""

ALL, DIFFERENT, TRANSLATIONS = "all", "different", "translations"
ROTATIONS, REFLECTIONS = "rotations", "reflections"


def image_choices(group: Images) -> list[tuple[str, str]]:
    """Return the choices among the images under a group of symmetries: text and name."""
    board, size, different = group.placement.board, len(group), len(group.different)
    moves = len(board_shifts(board))
    turns = sum(map(is_rotation, group.maps))
    can_move = len(board.shift_axes) > 0 and moves <= MOST_TRANSLATIONS
    choices = (
        (tr_later("All {count}"), ALL, size, size > 0),
        (tr_later("{rotations} rotations"), ROTATIONS, turns, 1 < turns < size),
        (tr_later("{reflections} reflections"), REFLECTIONS, size - turns, turns < size),
        (tr_later("{different} different"), DIFFERENT, different, different < size),
        (tr_later("{translations} translations"), TRANSLATIONS, moves, can_move),
    )
    return [
        (tr(text, count=f"{count:,}", **{name: f"{count:,}"}), name)
        for text, name, count, is_there in choices
        if is_there
    ]


def chosen_images(group: Images, which: str) -> tuple[Images, Sequence[int]]:
    """Return the images of a choice, and the places of those that are shown among them."""
    if which == TRANSLATIONS:
        images = Images(group.placement, _translations(group.placement.board))
        return images, range(len(images))
    if which == DIFFERENT:
        return group, group.different
    if which in (ROTATIONS, REFLECTIONS):
        turns = which == ROTATIONS
        return group, [p for p, each in enumerate(group.maps) if is_rotation(each) == turns]
    return group, range(len(group))


def _translations(board: Board) -> list[Symmetry]:
    axes, straight = tuple(range(board.d)), (False,) * board.d
    moves = board_shifts(board).tolist()
    return [Symmetry(board, axes, straight, tuple(move)) for move in moves]


IN_A_ROW = 4
SIDE, GAP = 56, 8
OUTSIDE = 4
"""Pixels around the thumbs for the frame of one at the edge."""
KEPT = 1024
"""How many thumbs are kept."""
AT_TOP = 64
"""How many thumbs are drawn before they are asked for; a high screen shows so many."""
DRAW_SECONDS = 0.004
"""How long new thumbs are drawn in one frame; the others are drawn in the next. None is drawn
while the drawer slides in."""
HOVER_MS = 40
"""How long the pointer rests on a thumb before its image is previewed."""

_KEYS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: -IN_A_ROW,
    Qt.Key.Key_Down: IN_A_ROW,
}


class Gallery(TipsByPlace, QWidget):
    """Thumbs of images, of which one is present on the board and one may be previewed."""

    # The pointer rests on an image or a key moved to it, by its place among all; -1 for none.
    previewed = Signal(int)
    applied = Signal(int)  # an image was clicked, or Enter was pressed on it
    moved = Signal(QRect)  # the key moved to an image there, which has to come into sight

    def __init__(self) -> None:
        super().__init__()
        named(self, "symmetry.gallery", tip=None)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._images: Images | None = None
        self._side: Side | None = None
        self.shown: Sequence[int] = ()  # the images that are shown, by their places among all
        self._places: dict[int, int] = {}
        self._thumbs: OrderedDict[int, QPixmap] = OrderedDict()
        self._look: tuple[object, ...] = ()
        self.present = -1  # the image that is on the board, by its place; -1 for none
        self._current = self._hovered = -1
        self._entrance = Entrance(self)
        self._entrance.ended.connect(self.update)
        self._rest = single_shot(self, lambda: self._preview(self._hovered), HOVER_MS)

    # What is shown ---------------------------------------------------------------------------

    def show_images(self, images: Images | None, shown: Sequence[int], side: Side) -> None:
        """Show some of the images, by their places among all, seen from a side."""
        if images is not self._images or side != self._side:
            self._thumbs.clear()
        self._images, self._side, self.shown = images, side, tuple(shown)
        self._places = {place: number for number, place in enumerate(self.shown)}
        self._current = min(self._current, len(self.shown) - 1)
        self._hovered = -1
        self._resize()
        self.update()

    def show_present(self, place: int) -> None:
        """Frame the image that is on the board, by its place among all."""
        self.present = place
        self.update()

    # Where the thumbs are --------------------------------------------------------------------

    @property
    def _pixels(self) -> int:
        room = self.width() - 2 * OUTSIDE - (IN_A_ROW - 1) * GAP
        return max(8, min(round(SIDE * text_scale(self.font())), room // IN_A_ROW))

    def thumb_rect(self, number: int) -> QRect:
        (row, column), pixels = divmod(number, IN_A_ROW), self._pixels
        step = (self.width() - 2 * OUTSIDE - pixels) / (IN_A_ROW - 1)
        x = OUTSIDE + round(column * step)
        return QRect(x, OUTSIDE + row * (pixels + GAP), pixels, pixels)

    def _number_at(self, point: QPointF) -> int:
        first = int(point.y() - OUTSIDE) // (self._pixels + GAP) * IN_A_ROW
        for number in range(max(first, 0), min(first + IN_A_ROW, len(self.shown))):
            if self.thumb_rect(number).contains(point.toPoint()):
                return number
        return -1

    def _resize(self) -> None:
        rows = -(-len(self.shown) // IN_A_ROW)
        self.setFixedHeight(2 * OUTSIDE + max(0, rows * (self._pixels + GAP) - GAP))

    def sizeHint(self) -> QSize:
        return QSize(IN_A_ROW * (SIDE + GAP), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize()

    # Painting --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._images is None or not self.shown:
            return
        self._drop_other_looks()
        painter, area = smooth_painter(self), event.rect()
        step = self._pixels + GAP
        first = max(0, (area.top() - 2 * OUTSIDE) // step) * IN_A_ROW
        last = ((area.bottom() + OUTSIDE) // step + 1) * IN_A_ROW
        until = time.perf_counter() + DRAW_SECONDS if self._entrance.is_over else -math.inf
        is_missing = False
        for number in range(first, min(last, len(self.shown))):
            rect = self.thumb_rect(number)
            if self.shown[number] not in self._thumbs and time.perf_counter() > until:
                is_missing = True
                continue
            draw_centred(painter, QRectF(rect), self._thumb(self.shown[number]))
            self._paint_frame(painter, number, QRectF(rect))
        painter.end()
        if is_missing and self._entrance.is_over:
            QTimer.singleShot(0, self, self.update)

    def _drop_other_looks(self) -> None:
        """Drop the thumbs of another theme, size or screen."""
        look = (current_theme().name, self._pixels, self.devicePixelRatioF())
        if look != self._look:
            self._look = look
            self._thumbs.clear()

    def prepare(self) -> Iterator[None]:
        """Draw the thumbs at the top, for a few milliseconds in each step."""
        self._drop_other_looks()
        for place in self.shown[:AT_TOP]:
            if place not in self._thumbs:
                self._thumb(place)
                yield

    def _paint_frame(self, painter: QPainter, number: int, rect: QRectF) -> None:
        theme = current_theme()
        if self.shown[number] == self.present:
            draw_outline(painter, rect.adjusted(-2, -2, 2, 2), theme.accent, 5)
        has_focus = self.hasFocus() and number == self._current
        if has_focus or number == self._hovered:
            outline_with(painter, theme.text if has_focus else theme.control, 1.5)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 3, 3)

    def _thumb(self, place: int) -> QPixmap:
        known = self._thumbs.get(place)
        if known is not None:
            self._thumbs.move_to_end(place)
            return known
        assert self._images is not None
        assert self._side is not None
        board, queens = self._images.placement.board, self._images.queens(place)
        ratio = self.devicePixelRatioF()
        made = draw_thumb(board, queens, self._side, current_theme(), self._pixels, ratio)
        self._thumbs[place] = made
        if len(self._thumbs) > KEPT:
            self._thumbs.popitem(last=False)
        return made

    # Pointer ---------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self._number_at(event.position())
        if number != self._hovered:
            self._hovered = number
            self._rest.start()
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.end_preview()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._number_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self._current = number
            self._apply(number)

    def tip_at(self, place: QPoint) -> str:
        number = self._number_at(QPointF(place))
        return "" if number < 0 else self.describe(number)

    def end_preview(self) -> None:
        """Preview nothing any more."""
        self._hovered = -1
        self._rest.stop()
        self._preview(-1)
        self.update()

    def _preview(self, number: int) -> None:
        self.previewed.emit(self.shown[number] if 0 <= number < len(self.shown) else -1)

    def _apply(self, number: int) -> None:
        self._rest.stop()
        self.applied.emit(self.shown[number])

    def describe(self, number: int) -> str:
        """Return the name of the symmetry that makes an image, by its number in the gallery."""
        assert self._images is not None
        return sentence(symmetry_name(self._images.maps[self.shown[number]].name))

    # Keys ------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = Qt.Key(event.key()), len(self.shown) - 1
        if last < 0:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._apply(max(self._current, 0))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move_to(0 if key == Qt.Key.Key_Home else last)
        elif key in _KEYS:
            target = max(self._current, 0) + _KEYS[key]
            if 0 <= target <= last:
                self._move_to(target)
        else:
            super().keyPressEvent(event)

    def _move_to(self, number: int) -> None:
        self._current = number
        place = {"number": number + 1, "count": len(self.shown)}
        words = tr("Image {number} of {count}: {words}", words=self.describe(number), **place)
        self.setAccessibleDescription(words)
        self.moved.emit(self.thumb_rect(number).adjusted(0, -GAP, 0, GAP))
        self._preview(number)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._current < 0:
            self._current = max(0, self._places.get(self.present, 0))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.end_preview()

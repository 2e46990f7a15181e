"""What the minimap paints, and where: cards of cubes in a row, or small squares and one card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QAction, QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.view.palette import LIGHT, Theme, mix

from ...document.document import Document
from ...widgets.painting import (
    MIDDLE_LEFT,
    draw_centred,
    draw_outline,
    fill_with,
    outline_with,
    write_in,
)
from ...widgets.theme import USUAL_PIXELS, font, text_scale
from ...widgets.wrapped_tips import key_plates
from .cubes import Cubes

HEIGHT, HEAD = 144, 36
"""Pixels of the minimap, and of its head, at 100 %."""
CARD = QSizeF(176, 100)
SHARE, LEAST = 0.3, 0.6
"""The share of the room that all of it takes at most, unless cards were smaller than this part."""
GAP, MARGIN = 12, 16
ROW_HEAD, SQUARES_HEAD = 660, 900
"""The least widths of the head over cards in a row and over small squares."""
THUMB = QSizeF(80, 80)
ORDINALS = tr_later(
    (
        "first##ordinal",
        "second##ordinal",
        "third##ordinal",
        "fourth##ordinal",
        "fifth##ordinal",
        "sixth##ordinal",
        "seventh##ordinal",
        "eighth##ordinal",
        "ninth##ordinal",
        "tenth##ordinal",
        "eleventh##ordinal",
        "twelfth##ordinal",
    )
)
CARDS = tr_later("one cube for each value of the {ordinal} coordinate, with its queens")
SQUARES = tr_later("one square for each cube: x{across} across, x{up} up")
FIELD, NAME = 104, 36
"""The width of a stepper, and of the name before it where there is no room over it."""
LEAST_SQUARE = 12
"""The size of small squares below which the card beside them is left out."""


class CubeCanvas(QWidget):
    """Paints the cubes of a document that has four dimensions or more."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.cubes = Cubes(document)
        self._theme = LIGHT
        self._steps: tuple[QAction, ...] = ()
        self._scroll = 0.0
        self._keys_end = 0.0
        self._hovered: tuple[int, ...] | None = None
        self._queens = np.zeros(0, np.int64)
        self._room = 10_000
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.fit_into(self._room)

    def fit_into(self, room: int) -> None:
        """Take at most a part of so many pixels: where letters are large, cards stay smaller."""
        self._room = room
        height = round((HEIGHT - CARD.height()) * self._scale + self._card.height())
        if height != self.minimumHeight():
            self.cubes.invalidate()
            self.setFixedHeight(height)

    def show_keys_of(self, steps: Sequence[QAction]) -> None:
        """Write the keys of actions in the head: steps back and on, and those along x5."""
        self._steps = tuple(steps)
        for action in steps:
            action.changed.connect(self.update)

    # Where things are --------------------------------------------------------------------------

    @property
    def _scale(self) -> float:
        return text_scale(self.font())

    @property
    def _card(self) -> QSizeF:
        """The size of a card, in pixels."""
        room = SHARE * self._room - (HEIGHT - CARD.height()) * self._scale
        scale = min(self._scale, max(room / CARD.height(), LEAST * self._scale))
        width = CARD.width() * (scale + self._scale) / 2  # there are numbers beside the picture
        return QSizeF(width, CARD.height() * scale)

    @property
    def _top(self) -> float:
        return HEAD * self._scale

    @property
    def is_row(self) -> bool:
        """Whether the cubes are cards in a row, not small squares."""
        return len(self.cubes.axes) == 1

    @property
    def _sides(self) -> tuple[int, int]:
        axes = self.cubes.axes
        return self.cubes.side(axes[0]), self.cubes.side(axes[1]) if len(axes) > 1 else 1

    @property
    def _content(self) -> QRectF:
        """Where the cards or squares, the card beside them and the steppers stand."""
        scale, room = self._scale, self.width() - 2 * MARGIN * self._scale
        across = self._sides[0]
        if self.is_row:
            width = across * (self._card.width() + GAP * scale) - GAP * scale
        else:
            width = across * self._square + self._beside
        left = max((self.width() - width) / 2, MARGIN * scale)
        return QRectF(round(left), round(self._top), min(width, room), self._card.height())

    @property
    def _head(self) -> QRectF:
        """Where the head is written: over the cubes, and wider where these are few."""
        content, scale = self._content, self._scale
        needed = (ROW_HEAD if self.is_row else SQUARES_HEAD) * scale
        width = max(content.width(), min(needed, self.width() - 2 * MARGIN * scale))
        return QRectF(round((self.width() - width) / 2), 0, width, self._top)

    @property
    def _square(self) -> float:
        """The size of a small square, with the gap after it."""
        across, up = self._sides
        room = self.width() - 2 * MARGIN * self._scale - self._beside
        high = self._card.height() / up
        return max(3.0, float(int(min(high, room / across, 24 * self._scale))))

    @property
    def _is_narrow(self) -> bool:
        """Whether steppers stand in two rows beside the small squares, without a card."""
        across, up = self._sides
        scale, more = self._scale, len(self.cubes.axes[2:])
        least = across * min(self._card.height() / up, LEAST_SQUARE * scale)
        usual = self._card.width() + (2 * (GAP + MARGIN) + more * (FIELD + GAP)) * scale
        return more > 1 and least + usual > self.width()

    @property
    def _beside(self) -> float:
        """How many pixels the card and the steppers beside the small squares take."""
        more = len(self.cubes.axes[2:])
        if self._is_narrow:
            return (GAP + (more + 1) // 2 * (NAME + FIELD)) * self._scale
        return self._card.width() + (2 * GAP + more * (FIELD + GAP)) * self._scale

    def card_rect(self, values: tuple[int, ...]) -> QRectF:
        """Return the box of the card or the small square of a cube."""
        return self._boxes()(values)

    def _boxes(self) -> Callable[[tuple[int, ...]], QRectF]:
        """Return where the cubes stand, as a function of their values."""
        corner, side = self._content.topLeft(), self._square
        if self.is_row:
            card, step = self._card, self._card.width() + GAP * self._scale
            left = corner.x() - self._scroll
            return lambda at: QRectF(QPointF(round(left + at[0] * step), corner.y()), card)
        size = side - (1 if side < 8 else 2)
        x, y = corner.x(), corner.y() + (self._sides[1] - 1) * side
        return lambda at: QRectF(x + at[0] * side, y - at[1] * side, size, size)

    @property
    def _card_beside(self) -> QRectF:
        """Where the card beside the small squares stands."""
        content = self._content
        left = content.left() + self._sides[0] * self._square + GAP * self._scale
        return QRectF(QPointF(left, content.top()), self._card)

    def cube_at(self, point: QPointF) -> tuple[int, ...] | None:
        """Return the values of the cube under a point, None beside the cards and squares."""
        content = self._content
        if not content.contains(point):
            return None
        x, y = point.x() - content.left(), point.y() - content.top()
        if self.is_row:
            value = int((x + self._scroll) // (self._card.width() + GAP * self._scale))
            inside = value < self._sides[0] and self.card_rect((value,)).contains(point)
            return (value,) if inside else None
        across, up = self._sides
        column, row = int(x // self._square), up - 1 - int(y // self._square)
        if not (0 <= column < across and 0 <= row < up):
            return None
        return (column, row, *self.cubes.at[2:])

    def sizeHint(self) -> QSize:
        return QSize(600, self.minimumHeight())

    def _keep_in_range(self) -> None:
        gap = GAP * self._scale
        width = self._sides[0] * (self._card.width() + gap) - gap
        most = max(width - self._content.width(), 0.0) if self.is_row else 0.0
        self._scroll = min(max(self._scroll, 0.0), most)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.cubes.invalidate()
        self.update()

    # Painting ----------------------------------------------------------------------------------

    def _repaint_cubes(self, changed: Iterable[tuple[int, ...]]) -> None:
        """Paint the cards of some cubes anew, or all small squares with the card beside them."""
        if self.is_row:
            boxes = list(map(self._boxes(), changed))
        else:
            boxes = [QRectF(self._content.topLeft(), self._card_beside.bottomRight())]
        for box in boxes:
            self.update(box.toAlignedRect().adjusted(-2, -2, 2, 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.fillRect(event.rect(), QColor(theme.bar))
        painter.fillRect(0, 0, self.width(), 1, QColor(theme.line))
        if self.cubes.axes:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if event.rect().top() < self._top:
                self._paint_head(painter)
            painter.setClipRect(self._content.adjusted(-2, -2, 2, 2))
            if self.is_row:
                box_of = self._boxes()
                for value in range(self._sides[0]):
                    box = box_of((value,))
                    if box.intersects(QRectF(event.rect())):
                        self._paint_card(painter, box, (value,), str(value + 1))
            else:
                self._paint_squares(painter)
        painter.setClipping(False)
        if self.hasFocus():
            outline_with(painter, theme.accent, 2)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_head(self, painter: QPainter) -> None:
        """Write what the cubes are at the left, and the keys beside the play button."""
        axes, theme, scale = self.cubes.axes, self._theme, self._scale
        strong = font(USUAL_PIXELS * scale, QFont.Weight.DemiBold)
        plain, small = font(USUAL_PIXELS * scale), font(12 * scale)
        line, right = self._head, self._keys_end
        names = " ".join(f"x{axis + 1}" for axis in axes[:2])
        write_in(painter, strong, theme.text)
        painter.drawText(line, MIDDLE_LEFT, names)
        x = line.left() + QFontMetricsF(strong).horizontalAdvance(names) + 16 * scale
        plates = [key_plates(action.shortcut()) for action in self._steps]
        does = [tr("step"), *(tr("along x{axis}", axis=axis + 1) for axis in axes[1:2])]
        pairs = zip(plates[::2], plates[1::2], does, strict=False)
        keys = [each for each in pairs if all(each)]
        write_in(painter, plain, theme.text_3)
        words = tr_piece(CARDS, self.cubes.piece, ordinal=tr(ORDINALS[axes[0]]))
        if len(axes) > 1:
            words = tr(SQUARES, across=axes[0] + 1, up=axes[1] + 1)
        wide = QFontMetricsF(plain).horizontalAdvance(words)
        if x + wide < right:
            painter.drawText(QRectF(x, 0, wide + 2, self._top), MIDDLE_LEFT, words)
            x += wide
        for first, second, words in reversed(keys):
            needed = sum(map(QFontMetricsF(small).horizontalAdvance, (first, second)))
            needed += QFontMetricsF(plain).horizontalAdvance(words) + 52 * scale
            if right - needed < x + 16:
                break
            right -= needed
            self._paint_keys(painter, right, (first, second), words)

    def _paint_keys(self, painter: QPainter, left: float, keys: tuple[str, str], does: str) -> None:
        theme, scale = self._theme, self._scale
        small, plain = font(12 * scale), font(USUAL_PIXELS * scale)
        for key in keys:
            plate = QRectF(left, 0, QFontMetricsF(small).horizontalAdvance(key) + 10, 18 * scale)
            plate.moveTop((self._top - plate.height()) / 2)
            fill_with(painter, theme.raised)
            painter.drawRoundedRect(plate, 4, 4)
            write_in(painter, small, theme.text)
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, key)
            left = plate.right() + 6
        write_in(painter, plain, theme.text_3)
        painter.drawText(QRectF(left, 0, 400, self._top), MIDDLE_LEFT, does)

    def _paint_card(
        self, painter: QPainter, box: QRectF, values: tuple[int, ...], name: str
    ) -> None:
        theme, scale = self._theme, self._scale
        is_focus = values == self.cubes.focus
        is_near = is_focus or values == self._hovered
        fill_with(painter, theme.raised if is_near else theme.canvas)
        painter.drawRoundedRect(box, 8, 8)
        # The name of a cube among small squares takes the width of the card.
        below = box if self.is_row else box.adjusted(0, 24 * scale, 0, 0)
        size = THUMB * (below.height() / CARD.height())
        picture = self.cubes.picture(values, size, self.devicePixelRatioF(), theme)
        draw_centred(painter, below, picture)
        words = box.adjusted(11 * scale, 6 * scale, -11 * scale, 0)
        flags = Qt.AlignmentFlag
        strong = font(USUAL_PIXELS * scale, QFont.Weight.DemiBold)
        write_in(painter, strong, theme.text if is_focus else theme.text_2)
        painter.drawText(words, flags.AlignLeft | flags.AlignTop, name)
        face = strong if is_focus else font(USUAL_PIXELS * scale)
        write_in(painter, face, theme.text if is_focus else theme.text_3)
        painter.drawText(words, flags.AlignRight | flags.AlignTop, str(self._queens[values]))
        if is_focus:
            draw_outline(painter, box.adjusted(1, 1, -1, -1), theme.accent, 7)

    def _paint_squares(self, painter: QPainter) -> None:
        """Paint a square for each cube, brighter with more queens, and the card of the focus."""
        theme, at, box_of = self._theme, self.cubes.at, self._boxes()
        queens = self._queens.reshape(*self._sides, -1)
        queens = queens[..., np.ravel_multi_index(at[2:], self._queens.shape[2:]) if at[2:] else 0]
        most = max(int(queens.max()), 1)
        shares = [0.12 + 0.6 * count / most if count else 0.0 for count in range(most + 1)]
        colours = [QColor(mix(theme.raised, theme.accent, share)) for share in shares]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for values, count in np.ndenumerate(queens):
            painter.fillRect(box_of(values), colours[count])
        for framed, colour in ((self._hovered, theme.text_2), (self.cubes.focus, theme.accent)):
            if framed is not None:
                outline_with(painter, colour, 2)
                painter.drawRect(box_of(framed).adjusted(-1, -1, 1, 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        one = self._hovered or at
        if not self._is_narrow:
            name = ", ".join(str(value + 1) for value in one)
            self._paint_card(painter, self._card_beside, one, name)

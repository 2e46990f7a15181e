"""The card beside the pointer: which cell a click takes, and what it means."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from nqviz.view.palette import CURSOR

from ...widgets.theme import current_theme, font, text_scale
from .cell_words import CellWords
from .floating import Plate

AWAY = 44
"""How far the card stands to the right of the pointer and below it, in pixels."""
PAUSE = 120
"""Milliseconds that the pointer rests before the card is shown."""
EDGE, SIDE, TOP, RADIUS = 3, 15, 9, 8


class HoverCard(Plate):
    """Two lines with a yellow edge; the mouse does not meet it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, RADIUS)
        self.setObjectName("scene.hover")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words = CellWords("", "", "")
        self.hide()

    def show_at(self, words: CellWords, pointer: QPoint) -> None:
        """Show words beside the pointer, on the other side of it where an edge is too near."""
        self.words = words
        self.setAccessibleName(f"{words.name} {words.state}, {words.details}")
        self.place(beside(pointer, self._needs(), self._below.size()))
        self.update()
        self.show()
        self.raise_()

    def _fonts(self) -> tuple[QFont, QFont, QFont]:
        scale = text_scale(self.font())
        return font(15 * scale, QFont.Weight.DemiBold), font(15 * scale), font(13 * scale)

    def _needs(self) -> QSize:
        bold, lead, small = map(QFontMetricsF, self._fonts())
        scale, words = text_scale(self.font()), self.words
        first = bold.horizontalAdvance(words.name + " ") + lead.horizontalAdvance(words.state)
        width = max(first, small.horizontalAdvance(words.details))
        return QSize(round(width) + 2 * SIDE + 1, round(44 * scale) + 2 * TOP + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, scale, plate = current_theme(), text_scale(self.font()), self.plate
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(plate), RADIUS, RADIUS)
        painter.setClipPath(outline)
        painter.fillRect(QRect(plate.left(), plate.top(), EDGE, plate.height()), QColor(CURSOR))
        painter.setClipping(False)
        bold, lead, small = self._fonts()
        line = QRect(plate.left() + SIDE, plate.top() + TOP, plate.width(), round(24 * scale))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(bold)
        painter.setPen(QColor(theme.text))
        painter.drawText(line, left, self.words.name)
        after = round(QFontMetricsF(bold).horizontalAdvance(self.words.name + " "))
        painter.setFont(lead)
        painter.setPen(QColor(theme.text_2))
        painter.drawText(line.adjusted(after, 0, 0, 0), left, self.words.state)
        painter.setFont(small)
        below = QRect(line.left(), line.bottom() + 1, plate.width(), round(20 * scale))
        painter.drawText(below, left, self.words.details)
        painter.end()


def beside(pointer: QPoint, size: QSize, room: QSize) -> QRect:
    """Return where a card of a size stands beside a pointer, within the room of its parent."""
    x, y = pointer.x() + AWAY, pointer.y() + AWAY
    if x + size.width() > room.width():
        x = pointer.x() - AWAY - size.width()
    if y + size.height() > room.height():
        y = pointer.y() - AWAY - size.height()
    x = max(0, min(x, room.width() - size.width()))
    y = max(0, min(y, room.height() - size.height()))
    return QRect(QPoint(x, y), size)

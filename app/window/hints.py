"""The hints at the left of the status bar: a few keys and mouse actions that help here and now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nqviz.core.language import tr

from ..widgets.painting import MIDDLE_LEFT, fill_with, smooth_painter, write_in
from ..widgets.theme import current_theme, font, text_scale

Hint = tuple[str, str]
"""A key or mouse action, and what it does."""
KEY_PIXELS, WORD_PIXELS, PADDING, GAP, PLATE = 12, 13, 5, 15, 16
LEFT = 10


class Hints(QWidget):
    """Paints as many hints as there is room for, each with its key on a plate."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("status.hints")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.hints: tuple[Hint, ...] = ()

    def show_hints(self, hints: Sequence[Hint]) -> None:
        if tuple(hints) != self.hints:
            self.hints = tuple(hints)
            words = "; ".join(f"{key}: {does}" for key, does in hints)
            self.setAccessibleName(tr("Hints: {words}", words=words))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(22 * text_scale(self.font())))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = current_theme(), text_scale(self.font())
        key_font = font(KEY_PIXELS * scale, QFont.Weight.Medium)
        word_font = font(WORD_PIXELS * scale)
        keys, words = QFontMetricsF(key_font), QFontMetricsF(word_font)
        painter = smooth_painter(self)
        left, middle = float(LEFT), self.height() / 2
        flags = MIDDLE_LEFT
        for key, does in self.hints:
            plate = QRectF(left, 0, keys.horizontalAdvance(key) + 2 * PADDING, PLATE * scale)
            plate.moveTop(middle - plate.height() / 2)
            wide = words.horizontalAdvance(does)
            if plate.right() + 6 + wide > self.width():
                break
            fill_with(painter, theme.raised)
            painter.drawRoundedRect(plate, 4, 4)
            write_in(painter, key_font, theme.text_2)
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, key)
            write_in(painter, word_font, theme.text_2)
            painter.drawText(QRectF(plate.right() + 6, 0, wide + 1, self.height()), flags, does)
            left = plate.right() + 6 + wide + GAP

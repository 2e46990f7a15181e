"""The status bar: hints at the left, what runs and which board this is at the right.

The hints are a few keys and mouse actions that help here and now.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDeadlineTimer, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from nqviz.core.language import tr

from ..document.document import Document
from ..jobs import JobRunner
from ..widgets.labels import PlainLabel
from ..widgets.painting import MIDDLE_LEFT, MIDDLE_RIGHT, fill_with, smooth_painter, write_in
from ..widgets.theme import current_theme, font, text_scale
from ..widgets.timing import DeferredCall
from ..widgets.widgets import named
from .activity import STAYS_MS, Activity

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
            painter.drawText(
                QRectF(plate.right() + 6, 0, wide + 1, self.height()), MIDDLE_LEFT, does
            )
            left = plate.right() + 6 + wide + GAP


class StatusBar(QStatusBar):
    """A status bar whose messages begin where its hints do, and hide them."""

    def __init__(self, runner: JobRunner, document: Document) -> None:
        super().__init__()
        self.hints, self.activity = Hints(), Activity(runner, document)
        self._board = named(PlainLabel(), "status.board")
        self._board.setAlignment(MIDDLE_RIGHT)
        self._board.setIndent(12)  # margins go where a theme changes while it is hidden
        self.activity.filled.connect(self._board.setHidden)
        self._result, self._left = "", QDeadlineTimer()
        self._drop = DeferredCall(self, self.clearMessage)
        self.messageChanged.connect(self._on_message)
        self.setSizeGripEnabled(False)
        self.addWidget(self.hints, 1)
        self.addPermanentWidget(self.activity)
        self.addPermanentWidget(self._board)

    def report(self, text: str) -> None:
        """Show a result for a while; tips of controls under the pointer do not end it."""
        self._drop.stop()
        self._result = text
        self._left.setRemainingTime(STAYS_MS)
        self.showMessage(text, STAYS_MS)

    def drop_result(self) -> None:
        """Show no message any more, as what it says is true no longer.

        One that comes in the same turn of the event loop takes its place, without hints between.
        """
        self._result = ""
        self._drop.start()

    def _on_message(self, text: str) -> None:
        left = self._left.remainingTime()
        if not text and self._result and left > 0:
            self.showMessage(self._result, left)
        else:
            self.hints.setVisible(not text)

    def show_board(self, text: str) -> None:
        """Show which board this is; without a text, none."""
        self._board.setText(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        text = self.currentMessage()
        if not text:
            super().paintEvent(event)
            return
        painter = smooth_painter(self)
        write_in(painter, font(WORD_PIXELS * text_scale(self.font())), current_theme().text_2)
        painter.drawText(self.rect().adjusted(LEFT, 0, 0, 0), MIDDLE_LEFT, text)

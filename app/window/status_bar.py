"""The status bar: hints at the left, what runs and which board this is at the right."""

from __future__ import annotations

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QStatusBar

from ..document.document import Document
from ..jobs import JobRunner
from ..widgets.labels import PlainLabel
from ..widgets.painting import MIDDLE_LEFT, MIDDLE_RIGHT, smooth_painter, write_in
from ..widgets.theme import current_theme, font, text_scale
from ..widgets.widgets import named
from .activity import STAYS_MS, Activity
from .hints import LEFT, WORD_PIXELS, Hints


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
        self.messageChanged.connect(self._on_message)
        self.setSizeGripEnabled(False)
        self.addWidget(self.hints, 1)
        self.addPermanentWidget(self.activity)
        self.addPermanentWidget(self._board)

    def report(self, text: str) -> None:
        """Show a result for a while; tips of controls under the pointer do not end it."""
        self._result = text
        self._left.setRemainingTime(STAYS_MS)
        self.showMessage(text, STAYS_MS)

    def drop_result(self) -> None:
        """Show no message any more, as what it says is true no longer."""
        self._result = ""
        self.clearMessage()

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
        middle = MIDDLE_LEFT
        painter.drawText(self.rect().adjusted(LEFT, 0, 0, 0), middle, text)

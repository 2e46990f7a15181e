"""The answer of a search: numbers with a badge, one sentence, and the chart below it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ...widgets.badge import Badge, BadgeKind
from ...widgets.fields import label, set_role
from ...widgets.labels import Paragraph
from ...widgets.layouts import STRETCH, horizontal, vertical
from ...widgets.numbers import with_spaces
from ...widgets.theme import GrowsWithText, font, text_scale
from .chart import HEIGHT, BoundChart

LINE = 24
"""The height of a line of the sentence at the usual size of text."""
NUMBERS = 36
"""The height of the numbers at the usual size of text."""


@dataclass(frozen=True)
class Answer:
    """What is known of a question, in words."""

    sentence: str = ""  # the answer in one or two sentences
    numbers: str = ""  # the same in numbers, such as ``[133, 143]``; empty without any
    kind: BadgeKind = "open"  # the kind of the badge, whose colour the numbers have
    badge: str = ""  # the word on the badge; empty for none
    credit: str = ""  # who found and who proved it, in how many nodes and how long


class AnswerArea(GrowsWithText, QWidget):
    """Shows an answer; its height is the same whatever the answer is, so that nothing moves."""

    def __init__(self) -> None:
        super().__init__()
        self.answer = Answer()
        self._numbers = label("", "bracket", "solve.numbers")
        self._badge = Badge("solve.badge")
        self._badge.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._badge.setCursor(Qt.CursorShape.ArrowCursor)
        self._sentence = Paragraph("solve.state", "result")
        self._sentence.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.chart = BoundChart()
        self._head = QWidget()
        self._row = horizontal(self._head, self._numbers, self._badge, STRETCH, spacing=12)
        self._column = vertical(self, self._head, self._sentence, 8, (self.chart, 1), spacing=4)
        self._column.addStretch(0)
        self._has_chart = True
        self._grow()

    def show_answer(self, answer: Answer) -> None:
        if answer == self.answer:
            return
        self.answer = answer
        self._numbers.setText(with_spaces(answer.numbers))
        self._numbers.setVisible(bool(answer.numbers))
        self._head.setVisible(bool(answer.numbers or answer.badge))
        self._sentence.show_text(with_spaces(answer.sentence))
        self._badge.show_badge(answer.kind, answer.badge)
        set_role(self._numbers, known=answer.kind if answer.badge else "", long=self._is_long())
        self._row.invalidate()  # while the drawer waits with its layouts the request is lost
        self._row.activate()

    def offer_chart(self, offered: bool) -> None:
        """Keep the place for the chart, or not."""
        self._has_chart = offered
        self.chart.setVisible(offered)
        self._grow()

    def _is_long(self) -> bool:
        """Return whether the numbers do not fit beside the badge in their usual size."""
        scale = text_scale(self.font())
        metrics = QFontMetrics(font(28 * scale, QFont.Weight.DemiBold))
        room = self.width() - (self._badge.sizeHint().width() if self.answer.badge else 0)
        return metrics.horizontalAdvance(self._numbers.text()) + 12 > room

    def _grow(self) -> None:
        """Keep the place for the numbers, two lines (three without a chart) and the chart."""
        scale = text_scale(self.font())
        self._head.setFixedHeight(round(NUMBERS * scale))
        below = 2 * LINE + 16 + HEIGHT if self._has_chart else 3 * LINE + 16
        self.setFixedHeight(round((NUMBERS + below) * scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._numbers.property("long") != self._is_long():
            set_role(self._numbers, long=self._is_long())

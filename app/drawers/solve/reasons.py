"""Why not more: what is known of numbers above those that were found, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nqviz.bounds import Bound, best_lower, best_upper
from nqviz.bounds.source_texts import source_text
from nqviz.core.board import Board
from nqviz.core.language import tr

from ...widgets.fields import label
from ...widgets.icons import icon_pixmap
from ...widgets.labels import Paragraph
from ...widgets.layouts import horizontal, vertical
from ...widgets.numbers import spaced
from ...widgets.theme import current_theme, text_scale

SIDE = 18
"""The width of a mark at the usual size of text."""


@dataclass(frozen=True)
class Reason:
    """What is known of some numbers of queens."""

    numbers: str  # the numbers, such as ``134 to 143``; they begin the sentence
    words: str  # the rest of the sentence
    is_open: bool = False  # whether it is not known if so many fit

    @property
    def text(self) -> str:
        return f"{self.numbers} {self.words}"


def reasons(
    board: Board, found: int | None = None, limit: int | None = None, givens: int = 0
) -> tuple[Reason, ...]:
    """Return what is known of numbers of queens above those that were found.

    `found`: the queens that a search has found, with the given ones.
    `limit`: a limit that the search has proven; the known bounds of the board hold besides.
    `givens`: how many queens the search keeps.
    """
    upper, lower = best_upper(board), best_lower(board)
    here, top = found or 0, upper.value
    best = max(lower.value, here)
    if limit is not None and limit < top:
        top, words = limit, tr("are out: this search proved it.")
        if givens:
            words = tr("are out with the queens that are kept: this search proved it.")
        rows = [Reason(_or_more(top + 1), words)]
    else:
        rows = [_excluded(board, upper)]
    known = min(best, top)
    if here < known:
        words = tr("fit: {source}.", source=_clause(lower))
        if givens:
            words = tr("fit on the empty board; with these queens it is open.")
        elif here + 1 == known:
            words = tr("fits: {source}.", source=_clause(lower))
        rows.append(Reason(_numbers(here + 1, known), words, is_open=bool(givens)))
    if best < top:
        words = tr("are open: nobody has placed or excluded them.")
        if best + 1 == top:
            words = tr("is open: nobody has placed or excluded it.")
        rows.append(Reason(_numbers(best + 1, top), words, True))
    return tuple(rows)


def _excluded(board: Board, upper: Bound) -> Reason:
    """Return why more than the best upper bound cannot stand."""
    if upper.value == board.full_count - 1:
        words = tr("is out: it would be a full placement, and {source}.", source=_clause(upper))
        return Reason(spaced(board.full_count), words)
    return Reason(_or_more(upper.value + 1), tr("are out: {source}.", source=_clause(upper)))


def _or_more(count: int) -> str:
    return tr("{count} or more", count=spaced(count))


def _clause(bound: Bound) -> str:
    """Return the source of a bound as the end of a sentence, without how to find it again."""
    return source_text(bound.source.partition(";")[0].rstrip("."))


def _numbers(low: int, high: int) -> str:
    if low == high:
        return spaced(low)
    return tr("{low} to {high}", low=spaced(low), high=spaced(high))


class ReasonList(QWidget):
    """A row for each reason: a check or a dashed circle, and a sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("solve.reasons")
        self.setAccessibleName(tr("Why not more?"))
        self._column = vertical(self, label(tr("Why not more?"), "lead"), spacing=8)
        self._rows: list[_Row] = []
        self.reasons: tuple[Reason, ...] = ()

    def show_reasons(self, rows: tuple[Reason, ...]) -> None:
        """Show these reasons, or nothing without any."""
        self.setVisible(bool(rows))
        if rows == self.reasons:
            return
        self.reasons = rows
        while len(self._rows) < len(rows):
            row = _Row()
            self._rows.append(row)
            self._column.addWidget(row)
        for place, row in enumerate(self._rows):
            row.show_reason(rows[place] if place < len(rows) else None)
        self.setAccessibleDescription(" ".join(reason.text for reason in rows))


class _Row(QWidget):
    """One reason with its mark; hidden without one."""

    def __init__(self) -> None:
        super().__init__()
        self._mark = Mark()
        self._words = Paragraph("solve.reason")
        row = horizontal(self, spacing=8)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)

    def show_reason(self, reason: Reason | None) -> None:
        self.setVisible(reason is not None)
        if reason is None:
            self._words.show_text("")
            return
        self._mark.show_mark(is_open=reason.is_open)
        markup = f"<b>{escape(reason.numbers)}</b> {escape(reason.words)}"
        self._words.show_markup(markup, reason.text)


class Mark(QWidget):
    """A check for what is known, a dashed circle for what is open."""

    def __init__(self) -> None:
        super().__init__()
        self._is_open = False
        side = round(SIDE * text_scale(self.font()))
        self.setFixedSize(side, side + 2)

    def show_mark(self, *, is_open: bool) -> None:
        """Show the mark of what is open, or of what is known."""
        self._is_open = is_open
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        name, colour = "circle-check", theme.proven
        if self._is_open:
            name, colour = "circle-dashed", theme.open
        painter = QPainter(self)
        mark = icon_pixmap(name, self.width(), colour, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(0, 1), mark)
        painter.end()
